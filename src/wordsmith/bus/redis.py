"""The bus of a site of several processes: Redis (or Valkey) publish and subscribe.

A site has one channel. All that is said while Redis takes a message is the next one, for a message
costs whoever hears it more than what it holds.

Channels do not know of the numbered databases of Redis, so the number is part of the name: two
sites on one Redis that use different numbers do not hear each other.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
import random
import secrets
from collections import deque
from typing import TYPE_CHECKING, Any

import msgspec

from wordsmith.bus.memory import MemoryBus
from wordsmith.bus.port import BusError, without_password

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from redis.asyncio import Redis

    from wordsmith.bus.port import Hear

_log = logging.getLogger(__name__)
_MOST = 4096  # messages that wait to be sent; more, and the oldest is forgotten
_BATCH = 256
_ANSWER_S = 2.0  # the longest that Redis may take over anything
_REST_S = (0.1, 5.0)  # between two attempts to reach it: at first, and in the end
_LAST_S, _LAST_LOOKS = 0.5, 50  # for what waits when the end has come
_NAME = 16  # bytes that begin each message: which process has sent it
_format = msgspec.msgpack.Encoder().encode
_parse = msgspec.msgpack.Decoder(list[tuple[str, bytes]]).decode


class RedisBus:
    """Speaks to its own process directly, and to the others by Redis. Comes back by itself."""

    def __init__(self, url: str, most: int = _MOST) -> None:
        """``url``: ``redis://``, ``rediss://`` or ``unix://``. BusError if it cannot be used."""
        self._client = _client(url)
        number = self._client.connection_pool.connection_kwargs.get("db") or 0
        self._channel = f"wordsmith:{number}"
        self._name = secrets.token_bytes(_NAME)
        self._here = MemoryBus()
        self._waiting: deque[tuple[str, bytes]] = deque(maxlen=most)
        self._batch: list[tuple[str, bytes]] = []  # being sent
        self._filled = asyncio.Event()
        self._well: set[Callable[[], Awaitable[None]]] = set()  # of listening and sending
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def healthy(self) -> bool:
        """Whether Redis answered when it was last spoken to, at most some seconds ago."""
        return len(self._well) == 2

    async def open(self) -> None:
        """Begin to listen and to send, as soon as Redis is there."""
        self._tasks = [
            asyncio.create_task(self._persist(self._listen), name="bus listens"),
            asyncio.create_task(self._persist(self._send), name="bus sends"),
        ]

    async def close(self) -> None:
        """Let go of Redis; what waits is sent if that goes at once."""
        for _ in range(_LAST_LOOKS):
            if not self._well or not (self._waiting or self._batch):
                break
            await asyncio.sleep(_LAST_S / _LAST_LOOKS)
        while speaking := [task for task in self._tasks if not task.done()]:
            for task in speaking:
                task.cancel()  # again and again: a client that is just connecting may not mind it
            await asyncio.wait(speaking, timeout=_LAST_S / _LAST_LOOKS)
        self._well.clear()
        await self._client.aclose()

    def publish(self, topic: str, message: bytes) -> None:
        """Tell this process, and queue the message for the others."""
        self._here.publish(topic, message)
        self._waiting.append((topic, message))
        self._filled.set()

    def subscribe(self, topic: str, hear: Hear) -> Callable[[], None]:
        """Listen; call what is returned to stop."""
        return self._here.subscribe(topic, hear)

    async def _persist(self, speak: Callable[[], Awaitable[None]]) -> None:
        """Do it again whenever it fails, soon at first, then every few seconds."""
        from redis.exceptions import RedisError  # noqa: PLC0415 - not for a site of one process

        rest, most = _REST_S
        told = False
        while True:
            try:
                await speak()
            except (RedisError, OSError, TimeoutError) as error:
                if speak in self._well:
                    rest, told = _REST_S[0], False
                if not told:
                    _log.warning("the bus does not answer: %s", error)
                told = True
            except Exception:  # noqa: BLE001 - a fault of ours; without the bus nobody would hear
                _log.exception("the bus failed, and is tried again")
            self._well.discard(speak)
            await asyncio.sleep(rest * random.uniform(0.5, 1.0))  # noqa: S311 - not all at once
            rest = min(2 * rest, most)

    async def _listen(self) -> None:
        """Pass on what comes, and ask every now and then whether somebody is still there."""
        async with self._client.pubsub() as line:
            await line.subscribe(self._channel)
            heard = asyncio.get_running_loop().time()
            while True:
                message = await line.get_message(timeout=_ANSWER_S)
                now = asyncio.get_running_loop().time()
                if message is not None:
                    heard = now
                    self._well.add(self._listen)
                    self._hear(message)
                elif now - heard > 2 * _ANSWER_S:
                    raise TimeoutError("silence")
                else:
                    await line.ping()

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] != "message" or message["data"].startswith(self._name):
            return
        for topic, said in _parse(message["data"][_NAME:]):
            self._here.deliver(topic, said)

    async def _send(self) -> None:
        """Send what waits, a batch at a time; what could not be sent is tried again."""
        await self._client.ping()
        while True:
            self._well.add(self._send)
            if not self._batch:
                await self._filled.wait()
                self._batch = self._next_batch()
            await self._client.publish(self._channel, self._name + _format(self._batch))
            self._batch = []

    def _next_batch(self) -> list[tuple[str, bytes]]:
        batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), _BATCH))]
        if not self._waiting:
            self._filled.clear()
        return batch


def _client(url: str) -> Redis:
    """Speaks to Redis, and never waits long for it. BusError if that cannot be."""
    try:
        redis = importlib.import_module("redis.asyncio")
        retry = importlib.import_module("redis.asyncio.retry").Retry
        none = importlib.import_module("redis.backoff").NoBackoff
    except ImportError:
        raise BusError("bus.needs_redis") from None
    try:
        client: Redis = redis.from_url(
            url,
            socket_timeout=_ANSWER_S,
            socket_connect_timeout=_ANSWER_S,
            retry=retry(none(), 1),  # an idle connection may be gone; the rest is our business
            protocol=2,
        )
    except ValueError as error:
        raise BusError("bus.no_address", url=without_password(url), why=error) from None
    return client
