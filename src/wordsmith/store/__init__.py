"""Where games rest: an append-only log, one row an accepted command, behind one port."""

from wordsmith.store.memory import MemoryStore
from wordsmith.store.port import (
    Command,
    Duplicate,
    NewTable,
    Outcome,
    Stale,
    Standing,
    Store,
    Stored,
    StoreError,
    StoreUnavailable,
    TableRow,
)
from wordsmith.store.sqlite import SqliteStore

__all__ = [
    "Command",
    "Duplicate",
    "MemoryStore",
    "NewTable",
    "Outcome",
    "SqliteStore",
    "Stale",
    "Standing",
    "Store",
    "StoreError",
    "StoreUnavailable",
    "Stored",
    "TableRow",
]
