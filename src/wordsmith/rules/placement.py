"""Whether the tiles of a play lie as the rules ask: a list of reasons, empty if they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.rules.alphabet import LAID_WILD, WILD
from wordsmith.rules.parameters import Lines, Opening, WildSwap
from wordsmith.rules.reasons import Code, Reason
from wordsmith.rules.state import hand_with_wild, tiles_used

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from wordsmith.rules.actions import Play
    from wordsmith.rules.board import Board, Run
    from wordsmith.rules.state import State
    from wordsmith.rules.tiles import Tiles
    from wordsmith.rules.variant import Variant


def covering_reasons(state: State, play: Play) -> list[Reason]:
    """What is wrong with the squares themselves; the rest cannot be asked before this is right."""
    cells = state.board.cells
    size, squares = len(cells), [square for square, _ in [*play.laid, *play.swapped]]
    off = {square for square in squares if not 0 <= square < size}
    if off:
        return [Reason(Code.OFF_BOARD, tuple(sorted(off)))]
    bad = {square for square, _ in play.laid if cells[square]}
    if len(set(squares)) < len(squares):
        bad |= {square for square in squares if squares.count(square) > 1}
    return [Reason(Code.OCCUPIED, tuple(sorted(bad)))] if bad else []


def hand_reasons(rack: Tiles, play: Play) -> list[Reason]:
    """``not_in_rack`` with the squares of tiles that the hand, wild tiles taken included, lacks."""
    missing = tiles_used(play).missing_from(hand_with_wild(rack, play))
    if not missing:
        return []
    lacking = [
        square
        for square, tile in sorted([*play.laid, *play.swapped])
        if (WILD if tile & LAID_WILD else tile) in missing
    ]
    return [Reason(Code.NOT_IN_RACK, tuple(lacking))]


def swap_reasons(variant: Variant, state: State, seat: int, play: Play) -> list[Reason]:
    """What is wrong with the wild tiles taken from the board."""
    reasons = []
    for square, tile in sorted(play.swapped):
        where = (square,)
        if not _may_swap(variant, state, seat, square):
            reasons.append(Reason(Code.SWAP_NOT_ALLOWED, where))
        elif not state.board.is_wild(square):
            reasons.append(Reason(Code.SWAP_NO_WILD, where))
        elif tile != state.board.tile(square) & ~LAID_WILD:
            reasons.append(Reason(Code.SWAP_WRONG_LETTER, where))
    wild_laid = [square for square, tile in play.laid if tile & LAID_WILD]
    if len(wild_laid) < len(play.swapped):
        owed = tuple(sorted(square for square, _ in play.swapped))
        reasons.append(Reason(Code.SWAP_NOT_LAID, owed))
    return reasons


def _may_swap(variant: Variant, state: State, seat: int, square: int) -> bool:
    rule = variant.rules.wild_swap
    if rule is not WildSwap.NEXT_PLAYER:
        return rule is WildSwap.ANY_PLAYER
    layer = dict(state.wild_layers).get(square)
    # who laid a wild tile of a given board is not known: it may be taken
    return layer is None or state.seat_after(layer) == seat


def line_reasons(variant: Variant, board: Board, squares: AbstractSet[int]) -> list[Reason]:
    """``not_one_line`` or ``gap`` where all tiles of a turn must lie in one line."""
    if variant.rules.lines_per_turn is Lines.ANY:
        return []
    rows = {square // board.width for square in squares}
    columns = {square % board.width for square in squares}
    if len(rows) > 1 and len(columns) > 1:
        return [Reason(Code.NOT_ONE_LINE, tuple(sorted(squares)))]
    step = 1 if len(rows) == 1 else board.width
    line = range(min(squares), max(squares) + 1, step)
    gaps = [square for square in line if square not in squares and not board.tile(square)]
    return [Reason(Code.GAP, tuple(gaps))] if gaps else []


def joining_reasons(
    variant: Variant, board: Board, squares: AbstractSet[int], runs: list[Run]
) -> list[Reason]:
    """What keeps tiles from hanging together with old ones, or from being an opening."""
    if not board.is_empty:
        loose = squares - _reached(board, squares, _beside_old(board, squares))
        return [Reason(Code.NOT_JOINED, tuple(sorted(loose)))] if loose else []
    reasons = []
    if len(squares) < 2:
        reasons.append(Reason(Code.TOO_SHORT, tuple(squares)))
    first = _opening_squares(variant, runs)
    if not first and not (len(squares) == 1 and _covers_start(variant, squares)):
        reasons.append(Reason(Code.START_CELL, tuple(sorted(variant.layout.starts))))
    loose = squares - _reached(board, squares, first or {min(squares)})
    if loose:
        reasons.append(Reason(Code.NOT_JOINED, tuple(sorted(loose))))
    return reasons


def _covers_start(variant: Variant, squares: AbstractSet[int]) -> bool:
    """Whether one lone letter would be in the right place, were it a word."""
    one = variant.rules.opening is Opening.ONE_START_CELL
    return one and bool(squares & variant.layout.starts)


def _opening_squares(variant: Variant, runs: list[Run]) -> set[int]:
    """The squares of the words that cover the start cells as the opening asks."""
    least = 2 if variant.rules.opening is Opening.TWO_START_CELLS else 1
    starts = variant.layout.starts
    return {
        square
        for run in runs
        if sum(square in starts for square in run.squares) >= least
        for square in run.squares
    }


def _beside_old(board: Board, squares: AbstractSet[int]) -> set[int]:
    cells, beside = board.cells, board.neighbours
    return {square for square in squares for other in beside[square] if cells[other]}


def _reached(board: Board, squares: AbstractSet[int], start: Iterable[int]) -> set[int]:
    """The new squares that hang together with ``start`` through each other."""
    reached = set(start) & squares
    edge, neighbours = list(reached), board.neighbours
    while edge:
        for beside in neighbours[edge.pop()]:
            if beside in squares and beside not in reached:
                reached.add(beside)
                edge.append(beside)
    return reached
