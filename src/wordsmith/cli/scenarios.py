"""The file of ``replay``: a position, and what the seats ask for, with what chance drew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wordsmith.cli.arguments import chosen_words
from wordsmith.cli.files import load_json
from wordsmith.errors import ParseError
from wordsmith.notation import shapes
from wordsmith.notation.cgp import Position, parse_board, state_of
from wordsmith.notation.letters import parse_rack
from wordsmith.rules.board import Board
from wordsmith.rules.variant import load_variant, with_house_rules

if TYPE_CHECKING:
    from pathlib import Path

    from wordsmith.lexicon import Lexicon
    from wordsmith.rules.state import State
    from wordsmith.rules.tiles import Tiles
    from wordsmith.rules.variant import Variant

TEXTS = ("play", "exchange")
"""What may be asked for with a text."""

SIGNALS = ("pass", "resign", "open_bag", "agree", "challenge")
"""What may be asked for with ``true``."""

VOTE = "vote"
"""The one that is ``true`` or ``false``."""

_KINDS = (*TEXTS, *SIGNALS, VOTE)
_MOST_SCORE = 10**6


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a seat asks for."""

    number: int  # from 1
    seat: int
    kind: str
    asked: Any  # the text of a play or an exchange; true, or a vote
    draw: Tiles  # what chance draws if it is allowed


@dataclass(frozen=True, slots=True)
class Scenario:
    """A position, the words that count, and the steps from there."""

    variant: Variant
    start: State
    words: Lexicon
    steps: tuple[Step, ...]


def load_scenario(path: Path) -> Scenario:
    """The scenario of a JSON file. ParseError says what is wrong and where."""
    value = load_json(path)
    try:
        return parse_scenario(value, path.parent)
    except ParseError as error:
        raise ParseError("in", where=path, why=error) from None


def parse_scenario(value: Any, folder: Path) -> Scenario:
    """The scenario of a JSON value; ``folder``: where a word file may lie."""
    top = shapes.mapping(value, "JSON")
    preset = load_variant(shapes.text(shapes.member(top, "variant", "JSON"), "variant"))
    variant = with_house_rules(preset, _overrides(_given(top, "overrides", {})))
    start = _start(shapes.member(top, "start", "JSON"), variant, top.get("seats"))
    name = top.get("words")
    words = chosen_words(None if name is None else shapes.text(name, "words"), variant, folder)
    actions = shapes.array(shapes.member(top, "actions", "JSON"), "actions")
    steps = [_step(entry, n, variant, start) for n, entry in enumerate(actions, start=1)]
    return Scenario(variant, start, words, tuple(steps))


def _given(values: dict[str, Any], name: str, otherwise: Any) -> Any:
    """A value that may be missing or null."""
    value = values.get(name)
    return otherwise if value is None else value


def _overrides(value: Any) -> dict[str, str]:
    overrides = {}
    for key, text in shapes.mapping(value, "overrides").items():
        number = isinstance(text, int) and not isinstance(text, bool)
        overrides[key] = str(text) if number else shapes.text(text, f"overrides, {key}")
    return overrides


def _start(value: Any, variant: Variant, seats: Any) -> State:
    start = shapes.mapping(value, "start")
    racks = shapes.array(shapes.member(start, "racks", "start"), "start, racks")
    count = len(racks) if seats is None else shapes.whole(seats, "seats", 2, 4)
    if len(racks) != count or not 2 <= count <= 4:
        raise ParseError("scenario.racks", count=len(racks), seats=count)
    scores = shapes.array(_given(start, "scores", [0] * count), "start, scores")
    if len(scores) != count:
        raise ParseError("scenario.scores", count=len(scores), seats=count)
    position = Position(
        board=_board(start, variant),
        racks=tuple(_tiles(r, f"start, racks[{n}]", variant) for n, r in enumerate(racks)),
        scores=tuple(
            shapes.whole(score, f"start, scores[{n}]", -_MOST_SCORE, _MOST_SCORE)
            for n, score in enumerate(scores)
        ),
        scoreless=shapes.whole(_given(start, "scoreless", 0), "start, scoreless", 0),
    )
    bag = _tiles(shapes.member(start, "bag", "start"), "start, bag", variant)
    on_turn = shapes.whole(_given(start, "on_turn", 0), "start, on_turn", 0, count - 1)
    return state_of(position, variant, bag)._replace(on_turn=on_turn)


def _board(start: dict[str, Any], variant: Variant) -> Board:
    if start.get("board") is None:
        return Board.empty(variant.layout.width, variant.layout.height)
    return parse_board(shapes.text(start["board"], "start, board"), variant)


def _step(value: Any, number: int, variant: Variant, start: State) -> Step:
    where = f"action {number}"
    entry = shapes.mapping(value, where)
    last = len(start.racks) - 1
    seat = shapes.whole(shapes.member(entry, "seat", where), f"{where}, seat", 0, last)
    kinds = [kind for kind in _KINDS if kind in entry]
    if len(kinds) != 1:
        asked = ", ".join(kinds) or "-"
        raise ParseError("scenario.asks", where=where, asked=asked, known=", ".join(_KINDS))
    kind = kinds[0]
    asked = entry[kind]
    if kind in TEXTS:
        shapes.text(asked, f"{where}, {kind}")
    elif not shapes.flag(asked, f"{where}, {kind}") and kind != VOTE:
        raise ParseError("scenario.false", where=where, kind=kind)
    draw = _tiles(_given(entry, "draw", ""), f"{where}, draw", variant)
    return Step(number, seat, kind, asked, draw)


def _tiles(value: Any, where: str, variant: Variant) -> Tiles:
    written = shapes.text(value, where)
    try:
        return parse_rack(written, variant.alphabet)
    except ParseError as error:
        raise ParseError("in", where=where, why=error) from None
