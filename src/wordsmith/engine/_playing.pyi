from collections.abc import Sequence
from typing import final

from _typeshed import WriteableBuffer

from wordsmith.engine._lanes import Lanes

@final
class Playing:
    lanes: Lanes
    seats: int
    on_turn: int
    scoreless: int
    ended: int
    bag_count: int
    turn_equity: int
    turn_points: int
    plain_equity: int
    turns: int
    games: int
    hands_seen: int
    squares_seen: int
    stars_seen: int
    star_gains: int
    recorded: int
    def __init__(
        self,
        lanes: Lanes,
        tiles: bytes,
        rules: tuple[int, int, int, int, bool, int, bool, bool, bool],
    ) -> None: ...
    def watch(
        self,
        hands: int,
        counts: WriteableBuffer,
        leads: WriteableBuffer,
        firsts: Sequence[int],
        pairs: Sequence[int],
        triples: Sequence[int],
    ) -> None: ...
    def judge(self, spread_most: int, wins: WriteableBuffer) -> None: ...
    def record(self, records: WriteableBuffer) -> None: ...
    def recorded_turns(
        self,
    ) -> list[tuple[int, int, int, int, list[int], list[int], list[int]]]: ...
    def hand(self, seat: int) -> list[int]: ...
    def play(self, first_seed: int, games: int, seats_least: int, seats_most: int) -> None: ...
    def result(self) -> tuple[int, list[int]]: ...
