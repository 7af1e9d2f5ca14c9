"""Who looks at a table, as a value: whatever is shown or allowed is decided by it alone."""

from __future__ import annotations

from msgspec import Struct


class Seated(Struct, frozen=True):
    """A person who plays, on every page he has open."""

    mine: frozenset[int]  # several on one sofa
    asked: int | None = None  # the hand that was asked for
    host: bool = False  # made the table


class Invited(Struct, frozen=True):
    """Somebody who holds the invitation, or for whom a seat is kept; he has not sat down."""


class Adviser(Struct, frozen=True):
    """Somebody whom a player has taken to look into his hand and whisper."""

    seat: int


class Spectator(Struct, frozen=True):
    """Somebody who may look on, of a rated game only some time later."""

    delayed: bool = False


class Moderator(Struct, frozen=True):
    """Somebody who keeps the peace: looks on, and reads all that is said."""


class Public(Struct, frozen=True):
    """Anybody else: knowing the name of a table gives no right to it."""


Viewer = Seated | Invited | Adviser | Spectator | Moderator | Public


def hand_shown(viewer: Viewer, on_turn: int | None) -> int | None:
    """The seat whose hand is shown. ``on_turn`` is None when the game is over.

    Of several hands on one sofa it is only that on turn, and only if it was asked for.
    """
    match viewer:
        case Seated(mine) if len(mine) == 1:
            return min(mine)
        case Seated(mine, asked) if asked in mine and asked == on_turn:
            return asked
        case Adviser(seat):
            return seat
        case _:
            return None
