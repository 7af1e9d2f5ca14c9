"""Records: whole games as JSON, the full truth about them, with the number of their format.

Letters are text: capitals, a small letter for a wild tile on the board, ``?`` for one in a hand.
Readers of old formats live here and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wordsmith.errors import ParseError
from wordsmith.notation import shapes
from wordsmith.notation.cgp import format_board, parse_board
from wordsmith.notation.event_records import format_events, parse_events
from wordsmith.notation.letters import format_rack, parse_rack
from wordsmith.rules.game import Game
from wordsmith.rules.sealed_bag import Seal, format_order, parse_order
from wordsmith.rules.state import State, apply
from wordsmith.rules.variant import Variant, differences, load_variant, with_house_rules

if TYPE_CHECKING:
    from wordsmith.rules.events import Event
    from wordsmith.rules.tiles import Tiles

__all__ = ["FORMAT", "GameRecord", "format_events", "format_record", "parse_events", "parse_record"]

FORMAT = 1
"""The number of the format that we write."""

_MEMBERS = frozenset(("format", "variant", "rules", "names", "start", "events", "seal"))
_START_MEMBERS = frozenset(
    ("board", "bag", "racks", "scores", "on_turn", "turn", "scoreless", "words_made", "accepted")
)
_SEAL_MEMBERS = frozenset(("hash", "salt", "order"))


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game, and who played it."""

    game: Game
    names: tuple[str, ...]  # by seat
    seal: Seal | None = None  # None: its bag was not sealed, or is not yet open to see


def format_record(game: Game, names: tuple[str, ...], seal: Seal | None = None) -> dict[str, Any]:
    """A game as a JSON-able value; ``parse_record`` reads it back.

    ``seal`` tells the order of the bag: only for a game that is over.
    ValueError unless there is a name for each seat.
    """
    if len(names) != len(game.start.racks):
        raise ValueError(f"{len(names)} names for {len(game.start.racks)} seats")
    record = {
        "format": FORMAT,
        "variant": game.variant.id,
        "rules": differences(game.variant),
        "names": list(names),
        "start": _format_start(game.start, game.variant),
        "events": format_events(game.events, game.variant.alphabet),
    }
    return record if seal is None else {**record, "seal": _format_seal(seal, game.variant)}


def parse_record(record: Any) -> GameRecord:
    """The game of a record. ParseError says what is wrong and where."""
    members = shapes.mapping(record, "record")
    written = shapes.whole(shapes.member(members, "format", "record"), "format")
    if written != FORMAT:
        raise ParseError("record.format", format=written, known=FORMAT)
    if members.get("unfinished"):
        raise ParseError("record.unfinished")
    shapes.refuse_others(members, _MEMBERS, "record")
    variant = _parse_variant(members)
    start = _parse_start(shapes.member(members, "start", "record"), variant)
    names = _texts(shapes.member(members, "names", "record"), "names")
    if len(names) != len(start.racks):
        raise ParseError("record.names", count=len(names), racks=len(start.racks))
    events = parse_events(shapes.member(members, "events", "record"), variant.alphabet)
    seal = _parse_seal(members["seal"], variant) if "seal" in members else None
    return GameRecord(Game(variant, start, events, _fold(start, events)), names, seal)


def _parse_variant(members: dict[str, Any]) -> Variant:
    preset = load_variant(shapes.text(shapes.member(members, "variant", "record"), "variant"))
    rules = shapes.mapping(shapes.member(members, "rules", "record"), "rules")
    return with_house_rules(
        preset, {key: shapes.text(value, f"rules, {key}") for key, value in rules.items()}
    )


def _fold(start: State, events: tuple[Event, ...]) -> State:
    """The state after events that may be anybody's. ParseError names the one that cannot be."""
    state = start
    for number, event in enumerate(events, start=1):
        try:
            state = apply(state, event)
            _demand_seated(event, len(start.racks))
        except (ValueError, IndexError, AssertionError):
            kind = type(event).__name__
            raise ParseError("record.event", number=number, kind=kind) from None
    return state


def _demand_seated(event: Event, seats: int) -> None:
    """ValueError if the event is of a seat that is not at the table."""
    named = [getattr(event, "seat", 0), getattr(event, "mover", 0), *getattr(event, "winners", ())]
    if max(named) >= seats:
        raise ValueError(named)


def _format_start(start: State, variant: Variant) -> dict[str, Any]:
    alphabet = variant.alphabet
    written = {
        "board": format_board(start.board, alphabet),
        "bag": format_rack(start.bag, alphabet),
        "racks": [format_rack(rack, alphabet) for rack in start.racks],
        "scores": list(start.scores),
        "on_turn": start.on_turn,
        "turn": start.turn,
        "scoreless": start.scoreless,
        "words_made": sorted(start.words_made),
    }
    return {**written, "accepted": sorted(start.accepted)} if start.accepted else written


def _parse_start(value: Any, variant: Variant) -> State:
    members = shapes.mapping(value, "start")
    shapes.refuse_others(members, _START_MEMBERS, "start")
    board, bag, racks, scores, words = (
        shapes.member(members, name, "start")
        for name in ("board", "bag", "racks", "scores", "words_made")
    )
    on_turn, turn, scoreless = (
        shapes.whole(shapes.member(members, name, "start"), f"start, {name}", 0)
        for name in ("on_turn", "turn", "scoreless")
    )
    hands = tuple(
        _tiles(text, f"start, racks[{number}]", variant)
        for number, text in enumerate(_texts(racks, "start, racks"))
    )
    points = tuple(shapes.whole(score, "start, scores") for score in _entries(scores, "scores"))
    if not 2 <= len(hands) <= 4 or len(points) != len(hands) or on_turn >= len(hands):
        raise ParseError("record.start")
    return State(
        board=parse_board(shapes.text(board, "start, board"), variant),
        bag=_tiles(shapes.text(bag, "start, bag"), "start, bag", variant),
        racks=hands,
        scores=points,
        on_turn=on_turn,
        turn=turn,
        scoreless=scoreless,
        bag_turns=(0,) * len(hands),
        words_made=frozenset(_texts(words, "start, words_made")),
        accepted=frozenset(_texts(members.get("accepted", []), "start, accepted")),
    )


def _format_seal(seal: Seal, variant: Variant) -> dict[str, Any]:
    order = format_order(seal.order, variant.alphabet)
    return {"hash": seal.hash, "salt": seal.salt, "order": order}


def _parse_seal(value: Any, variant: Variant) -> Seal:
    """What a record says of its seal; whether it is true is for ``check_seal``."""
    members = shapes.mapping(value, "seal")
    shapes.refuse_others(members, _SEAL_MEMBERS, "seal")
    shown, salt, order = (
        shapes.text(shapes.member(members, name, "seal"), f"seal, {name}")
        for name in ("hash", "salt", "order")
    )
    try:
        return Seal(parse_order(order, variant.alphabet), salt, shown)
    except ParseError as error:
        raise ParseError("in", where="seal, order", why=error) from None


def _tiles(text: str, where: str, variant: Variant) -> Tiles:
    try:
        return parse_rack(text, variant.alphabet)
    except ParseError as error:
        raise ParseError("in", where=where, why=error) from None


def _texts(value: Any, where: str) -> tuple[str, ...]:
    return tuple(shapes.text(entry, where) for entry in shapes.array(value, where))


def _entries(value: Any, name: str) -> list[Any]:
    return shapes.array(value, f"start, {name}")
