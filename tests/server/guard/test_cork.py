"""What is said in one round of the event loop goes out in one write, in order."""

import asyncio
from typing import Any

import pytest

from wordsmith.server.guard.cork import Cork, CorkedTransport

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Wire(asyncio.Transport):
    """Keeps what is written, write by write."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.closing = False

    def write(self, data: Any) -> None:
        assert not self.closing
        self.written.append(bytes(data))

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.closing = True

    def is_closing(self) -> bool:
        return self.closing

    def get_write_buffer_size(self) -> int:
        return 100


@pytest.fixture
def wires() -> list[Wire]:
    return [Wire(), Wire()]


async def _corked(wires: list[Wire]) -> list[CorkedTransport]:
    cork = Cork()
    return [CorkedTransport(wire, cork) for wire in wires]


async def test_all_that_is_said_in_a_round_is_one_write(wires: list[Wire]) -> None:
    first, second = await _corked(wires)
    first.write(b"a")
    second.write(b"1")
    first.write(bytearray(b"b"))
    assert [wire.written for wire in wires] == [[], []]
    assert first.get_write_buffer_size() == 102
    await asyncio.sleep(0)
    assert [wire.written for wire in wires] == [[b"ab"], [b"1"]]
    first.write(b"c")
    await asyncio.sleep(0)
    assert [wire.written for wire in wires] == [[b"ab", b"c"], [b"1"]]


async def test_what_was_said_before_the_end_is_sent(wires: list[Wire]) -> None:
    first, _ = await _corked(wires)
    first.write(b"a")
    first.close()
    assert first.is_closing()
    await asyncio.sleep(0)
    assert wires[0].written == [b"a"]


async def test_of_a_line_that_is_cut_nothing_more_is_sent(wires: list[Wire]) -> None:
    first, second = await _corked(wires)
    first.write(b"a")
    second.write(b"1")
    first.abort()
    wires[1].closing = True  # the other end has gone meanwhile
    await asyncio.sleep(0)
    assert [wire.written for wire in wires] == [[], []]


async def test_a_line_that_is_broken_silences_no_other(
    wires: list[Wire], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = await _corked(wires)

    def broken(_data: bytes) -> None:
        raise RuntimeError("the handle is closed")

    monkeypatch.setattr(wires[0], "write", broken)
    first.write(b"a")
    second.write(b"1")
    await asyncio.sleep(0)
    assert wires[1].written == [b"1"]
    assert "the handle is closed" in caplog.text
