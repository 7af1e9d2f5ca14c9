"""What is asked and told about talk at a table, as types; docs/protocol.md says the same."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from wordsmith.server.messages.outbound import Message  # noqa: TC001 - msgspec reads it
from wordsmith.server.messages.protocol import (  # noqa: TC001 - msgspec reads them
    Count,
    Seat,
    TableId,
    Text,
)


class Talked(Struct):
    """A page of what was said."""

    messages: list[Message]


class Mute(Struct, forbid_unknown_fields=True):
    """Hear somebody no more, or again: who sits there, or who has said that."""

    table: TableId
    seat: Seat | None = None
    message: Count | None = None
    remove: bool = False


class Report(Struct, forbid_unknown_fields=True):
    """Tell the moderators of somebody: of what he said, or of how he plays or is called."""

    table: TableId
    reason: Annotated[Text, Meta(min_length=1)]
    seat: Seat | None = None
    message: Count | None = None
