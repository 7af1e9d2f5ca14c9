"""Bots think in the workers of the site, and here where no worker answers."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import secrets
import time
from typing import TYPE_CHECKING, Any

import msgspec

from wordsmith.bots.levels import LEVELS
from wordsmith.errors import IllegalAction
from wordsmith.server.bots.thinkers import NoThought
from wordsmith.server.bots.view_records import format_view
from wordsmith.server.messages.letters import parse_action
from wordsmith.server.observing import metrics

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.bus import Bus
    from wordsmith.rules.actions import Action
    from wordsmith.rules.variant import Variant
    from wordsmith.rules.view import View
    from wordsmith.server.bots.thinkers import Thinkers

_log = logging.getLogger(__name__)
_MOST_S = 3.0  # for a worker's answer; after that this process thinks itself
_FORGET_MS = 30_000  # a question is not worth thinking about then; clocks may differ by some of it
_REST_S = 5.0  # for which the workers are left alone when one has not answered
_SILENCE_S = 4.0  # after which a worker is not there any more


class QueuedThinkers:
    """Asks the workers while there are some; whatever they do not answer is asked ``here``."""

    def __init__(self, url: str, bus: Bus, here: Thinkers, most_s: float = _MOST_S) -> None:
        self._url = url
        self._bus = bus
        self._here = here
        self._most_s = most_s
        self._waiting: dict[str, asyncio.Future[Any]] = {}
        self._heard_s = self._rested_s = float("-inf")
        self._queue: Any = None  # module and kicker, once they are loaded
        self._stops: list[Callable[[], None]] = []

    @property
    def has_workers(self) -> bool:
        """Whether some worker is there, and answers as far as is known."""
        now = time.monotonic()
        return self._queue is not None and now - self._heard_s < _SILENCE_S and now > self._rested_s

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits for an answer that was asked for in this process."""
        return not self._waiting and self._here.is_idle

    async def choose(self, level: str, view: View, seed: int) -> Action:
        """What a bot of this level does in this view. NoThought if nobody answers."""
        if self.has_workers:
            try:
                with metrics.thinking("worker"):
                    return await self._ask(level, view, seed)
            except NoThought as failure:
                self._rested_s = time.monotonic() + _REST_S
                _log.warning("no worker has answered, this process thinks: %s", failure)
        return await self._here.choose(level, view, seed)

    async def prepare(self, variant: Variant) -> None:
        """Build the words of a variant for this machine. NoThought if that failed."""
        await self._here.prepare(variant)

    async def warm(self) -> None:
        """Listen for workers; what speaks to them takes a second to load, so in a thread."""
        self._queue = await asyncio.to_thread(_load, self._url)
        module, _ = self._queue
        self._stops = [
            self._bus.subscribe(module.WORKERS, self._hear_worker),
            self._bus.subscribe(module.ANSWERS, self._hear_answer),
        ]
        await self._here.warm()

    async def close(self) -> None:
        """Stop asking."""
        for stop in self._stops:
            stop()
        for answered in self._waiting.values():
            answered.cancel()
        if self._queue is not None:
            _, asking = self._queue
            await asking.broker.shutdown()
        await self._here.close()

    async def _ask(self, level: str, view: View, seed: int) -> Action:
        module, asking = self._queue
        name = secrets.token_hex(16)
        until_ms = time.time_ns() // 1_000_000 + _FORGET_MS
        question = module.Question(name, until_ms, level, seed, format_view(view))
        answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[name] = answered
        try:
            known = LEVELS.get(level)
            async with asyncio.timeout(self._most_s + ((known and known.seconds) or 0.0)):
                await asking.kiq(msgspec.json.encode(question).decode())
                answer = await answered
        except TimeoutError:
            raise NoThought(f"no answer within {self._most_s} s") from None
        except Exception as error:
            raise NoThought(f"the queue failed: {type(error).__name__}") from error
        finally:
            self._waiting.pop(name, None)
        if answer.action is None:
            raise NoThought("a worker has failed")
        try:
            return parse_action(view.variant, answer.action)
        except IllegalAction as error:
            raise NoThought("a worker answered in letters of another game") from error

    def _hear_worker(self, _message: bytes) -> None:
        self._heard_s = time.monotonic()

    def _hear_answer(self, message: bytes) -> None:
        module, _ = self._queue
        with contextlib.suppress(msgspec.MsgspecError):
            answer = msgspec.json.decode(message, type=module.Answer)
            answered = self._waiting.get(answer.id)
            if answered is not None and not answered.done():
                answered.set_result(answer)


def _load(url: str) -> tuple[Any, Any]:
    """The module of the queue, and what puts questions into it."""
    module = importlib.import_module("wordsmith.server.bots.queue")
    return module, module.asking(url)
