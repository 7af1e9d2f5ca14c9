"""A view as JSON, for a bot that thinks on another machine: everything in it, and nothing more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from wordsmith.errors import ParseError
from wordsmith.notation.event_records import format_events, parse_events
from wordsmith.rules.board import Board
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import differences, load_variant, with_house_rules
from wordsmith.rules.view import DrewUnseen, ExchangedUnseen, Phase, TileBag, View

if TYPE_CHECKING:
    from wordsmith.rules.alphabet import Alphabet
    from wordsmith.rules.view import Seen

_UNSEEN: dict[str, type[DrewUnseen | ExchangedUnseen]] = {
    "drew_unseen": DrewUnseen,
    "exchanged_unseen": ExchangedUnseen,
}
_EventRecord = dict[str, Any]


class ViewRecord(msgspec.Struct, frozen=True):
    """A ``View``; tiles are their codes as bytes, events are those of the records of games."""

    variant: str
    rules: dict[str, str]  # those that are not the preset's
    seat: int | None
    board: bytes
    rack: bytes
    hands: tuple[int, ...]
    scores: tuple[int, ...]
    bag: int
    on_turn: int
    turn: int
    scoreless: int
    phase: Phase
    out: frozenset[int]
    agreed: frozenset[int]
    tile_bag: TileBag
    unseen: bytes | None
    words_made: frozenset[str]
    accepted: frozenset[str]
    wild_layers: tuple[tuple[int, int], ...]
    proposal: _EventRecord | None
    votes: tuple[tuple[int, bool], ...]
    last_played: _EventRecord | None
    ended: _EventRecord | None
    hands_left: tuple[bytes, ...] | None
    history: list[_EventRecord]


_PLAIN = (
    *("seat", "hands", "scores", "bag", "on_turn", "turn", "scoreless", "phase", "out", "agreed"),
    *("tile_bag", "words_made", "accepted", "wild_layers", "votes"),
)
_EVENTS = ("proposal", "last_played", "ended")


def format_view(view: View) -> ViewRecord:
    """The record of a view; ``parse_view`` reads it back."""
    alphabet, left = view.variant.alphabet, view.hands_left
    told: dict[str, Any] = {name: getattr(view, name) for name in _PLAIN}
    told |= {name: _format_event(getattr(view, name), alphabet) for name in _EVENTS}
    return ViewRecord(
        variant=view.variant.id,
        rules=differences(view.variant),
        board=view.board.cells,
        rack=view.rack.codes,
        unseen=None if view.unseen is None else view.unseen.codes,
        hands_left=None if left is None else tuple([hand.codes for hand in left]),
        history=[_format_seen(event, alphabet) for event in view.history],
        **told,
    )


def parse_view(record: ViewRecord) -> View:
    """The view of a record. ParseError if it cannot be one."""
    variant = with_house_rules(load_variant(record.variant), record.rules)
    alphabet, left = variant.alphabet, record.hands_left
    width, height = variant.layout.width, variant.layout.height
    if len(record.board) != width * height:
        raise ParseError(f"board: {len(record.board)} squares, and there are {width * height}")
    told: dict[str, Any] = {name: getattr(record, name) for name in _PLAIN}
    told |= {name: _parse_event(getattr(record, name), alphabet) for name in _EVENTS}
    return View(
        variant=variant,
        board=Board(width, height, record.board),
        rack=Tiles(record.rack),
        unseen=None if record.unseen is None else Tiles(record.unseen),
        hands_left=None if left is None else tuple([Tiles(codes) for codes in left]),
        history=tuple([_parse_seen(event, alphabet) for event in record.history]),
        **told,
    )


def _format_event(event: Any, alphabet: Alphabet) -> _EventRecord | None:
    return None if event is None else format_events((event,), alphabet)[0]


def _parse_event(record: _EventRecord | None, alphabet: Alphabet) -> Any:
    return None if record is None else parse_events([record], alphabet)[0]


def _format_seen(event: Seen, alphabet: Alphabet) -> _EventRecord:
    match event:
        case DrewUnseen(seat, count):
            return {"event": "drew_unseen", "seat": seat, "count": count}
        case ExchangedUnseen(seat, count):
            return {"event": "exchanged_unseen", "seat": seat, "count": count}
        case _:
            return format_events((event,), alphabet)[0]


def _parse_seen(record: _EventRecord, alphabet: Alphabet) -> Seen:
    unseen = _UNSEEN.get(str(record.get("event")))
    if unseen is None:
        return parse_events([record], alphabet)[0]
    try:
        return unseen(int(record["seat"]), int(record["count"]))
    except (KeyError, TypeError, ValueError):
        raise ParseError(f"{record.get('event')}: a seat and a count are whole numbers") from None
