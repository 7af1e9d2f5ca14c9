"""The bus of a site that is one process."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.bus.port import Hear

_log = logging.getLogger(__name__)


class MemoryBus:
    """Who listens to what."""

    def __init__(self) -> None:
        self._ears: dict[str, dict[object, Hear]] = {}

    @property
    def healthy(self) -> bool:
        """There is nothing that could fail."""
        return True

    async def open(self) -> None:
        """Nothing to begin."""

    async def close(self) -> None:
        """Nothing to stop."""

    def publish(self, topic: str, message: bytes) -> None:
        """Tell everybody who listens now, after whatever runs now."""
        loop = asyncio.get_running_loop()
        for ear in self._ears.get(topic, ()):
            loop.call_soon(self._tell, topic, ear, message)

    def deliver(self, topic: str, message: bytes) -> None:
        """Tell everybody who listens, at once: a message that comes from elsewhere."""
        for ear in tuple(self._ears.get(topic, ())):
            self._tell(topic, ear, message)

    def subscribe(self, topic: str, hear: Hear) -> Callable[[], None]:
        """Listen; call what is returned to stop."""
        ear = object()  # the same function may listen twice
        self._ears.setdefault(topic, {})[ear] = hear

        def stop() -> None:
            self._ears.get(topic, {}).pop(ear, None)
            if not self._ears.get(topic):
                self._ears.pop(topic, None)

        return stop

    def _tell(self, topic: str, ear: object, message: bytes) -> None:
        hear = self._ears.get(topic, {}).get(ear)
        if hear is None:  # it has stopped listening meanwhile
            return
        try:
            hear(message)
        except Exception:  # noqa: BLE001 - a fault of one listener is none of the others' business
            _log.exception("topic %s: somebody could not take a message", topic)
