"""People: sessions and accounts, tables that gather, talk, notices, results and ratings."""

from wordsmith.store.migrations.taking import take

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Take the step."""
    take(2)
