"""What a page may ask for, as types; docs/protocol.md and web/src/protocol.ts say the same.

It is checked by its type here, and no further: the rules have their own say. The messages of the
socket are in ``frames``.
"""

from __future__ import annotations

import re
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

from wordsmith.errors import ParseError

_T = TypeVar("_T")
_NO_SIGN = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # as JSON writes it

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


Move = (
    PlayAction
    | ExchangeAction
    | PassAction
    | ResignAction
    | OpenBagAction
    | AgreeAction
    | VoteAction
    | ChallengeAction
)
"""What the rules of the game know."""


class RiseAction(Struct, tag_field="type", tag="rise", forbid_unknown_fields=True):
    """Give up a seat at a table that gathers."""


class KickAction(Struct, tag_field="type", tag="kick", forbid_unknown_fields=True):
    """The host opens the seat of a guest who is away."""

    seat: Seat


class BeginAction(Struct, tag_field="type", tag="begin", forbid_unknown_fields=True):
    """The host begins without the seats that are still open."""


class CancelAction(Struct, tag_field="type", tag="cancel", forbid_unknown_fields=True):
    """Agree that nobody wins, or no longer."""

    agree: bool


class PauseAction(Struct, tag_field="type", tag="pause", forbid_unknown_fields=True):
    """Agree that the clocks rest, or no longer."""

    agree: bool


class ResumeAction(Struct, tag_field="type", tag="resume", forbid_unknown_fields=True):
    """Let the clocks run again."""


class NudgeAction(Struct, tag_field="type", tag="nudge", forbid_unknown_fields=True):
    """Remind the seat on turn."""


class AdmitAction(Struct, tag_field="type", tag="admit", forbid_unknown_fields=True):
    """Take a spectator for an adviser, or no longer.

    A page knows him by a number only: what is queued at the table is ``AdviserAction``.
    """

    watcher: Count
    admit: bool


TableAct = (
    RiseAction
    | KickAction
    | BeginAction
    | CancelAction
    | PauseAction
    | ResumeAction
    | NudgeAction
    | AdmitAction
)
"""What concerns the table and not the rules; taken at any version up to the present one."""

Action = Move | TableAct
"""What a page may ask for."""


class SitAction(Struct, tag_field="type", tag="sit", forbid_unknown_fields=True):
    """Claim a seat. Made by the server from ``Sit``; the person is that of the request."""

    name: Name
    seat: Seat | None  # None: the first that may be had
    sheet: Text
    invite: Text | None


class AdviserAction(Struct, tag_field="type", tag="adviser", forbid_unknown_fields=True):
    """Take a person for an adviser, or no longer. Made by the server from ``AdmitAction``."""

    person: Text
    name: Text
    admit: bool


Queued = Action | SitAction | AdviserAction
"""What a table may be asked for."""


class NewHuman(Struct, tag_field="kind", tag="human", forbid_unknown_fields=True):
    """A seat of the visitor's own sofa."""

    name: Name = ""


class NewBot(Struct, tag_field="kind", tag="bot", forbid_unknown_fields=True):
    """A seat for a bot."""

    level: Text


class OpenSeat(Struct, tag_field="kind", tag="open", forbid_unknown_fields=True):
    """A seat to be claimed."""


class NoPace(Struct, tag_field="kind", tag="none", forbid_unknown_fields=True, frozen=True):
    """No clock."""


class Bank(Struct, tag_field="kind", tag="bank", forbid_unknown_fields=True, frozen=True):
    """So much time for the whole game, and a little more for every turn made."""

    bank_s: Annotated[int, Meta(ge=60, le=7200)]
    increment_s: Annotated[int, Meta(ge=0, le=60)]


class PerTurn(Struct, tag_field="kind", tag="turn", forbid_unknown_fields=True, frozen=True):
    """So much time for each turn."""

    turn_s: Annotated[int, Meta(ge=15, le=600)]


class Days(Struct, tag_field="kind", tag="days", forbid_unknown_fields=True, frozen=True):
    """By correspondence: so many days for each turn."""

    days: Annotated[int, Meta(ge=1, le=14)]


Pace = NoPace | Bank | PerTurn | Days
"""How fast is played. What is out of bounds is no message: no page can ask for it."""


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to be made. With an open seat it gathers, without one it begins at once."""

    variant: Text
    seats: Annotated[list[NewHuman | NewBot | OpenSeat], Meta(max_length=16)]
    overrides: Annotated[dict[Text, Text], Meta(max_length=64)] = {}
    name: Name = ""  # the visitor's, where his seat has none
    pace: Pace = NoPace()
    listed: bool = False
    rated: bool = False
    talk: bool = True
    watching: bool = True
    advisers: bool = False
    group: TableId | None = None  # its words count here
    key: Key | None = None  # of the intent


class Sit(Struct, forbid_unknown_fields=True):
    """A seat is claimed."""

    name: Name
    key: Key
    sheet: Text  # hash of what was read and accepted
    seat: Seat | None = None
    invite: Text | None = None


class Deed(Struct, forbid_unknown_fields=True):
    """An action that is asked for over HTTP."""

    seat: Seat
    after: Count
    key: Key
    action: Action


class GroupWordChange(Struct, forbid_unknown_fields=True):
    """A word that a group lets in, or no longer."""

    word: Annotated[str, Meta(min_length=1, max_length=64)]
    language: Annotated[str, Meta(max_length=8)]
    remove: bool = False


class Front(Struct, forbid_unknown_fields=True):
    """The visitor's game on the front page."""

    variant: Text
    fresh: bool = False


def parsed(decoder: msgspec.json.Decoder[_T], text: str | bytes) -> _T:
    """What was sent, by its type. ParseError says what is wrong, and where.

    U+0000 is a sign in no text of ours: not every database can keep it.
    """
    try:
        value = decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ParseError(str(error)) from error
    written = text if isinstance(text, str) else text.decode()
    if "\\u0000" in written and _NO_SIGN.search(written):
        raise ParseError("U+0000 is in no text")
    return value
