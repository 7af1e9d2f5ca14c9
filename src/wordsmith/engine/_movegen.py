"""Move generation and the search of turns, in Cython's pure-Python mode: compiled and uncompiled."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # not compiled, and no Cython: plain Python
    from wordsmith import _nocython as cython

from wordsmith.engine.arrays import grown, numbers, room

# Nodes of the graph: pointer << 10 | accepts << 9 | last << 8 | code (lexicon/wordgraph.py).
# Directions: 0 across, 1 down. A square in a direction has the key direction * size + square.
# A tile on the board: code, or code | 128 for a wild one; in the hand: code, 0 for a wild one.
# A turn in ``out``: points, tiles, then square << 8 | tile for each.
# An extension in ``arena``: rank, tiles, first square, last square, lot, then its new tiles. The
# rank is first its points, then no value below it is higher.
# docs/engine.md tells why the search of ``expand`` visits every legal turn, and each once.


@cython.final
@cython.cclass
class Position:
    """One board and one hand; changed while it works, and left as it was found."""

    size: cython.int
    lanes: cython.int  # the longer side of the board
    nodes: cython.const[cython.uint][::1]
    dawg: cython.int
    gaddag: cython.int
    cells: cython.uchar[::1]
    back: cython.int[::1]  # by key: the square before, -1 at the edge
    forth: cython.int[::1]  # by key: the square after, -1 at the edge
    lane_of: cython.int[::1]  # by key: the row or column a square lies in
    worth: cython.int[::1]  # points by tile on the board
    letter_factors: cython.int[::1]
    word_factors: cython.int[::1]
    starts: cython.uchar[::1]  # 1 on a start cell
    everything: cython.ulonglong  # the mask of every letter

    adds: cython.bint  # word premiums of one word are added
    shares: cython.bint  # a premium counts in one word only
    bonus: cython.int  # for a full hand; 0 if this hand is not full
    full: cython.int  # tiles in a full hand
    least: cython.int  # start cells that the first word must cover; 0 if old tiles lie there

    rack: cython.int[::1]  # by code: how many
    left: cython.int  # tiles in the hand
    pending: cython.int  # cross words of the play in hand that are not yet words

    fresh: cython.uchar[::1]  # 1 where a tile of this turn lies
    squares: cython.int[::1]  # of this turn, in the order of laying
    laid: cython.int  # how many
    laid_before: cython.int  # how many before the play in hand
    wild_laid: cython.int
    debt: cython.int  # wild tiles taken from the board: as many must be laid

    known: cython.uchar[::1]  # by key: whether the three below are right
    strict: cython.ulonglong[::1]  # letters that make the cross word a word
    loose: cython.ulonglong[::1]  # letters that make it part of a word
    side: cython.int[::1]  # points of the tiles beside, -1 if there are none

    origin: cython.int  # the lane at work: its first square, ...
    step: cython.int
    length: cython.int
    direction: cython.int
    anchor: cython.int  # the place in the lane that the walk began from
    start: cython.int  # the place that a word of the survey begins at
    barrier: cython.int  # empty places before this one stay empty
    relaxed: cython.bint  # cross words may be completed later

    out: cython.uint[::1]
    written: cython.int
    plays: cython.int

    shut: cython.int[::1]  # squares decided to stay empty, counted
    arena: cython.uint[::1]  # extensions of the open nodes
    used: cython.int
    order: cython.int[::1]  # where they stand in it, best first
    listed: cython.int
    segments: cython.int[::1]  # 6 numbers for each segment of each open node
    width_of_node: cython.int
    depth: cython.int
    old: cython.int[::1]  # the runs of the board: direction, first, last
    olds: cython.int
    shortlist: cython.int[::1]  # by key: the last node that looked at a run here

    nodes_open: cython.longlong  # expanded so far
    limit: cython.longlong
    stopped: cython.bint
    mark: cython.int  # turns of no more value are not wanted
    floor: cython.int  # the mark from outside
    pool: cython.int[::1]  # the turns kept: value, points, kind, tiles, and then those
    pool_room: cython.int
    pool_count: cython.int
    turn_room: cython.int  # of the pool and of the beam: numbers for one turn
    never: cython.int  # a value below all others
    beam: cython.longlong[::1]  # two tables of turns: value, key, points, tiles, and then those
    beam_room: cython.int
    stop: cython.uchar[::1]  # one byte, set from outside
    judge: object  # asked with the GIL whether a turn may stand; None: all may

    # A lot is a part of the hand, as a number: so many of each kind of tile, digit by digit.
    kinds: cython.int[::1]  # the different tiles of the hand
    kinds_count: cython.int
    digits: cython.int
    digit_weight: cython.int[::1]
    lot_weight: cython.int[::1]  # by tile: what it adds to the number of a lot
    lots: cython.int
    lot_size: cython.int[::1]  # by lot: its tiles
    parts: cython.int[::1]  # the lots within each lot, in ascending order
    parts_from: cython.int[::1]  # by lot: where they begin
    keep: cython.int[::1]  # by lot: what it is worth to keep it, in millipoints
    leaf_offsets: cython.int[::1]
    leaf_values: cython.const[cython.int][::1]
    star_price: cython.int

    ground: cython.uchar[::1]  # the board before this turn
    far: cython.int[::1]  # by square: tiles it takes to reach it, 0: it cannot be reached
    queue: cython.int[::1]
    need: cython.int[::1]  # by place in the lane: tiles that a word going on from here must have
    peaks: cython.int[::1]  # by direction, lane and lot: most points of one run, -1: there is none
    gains: cython.int[::1]  # the same of all runs of the lane together; by new run of a node; and,
    # from ``spots`` on, by key: of one run through a new tile there or an old one that begins there
    spots: cython.int
    spotted: cython.bint  # whether those are known
    total: cython.int[::1]  # by direction and lot: of all lanes together; then those of a node
    rest: cython.int[
        ::1
    ]  # by open node, direction and lot: most value beside a run that grows by it
    alive: cython.uchar[::1]  # by direction and lane: whether its old runs are worth growing
    pack: cython.int[::1]  # scratch of the bound
    following: cython.int  # the new run whose words are being listed, -1 for others
    held: cython.ulonglong  # of the survey: the letters in the hand, one bit a code
    steps: cython.longlong  # of the survey
    steps_limit: cython.longlong

    def __init__(self, nodes, roots, shape, factors, starts, worth, rules):
        """An empty board: ``shape`` = width, height; ``rules`` = adds, shares, bonus, full."""
        width: cython.int = shape[0]
        height: cython.int = shape[1]
        square: cython.int
        self.size = width * height
        self.lanes = max(width, height)
        self.nodes = nodes
        self.dawg = roots[0]
        self.gaddag = roots[1]
        self.letter_factors = numbers(factors[0])
        self.word_factors = numbers(factors[1])
        self.starts = memoryview(bytearray(starts))
        self.worth = numbers(worth)
        self.everything = (1 << 62) - 1
        self.adds = rules[0]
        self.shares = rules[1]
        self.bonus = rules[2]
        self.full = rules[3]
        self.back = room(2 * self.size)
        self.forth = room(2 * self.size)
        self.lane_of = room(2 * self.size)
        for square in range(self.size):
            self.back[square] = square - 1 if square % width else -1
            self.forth[square] = square + 1 if (square + 1) % width else -1
            self.lane_of[square] = square // width
            self.back[self.size + square] = square - width if square >= width else -1
            self.forth[self.size + square] = square + width if square + width < self.size else -1
            self.lane_of[self.size + square] = square % width
        self.cells = memoryview(bytearray(self.size))
        self.fresh = memoryview(bytearray(self.size))
        self.rack = room(128)
        self.squares = room(64)
        self.known = memoryview(bytearray(2 * self.size))
        self.strict = memoryview(bytearray(16 * self.size)).cast("Q")
        self.loose = memoryview(bytearray(16 * self.size)).cast("Q")
        self.side = room(2 * self.size)
        self.shut = room(self.size)
        self.out = memoryview(bytearray(4 * 4096)).cast("I")
        self.arena = memoryview(bytearray(4)).cast("I")
        self.order = room(1)
        self.segments = room(1)
        self.old = room(1)
        self.shortlist = room(1)
        self.peaks = room(1)
        self.gains = room(1)
        self.total = room(1)
        self.rest = room(1)
        self.alive = memoryview(bytearray(1))
        self.pack = room(1)
        self.kinds = room(1)
        self.digit_weight = room(1)
        self.lot_weight = room(1)
        self.lot_size = room(1)
        self.parts = room(1)
        self.parts_from = room(1)
        self.keep = room(1)
        self.far = room(1)
        self.queue = room(1)
        self.need = room(1)
        self.leaf_offsets = room(1)
        self.leaf_values = room(1)
        self.pool = room(1)
        self.ground = memoryview(bytearray(1))
        self.stop = memoryview(bytearray(1))
        self.beam = memoryview(bytearray(8)).cast("q")
        self.turn_room = 36
        self.never = -1_000_000_000
        self.mark = self.floor = self.never
        self.following = -1
        self.judge = None
        self.relaxed = False
        self.laid = self.laid_before = self.wild_laid = self.debt = self.left = 0
        self.least = 0

    # -- setting up ------------------------------------------------------------------------------
    def set_up(self, cells, rack, least, debt):
        """Lay the old tiles and take the hand. ``least``: start cells to cover, on an empty board.

        ValueError if the hand holds more than 30 tiles.
        """
        if len(rack) > 30:
            raise ValueError(f"a hand of {len(rack)} tiles; the kernel takes 30")
        square: cython.int
        code: cython.int
        for square in range(self.size):
            self.cells[square] = cells[square]
            self.fresh[square] = 0
            self.shut[square] = 0
            self.known[square] = 0
            self.known[self.size + square] = 0
        for code in range(128):
            self.rack[code] = 0
        for code in rack:
            self.rack[code] += 1
        self.left = len(rack)
        self.laid = self.laid_before = self.wild_laid = 0
        self.pending = 0
        self.least = least
        self.debt = debt

    # -- small things ----------------------------------------------------------------------------
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
    def head(self, square: cython.int, direction: cython.int) -> cython.int:
        """The first square of the run through ``square``."""
        at: cython.int = direction * self.size
        before: cython.int = self.back[at + square]
        while before >= 0 and self.cells[before]:
            square = before
            before = self.back[at + square]
        return square

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def tail(self, square: cython.int, direction: cython.int) -> cython.int:
        """The last square of the run through ``square``."""
        at: cython.int = direction * self.size
        after: cython.int = self.forth[at + square]
        while after >= 0 and self.cells[after]:
            square = after
            after = self.forth[at + square]
        return square

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def is_word(self, first: cython.int, last: cython.int, direction: cython.int) -> cython.int:
        at: cython.int = self.dawg
        key: cython.int = direction * self.size
        node: cython.int
        square: cython.int = first
        while True:
            node = self.child(at, self.cells[square] & 127)
            if node == 0:
                return 0
            if square == last:
                return 1 if self.nodes[node] & 512 else 0
            at = self.nodes[node] >> 10
            square = self.forth[key + square]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def put(self, square: cython.int, tile: cython.int) -> cython.int:
        self.cells[square] = tile
        self.fresh[square] = 1
        self.squares[self.laid] = square
        self.laid += 1
        self.left -= 1
        if tile & 128:
            self.rack[0] -= 1
            self.wild_laid += 1
        else:
            self.rack[tile] -= 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def take(self) -> cython.int:
        """Take up the tile laid last."""
        tile: cython.int
        square: cython.int
        self.laid -= 1
        square = self.squares[self.laid]
        tile = self.cells[square]
        self.cells[square] = 0
        self.fresh[square] = 0
        self.left += 1
        if tile & 128:
            self.rack[0] += 1
            self.wild_laid -= 1
        else:
            self.rack[tile] += 1
        return 0

    # -- cross words -----------------------------------------------------------------------------
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def learn_cross(self, square: cython.int, direction: cython.int) -> cython.int:
        """Which letters may lie on an empty square, as seen from a play in ``direction``."""
        key: cython.int = direction * self.size + square
        across: cython.int = (1 - direction) * self.size
        before: cython.int = self.back[across + square]
        after: cython.int = self.forth[across + square]
        at: cython.int = self.gaddag
        total: cython.int = 0
        node: cython.int
        there: cython.int
        strict: cython.ulonglong = 0
        loose: cython.ulonglong = 0
        bit: cython.ulonglong
        self.known[key] = 1
        if before >= 0 and self.cells[before] == 0:
            before = -1
        if after >= 0 and self.cells[after] == 0:
            after = -1
        if before < 0 and after < 0:
            self.strict[key] = self.everything
            self.loose[key] = self.everything
            self.side[key] = -1
            return 0
        if after >= 0:
            there = self.tail(after, 1 - direction)
            while there != square:
                total += self.worth[self.cells[there]]
                node = self.child(at, self.cells[there] & 127)
                at = self.nodes[node] >> 10 if node else 0
                there = self.back[across + there]
        there = before
        while there >= 0 and self.cells[there]:
            total += self.worth[self.cells[there]]
            there = self.back[across + there]
        self.side[key] = total
        while at:
            node = at
            if self.nodes[node] & 255:
                bit = 1
                bit <<= self.nodes[node] & 255
                there = before
                while there >= 0 and self.cells[there] and node:
                    node = self.child(self.nodes[node] >> 10, self.cells[there] & 127)
                    there = self.back[across + there]
                if node:
                    loose |= bit
                    if self.nodes[node] & 512:
                        strict |= bit
            if self.nodes[at] & 256:
                break
            at += 1
        self.strict[key] = strict
        self.loose[key] = loose
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def is_open(self, square: cython.int, direction: cython.int) -> cython.int:
        """Whether the run through ``square`` could still grow."""
        at: cython.int = direction * self.size
        there: cython.int = self.back[at + square]
        while there >= 0 and self.cells[there]:
            there = self.back[at + there]
        if there >= 0 and self.shut[there] == 0:
            return 1
        there = self.forth[at + square]
        while there >= 0 and self.cells[there]:
            there = self.forth[at + there]
        return 1 if there >= 0 and self.shut[there] == 0 else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def allows(self, square: cython.int, code: cython.int) -> cython.int:
        """1 if the cross word is a word, 2 if it could become one, 0 otherwise."""
        key: cython.int = self.direction * self.size + square
        if self.known[key] == 0:
            self.learn_cross(square, self.direction)
        if self.strict[key] >> code & 1:
            return 1
        if self.relaxed and self.loose[key] >> code & 1:
            return 2 if self.is_open(square, 1 - self.direction) else 0
        return 0

    # -- points ----------------------------------------------------------------------------------
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def run_points(
        self,
        first: cython.int,
        last: cython.int,
        direction: cython.int,
        owners: cython.int,
    ) -> cython.int:
        """The points of one run; ``owners`` >= 0 tells by bits which words own the premiums.

        The bit of a new tile, in the order of laying, is the direction in which its premium counts.
        """
        key: cython.int = direction * self.size
        square: cython.int = first
        total: cython.int = 0
        factor: cython.int = 0 if self.adds else 1
        value: cython.int
        n: cython.int
        counts: cython.bint
        while True:
            value = self.worth[self.cells[square]]
            if self.fresh[square]:
                counts = True
                if owners >= 0:
                    n = 0
                    while self.squares[n] != square:
                        n += 1
                    counts = (owners >> n & 1) == direction
                if counts:
                    value *= self.letter_factors[square]
                    if self.word_factors[square] > 1:
                        if self.adds:
                            factor += self.word_factors[square]
                        else:
                            factor *= self.word_factors[square]
            total += value
            if square == last:
                return total * (factor or 1)
            square = self.forth[key + square]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def turn_points(self, owners: cython.int) -> cython.int:
        """The points of all runs with a new tile."""
        total: cython.int = 0
        n: cython.int
        direction: cython.int
        first: cython.int
        last: cython.int
        there: cython.int
        for n in range(self.laid):
            for direction in range(2):
                first = self.head(self.squares[n], direction)
                last = self.tail(self.squares[n], direction)
                if first == last:
                    continue
                there = first
                while not self.fresh[there]:
                    there = self.forth[direction * self.size + there]
                if there == self.squares[n]:
                    total += self.run_points(first, last, direction, owners)
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def score(self) -> cython.int:
        """The points of the tiles laid in this turn, bonus included."""
        extra: cython.int = self.bonus if self.laid == self.full else 0
        best: cython.int = -1
        points: cython.int
        both: cython.int = 0
        only: cython.int = 0
        owners: cython.int
        n: cython.int
        square: cython.int
        if not self.shares:
            return self.turn_points(-1) + extra
        for n in range(self.laid):
            square = self.squares[n]
            if self.letter_factors[square] == 1 and self.word_factors[square] == 1:
                continue
            if self.head(square, 0) == self.tail(square, 0):
                only |= 1 << n
            elif self.head(square, 1) != self.tail(square, 1):
                both |= 1 << n
        owners = both
        while True:
            points = self.turn_points(owners | only)
            if points > best:
                best = points
            if owners == 0:
                return best + extra
            owners = (owners - 1) & both

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def lane_points(self, first: cython.int, last: cython.int) -> cython.int:
        """The same for a turn that lies in one lane, where every premium counts in every word."""
        total: cython.int = 0
        aside: cython.int = 0
        factor: cython.int = 0 if self.adds else 1
        place: cython.int
        square: cython.int
        value: cython.int
        twice: cython.int
        key: cython.int = self.direction * self.size
        for place in range(first, last + 1):
            square = self.origin + place * self.step
            value = self.worth[self.cells[square]]
            if self.fresh[square]:
                value *= self.letter_factors[square]
                twice = self.word_factors[square]
                if self.side[key + square] >= 0:
                    aside += (self.side[key + square] + value) * twice
                if twice > 1:
                    factor = factor + twice if self.adds else factor * twice
            total += value
        total = total * (factor or 1) + aside
        return total + (self.bonus if self.laid == self.full else 0)

    # -- walking a lane --------------------------------------------------------------------------
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def enter_lane(self, square: cython.int, direction: cython.int) -> cython.int:
        """Make the row or column of ``square`` the lane at work; the place of the square in it."""
        key: cython.int = direction * self.size
        place: cython.int = 0
        first: cython.int = square
        while self.back[key + first] >= 0:
            first = self.back[key + first]
            place += 1
        self.direction = direction
        self.origin = first
        self.length = 1
        self.step = 1
        if self.forth[key + first] >= 0:
            self.step = self.forth[key + first] - first
        while self.forth[key + first] >= 0:
            first = self.forth[key + first]
            self.length += 1
        return place

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def try_left(self, place: cython.int, at: cython.int) -> cython.int:
        """Fill ``place`` from the list at ``at``, on the way left from the anchor."""
        square: cython.int = self.origin + place * self.step
        tile: cython.int = self.cells[square]
        node: cython.uint
        verdict: cython.int
        if tile:
            at = self.child(at, tile & 127)
            if at:
                self.go_left(place, at)
            return 0
        if self.left == 0 or place < self.barrier or self.shut[square]:
            return 0
        while True:
            node = self.nodes[at]
            tile = node & 255
            if tile and (self.rack[tile] or self.rack[0]):
                verdict = self.allows(square, tile)
                if verdict:
                    self.pending += verdict - 1
                    if self.pending < self.left or self.pending == 0:
                        if self.rack[tile]:
                            self.put(square, tile)
                            self.go_left(place, at)
                            self.take()
                        if self.rack[0]:
                            self.put(square, tile | 128)
                            self.go_left(place, at)
                            self.take()
                    self.pending -= verdict - 1
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
        edge: cython.bint = place == 0 or self.cells[self.origin + (place - 1) * self.step] == 0
        last: cython.bint = self.anchor + 1 == self.length
        if edge and node & 512 and self.laid > self.laid_before:
            if last or self.cells[self.origin + (self.anchor + 1) * self.step] == 0:
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
        square: cython.int = self.origin + place * self.step
        tile: cython.int = self.cells[square]
        node: cython.uint
        verdict: cython.int
        if tile:
            at = self.child(at, tile & 127)
            if at:
                self.go_right(place, at, first)
            return 0
        if self.left == 0 or self.shut[square]:
            return 0
        while True:
            node = self.nodes[at]
            tile = node & 255
            if tile and (self.rack[tile] or self.rack[0]):
                verdict = self.allows(square, tile)
                if verdict:
                    self.pending += verdict - 1
                    if self.pending < self.left or self.pending == 0:
                        if self.rack[tile]:
                            self.put(square, tile)
                            self.go_right(place, at, first)
                            self.take()
                        if self.rack[0]:
                            self.put(square, tile | 128)
                            self.go_right(place, at, first)
                            self.take()
                    self.pending -= verdict - 1
            if node & 256:
                return 0
            at += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def go_right(self, place: cython.int, at: cython.int, first: cython.int) -> cython.int:
        node: cython.uint = self.nodes[at]
        below: cython.int = node >> 10
        last: cython.bint = place + 1 == self.length
        if node & 512 and self.laid > self.laid_before:
            if last or self.cells[self.origin + (place + 1) * self.step] == 0:
                self.record(first, place)
        if below and not last:
            self.try_right(place + 1, below, first)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def record(self, first: cython.int, last: cython.int) -> cython.int:
        """Keep the word that lies from ``first`` to ``last`` in the lane."""
        covered: cython.int = 0
        place: cython.int
        if first == last:
            return 0
        if self.least and self.laid_before == 0:
            for place in range(first, last + 1):
                covered += self.starts[self.origin + place * self.step]
            if covered < self.least:
                return 0
        if self.relaxed:
            return self.keep_extension(first, last)
        return self.keep_turn(first, last)

    # -- one-line plays --------------------------------------------------------------------------
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def keep_turn(self, first: cython.int, last: cython.int) -> cython.int:
        points: cython.int
        square: cython.int
        n: cython.int
        if self.direction == 1 and self.laid - self.laid_before == 1:
            # a single tile was found in its row already, if it makes a word there
            square = self.squares[self.laid_before]
            if self.head(square, 0) != self.tail(square, 0):
                return 0
        if self.laid_before or self.shares:
            points = self.score()
        else:
            points = self.lane_points(first, last)
        if self.written + self.laid + 2 > self.out.shape[0]:
            self.grow_out()
        self.out[self.written] = points
        self.out[self.written + 1] = self.laid
        self.written += 2
        for n in range(self.laid):
            square = self.squares[n]
            self.out[self.written] = square << 8 | self.cells[square]
            self.written += 1
        self.plays += 1
        return 0

    @cython.cfunc
    @cython.with_gil
    @cython.exceptval(-1)
    def grow_out(self) -> cython.int:
        self.out = grown(self.out)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def is_anchor(self, square: cython.int) -> cython.int:
        there: cython.int
        if self.cells[square]:
            return 0
        if self.least and self.laid == 0:
            return self.starts[square]
        there = self.back[square]
        if there >= 0 and self.cells[there]:
            return 1
        there = self.forth[square]
        if there >= 0 and self.cells[there]:
            return 1
        there = self.back[self.size + square]
        if there >= 0 and self.cells[there]:
            return 1
        there = self.forth[self.size + square]
        return 1 if there >= 0 and self.cells[there] else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def walk_lanes(self) -> cython.int:
        """Every play from every anchor; where ``relaxed``, into the arena."""
        square: cython.int
        key: cython.int
        direction: cython.int
        place: cython.int
        if self.gaddag == 0 or self.left == 0:
            return 0
        for direction in range(2):
            for key in range(direction * self.size, (direction + 1) * self.size):
                square = key - direction * self.size
                if self.back[key] >= 0:
                    continue
                self.enter_lane(square, direction)
                self.barrier = 0
                for place in range(self.length):
                    if self.is_anchor(self.origin + place * self.step):
                        self.anchor = place
                        self.try_left(place, self.gaddag)
                        self.barrier = place + 1
        return 0

    def generate(self, laid):
        """Every play in one lane, on top of the tiles ``laid`` (square << 8 | tile) this turn.

        The whole turns, in ``out``'s shape; they are the caller's.
        """
        entry: cython.int
        for entry in laid:
            self.lay(entry)
        self.laid_before = self.laid
        self.relaxed = False
        self.written = 0
        self.plays = 0
        self.barrier = 0
        with cython.nogil:
            self.walk_lanes()
        while self.laid:
            self.lift()
        self.laid_before = 0
        return bytes(memoryview(self.out)[: self.written]), self.plays

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def lay(self, entry: cython.int) -> cython.int:
        """Lay a tile for good, and forget the cross words it changes."""
        self.put(entry >> 8, entry & 255)
        return self.forget(entry >> 8)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def lift(self) -> cython.int:
        """Undo the last ``lay``."""
        self.forget(self.squares[self.laid - 1])
        return self.take()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def forget(self, square: cython.int) -> cython.int:
        direction: cython.int
        there: cython.int
        key: cython.int
        for direction in range(2):
            key = direction * self.size
            there = self.back[key + self.head(square, direction)]
            if there >= 0:
                self.known[self.size - key + there] = 0
            there = self.forth[key + self.tail(square, direction)]
            if there >= 0:
                self.known[self.size - key + there] = 0
        return 0

    # -- whole turns -----------------------------------------------------------------------------
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def keep_extension(self, first: cython.int, last: cython.int) -> cython.int:
        n: cython.int
        square: cython.int
        lot: cython.int = 0
        key: cython.int = self.direction * self.size
        points: cython.int = self.run_points(
            self.origin + first * self.step, self.origin + last * self.step, self.direction, -1
        )
        if self.used + self.laid + 6 > self.arena.shape[0]:
            self.grow_arena()
        if self.listed + 1 > self.order.shape[0]:
            self.grow_order()
        at: cython.int = self.used
        self.order[self.listed] = at
        self.listed += 1
        self.used += 6
        for n in range(self.laid_before, self.laid):
            square = self.squares[n]
            lot += self.lot_weight[self.cells[square]]
            self.arena[self.used] = square << 8 | self.cells[square]
            self.used += 1
        if self.following >= 0:
            n = (2 * self.lanes + self.following) * self.lots + lot
            self.gains[n] = max(self.gains[n], points)
        self.arena[at + 5] = points
        for n in range(self.laid_before, self.laid):
            square = self.squares[n]
            if self.side[key + square] >= 0:
                points += self.word_factors[square] * (
                    self.side[key + square]
                    + self.worth[self.cells[square]] * self.letter_factors[square]
                )
        self.arena[at] = points
        self.arena[at + 1] = self.laid - self.laid_before
        self.arena[at + 2] = self.origin + first * self.step
        self.arena[at + 3] = self.origin + last * self.step
        self.arena[at + 4] = lot
        return 0

    @cython.cfunc
    @cython.with_gil
    @cython.exceptval(-1)
    def grow_arena(self) -> cython.int:
        self.arena = grown(self.arena)
        return 0

    @cython.cfunc
    @cython.with_gil
    @cython.exceptval(-1)
    def grow_order(self) -> cython.int:
        self.order = grown(self.order)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def sort_order(self, low: cython.int, high: cython.int) -> cython.int:
        """Put the extensions listed from ``low`` to ``high`` in order, the highest rank first."""
        gap: cython.int = (high - low) // 2
        i: cython.int
        j: cython.int
        at: cython.int
        points: cython.uint
        while gap > 0:
            for i in range(low + gap, high):
                at = self.order[i]
                points = self.arena[at]
                j = i
                while j - gap >= low and self.arena[self.order[j - gap]] < points:
                    self.order[j] = self.order[j - gap]
                    j -= gap
                self.order[j] = at
            gap = gap // 2
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def collect(self, direction: cython.int, first: cython.int, count: cython.int) -> cython.int:
        """List the extensions of the run that begins at ``first``, as segment ``count`` of a node."""
        at: cython.int = (self.depth * self.width_of_node + count) * 6
        low: cython.int = self.listed
        self.anchor = self.enter_lane(first, direction)
        self.barrier = 0
        self.laid_before = self.laid
        self.pending = 0
        self.try_left(self.anchor, self.gaddag)
        self.segments[at] = direction
        self.segments[at + 1] = first
        self.segments[at + 2] = low
        self.segments[at + 3] = self.listed
        self.segments[at + 4] = 0  # extensions tried, and the run shut
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def rank(self, count: cython.int, counted: cython.bint) -> cython.int:
        """Keep the extensions of segment ``count`` that may lead to more than the mark, best first.

        ``counted``: the bound of the node counts the points that the run has now.
        """
        at: cython.int = (self.depth * self.width_of_node + count) * 6
        direction: cython.int = self.segments[at]
        rest: cython.int = (2 * self.depth + direction) * self.lots
        first: cython.int = self.segments[at + 1]
        last: cython.int
        points: cython.int = 0
        value: cython.int
        entry: cython.int
        n: cython.int
        kept: cython.int = self.segments[at + 2]
        if counted:
            last = self.tail(first, direction)
            if first != last:
                points = self.run_points(first, last, direction, -1)
        for n in range(self.segments[at + 2], self.segments[at + 3]):
            entry = self.order[n]
            value = self.arena[entry + 5]
            value = 1000 * (value - points) + self.rest[rest + self.arena[entry + 4]]
            if value > self.mark:
                self.arena[entry + 5] = value - 2 * self.never
                self.order[kept] = entry
                kept += 1
        self.segments[at + 3] = kept
        return self.sort_order(self.segments[at + 2], kept)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def shut_run(self, square: cython.int, direction: cython.int, by: cython.int) -> cython.int:
        """Decide that the run through ``square`` grows no more; ``by`` = -1 takes that back."""
        key: cython.int = direction * self.size
        there: cython.int = self.back[key + self.head(square, direction)]
        if there >= 0:
            self.shut[there] += by
        there = self.forth[key + self.tail(square, direction)]
        if there >= 0:
            self.shut[there] += by
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def can_grow(self, first: cython.int, last: cython.int, direction: cython.int) -> cython.int:
        there: cython.int = self.back[direction * self.size + first]
        if there >= 0 and self.shut[there] == 0:
            return 1
        there = self.forth[direction * self.size + last]
        return 1 if there >= 0 and self.shut[there] == 0 else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def unfinished(self) -> cython.int:
        """The key of a run that must still grow to be a word, -2 if all are words."""
        n: cython.int
        direction: cython.int
        first: cython.int
        last: cython.int
        for n in range(self.laid):
            for direction in range(2):
                first = self.head(self.squares[n], direction)
                last = self.tail(self.squares[n], direction)
                if first != last and not self.is_word(first, last, direction):
                    return direction * self.size + first
        return -2

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def consider(self) -> cython.int:
        """Keep the tiles laid if they are better than what is kept of their kind."""
        points: cython.int
        value: cython.int
        kind: cython.int = 0
        n: cython.int
        at: cython.int = -1
        worst: cython.int = 0
        if self.wild_laid < self.debt:
            return 0
        points = self.score()
        value = 1000 * points + self.keep[self.lot_left()]
        if value <= self.mark:
            return 0
        if self.pool_room > 1:
            kind = self.kind()
        for n in range(self.pool_count):
            if self.pool[n * self.turn_room + 2] == kind:
                at = n * self.turn_room
            if self.pool[n * self.turn_room] < self.pool[worst]:
                worst = n * self.turn_room
        if (at >= 0 and self.pool[at] >= value) or not self.may_stand():
            return 0
        if at < 0 and self.pool_count < self.pool_room:
            at = self.pool_count * self.turn_room
            self.pool_count += 1
        elif at < 0:
            at = worst
        self.pool[at] = value
        self.pool[at + 1] = points
        self.pool[at + 2] = kind
        self.pool[at + 3] = self.laid
        for n in range(self.laid):
            self.pool[at + 4 + n] = self.squares[n] << 8 | self.cells[self.squares[n]]
        if self.pool_count == self.pool_room:
            for n in range(self.pool_count):
                value = min(value, self.pool[n * self.turn_room])
            self.mark = max(self.floor, value)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def kind(self) -> cython.int:
        """Where the word of most points is tied to what lay there before, and its direction."""
        most: cython.int = -1
        best: cython.int = 0
        points: cython.int
        n: cython.int
        direction: cython.int
        key: cython.int
        aside: cython.int
        first: cython.int
        last: cython.int
        there: cython.int
        for n in range(self.laid):
            for direction in range(2):
                key = direction * self.size
                first = self.head(self.squares[n], direction)
                last = self.tail(self.squares[n], direction)
                if first != last:
                    points = self.run_points(first, last, direction, -1)
                    if points > most or (points == most and key + first < best):
                        most = points
                        best = key + first
        key = self.size if best >= self.size else 0
        aside = self.size - key
        there = best - key
        while there >= 0 and self.cells[there]:
            if not self.fresh[there]:
                return key + there
            first = self.back[aside + there]
            last = self.forth[aside + there]
            if first >= 0 and self.cells[first] and not self.fresh[first]:
                return key + there
            if last >= 0 and self.cells[last] and not self.fresh[last]:
                return key + there
            there = self.forth[key + there]
        return best

    @cython.cfunc
    @cython.with_gil
    @cython.exceptval(-1)
    def may_stand(self) -> cython.int:
        if self.judge is None:
            return 1
        laid = [(self.squares[n], self.cells[self.squares[n]]) for n in range(self.laid)]
        return 1 if self.judge(laid) else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def expand(self) -> cython.int:
        """Search every turn that holds the tiles laid and none of the squares that are shut."""
        mark_used: cython.int = self.used
        mark_listed: cython.int = self.listed
        count: cython.int = 0
        key: cython.int = -2
        n: cython.int
        at: cython.int
        hope: cython.int
        hand: cython.int = self.lot_left()
        points: cython.int = self.bound_in(0, hand, -1) + self.bound_in(1, hand, -1)
        hope = self.most_of(points, hand)
        if self.laid and self.value_now(points, hand) > self.mark:
            key = self.unfinished()
            if key < 0:
                self.consider()
        elif hope > self.mark:
            key = self.unfinished()
        if self.left == 0 or self.stopped or hope <= self.mark:
            return 0
        if self.nodes_open >= self.limit or self.stop[0]:
            self.stopped = True
            return 0
        self.nodes_open += 1
        if key >= 0:
            n = 1 if key >= self.size else 0
            points = self.bound_in(n, hand, key - n * self.size) + self.bound_in(1 - n, hand, -1)
            self.most_beside(points, hand)
            self.collect(n, key - n * self.size, 0)
            self.rank(0, False)
            count = 1
        elif self.least and self.laid == 0:
            self.most_beside(points, hand)
            count = self.collect_openings()
        else:
            if self.laid:
                count = self.collect_fresh()
                points = self.count_by_words(count, hand)
            if self.most_beside(points, hand) <= self.mark:
                self.used = mark_used
                self.listed = mark_listed
                return 0
            for n in range(count):
                self.rank(n, True)
            self.find_alive(hand)
            count = self.collect_standing(count)
        self.depth += 1
        if key < 0:
            for n in range(count):
                at = ((self.depth - 1) * self.width_of_node + n) * 6
                if self.segments[at + 2] == self.segments[at + 3] and self.segments[at + 1] >= 0:
                    self.shut_run(self.segments[at + 1], self.segments[at], 1)
                    self.segments[at + 4] = 1
        self.try_all(count)
        self.depth -= 1
        for n in range(count):
            at = (self.depth * self.width_of_node + n) * 6
            if self.segments[at + 4] and self.segments[at + 1] >= 0:
                self.shut_run(self.segments[at + 1], self.segments[at], -1)
        self.used = mark_used
        self.listed = mark_listed
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def try_all(self, count: cython.int) -> cython.int:
        """Search below each extension of the node's segments, the most promising segment first."""
        at: cython.int
        n: cython.int
        i: cython.int
        pick: cython.int
        rank: cython.uint
        most: cython.int
        while not self.stopped:
            pick = -1
            most = -1
            for n in range(count):
                at = ((self.depth - 1) * self.width_of_node + n) * 6
                if self.segments[at + 4] == 0 and self.segments[at + 2] < self.segments[at + 3]:
                    i = self.arena[self.order[self.segments[at + 2]]]
                    if i > most:
                        most = i
                        pick = at
            if pick < 0:
                return 0
            for i in range(self.segments[pick + 2], self.segments[pick + 3]):
                rank = self.mark - 2 * self.never
                if self.arena[self.order[i] + 5] <= rank:
                    continue
                self.try_extension(self.order[i], self.segments[pick])
                if self.stopped:
                    return 0
            self.segments[pick + 4] = 1
            if self.segments[pick + 1] >= 0:
                self.shut_run(self.segments[pick + 1], self.segments[pick], 1)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def try_extension(self, at: cython.int, direction: cython.int) -> cython.int:
        """Lay the extension at ``at`` of the arena, search below it, and take it up."""
        tiles: cython.int = self.arena[at + 1]
        first: cython.int = self.arena[at + 2]
        before: cython.int = self.laid
        n: cython.int
        entry: cython.int
        for n in range(tiles):
            entry = self.arena[at + 6 + n]
            if self.shut[entry >> 8]:
                return 0
        for n in range(tiles):
            entry = self.arena[at + 6 + n]
            self.lay(entry)
        self.shut_run(first, direction, 1)
        self.expand()
        self.shut_run(first, direction, -1)
        while self.laid > before:
            self.lift()
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def collect_openings(self) -> cython.int:
        """On an empty board: every first word, as one segment for each direction."""
        direction: cython.int
        at: cython.int
        key: cython.int
        low: cython.int
        place: cython.int
        self.laid_before = 0
        self.pending = 0
        for direction in range(2):
            low = self.listed
            for key in range(direction * self.size, (direction + 1) * self.size):
                if self.back[key] >= 0:
                    continue
                self.enter_lane(key - direction * self.size, direction)
                self.barrier = 0
                for place in range(self.length):
                    if self.starts[self.origin + place * self.step]:
                        self.anchor = place
                        self.try_left(place, self.gaddag)
                        self.barrier = place + 1
            at = (self.depth * self.width_of_node + direction) * 6
            self.segments[at] = direction
            self.segments[at + 1] = -1
            self.segments[at + 2] = low
            self.segments[at + 3] = self.listed
            self.segments[at + 4] = 0
            self.rank(direction, False)
        return 2

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def collect_fresh(self) -> cython.int:
        """Every run with a new tile that may still grow, with its extensions."""
        count: cython.int = 0
        n: cython.int
        direction: cython.int
        first: cython.int
        last: cython.int
        there: cython.int
        at: cython.int
        stamp: cython.int = self.depth + 1
        for n in range(self.laid):
            for direction in range(2):
                first = self.head(self.squares[n], direction)
                there = direction * self.size + first
                if self.shortlist[there] == stamp:
                    continue
                self.shortlist[there] = stamp
                last = self.tail(self.squares[n], direction)
                if self.can_grow(first, last, direction):
                    self.following = count
                    at = (2 * self.lanes + count) * self.lots
                    for there in range(at, at + self.lots):
                        self.gains[there] = 0
                    self.collect(direction, first, count)
                    count += 1
        for n in range(self.laid):
            for direction in range(2):
                first = self.head(self.squares[n], direction)
                self.shortlist[direction * self.size + first] = 0
        self.following = -1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def collect_standing(self, count: cython.int) -> cython.int:
        """The same for runs without one; how many segments there are then."""
        n: cython.int
        direction: cython.int
        first: cython.int
        last: cython.int
        there: cython.int
        at: cython.int
        low: cython.int
        hand: cython.int = self.lot_left()
        for n in range(self.olds):
            direction = self.old[3 * n]
            first = self.old[3 * n + 1]
            last = self.old[3 * n + 2]
            there = self.back[direction * self.size + first]
            if there >= 0 and self.cells[there]:
                continue
            there = self.forth[direction * self.size + last]
            if there >= 0 and self.cells[there]:
                continue
            if self.can_grow(first, last, direction):
                at = direction * self.lanes + self.lane_of[direction * self.size + first]
                at = self.alive[at]
                if at == 1 and self.spotted:
                    at = self.may_gain(direction, first, hand)
                if at == 0:
                    low = (self.depth * self.width_of_node + count) * 6
                    self.segments[low] = direction
                    self.segments[low + 1] = first
                    self.segments[low + 2] = self.listed
                    self.segments[low + 3] = self.listed
                    self.segments[low + 4] = 0
                else:
                    self.collect(direction, first, count)
                    self.rank(count, False)
                count += 1
        return count

    # -- word upon word --------------------------------------------------------------------------
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def climb_on(self, rounds: cython.int) -> cython.int:
        """Generate upon each turn of one table of the beam, and fill the other with the best."""
        half: cython.int = self.beam_room * self.turn_room
        old: cython.int = 0
        turns: cython.int = 1
        found: cython.int
        at: cython.int
        n: cython.int
        i: cython.int
        self.beam[3] = 0
        while turns and rounds:
            rounds = 0 if self.stop[0] else rounds - 1
            found = 0
            for n in range(turns):
                at = old + n * self.turn_room
                for i in range(self.beam[at + 3]):
                    self.lay(self.beam[at + 4 + i])
                self.laid_before = self.laid
                self.written = self.plays = self.barrier = 0
                self.walk_lanes()
                while self.laid:
                    self.lift()
                self.laid_before = 0
                at = 0
                while at < self.written:
                    found = self.weigh(at, found, half - old)
                    at += 2 + self.out[at + 1]
            old = half - old
            turns = found
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def weigh(self, at: cython.int, found: cython.int, base: cython.int) -> cython.int:
        """Look at the turn written at ``at``; how many the table at ``base`` then holds."""
        tiles: cython.int = self.out[at + 1]
        lot: cython.int = self.lots - 1
        key: cython.longlong = 0
        term: cython.longlong
        value: cython.longlong
        n: cython.int
        worst: cython.int = base
        for n in range(at + 2, at + 2 + tiles):
            lot -= self.lot_weight[self.out[n] & 255]
            term = self.out[n]
            term = term * 1103515245 & 0x7FFFFFFF
            key += term * term >> 16
        value = self.out[at]
        value = 1000 * value + self.keep[lot]
        if value > self.mark:
            for n in range(at + 2, at + 2 + tiles):
                self.lay(self.out[n])
            self.consider()
            while self.laid:
                self.lift()
        if lot == 0:
            return found
        if self.keep[lot] <= self.never:
            value -= self.keep[lot]
        for n in range(found):
            if self.beam[base + n * self.turn_room + 1] == key:
                return found
            if self.beam[base + n * self.turn_room] < self.beam[worst]:
                worst = base + n * self.turn_room
        if found < self.beam_room:
            worst = base + found * self.turn_room
            found += 1
        elif value <= self.beam[worst]:
            return found
        self.beam[worst] = value
        self.beam[worst + 1] = key
        self.beam[worst + 2] = self.out[at]
        self.beam[worst + 3] = tiles
        for n in range(tiles):
            self.beam[worst + 4 + n] = self.out[at + 2 + n]
        return found

    # -- lots: parts of the hand -----------------------------------------------------------------
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def lot_left(self) -> cython.int:
        """The lot that is left in the hand."""
        lot: cython.int = 0
        n: cython.int
        for n in range(self.kinds_count):
            lot += self.rack[self.kinds[n]] * self.lot_weight[self.kinds[n]]
        return lot

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def list_parts(self) -> cython.int:
        """The parts of every lot, in ascending order, and how many tiles it has."""
        lot: cython.int
        rest: cython.int
        digit: cython.int
        top: cython.int = 0
        j: cython.int
        n: cython.int
        at: cython.int = 1
        self.parts[0] = 0
        self.parts_from[0] = 0
        self.parts_from[1] = 1
        self.lot_size[0] = 0
        for lot in range(1, self.lots):
            while top + 1 < self.digits and self.digit_weight[top + 1] <= lot:
                top += 1
            digit = lot // self.digit_weight[top]
            rest = lot - digit * self.digit_weight[top]
            self.lot_size[lot] = self.lot_size[rest] + digit
            for j in range(digit + 1):
                for n in range(self.parts_from[rest], self.parts_from[rest + 1]):
                    self.parts[at] = self.parts[n] + j * self.digit_weight[top]
                    at += 1
            self.parts_from[lot + 1] = at
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def value_lots(self, wild_kept: cython.int) -> cython.int:
        """What it is worth to keep each lot; with more wild tiles than allowed it cannot be."""
        lot: cython.int
        rest: cython.int
        digit: cython.int
        code: cython.int
        wild: cython.int
        n: cython.int
        i: cython.int
        m: cython.int
        rank: cython.longlong
        term: cython.longlong
        for lot in range(self.lots):
            self.keep[lot] = 0
            wild = lot % (self.rack[0] + 1) if self.rack[0] else 0
            if wild > wild_kept:
                self.keep[lot] = 2 * self.never
            elif self.lot_size[lot] < self.leaf_offsets.shape[0]:
                # the rank of a multiset among those of its size: leaves.py
                rank = self.leaf_offsets[self.lot_size[lot]]
                rest = lot
                i = 0
                for n in range(self.digits):
                    digit = rest // self.digit_weight[n]
                    if n + 1 < self.digits:
                        digit %= self.digit_weight[n + 1] // self.digit_weight[n]
                    code = self.kinds[n]
                    while digit:
                        i += 1
                        term = 1
                        for m in range(i):
                            term = term * (code + i - 1 - m) // (m + 1)
                        rank += term
                        digit -= 1
                self.keep[lot] = self.leaf_values[rank]
            if wild <= wild_kept:
                self.keep[lot] -= self.star_price * (wild_kept - wild)
        return 0

    # -- the bound -------------------------------------------------------------------------------
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def measure_ways(self) -> cython.int:
        """How many tiles it takes to reach each square, with the one that lies there."""
        square: cython.int
        other: cython.int
        n: cython.int
        head: cython.int = 0
        tail: cython.int = 0
        for square in range(self.size):
            self.far[square] = 0
        for square in range(self.size):
            if self.cells[square] == 0 and self.is_anchor(square):
                self.far[square] = 1
                self.queue[tail] = square
                tail += 1
        while head < tail:
            square = self.queue[head]
            head += 1
            for n in range(4):
                other = (n & 1) * self.size + square
                other = self.back[other] if n < 2 else self.forth[other]
                if other >= 0 and self.cells[other] == 0 and self.far[other] == 0:
                    self.far[other] = self.far[square] + 1
                    self.queue[tail] = other
                    tail += 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def survey(
        self,
        place: cython.int,
        at: cython.int,
        total: cython.int,
        factor: cython.int,
        lot: cython.int,
        near: cython.int,
    ) -> cython.int:
        """Note the points of every word of the lane that goes on from ``at``.

        A letter beside old tiles must make a part of a word with them; new tiles are not thought
        of. ``near`` is the least way to a square of the word.
        """
        square: cython.int = self.origin + place * self.step
        key: cython.int = self.direction * self.size + square
        node: cython.uint
        tile: cython.int = self.ground[square]
        wild: cython.int
        more: cython.int
        letters: cython.ulonglong
        one: cython.ulonglong = 1
        grown_factor: cython.int
        self.steps += 1
        if self.steps > self.steps_limit:
            return 0
        if tile:
            at = self.child(at, tile & 127)
            if at:
                self.survey_on(place, at, total + self.worth[tile], factor, lot, 1)
            return 0
        if self.left == 0 or (near > self.left + 1 and self.need[place] > self.left):
            return 0
        if self.far[square] and self.far[square] < near:
            near = self.far[square]
        if self.known[key] == 0:
            self.learn_cross(square, self.direction)
        grown_factor = factor
        if self.word_factors[square] > 1:
            if self.adds:
                grown_factor += self.word_factors[square]
            else:
                grown_factor *= self.word_factors[square]
        letters = self.loose[key]
        if self.rack[0] == 0:
            letters &= self.held
        while letters:
            node = self.nodes[at]
            if letters >> (node & 255) & 1:
                for wild in range(2):
                    tile = 0 if wild else node & 255
                    if self.rack[tile]:
                        self.rack[tile] -= 1
                        self.left -= 1
                        if self.rack[tile] == 0:
                            self.held ^= one << tile
                        more = self.worth[(node & 255) | (128 if wild else 0)]
                        more = more * self.letter_factors[square] + total
                        self.survey_on(
                            place, at, more, grown_factor, lot + self.lot_weight[tile], near
                        )
                        if self.rack[tile] == 0:
                            self.held ^= one << tile
                        self.left += 1
                        self.rack[tile] += 1
            if node & 256:
                return 0
            at += 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def survey_on(
        self,
        place: cython.int,
        at: cython.int,
        total: cython.int,
        factor: cython.int,
        lot: cython.int,
        near: cython.int,
    ) -> cython.int:
        node: cython.uint = self.nodes[at]
        last: cython.bint = place + 1 == self.length
        points: cython.int
        peak: cython.int
        if node & 512 and lot and near <= self.left + 1:
            if last or self.ground[self.origin + (place + 1) * self.step] == 0:
                points = total * (factor or 1)
                peak = self.lane_at(self.origin, self.direction) + lot
                if points > self.peaks[peak]:
                    self.peaks[peak] = points
                self.note_spots(place, lot, points)
        if not last and node >> 10:
            self.survey(place + 1, node >> 10, total, factor, lot, near)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def note_spots(self, place: cython.int, lot: cython.int, points: cython.int) -> cython.int:
        """A word of the lane from ``start`` to ``place`` has these points."""
        n: cython.int
        square: cython.int
        at: cython.int
        old: cython.bint = False
        for n in range(self.start, place + 1):
            square = self.origin + n * self.step
            if self.ground[square] and old:
                continue
            old = self.ground[square] != 0
            at = self.spots + (self.direction * self.size + square) * self.lots + lot
            if points > self.gains[at]:
                self.gains[at] = points
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def lane_at(self, square: cython.int, direction: cython.int) -> cython.int:
        """Where the lane of ``square`` keeps its points by lot."""
        lane: cython.int = self.lane_of[direction * self.size + square]
        return (direction * self.lanes + lane) * self.lots

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def survey_lanes(self, words: cython.bint) -> cython.int:
        """The most points of one run, for each lane and lot of new tiles; 1 if it is too much.

        Without ``words`` by the best tiles of the hand on the best squares.
        """
        direction: cython.int
        key: cython.int
        place: cython.int
        for direction in range(2):
            for key in range(direction * self.size, (direction + 1) * self.size):
                if self.back[key] >= 0:
                    continue
                self.enter_lane(key - direction * self.size, direction)
                self.find_need()
                for place in range(self.length):
                    if place and self.ground[self.origin + (place - 1) * self.step]:
                        continue
                    self.start = place
                    if words:
                        self.survey(place, self.dawg, 0, 0 if self.adds else 1, 0, self.size + 64)
                    else:
                        self.measure_from(place)
                if self.steps > self.steps_limit:
                    return 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def find_need(self) -> cython.int:
        """How many tiles it takes from each place of the lane to reach old tiles or be joined."""
        place: cython.int
        square: cython.int
        need: cython.int = self.size
        for place in range(self.length - 1, -1, -1):
            square = self.origin + place * self.step
            if self.ground[square]:
                need = 0
            elif self.far[square]:
                need = min(need + 1, self.far[square])
            else:
                need += 1
            self.need[place] = need
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def measure_from(self, place: cython.int) -> cython.int:
        """Every stretch of the lane that begins at ``place``; ``pack`` holds the hand's values."""
        factor: cython.int = 0 if self.adds else 1
        total: cython.int = 0
        tiles: cython.int = 0
        square: cython.int
        n: cython.int
        count: cython.int
        points: cython.int
        peak: cython.int
        for n in range(4):
            self.pack[64 + n] = 0  # new squares by letter factor
        while place < self.length:
            square = self.origin + place * self.step
            if self.ground[square]:
                total += self.worth[self.ground[square]]
            else:
                if tiles == self.left:
                    return 0
                tiles += 1
                self.pack[64 + self.letter_factors[square]] += 1
                if self.word_factors[square] > 1:
                    if self.adds:
                        factor += self.word_factors[square]
                    else:
                        factor *= self.word_factors[square]
            place += 1
            if tiles and (place == self.length or not self.ground[square + self.step]):
                points = total
                count = 0
                for n in range(3, 0, -1):
                    while count < tiles and count < self.pack[67] + (
                        self.pack[66] if n < 3 else 0
                    ) + (self.pack[65] if n < 2 else 0):
                        points += self.pack[count] * n
                        count += 1
                points *= factor or 1
                peak = self.lane_at(self.origin, self.direction)
                for n in range(1, self.lots):
                    if self.lot_size[n] == tiles:
                        self.peaks[peak + n] = max(self.peaks[peak + n], points)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def sum_peaks(self) -> cython.int:
        """From single runs to whole lanes, and to the board: so many tiles of a lot, or fewer."""
        direction: cython.int
        lane: cython.int
        lot: cython.int
        part: cython.int
        n: cython.int
        at: cython.int
        peak: cython.int
        points: cython.int
        total: cython.int
        for direction in range(2):
            total = direction * self.lots
            for lot in range(self.lots):
                self.total[total + lot] = 0
            for lane in range(self.lanes):
                at = (direction * self.lanes + lane) * self.lots
                points = -1
                for lot in range(1, self.lots):
                    points = max(points, self.peaks[at + lot])
                if points < 0:
                    continue
                for lot in range(1, self.lots):
                    points = 0
                    for n in range(self.parts_from[lot] + 1, self.parts_from[lot + 1]):
                        part = self.parts[n]
                        peak = max(self.peaks[at + part], 0)
                        points = max(points, peak + self.gains[at + lot - part])
                    self.gains[at + lot] = points
                self.add_lane(total, at, self.lots - 1, 0)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def add_lane(
        self, total: cython.int, at: cython.int, hand: cython.int, points: cython.int
    ) -> cython.int:
        """Take one lane more into account, in ``total`` by part of ``hand``.

        ``at`` is where the lane keeps what it gains from a lot; from none it has ``points``.
        """
        n: cython.int
        m: cython.int
        lot: cython.int
        part: cython.int
        best: cython.int
        for n in range(self.parts_from[hand + 1] - 1, self.parts_from[hand] - 1, -1):
            lot = self.parts[n]
            best = points + self.total[total + lot]
            for m in range(self.parts_from[lot] + 1, self.parts_from[lot + 1]):
                part = self.parts[m]
                best = max(best, self.gains[at + part] + self.total[total + lot - part])
            self.total[total + lot] = best
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-2_100_000_000, check=False)  # -1 is a value
    def value_now(self, points: cython.int, hand: cython.int) -> cython.int:
        """The value of the tiles laid; ``points`` are those of the runs that can grow no more."""
        points += self.total[2 * self.lots] + self.total[3 * self.lots]
        if self.left == 0 and self.laid == self.full:
            points += self.bonus
        return 1000 * points + self.keep[hand]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-2_100_000_000, check=False)  # -1 is a value
    def most_beside(self, points: cython.int, hand: cython.int) -> cython.int:
        """No run that grows by a lot leads to more than its own points and what is noted here.

        ``points``, and what ``total`` adds: in the direction of the run for other tiles, in the
        other for all. The highest of these values, for the longest word that could be.
        """
        at: cython.int = 2 * self.depth * self.lots
        across: cython.int = 2 * self.lots
        down: cython.int = 3 * self.lots
        extra: cython.int = self.bonus if self.laid + self.left == self.full else 0
        n: cython.int
        m: cython.int
        lot: cython.int
        part: cython.int
        both: cython.int
        kept: cython.int
        one: cython.int
        other: cython.int
        for n in range(self.parts_from[hand] + 1, self.parts_from[hand + 1]):
            lot = self.parts[n]
            one = 2 * self.never
            other = 2 * self.never
            for m in range(self.parts_from[hand - lot], self.parts_from[hand - lot + 1]):
                part = self.parts[m]
                both = lot + part
                kept = self.keep[hand - both]
                if both == hand:
                    kept += 1000 * extra
                one = max(one, 1000 * (self.total[across + part] + self.total[down + both]) + kept)
                other = max(
                    other, 1000 * (self.total[down + part] + self.total[across + both]) + kept
                )
            self.rest[at + lot] = one + 1000 * points
            self.rest[at + self.lots + lot] = other + 1000 * points
        return self.most_of(points, hand)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def find_alive(self, hand: cython.int) -> cython.int:
        """In which lanes an old run could grow into more than the mark."""
        direction: cython.int
        lane: cython.int
        n: cython.int
        lot: cython.int
        peak: cython.int
        rest: cython.int
        for direction in range(2):
            rest = (2 * self.depth + direction) * self.lots
            for lane in range(self.lanes):
                self.alive[direction * self.lanes + lane] = 0
                peak = (direction * self.lanes + lane) * self.lots
                for n in range(self.parts_from[hand] + 1, self.parts_from[hand + 1]):
                    lot = self.parts[n]
                    if self.peaks[peak + lot] >= 0:
                        if 1000 * self.peaks[peak + lot] + self.rest[rest + lot] > self.mark:
                            self.alive[direction * self.lanes + lane] = 1
                            break
            for n in range(self.laid):
                # a word here may hold more new tiles than it takes
                lane = self.lane_of[direction * self.size + self.squares[n]]
                self.alive[direction * self.lanes + lane] = 2
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def may_gain(self, direction: cython.int, first: cython.int, hand: cython.int) -> cython.int:
        """Whether the old run that begins at ``first`` could grow into more than the mark."""
        at: cython.int = self.spots + (direction * self.size + first) * self.lots
        rest: cython.int = (2 * self.depth + direction) * self.lots
        n: cython.int
        lot: cython.int
        for n in range(self.parts_from[hand] + 1, self.parts_from[hand + 1]):
            lot = self.parts[n]
            if self.gains[at + lot] >= 0:
                if 1000 * self.gains[at + lot] + self.rest[rest + lot] > self.mark:
                    return 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-2_100_000_000, check=False)  # -1 is a value
    def most_of(self, points: cython.int, hand: cython.int) -> cython.int:
        """The most value: ``points``, and what ``total`` adds for some part of ``hand``."""
        extra: cython.int = self.bonus if self.laid + self.left == self.full else 0
        best: cython.int = self.never
        value: cython.int
        part: cython.int
        n: cython.int
        across: cython.int = 2 * self.lots
        for n in range(self.parts_from[hand] + 1, self.parts_from[hand + 1]):
            part = self.parts[n]
            value = points + self.total[across + part] + self.total[across + self.lots + part]
            if part == hand:
                value += extra
            best = max(best, 1000 * value + self.keep[hand - part])
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def begin_total(self, direction: cython.int, hand: cython.int) -> cython.int:
        """Where the node's own totals of a direction lie, which begin as those of the root."""
        n: cython.int
        part: cython.int
        at: cython.int = (2 + direction) * self.lots
        for n in range(self.parts_from[hand], self.parts_from[hand + 1]):
            part = self.parts[n]
            self.total[at + part] = self.total[direction * self.lots + part]
        return at

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def bound_in(self, direction: cython.int, hand: cython.int, beside: cython.int) -> cython.int:
        """The share of one direction: finished runs, and the best of every lane for the rest.

        The run that begins at the square ``beside`` is left out.
        """
        n: cython.int
        m: cython.int
        first: cython.int
        last: cython.int
        there: cython.int
        lane: cython.int
        lot: cython.int
        points: cython.int
        total: cython.int
        key: cython.int = direction * self.size
        finished: cython.int = 0
        lanes: cython.int = 0
        # pack: lanes in use: where the lane keeps its gains, lot, points, and which gains count
        for n in range(self.laid):
            first = self.head(self.squares[n], direction)
            last = self.tail(self.squares[n], direction)
            there = first
            while not self.fresh[there]:
                there = self.forth[key + there]
            if there != self.squares[n] or first == beside:
                continue
            points = self.run_points(first, last, direction, -1) if first != last else 0
            if not self.can_grow(first, last, direction):
                finished += points
                continue
            lot = 0
            while True:
                if self.fresh[there]:
                    lot += self.lot_weight[self.cells[there]]
                if there == last:
                    break
                there = self.forth[key + there]
            lane = self.lane_at(first, direction)
            m = 0
            while m < lanes and self.pack[4 * m] != lane:
                m += 1
            if m == lanes:
                lanes += 1
                self.pack[4 * m] = lane
                self.pack[4 * m + 1] = 0
                self.pack[4 * m + 2] = 0
                self.pack[4 * m + 3] = lane
                if self.spotted:
                    self.pack[4 * m + 3] = self.spots + (key + self.squares[n]) * self.lots
            else:
                self.pack[4 * m + 3] = lane  # two runs that may become one
            self.pack[4 * m + 1] += lot
            self.pack[4 * m + 2] += points
        total = self.begin_total(direction, hand)
        for m in range(lanes):
            lane = self.pack[4 * m + 3] + self.pack[4 * m + 1]
            self.add_lane(total, lane, hand, self.pack[4 * m + 2])
        return finished

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def count_by_words(self, count: cython.int, hand: cython.int) -> cython.int:
        """The same for both directions, once the first ``count`` segments, all with new tiles, have been listed.

        A new run then gains no more than the best word that it could become.
        """
        direction: cython.int
        n: cython.int
        seg: cython.int
        at: cython.int
        first: cython.int
        last: cython.int
        there: cython.int
        total: cython.int
        points: cython.int = 0
        reach: cython.int = 2 * self.lanes * self.lots
        for direction in range(2):
            for n in range(self.laid):
                first = self.head(self.squares[n], direction)
                last = self.tail(self.squares[n], direction)
                there = first
                while not self.fresh[there]:
                    there = self.forth[direction * self.size + there]
                if first == last or there != self.squares[n]:
                    continue
                if not self.can_grow(first, last, direction):
                    points += self.run_points(first, last, direction, -1)
            total = self.begin_total(direction, hand)
            for seg in range(count):
                at = (self.depth * self.width_of_node + seg) * 6
                if self.segments[at] != direction:
                    continue
                first = self.segments[at + 1]
                last = self.tail(first, direction)
                there = self.run_points(first, last, direction, -1) if first != last else 0
                self.add_lane(total, reach + seg * self.lots, hand, there)
        return points

    # -- the search, from outside ----------------------------------------------------------------
    def prepare_search(self, judge, most=1, leaves=None, stop=None):
        """Make ready: who is asked about a turn, and how many turns are wanted.

        ``leaves`` = where leaves of so many tiles begin in the values, the values in millipoints
        by rank, the price of a wild tile laid, and who values larger leaves; ``stop`` = one byte
        that ends the search once it is set, from wherever.
        """
        n: cython.int
        self.judge = judge
        self.floor = self.never
        self.mark = self.never
        self.pool_room = most
        self.pool_count = 0
        self.pool = room(most * self.turn_room)
        self.stop = memoryview(bytearray(1)) if stop is None else memoryview(stop)
        self.divide_hand()
        if leaves is None:
            self.leaf_offsets = room(1)
            self.leaf_values = room(1)
            self.star_price = 0
        else:
            self.leaf_offsets = numbers(leaves[0])
            self.leaf_values = leaves[1]
            self.star_price = leaves[2]
        self.width_of_node = 2 * self.size + 2
        self.arena = memoryview(bytearray(4 * 65536)).cast("I")
        self.order = room(4096)
        self.used = self.listed = self.depth = 0
        n = self.rack[0]
        with cython.nogil:
            self.list_parts()
            self.value_lots(n - self.debt)
        if leaves is not None and self.left > len(leaves[0]):
            for n in range(self.lots):
                if self.lot_size[n] >= len(leaves[0]):
                    self.keep[n] += leaves[3](self.codes_of(n))

    def codes_of(self, lot):
        """The tiles of a lot, where each kind of tile has its digit."""
        codes = bytearray()
        for n in range(self.digits):
            digit = lot // self.digit_weight[n]
            if n + 1 < self.digits:
                digit %= self.digit_weight[n + 1] // self.digit_weight[n]
            codes += bytes([self.kinds[n]]) * digit
        return bytes(codes)

    def divide_hand(self):
        """Number the lots of the hand, like the digits of a number; room for all that goes by lot.

        Where there would be too many, the last kinds of tiles are one to it.
        """
        count: cython.int = 1
        self.kinds = room(128)
        self.digit_weight = room(128)
        self.lot_weight = room(256)
        self.kinds_count = self.digits = 0
        self.lots = 1
        rest = self.left
        shared = 0
        for tile in range(128):
            if self.rack[tile] == 0:
                continue
            self.kinds[self.kinds_count] = tile
            self.kinds_count += 1
            rest -= self.rack[tile]
            if shared == 0:
                self.digit_weight[self.digits] = self.lots
                self.digits += 1
                if self.lots * (self.rack[tile] + 1) * (rest + 1) > MOST_LOTS and rest:
                    shared = self.lots
                    self.lots *= self.rack[tile] + rest + 1
                    count *= (self.rack[tile] + rest + 1) * (self.rack[tile] + rest + 2) // 2
                else:
                    self.lots *= self.rack[tile] + 1
                    count *= (self.rack[tile] + 1) * (self.rack[tile] + 2) // 2
            self.lot_weight[tile] = shared or self.digit_weight[self.digits - 1]
        for tile in range(128, 256):
            self.lot_weight[tile] = self.lot_weight[0]
        self.parts = room(count)
        self.parts_from = room(self.lots + 1)
        self.lot_size = room(self.lots)
        self.keep = room(self.lots)

    def survey_hand(self):
        """The bound of the root: no turn has more value."""
        square: cython.int
        direction: cython.int
        n: cython.int
        cut: cython.int
        self.segments = room((self.left + 2) * self.width_of_node * 6)
        self.rest = room(2 * (self.left + 2) * self.lots)
        self.alive = memoryview(bytearray(2 * self.lanes))
        self.shortlist = room(2 * self.size)
        self.far = room(self.size)
        self.queue = room(self.size)
        self.need = room(self.lanes + 1)
        self.old = room(6 * self.size)
        self.olds = 0
        for direction in range(2):
            for square in range(self.size):
                if self.cells[square] and self.head(square, direction) == square:
                    self.old[3 * self.olds] = direction
                    self.old[3 * self.olds + 1] = square
                    self.old[3 * self.olds + 2] = self.tail(square, direction)
                    self.olds += 1
        self.ground = memoryview(bytearray(self.cells))
        self.peaks = room(2 * self.lanes * self.lots)
        for n in range(2 * self.lanes * self.lots):
            self.peaks[n] = -1
        # lanes, then the new runs of a node
        self.spots = (2 * self.lanes + 2 * self.left + 2) * self.lots
        self.gains = room(self.spots + 2 * self.size * self.lots)
        for n in range(self.spots, self.spots + 2 * self.size * self.lots):
            self.gains[n] = -1
        self.total = room(4 * self.lots)
        self.pack = room(256)
        self.steps = 0
        self.steps_limit = 3_000_000
        one: cython.ulonglong = 1
        self.held = 0
        for n in range(self.kinds_count):
            self.held |= one << self.kinds[n]
        cut = 0
        if self.dawg and self.gaddag:
            with cython.nogil:
                self.measure_ways()
                cut = self.survey_lanes(True)
        self.spotted = cut == 0
        if cut:
            # too many words for this hand: a looser bound without them
            values = []
            for tile in range(128):
                value = max(self.worth[128:]) if tile == 0 else self.worth[tile]
                values += [value] * self.rack[tile]
            values.sort(reverse=True)
            for n in range(len(values)):
                self.pack[n] = values[n]
            self.steps = 0
            self.survey_lanes(False)
        with cython.nogil:
            self.sum_peaks()
            self.begin_total(0, self.lots - 1)
            self.begin_total(1, self.lots - 1)
            cut = self.most_of(0, self.lots - 1)
        return cut

    def climb(self, width, rounds):
        """Keep the best of all words; then of those laid upon the best ``width`` turns, and so on.

        With one round these are all turns that lie in one line.
        """
        most: cython.int = rounds
        self.beam = memoryview(bytearray(8 * 2 * width * self.turn_room)).cast("q")
        self.beam_room = width
        self.relaxed = False
        if self.gaddag and self.left:
            with cython.nogil:
                self.climb_on(most)

    def raise_mark(self, value):
        """Turns of no more value than this are not wanted."""
        self.floor = max(self.floor, value)
        self.mark = max(self.mark, value)

    def search(self, limit):
        """Search from the root, so many nodes: whether all was searched, and the nodes opened.

        After ``survey_hand``.
        """
        self.limit = limit
        self.nodes_open = 0
        self.stopped = False
        self.relaxed = True
        if self.gaddag and self.left:
            with cython.nogil:
                self.expand()
        self.relaxed = False
        self.laid_before = 0
        return not self.stopped, self.nodes_open

    def kept(self):
        """The best turns, each of its kind: value, points, kind, and the tiles laid."""
        turns = []
        for n in range(self.pool_count):
            at = n * self.turn_room
            tiles = [self.pool[at + 4 + i] for i in range(self.pool[at + 3])]
            turns.append((self.pool[at], self.pool[at + 1], self.pool[at + 2], tiles))
        return turns


MOST_LOTS = 300
