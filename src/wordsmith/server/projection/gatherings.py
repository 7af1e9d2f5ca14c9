"""Tables before they begin: what was agreed, who sits, and for whom a seat is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.guard.viewers import Seated
from wordsmith.server.messages import shown
from wordsmith.server.projection.agreed import told_rules

if TYPE_CHECKING:
    from wordsmith.server.guard.viewers import Viewer
    from wordsmith.server.projection.viewing import Surroundings
    from wordsmith.server.tables.ledger import Ledger


def format_gathering(
    ledger: Ledger, viewer: Viewer, person: str, around: Surroundings
) -> shown.Gathering:
    """A table that gathers, or was cancelled then, as ``person`` may see it.

    The invitation is told to those who sit: whoever else has it got it from them.
    """
    variant, settings = ledger.variant, ledger.settings
    rules, differences = told_rules(variant)
    sits = isinstance(viewer, Seated)
    return shown.Gathering(
        table=ledger.table,
        variant=variant.id,
        pace=settings.pace,
        listed=settings.listed,
        rated=settings.rated,
        talk=settings.talk,
        watching=settings.watching,
        advisers=settings.advisers,
        rules=rules,
        differences=differences,
        group_words=len(settings.words),
        seating=variant.rules.seating.value,
        seats=format_seats(ledger, person, around),
        mine=sorted(ledger.seats_of(person)),
        host=isinstance(viewer, Seated) and viewer.host,
        invite=around.invite if sits else None,
        sheet=ledger.sheet_hash,
        phase="cancelled" if ledger.phase == "cancelled" else "gathering",
        forsaken=ledger.moment.forsaken,
        rematch_of=settings.rematch_of if sits or ledger.reserved_for(person) else None,
    )


def format_seats(ledger: Ledger, person: str, around: Surroundings) -> list[shown.GatheringSeat]:
    """The seats of a table that gathers."""
    reserved = ledger.reserved_for(person)
    told = []
    for number, (held, place) in enumerate(zip(ledger.seats, ledger.places, strict=True)):
        sits = held.kind == "human" and place.person is not None
        told.append(
            shown.GatheringSeat(
                kind=held.kind,
                name=held.name,
                level=held.level,
                here=sits and place.person in around.here,
                rating=around.ratings.get(place.person) if sits and place.person else None,
                reserved=number in reserved,
            )
        )
    return told
