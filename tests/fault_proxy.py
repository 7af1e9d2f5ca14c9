"""A line between a client and a server that fails as lines do: cut, silent, or slow.

A silent line (half open) is the worst: both ends believe in it, and nothing arrives.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterator

_CHUNK = 64 * 1024


class FaultProxy:
    """Passes bytes on to ``port`` of this machine, as long as it is told to.

    ``silence`` keeps every line open and passes nothing on; ``cut`` ends every line at once and
    takes no new one; ``heal`` lets new lines through again, and old ones if they were only silent.
    ``strand`` silences for good the lines there are, and no later one.
    """

    def __init__(self, port: int, *, delay_s: float = 0.0) -> None:
        self.delay_s = delay_s  # of every chunk, in each direction
        self.passed = 0  # bytes, both ways together
        self._target = port
        self._through = asyncio.Event()
        self._through.set()
        self._stranded: list[asyncio.Event] = []
        self._takes = True
        self._lines: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self._serving: set[asyncio.Task[None]] = set()

    @property
    def port(self) -> int:
        """Where clients connect to."""
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        for through in (self._through, *self._stranded):
            through.set()
        await asyncio.gather(*self._serving, return_exceptions=True)

    def silence(self) -> None:
        """Lines stay open, and nothing passes."""
        self._through.clear()

    def strand(self) -> None:
        """The lines there are stay open, and nothing passes on them any more; new ones are well."""
        self._through.clear()
        self._stranded.append(self._through)
        self._through = asyncio.Event()
        self._through.set()

    def cut(self) -> None:
        """Every line ends, and new ones are refused."""
        self._takes = False
        for line in self._lines:
            line.transport.abort()

    def heal(self) -> None:
        """All is well again."""
        self._takes = True
        self._through.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        try:
            await self._join(reader, writer)
        finally:
            self._serving.discard(task)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._takes:
            await _end(writer)
            return
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            await _end(writer)
            return
        self._lines |= {writer, far_writer}
        ways = [
            asyncio.create_task(self._pass(reader, far_writer, self._through)),
            asyncio.create_task(self._pass(far_reader, writer, self._through)),
        ]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        for line in (writer, far_writer):
            self._lines.discard(line)
            await _end(line)

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, through: asyncio.Event
    ) -> None:
        with contextlib.suppress(OSError):
            while chunk := await reader.read(_CHUNK):
                await through.wait()
                if self.delay_s:
                    await asyncio.sleep(self.delay_s)
                self.passed += len(chunk)
                writer.write(chunk)
                await writer.drain()


async def _end(line: asyncio.StreamWriter) -> None:
    line.transport.abort()
    with contextlib.suppress(OSError):
        await line.wait_closed()


@contextlib.contextmanager
def faulty_line(port: int) -> Iterator[FaultyLine]:
    """A proxy in a thread of its own, for tests that are not asynchronous."""
    line = FaultyLine(port)
    try:
        yield line
    finally:
        line.close()


class FaultyLine:
    """A ``FaultProxy`` told what to do from another thread."""

    def __init__(self, port: int) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._proxy = asyncio.run_coroutine_threadsafe(_opened(port), self._loop).result(5)
        self.port = self._proxy.port

    def silence(self) -> None:
        """Lines stay open, and nothing passes."""
        self._loop.call_soon_threadsafe(self._proxy.silence)

    def strand(self) -> None:
        """The lines there are stay open, and nothing passes on them any more; new ones are well."""
        self._loop.call_soon_threadsafe(self._proxy.strand)

    def cut(self) -> None:
        """Every line ends, and new ones are refused."""
        self._loop.call_soon_threadsafe(self._proxy.cut)

    def heal(self) -> None:
        """All is well again."""
        self._loop.call_soon_threadsafe(self._proxy.heal)

    def close(self) -> None:
        """End every line, and the thread."""
        asyncio.run_coroutine_threadsafe(self._proxy.__aexit__(), self._loop).result(5)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _opened(port: int) -> FaultProxy:
    return await FaultProxy(port).__aenter__()
