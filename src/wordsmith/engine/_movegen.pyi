from collections.abc import Callable, Iterable, Sequence
from typing import final

from _typeshed import ReadableBuffer as Buffer

@final
class Position:
    def __init__(
        self,
        nodes: Buffer,
        roots: tuple[int, int],
        shape: tuple[int, int],
        factors: tuple[Sequence[int], Sequence[int]],
        starts: Iterable[int],
        worth: Sequence[int],
        rules: tuple[bool, bool, int, int],
    ) -> None: ...
    def set_up(self, cells: bytes, rack: bytes, least: int, debt: int) -> None: ...
    def generate(self, laid: Iterable[int]) -> tuple[bytes, int]: ...
    def prepare_search(
        self,
        judge: Callable[[list[tuple[int, int]]], bool] | None,
        most: int = 1,
        leaves: tuple[Sequence[int], Buffer, int, Callable[[bytes], int]] | None = None,
        stop: bytearray | None = None,
    ) -> None: ...
    def raise_mark(self, value: int) -> None: ...
    def climb(self, width: int, rounds: int) -> None: ...
    def survey_hand(self) -> int: ...
    def search(self, limit: int) -> tuple[bool, int]: ...
    def kept(self) -> list[tuple[int, int, int, list[int]]]: ...
