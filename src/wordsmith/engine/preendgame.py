"""The last tiles of the bag: every way they may lie is played out.

With one or two tiles in the bag and two seats, a candidate move is worth what it brings on average
over all deals of the unseen tiles: first the share of games won, then the points.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, replace
from itertools import islice
from math import comb, prod
from typing import TYPE_CHECKING

from wordsmith.engine.endgame import solve_endgame
from wordsmith.engine.movegen import generate
from wordsmith.engine.turns import turns_by_words
from wordsmith.rules.actions import Pass, Play
from wordsmith.rules.alphabet import LAID_WILD, WILD
from wordsmith.rules.parameters import Lines
from wordsmith.rules.scoring import score_play
from wordsmith.rules.state import hand_after
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.engine.position import Vocabulary
    from wordsmith.rules.view import View

_MOST_IN_BAG = 2
_CANDIDATES = 8
_NODES = 3_000
"""Positions looked at in one endgame, where no time is given: a small share is proved."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a move brings, as far as it has been looked at."""

    move: Play | Pass
    wins: float  # the share of deals won; a drawn one is half
    gain: float  # points gained on the other seat from here to the end
    deals: int  # deals played out; all there are if ``complete``
    complete: bool
    proved: bool  # every endgame was proved and none was left out


@dataclass(frozen=True, slots=True)
class Deal:
    """One way the unseen tiles may lie."""

    bag: Tiles
    other: Tiles  # the hand of the other seat
    weight: int  # in how many ways that can be


def solve_preendgame(
    view: View,
    vocabulary: Vocabulary,
    *,
    seconds: float | None = None,
    candidates: int = _CANDIDATES,
    nodes: int = _NODES,
) -> tuple[Prospect, ...]:
    """The most promising moves with one or two tiles in the bag, the best first.

    Only moves that empty the bag are followed to the end; of the others, and of what the time does
    not allow, an estimate is all there is. Every candidate meets the same deals in the same order.
    ValueError if the bag does not hold one or two tiles, or if other than two seats are playing.
    """
    if view.seat is None or not 1 <= view.bag <= _MOST_IN_BAG or len(view.hands) != 2 or view.out:
        raise ValueError("one or two tiles in the bag, and two seats")
    until = None if seconds is None else time.monotonic() + seconds
    deals = sorted(deals_of(view), key=lambda deal: (-deal.weight, deal.bag.codes))
    ledgers = [_Ledger(move) for move in _candidates(view, vocabulary, candidates)]
    for deal in deals:
        for ledger in ledgers:
            if until is not None and time.monotonic() > until:
                break
            ledger.play_out(view, vocabulary, deal, nodes, until)
    found = [ledger.prospect(len(deals)) for ledger in ledgers if ledger.weight]
    if not found:
        return (Prospect(ledgers[0].move, 0.5, 0.0, 0, complete=False, proved=False),)
    return tuple(sorted(found, key=lambda prospect: (-prospect.wins, -prospect.gain)))


def deals_of(view: View) -> Iterator[Deal]:
    """Every way the tiles that ``view`` does not show may lie in the bag and the other hand."""
    board = Tiles.of(WILD if tile & LAID_WILD else tile for tile in view.board.cells if tile)
    unseen = view.variant.tiles - board - view.rack
    for bag in set(_choices(unseen, view.bag)):
        yield Deal(bag, unseen - bag, _ways(unseen, bag))


def _ways(tiles: Tiles, some: Tiles) -> int:
    """In how many ways ``some`` can be taken out of ``tiles``."""
    held, taken = Counter(tiles.codes), Counter(some.codes)
    return prod(comb(held[code], count) for code, count in taken.items())


def _choices(tiles: Tiles, count: int) -> Iterator[Tiles]:
    """Every multiset of ``count`` tiles, some of them more than once."""
    if not count:
        yield Tiles()
        return
    for code in sorted(set(tiles.codes)):
        one = Tiles(bytes([code]))
        for more in _choices(tiles - one, count - 1):
            yield one + more


