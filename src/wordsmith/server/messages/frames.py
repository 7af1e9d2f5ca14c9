"""What a page may send over its socket, as types; docs/protocol.md has them all."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from wordsmith.server.messages.protocol import (
    Action,
    Count,
    Key,
    Play,
    Seat,
    TableId,
    Text,
    parsed,
)


class Join(Struct, tag_field="type", tag="join", forbid_unknown_fields=True):
    """Show me this table, and what happens there."""

    table: TableId
    since: Count = 0
    seat: Seat | None = None


class Leave(Struct, tag_field="type", tag="leave", forbid_unknown_fields=True):
    """No more of this table."""

    table: TableId


class Act(Struct, tag_field="type", tag="act", forbid_unknown_fields=True):
    """Do this, if nothing has happened since ``after``."""

    table: TableId
    seat: Seat
    after: Count
    key: Key
    action: Action


class Try(Struct, tag_field="type", tag="try", forbid_unknown_fields=True):
    """What would this play make?"""

    table: TableId
    seat: Seat
    id: Count
    play: Play


class Hint(Struct, tag_field="type", tag="hint", forbid_unknown_fields=True):
    """Show me a turn I could make."""

    table: TableId
    seat: Seat
    id: Count


class Ping(Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Are you there?"""

    id: Count


class Say(Struct, tag_field="type", tag="say", forbid_unknown_fields=True):
    """Say something at a table."""

    table: TableId
    key: Key
    channel: Literal["table", "watchers", "whisper"]
    text: Text
    to: Seat | None = None


class Advise(Struct, tag_field="type", tag="advise", forbid_unknown_fields=True):
    """May I advise this seat?"""

    table: TableId
    seat: Seat


class Decline(Struct, tag_field="type", tag="decline", forbid_unknown_fields=True):
    """A player does without the adviser who asks."""

    table: TableId
    seat: Seat
    watcher: int


class Beat(Struct, tag_field="type", tag="beat", forbid_unknown_fields=True):
    """The answer to a pulse: how long the way is, by the server's clock."""

    id: Count


class Blur(Struct, tag_field="type", tag="blur", forbid_unknown_fields=True):
    """The page lost the focus in this seat's turn."""

    table: TableId


FromPage = Join | Leave | Act | Try | Hint | Ping | Say | Advise | Decline | Beat | Blur

_from_page = msgspec.json.Decoder(FromPage)


def parse_message(text: str | bytes) -> FromPage:
    """What a page sent. ParseError says what is wrong, and where, if it is no message of ours."""
    return parsed(_from_page, text)
