"""Which of a few moves wins most often when the game goes on: Monte Carlo by static play.

Every candidate meets the same luck: sample n deals the same tiles for each. Candidates that are
surely worse than the best are given up, the two best get most of the samples, and the search ends
when one is left, or when samples or time are used up. Source: docs/engine.md#simulation.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from math import sqrt
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from wordsmith.engine import _rollouts
from wordsmith.engine.playing import playing_of
from wordsmith.rules.actions import Exchange, Pass, Play
from wordsmith.rules.alphabet import LAID_WILD, WILD
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wordsmith.engine.lanes import Words
    from wordsmith.engine.leaves import Leaves
    from wordsmith.engine.winning import Winning
    from wordsmith.rules.actions import Move
    from wordsmith.rules.view import View

_ROUND = 320
"""Samples of all candidates in a round, about: after each it is seen who is given up."""

_PIECE = 16
"""Samples of one candidate that a thread takes at once: the board with the candidate on it is built
once for them. Sums do not know who made them, so the number of threads changes nothing."""

_SURE = 3.0
"""Standard errors of the difference at which a candidate is given up."""

_ALIKE = 0.004
"""A chance by which a candidate may be better than the best and still be given up."""

_FIRST = 64
"""Samples that each candidate gets before any is given up."""

_MILLI, _TEN_THOUSANDTHS = 1_000, 10_000


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What static play goes by."""

    words: Words
    leaves: Leaves
    winning: Winning  # for as many seats as still play


class Tried(NamedTuple):
    """A move to be simulated: its points, and what the tiles kept are worth in millipoints."""

    move: Move
    points: int
    leave: int