def _candidates(view: View, vocabulary: Vocabulary, most: int) -> list[Play | Pass]:
    """The moves to look at: those of most points, the shorter ones among them, and none at all."""
    if view.variant.rules.lines_per_turn is Lines.ANY:
        found = turns_by_words(view, vocabulary, width=4, most=most)
    else:
        found = generate(view, vocabulary)
    least = view.bag
    filling = [c.play for c in found if len(c.play.laid) - len(c.play.swapped) >= least]
    waiting = [c.play for c in found if len(c.play.laid) - len(c.play.swapped) < least]
    chosen: list[Play | Pass] = [*islice(filling, most), *islice(waiting, 1)]
    return chosen or [Pass()]


class _Ledger:
    """What one move has brought in the deals so far."""

    def __init__(self, move: Play | Pass) -> None:
        self.move = move
        self.weight = 0
        self.wins = 0.0
        self.gain = 0.0
        self.deals = 0
        self.proved = True

    def play_out(
        self, view: View, vocabulary: Vocabulary, deal: Deal, nodes: int, until: float | None
    ) -> None:
        """Take one more deal into account."""
        assert view.seat is not None
        after = _After.of(view, self.move)
        lead = view.scores[view.seat] - view.scores[1 - view.seat]
        for drawn in set(_choices(deal.bag, after.draws)):
            gain, proved = after.outcome(vocabulary, deal, drawn, nodes, until)
            weight = deal.weight * _ways(deal.bag, drawn)
            self.weight += weight
            self.wins += weight * (0.5 if lead + gain == 0 else float(lead + gain > 0))
            self.gain += weight * gain
            self.proved &= proved
        self.deals += 1

    def prospect(self, deals: int) -> Prospect:
        """The means so far."""
        complete = self.deals == deals
        return Prospect(
            self.move,
            self.wins / self.weight,
            self.gain / self.weight,
            self.deals,
            complete,
            complete and self.proved,
        )


@dataclass(frozen=True, slots=True)
class _After:
    """The position after a move, before tiles are drawn."""

    view: View  # with the hand as the move leaves it
    points: int
    draws: int

    @classmethod
    def of(cls, view: View, move: Play | Pass) -> _After:
        """What ``move`` makes of ``view``."""
        points, board, rack = 0, view.board, view.rack
        if isinstance(move, Play):
            points = score_play(view.variant, board, move, len(rack)).points
            board = board.with_tiles([*move.swapped, *move.laid])
            rack = hand_after(rack, move)
        assert view.seat is not None
        scores = list(view.scores)
        scores[view.seat] += points
        scoreless = 0 if points else view.scoreless + 1
        after = replace(view, board=board, rack=rack, scores=tuple(scores), scoreless=scoreless)
        return cls(after, points, min(view.bag, view.variant.rules.rack_size - len(rack)))

    def outcome(
        self,
        vocabulary: Vocabulary,
        deal: Deal,
        drawn: Tiles,
        nodes: int,
        until: float | None,
    ) -> tuple[int, bool]:
        """What the mover gains if these tiles are drawn; whether that is proved.

        The other seat, which is to move, can count all tiles by then. Tiles that stay in the bag
        are taken as if it held them: only an estimate.
        """
        seat = self.view.seat
        assert seat is not None
        rest = deal.bag - drawn
        own, others = self.view.rack + drawn, deal.other + rest
        hands = (own, others) if seat == 0 else (others, own)
        after = replace(
            self.view,
            seat=1 - seat,
            on_turn=1 - seat,
            rack=others,
            hands=(len(hands[0]), len(hands[1])),
            bag=0,
        )
        seconds = None if until is None else max(until - time.monotonic(), 0.001)
        ending = solve_endgame(after, vocabulary, hands=hands, seconds=seconds, nodes=nodes)
        return self.points - ending.value, ending.proved and not rest
