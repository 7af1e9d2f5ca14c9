"""Who looks on, and at what: a table's rows, and what is true around it besides them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from wordsmith.server.guard.permissions import Scene
from wordsmith.server.guard.viewers import (
    Adviser,
    Invited,
    Moderator,
    Public,
    Seated,
    Spectator,
    Viewer,
    hand_shown,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordsmith.server.tables.ledger import Ledger


class Surroundings(Struct, frozen=True):
    """What is shown of a table that is not in its rows."""

    now_ms: int  # since 1970
    delay_ms: int = 0  # the rows are those of so long ago
    here: frozenset[str] = frozenset()  # persons who have it open
    ratings: Mapping[str, int] = {}  # by person
    rematch_sat: int = 0  # seats taken at the next table
    invite: str | None = None  # secret of the invitation


def viewer_of(
    ledger: Ledger,
    person: str,
    *,
    asked: int | None = None,
    moderator: bool = False,
    invited: bool = False,
) -> Viewer:
    """How a person looks at a table; whoever plays is a player on every page he has open."""
    mine = ledger.seats_of(person)
    if mine:
        return Seated(mine, asked, ledger.host == person)
    for seat, (adviser, _name) in ledger.admitted.items():
        if adviser == person:
            return Adviser(seat)
    if moderator:
        return Moderator()
    if ledger.phase == "gathering" and (invited or ledger.reserved_for(person)):
        return Invited()
    if ledger.settings.watching:
        return Spectator(delayed=ledger.settings.rated)
    return Public()


def scene_of(ledger: Ledger) -> Scene:
    """What about this table decides who may do what."""
    settings = ledger.settings
    people = ledger.sitting.people
    return Scene(
        phase=ledger.phase,
        begun=ledger.has_begun,
        listed=settings.listed,
        watching=settings.watching,
        talk=settings.talk,
        advisers=settings.advisers,
        doubtful=ledger.variant.rules.check.is_challenge,
        one_person=len(set(people)) == 1,
        one_seat=len(people) == 1,
    )


def hand_of(ledger: Ledger, viewer: Viewer) -> int | None:
    """The seat whose hand this viewer is shown now."""
    state = ledger.game.state
    return hand_shown(viewer, None if state.ended else state.on_turn)


def is_doubtful(ledger: Ledger) -> bool:
    """Whether nobody is told yet which words count: a turn stands until it is challenged."""
    return ledger.variant.rules.check.is_challenge and ledger.phase == "playing"
