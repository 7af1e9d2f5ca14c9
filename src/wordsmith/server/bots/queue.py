"""The queue of questions to bots: taskiq over a Redis stream, read by ``wordsmith worker``.

A question is a record with a date after which nobody waits for its answer. The answer comes back
over the bus. What is lost on the way is not asked for here again: whoever asks has a time limit
and another way to think, and a sweep over the stored tables behind that.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import TYPE_CHECKING, Any

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError
from taskiq.kicker import AsyncKicker
from taskiq_redis import RedisStreamBroker

from wordsmith.server.bots.view_records import ViewRecord  # noqa: TC001 - a field
from wordsmith.server.messages.protocol import Move  # noqa: TC001 - a field

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

TASK = "think"
ANSWERS = "thoughts"
"""The topic of the bus where ``Answer`` comes."""
WORKERS = "workers"
"""The topic where each worker says, every ``BEAT_S``, that it is there."""
BEAT_S = 1.0

_STREAM = "wordsmith:thoughts"
_MOST = 1000  # questions in the stream; the oldest go first
_BLOCK_MS = 2000
_SOCKET_S = 5.0


class Question(msgspec.Struct, frozen=True):
    """What does a bot of this level do in this view?"""

    id: str
    until_ms: int  # wall time; nobody waits longer
    level: str
    seed: int
    view: ViewRecord


class Answer(msgspec.Struct, frozen=True):
    """What it does; None where it has failed, and the asker had better think himself."""

    id: str
    action: Move | None


class ThoughtBroker(RedisStreamBroker):
    """The stream, read one question at a time and without acknowledgements.

    taskiq-redis claims again what a dead worker has not acknowledged, under a lock that a killed
    worker keeps (taskiq-redis#131, #130, #101). Here nothing is claimed again, so there is no lock.
    """

    def __init__(self, url: str, end: asyncio.Event | None = None) -> None:
        """``end``: nothing is read once it is set."""
        self._end = end
        super().__init__(
            url,
            queue_name=_STREAM,
            consumer_group_name="wordsmith",
            consumer_name=socket.gethostname(),
            consumer_id="0",  # also what was asked before the first worker had opened the stream
            maxlen=_MOST,
            xread_block=_BLOCK_MS,
            socket_timeout=_SOCKET_S,
            socket_connect_timeout=_SOCKET_S,
        )

    async def listen(self) -> AsyncGenerator[bytes, None]:  # type: ignore[override]
        """Questions as they come."""
        pool = self.connection_pool
        async with Redis(connection_pool=pool, single_connection_client=True) as line:
            number = await line.client_id()
            # a worker that was told to end has been seen to read on, so the end is asked for too
            while self._end is None or not self._end.is_set():
                reading = asyncio.ensure_future(self._read_one(line))
                try:
                    fetched = await asyncio.shield(reading)
                except asyncio.CancelledError:
                    # told to end: a question that Redis has handed out is handed out to nobody else
                    await self._end_wait(number)
                    fetched = await reading
                for _, messages in fetched or ():
                    for _, fields in messages:
                        yield fields[b"data"]

    async def _read_one(self, line: Redis) -> Any:
        """Wait a while for one question."""
        return await line.xreadgroup(
            self.consumer_group_name,
            self.consumer_name,
            {self.queue_name: ">"},
            count=1,
            block=self.block,
            noack=True,
        )

    async def _end_wait(self, number: int) -> None:
        """Let Redis end the wait of a connection; where it does not, the wait ends by itself."""
        async with Redis(connection_pool=self.connection_pool) as other:
            with contextlib.suppress(RedisError, OSError):
                await other.client_unblock(number)


def asking(url: str) -> AsyncKicker[[str], None]:
    """What puts a ``Question``, as JSON, into the queue by its ``kiq``."""
    return AsyncKicker(TASK, ThoughtBroker(url), {})
