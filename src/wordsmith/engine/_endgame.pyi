from collections.abc import Iterable, Sequence
from typing import final

from _typeshed import ReadableBuffer as Buffer

@final
class Endgame:
    def __init__(
        self,
        nodes: Buffer,
        gaddag: int,
        shape: tuple[int, int],
        factors: tuple[Sequence[int], Sequence[int]],
        starts: Iterable[int],
        worth: Sequence[int],
        rules: tuple[bool, bool, int, int],
        endings: tuple[int, bool, int, int, bool],
    ) -> None: ...
    def set_up(
        self,
        cells: bytes,
        racks: Sequence[bytes],
        least: int,
        at_zero: bool,
        table_bits: int,
        most_kept: int,
    ) -> None: ...
    def begin(self) -> int: ...
    def iterate(
        self, depth: int, alpha: int, beta: int, scoreless: int, node_limit: int
    ) -> tuple[int, bool, bool]: ...
    def choose(
        self,
        depth: int,
        width: int,
        paranoid: bool,
        scores: Sequence[int],
        scoreless: int,
        node_limit: int,
    ) -> tuple[tuple[tuple[int, ...], int], int, bool]: ...
    def best_line(self, scoreless: int) -> list[tuple[tuple[int, ...], int]]: ...
    def play_of(self, move: int) -> tuple[tuple[int, ...], int]: ...
    def stop(self) -> None: ...
    def counters(self) -> tuple[int, int, int, int]: ...
