"""Every legal turn, found slowly and straight from the rules: what the kernel is held against.

Nothing here knows the word graph. The referee judges every turn; what is tried is only narrowed
where the rules leave no doubt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Protocol

from wordsmith.rules.actions import Placed, Play
from wordsmith.rules.alphabet import LAID_WILD, WILD
from wordsmith.rules.judging import judge_play
from wordsmith.rules.parameters import PremiumWords
from wordsmith.rules.reasons import Words
from wordsmith.rules.scoring import score_runs
from wordsmith.rules.state import State, hand_after
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordsmith.engine.leaves import Leaves
    from wordsmith.rules.alphabet import Alphabet
    from wordsmith.rules.board import Board, Run
    from wordsmith.rules.view import View


class WordList(Words, Protocol):
    """Words that can also be counted through, in capitals as the tiles spell them."""

    @property
    def words(self) -> tuple[str, ...]:
        """Every word that counts."""


@dataclass(frozen=True, slots=True)
class _Tongue:
    """Words as tile codes, and the letters they have."""

    words: frozenset[bytes]
    letters: frozenset[int]

    @classmethod
    def of(cls, alphabet: Alphabet, words: list[str]) -> _Tongue:
        encoded = frozenset(alphabet.encode(word) for word in words if alphabet.spells(word))
        return cls(encoded, frozenset(code for word in encoded for code in word))

    def has(self, codes: bytes) -> bool:
        return codes in self.words


def one_line_plays(view: View, words: WordList) -> dict[Play, int]:
    """Every legal turn in one row or column without a gap, and its points; no wild tile is taken.

    Tries every word in every place. Cost: words times squares.
    """
    plays = {}
    for play in _laid_words(view, [*words.words, *view.accepted]):
        if play not in plays:
            points = _points(view, play, words)
            if points is not None:
                plays[play] = points
    return plays


def all_turns(view: View, words: WordList) -> dict[Play, int]:
    """Every legal turn, in one line or in several, with every choice of wild tiles taken.

    Tries every set of squares that hang together with an old tile (on an empty board: with each
    other), and every way to lay the hand on them. Cost: exponential; for hands of 3 or 4 tiles.
    """
    tongue = _Tongue.of(view.variant.alphabet, [*words.words, *view.accepted])
    turns = {}
    for swapped in _swaps(view):
        board = view.board.with_tiles(swapped)
        hand = hand_after(view.rack, Play(swapped=swapped))
        for squares in _shapes(board, len(hand)):
            for laid in _fillings(board, squares, hand, tongue):
                play = Play(laid, swapped)
                points = _points(view, play, words)
                if points is not None:
                    turns[play] = points
    return turns


def equity(view: View, play: Play, points: int, leaves: Leaves) -> int:
    """What a turn of so many points is worth, in millipoints.

    Its points, what the tiles kept are worth, and less the price of each wild tile that it leaves
    on the board. With an empty bag points are all.
    """
    if not view.bag:
        return 1000 * points
    stars = sum(bool(tile & LAID_WILD) for _, tile in play.laid) - len(play.swapped)
    kept = hand_after(view.rack, play)
    return 1000 * points + leaves.value(kept) - stars * leaves.star_price


def kind(view: View, play: Play) -> tuple[bool, int]:
    """The kind of a turn: the direction of its main word, and the square where that is tied.

    The main word is that of most points if every premium counted in every word; of several that
    which lies across, and begins first. It is tied at its first square that held a tile before the
    turn or lies aside of one that did; if there is none, at its beginning.
    """
    before = view.board.with_tiles(play.swapped)
    after = before.with_tiles(play.laid)
    every = replace(view.variant.rules, premium_words=PremiumWords.EVERY)
    runs = after.runs_through(play.squares)
    score = score_runs(replace(view.variant, rules=every), after, runs, play, len(view.rack))
    _, down, _, main = min(
        (-word.points, not run.across, run.start, run)
        for run, word in zip(runs, score.words, strict=True)
    )
    step = 1 if down else view.board.width
    for square in main.squares:
        beside = {square, square - step, square + step} & {square, *view.board.neighbours[square]}
        if any(before.tile(other) for other in beside):
            return down, square
    return down, main.start


def _points(view: View, play: Play, words: Words) -> int | None:
    """What a play scores; None if the referee refuses it."""
    verdict = judge_play(view.variant, state_of(view), seat_of(view), play, words)
    return verdict.score.points if verdict.is_legal else None


def state_of(view: View) -> State:
    """A position that looks like ``view``, as far as the judging of a play goes."""
    racks = [Tiles() for _ in view.hands]
    racks[seat_of(view)] = view.rack
    return State(
        board=view.board,
        bag=Tiles(),
        racks=tuple(racks),
        scores=view.scores,
        on_turn=seat_of(view),
        out=view.out,
        words_made=view.words_made,
        accepted=view.accepted,
        wild_layers=view.wild_layers,
    )


def seat_of(view: View) -> int:
    """The seat whose view it is. ValueError for somebody looking on."""
    if view.seat is None:
        raise ValueError("a view without a seat has no plays")
    return view.seat


def _laid_words(view: View, words: Iterable[str]) -> Iterator[Play]:
    """Each word in each place where it fits what lies there, laid in every way from the hand."""
    board, alphabet = view.board, view.variant.alphabet
    places = _lanes(board)
    for word in words:
        if len(word) < 2 or not alphabet.spells(word):
            continue
        codes = alphabet.encode(word)
        for lane in places:
            for first in range(len(lane) - len(codes) + 1):
                squares = lane[first : first + len(codes)]
                wanted = _wanted(board, squares, codes)
                if wanted and len(wanted) <= len(view.rack):
                    for laid in _from_hand(wanted, view.rack):
                        yield Play(frozenset(laid))


def _lanes(board: Board) -> list[range]:
    """Every row and every column."""
    size, width = len(board.cells), board.width
    rows = [range(start, start + width) for start in range(0, size, width)]
    return rows + [range(start, size, width) for start in range(width)]


def _wanted(board: Board, squares: range, codes: bytes) -> list[Placed]:
    """The letters still to be laid so that ``squares`` read as ``codes``; none if they cannot."""
    wanted = []
    for square, code in zip(squares, codes, strict=True):
        tile = board.tile(square)
        if not tile:
            wanted.append((square, code))
        elif tile & ~LAID_WILD != code:
            return []
    return wanted


def _from_hand(wanted: list[Placed], hand: Tiles) -> Iterator[list[Placed]]:
    """Every way to lay these letters from the hand, wild tiles in any place included."""
    if not wanted:
        yield []
        return
    (square, code), rest = wanted[0], wanted[1:]
    for tile, laid in ((code, code), (WILD, code | LAID_WILD)):
        if tile in hand:
            for more in _from_hand(rest, hand - Tiles(bytes([tile]))):
                yield [(square, laid), *more]


def _swaps(view: View) -> Iterator[frozenset[Placed]]:
    """Every set of wild tiles of the board whose letters the hand holds; the rules judge later."""
    wilds = [
        (square, tile & ~LAID_WILD)
        for square, tile in enumerate(view.board.cells)
        if tile & LAID_WILD
    ]
    for count in range(len(wilds) + 1):
        for chosen in combinations(wilds, count):
            if not Tiles.of(code for _, code in chosen).missing_from(view.rack):
                yield frozenset(chosen)


def _shapes(board: Board, most: int) -> set[frozenset[int]]:
    """Sets of up to ``most`` empty squares, each joined to an old tile or, at first, to another."""
    empty = {square for square, tile in enumerate(board.cells) if not tile}
    seeds = {s for s in empty if board.is_empty or any(map(board.tile, board.neighbours[s]))}
    edge = {frozenset([seed]) for seed in seeds} if most else set()
    shapes = set(edge)
    for _ in range(most - 1):
        edge = {
            shape | {square}
            for shape in edge
            for square in _growth(board, shape, empty, set() if board.is_empty else seeds)
        }
        shapes |= edge
    return shapes


def _growth(board: Board, shape: frozenset[int], empty: set[int], seeds: set[int]) -> set[int]:
    """The squares that a shape may grow by."""
    beside = {square for member in shape for square in board.neighbours[member]}
    return ((beside & empty) | seeds) - shape


def _fillings(
    board: Board, squares: frozenset[int], hand: Tiles, tongue: _Tongue
) -> Iterator[frozenset[Placed]]:
    """Every way to lay tiles of the hand on ``squares`` so that all runs are words."""
    order = sorted(squares)
    outline = board.with_tiles([(square, 1) for square in order])
    due: dict[int, list[Run]] = {square: [] for square in order}
    for run in outline.runs_through(order):
        due[max(squares.intersection(run.squares))].append(run)

    def fill(number: int, board: Board, hand: Tiles) -> Iterator[frozenset[Placed]]:
        if number == len(order):
            yield frozenset((square, board.tile(square)) for square in order)
            return
        square = order[number]
        for tile, laid in _choices(hand, tongue.letters):
            after = board.with_tiles([(square, laid)])
            if all(tongue.has(after.letters(run)) for run in due[square]):
                yield from fill(number + 1, after, hand - Tiles(bytes([tile])))

    return fill(0, board, hand)


def _choices(hand: Tiles, letters: frozenset[int]) -> Iterator[tuple[int, int]]:
    """Each tile of the hand, and what it may lie as: a wild one as a letter that words have."""
    for tile in sorted(set(hand)):
        if tile != WILD:
            yield tile, tile
        else:
            yield from ((WILD, code | LAID_WILD) for code in sorted(letters))
