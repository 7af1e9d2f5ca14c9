"""What becomes of a few moves when the game goes on by static play; in Cython's pure-Python mode.

The types are in _rollouts.pxd. A sample deals the tiles that nobody has seen, by its number alone,
so the samples of one number are the same luck for every candidate.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # not compiled, and no Cython: plain Python
    from wordsmith import _nocython as cython

from wordsmith.engine.arrays import longs, room

if cython.compiled:
    from cython.cimports.wordsmith.engine._lanes import Lanes  # noqa: F401
    from cython.cimports.wordsmith.engine._playing import Playing  # noqa: F401

# Spreads are in millipoints; chances to win in ten thousandths.

_NOWHERE = -(1 << 30)
_HAND = 8


@cython.cclass
class Rollouts:
    """One position, its candidates, and what has been sampled of them."""

    def __init__(self, playing, lanes, chances, spread_most, plies):
        """``chances``: to win, by standing as ``Playing`` counts it, up to ``spread_most``."""
        self.playing = playing
        self.lanes = lanes
        self.chances = chances
        self.plies = plies
        self.hand = room(128)
        self.rack_counts = room(4)
        self.scores = room(4)
        self.leave_of = room(4)
        self.unseen = memoryview(bytearray(1))
        self.count = 0
        self.playing.spread_most = spread_most

    def set_up(self, cells, hand, seats, scores, rack_counts, unseen, scoreless, seed):
        """A position of the seat 0: its hand, the tiles that it has not seen, the tiles of all.

        ValueError if there are more tiles than there is room for.
        """
        if max(len(hand), *rack_counts) > _HAND or len(unseen) > len(self.playing.bag):
            raise ValueError("a position of too many tiles")
        for n in range(128):
            self.hand[n] = 0
        for code in hand:
            self.hand[code] += 1
        self.seats = seats
        self.scoreless = scoreless
        self.seed = seed
        for n in range(seats):
            self.scores[n] = scores[n]
            self.rack_counts[n] = rack_counts[n]
        self.unseen_count = len(unseen)
        self.unseen = memoryview(bytearray(unseen))
        self.lanes.keeps_trail = False
        self.lanes.set_up(cells)
        self.lanes.refresh()
        self.playing.trails = True

    def take(self, moves):
        """The candidates: for each whether tiles are laid, the tiles (square << 8 | tile laid, or
        codes given), the star that is taken or -1, points, and what the rest is worth.
        """
        self.count = len(moves)
        self.kinds = room(self.count)
        self.sizes = room(self.count)
        self.points = room(self.count)
        self.stars = room(self.count)
        self.leaves = room(self.count)
        self.tiles = room(16 * self.count)
        self.samples = longs(self.count)
        self.spreads = longs(self.count)
        self.spread_squares = longs(self.count)
        self.wins = longs(self.count)
        self.win_squares = longs(self.count)
        for n in range(self.count):
            lays, tiles, star, points, leave = moves[n]
            self.kinds[n] = lays
            self.sizes[n] = len(tiles)
            self.stars[n] = star
            self.points[n] = points
            self.leaves[n] = leave
            for m in range(len(tiles)):
                self.tiles[16 * n + m] = tiles[m]

    def load(self, number: cython.int) -> cython.int:
        """Put a candidate where ``Playing`` keeps the turn that it has found."""
        n: cython.int
        size: cython.int = self.sizes[number]
        self.playing.turn_points = self.points[number]
        self.playing.star = self.stars[number]
        self.playing.laid = self.playing.given_count = 0
        if self.kinds[number]:
            self.playing.laid = size
            for n in range(size):
                self.playing.squares[n] = self.tiles[16 * number + n] >> 8
                self.playing.tiles[n] = self.tiles[16 * number + n] & 255
        else:
            self.playing.given_count = size
            for n in range(size):
                self.playing.given[n] = self.tiles[16 * number + n]
        return 0

    def deal(self, sample: cython.int) -> cython.int:
        """Hands and bag of one sample, before the candidate is counted."""
        n: cython.int
        m: cython.int
        other: cython.int
        left: cython.int = self.unseen_count
        tile: cython.uchar
        self.playing.chance = self.seed + sample
        self.playing.seats = self.seats
        self.playing.on_turn = 0
        self.playing.ended = 0
        self.playing.scoreless = self.scoreless
        for n in range(128 * self.seats):
            self.playing.racks[n] = 0
        for n in range(128):
            self.playing.racks[n] = self.hand[n]
        for n in range(left):
            self.playing.pool[n] = self.unseen[n]
        for n in range(self.seats):
            self.playing.rack_counts[n] = self.rack_counts[n]
            self.playing.scores[n] = self.scores[n]
            self.leave_of[n] = 0
            if n == 0:
                continue
            for m in range(self.rack_counts[n]):
                other = self.playing.below(left)
                left -= 1
                tile = self.playing.pool[other]
                self.playing.pool[other] = self.playing.pool[left]
                self.playing.racks[128 * n + tile] += 1
        self.playing.bag_count = left
        for n in range(left):
            other = self.playing.below(n + 1)
            self.playing.bag[n] = self.playing.bag[other]
            self.playing.bag[other] = self.playing.pool[n]
        return 0

    def play_out(self, number: cython.int) -> cython.int:
        """Count the candidate, play on, and judge the end: ``last_spread`` and ``last_chance``."""
        ply: cython.int
        seat: cython.int
        equity: cython.int
        most: cython.int = _NOWHERE
        own: cython.int
        self.playing.settle_accounts(0)
        self.leave_of[0] = self.leaves[number]
        for ply in range(self.plies):
            if self.playing.ended:
                break
            seat = self.playing.on_turn
            equity = self.playing.choose(seat)
            self.leave_of[seat] = 0
            if equity > _NOWHERE:
                self.leave_of[seat] = equity - 1000 * self.playing.turn_points
            self.playing.perform(seat)
        for seat in range(self.seats):
            if self.playing.ended:
                self.leave_of[seat] = 0
            self.leave_of[seat] += 1000 * self.playing.scores[seat]
            if seat:
                most = max(most, self.leave_of[seat])
        self.last_spread = self.leave_of[0] - most
        if self.playing.ended:
            own = self.last_spread
            self.last_chance = 10_000 if own > 0 else 5_000 if own == 0 else 0
        else:
            # the standing as it is, moved by what the hands are worth
            own = (self.last_spread + 500) // 1000  # whole points, the nearest
            self.last_chance = self.chances[self.playing.standing_with(0, own)]
        return 0

    def run_samples(self, number: cython.int, first: cython.int, count: cython.int) -> cython.int:
        """Sample one candidate: the samples from ``first`` on."""
        sample: cython.int
        mark: cython.int
        root: cython.int
        spread: cython.longlong
        self.lanes.keeps_trail = True
        root = self.lanes.trailed
        self.load(number)
        self.playing.lay_turn()
        self.lanes.refresh()
        mark = self.lanes.trailed
        for sample in range(first, first + count):
            self.load(number)
            self.deal(sample)
            self.play_out(number)
            self.lanes.take_back(mark)
            spread = self.last_spread
            self.samples[number] += 1
            self.spreads[number] += spread
            self.spread_squares[number] += (spread // 100) * (spread // 100)
            self.wins[number] += self.last_chance
            self.win_squares[number] += self.last_chance * self.last_chance
        self.lanes.take_back(root)
        return 0

    def run(self, number, first, count):
        """Sample one candidate without the interpreter's lock."""
        which: cython.int = number
        sample: cython.int = first
        many: cython.int = count
        with cython.nogil:
            self.run_samples(which, sample, many)

    def result(self, number):
        """Of a candidate: samples, sum of spreads in millipoints, of their squares in hundredths of
        points squared, sum of chances to win in ten thousandths, of their squares.
        """
        return (
            self.samples[number],
            self.spreads[number],
            self.spread_squares[number],
            self.wins[number],
            self.win_squares[number],
        )
