"""Games as files: whole once they are over, before that without what the asker may not see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from wordsmith.notation.gcg import format_gcg
from wordsmith.notation.records import FORMAT, format_events, format_record
from wordsmith.rules.variant import differences
from wordsmith.rules.view import DrewUnseen, ExchangedUnseen, seen_events
from wordsmith.server.projection.viewing import hand_of
from wordsmith.server.projection.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.server.guard.viewers import Viewer
    from wordsmith.server.tables.ledger import Ledger


def export_json(ledger: Ledger, viewer: Viewer) -> Wire:
    """The record of a game; one not over has ``"unfinished": true`` and counts for tiles."""
    if ledger.phase == "ended":
        return Wire(msgspec.json.encode(format_record(ledger.game, _names(ledger), ledger.seal)))
    unfinished = {
        "format": FORMAT,
        "variant": ledger.variant.id,
        "rules": differences(ledger.variant),
        "names": _names(ledger),
        "unfinished": True,
        "events": list(_seen(ledger, hand_of(ledger, viewer))),
    }
    return Wire(msgspec.json.encode(unfinished))


def export_gcg(ledger: Ledger, viewer: Viewer) -> Wire:
    """The game as GCG; the hands of one that goes on are left out, but the viewer's own."""
    hand = hand_of(ledger, viewer)
    mine = () if hand is None else (hand,)
    shown = None if ledger.phase == "ended" else mine
    return Wire(format_gcg(ledger.game, _names(ledger), shown=shown).encode())


def _names(ledger: Ledger) -> tuple[str, ...]:
    return tuple([seat.name or seat.level or "" for seat in ledger.seats])


def _seen(ledger: Ledger, seat: int | None) -> Iterator[dict[str, Any]]:
    for event in seen_events(ledger.game.events, seat):
        match event:
            case DrewUnseen(who, count):
                yield {"event": "drew", "seat": who, "count": count}
            case ExchangedUnseen(who, count):
                yield {"event": "exchanged", "seat": who, "count": count}
            case _:
                yield from format_events([event], ledger.variant.alphabet)
