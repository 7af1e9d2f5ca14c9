"""A bus in the worst of its lawful moods: it loses messages, doubles them, and turns them round."""

import random
from collections.abc import Callable

from wordsmith.bus import Bus, Hear

Fate = str
"""``send``, ``lose``, ``double``, or ``hold``: sent after a later one."""


class FaultyBus:
    """Does to each message what ``fate`` says, and hands it on to a bus that works."""

    def __init__(self, inner: Bus, fate: Callable[[], Fate]) -> None:
        self.healthy = True
        self._inner = inner
        self._fate = fate
        self._held: list[tuple[str, bytes]] = []

    async def open(self) -> None:
        await self._inner.open()

    async def close(self) -> None:
        await self._inner.close()

    def publish(self, topic: str, message: bytes) -> None:
        match self._fate():
            case "lose":
                return
            case "hold":
                self._held.append((topic, message))
                return
            case "double":
                self._inner.publish(topic, message)
        self._inner.publish(topic, message)
        self.release()

    def release(self) -> None:
        """Send what was held back, the last one first."""
        while self._held:
            self._inner.publish(*self._held.pop())

    def subscribe(self, topic: str, hear: Hear) -> Callable[[], None]:
        return self._inner.subscribe(topic, hear)


def moody(seed: int, fates: tuple[Fate, ...] = ("send", "lose", "double", "hold")) -> "Fates":
    """Fates by chance, the same for the same seed."""
    chance = random.Random(seed)
    return lambda: chance.choice(fates)


Fates = Callable[[], Fate]
