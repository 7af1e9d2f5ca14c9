"""What a page may send, as types; docs/protocol.md and web/src/protocol.ts say the same.

It is checked by its type here, and no further: the rules have their own say.
"""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

from wordsmith.errors import ParseError

_T = TypeVar("_T")

LARGEST_FRAME = 8 * 1024  # bytes
LARGEST_BODY = 64 * 1024  # bytes

TableId = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[A-Za-z0-9_-]+$")]
Key = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Seat = Annotated[int, Meta(ge=0, le=3)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Letter = Annotated[str, Meta(min_length=1, max_length=2)]
Placed = tuple[Annotated[int, Meta(ge=-1024, le=1024)], Letter]
MostPlaced = Meta(max_length=64)
Name = Annotated[str, Meta(max_length=40)]
Text = Annotated[str, Meta(max_length=400)]


class Play(Struct, forbid_unknown_fields=True, frozen=True):
    """Tiles on squares: a capital is the tile, a small letter a wild tile standing for it."""

    laid: Annotated[list[Placed], MostPlaced]
    swapped: Annotated[list[Placed], MostPlaced] = []


class PlayAction(Play, tag_field="type", tag="play", frozen=True):
    """Lay these tiles."""


class ExchangeAction(Struct, tag_field="type", tag="exchange", forbid_unknown_fields=True):
    """Put these tiles back."""

    tiles: Annotated[str, Meta(max_length=64)]


class PassAction(Struct, tag_field="type", tag="pass", forbid_unknown_fields=True):
    """Let the turn go by."""


class ResignAction(Struct, tag_field="type", tag="resign", forbid_unknown_fields=True):
    """Leave the game."""


class OpenBagAction(Struct, tag_field="type", tag="open_bag", forbid_unknown_fields=True):
    """Look into the Tile bag."""


class AgreeAction(Struct, tag_field="type", tag="agree", forbid_unknown_fields=True):
    """Agree to end the game."""


class VoteAction(Struct, tag_field="type", tag="vote", forbid_unknown_fields=True):
    """Accept or reject the proposed play."""

    accept: bool


class ChallengeAction(Struct, tag_field="type", tag="challenge", forbid_unknown_fields=True):
    """Doubt the turn before."""


Action = (
    PlayAction
    | ExchangeAction
    | PassAction
    | ResignAction
    | OpenBagAction
    | AgreeAction
    | VoteAction
    | ChallengeAction
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


FromPage = Join | Leave | Act | Try | Hint | Ping


class NewHuman(Struct, tag_field="kind", tag="human", forbid_unknown_fields=True):
    """A seat of the visitor's own sofa."""

    name: Name = ""


class NewBot(Struct, tag_field="kind", tag="bot", forbid_unknown_fields=True):
    """A seat for a bot."""

    level: Text


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to be made."""

    variant: Text
    seats: Annotated[list[NewHuman | NewBot], Meta(max_length=16)]
    overrides: Annotated[dict[Text, Text], Meta(max_length=64)] = {}


class Front(Struct, forbid_unknown_fields=True):
    """The visitor's game on the front page."""

    variant: Text
    fresh: bool = False


_from_page = msgspec.json.Decoder(FromPage)
_new_table = msgspec.json.Decoder(NewTable)
_front = msgspec.json.Decoder(Front)


def parse_message(text: str | bytes) -> FromPage:
    """What a page sent. ParseError says what is wrong, and where, if it is no message of ours."""
    return _parsed(_from_page, text)


def parse_new_table(body: bytes) -> NewTable:
    """A request for a table. ParseError if it is none."""
    return _parsed(_new_table, body)


def parse_front(body: bytes) -> Front:
    """A request for the front-page game. ParseError if it is none."""
    return _parsed(_front, body)


def _parsed(decoder: msgspec.json.Decoder[_T], text: str | bytes) -> _T:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ParseError(str(error)) from error
