"""Where games rest: an append-only log, one row an accepted command, behind one port."""

from wordsmith.store.database import Database, Statement
from wordsmith.store.opening import is_postgres, migrate, open_store, shown
from wordsmith.store.port import (
    Command,
    Duplicate,
    NewTable,
    Outcome,
    OutcomeUnknown,
    PaceClass,
    Phase,
    Place,
    Result,
    SeatResult,
    Stale,
    Standing,
    Store,
    Stored,
    StoreError,
    StoreUnavailable,
    TableRow,
)
from wordsmith.store.serving import served_alone
from wordsmith.store.sqlite import SqliteStore

__all__ = [
    "Command",
    "Database",
    "Duplicate",
    "NewTable",
    "Outcome",
    "OutcomeUnknown",
    "PaceClass",
    "Phase",
    "Place",
    "Result",
    "SeatResult",
    "SqliteStore",
    "Stale",
    "Standing",
    "Statement",
    "Store",
    "StoreError",
    "StoreUnavailable",
    "Stored",
    "TableRow",
    "is_postgres",
    "migrate",
    "open_store",
    "served_alone",
    "shown",
]
