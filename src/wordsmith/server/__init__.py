"""Who comes to play: one process, tables as actors, a WebSocket, and everything stored first."""

from wordsmith.server.app import create_app
from wordsmith.server.run import CannotListen, serve
from wordsmith.server.settings import Settings, default_database

__all__ = ["CannotListen", "Settings", "create_app", "default_database", "serve"]
