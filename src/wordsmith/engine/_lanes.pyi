from collections.abc import Iterable, Sequence
from typing import final

from _typeshed import ReadableBuffer as Buffer

@final
class Lanes:
    size: int
    width: int
    height: int
    lanes: int
    most: int
    hand_size: int
    best: int
    star_price: int
    looked: int
    probed: int
    states: int
    patterns: int
    overfull: bool
    def __init__(
        self,
        graph: tuple[Buffer, int, int],
        table: tuple[Buffer, Buffer, Buffer, Buffer, Buffer],
        shape: tuple[int, int],
        factors: tuple[Sequence[int], Sequence[int]],
        starts: Iterable[int],
        worth: Sequence[int],
        rules: tuple[bool, int, int, int, int, int, int, int],
        leaves: tuple[Buffer, Sequence[int], Sequence[int], Sequence[int]] | None,
        limits: tuple[int, int, int, int],
    ) -> None: ...
    def set_up(self, cells: bytes) -> None: ...
    def set_hand(self, hand: bytes, mode: int, out_gain: int, price: int, fixed: int) -> None: ...
    def search(self, floor: int) -> tuple[int, int, list[int]]: ...
    def all_plays(self) -> tuple[bytes, int]: ...
    def lay(self, tiles: Sequence[int], keep: bool) -> int: ...
    def unlay(self, mark: int) -> None: ...
    def windows(self) -> int: ...
    def spoil(self) -> None: ...
