"""The best play of one line, from bounds that are kept for each lane; in Cython's pure-Python mode.

The types are in _lanes.pxd; how the search works: docs/engine.md#the-best-play.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # not compiled, and no Cython: plain Python
    from wordsmith import _nocython as cython

from wordsmith.engine.arrays import grown, numbers, room, shorts, unknown, unsigned

# Directions: 0 across, 1 down. Lanes: the rows from 0 on, then the columns.
# A square in a direction has the key direction * size + square.
# A tile on the board: code, or code | 128 for a wild one; in the hand: code, 0 for a wild one.
# A window: the empty squares of a lane that a play fills, one after the other, with the tiles
# between and beside them. w_first: first empty | how many << 8 | whether a word crosses << 12 |
# lane << 16. w_word: where its word begins in the lane | letters << 5 | one of the letters that lie
# there: its place in the word << 10, its code << 15; code 0 for none.
# A kind of square: 2 * (its premiums) + (whether a word crosses there).
# A pattern: by how much the points of each tile count in a window, most first.
# Equity, bounds and leaves are in millipoints.

_SIZES = 9  # numbers of tiles: 0 to 8
_SUBS = 72  # room for the multisets of one size that a hand of 8 has: 70
_NOWHERE = -(1 << 30)
_CHANGES = 8  # for each spare slot, room to write down that so much has changed
_ARENA = 1024  # patterns whose bounds are kept
_STEPS = 512  # of one point each


class Lanes:
    """A board whose lanes remember what could be laid in them, and a hand."""

    def __init__(self, graph, table, shape, factors, starts, worth, rules, leaves, limits):
        """An empty board.

        ``graph``: nodes, root of the DAWG, of the GADDAG. ``table``: keys, slots, classes, whole,
        lacking. ``shape``: width, height. ``rules``: adds, bonus, full hand, start cells to cover,
        most tiles of a play, letters of the longest word, most points of a wild tile once laid,
        the first code that is none. ``leaves``: values, most tiles, symbols, what a tile adds to
        a rank by place and code, the first rank of each size; or None. ``limits``: largest product
        of word premiums, states, patterns, spare slots.
        """
        self.width, self.height = shape
        self.size = self.width * self.height
        self.lanes = self.width + self.height
        self.nodes, self.dawg, self.gaddag = graph
        self.keys, self.slots, self.classes, self.whole, self.lacking = table
        self.slot_mask = len(table[1]) // 2 - 1
        self.slot_shift = 64 - (len(table[1]) // 2 - 1).bit_length()
        self.whole_mask = len(table[3]) - 1
        self.lacking_mask = len(table[4]) - 1
        self.letter_factors = numbers(factors[0])
        self.word_factors = numbers(factors[1])
        self.starts = memoryview(bytearray(starts))
        self.worth = numbers(worth)
        self.adds, self.bonus, self.full, self.least, self.most, self.longest = rules[:6]
        self.everything = (1 << rules[7]) - 1
        self.wild_score, self.letters = rules[6:]
        self.word64 = (1 << 64) - 1
        self.word32 = (1 << 32) - 1
        self.lay_out()
        self.take_leaves(leaves)
        self.take_room(limits)
        self.sort_squares(limits[0])
        self.keeps_trail = False
        self.subs = _SUBS
        self.star_price = self.exchange_most = self.wilds_needed = self.bonus_size = 0
        self.one = room(1)
        self.looked = self.probed = 0
        self.set_up(bytes(self.size))

    def lay_out(self):
        """Where each lane begins, and how it goes on."""
        width: cython.int = self.width
        height: cython.int = self.height
        n: cython.int
        self.lane_origin = room(self.lanes)
        self.lane_step = room(self.lanes)
        self.lane_length = room(self.lanes)
        for n in range(self.lanes):
            if n < height:
                self.lane_origin[n] = n * width
                self.lane_step[n] = 1
                self.lane_length[n] = width
            else:
                self.lane_origin[n] = n - height
                self.lane_step[n] = width
                self.lane_length[n] = height

    def take_leaves(self, leaves):
        """The weights of parts of up to three kept tiles, and how a part becomes its rank."""
        self.part_weights, firsts, pairs, triples = leaves or (room(1), [0] * 4, [0], [0])
        self.part_first = numbers(firsts)
        self.pair_step = numbers(pairs)
        self.triple_step = numbers(triples)

    def take_room(self, limits):
        """All memory that the search will ever write to."""
        _, states, patterns, spare = limits
        longer = max(self.width, self.height)
        self.room_for = longer + 1
        self.stride = longer * self.most
        slots = self.lanes + spare
        self.cells = memoryview(bytearray(self.size))
        self.fresh = memoryview(bytearray(self.size))
        self.masks = unsigned(2 * self.size)
        self.sides = room(2 * self.size)
        self.slot_of = room(self.lanes)
        self.stale = memoryview(bytearray(self.lanes))
        self.window_count = room(slots)
        self.empty_count = room(slots)
        self.empty_place = room(slots * self.room_for)
        self.w_base = room(slots * self.stride)
        self.w_pattern = room(slots * self.stride)
        self.w_first = room(slots * self.stride)
        self.w_word = room(slots * self.stride)
        self.w_through = unsigned(slots * self.stride)
        self.w_union = unsigned(slots * self.stride)
        self.gap_sum = room(self.room_for)
        self.gap_length = room(self.room_for)
        self.gap_hash = unsigned(self.room_for)
        self.gap_tile = room(self.room_for)
        self.empty_mask = unsigned(self.room_for)
        self.empty_side = room(self.room_for)
        self.empty_kind = room(self.room_for)
        self.empty_word = room(self.room_for)
        self.trail = room(3 * _CHANGES * (spare + 1))
        self.trail_masks = unsigned(_CHANGES * (spare + 1))
        self.states_most = states
        self.patterns_most = patterns
        self.joint_stamp = room(patterns)
        self.joint = room(patterns)
        self.joint_at = room(patterns)
        self.pattern_size = room(patterns)
        self.pattern_factors = room(8 * patterns)
        self.state_size = room(states)
        self.state_kinds = room(8 * states)
        self.arena = room(_SUBS * _ARENA)
        self.arena_owner = room(_ARENA)
        self.step_first = room(_STEPS)
        self.step_next = room(self.lanes * self.stride)
        self.hand = room(128)
        self.kind_code = room(16)
        self.kind_score = room(16)
        self.kind_used = room(16)
        self.hand_scores = room(_SIZES)
        self.size_leave = room(_SIZES)
        self.sub_count = room(_SIZES)
        self.sub_leave = room(_SIZES * _SUBS)
        self.sub_wilds = room(_SIZES * _SUBS)
        self.sub_codes = room(_SIZES * _SUBS * 8)
        self.sub_scores = shorts(_SIZES * _SUBS * 8)
        self.sub_hash = unsigned(_SIZES * _SUBS)
        self.sub_mask = unsigned(_SIZES * _SUBS)
        self.sums = shorts(_SUBS)
        self.leaf = room(1 << 8)
        self.places = room(8)
        self.kind_place = room(16)
        self.candidates = room(self.lanes * self.stride)
        self.bounds = room(self.lanes * self.stride)
        self.best_squares = room(8)
        self.best_tiles = room(8)
        self.try_squares = room(8)
        self.try_tiles = room(8)
        self.try_factors = room(8)
        self.have = room(128)
        self.out = memoryview(bytearray(4 * 8192)).cast("I")
        self.row_tile = room(self.room_for + 1)
        self.row_side = room(self.room_for + 1)
        self.row_mask = unsigned(self.room_for + 1)
        self.epoch = 0
        self.golden = 0x9E3779B97F4A7C15
        self.cross_read = unsigned(1 << 13)
        self.cross_mask = unsigned(1 << 13)

    def sort_squares(self, largest):
        """The kinds of squares there are, the empty state, and numbers for products of premiums."""
        found = []
        self.square_kind = room(self.size)
        for square in range(self.size):
            pair = (self.letter_factors[square], self.word_factors[square])
            if pair not in found:
                found.append(pair)
            self.square_kind[square] = 2 * found.index(pair)
        self.kinds = 2 * len(found)
        self.kind_letter = room(self.kinds)
        self.kind_cross = room(self.kinds)
        for n in range(self.kinds):
            letter, word = found[n // 2]
            self.kind_letter[n] = letter
            self.kind_cross[n] = letter * word if n % 2 else 0
        self.next_state = unknown(self.states_most * self.kinds)
        self.finals = unknown(self.states_most * 32)
        self.factor_number = unknown(largest + 1)
        self.factor_numbers = 0
        self.states = 1
        self.patterns = 0
        self.overfull = False

    # -- the board -------------------------------------------------------------------------------
    def set_up(self, cells):
        """Lay these tiles, and learn every cross-check."""
        square: cython.int
        lane: cython.int
        self.tiles_laid = 0
        for square in range(self.size):
            self.cells[square] = cells[square]
            if cells[square]:
                self.tiles_laid += 1
        for lane in range(self.lanes):
            self.slot_of[lane] = lane
            self.stale[lane] = 1
        self.free_slots = self.lanes
        self.trailed = 0
        self.forget_patterns()
        for square in range(self.size):
            if self.cells[square] == 0:
                self.learn_cross(square, 0)
                self.learn_cross(square, 1)

    def child(self, at: cython.int, code: cython.int) -> cython.int:
        """The node of ``code`` in the list at ``at``, 0 if there is none."""
        node: cython.uint
        here: cython.int
        if at == 0:
            return 0
        while True:
            node = self.nodes[at]
            here = node & 255
            if here == code:
                return at
            if here > code or node & 256:
                return 0
            at += 1

    def learn_cross(self, square: cython.int, direction: cython.int) -> cython.int:
        """Which letters may lie on an empty square for the sake of the word across ``direction``.

        What was found for up to nine letters beside a gap is remembered, under those letters.
        """
        key: cython.int = direction * self.size + square
        lane: cython.int = (
            self.height + square % self.width if direction == 0 else square // self.width
        )
        step: cython.int = self.lane_step[lane]
        first: cython.int = self.lane_origin[lane]
        last: cython.int = first + (self.lane_length[lane] - 1) * step
        start: cython.int = square
        end: cython.int = square
        there: cython.int
        tile: cython.int
        total: cython.int = 0
        read: cython.ulonglong = 1
        slot: cython.Py_ssize_t
        while start > first and self.cells[start - step]:
            start -= step
        while end < last and self.cells[end + step]:
            end += step
        if start == end:
            self.masks[key] = self.everything
            self.sides[key] = -1
            return 0
        there = start
        while there <= end:
            tile = self.cells[there]
            total += self.worth[tile]
            read = read << 6 | (tile & 63 if there != square else 63)
            there += step
        self.sides[key] = total
        if end - start > 9 * step:
            self.find_fitting(key, square, step, start, end)
            return 0
        slot = ((read * self.golden) & self.word64) >> 51
        if self.cross_read[slot] != read:
            self.find_fitting(key, square, step, start, end)
            self.cross_mask[slot] = self.masks[key]
            self.cross_read[slot] = read
        self.masks[key] = self.cross_mask[slot]
        return 0

    def find_fitting(
        self,
        key: cython.int,
        square: cython.int,
        step: cython.int,
        start: cython.int,
        end: cython.int,
    ) -> cython.int:
        """The letters that make a word of what lies from ``start`` to ``end`` round a gap.

        The longer side is walked once: backwards in the GADDAG if it is the one behind the gap,
        else forwards in the DAWG. Then, for each letter that can follow, the other side.
        """
        behind: cython.bint = end - square > square - start
        back: cython.int = -step if behind else step
        at: cython.int = self.gaddag if behind else self.dawg
        node: cython.uint
        there: cython.int = end if behind else start
        last: cython.int = start if behind else end
        allowed: cython.ulonglong = 0
        bit: cython.ulonglong
        while there != square:
            node = self.child(at, self.cells[there] & 127)
            at = self.nodes[node] >> 10 if node else 0
            there += back
        while at:
            node = at
            if self.nodes[node] & 255:
                bit = 1
                bit <<= self.nodes[node] & 255
                there = square
                while there != last and node:
                    there += back
                    node = self.child(self.nodes[node] >> 10, self.cells[there] & 127)
                if node and self.nodes[node] & 512:
                    allowed |= bit
            if self.nodes[at] & 256:
                break
            at += 1
        self.masks[key] = allowed
        return 0

    def relearn(self, square: cython.int, direction: cython.int) -> cython.int:
        """Learn a cross-check anew; its lane has to be built again."""
        key: cython.int = direction * self.size + square
        if self.keeps_trail:
            self.trail[3 * self.trailed] = -1
            self.trail[3 * self.trailed + 1] = key
            self.trail[3 * self.trailed + 2] = self.sides[key]
            self.trail_masks[self.trailed] = self.masks[key]
            self.trailed += 1
        self.learn_cross(square, direction)
        self.mark(square // self.width if direction == 0 else self.height + square % self.width)
        return 0

    def mark(self, lane: cython.int) -> cython.int:
        """The windows of a lane are no longer right."""
        if self.stale[lane]:
            return 0
        self.stale[lane] = 1
        if self.keeps_trail:
            self.trail[3 * self.trailed] = -2
            self.trail[3 * self.trailed + 1] = lane
            self.trailed += 1
        return 0

    def put(self, square: cython.int, tile: cython.int) -> cython.int:
        """Lay one tile; ``settle`` is to follow once all of a play are laid."""
        self.cells[square] = tile
        self.tiles_laid += 1
        if self.keeps_trail:
            self.trail[3 * self.trailed] = -3
            self.trail[3 * self.trailed + 1] = square
            self.trailed += 1
        self.mark(square // self.width)
        self.mark(self.height + square % self.width)
        return 0

    def settle(self, squares: cython.int[::1], count: cython.int) -> cython.int:
        """Learn what the tiles just laid on ``squares`` change beside them."""
        direction: cython.int
        n: cython.int
        lane: cython.int
        step: cython.int
        first: cython.int
        last: cython.int
        there: cython.int
        before: cython.int
        behind: cython.int
        line: cython.int = self.line_of(squares, count)
        for direction in range(2):
            before = behind = -1
            for n in range(count):
                there = squares[n]
                if direction == line and before < there < behind:
                    continue  # of the run that was seen to
                lane = there // self.width if direction == 0 else self.height + there % self.width
                step = self.lane_step[lane]
                first = self.lane_origin[lane]
                last = first + (self.lane_length[lane] - 1) * step
                before = there
                while before >= first and self.cells[before]:
                    before -= step
                if before >= first:
                    self.relearn(before, 1 - direction)
                behind = there
                while behind <= last and self.cells[behind]:
                    behind += step
                if behind <= last:
                    self.relearn(behind, 1 - direction)
        return 0

    def repair(self, square: cython.int) -> cython.int:
        """A star gives way to its letter; only points can change by that."""
        if self.keeps_trail:
            self.trail[3 * self.trailed] = -4
            self.trail[3 * self.trailed + 1] = square
            self.trail[3 * self.trailed + 2] = self.cells[square]
            self.trailed += 1
        self.cells[square] &= 127
        self.mark(square // self.width)
        self.mark(self.height + square % self.width)
        self.one[0] = square
        self.settle(self.one, 1)
        return 0

    def clear(self) -> cython.int:
        """An empty board."""
        square: cython.int
        lane: cython.int
        self.tiles_laid = 0
        for square in range(self.size):
            self.cells[square] = 0
        for square in range(2 * self.size):
            self.masks[square] = self.everything
            self.sides[square] = -1
        for lane in range(self.lanes):
            self.slot_of[lane] = lane
            self.stale[lane] = 1
        self.free_slots = self.lanes
        self.trailed = 0
        self.forget_patterns()
        return 0

    def forget_patterns(self) -> cython.int:
        """Make room for new patterns if half of it is used, or all; no lane may know any."""
        n: cython.int
        if not self.overfull and 2 * max(self.states, self.patterns) < self.states_most:
            return 0
        for n in range(self.states * self.kinds):
            self.next_state[n] = -1
        for n in range(self.states * 32):
            self.finals[n] = -1
        self.states = 1
        self.patterns = 0
        self.overfull = False
        return 0

    def line_of(self, squares: cython.int[::1], count: cython.int) -> cython.int:
        """The direction in which all of more than one tile lie; 2 if there is none."""
        n: cython.int
        row: cython.bint = count > 1
        column: cython.bint = count > 1
        for n in range(1, count):
            row = row and squares[n] // self.width == squares[0] // self.width
            column = column and squares[n] % self.width == squares[0] % self.width
        return 0 if row else 1 if column else 2

    def take_back(self, mark: cython.int) -> cython.int:
        """Undo everything since ``trailed`` was ``mark``."""
        kind: cython.int
        what: cython.int
        while self.trailed > mark:
            self.trailed -= 1
            kind = self.trail[3 * self.trailed]
            what = self.trail[3 * self.trailed + 1]
            if kind == -1:
                self.sides[what] = self.trail[3 * self.trailed + 2]
                self.masks[what] = self.trail_masks[self.trailed]
            elif kind == -2:
                self.stale[what] = 0
            elif kind == -3:
                self.cells[what] = 0
                self.tiles_laid -= 1
            elif kind == -4:
                self.cells[what] = self.trail[3 * self.trailed + 2]
            else:
                self.slot_of[what] = kind
                self.stale[what] = 1
                self.free_slots -= 1
        return 0

    # -- points ----------------------------------------------------------------------------------
    def turn_points(self, squares: cython.int[::1], count: cython.int) -> cython.int:
        """What a turn of several words scores whose tiles lie on ``squares``; without the bonus."""
        n: cython.int
        direction: cython.int
        lane: cython.int
        step: cython.int
        first: cython.int
        last: cython.int
        there: cython.int
        end: cython.int
        total: cython.int = 0
        for n in range(count):
            self.fresh[squares[n]] = 1
        for n in range(count):
            for direction in range(2):
                lane = (
                    squares[n] // self.width
                    if direction == 0
                    else self.height + squares[n] % self.width
                )
                step = self.lane_step[lane]
                first = self.lane_origin[lane]
                last = first + (self.lane_length[lane] - 1) * step
                there = squares[n]
                while there > first and self.cells[there - step]:
                    there -= step
                end = squares[n]
                while end < last and self.cells[end + step]:
                    end += step
                if there == end:
                    continue
                first = there
                while self.fresh[there] == 0:
                    there += step
                if there == squares[n]:  # a run is counted at its first new tile
                    total += self.run_points(first, end, step)
        for n in range(count):
            self.fresh[squares[n]] = 0
        return total

    def run_points(self, first: cython.int, last: cython.int, step: cython.int) -> cython.int:
        """What one run scores, whose new tiles are marked ``fresh``."""
        total: cython.int = 0
        factor: cython.int = 0 if self.adds else 1
        there: cython.int = first
        while there <= last:
            if self.fresh[there]:
                total += self.worth[self.cells[there]] * self.letter_factors[there]
                if self.word_factors[there] > 1:
                    if self.adds:
                        factor += self.word_factors[there]
                    else:
                        factor *= self.word_factors[there]
            else:
                total += self.worth[self.cells[there]]
            there += step
        return total * (factor or 1)

    # -- windows ---------------------------------------------------------------------------------
    def learn_state(self, state: cython.int, kind: cython.int) -> cython.int:
        """The state of one more square of a kind: equal multisets are equal states."""
        count: cython.int = self.state_size[state]
        n: cython.int
        here: cython.int = 0
        after: cython.int
        laid: cython.bint = False
        what: cython.int
        if count == 0 or kind >= self.state_kinds[8 * state + count - 1]:
            if self.states == self.states_most:
                self.overfull = True
                return 0
            here = self.states
            self.states += 1
            for n in range(count):
                self.state_kinds[8 * here + n] = self.state_kinds[8 * state + n]
            self.state_kinds[8 * here + count] = kind
            self.state_size[here] = count + 1
            self.next_state[state * self.kinds + kind] = here
            return here
        n = 0
        while n < count or not laid:
            if not laid and (n == count or kind < self.state_kinds[8 * state + n]):
                what = kind
                laid = True
            else:
                what = self.state_kinds[8 * state + n]
                n += 1
            after = self.next_state[here * self.kinds + what]
            if after < 0:
                after = self.learn_state(here, what)
                if self.overfull:
                    return 0
            here = after
        self.next_state[state * self.kinds + kind] = here
        return here

    def learn_pattern(self, state: cython.int, factor: cython.int) -> cython.int:
        """The pattern of a multiset of squares in a word that counts ``factor`` times."""
        number: cython.int = self.factor_number[factor]
        pattern: cython.int
        count: cython.int = self.state_size[state]
        n: cython.int
        m: cython.int
        value: cython.int
        kind: cython.int
        if number < 0:
            if self.factor_numbers == 32:
                self.overfull = True
                return 0
            number = self.factor_numbers
            self.factor_number[factor] = number
            self.factor_numbers += 1
        pattern = self.finals[state * 32 + number]
        if pattern >= 0:
            return pattern
        if self.patterns == self.patterns_most:
            self.overfull = True
            return 0
        pattern = self.patterns
        self.patterns += 1
        for n in range(8):
            self.pattern_factors[8 * pattern + n] = 0
        for n in range(count):
            kind = self.state_kinds[8 * state + n]
            value = self.kind_letter[kind] * factor + self.kind_cross[kind]
            m = n
            while m > 0 and self.pattern_factors[8 * pattern + m - 1] < value:
                self.pattern_factors[8 * pattern + m] = self.pattern_factors[8 * pattern + m - 1]
                m -= 1
            self.pattern_factors[8 * pattern + m] = value
        self.pattern_size[pattern] = count
        for n in range(pattern):
            if self.same_pattern(n, pattern):
                self.patterns -= 1
                self.finals[state * 32 + number] = n
                return n
        self.joint_stamp[pattern] = 0
        self.finals[state * 32 + number] = pattern
        return pattern

    def same_pattern(self, one: cython.int, other: cython.int) -> cython.int:
        """Whether the tiles of two patterns count alike."""
        n: cython.int
        if self.pattern_size[one] != self.pattern_size[other]:
            return 0
        for n in range(self.pattern_size[one]):
            if self.pattern_factors[8 * one + n] != self.pattern_factors[8 * other + n]:
                return 0
        return 1

    def refresh(self) -> cython.int:
        """Build the windows of every lane that needs it."""
        lane: cython.int
        for lane in range(self.lanes):
            if self.stale[lane]:
                self.rebuild(lane)
        return 0

    def rebuild(self, lane: cython.int) -> cython.int:
        """Build the windows of one lane."""
        slot: cython.int = self.slot_of[lane]
        origin: cython.int = self.lane_origin[lane]
        step: cython.int = self.lane_step[lane]
        key: cython.int = 0 if lane < self.height else self.size
        place: cython.int
        square: cython.int = origin
        tile: cython.int = 0
        side: cython.int
        empties: cython.int = 0
        total: cython.int = 0
        length: cython.int = 0
        through: cython.ulonglong = 0
        active: cython.bint = self.tiles_laid == 0
        if self.keeps_trail:
            self.trail[3 * self.trailed] = slot
            self.trail[3 * self.trailed + 1] = lane
            self.trailed += 1
            slot = self.free_slots
            self.free_slots += 1
            self.slot_of[lane] = slot
        self.stale[lane] = 0
        for place in range(self.lane_length[lane]):
            if self.cells[square]:
                tile = self.cells[square]
                total += self.worth[tile]
                through = (through + self.keys[tile & 127]) & self.word64
                length += 1
            else:
                side = self.sides[key + square]
                active = active or length > 0 or side >= 0
                self.gap_sum[empties] = total
                self.gap_hash[empties] = through
                self.gap_length[empties] = length
                self.gap_tile[empties] = tile & 127
                self.empty_place[slot * self.room_for + empties] = place
                self.empty_mask[empties] = self.masks[key + square]
                self.empty_side[empties] = side
                self.empty_kind[empties] = self.square_kind[square] + (1 if side >= 0 else 0)
                self.empty_word[empties] = self.word_factors[square]
                empties += 1
                total = 0
                length = 0
                through = 0
            square += step
        self.gap_sum[empties] = total
        self.gap_hash[empties] = through
        self.gap_length[empties] = length
        self.gap_tile[empties] = tile & 127
        self.empty_count[slot] = empties
        self.window_count[slot] = 0
        if active or length:
            self.fill_windows(lane, slot, empties)
        return 0

    def fill_windows(self, lane: cython.int, slot: cython.int, empties: cython.int) -> cython.int:
        """Every window of a lane that is joined to old tiles."""
        places: cython.int = slot * self.room_for
        to: cython.int = slot * self.stride
        opening: cython.bint = self.tiles_laid == 0
        reach: cython.int = -1  # the last empty square so far from which a window is joined
        first: cython.int
        last: cython.int
        kind: cython.int
        state: cython.int
        after: cython.int
        factor: cython.int
        total: cython.int
        aside: cython.int
        length: cython.int
        gap: cython.int
        crossed: cython.int
        starts: cython.int
        start: cython.int
        told: cython.int
        number: cython.int
        pattern: cython.int
        through: cython.ulonglong
        union: cython.ulonglong
        mask: cython.ulonglong
        for first in range(empties):
            if reach < first:
                reach = first
                while (
                    reach < empties
                    and not opening
                    and self.gap_length[reach] == 0
                    and self.gap_length[reach + 1] == 0
                    and self.empty_side[reach] < 0
                ):
                    reach += 1
                if reach == empties:
                    break
            if reach - first >= self.most:
                continue
            state = 0
            factor = 0 if self.adds else 1
            total = self.gap_sum[first]
            through = self.gap_hash[first]
            length = self.gap_length[first]
            crossed = 0
            starts = 0
            start = self.empty_place[places + first] - length
            told = (length - 1) << 10 | self.gap_tile[first] << 15 if length else 0
            aside = 0
            union = 0
            for last in range(first, min(empties, first + self.most)):
                mask = self.empty_mask[last]
                if mask == 0:
                    break
                union |= mask
                kind = self.empty_kind[last]
                if kind & 1:
                    crossed = 1 << 12
                    aside += self.empty_word[last] * self.empty_side[last]
                if self.empty_word[last] > 1:
                    if self.adds:
                        factor += self.empty_word[last]
                    else:
                        factor *= self.empty_word[last]
                after = self.next_state[state * self.kinds + kind]
                if after < 0:
                    after = self.learn_state(state, kind)
                state = after
                length += 1
                gap = self.gap_length[last + 1]
                if gap:
                    length += gap
                    total += self.gap_sum[last + 1]
                    through = (through + self.gap_hash[last + 1]) & self.word64
                    if told == 0:
                        told = (length - 1) << 10 | self.gap_tile[last + 1] << 15
                if opening:
                    starts += self.starts[self.opening_square(lane, places + last)]
                    if starts == 0 or starts < self.least:
                        continue
                if last < reach or length < 2:
                    continue
                if length > self.longest:
                    break
                number = self.factor_number[factor or 1]
                pattern = self.finals[state * 32 + number] if number >= 0 else -1
                if pattern < 0:
                    pattern = self.learn_pattern(state, factor or 1)
                self.w_base[to] = total * (factor or 1) + aside
                self.w_pattern[to] = pattern
                self.w_first[to] = first | (last - first + 1) << 8 | crossed | lane << 16
                self.w_word[to] = start | length << 5 | told
                self.w_through[to] = through
                self.w_union[to] = union
                to += 1
        self.window_count[slot] = to - slot * self.stride
        return 0

    def opening_square(self, lane: cython.int, empty: cython.int) -> cython.int:
        """The square of an empty place of a lane."""
        return self.lane_origin[lane] + self.empty_place[empty] * self.lane_step[lane]

    # -- the hand --------------------------------------------------------------------------------
    def take_hand(self) -> cython.int:
        """Every multiset of tiles that ``hand`` could lay: its hash, letters, points and leave."""
        code: cython.int
        n: cython.int
        m: cython.int
        score: cython.int
        self.hand_size = 0
        self.hand_kinds = 0
        for code in range(self.letters):
            if self.hand[code] == 0:
                continue
            score = self.worth[code] if code else self.wild_score
            n = self.hand_kinds
            while n > 0 and self.kind_score[n - 1] < score:
                self.kind_score[n] = self.kind_score[n - 1]
                self.kind_code[n] = self.kind_code[n - 1]
                n -= 1
            self.kind_score[n] = score
            self.kind_code[n] = code
            self.hand_kinds += 1
            self.hand_size += self.hand[code]
        m = 0
        for code in range(self.letters):
            for n in range(self.hand_kinds):
                if self.kind_code[n] == code:
                    self.kind_place[n] = m
                    self.kind_used[n] = 0
            for n in range(self.hand[code]):
                self.places[m] = code
                m += 1
        self.value_leaves()
        m = 0
        for n in range(self.hand_kinds):
            for code in range(self.hand[self.kind_code[n]]):
                self.hand_scores[m] = self.kind_score[n]
                m += 1
        for n in range(m, _SIZES):
            self.hand_scores[n] = 0
        for n in range(_SIZES):
            self.sub_count[n] = 0
            self.size_leave[n] = _NOWHERE
        self.best_exchange = _NOWHERE
        self.epoch += 1
        self.arena_used = 0
        self.spread_hand(0, 0, 0, 0, 0, (1 << self.hand_size) - 1)
        for n in range(_SIZES):
            for m in range(self.sub_count[n], (self.sub_count[n] + 7) & ~7):
                self.sub_leave[n * _SUBS + m] = _NOWHERE  # what makes the vectors whole
        return 0

    def spread_hand(
        self,
        kind: cython.int,
        size: cython.int,
        wilds: cython.int,
        total: cython.ulonglong,
        mask: cython.ulonglong,
        kept: cython.int,
    ) -> cython.int:
        """Take none, one, two ... of a kind, and go on with the next."""
        code: cython.int
        n: cython.int
        bit: cython.ulonglong = 1
        if kind == self.hand_kinds:
            if 0 < size <= self.most:
                self.add_sub(size, wilds, total, mask, self.leaf[kept])
            return 0
        code = self.kind_code[kind]
        self.spread_hand(kind + 1, size, wilds, total, mask, kept)
        for n in range(1, self.hand[code] + 1):
            self.kind_used[kind] = n
            if code:
                total = (total + self.keys[code]) & self.word64
                mask |= bit << code
            else:
                wilds += 1
            kept &= ~(1 << (self.kind_place[kind] + n - 1))
            self.spread_hand(kind + 1, size + n, wilds, total, mask, kept)
        self.kind_used[kind] = 0
        return 0

    def add_sub(
        self,
        size: cython.int,
        wilds: cython.int,
        total: cython.ulonglong,
        mask: cython.ulonglong,
        leave: cython.int,
    ) -> cython.int:
        """Write down one multiset of the hand, its tiles in descending points."""
        number: cython.int = self.sub_count[size]
        sub: cython.int = size * _SUBS + number
        kind: cython.int
        n: cython.int
        m: cython.int = 0
        self.sub_count[size] = number + 1
        self.sub_hash[sub] = total
        self.sub_mask[sub] = mask
        self.sub_wilds[sub] = wilds
        for kind in range(self.hand_kinds):
            for n in range(self.kind_used[kind]):
                self.sub_codes[sub * 8 + m] = self.kind_code[kind]
                self.sub_scores[(size * 8 + m) * _SUBS + number] = self.kind_score[kind]
                m += 1
        if leave > self.best_exchange and size <= self.exchange_most:
            self.best_exchange = leave
            self.exchange_sub = sub
        if self.keep_mode == 1:
            leave -= wilds * self.star_price
        self.sub_leave[sub] = leave if wilds >= self.wilds_needed else _NOWHERE
        self.size_leave[size] = max(self.size_leave[size], self.sub_leave[sub])
        return 0

    def value_leaves(self) -> cython.int:
        """What each part of the hand is worth when it is kept, in ``leaf``.

        A part is a set of places in the hand, whose tiles lie in ascending codes. First the weights
        of one to three tiles, then all sums of the weights of what a part holds.
        """
        a: cython.int
        b: cython.int
        c: cython.int
        n: cython.int
        rank: cython.int
        bit: cython.int
        count: cython.int = self.hand_size
        for n in range(1 << count):
            self.leaf[n] = 0
        if self.keep_mode == 0:
            return 0
        for a in range(count):
            if self.keep_mode == 2:  # the bag is empty: what is kept is lost
                self.leaf[1 << a] = -self.keep_price * self.worth[self.places[a]]
                continue
            self.leaf[1 << a] = self.part_weights[self.part_first[1] + self.places[a]]
            for b in range(a + 1, count):
                rank = self.places[a] + self.pair_step[self.places[b]]
                self.leaf[1 << a | 1 << b] = self.part_weights[self.part_first[2] + rank]
                for c in range(b + 1, count):
                    self.leaf[1 << a | 1 << b | 1 << c] = self.part_weights[
                        self.part_first[3] + rank + self.triple_step[self.places[c]]
                    ]
        for a in range(count):
            bit = 1 << a
            for n in range(1 << count):
                if n & bit:
                    self.leaf[n] += self.leaf[n ^ bit]
        if self.keep_mode == 2:
            for n in range(1, 1 << count):
                self.leaf[n] -= self.keep_fixed
            self.leaf[0] = self.out_gain
        return 0

    # -- bounds ----------------------------------------------------------------------------------
    def bound_pattern(self, pattern: cython.int) -> cython.int:
        """The dearest tiles on the best squares, with the best leave of as many tiles."""
        size: cython.int = self.pattern_size[pattern]
        points: cython.int = self.bonus if size == self.bonus_size else 0
        n: cython.int
        self.joint_stamp[pattern] = self.epoch
        self.joint_at[pattern] = -1
        if size > self.hand_size or self.size_leave[size] == _NOWHERE:
            self.joint[pattern] = _NOWHERE
            return 0
        for n in range(8):  # those that are too many are 0
            points += self.pattern_factors[8 * pattern + n] * self.hand_scores[n]
        self.joint[pattern] = points * 1000 + self.size_leave[size]
        return 0

    def bound_joint(self, pattern: cython.int) -> cython.int:
        """For each multiset of the hand: its tiles on the best squares, with its own leave."""
        size: cython.int = self.pattern_size[pattern]
        count: cython.Py_ssize_t = (self.sub_count[size] + 7) & ~7  # whole vectors
        at: cython.Py_ssize_t
        n: cython.int
        m: cython.Py_ssize_t
        row: cython.Py_ssize_t
        first: cython.Py_ssize_t = size * _SUBS
        factor: cython.short
        bound: cython.int
        most: cython.int = _NOWHERE
        bonus: cython.int = self.bonus if size == self.bonus_size else 0
        at = self.take_arena(pattern)
        row = size * 8 * _SUBS
        factor = self.pattern_factors[8 * pattern]
        for m in range(count):
            self.sums[m] = factor * self.sub_scores[row + m]
        for n in range(1, size):
            factor = self.pattern_factors[8 * pattern + n]
            row += _SUBS
            for m in range(count):
                self.sums[m] += factor * self.sub_scores[row + m]
        for m in range(count):
            bound = (self.sums[m] + bonus) * 1000 + self.sub_leave[first + m]
            self.arena[at + m] = bound
            most = max(most, bound)
        self.joint[pattern] = most
        return 0

    def take_arena(self, pattern: cython.int) -> cython.int:
        """Room for the bounds of one pattern; when all is used up the oldest gives way."""
        number: cython.int = self.arena_used % _ARENA
        if self.arena_used >= _ARENA:
            self.joint_at[self.arena_owner[number]] = -1
        self.arena_used += 1
        self.arena_owner[number] = pattern
        self.joint_at[pattern] = number * _SUBS
        return number * _SUBS

    # -- the search ------------------------------------------------------------------------------
    def find_best(self, floor: cython.int) -> cython.int:
        """The play of most equity for the hand taken, if one has more than ``floor``."""
        step: cython.int
        exact: cython.int
        n: cython.int
        after: cython.int
        window: cython.int
        bound: cython.int
        self.best = floor
        self.best_size = 0
        self.refresh()
        for step in range(self.gather(floor), -1, -1):
            # a step is a point: all bounds of one are above all those of the next
            if step < _STEPS - 1 and (step + 1) * 1000 <= self.best:
                return 0
            n = self.step_first[step]
            while n >= 0:
                after = self.step_next[n]
                if self.bounds[n] > self.best:
                    window = self.candidates[n]
                    if self.joint_at[self.w_pattern[window]] < 0:
                        self.bound_joint(self.w_pattern[window])
                    bound = self.w_base[window] * 1000 + self.joint[self.w_pattern[window]]
                    exact = self.step_of(bound)
                    if exact == step:
                        self.look_into(window)
                    elif bound > self.best:
                        self.bounds[n] = bound
                        self.step_next[n] = self.step_first[exact]
                        self.step_first[exact] = n
                n = after
        return 0

    def step_of(self, bound: cython.int) -> cython.int:
        """The step of a bound; the last ones hold what is above or below all others."""
        return min(bound // 1000, _STEPS - 1) if bound > 0 else 0

    def gather(self, floor: cython.int) -> cython.int:
        """Sort every window that could hold more than ``floor`` into steps; the highest step."""
        lane: cython.int
        window: cython.int
        first: cython.int
        pattern: cython.int
        bound: cython.int
        top: cython.int = -1
        count: cython.int = 0
        step: cython.int
        for step in range(_STEPS):
            self.step_first[step] = -1
        for lane in range(self.lanes):
            first = self.slot_of[lane] * self.stride
            for window in range(first, first + self.window_count[self.slot_of[lane]]):
                pattern = self.w_pattern[window]
                if self.joint_stamp[pattern] != self.epoch:
                    self.bound_pattern(pattern)
                bound = self.w_base[window] * 1000 + self.joint[pattern]
                if bound > floor:
                    step = self.step_of(bound)
                    self.candidates[count] = window
                    self.bounds[count] = bound
                    self.step_next[count] = self.step_first[step]
                    self.step_first[step] = count
                    count += 1
                    top = max(top, step)
        return top

    def look_into(self, window: cython.int) -> cython.int:
        """Try every multiset of the hand in one window."""
        pattern: cython.int = self.w_pattern[window]
        base: cython.int = self.w_base[window] * 1000
        size: cython.int = self.pattern_size[pattern]
        sub: cython.int = size * _SUBS
        at: cython.int = self.joint_at[pattern]
        n: cython.int
        wilds: cython.int
        bound: cython.int
        total: cython.ulonglong
        union: cython.ulonglong = self.w_union[window]
        for n in range(self.sub_count[size]):
            bound = base + self.arena[at + n]
            if bound <= self.best or self.sub_mask[sub + n] & ~union:
                continue
            self.looked += 1
            total = (self.w_through[window] + self.sub_hash[sub + n]) & self.word64
            wilds = self.sub_wilds[sub + n]
            if wilds:
                if wilds == 1 and not self.is_in_lacking(total):
                    continue
                if self.wild_letters(window, self.sub_mask[sub + n], wilds):
                    self.with_wilds(window, sub + n, total, wilds, 1, bound)
            elif self.is_in_whole(total) and self.has_place(window, self.sub_mask[sub + n]):
                self.probe(window, sub + n, total)
        return 0

    def has_place(self, window: cython.int, mask: cython.ulonglong) -> cython.int:
        """Whether each square of a window may hold one of these letters."""
        packed: cython.int = self.w_first[window]
        lane: cython.int = packed >> 16
        first: cython.int = self.slot_of[lane] * self.room_for + (packed & 255)
        key: cython.int = self.lane_origin[lane] + (0 if lane < self.height else self.size)
        n: cython.int
        for n in range(first, first + (packed >> 8 & 15)):
            if self.masks[key + self.empty_place[n] * self.lane_step[lane]] & mask == 0:
                return 0
        return 1

    def wild_letters(
        self, window: cython.int, mask: cython.ulonglong, wilds: cython.int
    ) -> cython.int:
        """Which letters wild tiles could be beside tiles of ``mask``, into ``wild_mask``; 0: none.

        A square where none of those tiles may lie takes a wild one.
        """
        packed: cython.int = self.w_first[window]
        lane: cython.int = packed >> 16
        first: cython.int = self.slot_of[lane] * self.room_for + (packed & 255)
        key: cython.int = self.lane_origin[lane] + (0 if lane < self.height else self.size)
        n: cython.int
        here: cython.ulonglong
        needed: cython.int = 0
        self.wild_mask = self.w_union[window]
        if packed >> 12 & 1 == 0:
            return 1
        for n in range(first, first + (packed >> 8 & 15)):
            here = self.masks[key + self.empty_place[n] * self.lane_step[lane]]
            if here & mask == 0:
                needed += 1
                if needed > wilds:
                    return 0
                if wilds == 1:
                    self.wild_mask = here
        return 1

    def is_in_whole(self, total: cython.ulonglong) -> cython.int:
        """Whether these letters may be those of a word."""
        block: cython.ulonglong = self.whole[(total >> 32) & self.whole_mask]
        return block >> (total & 63) & block >> (total >> 6 & 63) & 1

    def is_in_lacking(self, total: cython.ulonglong) -> cython.int:
        """Whether these letters may be those of a word that lacks one."""
        block: cython.ulonglong = self.lacking[(total >> 32) & self.lacking_mask]
        return block >> (total & 63) & block >> (total >> 6 & 63) & 1

    def with_wilds(
        self,
        window: cython.int,
        sub: cython.int,
        total: cython.ulonglong,
        wilds: cython.int,
        least: cython.int,
        bound: cython.int,
    ) -> cython.int:
        """Try every letter of ``wild_mask``, from ``least`` on, for each of the wild tiles."""
        code: cython.int
        here: cython.int = bound
        left: cython.ulonglong = self.wild_mask >> least
        more: cython.ulonglong
        price: cython.int = 0
        if self.wild_score:
            price = (
                1000
                * self.pattern_factors[
                    8 * self.w_pattern[window] + self.pattern_size[self.w_pattern[window]] - 1
                ]
            )
        code = least
        while left:
            if left & 1:
                if price:
                    here = bound - (self.wild_score - self.worth[code | 128]) * price
                more = (total + self.keys[code]) & self.word64
                if here > self.best:
                    if wilds > 1:
                        if wilds > 2 or self.is_in_lacking(more):
                            self.with_wilds(window, sub, more, wilds - 1, code, here)
                    elif self.is_in_whole(more):
                        self.probe(window, sub, more)
            left >>= 1
            code += 1
        return 0

    def probe(self, window: cython.int, sub: cython.int, total: cython.ulonglong) -> cython.int:
        """Try every word with these letters."""
        slot: cython.int = total >> self.slot_shift
        check: cython.uint = total & self.word32
        at: cython.uint
        self.probed += 1
        while True:
            at = self.slots[2 * slot + 1]
            if at == 0:
                return 0
            if self.slots[2 * slot] == check:
                self.try_class(window, sub, at - 1)
            slot = (slot + 1) & self.slot_mask

    def try_class(self, window: cython.int, sub: cython.int, at: cython.int) -> cython.int:
        """Try the words of a class of anagrams in a window, if they are as long as it is."""
        word: cython.int = self.w_word[window]
        length: cython.int = word >> 5 & 31
        telling: cython.int = at + 3 + (word >> 10 & 31)
        letter: cython.int = word >> 15
        count: cython.int
        if self.classes[at] != length:
            return 0
        count = self.classes[at + 1] | self.classes[at + 2] << 8
        at += 3
        while count:
            # most words do not fit, and most of these not even one letter of the board
            if letter == 0 or self.classes[telling] == letter:
                self.try_word(window, sub, at, word & 31, length)
            at += length
            telling += length
            count -= 1
        return 0

    def try_word(
        self,
        window: cython.int,
        sub: cython.int,
        at: cython.int,
        start: cython.int,
        length: cython.int,
    ) -> cython.int:
        """Lay the word that ``classes`` holds from ``at`` on, if it fits, and keep the best."""
        lane: cython.int = self.w_first[window] >> 16
        size: cython.int = self.w_first[window] >> 8 & 15
        key: cython.int = 0 if lane < self.height else self.size
        step: cython.int = self.lane_step[lane]
        square: cython.int = self.lane_origin[lane] + start * step
        tile: cython.int
        code: cython.int
        n: cython.int
        end: cython.int = at + length
        count: cython.int = 0
        factor: cython.int = 0 if self.adds else 1
        points: cython.int
        while at < end:
            tile = self.cells[square]
            code = self.classes[at]
            if tile:
                if tile & 127 != code:
                    return 0
            elif self.masks[key + square] >> code & 1:
                self.try_squares[count] = square
                self.try_tiles[count] = code
                count += 1
            else:
                return 0
            square += step
            at += 1
        points = self.w_base[window] + (self.bonus if size == self.bonus_size else 0)
        for n in range(count):
            square = self.try_squares[n]
            if self.word_factors[square] > 1:
                if self.adds:
                    factor += self.word_factors[square]
                else:
                    factor *= self.word_factors[square]
        for n in range(count):
            square = self.try_squares[n]
            code = self.square_kind[square] + (1 if self.sides[key + square] >= 0 else 0)
            self.try_factors[n] = self.kind_letter[code] * (factor or 1) + self.kind_cross[code]
        if self.share_wilds(sub, size):
            return 0
        for n in range(count):
            points += self.worth[self.try_tiles[n]] * self.try_factors[n]
        if points * 1000 + self.sub_leave[sub] <= self.best:
            return 0
        self.best = points * 1000 + self.sub_leave[sub]
        self.best_points = points
        self.best_size = count
        for n in range(count):
            self.best_squares[n] = self.try_squares[n]
            self.best_tiles[n] = self.try_tiles[n]
        return 0

    def share_wilds(self, sub: cython.int, size: cython.int) -> cython.int:
        """Give the wild tiles of ``sub`` to the letters it lacks, where they cost least.

        1 if the letters laid are not those of ``sub``.
        """
        n: cython.int
        code: cython.int
        least: cython.int
        left: cython.int
        wilds: cython.int = self.sub_wilds[sub]
        if wilds == 0:
            # The hash says that the letters are the same; a hash is no proof.
            for n in range(size):
                self.have[self.sub_codes[sub * 8 + n]] += 1
            left = 0
            for n in range(size):
                self.have[self.try_tiles[n]] -= 1
            for n in range(size):
                left |= self.have[self.try_tiles[n]]
                self.have[self.try_tiles[n]] = 0
            for n in range(size):
                self.have[self.sub_codes[sub * 8 + n]] = 0
            return 1 if left else 0
        for n in range(size):
            self.have[self.try_tiles[n]] += 1
        left = 0
        for n in range(size):
            code = self.sub_codes[sub * 8 + n]
            if code:
                self.have[code] -= 1
                if self.have[code] < 0:
                    left = 1
        for n in range(size):
            code = self.try_tiles[n]
            if code & 128:
                continue
            while self.have[code] > 0 and not left:
                least = self.cheapest(code, size)
                self.try_tiles[least] = code | 128
                self.have[code] -= 1
            self.have[code] = 0
        for n in range(size):
            self.have[self.sub_codes[sub * 8 + n]] = 0
            self.have[self.try_tiles[n] & 127] = 0
        return left

    def cheapest(self, code: cython.int, size: cython.int) -> cython.int:
        """Where, among the tiles tried, the letter ``code`` counts least."""
        n: cython.int
        least: cython.int = -1
        for n in range(size):
            if self.try_tiles[n] == code and (
                least < 0 or self.try_factors[n] < self.try_factors[least]
            ):
                least = n
        return least

    # -- all plays -------------------------------------------------------------------------------
    def find_all(self) -> cython.int:
        """Write every play of ``hand`` into ``out``, lane by lane, with the GADDAG (Gordon 1994)."""
        lane: cython.int
        code: cython.int
        bit: cython.ulonglong = 1
        self.written = self.plays = 0
        self.held = self.everything if self.hand[0] else 0
        for code in range(1, self.letters):
            if self.hand[code]:
                self.held |= bit << code
        if self.held == 0:
            return 0
        for lane in range(self.lanes):
            self.walk_lane(lane)
        return 0

    def walk_lane(self, lane: cython.int) -> cython.int:
        """Every play of one lane, once.

        A word that holds old tiles of the lane is found from the first run of them; any other from
        the first square it covers where a word crosses.
        """
        origin: cython.int = self.lane_origin[lane]
        step: cython.int = self.lane_step[lane]
        key: cython.int = 0 if lane < self.height else self.size
        active: cython.bint = self.tiles_laid == 0
        place: cython.int
        square: cython.int
        self.walk_length = self.lane_length[lane]
        self.walk_origin = origin
        self.walk_step = step
        self.walk_key = key
        for place in range(self.walk_length):
            square = origin + place * step
            self.row_tile[place] = self.cells[square]
            self.row_mask[place] = self.masks[key + square]
            self.row_side[place] = self.sides[key + square]
            if self.row_tile[place] or self.row_side[place] >= 0:
                active = True
        self.row_tile[self.walk_length] = 0
        if active:
            self.walk_runs()
            self.walk_crossings()
        return 0

    def walk_runs(self) -> cython.int:
        """Every play whose word holds old tiles."""
        place: cython.int
        self.walk_barrier = 0
        self.walk_limit = self.walk_length - 1
        for place in range(self.walk_length):
            if self.row_tile[place] and self.row_tile[place + 1] == 0:
                self.walk_anchor = place
                self.fill(place, self.gaddag, -1, 0, 0, 0 if self.adds else 1, 0)
                self.walk_barrier = place + 2  # the square behind the run stays empty
        return 0

    def walk_crossings(self) -> cython.int:
        """Every play between the runs of the lane: beside other words, or the opening."""
        place: cython.int
        end: cython.int
        self.walk_barrier = 0
        end = -1
        for place in range(self.walk_length):
            if self.row_tile[place]:
                self.walk_barrier = place + 2
                continue
            if place > end:  # up to the square before the next run
                end = place
                while end < self.walk_length and self.row_tile[end] == 0:
                    end += 1
                self.walk_limit = end - 1 if end == self.walk_length else end - 2
                end -= 1
            if place < self.walk_barrier or place > self.walk_limit:
                continue
            if self.tiles_laid == 0:
                if self.starts[self.walk_origin + place * self.walk_step] == 0:
                    continue
            elif self.row_side[place] < 0:
                continue
            self.walk_anchor = place
            self.fill(place, self.gaddag, -1, 0, 0, 0 if self.adds else 1, 0)
            self.walk_barrier = place + 1
        return 0

    def fill(
        self,
        place: cython.int,
        at: cython.int,
        first: cython.int,
        count: cython.int,
        total: cython.int,
        factor: cython.int,
        aside: cython.int,
    ) -> cython.int:
        """Fill ``place`` with a letter of the list ``at``, and go on.

        To the left while ``first`` is -1; then it is where the word begins.
        """
        node: cython.uint
        code: cython.int
        word: cython.int
        value: cython.int
        square: cython.int
        fits: cython.ulonglong
        if at == 0:
            return 0
        code = self.row_tile[place]
        if code:
            at = self.child(at, code & 127)
            if at:
                self.go_on(place, at, first, count, total + self.worth[code], factor, aside)
            return 0
        if count == self.hand_size or place < self.walk_barrier or place > self.walk_limit:
            return 0
        fits = self.row_mask[place] & self.held
        if fits == 0:
            return 0
        square = self.walk_origin + place * self.walk_step
        word = self.word_factors[square]
        if word > 1:
            factor = factor + word if self.adds else factor * word
        self.try_squares[count] = square
        while True:
            node = self.nodes[at]
            code = node & 255
            if code and fits >> code & 1:
                if self.hand[code]:
                    value = self.worth[code] * self.letter_factors[square]
                    self.take_tile(code)
                    self.try_tiles[count] = code
                    self.go_on(
                        place,
                        at,
                        first,
                        count + 1,
                        total + value,
                        factor,
                        aside + self.beside(place, value, word),
                    )
                    self.give_tile(code)
                if self.hand[0]:
                    value = self.worth[code | 128] * self.letter_factors[square]
                    self.take_wild()
                    self.try_tiles[count] = code | 128
                    self.go_on(
                        place,
                        at,
                        first,
                        count + 1,
                        total + value,
                        factor,
                        aside + self.beside(place, value, word),
                    )
                    self.give_wild()
            if node & 256:
                return 0
            at += 1

    def go_on(
        self,
        place: cython.int,
        at: cython.int,
        first: cython.int,
        count: cython.int,
        total: cython.int,
        factor: cython.int,
        aside: cython.int,
    ) -> cython.int:
        """Go on from the node ``at``, which lies on ``place``."""
        if first < 0:
            return self.turn_left(place, at, count, total, factor, aside)
        return self.turn_right(place, at, first, count, total, factor, aside)

    def turn_left(
        self,
        place: cython.int,
        at: cython.int,
        count: cython.int,
        total: cython.int,
        factor: cython.int,
        aside: cython.int,
    ) -> cython.int:
        """Go on from the node ``at``, which lies on ``place``: further left, or past the anchor."""
        node: cython.uint = self.nodes[at]
        below: cython.int = node >> 10
        edge: cython.bint = place == 0 or self.row_tile[place - 1] == 0
        if edge and node & 512 and self.row_tile[self.walk_anchor + 1] == 0:
            self.write_play(place, self.walk_anchor, count, total, factor, aside)
        if below == 0:
            return 0
        if place:
            self.fill(place - 1, below, -1, count, total, factor, aside)
        if edge and self.nodes[below] & 255 == 0 and self.walk_anchor + 1 < self.walk_length:
            self.fill(
                self.walk_anchor + 1, self.nodes[below] >> 10, place, count, total, factor, aside
            )
        return 0

    def turn_right(
        self,
        place: cython.int,
        at: cython.int,
        first: cython.int,
        count: cython.int,
        total: cython.int,
        factor: cython.int,
        aside: cython.int,
    ) -> cython.int:
        """Go on from the node ``at``, which lies on ``place``, further right."""
        node: cython.uint = self.nodes[at]
        if node & 512 and self.row_tile[place + 1] == 0:
            self.write_play(first, place, count, total, factor, aside)
        if node >> 10 and place + 1 < self.walk_length:
            self.fill(place + 1, node >> 10, first, count, total, factor, aside)
        return 0

    def beside(self, place: cython.int, value: cython.int, word: cython.int) -> cython.int:
        """The points of the word that crosses at ``place``, once a tile of ``value`` lies there."""
        return (self.row_side[place] + value) * word if self.row_side[place] >= 0 else 0

    def take_tile(self, code: cython.int) -> cython.int:
        """Take a letter from the hand."""
        bit: cython.ulonglong = 1
        self.hand[code] -= 1
        if self.hand[code] == 0 and self.hand[0] == 0:
            self.held ^= bit << code
        return 0

    def give_tile(self, code: cython.int) -> cython.int:
        """Give it back."""
        bit: cython.ulonglong = 1
        self.hand[code] += 1
        self.held |= bit << code
        return 0

    def take_wild(self) -> cython.int:
        """Take a wild tile from the hand."""
        code: cython.int
        bit: cython.ulonglong = 1
        self.hand[0] -= 1
        if self.hand[0] == 0:
            self.held = 0
            for code in range(1, self.letters):
                if self.hand[code]:
                    self.held |= bit << code
        return 0

    def give_wild(self) -> cython.int:
        """Give it back."""
        self.hand[0] += 1
        self.held = self.everything
        return 0

    def write_play(
        self,
        first: cython.int,
        last: cython.int,
        count: cython.int,
        total: cython.int,
        factor: cython.int,
        aside: cython.int,
    ) -> cython.int:
        """Write down the play whose word lies from ``first`` to ``last``."""
        n: cython.int
        covered: cython.int = 0
        if first == last or count == 0:
            return 0
        if self.tiles_laid == 0:
            for n in range(count):
                covered += self.starts[self.try_squares[n]]
            if covered < self.least:
                return 0
        if count == 1 and self.walk_key and self.sides[self.walk_key + self.try_squares[0]] >= 0:
            return 0  # a single tile that makes a word in its row was found there
        if self.written + count + 2 > self.out.shape[0]:
            self.grow_out()
        self.out[self.written] = (
            total * (factor or 1) + aside + (self.bonus if count == self.bonus_size else 0)
        )
        self.out[self.written + 1] = count
        self.written += 2
        for n in range(count):
            self.out[self.written] = self.try_squares[n] << 8 | self.try_tiles[n]
            self.written += 1
        self.plays += 1
        return 0

    def grow_out(self) -> cython.int:
        """Make room for more plays."""
        with cython.gil:
            self.out = grown(self.out)
        return 0

    # -- from outside ----------------------------------------------------------------------------
    def set_hand(self, hand, mode, out_gain, price, fixed):
        """Take a hand, as tile codes.

        ``mode``: 0 nothing is worth keeping, 1 the leaves, 2 the bag is empty: going out gains
        ``out_gain`` millipoints, else each point kept costs ``price`` and all of it ``fixed``.
        ValueError for more than 8 tiles.
        """
        if len(hand) > 8:
            raise ValueError(f"a hand of {len(hand)} tiles; the kernel takes 8")
        for code in range(128):
            self.hand[code] = 0
        for code in hand:
            self.hand[code] += 1
        self.keep_mode = mode
        self.out_gain = out_gain
        self.keep_price = price
        self.keep_fixed = fixed
        self.bonus_size = self.full  # nobody but a full hand has so many tiles
        self.take_hand()

    def search(self, floor):
        """The best play above ``floor``: its equity, points, and tiles as square << 8 | tile."""
        least: cython.int = floor
        with cython.nogil:
            self.find_best(least)
        tiles = [self.best_squares[n] << 8 | self.best_tiles[n] for n in range(self.best_size)]
        return self.best, self.best_points if tiles else 0, tiles

    def all_plays(self):
        """Every play of the hand: numbers as bytes, for each play its points, how many tiles, and
        the tiles as square << 8 | tile; and how many plays. Premiums count in every word.
        """
        with cython.nogil:
            self.find_all()
        return bytes(self.out[: self.written]), self.plays

    def lay(self, tiles, keep):
        """Lay these tiles; with ``keep`` they can be taken back with ``unlay``. A mark for that."""
        self.keeps_trail = keep
        mark = self.trailed
        for tile in tiles:
            self.put(tile >> 8, tile & 255)
        self.settle(numbers([tile >> 8 for tile in tiles]), len(tiles))
        return mark

    def unlay(self, mark):
        """Take back what was laid since ``lay`` gave ``mark``."""
        self.take_back(mark)

    def windows(self):
        """How many windows there are now; they are built if they are not."""
        self.refresh()
        return sum([self.window_count[self.slot_of[lane]] for lane in range(self.lanes)])

    def spoil(self):
        """Forget every window, so that the next search builds them all."""
        for lane in range(self.lanes):
            self.stale[lane] = 1
