"""How a step is taken."""

from __future__ import annotations

from alembic import op

from wordsmith.store.postgres_schema import postgres_statements


def take(step: int) -> None:
    """Run the statements of a step on the database that Alembic is at."""
    for statement in postgres_statements(step):
        op.execute(statement)
