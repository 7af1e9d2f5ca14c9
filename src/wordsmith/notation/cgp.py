"""CGP: a position on one line, ``board racks scores zeros operation; operation;``.

Racks and scores begin with the player on turn. Operations are kept, and never override the variant.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.errors import ParseError
from wordsmith.notation.letters import format_rack, parse_rack, signs
from wordsmith.rules.alphabet import LAID_WILD, WILD, WILD_SIGNS
from wordsmith.rules.board import Board
from wordsmith.rules.parameters import ScorelessPer
from wordsmith.rules.state import State
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.rules.alphabet import Alphabet
    from wordsmith.rules.variant import Variant

_CELLS = re.compile(r"([0-9]+)|\[([^\]]*)\]|(.)")
_SCORE = re.compile(r"[+-]?[0-9]{1,9}")

_CHALLENGE_NAMES = {
    "refuse": "void",
    "challenge_single": "single",
    "challenge_double": "double",
    "challenge_5": "5pt",
    "challenge_10": "10pt",
}
"""What CGP calls the values of ``check``."""


@dataclass(frozen=True, slots=True)
class Position:
    """What one line of CGP says."""

    board: Board
    racks: tuple[Tiles, ...]  # in order of play, the player on turn first
    scores: tuple[int, ...]  # in the same order
    scoreless: int  # successive turns without points
    operations: tuple[tuple[str, str], ...] = ()  # (name, arguments), in the order they were given


def parse_cgp(text: str, variant: Variant) -> Position:
    """The position of one line. ParseError says which field is wrong, and what in it."""
    fields = unicodedata.normalize("NFC", text).strip().split(None, 4)
    if len(fields) < 4:
        raise ParseError("cgp.fields", count=len(fields))
    board = parse_board(fields[0], variant)
    racks = tuple(_parse_racks(fields[1], variant.alphabet))
    scores = tuple(_whole(score, "scores") for score in fields[2].split("/"))
    if not 2 <= len(racks) <= 4:
        raise ParseError("cgp.players", count=len(racks))
    if len(scores) != len(racks):
        raise ParseError("cgp.scores", count=len(scores), racks=len(racks))
    scoreless = _whole(fields[3], "zeros")
    if scoreless < 0:
        raise ParseError("cgp.scoreless", count=scoreless)
    return Position(board, racks, scores, scoreless, tuple(_operations(fields[4:])))


def format_cgp(position: Position, variant: Variant) -> str:
    """The line of a position; ``parse_cgp`` reads it back."""
    fields = [
        format_board(position.board, variant.alphabet),
        "/".join(format_rack(rack, variant.alphabet) for rack in position.racks),
        "/".join(map(str, position.scores)),
        str(position.scoreless),
        *(f"{name} {arguments}".rstrip() + ";" for name, arguments in position.operations),
    ]
    return " ".join(fields)


def position_of(state: State) -> Position:
    """A position of a game, all hands in it, turned so that the seat on turn is first."""
    first = state.on_turn
    return Position(
        state.board,
        state.racks[first:] + state.racks[:first],
        state.scores[first:] + state.scores[:first],
        state.scoreless,
    )


def state_of(position: Position, variant: Variant, bag: Tiles | None = None) -> State:
    """A position as the rules know it: seat 0 on turn, the words on the board made already.

    CGP does not say what is in the bag; without ``bag`` it is empty.
    """
    filled = [square for square, tile in enumerate(position.board.cells) if tile]
    runs = position.board.runs_through(filled)
    return State(
        board=position.board,
        bag=bag or Tiles(),
        racks=position.racks,
        scores=position.scores,
        scoreless=position.scoreless,
        bag_turns=(0,) * len(position.racks),
        words_made=frozenset([variant.alphabet.decode(position.board.letters(r)) for r in runs]),
    )


def demand_possible(state: State, variant: Variant) -> None:
    """ParseError if a hand is too large, or board and hands need tiles that the box has not.

    A capital on the board may stand for a wild tile that was not written as one.
    """
    most, seen = variant.rules.rack_size, bytearray()
    for number, rack in enumerate(state.racks, start=1):
        if len(rack) > most:
            raise ParseError("cgp.large_rack", number=number, count=len(rack), most=most)
        seen += rack.codes
    held = Tiles.of(seen)
    laid = [WILD if tile & LAID_WILD else tile for tile in state.board.cells if tile]
    used = held + Tiles.of(laid)
    spare = variant.tiles.count(WILD) - used.count(WILD)
    for code in sorted(set(used)):
        count, there = used.count(code), variant.tiles.count(code)
        spare -= max(0, count - there) if code != WILD else 0
        if spare < 0 or held.count(code) > there:
            letter = variant.alphabet.sign(code) if code else WILD_SIGNS[0]
            raise ParseError("cgp.many", letter=letter, count=count, there=there)


def operation_warnings(position: Position, variant: Variant) -> list[str]:
    """Where the operations say something else than the variant, whose word it is."""
    said = dict(position.operations)
    rules = variant.rules
    ours = {
        "bb": str(rules.full_rack_bonus),
        "bdn": variant.layout.id,
        "cr": _CHALLENGE_NAMES.get(rules.check, rules.check),
        "etl": str(rules.exchange_minimum),
        "lex": variant.lexicon,
        "mcnz": str(_scoreless_limit(variant, len(position.racks))),
        "var": variant.id,
    }
    return [
        f"CGP operation {name}: {said[name]!r} is not used; it is {own!r} by {variant.id}"
        for name, own in ours.items()
        if name in said and said[name] != own
    ]


def parse_board(text: str, variant: Variant) -> Board:
    """The board field, sized as the variant's. ParseError names the row and what is wrong there."""
    layout = variant.layout
    rows = unicodedata.normalize("NFC", text).split("/")
    if len(rows) != layout.height:
        raise ParseError("cgp.rows", count=len(rows), layout=layout.id, height=layout.height)
    cells = bytearray()
    for number, row in enumerate(rows, start=1):
        try:
            cells += _parse_row(row, variant.alphabet, layout.width)
        except ParseError as error:
            raise ParseError("cgp.row", row=number, why=error) from None
    return Board(layout.width, layout.height, bytes(cells))


