"""Whole games by static play, and what is seen in them; in Cython's pure-Python mode.

The types are in _playing.pxd. Each turn is the play of most equity, or the exchange that keeps
more; where a turn may have several words, the best word is laid, then the best upon it, and so on.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # not compiled, and no Cython: plain Python
    from wordsmith import _nocython as cython

from wordsmith.engine.arrays import longs, numbers, room

if cython.compiled:
    from cython.cimports.wordsmith.engine._lanes import Lanes  # noqa: F401

# Racks: how many of each code, 128 numbers a seat. Endings: 0 none, 1 deduct, 2 award.
# A record of a turn: seat, star taken or -1, points, tiles laid, tiles given, tiles in hand, equity,
# and from _LAID, _GIVEN, _HELD on the tiles themselves (square << 8 | tile, or codes).

_NOWHERE = -(1 << 30)
_SEATS = 4
_RECORD = 64
_LAID = 8
_GIVEN = 24
_HELD = 40


@cython.cclass
class Playing:
    """A table at which one engine holds all seats."""

    def __init__(self, lanes, tiles, rules):
        """``tiles``: all of the box. ``rules``: hand, least of the bag for an exchange, scoreless
        limit, the same at 0, whether it is for each seat, endings by going out and by stalling,
        several words a turn, stars taken from the board.
        """
        self.lanes = lanes
        self.box = memoryview(bytearray(tiles))
        self.box_count = len(tiles)
        (
            self.rack_size,
            self.exchange_minimum,
            self.scoreless_limit,
            self.limit_at_zero,
            self.per_seat,
            self.out_rule,
            self.stall_rule,
            self.several,
            self.takes_stars,
        ) = rules
        # a position made by hand may hold more tiles than the box
        self.bag = memoryview(bytearray(len(tiles) + 16 * _SEATS))
        self.pool = memoryview(bytearray(len(tiles) + 16 * _SEATS))
        self.racks = room(128 * _SEATS)
        self.rack_counts = room(_SEATS)
        self.scores = room(_SEATS)
        self.squares = room(16)
        self.tiles = room(16)
        self.try_squares = room(16)
        self.try_tiles = room(16)
        self.given = room(16)
        self.hand_kept = room(128)
        self.equities = room(64)
        self.sample = room(64 * 16)
        self.trails = False
        self.hands_a_board = self.spread_most = self.seen_count = 0
        self.records = room(1)
        self.recorded = self.records_most = 0
        self.turns = self.games = self.hands_seen = self.squares_seen = 0
        self.stars_seen = self.star_gains = 0
        self.seen_place = room(1024)
        self.seen_seat = room(1024)
        self.counts = longs(1)
        self.leads = longs(1)
        self.wins = longs(1)
        self.part_first = room(1)
        self.pair_step = room(1)
        self.triple_step = room(1)
        self.golden = 0x9E3779B97F4A7C15
        self.mix_first = 0xBF58476D1CE4E5B9
        self.mix_second = 0x94D049BB133111EB
        self.wrap = (1 << 64) - 1

    # -- chance ----------------------------------------------------------------------------------
    def below(self, bound: cython.int) -> cython.int:
        """A whole number from 0 to ``bound - 1``. Source: Steele, Lea, Flood (2014), SplitMix64."""
        mixed: cython.ulonglong
        wrap: cython.ulonglong = self.wrap
        self.chance = (self.chance + self.golden) & wrap
        mixed = self.chance
        mixed = ((mixed ^ (mixed >> 30)) * self.mix_first) & wrap
        mixed = ((mixed ^ (mixed >> 27)) * self.mix_second) & wrap
        return ((mixed ^ (mixed >> 31)) >> 32) * bound >> 32

    def deal(self, seats: cython.int) -> cython.int:
        """A new game: a shuffled bag, an empty board, a hand for each seat."""
        n: cython.int
        other: cython.int
        tile: cython.uchar
        self.seats = seats
        self.on_turn = self.scoreless = self.ended = 0
        self.bag_count = self.box_count
        for n in range(self.box_count):
            self.bag[n] = self.box[n]
        for n in range(self.box_count - 1, 0, -1):
            other = self.below(n + 1)
            tile = self.bag[n]
            self.bag[n] = self.bag[other]
            self.bag[other] = tile
        for n in range(128 * _SEATS):
            self.racks[n] = 0
        for n in range(_SEATS):
            self.rack_counts[n] = self.scores[n] = 0
        for n in range(seats):
            self.draw(n)
        self.trails = self.lanes.keeps_trail = False
        self.lanes.clear()
        return 0

    def draw(self, seat: cython.int) -> cython.int:
        """Fill a hand from the end of the bag."""
        while self.rack_counts[seat] < self.rack_size and self.bag_count:
            self.bag_count -= 1
            self.racks[128 * seat + self.bag[self.bag_count]] += 1
            self.rack_counts[seat] += 1
        return 0

    # -- a turn ----------------------------------------------------------------------------------
    def value_of(self, seat: cython.int) -> cython.int:
        """The points in a hand."""
        code: cython.int
        total: cython.int = 0
        for code in range(1, self.lanes.letters):
            total += self.racks[128 * seat + code] * self.lanes.worth[code]
        return total

    def set_keeping(self, seat: cython.int) -> cython.int:
        """How kept tiles are valued now, and how many may be exchanged."""
        other: cython.int
        total: cython.int = 0
        self.lanes.keep_mode = 1
        self.lanes.exchange_most = self.bag_count if self.bag_count >= self.exchange_minimum else 0
        if self.bag_count == 0:
            for other in range(self.seats):
                if other != seat:
                    total += self.value_of(other)
            self.lanes.keep_mode = 2
            self.lanes.out_gain = 1000 * total * self.out_rule
            self.lanes.keep_price = 2000 if self.out_rule else 0
            self.lanes.keep_fixed = 10_000 if self.out_rule else 0
        return 0

    def choose(self, seat: cython.int) -> cython.int:
        """Find the turn of most equity, in millipoints; board and hands stay as they are.

        Its tiles are in ``squares`` and ``tiles``, the star it takes in ``star``, or tiles to
        exchange in ``given``. _NOWHERE if there is nothing but to pass.
        """
        code: cython.int
        square: cython.int
        tile: cython.int
        full: cython.bint = self.rack_counts[seat] == self.rack_size
        self.laid = self.given_count = self.turn_points = 0
        self.star = -1
        self.turn_equity = _NOWHERE
        self.set_keeping(seat)
        for code in range(self.lanes.letters):
            self.lanes.hand[code] = self.racks[128 * seat + code]
        self.try_turn(-1, full)
        self.plain_equity = self.turn_equity
        self.stars_open = 0
        if not self.takes_stars:
            return self.turn_equity
        for square in range(self.lanes.size):
            tile = self.lanes.cells[square]
            if tile & 128:
                self.stars_open += 1
                if self.racks[128 * seat + (tile & 127)]:
                    for code in range(self.lanes.letters):
                        self.lanes.hand[code] = self.racks[128 * seat + code]
                    self.lanes.hand[tile & 127] -= 1
                    self.lanes.hand[0] += 1
                    self.lanes.cells[square] = tile & 127
                    self.try_turn(square, full)
                    self.lanes.cells[square] = tile
        return self.turn_equity

    def try_turn(self, star: cython.int, full: cython.bint) -> cython.int:
        """Build a turn word by word from the hand of ``lanes``, and keep it if it is the best."""
        floor: cython.int = _NOWHERE // 2  # what owes a star and does not pay it lies below
        leave: cython.int
        points: cython.int
        owed: cython.int = 0  # for stars laid by words before, less that of the star taken
        mark: cython.int = self.lanes.trailed
        self.tried = 0
        self.lanes.wilds_needed = 0 if star < 0 else 1
        self.lanes.bonus_size = self.rack_size if full else 0
        self.lanes.take_hand()
        self.lanes.wilds_needed = 0
        if star < 0 and self.lanes.best_exchange > self.turn_equity:
            self.keep_exchange()
        if star >= 0 and self.lanes.keep_mode == 1:
            owed = -self.lanes.star_price
        # of several words, what the first leaves may be worth more than it seems
        if not self.several:
            floor = max(floor, self.turn_equity + owed)
        self.lanes.find_best(floor)
        if self.lanes.best_size == 0:
            return 0
        points = self.lanes.best_points
        leave = self.keep_word() - owed
        if self.several or star >= 0:
            self.lanes.keeps_trail = True
            while self.lay_word() and self.several:
                owed += self.stars_in_word() * self.lanes.star_price
                self.lanes.bonus_size = self.rack_size - self.tried if full else 0
                self.lanes.take_hand()
                self.lanes.find_best(leave + owed)
                if self.lanes.best_size == 0:
                    break
                leave = self.keep_word() - owed
            points = self.lanes.turn_points(self.try_squares, self.tried)
            if full and self.tried == self.rack_size:
                points += self.lanes.bonus
            self.lanes.take_back(mark)
            self.lanes.keeps_trail = self.trails
        if 1000 * points + leave > self.turn_equity:
            self.keep_turn(star, points, 1000 * points + leave)
        return 0

    def keep_exchange(self) -> cython.int:
        """The exchange that keeps most is the best so far."""
        sub: cython.int = self.lanes.exchange_sub
        n: cython.int
        self.turn_equity = self.lanes.best_exchange
        self.given_count = sub // self.lanes.subs
        for n in range(self.given_count):
            self.given[n] = self.lanes.sub_codes[8 * sub + n]
        return 0

    def keep_word(self) -> cython.int:
        """Add the word that was found to the turn tried; what the rest of the hand is worth."""
        n: cython.int
        for n in range(self.lanes.best_size):
            self.try_squares[self.tried] = self.lanes.best_squares[n]
            self.try_tiles[self.tried] = self.lanes.best_tiles[n]
            self.tried += 1
        return self.lanes.best - 1000 * self.lanes.best_points

    def lay_word(self) -> cython.int:
        """Lay the word added last, and take it from the hand; how many tiles that leaves."""
        n: cython.int
        tile: cython.int
        left: cython.int = self.lanes.hand_size - self.lanes.best_size
        for n in range(self.lanes.best_size):
            tile = self.lanes.best_tiles[n]
            self.lanes.put(self.lanes.best_squares[n], tile)
            self.lanes.hand[0 if tile & 128 else tile] -= 1
        self.lanes.settle(self.lanes.best_squares, self.lanes.best_size)
        return left

    def stars_in_word(self) -> cython.int:
        """The wild tiles of the word laid last that have a price."""
        n: cython.int
        count: cython.int = 0
        if self.lanes.keep_mode == 1:
            for n in range(self.lanes.best_size):
                count += self.lanes.best_tiles[n] >> 7
        return count

    def keep_turn(self, star: cython.int, points: cython.int, equity: cython.int) -> cython.int:
        """The turn tried is the best so far."""
        n: cython.int
        self.turn_equity = equity
        self.turn_points = points
        self.star = star
        self.given_count = 0
        self.laid = self.tried
        for n in range(self.tried):
            self.squares[n] = self.try_squares[n]
            self.tiles[n] = self.try_tiles[n]
        return 0

    # -- the game --------------------------------------------------------------------------------
    def perform(self, seat: cython.int) -> cython.int:
        """Do what ``choose`` has found, draw, and pass the turn on."""
        if self.recorded < self.records_most:
            self.record_turn(seat)
        self.lay_turn()
        self.settle_accounts(seat)
        return 0

    def record_turn(self, seat: cython.int) -> cython.int:
        """Write down the turn that was found, and the hand it was found for."""
        at: cython.int = _RECORD * self.recorded
        code: cython.int
        n: cython.int
        held: cython.int = at + _HELD
        self.recorded += 1
        self.records[at] = seat
        self.records[at + 1] = self.star
        self.records[at + 2] = self.turn_points
        self.records[at + 3] = self.laid
        self.records[at + 4] = self.given_count
        self.records[at + 5] = self.rack_counts[seat]
        self.records[at + 6] = self.turn_equity
        for n in range(self.laid):
            self.records[at + _LAID + n] = self.squares[n] << 8 | self.tiles[n]
        for n in range(self.given_count):
            self.records[at + _GIVEN + n] = self.given[n]
        for code in range(self.lanes.letters):
            for n in range(self.racks[128 * seat + code]):
                self.records[held] = code
                held += 1
        return 0

    def lay_turn(self) -> cython.int:
        """Lay the turn that was found."""
        n: cython.int
        if self.star >= 0:
            self.lanes.repair(self.star)
        for n in range(self.laid):
            self.lanes.put(self.squares[n], self.tiles[n])
        self.lanes.settle(self.squares, self.laid)
        return 0

    def settle_accounts(self, seat: cython.int) -> cython.int:
        """Hands, bag, points and whose turn it is, after the turn of ``seat`` was laid."""
        n: cython.int
        tile: cython.int
        other: cython.int
        if self.star >= 0:
            self.racks[128 * seat + (self.lanes.cells[self.star] & 127)] -= 1
            self.racks[128 * seat] += 1
        for n in range(self.laid):
            tile = self.tiles[n]
            self.racks[128 * seat + (0 if tile & 128 else tile)] -= 1
        for n in range(self.given_count):
            self.racks[128 * seat + self.given[n]] -= 1
        self.rack_counts[seat] -= self.laid + self.given_count
        self.draw(seat)
        for n in range(self.given_count):
            other = self.below(self.bag_count + 1)
            self.bag[self.bag_count] = self.bag[other]
            self.bag[other] = self.given[n]
            self.bag_count += 1
        self.scores[seat] += self.turn_points
        self.scoreless = 0 if self.turn_points else self.scoreless + 1
        self.turns += 1
        self.on_turn = (seat + 1) % self.seats
        self.end_if_due(seat)
        return 0

    def end_if_due(self, seat: cython.int) -> cython.int:
        """End the game if the turn of ``seat`` has brought that about, and reckon."""
        other: cython.int
        limit: cython.int = self.limit_at_zero
        value: cython.int
        for other in range(self.seats):
            if self.scores[other]:
                limit = self.scoreless_limit
        if self.bag_count == 0 and self.rack_counts[seat] == 0:
            self.ended = 1
            for other in range(self.seats):
                if self.out_rule and other != seat:
                    value = self.value_of(other)
                    self.scores[other] -= value
                    if self.out_rule == 2:
                        self.scores[seat] += value
        elif self.scoreless >= limit * (self.seats if self.per_seat else 1):
            self.ended = 2
            if self.stall_rule and (
                limit == self.scoreless_limit or self.limit_at_zero <= self.scoreless_limit
            ):
                for other in range(self.seats):
                    self.scores[other] -= self.value_of(other)
        return 0

    def play_game(self, seats: cython.int) -> cython.int:
        """Deal, and play to the end."""
        self.deal(seats)
        while self.ended == 0:
            if self.hands_a_board and self.bag_count >= self.rack_size:
                self.look()
            if self.spread_most:
                self.note_standing()
            self.choose(self.on_turn)
            self.perform(self.on_turn)
        self.games += 1
        if self.spread_most:
            self.note_result()
        return 0

    # -- what is seen ----------------------------------------------------------------------------
    def look(self) -> cython.int:
        """Note what random hands would be worth to the seat on turn.

        A hand's lead is its equity times the hands of this board, less all their equities.
        """
        seat: cython.int = self.on_turn
        n: cython.int
        code: cython.int
        unseen: cython.int = 0
        total: cython.longlong = 0
        lead: cython.longlong
        kept: cython.int = self.rack_counts[seat]
        for code in range(128):
            self.hand_kept[code] = self.racks[128 * seat + code]
        for n in range(self.bag_count):
            self.pool[unseen] = self.bag[n]
            unseen += 1
        for n in range(self.seats):
            for code in range(self.lanes.letters):
                for _ in range(self.racks[128 * n + code]):
                    self.pool[unseen] = code
                    unseen += 1
        self.rack_counts[seat] = self.rack_size
        for n in range(self.hands_a_board):
            self.draw_sample(n, seat, unseen)
            self.equities[n] = max(self.choose(seat), -1_000_000)
            total += self.equities[n]
            if self.stars_open:
                self.stars_seen += self.stars_open * self.stars_open
                self.star_gains += self.stars_open * (
                    self.equities[n] - max(self.plain_equity, -1_000_000)
                )
        for code in range(128):
            self.racks[128 * seat + code] = self.hand_kept[code]
        self.rack_counts[seat] = kept
        for n in range(self.hands_a_board):
            lead = self.hands_a_board * self.equities[n] - total
            self.note_hand(n, lead)
            self.hands_seen += 1
            self.squares_seen += (lead // 1000) * (lead // 1000)
        return 0

    def draw_sample(self, number: cython.int, seat: cython.int, unseen: cython.int) -> cython.int:
        """Draw a hand at random from ``pool``, its codes in ascending order into ``sample``."""
        n: cython.int
        code: cython.int
        other: cython.int
        tile: cython.uchar
        for code in range(128):
            self.racks[128 * seat + code] = 0
        for n in range(self.rack_size):
            other = n + self.below(unseen - n)
            tile = self.pool[other]
            self.pool[other] = self.pool[n]
            self.pool[n] = tile
            self.racks[128 * seat + tile] += 1
        other = number * 16
        for code in range(self.lanes.letters):
            for _ in range(self.racks[128 * seat + code]):
                self.sample[other] = code
                other += 1
        return 0

    def note_hand(self, number: cython.int, lead: cython.longlong) -> cython.int:
        """Add a lead to every part, of one to three tiles, of a sampled hand."""
        a: cython.int
        b: cython.int
        c: cython.int
        rank: cython.int
        at: cython.int = number * 16
        for a in range(self.rack_size):
            rank = self.part_first[1] + self.sample[at + a]
            self.counts[rank] += 1
            self.leads[rank] += lead
            for b in range(a + 1, self.rack_size):
                rank = (
                    self.part_first[2] + self.sample[at + a] + self.pair_step[self.sample[at + b]]
                )
                self.counts[rank] += 1
                self.leads[rank] += lead
                for c in range(b + 1, self.rack_size):
                    rank = (
                        self.part_first[3]
                        + self.sample[at + a]
                        + self.pair_step[self.sample[at + b]]
                        + self.triple_step[self.sample[at + c]]
                    )
                    self.counts[rank] += 1
                    self.leads[rank] += lead
        return 0

    def note_standing(self) -> cython.int:
        """Note, for every seat, its spread and the tiles left, to be judged when all is over."""
        seat: cython.int
        if self.seen_count + self.seats > 1024:
            return 0
        for seat in range(self.seats):
            self.seen_seat[self.seen_count] = seat
            self.seen_place[self.seen_count] = self.standing(seat)
            self.seen_count += 1
        return 0

    def spread_of(self, seat: cython.int) -> cython.int:
        """By how much a seat is ahead of the best of the others."""
        other: cython.int
        most: cython.int = _NOWHERE
        for other in range(self.seats):
            if other != seat:
                most = max(most, self.scores[other])
        return self.scores[seat] - most

    def standing(self, seat: cython.int) -> cython.int:
        """The place of a seat's standing in ``wins``."""
        return self.standing_with(seat, self.spread_of(seat))

    def standing_with(self, seat: cython.int, spread: cython.int) -> cython.int:
        """The same for any spread: by turns to wait, tiles left, and spread."""
        wait: cython.int = (seat - self.on_turn + self.seats) % self.seats
        left: cython.int = self.bag_count
        other: cython.int
        for other in range(self.seats):
            left += self.rack_counts[other]
        left = min(left, self.box_count)  # a position made by hand may hold more tiles
        spread = max(-self.spread_most, min(self.spread_most, spread))
        return (wait * (self.box_count + 1) + left) * (2 * self.spread_most + 1) + (
            spread + self.spread_most
        )

    def note_result(self) -> cython.int:
        """Judge the standings noted: 2 for a win, 1 for a shared one."""
        n: cython.int
        spread: cython.int
        place: cython.int
        for n in range(self.seen_count):
            spread = self.spread_of(self.seen_seat[n])
            place = 2 * self.seen_place[n]
            self.wins[place] += 1
            if spread >= 0:
                self.wins[place + 1] += 2 if spread > 0 else 1
        self.seen_count = 0
        return 0

    # -- from outside ----------------------------------------------------------------------------
    def watch(self, hands, counts, leads, firsts, pairs, triples):
        """Note random hands on each board from now on: ``hands`` of them.

        ``counts`` and ``leads``, by rank of a part, are added to; the other three give the rank.
        """
        self.hands_a_board = hands
        self.counts, self.leads = counts, leads
        self.part_first, self.pair_step = numbers(firsts), numbers(pairs)
        self.triple_step = numbers(triples)

    def judge(self, spread_most, wins):
        """Note standings from now on, in ``wins``: pairs of how often, and twice the wins."""
        self.spread_most = spread_most
        self.wins = wins

    def record(self, records):
        """Write down every turn from now on in ``records``, as long as it has room."""
        self.records = records
        self.recorded = 0
        self.records_most = len(records) // _RECORD

    def recorded_turns(self):
        """What was written down, turn by turn.

        Each: seat, star taken or -1, points, equity, tiles laid (square << 8 | tile), codes given,
        codes in the hand before.
        """
        turns = []
        for at in range(0, _RECORD * self.recorded, _RECORD):
            seat, star, points, laid, given, held, equity = list(self.records[at : at + 7])
            turns.append(
                (
                    seat,
                    star,
                    points,
                    equity,
                    list(self.records[at + _LAID : at + _LAID + laid]),
                    list(self.records[at + _GIVEN : at + _GIVEN + given]),
                    list(self.records[at + _HELD : at + _HELD + held]),
                )
            )
        return turns

    def hand(self, seat):
        """The codes that a seat holds."""
        held = []
        for code in range(self.lanes.letters):
            held += [code] * self.racks[128 * seat + code]
        return held

    def play(self, first_seed, games, seats_least, seats_most):
        """Play games with the seeds from ``first_seed`` on; seats go through all that is allowed."""
        seed: cython.ulonglong = first_seed
        least: cython.int = seats_least
        choices: cython.ulonglong = seats_most - seats_least + 1
        n: cython.int
        count: cython.int = games
        with cython.nogil:
            for n in range(count):
                self.chance = seed + n
                self.play_game(least + (seed + n) % choices)

    def result(self):
        """How the last game ended: 1 by going out, 2 by stalling; and the scores."""
        return self.ended, [self.scores[n] for n in range(self.seats)]
