# The types of _lanes.py: what other kernels may see of a board and its lanes.
cimport cython


cdef int _SIZES, _SUBS, _NOWHERE, _ARENA, _STEPS, _CHANGES


@cython.final
cdef class Lanes:
    # the game, never changed
    cdef public int size, width, height, lanes, most, stride, room_for
    cdef const unsigned int[::1] nodes
    cdef int dawg, gaddag
    cdef int[::1] worth, letter_factors, word_factors
    cdef unsigned char[::1] starts
    cdef int least, bonus, full, longest
    cdef bint adds
    cdef unsigned long long everything, word64
    cdef int[::1] lane_origin, lane_step, lane_length
    cdef const unsigned long long[::1] keys
    cdef const unsigned int[::1] slots
    cdef int slot_shift
    cdef unsigned int slot_mask, word32
    cdef const unsigned char[::1] classes
    cdef const unsigned long long[::1] whole, lacking
    cdef unsigned long long whole_mask, lacking_mask
    cdef const int[::1] part_weights
    cdef int[::1] part_first, pair_step, triple_step
    cdef unsigned long long golden

    # the board
    cdef unsigned char[::1] cells, fresh
    cdef int tiles_laid
    cdef unsigned long long[::1] masks
    cdef int[::1] sides
    cdef unsigned long long[::1] cross_read, cross_mask

    # the windows of each lane
    cdef int[::1] slot_of, window_count, empty_count, empty_place
    cdef unsigned char[::1] stale
    cdef int[::1] w_base, w_pattern, w_first, w_word
    cdef unsigned long long[::1] w_through, w_union
    cdef int[::1] gap_sum, gap_length, gap_tile, empty_side, empty_kind, empty_word
    cdef unsigned long long[::1] gap_hash, empty_mask

    # what was changed, for taking it back
    cdef int[::1] trail
    cdef unsigned long long[::1] trail_masks
    cdef int trailed, free_slots
    cdef int[::1] one
    cdef bint keeps_trail

    # patterns: multisets of squares, and what a hand could make of them
    cdef int[::1] square_kind, kind_letter, kind_cross
    cdef public int kinds, states, patterns, states_most, patterns_most
    cdef int[::1] next_state, state_kinds, state_size
    cdef int[::1] factor_number, finals, pattern_size, pattern_factors
    cdef int factor_numbers
    cdef int[::1] joint_stamp, joint, joint_at
    cdef int epoch, arena_used
    cdef int[::1] arena
    cdef public bint overfull

    # the hand
    cdef public int hand_size
    cdef int[::1] hand
    cdef int hand_kinds
    cdef int[::1] kind_code, kind_used, kind_score, kind_place, places, leaf
    cdef int[::1] hand_scores, size_leave
    cdef int[::1] sub_count, sub_leave, sub_wilds, sub_codes
    cdef unsigned long long[::1] sub_hash, sub_mask
    cdef short[::1] sub_scores, sums
    cdef int wild_score, letters, bonus_size, wilds_needed, exchange_most, subs
    cdef public int star_price
    cdef int keep_mode, out_gain, keep_price, keep_fixed
    cdef int best_exchange, exchange_sub

    # the search
    cdef int[::1] candidates, bounds, step_first, step_next, arena_owner
    cdef public int best
    cdef int best_size, best_points
    cdef int[::1] best_squares, best_tiles, have, try_squares, try_tiles, try_factors
    cdef public long long looked, probed
    cdef unsigned int[::1] out
    cdef int written, plays
    cdef int[::1] row_tile, row_side
    cdef unsigned long long[::1] row_mask
    cdef unsigned long long held
    cdef int walk_length, walk_origin, walk_step, walk_key, walk_barrier, walk_limit, walk_anchor
    cdef unsigned long long wild_mask

    # methods
    cdef int child(self, int at, int code) except? -1 nogil
    cdef int learn_cross(self, int square, int direction) except? -1 nogil
    cdef int find_fitting(self, int key, int square, int step, int start, int end) except? -1 nogil
    cdef int relearn(self, int square, int direction) except? -1 nogil
    cdef int mark(self, int lane) except? -1 nogil
    cdef int put(self, int square, int tile) except? -1 nogil
    cdef int settle(self, int[::1] squares, int count) except? -1 nogil
    cdef int repair(self, int square) except? -1 nogil
    cdef int clear(self) except? -1 nogil
    cdef int forget_patterns(self) except? -1 nogil
    cdef int line_of(self, int[::1] squares, int count) except? -1 nogil
    cdef int take_back(self, int mark) except? -1 nogil
    cdef int turn_points(self, int[::1] squares, int count) except? -1 nogil
    cdef int run_points(self, int first, int last, int step) except? -1 nogil
    cdef int learn_state(self, int state, int kind) except? -1 nogil
    cdef int learn_pattern(self, int state, int factor) except? -1 nogil
    cdef int same_pattern(self, int one, int other) except? -1 nogil
    cdef int refresh(self) except? -1 nogil
    cdef int rebuild(self, int lane) except? -1 nogil
    cdef int fill_windows(self, int lane, int slot, int empties) except? -1 nogil
    cdef int opening_square(self, int lane, int empty) except? -1 nogil
    cdef int take_hand(self) except? -1 nogil
    cdef int spread_hand(self, int kind, int size, int wilds, unsigned long long total, unsigned long long mask, int kept) except? -1 nogil
    cdef int add_sub(self, int size, int wilds, unsigned long long total, unsigned long long mask, int leave) except? -1 nogil
    cdef int value_leaves(self) except? -1 nogil
    cdef int bound_pattern(self, int pattern) except? -1 nogil
    cdef int bound_joint(self, int pattern) except? -1 nogil
    cdef int take_arena(self, int pattern) except? -1 nogil
    cdef int find_best(self, int floor) except? -1 nogil
    cdef int step_of(self, int bound) except? -1 nogil
    cdef int gather(self, int floor) except? -1 nogil
    cdef int look_into(self, int window) except? -1 nogil
    cdef int has_place(self, int window, unsigned long long mask) except? -1 nogil
    cdef int wild_letters(self, int window, unsigned long long mask, int wilds) except? -1 nogil
    cdef int is_in_whole(self, unsigned long long total) except? -1 nogil
    cdef int is_in_lacking(self, unsigned long long total) except? -1 nogil
    cdef int with_wilds(self, int window, int sub, unsigned long long total, int wilds, int least, int bound) except? -1 nogil
    cdef int probe(self, int window, int sub, unsigned long long total) except? -1 nogil
    cdef int try_class(self, int window, int sub, int at) except? -1 nogil
    cdef int try_word(self, int window, int sub, int at, int start, int length) except? -1 nogil
    cdef int share_wilds(self, int sub, int size) except? -1 nogil
    cdef int cheapest(self, int code, int size) except? -1 nogil
    cdef int find_all(self) except? -1 nogil
    cdef int walk_lane(self, int lane) except? -1 nogil
    cdef int walk_runs(self) except? -1 nogil
    cdef int walk_crossings(self) except? -1 nogil
    cdef int fill(self, int place, int at, int first, int count, int total, int factor, int aside) except? -1 nogil
    cdef int go_on(self, int place, int at, int first, int count, int total, int factor, int aside) except? -1 nogil
    cdef int turn_left(self, int place, int at, int count, int total, int factor, int aside) except? -1 nogil
    cdef int turn_right(self, int place, int at, int first, int count, int total, int factor, int aside) except? -1 nogil
    cdef int beside(self, int place, int value, int word) except? -1 nogil
    cdef int take_tile(self, int code) except? -1 nogil
    cdef int give_tile(self, int code) except? -1 nogil
    cdef int take_wild(self) except? -1 nogil
    cdef int give_wild(self) except? -1 nogil
    cdef int write_play(self, int first, int last, int count, int total, int factor, int aside) except? -1 nogil
    cdef int grow_out(self) except? -1 nogil
