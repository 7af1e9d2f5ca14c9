# The types of _rollouts.py.
cimport cython

from wordsmith.engine._lanes cimport Lanes
from wordsmith.engine._playing cimport Playing


cdef int _NOWHERE, _HAND


@cython.final
cdef class Rollouts:
    cdef Playing playing
    cdef Lanes lanes
    cdef const int[::1] chances
    cdef int plies

    # the position
    cdef int scoreless, unseen_count, seats
    cdef unsigned char[::1] unseen
    cdef int[::1] hand, rack_counts, scores
    cdef unsigned long long seed

    # the candidates: tiles laid or given, points, the star taken
    cdef int count
    cdef int[::1] kinds, sizes, points, stars, leaves, tiles

    # what came of them
    cdef int[::1] leave_of
    cdef public int last_spread, last_chance
    cdef long long[::1] samples, spreads, spread_squares, wins, win_squares

    # methods
    cdef int load(self, int number) except? -1 nogil
    cdef int deal(self, int sample) except? -1 nogil
    cdef int play_out(self, int number) except? -1 nogil
    cdef int run_samples(self, int number, int first, int count) except? -1 nogil
