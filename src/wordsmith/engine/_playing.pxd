# The types of _playing.py.
cimport cython

from wordsmith.engine._lanes cimport Lanes


cdef int _NOWHERE, _SEATS, _RECORD, _LAID, _GIVEN, _HELD


@cython.final
cdef class Playing:
    # the game, never changed
    cdef public Lanes lanes
    cdef int rack_size, exchange_minimum, scoreless_limit, limit_at_zero, out_rule, stall_rule
    cdef bint per_seat, several, takes_stars, trails
    cdef unsigned char[::1] box
    cdef int box_count
    cdef unsigned long long golden, mix_first, mix_second, wrap

    # the position
    cdef public int seats, on_turn, scoreless, ended, bag_count
    cdef unsigned char[::1] bag
    cdef int[::1] racks, rack_counts, scores
    cdef unsigned long long chance

    # the turn that is found, and the one that is tried
    cdef int[::1] squares, tiles, try_squares, try_tiles, given
    cdef int laid, tried, given_count, star, stars_open
    cdef public int turn_equity, turn_points, plain_equity

    # what has been seen
    cdef public long long turns, games, hands_seen, squares_seen, stars_seen, star_gains
    cdef int hands_a_board, spread_most, seen_count
    cdef int[::1] hand_kept, equities, sample, seen_place, seen_seat
    cdef unsigned char[::1] pool
    cdef int[::1] part_first, pair_step, triple_step
    cdef long long[::1] counts, leads, wins
    cdef int[::1] records
    cdef public int recorded
    cdef int records_most

    # methods
    cdef int below(self, int bound) except? -1 nogil
    cdef int deal(self, int seats) except? -1 nogil
    cdef int draw(self, int seat) except? -1 nogil
    cdef int value_of(self, int seat) except? -1 nogil
    cdef int set_keeping(self, int seat) except? -1 nogil
    cdef int choose(self, int seat) except? -1 nogil
    cdef int try_turn(self, int star, bint full) except? -1 nogil
    cdef int keep_exchange(self) except? -1 nogil
    cdef int keep_word(self) except? -1 nogil
    cdef int lay_word(self) except? -1 nogil
    cdef int stars_in_word(self) except? -1 nogil
    cdef int keep_turn(self, int star, int points, int equity) except? -1 nogil
    cdef int perform(self, int seat) except? -1 nogil
    cdef int record_turn(self, int seat) except? -1 nogil
    cdef int lay_turn(self) except? -1 nogil
    cdef int settle_accounts(self, int seat) except? -1 nogil
    cdef int end_if_due(self, int seat) except? -1 nogil
    cdef int play_game(self, int seats) except? -1 nogil
    cdef int look(self) except? -1 nogil
    cdef int draw_sample(self, int number, int seat, int unseen) except? -1 nogil
    cdef int note_hand(self, int number, long long lead) except? -1 nogil
    cdef int note_standing(self) except? -1 nogil
    cdef int spread_of(self, int seat) except? -1 nogil
    cdef int standing(self, int seat) except? -1 nogil
    cdef int standing_with(self, int seat, int spread) except? -1 nogil
    cdef int note_result(self) except? -1 nogil