@dataclass(frozen=True, slots=True)
class Simulated:
    """What the samples say of a move."""

    move: Move
    points: int
    samples: int
    spread: float  # mean points ahead of the best of the others
    chance: float  # mean chance to win, 0 to 1
    margin: float  # two standard errors of the chance

    @classmethod
    def of(cls, tried: Tried, sums: tuple[int, int, int, int, int]) -> Simulated:
        """From the sums of the kernel."""
        samples, spreads, _, wins, squares = sums
        if not samples:
            return cls(tried.move, tried.points, 0, 0.0, 0.0, 1.0)
        mean = wins / samples
        variance = max(0.0, squares / samples - mean * mean) / samples
        return cls(
            tried.move,
            tried.points,
            samples,
            spreads / samples / _MILLI,
            mean / _TEN_THOUSANDTHS,
            2 * sqrt(variance) / _TEN_THOUSANDTHS,
        )


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to look."""

    samples: int = 20_000  # of all candidates together
    seconds: float | None = None
    plies: int = 4  # turns that follow the candidate
    threads: int = 1


@dataclass(slots=True)
class Simulation:
    """Candidates of one view, sampled until one is known to be the best, or the budget ends."""

    view: View
    tried: Sequence[Tried]
    tables: list[_rollouts.Rollouts]
    budget: Budget
    until: float | None = None  # by the clock of ``time.monotonic``
    alive: list[int] = field(init=False)  # candidates not given up

    def __post_init__(self) -> None:
        self.alive = list(range(len(self.tried)))

    def progress(self) -> Iterator[list[Simulated]]:
        """The candidates after each round of samples, the best first."""
        done = sampled = 0
        with ThreadPoolExecutor(len(self.tables)) as pool:
            while len(self.alive) > 1 or not sampled:
                count = _PIECE * -(-_ROUND // (_PIECE * len(self.alive)))
                self.sample(pool, done, count)
                done += count
                sampled += count * len(self.alive)
                found = self.results()
                yield found
                if sampled >= self.budget.samples or self.is_late:
                    return
                if done >= _FIRST:
                    self._give_up()

    @property
    def is_late(self) -> bool:
        """Whether the time is used up."""
        return self.until is not None and monotonic() >= self.until

    def sample(self, pool: ThreadPoolExecutor, first: int, count: int) -> None:
        """The samples from ``first`` on of every candidate still looked at.

        In pieces, which the threads take as they come free: a processor that is also wanted
        elsewhere holds nobody up. When the time is used up they take no more of them, and some
        candidates lack a piece that others have.
        """
        pieces: SimpleQueue[tuple[int, int]] = SimpleQueue()
        for begin in range(first, first + count, _PIECE):
            for candidate in self.alive:
                pieces.put((candidate, begin))

        def work(table: _rollouts.Rollouts) -> None:
            with suppress(Empty):
                while True:
                    candidate, begin = pieces.get_nowait()
                    table.run(candidate, begin, min(_PIECE, first + count - begin))
                    if self.is_late:
                        return

        list(pool.map(work, self.tables))

    def results(self) -> list[Simulated]:
        """The candidates as they stand, those still looked at first, then by chance and spread."""
        found = [Simulated.of(one, self._sums(n)) for n, one in enumerate(self.tried)]
        order = sorted(
            range(len(found)),
            key=lambda n: (n not in self.alive, -found[n].chance, -found[n].spread),
        )
        return [found[n] for n in order]

    def _sums(self, candidate: int) -> tuple[int, int, int, int, int]:
        """The sums over all tables."""
        each = [table.result(candidate) for table in self.tables]
        samples, spreads, squares, wins, win_squares = map(sum, zip(*each, strict=True))
        return samples, spreads, squares, wins, win_squares

    def _give_up(self) -> None:
        """Leave out what is surely worse than the best."""
        found = {n: Simulated.of(self.tried[n], self._sums(n)) for n in self.alive}
        best = max(found.values(), key=lambda one: (one.chance, one.spread))
        self.alive = [
            n
            for n, one in found.items()
            if one is best
            or best.chance - one.chance + _ALIKE
            < _SURE / 2 * sqrt(best.margin * best.margin + one.margin * one.margin)
        ]


def simulate(
    view: View,
    knowledge: Knowledge,
    tried: Sequence[Tried],
    budget: Budget = Budget(),
    *,
    seed: int = 0,
    progress: Callable[[list[Simulated]], None] | None = None,
) -> list[Simulated]:
    """The candidates, the one that wins most often first.

    The same seed and samples give the same answer, whatever the number of threads, as long as no
    time is given. ValueError without candidates, for somebody looking on, where the kernel does not
    know the rules (``lanes.has_lanes``), or where there are more tiles than in such a box.
    """
    simulation = simulation_of(view, knowledge, tried, budget, seed=seed)
    found = simulation.results()
    for found in simulation.progress():
        if progress is not None:
            progress(found)
    return found


def simulation_of(
    view: View,
    knowledge: Knowledge,
    tried: Sequence[Tried],
    budget: Budget,
    *,
    seed: int = 0,
) -> Simulation:
    """Everything laid out, nothing sampled yet; the time runs."""
    until = None if budget.seconds is None else monotonic() + budget.seconds
    if not tried or view.seat is None:
        raise ValueError("a simulation asks for a seat on turn, and for candidates")
    seats = playing_seats(view)
    moves = [_written(one) for one in tried]
    unseen = unseen_tiles(view).codes
    tables = []
    for _ in range(max(1, budget.threads)):
        playing = playing_of(
            view.variant, knowledge.words, knowledge.leaves, plies=budget.plies + 1
        )
        table = _rollouts.Rollouts(
            playing,
            playing.lanes,
            knowledge.winning.chances,
            knowledge.winning.spread_most,
            budget.plies,
        )
        table.set_up(
            view.board.cells,
            view.rack.codes,
            len(seats),
            [view.scores[seat] for seat in seats],
            [view.hands[seat] for seat in seats],
            unseen,
            view.scoreless,
            seed,
        )
        table.take(moves)
        tables.append(table)
    return Simulation(view, tried, tables, budget, until)


def playing_seats(view: View) -> list[int]:
    """The seats still playing, from the one whose view it is on, in the order of turns."""
    count = len(view.hands)
    seat = view.seat or 0
    return [other for other in ((seat + n) % count for n in range(count)) if other not in view.out]


def unseen_tiles(view: View) -> Tiles:
    """The tiles that are neither on the board nor in the hand: those of the bag and other hands.

    Counted from what anybody can see, as people do; the Tile bag is not opened for it. Where the
    tiles of a position are not those of the box, the nearest that have the right number.
    """
    left = Counter(view.variant.tiles.codes)
    left.subtract(view.rack.codes)
    left.subtract(WILD if tile & LAID_WILD else tile for tile in view.board.cells if tile)
    codes = sorted((+left).elements())
    due = view.bag + sum(view.hands[seat] for seat in playing_seats(view)[1:])
    while len(codes) < due:
        codes += sorted(view.variant.tiles.codes)[: due - len(codes)]
    return Tiles.of(codes[:due])


def _written(tried: Tried) -> tuple[bool, list[int], int, int, int]:
    """A candidate as the kernel takes it."""
    move = tried.move
    if isinstance(move, Play):
        stars = [square for square, _ in move.swapped]
        if len(stars) > 1:
            raise ValueError("a candidate that takes more than one star")
        tiles = [square << 8 | tile for square, tile in sorted(move.laid)]
        return True, tiles, stars[0] if stars else -1, tried.points, tried.leave
    given = list(move.tiles.codes) if isinstance(move, Exchange) else []
    assert isinstance(move, Exchange | Pass)
    return False, given, -1, 0, tried.leave