def format_board(board: Board, alphabet: Alphabet) -> str:
    """The board field; ``parse_board`` reads it back."""
    return "/".join(
        _format_row(board.cells[start : start + board.width], alphabet)
        for start in range(0, len(board.cells), board.width)
    )


def _parse_row(row: str, alphabet: Alphabet, width: int) -> bytes:
    known = signs(alphabet)
    cells = bytearray()
    for run, long_tile, sign in _CELLS.findall(row):
        if long_tile:
            raise ParseError("cgp.long_tile", tile=long_tile, alphabet=alphabet.id)
        if run:
            count = int(run) if len(run) < 5 else width + 1
            if not 1 <= count <= width:
                raise ParseError("cgp.run", count=run, width=width)
            cells += bytes(count)
        elif sign in known:
            cells.append(known[sign])
        else:
            raise ParseError("no_letter", letter=repr(sign or "[]"), alphabet=alphabet.id)
    if len(cells) != width:
        raise ParseError("cgp.width", count=len(cells), width=width)
    return bytes(cells)


def _format_row(cells: bytes, alphabet: Alphabet) -> str:
    text, empty = "", 0
    for tile in cells:
        if not tile:
            empty += 1
            continue
        text += (str(empty) if empty else "") + alphabet.sign(tile)
        empty = 0
    return text + (str(empty) if empty else "")


def _parse_racks(field: str, alphabet: Alphabet) -> Iterator[Tiles]:
    for number, rack in enumerate(field.split("/"), start=1):
        try:
            yield parse_rack(rack, alphabet)
        except ParseError as error:
            raise ParseError("cgp.rack", number=number, why=error) from None


def _whole(text: str, field: str) -> int:
    if not _SCORE.fullmatch(text):
        raise ParseError("cgp.number", field=field, text=repr(text))
    return int(text)


def _operations(rest: list[str]) -> Iterator[tuple[str, str]]:
    for operation in "".join(rest).split(";"):
        words = operation.split(None, 1)
        if words:
            yield words[0], words[1].strip() if len(words) > 1 else ""


def _scoreless_limit(variant: Variant, seats: int) -> int:
    rules = variant.rules
    return rules.scoreless_limit * (seats if rules.scoreless_per is ScorelessPer.SEAT else 1)
