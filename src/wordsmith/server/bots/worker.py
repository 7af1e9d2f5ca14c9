"""A worker of the site: reads questions to bots from the queue, and answers them over the bus."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import time
from typing import TYPE_CHECKING

import msgspec
from taskiq.receiver import Receiver

from wordsmith.bus import RedisBus
from wordsmith.errors import WordsmithError
from wordsmith.server.bots.queue import (
    ANSWERS,
    BEAT_S,
    TASK,
    WORKERS,
    Answer,
    Question,
    ThoughtBroker,
)
from wordsmith.server.bots.thinking import PipedThinkers
from wordsmith.server.bots.view_records import parse_view
from wordsmith.server.messages.letters import format_action

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from wordsmith.server.messages.protocol import Move

_log = logging.getLogger(__name__)
_REST_S = 1.0  # before the queue is tried again


def work(url: str, processes: int | None = None, ready: Callable[[], None] | None = None) -> None:
    """Answer questions until interrupted; ``ready`` is told when the first can be taken.

    BusError if ``url`` cannot be used. Where it only does not answer, it is tried again for ever.
    """
    asyncio.run(Worker(url, processes or max(1, os.cpu_count() or 1)).run(ready))


class Worker:
    """So many bots think at once, each in a process of its own."""

    def __init__(self, url: str, processes: int) -> None:
        self._bus = RedisBus(url)
        self._end = asyncio.Event()
        self._broker = ThoughtBroker(url, self._end)
        self._broker.register_task(self._task(), TASK)
        self._processes = processes
        self._thinkers = PipedThinkers(processes)

    async def run(self, ready: Callable[[], None] | None = None) -> None:
        """Until SIGTERM or SIGINT; what is thought about then is still answered."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._end.set)
        await self._bus.open()
        await self._thinkers.warm()
        beating = asyncio.create_task(self._beat())
        if ready:
            ready()
        try:
            await self._read()
        finally:
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)
            await self._thinkers.close()
            await self._bus.close()
            await self._broker.shutdown()

    async def _read(self) -> None:
        """Take questions from the queue, and begin anew whenever it fails."""
        while not self._end.is_set():
            receiver = Receiver(self._broker, max_async_tasks=self._processes)
            try:
                await receiver.listen(self._end)
            except Exception as error:  # noqa: BLE001 - Redis is away, or starts anew without a group
                _log.warning("the queue does not answer: %s", type(error).__name__)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._end.wait(), _REST_S)

    async def _beat(self) -> None:
        name = f"{socket.gethostname()} {os.getpid()}".encode()
        while True:
            self._bus.publish(WORKERS, name)
            await asyncio.sleep(BEAT_S)

    def _task(self) -> Callable[[str], Awaitable[None]]:
        """Taskiq writes a name of its own into what it is given, which a method does not take."""

        async def think(asked: str) -> None:
            await self._answer(asked)

        return think

    async def _answer(self, asked: str) -> None:
        """Think about one question, unless nobody waits for it any more."""
        question = msgspec.json.decode(asked, type=Question)
        if question.until_ms < time.time_ns() // 1_000_000:
            return
        action = await self._think(question)
        self._bus.publish(ANSWERS, msgspec.json.encode(Answer(question.id, action)))

    async def _think(self, question: Question) -> Move | None:
        try:
            view = parse_view(question.view)
            chosen = await self._thinkers.choose(question.level, view, question.seed)
        except WordsmithError as error:
            _log.warning("a bot has failed: %s", error)
            return None
        return format_action(view.variant.alphabet, chosen)
