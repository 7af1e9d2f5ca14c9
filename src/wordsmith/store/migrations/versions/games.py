"""Games: tables, seats, commands, and the guests who hold them."""

from wordsmith.store.migrations.taking import take

revision = "1"
down_revision = None


def upgrade() -> None:
    """Take the step."""
    take(1)
