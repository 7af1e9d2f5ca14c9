"""Comparisons: plays of rated games beside the best ones."""

from wordsmith.store.migrations.taking import take

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Take the step."""
    take(3)
