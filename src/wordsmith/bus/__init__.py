"""How the processes of one site tell each other that something has changed: hints, and no more."""

from wordsmith.bus.memory import MemoryBus
from wordsmith.bus.port import Bus, BusError, Hear
from wordsmith.bus.redis import RedisBus

__all__ = ["Bus", "BusError", "Hear", "MemoryBus", "RedisBus"]
