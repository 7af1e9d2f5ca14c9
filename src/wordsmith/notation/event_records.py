"""Events as JSON-able values: a name, and every field of the event under its own name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wordsmith.errors import ParseError
from wordsmith.notation import shapes
from wordsmith.notation.letters import format_placed, format_rack, parse_rack, signs
from wordsmith.rules.actions import Placed, Play
from wordsmith.rules.events import (
    Accepted,
    Agreed,
    BagOpened,
    ChallengeFailed,
    ChallengeUpheld,
    Drew,
    Ended,
    EndReason,
    Event,
    Exchanged,
    Passed,
    Played,
    Proposed,
    Rejected,
    Resigned,
    TimedOut,
    Voted,
    WordMade,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wordsmith.rules.alphabet import Alphabet

EVENTS: dict[str, type[Event]] = {
    "drew": Drew,
    "played": Played,
    "exchanged": Exchanged,
    "passed": Passed,
    "resigned": Resigned,
    "timed_out": TimedOut,
    "bag_opened": BagOpened,
    "agreed": Agreed,
    "proposed": Proposed,
    "voted": Voted,
    "rejected": Rejected,
    "accepted": Accepted,
    "challenge_upheld": ChallengeUpheld,
    "challenge_failed": ChallengeFailed,
    "ended": Ended,
}
"""Every event under its name in a record; the names are kept when classes are renamed."""

_NAMES = {kind: name for name, kind in EVENTS.items()}
_KIND = "event"  # the field that holds the name
_MOST_SEAT = 3
_MOST_SQUARE = 9999
_MOST_COUNTED = 10**6


@dataclass(frozen=True, slots=True)
class _Field:
    """How one type of value is written and read."""

    format: Callable[[Any, Alphabet], Any]
    parse: Callable[[Any, str, Alphabet], Any]


def format_events(events: Iterable[Event], alphabet: Alphabet) -> list[dict[str, Any]]:
    """Events as JSON-able values; ``parse_events`` reads them back."""
    return [_format_event(event, alphabet) for event in events]


def parse_events(records: Any, alphabet: Alphabet) -> tuple[Event, ...]:
    """The events of a list of records. ParseError says which event and field is wrong, and why."""
    listed = shapes.array(records, "events")
    return tuple([_parse_event(entry, n, alphabet) for n, entry in enumerate(listed, start=1)])


def format_play_record(play: Play, alphabet: Alphabet) -> dict[str, Any]:
    """A play as lists of [square, letter]."""
    return {
        "laid": [list(pair) for pair in format_placed(play.laid, alphabet)],
        "swapped": [list(pair) for pair in format_placed(play.swapped, alphabet)],
    }


def parse_play_record(value: Any, where: str, alphabet: Alphabet) -> Play:
    """The play of lists of [square, letter]. ParseError names the entry that is wrong."""
    played = shapes.mapping(value, where)
    shapes.refuse_others(played, frozenset(("laid", "swapped")), where)
    laid, swapped = (
        _parse_placed(shapes.member(played, name, where), f"{where}.{name}", alphabet)
        for name in ("laid", "swapped")
    )
    return Play(laid, swapped)


def _format_event(event: Event, alphabet: Alphabet) -> dict[str, Any]:
    kind = type(event)
    record: dict[str, Any] = {_KIND: _NAMES[kind]}
    for name, field in _FIELDS[kind]:
        record[name] = field.format(getattr(event, name), alphabet)
    return record


def _parse_event(entry: Any, number: int, alphabet: Alphabet) -> Event:
    where = f"event {number}"
    record = shapes.mapping(entry, where)
    name = shapes.text(shapes.member(record, _KIND, where), f"{where}, {_KIND}")
    kind = EVENTS.get(name)
    if kind is None:
        raise ParseError("event.unknown", where=where, name=repr(name))
    where = f"{where} ({name})"
    known = _FIELDS[kind]
    shapes.refuse_others(record, _MEMBERS[kind], where)
    return kind(
        **{
            field: codec.parse(shapes.member(record, field, where), f"{where}, {field}", alphabet)
            for field, codec in known
        }
    )


def _parse_tiles(value: Any, where: str, alphabet: Alphabet) -> Any:
    try:
        return parse_rack(shapes.text(value, where), alphabet)
    except ParseError as error:
        raise ParseError("in", where=where, why=error) from None


def _parse_placed(value: Any, where: str, alphabet: Alphabet) -> frozenset[Placed]:
    known = signs(alphabet)
    placed = []
    for number, entry in enumerate(shapes.array(value, where)):
        here = f"{where}[{number}]"
        pair = shapes.array(entry, here)
        if len(pair) != 2:
            raise ParseError("event.placed", where=here, count=len(pair))
        square, letter = shapes.whole(pair[0], here, 0, _MOST_SQUARE), shapes.text(pair[1], here)
        if letter not in known:
            raise ParseError("event.letter", where=here, letter=repr(letter), alphabet=alphabet.id)
        placed.append((square, known[letter]))
    return frozenset(placed)


def _parse_word(value: Any, where: str, alphabet: Alphabet) -> str:
    word = shapes.text(value, where)
    if not word or not alphabet.spells(word):
        raise ParseError("event.word", where=where, word=repr(word), alphabet=alphabet.id)
    return word


def _format_made(made: tuple[WordMade, ...], _: Alphabet) -> list[dict[str, Any]]:
    return [
        {"word": w.word, "square": w.square, "across": w.across, "points": w.points} for w in made
    ]


def _parse_made(value: Any, where: str, alphabet: Alphabet) -> tuple[WordMade, ...]:
    made = []
    for number, entry in enumerate(shapes.array(value, where)):
        here = f"{where}[{number}]"
        record = shapes.mapping(entry, here)
        shapes.refuse_others(record, frozenset(("word", "square", "across", "points")), here)
        word, square, across, points = (
            shapes.member(record, name, here) for name in ("word", "square", "across", "points")
        )
        made.append(
            WordMade(
                _parse_word(word, f"{here}.word", alphabet),
                shapes.whole(square, f"{here}.square", 0, _MOST_SQUARE),
                shapes.flag(across, f"{here}.across"),
                shapes.whole(points, f"{here}.points"),
            )
        )
    return tuple(made)


def _parse_reason(value: Any, where: str, _: Alphabet) -> EndReason:
    reason = shapes.text(value, where)
    if reason not in list(EndReason):
        raise ParseError("event.ending", where=where, reason=repr(reason))
    return EndReason(reason)


def _format_reason(reason: EndReason, _: Alphabet) -> str:
    return str(reason)


def _plain(value: Any, _: Alphabet) -> Any:
    return value


def _listed(value: tuple[Any, ...], _: Alphabet) -> list[Any]:
    return list(value)


def _parse_seat(value: Any, where: str, _: Alphabet) -> int:
    return shapes.whole(value, where, 0, _MOST_SEAT)


def _parse_whole(value: Any, where: str, _: Alphabet) -> int:
    return shapes.whole(value, where, -_MOST_COUNTED, _MOST_COUNTED)


def _parse_flag(value: Any, where: str, _: Alphabet) -> bool:
    return shapes.flag(value, where)


def _each(parse: Callable[[Any, str, Alphabet], Any]) -> Callable[[Any, str, Alphabet], Any]:
    """The reader of a list, from that of one entry."""

    def parse_all(value: Any, where: str, alphabet: Alphabet) -> tuple[Any, ...]:
        listed = shapes.array(value, where)
        return tuple([parse(v, f"{where}[{n}]", alphabet) for n, v in enumerate(listed)])

    return parse_all


_SEAT, _SEATS = _Field(_plain, _parse_seat), _Field(_listed, _each(_parse_seat))
_WHOLE, _WHOLES = _Field(_plain, _parse_whole), _Field(_listed, _each(_parse_whole))
_FLAG = _Field(_plain, _parse_flag)
_TILES = _Field(format_rack, _parse_tiles)
_PLAY = _Field(format_play_record, parse_play_record)
_MADE = _Field(_format_made, _parse_made)
_WORDS = _Field(_listed, _each(_parse_word))
_REASON = _Field(_format_reason, _parse_reason)
_FIELDS: dict[type[Event], tuple[tuple[str, _Field], ...]] = {
    Drew: (("seat", _SEAT), ("tiles", _TILES)),
    Played: (("seat", _SEAT), ("play", _PLAY), ("words", _MADE), ("bonus", _WHOLE)),
    Exchanged: (("seat", _SEAT), ("tiles", _TILES)),
    Passed: (("seat", _SEAT),),
    Resigned: (("seat", _SEAT),),
    TimedOut: (("seat", _SEAT),),
    BagOpened: (("seat", _SEAT),),
    Agreed: (("seat", _SEAT),),
    Proposed: (
        ("seat", _SEAT),
        ("play", _PLAY),
        ("words", _MADE),
        ("bonus", _WHOLE),
        ("unknown", _WORDS),
    ),
    Voted: (("seat", _SEAT), ("accept", _FLAG)),
    Rejected: (("seat", _SEAT), ("words", _WORDS)),
    Accepted: (("seat", _SEAT),),
    ChallengeUpheld: (("seat", _SEAT), ("mover", _SEAT), ("words", _WORDS)),
    ChallengeFailed: (
        ("seat", _SEAT),
        ("mover", _SEAT),
        ("words", _WORDS),
        ("bonus", _WHOLE),
        ("loses_turn", _FLAG),
    ),
    Ended: (("reason", _REASON), ("winners", _SEATS), ("reckoning", _WHOLES)),
}
"""Every field of every event, in the order in which it is written."""
_MEMBERS = {
    kind: frozenset((_KIND, *[name for name, _ in fields])) for kind, fields in _FIELDS.items()
}
"""What a record of each event may hold."""
