"""The search of endgames, in Cython's pure-Python mode: compiled and uncompiled."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # not compiled, and no Cython: plain Python
    from wordsmith import _nocython as cython

from wordsmith.engine.arrays import grown, numbers, room, unsigned

# Nodes of the graph: pointer << 10 | accepts << 9 | last << 8 | code (lexicon/wordgraph.py).
# A lane is a row (numbers 0 to height - 1) or a column (from height on); a place is a number in it.
# A hand is a mask: a bit for each tile of the root hand, tiles of one kind side by side; of a kind
# the lowest bits are set. So "these tiles are in the hand" is one AND.
# A play is a number. heads: tiles as such a mask | points << 16 | lane << 32 | first << 40
# | last << 48 | count << 56; bodies: two words of new tiles, a byte each, and the mask of places.
# docs/engine.md#endgame tells why the bounds are bounds.

# A move is a play, -2 for a pass, -1 for none. No value is beyond 30000.
# An entry of the table: value + 32768 | bound << 16 | depth << 18 | move + 2 << 26; bounds are 0 exact,
# 1 no less, 2 no more; depth 127 says that nothing below was estimated.


@cython.final
@cython.cclass
class Endgame:
    """One position with an empty bag and all hands known, and everything learnt about it."""

    width: cython.int
    height: cython.int
    size: cython.int
    seats: cython.int
    lanes: cython.int
    span: cython.int  # places of the longest lane
    nodes: cython.const[cython.uint][::1]
    gaddag: cython.int
    cells: cython.uchar[::1]
    whole: cython.ulonglong  # all 64 bits
    origin: cython.int[::1]  # by lane
    step: cython.int[::1]
    length: cython.int[::1]
    worth: cython.int[::1]
    letter_factors: cython.int[::1]
    word_factors: cython.int[::1]
    starts: cython.uchar[::1]
    least: cython.int
    tiles_on_board: cython.int
    adds: cython.bint
    shares: cython.bint
    bonus: cython.int
    full: cython.int
    goes_out: cython.int  # times the other hand's points: what going out gains
    stalls: cython.int  # 1 if tiles left are deducted in a stall
    limit: cython.int  # turns without points
    limit_at_zero: cython.int
    drawn_at_zero: cython.bint
    nothings: cython.bint  # whether a play may have no points

    # hands
    base: cython.int[::1]  # by seat and code: the first bit of a kind
    code_of: cython.int[::1]  # by seat and bit
    letters: cython.ulonglong[::1]  # by seat: all that its hand could lay
    field: cython.int[::1]  # by seat and bit: all bits of its kind
    value_of: cython.int[::1]  # by seat and mask

    # the state at each ply
    most_plies: cython.int
    key_at: cython.ulonglong[::1]  # by ply, seat and lane: content, and what of cross words matters
    text_at: cython.ulonglong[::1]  # by ply and lane: content
    cross_at: cython.int[::1]  # by ply and lane: what its content asks of those that cross it
    list_at: cython.ulonglong[::1]  # by ply, seat and lane: its list, 1 if not yet looked up
    hand_at: cython.int[::1]  # by ply and seat
    hash_at: cython.ulonglong[::1]  # by ply
    zero_at: cython.int[::1]  # by ply: 1 while nobody has points
    kind_at: cython.int[::1]  # by ply: 1 if one good answer should be enough

    zobrist: cython.ulonglong[::1]  # by square and tile
    lane_zobrist: cython.ulonglong[::1]  # by direction, place and tile
    seeds: cython.ulonglong[::1]  # by seat and lane

    # what a lane's content asks of the lanes that cross it
    cross_slots: cython.int[::1]
    cross_keys: cython.ulonglong[::1]
    cross_hash: cython.ulonglong[::1]
    cross_mask: cython.ulonglong[::1]
    cross_side: cython.int[::1]
    crosses: cython.int

    # the plays of a lane
    slots: cython.ulonglong[::1]  # pairs: key, list; a list is first << 32 | count << 16 | hand
    slots_mask: cython.int
    lists: cython.int
    heads: cython.ulonglong[::1]
    bodies: cython.ulonglong[::1]
    plays: cython.int
    room_for_plays: cython.int
    most_kept: cython.int  # plays, and lists: where memory ends, so does the search

    # the lane at work
    tile: cython.int[::1]
    mask: cython.ulonglong[::1]
    side: cython.int[::1]
    laid: cython.int[::1]
    avail: cython.int[::1]
    granted: cython.int[::1]
    need: cython.int
    count: cython.int
    left: cython.int
    lane: cython.int
    seat: cython.int
    anchor: cython.int
    barrier: cython.int

    # the search
    entries: cython.ulonglong[::1]  # transposition table: key, data
    entries_mask: cython.ulonglong
    moves: cython.ulonglong[::1]
    moves_top: cython.int
    zone: cython.ulonglong[::1]  # by square: threats that a tile there disturbs
    threats: cython.int[::1]
    threat_count: cython.int
    killers: cython.int[::1]
    gathered_out: cython.int
    gathered_bound: cython.int
    gathered_play: cython.int
    gathered_threat: cython.int  # what the best threat of the other gains
    line: cython.int[::1]  # plays of a playout, by ply
    nodes_open: cython.longlong
    node_limit: cython.longlong
    signal: cython.uchar[::1]
    stopped: cython.bint
    cuts: cython.longlong  # leaves that were only estimated
    root_plays: cython.int[::1]
    root_values: cython.int[::1]
    root_count: cython.int
    best_value: cython.int
    complete: cython.bint
    total_at: cython.int[::1]  # by ply and seat: points so far
    result: cython.int[::1]  # by ply and seat: points at the end
    width_of_many: cython.int
    paranoid: cython.bint
    chosen: cython.int
    filled: cython.longlong
    made: cython.longlong

    def __init__(self, nodes, gaddag, shape, factors, starts, worth, rules, endings):
        """``rules`` = adds, shares, bonus, full; ``endings`` = goes_out, stalls, limit,
        limit_at_zero, drawn_at_zero."""
        lane: cython.int
        self.width = shape[0]
        self.height = shape[1]
        self.size = self.width * self.height
        self.lanes = self.width + self.height
        self.span = max(self.width, self.height)
        self.nodes = nodes
        self.whole = (1 << 64) - 1
        self.gaddag = gaddag
        self.letter_factors = numbers(factors[0])
        self.word_factors = numbers(factors[1])
        self.starts = memoryview(bytearray(starts))
        self.worth = numbers(worth)
        self.adds, self.shares, self.bonus, self.full = rules
        self.goes_out, self.stalls, self.limit, self.limit_at_zero, self.drawn_at_zero = endings
        self.cells = memoryview(bytearray(self.size))
        self.origin = room(self.lanes)
        self.step = room(self.lanes)
        self.length = room(self.lanes)
        for lane in range(self.lanes):
            if lane < self.height:
                self.origin[lane] = lane * self.width
                self.step[lane] = 1
                self.length[lane] = self.width
            else:
                self.origin[lane] = lane - self.height
                self.step[lane] = self.width
                self.length[lane] = self.height

    # -- setting up ------------------------------------------------------------------------------
    def set_up(self, cells, racks, least, at_zero, table_bits, most_kept):
        """Lay the tiles and give the hands; ``least``: start cells to cover on an empty board."""
        square: cython.int
        seat: cython.int
        code: cython.int
        bit: cython.int
        lane: cython.int
        place: cython.int
        n: cython.int
        number: cython.ulonglong
        self.seats = len(racks)
        self.least = least
        self.tiles_on_board = sum(1 for cell in cells if cell)
        self.base = room(128 * self.seats)
        held = room(128 * self.seats)
        self.code_of = room(16 * self.seats)
        self.letters = unsigned(self.seats)
        self.field = room(16 * self.seats)
        self.value_of = room(self.seats << 16)
        most = 0
        for seat in range(self.seats):
            rack = sorted(racks[seat])
            if len(rack) > 16:
                raise ValueError(f"a hand of {len(rack)} tiles; the kernel takes 16")
            most = max(most, len(rack))
            for bit in range(len(rack)):
                code = rack[bit]
                if held[seat * 128 + code] == 0:
                    self.base[seat * 128 + code] = bit
                held[seat * 128 + code] += 1
                self.code_of[seat * 16 + bit] = code
                number = 1
                self.letters[seat] |= number << code if code else self.whole
            for bit in range(len(rack)):
                code = rack[bit]
                self.field[seat * 16 + bit] = ((1 << held[seat * 128 + code]) - 1) << self.base[
                    seat * 128 + code
                ]
            for n in range(1, 1 << len(rack)):
                bit = 0
                while not n >> bit & 1:
                    bit += 1
                self.value_of[(seat << 16) + n] = (
                    self.value_of[(seat << 16) + (n & (n - 1))] + self.worth[256 + rack[bit]]
                )
        tiles = sum(len(rack) for rack in racks)
        # a word of no points is all of worthless tiles
        worthless = sum(1 for cell in cells if cell and self.worth[cell] == 0)
        laid = sum(1 for rack in racks for code in rack if self.worth[code or 128 + 1] == 0)
        self.nothings = laid > 0 and worthless + laid > 1
        few = self.seats == 2 and not self.nothings
        passes = 2 if few else max(self.limit, self.limit_at_zero)
        self.most_plies = min(tiles + (tiles + 1) * passes, 200) + 4
        plies = self.most_plies + 2
        self.key_at = unsigned(plies * self.lanes * self.seats)
        self.text_at = unsigned(plies * self.lanes)
        self.cross_at = room(plies * self.lanes)
        self.list_at = unsigned(plies * self.lanes * self.seats)
        self.hand_at = room(plies * 4)
        self.hash_at = unsigned(plies)
        self.zero_at = room(plies)
        self.kind_at = room(plies)
        self.zobrist = unsigned(self.size * 256)
        self.lane_zobrist = unsigned(2 * self.span * 256)
        self.seeds = unsigned(self.seats * self.lanes * 2)
        number = 88172645463325252
        for n in range(self.size * 256):
            number = shuffled(number)
            self.zobrist[n] = number
        for n in range(2 * self.span * 256):
            number = shuffled(number)
            self.lane_zobrist[n] = number
        for n in range(self.seats * self.lanes * 2):
            number = shuffled(number)
            self.seeds[n] = number
        self.cross_slots = room(1 << 16)
        self.cross_keys = unsigned(1 << 15)
        self.cross_hash = unsigned(self.seats * self.span << 15)
        self.cross_mask = unsigned(self.span << 15)
        self.cross_side = room(self.span << 15)
        self.crosses = 1
        for n in range(self.span):
            self.cross_side[n] = -1
        self.slots = unsigned(2 << 18)
        self.slots_mask = (1 << 18) - 1
        self.lists = 0
        self.heads = unsigned(1 << 18)
        self.bodies = unsigned(3 << 18)
        self.room_for_plays = min(1 << 18, most_kept)
        self.most_kept = most_kept
        self.plays = 0
        self.tile = room(self.span)
        self.mask = unsigned(self.span)
        self.side = room(self.span)
        self.laid = room(self.span)
        self.avail = room(128)
        self.granted = room(128)
        self.need = self.count = self.left = 0
        self.entries = unsigned(2 << table_bits)
        self.entries_mask = (1 << table_bits) - 2
        self.moves = unsigned(1 << 12)
        self.moves_top = 0
        self.zone = unsigned(self.size)
        self.threats = room(64)
        self.killers = room(2 * plies)
        for n in range(2 * plies):
            self.killers[n] = -1
        self.signal = memoryview(bytearray(1))
        self.nodes_open = 0
        self.root_count = 0
        self.best_value = 0
        self.complete = False
        self.line = room(plies)
        self.total_at = room(4 * plies)
        self.result = room(4 * plies)
        self.cuts = 0
        self.node_limit = 1 << 60
        self.filled = self.made = 0
        self.stopped = False
        for square in range(self.size):
            self.cells[square] = cells[square]
            if cells[square]:
                self.hash_at[0] ^= self.zobrist[square * 256 + cells[square]]
        for seat in range(self.seats):
            self.hand_at[seat] = (1 << len(racks[seat])) - 1
        self.zero_at[0] = at_zero
        for lane in range(self.lanes):
            for place in range(self.length[lane]):
                code = cells[self.origin[lane] + place * self.step[lane]]
                if code:
                    n = place if lane < self.height else self.span + place
                    self.text_at[lane] ^= self.lane_zobrist[n * 256 + code]
            for seat in range(self.seats):
                self.key_at[seat * self.lanes + lane] = self.text_at[lane]
        for lane in range(self.lanes):
            self.cross_at[lane] = self.cross_of(self.text_at[lane], lane)
            self.change_cross(0, lane, 0, self.cross_at[lane])
        for n in range(self.lanes * self.seats):
            self.list_at[n] = 1

    # -- what crosses a lane ---------------------------------------------------------------------
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def cross_of(self, text: cython.ulonglong, lane: cython.int) -> cython.int:
        """The number of what the lane, with this content, asks of those that cross it."""
        slots: cython.int = self.cross_slots.shape[0] - 1
        at: cython.int
        number: cython.int
        if text == 0:
            return 0
        at = (text >> 20) & slots
        while True:
            number = self.cross_slots[at]
            if number == 0:
                break
            if self.cross_keys[number] == text:
                return number
            at = (at + 1) & slots
        if 2 * self.crosses >= slots:
            if 16 * self.crosses >= self.most_kept:
                self.stopped = True
                return 0
            self.grow_crosses()
            slots = self.cross_slots.shape[0] - 1
            at = (text >> 20) & slots
            while self.cross_slots[at]:
                at = (at + 1) & slots
        number = self.crosses
        self.crosses += 1
        self.cross_slots[at] = number
        self.cross_keys[number] = text
        for at in range(self.span):
            self.cross_side[number * self.span + at] = -1
        for at in range(self.length[lane]):
            self.learn_cross(lane, at, number * self.span + at)
        return number

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def learn_cross(self, lane: cython.int, place: cython.int, to: cython.int) -> cython.int:
        """Which letters may lie on an empty place of the lane so that the run there is a word."""
        origin: cython.int = self.origin[lane]
        step: cython.int = self.step[lane]
        length: cython.int = self.length[lane]
        before: cython.int = place - 1
        after: cython.int = place + 1
        at: cython.int = self.gaddag
        total: cython.int = 0
        node: cython.int
        there: cython.int
        letters: cython.ulonglong = 0
        bit: cython.ulonglong
        if self.cells[origin + place * step]:
            return 0
        if before >= 0 and self.cells[origin + before * step] == 0:
            before = -1
        if after >= length or self.cells[origin + after * step] == 0:
            after = -1
        if before < 0 and after < 0:
            return 0
        if after >= 0:
            there = after
            while there + 1 < length and self.cells[origin + (there + 1) * step]:
                there += 1
            while there != place:
                total += self.worth[self.cells[origin + there * step]]
                node = self.child(at, self.cells[origin + there * step] & 127)
                at = self.nodes[node] >> 10 if node else 0
                there -= 1
        there = before
        while there >= 0 and self.cells[origin + there * step]:
            total += self.worth[self.cells[origin + there * step]]
            there -= 1
        while at:
            node = at
            if self.nodes[node] & 255:
                bit = 1
                bit <<= self.nodes[node] & 255
                there = before
                while there >= 0 and self.cells[origin + there * step] and node:
                    node = self.child(
                        self.nodes[node] >> 10, self.cells[origin + there * step] & 127
                    )
                    there -= 1
                if node and self.nodes[node] & 512:
                    letters |= bit
            if self.nodes[at] & 256:
                break
            at += 1
        self.cross_side[to] = total
        self.cross_mask[to] = letters
        for node in range(self.seats):
            # where this hand can lay nothing, the points do not matter
            bit = total + 1 if letters & self.letters[node] else 0
            self.cross_hash[to + (to // self.span * (self.seats - 1) + node) * self.span] = (
                shuffled(shuffled(letters & self.letters[node]) ^ shuffled(bit << 32))
            )
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def change_cross(
        self, ply: cython.int, lane: cython.int, old: cython.int, new: cython.int
    ) -> cython.int:
        """Tell the lanes that cross ``lane`` what has changed for them."""
        place: cython.int
        other: cython.int
        first: cython.int = self.height if lane < self.height else 0
        turn: cython.int = 3 * (lane if lane < self.height else lane - self.height) % 61 + 1
        was: cython.ulonglong
        seat: cython.int
        if old == new:
            return 0
        for seat in range(self.seats):
            other = (ply * self.seats + seat) * self.lanes + first
            old_at: cython.int = (old * self.seats + seat) * self.span
            new_at: cython.int = (new * self.seats + seat) * self.span
            for place in range(self.length[lane]):
                was = self.cross_hash[old_at + place] ^ self.cross_hash[new_at + place]
                if was:
                    self.key_at[other + place] ^= (was << turn & self.whole) | was >> (64 - turn)
                    self.list_at[other + place] = 1
        return 0

    @cython.cfunc
    @cython.with_gil
    @cython.exceptval(-1)
    def grow_crosses(self) -> cython.int:
        number: cython.int
        at: cython.int
        slots: cython.int
        self.cross_keys = grown(self.cross_keys)
        self.cross_hash = grown(self.cross_hash)
        self.cross_mask = grown(self.cross_mask)
        self.cross_side = grown(self.cross_side)
        self.cross_slots = room(2 * self.cross_slots.shape[0])
        slots = self.cross_slots.shape[0] - 1
        for number in range(1, self.crosses):
            at = (self.cross_keys[number] >> 20) & slots
            while self.cross_slots[at]:
                at = (at + 1) & slots
            self.cross_slots[at] = number
        return 0

    # -- the plays of a lane ---------------------------------------------------------------------
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def list_of(self, ply: cython.int, seat: cython.int, lane: cython.int) -> cython.ulonglong:
        """A list of what the hand of ``seat`` could lay in ``lane``, or more."""
        key: cython.ulonglong = self.key_at[(ply * self.seats + seat) * self.lanes + lane]
        found: cython.ulonglong
        at: cython.int
        start: cython.int = self.plays
        hand: cython.int = self.hand_at[4 * ply + seat]
        n: cython.int = seat * self.lanes + lane
        if key == 0 and self.tiles_on_board:
            return 0
        if self.tiles_on_board == 0:
            n += self.seats * self.lanes
        key ^= self.seeds[n]
        if 2 * self.lists >= self.slots_mask:
            if self.lists >= self.most_kept:
                self.stopped = True
                return 0
            self.grow_slots()
        at = (key >> 20) & self.slots_mask
        while self.slots[2 * at]:
            if self.slots[2 * at] == key:
                found = self.slots[2 * at + 1]
                n = found & 0xFFFF
                if n & hand == hand:
                    return found
                # it was made for a smaller hand: a new one takes its place
                hand |= n
                self.lists -= 1
                break
            at = (at + 1) & self.slots_mask
        self.lists += 1
        self.walk_lane(ply, seat, lane, hand)
        n = min(self.plays - start, 0xFFFF)
        found = start
        found = (found << 16 | n) << 16 | hand
        self.slots[2 * at] = key
        self.slots[2 * at + 1] = found
        self.filled += 1
        return found

    @cython.cfunc
    @cython.with_gil
    @cython.exceptval(-1)
    def grow_slots(self) -> cython.int:
        old = self.slots
        n: cython.int
        at: cython.int
        self.slots = unsigned(2 * old.shape[0])
        self.slots_mask = 2 * self.slots_mask + 1
        for n in range(old.shape[0] // 2):
            key: cython.ulonglong = old[2 * n]
            if key == 0:
                continue
            at = (key >> 20) & self.slots_mask
            while self.slots[2 * at]:
                at = (at + 1) & self.slots_mask
            self.slots[2 * at] = key
            self.slots[2 * at + 1] = old[2 * n + 1]
        return 0

    @cython.cfunc
    @cython.with_gil
    @cython.exceptval(-1)
    def grow_plays(self) -> cython.int:
        self.heads = grown(self.heads)
        self.bodies = grown(self.bodies)
        self.room_for_plays *= 2
        return 0

    @cython.cfunc
    @cython.with_gil
    @cython.exceptval(-1)
    def grow_moves(self) -> cython.int:
        self.moves = grown(self.moves)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def walk_lane(
        self, ply: cython.int, seat: cython.int, lane: cython.int, hand: cython.int
    ) -> cython.int:
        """Every play of the hand in the lane, through the GADDAG from each anchor."""
        length: cython.int = self.length[lane]
        origin: cython.int = self.origin[lane]
        step: cython.int = self.step[lane]
        first: cython.int = self.height if lane < self.height else 0
        within: cython.int = lane if lane < self.height else lane - self.height
        place: cython.int
        code: cython.int
        at: cython.int
        bit: cython.ulonglong
        letters: cython.ulonglong = 0
        if self.gaddag == 0:
            return 0
        self.lane = lane
        self.seat = seat
        self.left = 0
        self.need = self.count = 0
        for code in range(64):
            self.avail[code] = 0
            self.granted[code] = 0
        code = 0
        while hand:
            if hand & 1:
                at = self.code_of[seat * 16 + code]
                bit = 1
                letters |= bit << at if at else self.whole
                self.avail[at] += 1
                self.granted[at] += 1
                self.left += 1
            hand >>= 1
            code += 1
        for place in range(length):
            self.tile[place] = self.cells[origin + place * step]
            self.laid[place] = 0
            at = self.cross_at[ply * self.lanes + first + place] * self.span + within
            self.side[place] = self.cross_side[at]
            self.mask[place] = (
                letters & self.cross_mask[at] if self.cross_side[at] >= 0 else letters
            )
        self.barrier = 0
        for place in range(length):
            if self.is_anchor(place):
                self.anchor = place
                if self.mask[place]:
                    self.try_left(place, self.gaddag)
                self.barrier = place + 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def is_anchor(self, place: cython.int) -> cython.int:
        if self.tile[place]:
            return 0
        if self.tiles_on_board == 0:
            return self.starts[self.origin[self.lane] + place * self.step[self.lane]]
        if self.side[place] >= 0 or (place > 0 and self.tile[place - 1]):
            return 1
        return 1 if place + 1 < self.length[self.lane] and self.tile[place + 1] else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def put(self, place: cython.int, code: cython.int, tile: cython.int) -> cython.int:
        """Lay a tile of the hand, ``code`` 0 for a wild one."""
        self.laid[place] = tile
        self.avail[code] -= 1
        self.need |= 1 << (
            self.base[self.seat * 128 + code] + self.granted[code] - self.avail[code] - 1
        )
        self.count += 1
        self.left -= 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def lift(self, place: cython.int, code: cython.int) -> cython.int:
        self.laid[place] = 0
        self.avail[code] += 1
        self.need ^= 1 << (
            self.base[self.seat * 128 + code] + self.granted[code] - self.avail[code]
        )
        self.count -= 1
        self.left += 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def try_left(self, place: cython.int, at: cython.int) -> cython.int:
        """Fill ``place`` from the list at ``at``, on the way left from the anchor."""
        tile: cython.int = self.tile[place]
        node: cython.uint
        if tile:
            at = self.child(at, tile & 127)
            if at:
                self.go_left(place, at)
            return 0
        if self.left == 0 or place < self.barrier or self.mask[place] == 0:
            return 0
        while True:
            node = self.nodes[at]
            tile = node & 255
            if tile and self.mask[place] >> tile & 1:
                if self.avail[tile]:
                    self.put(place, tile, tile)
                    self.go_left(place, at)
                    self.lift(place, tile)
                if self.avail[0]:
                    self.put(place, 0, tile | 128)
                    self.go_left(place, at)
                    self.lift(place, 0)
            if node & 256:
                return 0
            at += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def go_left(self, place: cython.int, at: cython.int) -> cython.int:
        """Go on from the node ``at``, which has just been laid on ``place``."""
        node: cython.uint = self.nodes[at]
        below: cython.int = node >> 10
        edge: cython.bint = place == 0 or self.tile[place - 1] == 0
        last: cython.bint = self.anchor + 1 == self.length[self.lane]
        if edge and node & 512 and (last or self.tile[self.anchor + 1] == 0):
            self.record(place, self.anchor)
        if below == 0:
            return 0
        if place > 0:
            self.try_left(place - 1, below)
        if edge and not last and self.nodes[below] & 255 == 0:
            self.try_right(self.anchor + 1, self.nodes[below] >> 10, place)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def try_right(self, place: cython.int, at: cython.int, first: cython.int) -> cython.int:
        """Fill ``place`` from the list at ``at``, right of the anchor."""
        tile: cython.int = self.tile[place]
        node: cython.uint
        if tile:
            at = self.child(at, tile & 127)
            if at:
                self.go_right(place, at, first)
            return 0
        if self.left == 0 or self.mask[place] == 0:
            return 0
        while True:
            node = self.nodes[at]
            tile = node & 255
            if tile and self.mask[place] >> tile & 1:
                if self.avail[tile]:
                    self.put(place, tile, tile)
                    self.go_right(place, at, first)
                    self.lift(place, tile)
                if self.avail[0]:
                    self.put(place, 0, tile | 128)
                    self.go_right(place, at, first)
                    self.lift(place, 0)
            if node & 256:
                return 0
            at += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def go_right(self, place: cython.int, at: cython.int, first: cython.int) -> cython.int:
        node: cython.uint = self.nodes[at]
        below: cython.int = node >> 10
        last: cython.bint = place + 1 == self.length[self.lane]
        if node & 512 and (last or self.tile[place + 1] == 0):
            self.record(first, place)
        if below and not last:
            self.try_right(place + 1, below, first)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def record(self, first: cython.int, last: cython.int) -> cython.int:
        """Keep the word that lies from ``first`` to ``last``."""
        place: cython.int
        covered: cython.int = 0
        n: cython.int = 0
        number: cython.int = self.plays
        head: cython.ulonglong
        one: cython.ulonglong = 0
        two: cython.ulonglong = 0
        places: cython.ulonglong = 0
        bit: cython.ulonglong
        if first == last or self.count == 0:
            return 0
        if self.tiles_on_board == 0:
            for place in range(first, last + 1):
                covered += self.starts[self.origin[self.lane] + place * self.step[self.lane]]
            if covered < self.least:
                return 0
        for place in range(first, last + 1):
            if self.laid[place] == 0:
                continue
            if self.count == 1 and self.lane >= self.height and self.side[place] >= 0:
                return 0  # a single tile was found in its row already
            bit = 1
            places |= bit << place
            bit = self.laid[place]
            if n < 8:
                one |= bit << 8 * n
            else:
                two |= bit << 8 * (n - 8)
            n += 1
        if number == self.room_for_plays:
            if number >= self.most_kept:
                self.stopped = True  # the lists are no longer whole
                return 0
            self.grow_plays()
        self.plays += 1
        bit = self.count
        head = bit << 56
        bit = last
        head |= bit << 48
        bit = first
        head |= bit << 40
        bit = self.lane
        head |= bit << 32
        bit = self.points(first, last)
        head |= bit << 16
        self.heads[number] = head | self.need
        self.bodies[3 * number] = one
        self.bodies[3 * number + 1] = two
        self.bodies[3 * number + 2] = places
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def points(self, first: cython.int, last: cython.int) -> cython.int:
        """The points of the word that lies there, with what it makes across."""
        owners: cython.int
        both: cython.int = 0
        n: cython.int = 0
        place: cython.int
        square: cython.int
        best: cython.int
        extra: cython.int = self.bonus if self.count == self.full else 0
        if not self.shares:
            return self.shared_points(first, last, -1) + extra
        for place in range(first, last + 1):
            if self.laid[place]:
                square = self.origin[self.lane] + place * self.step[self.lane]
                if self.side[place] >= 0 and (
                    self.letter_factors[square] > 1 or self.word_factors[square] > 1
                ):
                    both |= 1 << n
                n += 1
        best = 0
        owners = both
        while True:
            best = max(best, self.shared_points(first, last, owners))
            if owners == 0:
                return best + extra
            owners = (owners - 1) & both

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def shared_points(self, first: cython.int, last: cython.int, owners: cython.int) -> cython.int:
        """The same, the premiums counting across for the new tiles of ``owners``; -1: everywhere."""
        total: cython.int = 0
        aside: cython.int = 0
        factor: cython.int = 0 if self.adds else 1
        place: cython.int
        square: cython.int
        value: cython.int
        twice: cython.int
        n: cython.int = 0
        for place in range(first, last + 1):
            if self.laid[place] == 0:
                total += self.worth[self.tile[place]]
                continue
            square = self.origin[self.lane] + place * self.step[self.lane]
            value = self.worth[self.laid[place]]
            twice = self.word_factors[square]
            if self.side[place] >= 0:
                if owners < 0 or owners >> n & 1:
                    aside += (self.side[place] + value * self.letter_factors[square]) * twice
                else:
                    aside += self.side[place] + value
            if owners < 0 or not owners >> n & 1:
                total += value * self.letter_factors[square]
                if twice > 1:
                    factor = factor + twice if self.adds else factor * twice
            else:
                total += value
            n += 1
        return total * (factor or 1) + aside

    # -- making a play ---------------------------------------------------------------------------
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def make(self, ply: cython.int, seat: cython.int, play: cython.int) -> cython.int:
        """The state after the play, at ``ply`` + 1; its tiles lie on the board until ``unmake``."""
        lanes: cython.int = self.lanes
        here: cython.int = ply * lanes
        there: cython.int = here + lanes
        n: cython.int
        lane: cython.int
        first: cython.int
        within: cython.int
        along: cython.int
        m: cython.int
        other: cython.int
        origin: cython.int
        step: cython.int
        bits: cython.ulonglong
        place: cython.int = 0
        tile: cython.int
        new: cython.int
        places: cython.ulonglong = self.bodies[3 * play + 2]
        tiles: cython.ulonglong = self.bodies[3 * play]
        was: cython.ulonglong
        number: cython.ulonglong
        self.made += 1
        for n in range(lanes):
            self.text_at[there + n] = self.text_at[here + n]
            self.cross_at[there + n] = self.cross_at[here + n]
        here *= self.seats
        there *= self.seats
        for n in range(lanes * self.seats):
            self.key_at[there + n] = self.key_at[here + n]
            self.list_at[there + n] = self.list_at[here + n]
        for n in range(self.seats):
            self.hand_at[4 * ply + 4 + n] = self.hand_at[4 * ply + n]
        self.hand_at[4 * ply + 4 + seat] = self.without(
            seat, self.hand_at[4 * ply + seat], self.heads[play] & 0xFFFF
        )
        self.zero_at[ply + 1] = self.zero_at[ply] if self.heads[play] >> 16 & 0xFFFF == 0 else 0
        here = (ply + 1) * lanes
        lane = self.heads[play] >> 32 & 255
        origin = self.origin[lane]
        step = self.step[lane]
        if lane < self.height:
            first = self.height
            within = lane
            along = 0
        else:
            first = 0
            within = lane - self.height
            along = self.span
        number = self.hash_at[ply]
        n = 0
        was = places
        while was:
            while not was & 1:
                was >>= 1
                place += 1
            if n == 8:
                tiles = self.bodies[3 * play + 1]
            tile = tiles & 255
            tiles >>= 8
            self.cells[origin + place * step] = tile
            number ^= self.zobrist[(origin + place * step) * 256 + tile]
            bits = self.lane_zobrist[(along + place) * 256 + tile]
            self.text_at[here + lane] ^= bits
            for m in range(self.seats):
                self.key_at[here * self.seats + m * lanes + lane] ^= bits
            other = first + place
            bits = self.lane_zobrist[(self.span - along + within) * 256 + tile]
            self.text_at[here + other] ^= bits
            for m in range(self.seats):
                self.key_at[here * self.seats + m * lanes + other] ^= bits
            n += 1
            was >>= 1
            place += 1
        self.tiles_on_board += n
        self.hash_at[ply + 1] = number
        place = 0
        was = places
        while was:
            if was & 1:
                other = first + place
                new = self.cross_of(self.text_at[here + other], other)
                self.change_cross(ply + 1, other, self.cross_at[here + other], new)
                self.cross_at[here + other] = new
                for n in range(self.seats):
                    self.list_at[((ply + 1) * self.seats + n) * lanes + other] = 1
            was >>= 1
            place += 1
        new = self.cross_of(self.text_at[here + lane], lane)
        self.change_cross(ply + 1, lane, self.cross_at[here + lane], new)
        self.cross_at[here + lane] = new
        for n in range(self.seats):
            self.list_at[((ply + 1) * self.seats + n) * lanes + lane] = 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def unmake(self, play: cython.int) -> cython.int:
        places: cython.ulonglong = self.bodies[3 * play + 2]
        lane: cython.int = self.heads[play] >> 32 & 255
        at: cython.int = self.origin[lane]
        step: cython.int = self.step[lane]
        while places:
            if places & 1:
                self.cells[at] = 0
                self.tiles_on_board -= 1
            places >>= 1
            at += step
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def idle(self, ply: cython.int) -> cython.int:
        """The state after a pass, at ``ply`` + 1."""
        n: cython.int
        here: cython.int = ply * self.lanes
        there: cython.int = here + self.lanes
        for n in range(self.lanes):
            self.text_at[there + n] = self.text_at[here + n]
            self.cross_at[there + n] = self.cross_at[here + n]
        here *= self.seats
        there *= self.seats
        for n in range(self.lanes * self.seats):
            self.key_at[there + n] = self.key_at[here + n]
            self.list_at[there + n] = self.list_at[here + n]
        for n in range(self.seats):
            self.hand_at[4 * ply + 4 + n] = self.hand_at[4 * ply + n]
        self.zero_at[ply + 1] = self.zero_at[ply]
        self.hash_at[ply + 1] = self.hash_at[ply]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def without(self, seat: cython.int, hand: cython.int, need: cython.int) -> cython.int:
        """The hand when these tiles have left it: of each kind the highest bits go."""
        bit: cython.int = 0
        kind: cython.int
        top: cython.int
        while need:
            if need & 1:
                kind = hand & self.field[seat * 16 + bit]
                top = 1
                while kind >= top << 1:
                    top <<= 1
                hand ^= top
            need >>= 1
            bit += 1
        return hand

    # -- the search ------------------------------------------------------------------------------
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-99999, check=False)
    def stall(self, ply: cython.int, seat: cython.int) -> cython.int:
        """What ``seat`` gains when the game stalls now."""
        other: cython.int = 1 - seat
        if self.stalls == 0 or (self.zero_at[ply] and self.drawn_at_zero):
            return 0
        return (
            self.value_of[(other << 16) + self.hand_at[4 * ply + other]]
            - self.value_of[(seat << 16) + self.hand_at[4 * ply + seat]]
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def scoreless_limit(self, ply: cython.int) -> cython.int:
        return self.limit_at_zero if self.zero_at[ply] else self.limit

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def fill_lists(self, ply: cython.int, seat: cython.int) -> cython.int:
        """Look up the lists of every lane that has changed."""
        at: cython.int = (ply * self.seats + seat) * self.lanes
        lane: cython.int
        for lane in range(self.lanes):
            if self.list_at[at + lane] == 1:
                self.list_at[at + lane] = self.list_of(ply, seat, lane)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def find_threats(self, ply: cython.int, seat: cython.int) -> cython.int:
        """The plays by which ``seat`` could go out, the best 32 of them, and what disturbs them."""
        at: cython.int = (ply * self.seats + seat) * self.lanes
        hand: cython.ulonglong = self.hand_at[4 * ply + seat]
        entry: cython.ulonglong
        lane: cython.int
        n: cython.int
        play: cython.int
        first: cython.int
        last: cython.int
        points: cython.int
        self.fill_lists(ply, seat)
        self.threat_count = 0
        for lane in range(self.lanes):
            entry = self.list_at[at + lane]
            if entry == 0:
                continue
            first = entry >> 32
            last = entry >> 16 & 0xFFFF
            last += first
            for play in range(first, last):
                if self.heads[play] & 0xFFFF != hand:
                    continue
                points = self.heads[play] >> 16 & 0xFFFF
                n = self.threat_count
                if n == 32:
                    if points <= self.heads[self.threats[31]] >> 16 & 0xFFFF:
                        continue
                    n -= 1
                else:
                    self.threat_count += 1
                while n > 0 and points > (self.heads[self.threats[n - 1]] >> 16 & 0xFFFF):
                    self.threats[n] = self.threats[n - 1]
                    n -= 1
                self.threats[n] = play
        for n in range(self.threat_count):
            self.mark_zone(self.threats[n], n)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def mark_zone(self, play: cython.int, n: cython.int) -> cython.int:
        """Every empty square on which a tile would change a word of this play."""
        bit: cython.ulonglong = 1
        lane: cython.int = self.heads[play] >> 32 & 255
        first: cython.int = self.heads[play] >> 40 & 255
        last: cython.int = self.heads[play] >> 48 & 255
        places: cython.ulonglong = self.bodies[3 * play + 2]
        origin: cython.int = self.origin[lane]
        step: cython.int = self.step[lane]
        aside: cython.int
        within: cython.int
        length: cython.int
        place: cython.int
        square: cython.int
        there: cython.int
        bit <<= n
        if lane < self.height:
            aside = self.width
            within = lane
            length = self.height
        else:
            aside = 1
            within = lane - self.height
            length = self.width
        if first > 0:
            self.zone[origin + (first - 1) * step] |= bit
        if last + 1 < self.length[lane]:
            self.zone[origin + (last + 1) * step] |= bit
        for place in range(first, last + 1):
            if not places >> place & 1:
                continue
            square = origin + place * step
            self.zone[square] |= bit
            there = within - 1
            while there >= 0 and self.cells[square + (there - within) * aside]:
                there -= 1
            if there >= 0:
                self.zone[square + (there - within) * aside] |= bit
            there = within + 1
            while there < length and self.cells[square + (there - within) * aside]:
                there += 1
            if there < length:
                self.zone[square + (there - within) * aside] |= bit
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def clear_zones(self) -> cython.int:
        square: cython.int
        if self.threat_count:
            for square in range(self.size):
                self.zone[square] = 0
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def gather(
        self,
        ply: cython.int,
        seat: cython.int,
        alpha: cython.int,
    ) -> cython.int:
        """Put the plays worth looking at on the stack of moves, with an estimate of each.

        Plays that go out are counted at once: the best of them is in ``gathered_out``. Plays that
        an answer which goes out refutes are left out: ``gathered_bound`` bounds them.
        """
        other: cython.int = 1 - seat
        at: cython.int = (ply * self.seats + seat) * self.lanes
        hand: cython.int = self.hand_at[4 * ply + seat]
        barred: cython.ulonglong = 0xFFFF ^ hand
        value: cython.int = self.value_of[(seat << 16) + hand]
        others: cython.int = self.value_of[(other << 16) + self.hand_at[4 * ply + other]]
        all_threats: cython.ulonglong
        alive: cython.ulonglong
        places: cython.ulonglong
        head: cython.ulonglong
        entry: cython.ulonglong
        lane: cython.int
        first: cython.int
        last: cython.int
        play: cython.int
        points: cython.int
        left: cython.int
        guess: cython.int
        square: cython.int
        step: cython.int
        n: cython.int
        self.gathered_out = -30000
        self.gathered_bound = -30000
        self.find_threats(ply, other)
        self.fill_lists(ply, seat)
        all_threats = 1
        all_threats = (all_threats << self.threat_count) - 1
        for lane in range(self.lanes):
            entry = self.list_at[at + lane]
            if entry == 0:
                continue
            step = self.step[lane]
            first = entry >> 32
            last = entry >> 16 & 0xFFFF
            last += first
            for play in range(first, last):
                head = self.heads[play]
                if head & barred:
                    continue
                points = head >> 16 & 0xFFFF
                if head & 0xFFFF == hand:
                    guess = points + self.goes_out * others
                    if guess > self.gathered_out:
                        self.gathered_out = guess
                        self.gathered_play = play
                    continue
                left = value - self.value_of[(seat << 16) + (head & 0xFFFF)]
                guess = points - left
                if all_threats and points:
                    alive = all_threats
                    places = self.bodies[3 * play + 2]
                    square = self.origin[lane]
                    while places:
                        if places & 1:
                            alive &= ~self.zone[square]
                        places >>= 1
                        square += step
                    if alive:
                        n = 0
                        while not alive & 1:
                            alive >>= 1
                            n += 1
                        guess = (
                            points
                            - (self.heads[self.threats[n]] >> 16 & 0xFFFF)
                            - self.goes_out * left
                        )
                        if guess <= alpha:
                            if guess > self.gathered_bound:
                                self.gathered_bound = guess
                            continue
                entry = guess + 32768
                if self.moves_top == self.moves.shape[0]:
                    self.grow_moves()
                self.moves[self.moves_top] = entry << 32 | play
                self.moves_top += 1
        self.clear_zones()
        self.gathered_threat = -30000
        if self.threat_count:
            self.gathered_threat = self.heads[self.threats[0]] >> 16 & 0xFFFF
            self.gathered_threat += self.goes_out * value
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def select(self, at: cython.int, top: cython.int) -> cython.int:
        """Bring the best of the moves from ``at`` on to ``at``."""
        n: cython.int
        best: cython.int = at
        entry: cython.ulonglong
        for n in range(at + 1, top):
            if self.moves[n] > self.moves[best]:
                best = n
        entry = self.moves[at]
        self.moves[at] = self.moves[best]
        self.moves[best] = entry
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def arrange(self, at: cython.int, top: cython.int) -> cython.int:
        """Sort the moves from ``at`` on, best first."""
        gap: cython.int = 1
        n: cython.int
        m: cython.int
        entry: cython.ulonglong
        while gap < (top - at) // 3:
            gap = 3 * gap + 1
        while gap:
            for n in range(at + gap, top):
                entry = self.moves[n]
                m = n
                while m - gap >= at and self.moves[m - gap] < entry:
                    self.moves[m] = self.moves[m - gap]
                    m -= gap
                self.moves[m] = entry
            gap //= 3
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def same(self, one: cython.int, two: cython.int) -> cython.int:
        """Whether two plays are the same, though perhaps of two lists."""
        if one == two:
            return 1
        if two < 0 or self.heads[one] != self.heads[two]:
            return 0
        return self.bodies[3 * one] == self.bodies[3 * two] and (
            self.bodies[3 * one + 1] == self.bodies[3 * two + 1]
            and self.bodies[3 * one + 2] == self.bodies[3 * two + 2]
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-99999, check=False)
    def lying(self, ply: cython.int, seat: cython.int, move: cython.int) -> cython.int:
        """The play as it stands in the list of its lane now, -1 if it cannot be laid."""
        lane: cython.int = self.heads[move] >> 32 & 255
        at: cython.int = (ply * self.seats + seat) * self.lanes + lane
        first: cython.int
        last: cython.int
        play: cython.int
        entry: cython.ulonglong
        hand: cython.ulonglong = self.hand_at[4 * ply + seat]
        if self.heads[move] & 0xFFFF & ~hand:
            return -1
        if self.list_at[at] == 1:
            self.list_at[at] = self.list_of(ply, seat, lane)
        entry = self.list_at[at]
        first = entry >> 32
        last = entry >> 16 & 0xFFFF
        last += first
        if first <= move < last:
            return move
        for play in range(first, last):
            if self.same(play, move):
                return play
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def entry_key(
        self, ply: cython.int, seat: cython.int, scoreless: cython.int
    ) -> cython.ulonglong:
        number: cython.ulonglong = self.zero_at[ply]
        if not self.nothings:
            scoreless = 1 if scoreless + 1 >= self.scoreless_limit(ply) else 0
        number = number << 16 | scoreless
        number = number << 4 | (seat + 1)
        number = number << 16 | self.hand_at[4 * ply]
        number = number << 16 | self.hand_at[4 * ply + 1]
        return self.hash_at[ply] ^ shuffled(number)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def key_after(self, ply: cython.int, seat: cython.int, play: cython.int) -> cython.ulonglong:
        """The key of the position after a play with points."""
        lane: cython.int = self.heads[play] >> 32 & 255
        at: cython.int = self.origin[lane]
        step: cython.int = self.step[lane]
        hand: cython.int = self.without(
            seat, self.hand_at[4 * ply + seat], self.heads[play] & 0xFFFF
        )
        places: cython.ulonglong = self.bodies[3 * play + 2]
        tiles: cython.ulonglong = self.bodies[3 * play]
        key: cython.ulonglong = self.hash_at[ply]
        number: cython.ulonglong = 0
        n: cython.int = 0
        if not self.nothings:
            number = 1 if self.limit <= 1 else 0
        number = number << 4 | (2 - seat)
        number = number << 16 | (self.hand_at[4 * ply] if seat else hand)
        number = number << 16 | (hand if seat else self.hand_at[4 * ply + 1])
        while places:
            if places & 1:
                if n == 8:
                    tiles = self.bodies[3 * play + 1]
                key ^= self.zobrist[at * 256 + (tiles & 255)]
                tiles >>= 8
                n += 1
            places >>= 1
            at += step
        return key ^ shuffled(number)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def remember(
        self,
        key: cython.ulonglong,
        value: cython.int,
        bound: cython.int,
        depth: cython.int,
        move: cython.int,
    ) -> cython.int:
        at: cython.ulonglong = (key & self.entries_mask) * 2
        data: cython.ulonglong = move + 2
        data = data << 8 | depth
        data = data << 2 | bound
        data = data << 16 | (value + 32768)
        # two entries side by side: the deeper one stays in the first
        if self.entries[at] != key and (self.entries[at + 1] >> 18 & 255) > depth:
            at += 2
        elif self.entries[at] != key and self.entries[at]:
            self.entries[at + 2] = self.entries[at]
            self.entries[at + 3] = self.entries[at + 1]
        self.entries[at] = key
        self.entries[at + 1] = data
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def recall(self, key: cython.ulonglong) -> cython.ulonglong:
        """What is remembered of a position, 0 if nothing is."""
        at: cython.ulonglong = (key & self.entries_mask) * 2
        if self.entries[at] == key:
            return self.entries[at + 1]
        if self.entries[at + 2] == key:
            return self.entries[at + 3]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-99999, check=False)
    def playout(self, ply: cython.int, seat: cython.int, scoreless: cython.int) -> cython.int:
        """What ``seat`` gains if both lay what looks best at once: only an estimate."""
        first: cython.int = ply
        mover: cython.int = seat
        total: cython.int = 0
        sign: cython.int = 1
        top: cython.int = self.moves_top
        play: cython.int
        best: cython.ulonglong
        n: cython.int
        points: cython.int
        while True:
            self.gather(ply, mover, -30000)
            best = 0
            for n in range(top, self.moves_top):
                if self.moves[n] > best:
                    best = self.moves[n]
            self.moves_top = top
            if self.gathered_out > -30000:
                n = best >> 32
                if best == 0 or self.gathered_out >= n - 32768:
                    total += sign * self.gathered_out
                    break
            if best == 0:
                scoreless += 1
                if scoreless >= self.scoreless_limit(ply) or ply + 1 >= self.most_plies:
                    total += sign * self.stall(ply, mover)
                    break
                self.line[ply] = -1
                self.idle(ply)
            else:
                play = best & 0x7FFFFFFF
                points = self.heads[play] >> 16 & 0xFFFF
                scoreless = 0 if points else scoreless + 1
                total += sign * points
                self.line[ply] = play
                self.make(ply, mover, play)
                if ply + 2 >= self.most_plies or (
                    scoreless and scoreless >= self.scoreless_limit(ply + 1)
                ):
                    ply += 1
                    total += sign * self.stall(ply, mover)
                    break
            ply += 1
            mover = 1 - mover
            sign = -sign
        while ply > first:
            ply -= 1
            if self.line[ply] >= 0:
                self.unmake(self.line[ply])
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-99999, check=False)
    def try_move(
        self,
        ply: cython.int,
        seat: cython.int,
        move: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        scoreless: cython.int,
    ) -> cython.int:
        """What ``seat`` gains by the move, which does not go out, and all that follows."""
        data: cython.ulonglong
        bound: cython.int
        known: cython.int
        value: cython.int
        points: cython.int
        if move == -2:
            if scoreless + 1 >= self.scoreless_limit(ply):
                return self.stall(ply, seat)
            self.idle(ply)
            # if turns without points are passes alone, it is as well to pass only twice
            scoreless = scoreless + 1 if self.nothings else self.scoreless_limit(ply) - 1
            return -self.search(ply + 1, 1 - seat, depth - 1, -beta, -alpha, scoreless)
        points = self.heads[move] >> 16 & 0xFFFF
        scoreless = 0 if points else scoreless + 1
        if points:
            data = self.recall(self.key_after(ply, seat, move))
            if data:
                value = data & 0xFFFF
                value -= 32768
                bound = data >> 16 & 3
                known = data >> 18 & 255
                if known >= depth - 1 and (
                    bound == 0
                    or (bound == 1 and value >= points - alpha)
                    or (bound == 2 and value <= points - beta)
                ):
                    if known != 127:
                        self.cuts += 1
                    return points - value
        self.make(ply, seat, move)
        if scoreless and scoreless >= self.scoreless_limit(ply + 1):
            value = self.stall(ply + 1, seat)
        else:
            value = points - self.search(
                ply + 1, 1 - seat, depth - 1, points - beta, points - alpha, scoreless
            )
        self.unmake(move)
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-99999, check=False)
    def search(
        self,
        ply: cython.int,
        seat: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        scoreless: cython.int,
    ) -> cython.int:
        """What ``seat``, on turn, gains from here; a bound where it is not between the two."""
        key: cython.ulonglong
        data: cython.ulonglong
        hinted: cython.int = -1
        move: cython.int
        best_move: cython.int = -1
        value: cython.int
        bound: cython.int
        best: cython.int
        refuted: cython.int
        threat: cython.int
        floor: cython.int = alpha
        base: cython.int = self.moves_top
        top: cython.int
        n: cython.int
        known: cython.int
        cuts: cython.longlong = self.cuts
        before: cython.longlong
        kind: cython.bint
        hand: cython.ulonglong = self.hand_at[4 * ply + seat]
        self.nodes_open += 1
        if self.nodes_open & 255 == 0:
            if self.signal[0] or self.nodes_open >= self.node_limit:
                self.stopped = True
        if self.stopped:
            return 0
        if ply >= self.most_plies - 2:
            self.cuts += 1
            return self.stall(ply, seat)
        key = self.entry_key(ply, seat, scoreless)
        data = self.recall(key)
        if data:
            value = data & 0xFFFF
            value -= 32768
            bound = data >> 16 & 3
            known = data >> 18 & 255
            hinted = (data >> 26) - 2
            if known >= depth and (
                bound == 0 or (bound == 1 and value >= beta) or (bound == 2 and value <= alpha)
            ):
                if known != 127:
                    self.cuts += 1
                return value
        if depth <= 0:
            self.cuts += 1
            return self.playout(ply, seat, scoreless)
        kind = self.kind_at[ply] == 1 and beta == alpha + 1
        self.kind_at[ply + 1] = 0 if kind else 1
        if kind:
            move = self.lying(ply, seat, hinted) if hinted >= 0 else -1
            if move >= 0 and self.heads[move] & 0xFFFF != hand:
                value = self.try_move(ply, seat, move, depth, alpha, beta, scoreless)
                if self.stopped:
                    return 0
                if value >= beta:
                    self.remember(key, value, 1, 127 if self.cuts == cuts else depth, move)
                    return value
                self.cuts = cuts
        self.gather(ply, seat, alpha)
        top = self.moves_top
        best = self.gathered_out
        refuted = self.gathered_bound
        threat = self.gathered_threat
        if best > -30000:
            best_move = self.gathered_play
            if best >= beta:
                self.moves_top = base
                self.remember(key, best, 1, 127, best_move)
                return best
            if best > alpha:
                alpha = best
        for n in range(base, top):
            move = self.moves[n] & 0x7FFFFFFF
            if self.same(move, hinted):
                self.moves[n] |= 1 << 60
            elif self.same(move, self.killers[2 * ply]):
                self.moves[n] |= 1 << 59
            elif self.same(move, self.killers[2 * ply + 1]):
                self.moves[n] |= 1 << 58
        for n in range(base, top + 1):
            if n == top:
                # passing comes last
                move = -2
                if scoreless + 1 < self.scoreless_limit(ply) and -threat <= alpha:
                    refuted = max(refuted, -threat)
                    break
            else:
                if n < base + 4:
                    self.select(n, top)
                elif n == base + 4:
                    self.arrange(n, top)
                move = self.moves[n] & 0x7FFFFFFF
            before = self.cuts
            if n > base and beta > alpha + 1:
                value = self.try_move(ply, seat, move, depth, alpha, alpha + 1, scoreless)
                if alpha < value < beta and not self.stopped:
                    self.cuts = before
                    value = self.try_move(ply, seat, move, depth, alpha, beta, scoreless)
            else:
                value = self.try_move(ply, seat, move, depth, alpha, beta, scoreless)
            if self.stopped:
                self.moves_top = base
                return 0
            if value > best:
                best = value
                best_move = move
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        self.cuts = cuts if self.cuts == before else cuts + 1
                        if move != -2 and move != self.killers[2 * ply]:
                            self.killers[2 * ply + 1] = self.killers[2 * ply]
                            self.killers[2 * ply] = move
                        break
        self.moves_top = base
        best = max(best, refuted)
        if best >= beta:
            bound = 1
        elif best > floor:
            bound = 0
        else:
            bound = 2
        self.remember(key, best, bound, 127 if self.cuts == cuts else depth, best_move)
        return best

    # -- the root --------------------------------------------------------------------------------
    def begin(self):
        """List the moves of the root; the number of them."""
        n: cython.int
        self.moves_top = 0
        self.gather(0, 0, -30000)
        self.arrange(0, self.moves_top)
        self.root_plays = room(self.moves_top + 2)
        self.root_values = room(self.moves_top + 2)
        self.root_count = 0
        if self.gathered_out > -30000:
            self.root_plays[0] = self.gathered_play
            self.root_count = 1
        for n in range(self.moves_top):
            self.root_plays[self.root_count] = self.moves[n] & 0x7FFFFFFF
            self.root_count += 1
        self.root_plays[self.root_count] = -2
        self.root_count += 1
        self.moves_top = 0
        return self.root_count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-99999, check=False)
    def root_try(
        self,
        n: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        scoreless: cython.int,
    ) -> cython.int:
        move: cython.int = self.root_plays[n]
        if move != -2 and (self.heads[move] & 0xFFFF) == self.hand_at[0]:
            return (self.heads[move] >> 16 & 0xFFFF) + self.goes_out * self.value_of[
                (1 << 16) + self.hand_at[1]
            ]
        return self.try_move(0, 0, move, depth, alpha, beta, scoreless)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-99999, check=False)
    def deepen(
        self, depth: cython.int, alpha: cython.int, beta: cython.int, scoreless: cython.int
    ) -> cython.int:
        """All root moves to one depth; the best comes to the front."""
        n: cython.int
        m: cython.int
        value: cython.int
        best: cython.int = -30000
        before: cython.longlong
        cuts: cython.longlong = self.cuts
        move: cython.int
        for n in range(self.root_count):
            before = self.cuts
            self.kind_at[1] = 1
            if n and beta > alpha + 1:
                value = self.root_try(n, depth, alpha, alpha + 1, scoreless)
                if alpha < value < beta and not self.stopped:
                    self.cuts = before
                    value = self.root_try(n, depth, alpha, beta, scoreless)
            else:
                value = self.root_try(n, depth, alpha, beta, scoreless)
            if self.stopped:
                break
            self.root_values[n] = value
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    self.best_value = value
                    move = self.root_plays[n]
                    for m in range(n, 0, -1):
                        self.root_plays[m] = self.root_plays[m - 1]
                        self.root_values[m] = self.root_values[m - 1]
                    self.root_plays[0] = move
                    self.root_values[0] = value
                    if value >= beta:
                        self.cuts = cuts if self.cuts == before else cuts + 1
                        break
        self.complete = self.cuts == cuts and not self.stopped
        return best

    def iterate(self, depth, alpha, beta, scoreless, node_limit):
        """One iteration: its value, whether nothing was estimated, and whether it was stopped."""
        value: cython.int
        d: cython.int = depth
        a: cython.int = alpha
        b: cython.int = beta
        s: cython.int = scoreless
        self.node_limit = node_limit
        with cython.nogil:
            value = self.deepen(d, a, b, s)
        return value, self.complete, self.stopped

    # -- three and four seats --------------------------------------------------------------------
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def gather_all(self, ply: cython.int, seat: cython.int) -> cython.int:
        """Put every play of the hand on the stack of moves, what it leaves behind taken off."""
        at: cython.int = (ply * self.seats + seat) * self.lanes
        hand: cython.int = self.hand_at[4 * ply + seat]
        barred: cython.ulonglong = 0xFFFF ^ hand
        value: cython.int = self.value_of[(seat << 16) + hand]
        head: cython.ulonglong
        entry: cython.ulonglong
        lane: cython.int
        play: cython.int
        first: cython.int
        last: cython.int
        guess: cython.int
        n: cython.int
        out: cython.int = 0
        for n in range(self.seats):
            if n != seat:
                out += self.value_of[(n << 16) + self.hand_at[4 * ply + n]]
        self.fill_lists(ply, seat)
        for lane in range(self.lanes):
            entry = self.list_at[at + lane]
            if entry == 0:
                continue
            first = entry >> 32
            last = entry >> 16 & 0xFFFF
            last += first
            for play in range(first, last):
                head = self.heads[play]
                if head & barred:
                    continue
                guess = head >> 16 & 0xFFFF
                if head & 0xFFFF == hand:
                    guess += self.goes_out * out
                else:
                    guess -= value - self.value_of[(seat << 16) + (head & 0xFFFF)]
                if self.moves_top == self.moves.shape[0]:
                    self.grow_moves()
                entry = guess + 32768
                self.moves[self.moves_top] = entry << 32 | play
                self.moves_top += 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def finish(self, ply: cython.int, winner: cython.int) -> cython.int:
        """The totals at the end of the game; ``winner`` went out, -1 for a stall."""
        seat: cython.int
        left: cython.int
        for seat in range(self.seats):
            self.result[4 * ply + seat] = self.total_at[4 * ply + seat]
        if winner < 0:
            if self.stalls == 0 or (self.zero_at[ply] and self.drawn_at_zero):
                return 0
        elif self.goes_out == 0:
            return 0
        for seat in range(self.seats):
            if seat != winner:
                left = self.value_of[(seat << 16) + self.hand_at[4 * ply + seat]]
                self.result[4 * ply + seat] -= left
                if winner >= 0 and self.goes_out == 2:
                    self.result[4 * ply + winner] += left
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-99999, check=False)
    def margin(self, ply: cython.int, seat: cython.int) -> cython.int:
        """How far ``seat`` is ahead of the best other in the result at ``ply``."""
        n: cython.int
        best: cython.int = -30000
        for n in range(self.seats):
            if n != seat and self.result[4 * ply + n] > best:
                best = self.result[4 * ply + n]
        return self.result[4 * ply + seat] - best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def many(
        self,
        ply: cython.int,
        seat: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        scoreless: cython.int,
    ) -> cython.int:
        """The totals at the end with best play of all, in ``result`` at ``ply``.

        Each seat cares for its own margin; where ``paranoid``, the others only for that of seat 0.
        Of the moves only the best looking ``width`` are tried, and one where ``depth`` is over.
        """
        base: cython.int = self.moves_top
        top: cython.int
        move: cython.int
        n: cython.int
        m: cython.int
        points: cython.int
        still: cython.int
        value: cython.int
        best: cython.int = -30000
        width: cython.int = self.width_of_many if depth > 0 else 1
        own: cython.bint = seat == 0 or not self.paranoid
        following: cython.int = (seat + 1) % self.seats
        self.nodes_open += 1
        if self.nodes_open & 63 == 0 and (self.signal[0] or self.nodes_open >= self.node_limit):
            self.stopped = True
        if self.stopped or ply >= self.most_plies - 2:
            self.finish(ply, -1)
            return 0
        self.gather_all(ply, seat)
        top = self.moves_top
        if top - base > width:
            self.cuts += 1
        for n in range(base, max(min(top, base + width), base + 1)):
            for m in range(self.seats):
                self.total_at[4 * ply + 4 + m] = self.total_at[4 * ply + m]
            if n == top:
                move = -2
                self.idle(ply)
                still = scoreless + 1
            else:
                self.select(n, top)
                move = self.moves[n] & 0x7FFFFFFF
                points = self.heads[move] >> 16 & 0xFFFF
                still = 0 if points else scoreless + 1
                self.make(ply, seat, move)
                self.total_at[4 * ply + 4 + seat] += points
            if self.hand_at[4 * ply + 4 + seat] == 0:
                self.finish(ply + 1, seat)
            elif still and still >= self.scoreless_limit(ply + 1):
                self.finish(ply + 1, -1)
            else:
                self.many(ply + 1, following, depth - 1, alpha, beta, still)
            if move >= 0:
                self.unmake(move)
            if self.stopped and (ply or n > base):
                break
            value = self.margin(ply + 1, seat if own else 0)
            if not own:
                value = -value
            if value > best:
                best = value
                for m in range(self.seats):
                    self.result[4 * ply + m] = self.result[4 * ply + 4 + m]
                if ply == 0:
                    self.chosen = move
            if self.paranoid:
                if seat == 0:
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, -value)
                if alpha >= beta:
                    break
        self.moves_top = base
        return 0

    def choose(self, depth, width, paranoid, scores, scoreless, node_limit):
        """The best move for seat 0 of several: the move, its margin, whether it was stopped."""
        seat: cython.int
        d: cython.int = depth
        s: cython.int = scoreless
        for seat in range(self.seats):
            self.total_at[seat] = scores[seat]
        self.width_of_many = width
        self.paranoid = paranoid
        self.node_limit = node_limit
        self.chosen = -2
        self.moves_top = 0
        with cython.nogil:
            self.many(0, 0, d, -30000, 30000, s)
        return self.play_of(self.chosen), self.margin(0, 0), self.stopped

    def play_of(self, move):
        """A root or other move: square << 8 | tile of each tile, and points; none for a pass."""
        if move == -2:
            return (), 0
        lane = self.heads[move] >> 32 & 255
        places = self.bodies[3 * move + 2]
        tiles = int(self.bodies[3 * move + 1]) * (1 << 64) + int(self.bodies[3 * move])
        laid = []
        for place in range(self.span):
            if places >> place & 1:
                laid.append((self.origin[lane] + place * self.step[lane]) << 8 | tiles & 255)
                tiles >>= 8
        return tuple(laid), self.heads[move] >> 16 & 0xFFFF

    def best_line(self, scoreless):
        """The line of best play as far as it is remembered, best root move first."""
        ply: cython.int = 0
        seat: cython.int = 0
        s: cython.int = scoreless
        move: cython.int = self.root_plays[0]
        done = []
        while True:
            done.append(move)
            if move == -2:
                if s + 1 >= self.scoreless_limit(ply):
                    break
                s = s + 1 if self.nothings else self.scoreless_limit(ply) - 1
                self.idle(ply)
            else:
                s = s + 1 if self.heads[move] >> 16 & 0xFFFF == 0 else 0
                self.make(ply, seat, move)
                if self.hand_at[4 * ply + 4 + seat] == 0 or (
                    s and s >= self.scoreless_limit(ply + 1)
                ):
                    break
            ply += 1
            seat = 1 - seat
            if ply >= self.most_plies - 2:
                break
            data = self.recall(self.entry_key(ply, seat, s))
            move = (data >> 26) - 2
            if data == 0 or move == -1:
                break
        for move in reversed(done):
            if move != -2:
                self.unmake(move)
        return [self.play_of(move) for move in done]

    def stop(self):
        """Let the search end soon; from another thread."""
        self.signal[0] = 1

    def counters(self):
        """Nodes, lists made, plays in them, plays made."""
        return self.nodes_open, self.filled, self.plays, self.made


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def shuffled(number: cython.ulonglong) -> cython.ulonglong:
    """Another number of 64 bits that looks like chance. Source: splitmix64 (Steele 2014)."""
    whole: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    one: cython.ulonglong = 0x9E3779B97F4A7C15
    two: cython.ulonglong = 0xBF58476D1CE4E5B9
    three: cython.ulonglong = 0x94D049BB133111EB
    number = (number + one) & whole
    number = ((number ^ (number >> 30)) * two) & whole
    number = ((number ^ (number >> 27)) * three) & whole
    return number ^ (number >> 31)
