"""Positions and plays as text, read without the notation room: tests of rules stand alone.

Boards are the board field of CGP, plays those of ``tests/golden/scoring.toml``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wordsmith.errors import IllegalAction
from wordsmith.rules.actions import Action, Play
from wordsmith.rules.alphabet import LAID_WILD, WILD, WILD_SIGNS
from wordsmith.rules.board import Board
from wordsmith.rules.reasons import Reason, WhyNot, Words
from wordsmith.rules.referee import decide, judge
from wordsmith.rules.state import State, apply_all, initial_state
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import Variant, load_variant, with_house_rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordsmith.rules.alphabet import Alphabet
    from wordsmith.rules.events import Event


@dataclass(frozen=True)
class WordSet:
    """A tiny lexicon: only these words count, or all but these."""

    listed: frozenset[str] = frozenset()
    all_but: bool = False

    def __contains__(self, word: str, /) -> bool:
        return (word in self.listed) != self.all_but

    def why_not(self, word: str, /) -> WhyNot:
        """The reason a list can give."""
        return WhyNot("unknown", lemma=word)


ANY_WORD = WordSet(all_but=True)
"""Every string of letters counts."""


def only(*words: str) -> WordSet:
    """A lexicon of these words."""
    return WordSet(frozenset(words))


def all_but(*words: str) -> WordSet:
    """A lexicon of everything but these words."""
    return WordSet(frozenset(words), all_but=True)


@dataclass
class FromList:
    """Chance that gives what a test has written down, then the lowest tiles of the bag."""

    alphabet: Alphabet
    draws: list[str] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)  # how many tiles, each time

    def draw(self, bag: Tiles, count: int) -> Tiles:
        """The next listed draw, which must be as many as are due."""
        self.asked.append(count)
        drawn = read_tiles(self.alphabet, self.draws.pop(0)) if self.draws else None
        if drawn is None:
            return Tiles(bag.codes[:count])
        assert len(drawn) == count
        return drawn


def house(variant_id: str, **rules: str) -> Variant:
    """A preset with house rules."""
    return with_house_rules(load_variant(variant_id), rules)


def read_tile(alphabet: Alphabet, sign: str) -> int:
    """The code of a tile on the board: small = wild."""
    code = alphabet.code(sign.upper())
    assert code is not None, sign
    return code if sign.isupper() else code | LAID_WILD


def read_tiles(alphabet: Alphabet, text: str) -> Tiles:
    """A hand or a bag."""
    return Tiles.of(WILD if sign in WILD_SIGNS else read_tile(alphabet, sign) for sign in text)


def read_board(variant: Variant, text: str) -> Board:
    """A board from rows joined by ``/``."""
    cells = bytearray()
    for row in text.split("/"):
        for number, sign in re.findall(r"(\d+)|(\D)", row):
            cells += bytes(int(number)) if number else bytes([read_tile(variant.alphabet, sign)])
    layout = variant.layout
    assert len(cells) == layout.size, text
    return Board(layout.width, layout.height, bytes(cells))


def read_play(variant: Variant, board: Board, text: str) -> Play:
    """A play; dots and parts are only as strict as a test needs."""
    places, tiles = (field.split(";") for field in text.split())
    laid: set[tuple[int, int]] = set()
    swapped: set[tuple[int, int]] = set()
    for place, signs in zip(places, tiles, strict=True):
        first, step = read_place(place.lstrip("*"), board.width)
        found = {
            (first + step * n, read_tile(variant.alphabet, sign))
            for n, sign in enumerate(signs)
            if sign != "."
        }
        if place.startswith("*"):
            swapped |= found
        else:
            laid |= found
    return Play(frozenset(laid), frozenset(swapped))


def read_place(text: str, width: int) -> tuple[int, int]:
    """The first square of a place, and the step to the next: ``8H`` across, ``H8`` down."""
    letters, digits = re.sub(r"\d", "", text), re.sub(r"\D", "", text)
    square = (int(digits) - 1) * width + ord(letters) - ord("A")
    return square, (1 if text[0].isdigit() else width)


def at(variant: Variant, *places: str) -> tuple[int, ...]:
    """The squares named, as in ``H8``."""
    return tuple(read_place(place, variant.layout.width)[0] for place in places)


def position(
    variant: Variant, racks: Iterable[str], board: str = "", bag: str = "", **more: Any
) -> State:
    """A position with these hands; ``more`` sets further fields of the state."""
    hands = tuple(read_tiles(variant.alphabet, rack) for rack in racks)
    state = initial_state(variant, len(hands))._replace(
        racks=hands,
        bag=read_tiles(variant.alphabet, bag),
        **more,
    )
    return state._replace(board=read_board(variant, board)) if board else state


def play(variant: Variant, state: State, text: str) -> Play:
    """A play on the board of a position."""
    return read_play(variant, state.board, text)


def follow(
    variant: Variant,
    state: State,
    seat: int,
    action: Action | str,
    words: Words = ANY_WORD,
    draws: Iterable[str] = (),
) -> tuple[tuple[Event, ...], State]:
    """What happens on an action (a play may be its text), and the position after it."""
    wanted = play(variant, state, action) if isinstance(action, str) else action
    chance = FromList(variant.alphabet, list(draws))
    events = decide(variant, state, seat, wanted, words, chance)
    assert not chance.draws, "more draws than were due"
    return events, apply_all(state, events)


def after(
    variant: Variant,
    state: State,
    *moves: tuple[int, Action | str],
    words: Words = ANY_WORD,
) -> State:
    """The position after several actions (seat, action)."""
    for seat, action in moves:
        _, state = follow(variant, state, seat, action, words)
    return state


def refusals(
    variant: Variant, state: State, seat: int, action: Action | str, words: Words = ANY_WORD
) -> list[Reason]:
    """Why an action is refused; empty if it is not."""
    wanted = play(variant, state, action) if isinstance(action, str) else action
    try:
        judge(variant, state, seat, wanted, words)
    except IllegalAction as refusal:
        return [reason for reason in refusal.reasons if isinstance(reason, Reason)]
    return []


def codes(reasons: Iterable[Reason]) -> list[str]:
    """The codes of reasons, sorted."""
    return sorted(reason.code for reason in reasons)
