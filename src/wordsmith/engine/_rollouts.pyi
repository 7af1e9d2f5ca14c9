from collections.abc import Sequence
from typing import final

from _typeshed import ReadableBuffer as Buffer

from wordsmith.engine._lanes import Lanes
from wordsmith.engine._playing import Playing

@final
class Rollouts:
    last_spread: int
    last_chance: int
    def __init__(
        self, playing: Playing, lanes: Lanes, chances: Buffer, spread_most: int, plies: int
    ) -> None: ...
    def set_up(
        self,
        cells: bytes,
        hand: bytes,
        seats: int,
        scores: Sequence[int],
        rack_counts: Sequence[int],
        unseen: bytes,
        scoreless: int,
        seed: int,
    ) -> None: ...
    def take(self, moves: Sequence[tuple[bool, Sequence[int], int, int, int]]) -> None: ...
    def run(self, number: int, first: int, count: int) -> None: ...
    def result(self, number: int) -> tuple[int, int, int, int, int]: ...
