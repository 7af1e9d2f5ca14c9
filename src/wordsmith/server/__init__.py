"""Who comes to play: one process, tables as actors, a WebSocket, and everything stored first."""

from wordsmith.server.settings import Settings, default_database

__all__ = ["Settings", "default_database"]  # light: a bot's process imports this, too
