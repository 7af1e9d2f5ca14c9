"""What can go wrong with PostgreSQL, and how it is told: in one line that shows no value."""

from __future__ import annotations

import asyncpg

from wordsmith.store.port import OutcomeUnknown, StoreError, StoreUnavailable

_GONE = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # shut down, or not up yet
    asyncpg.TooManyConnectionsError,
    asyncpg.ReadOnlySQLTransactionError,  # another machine has taken over
    asyncpg.InvalidCachedStatementError,  # the tables have changed
    asyncpg.TargetServerAttributeNotMatched,
    OSError,
    TimeoutError,
)
_UNFIT = ("22", "23", "42")  # classes of errors: values, constraints, statements


class Lost(Exception):  # noqa: N818 - a state of the world; never leaves the store
    """The database does not answer. ``maybe_kept``: it may have committed what was sent."""

    def __init__(self, reason: str, *, maybe_kept: bool = False) -> None:
        self.maybe_kept = maybe_kept
        super().__init__(reason)


def is_gone(error: BaseException, connection: asyncpg.Connection | None) -> bool:
    """Whether an error is about the connection, not about what was asked."""
    return isinstance(error, _GONE) or (connection is not None and connection.is_closed())


def told(error: BaseException) -> Exception:
    """An error as the store tells it, in one line that shows no value."""
    if isinstance(error, StoreError):
        return error
    unfit = not isinstance(error, asyncpg.PostgresError) or str(error.sqlstate)[:2] in _UNFIT
    kind = StoreError if unfit else StoreUnavailable
    return kind(f"nothing was stored: {line_of(error)}")


def told_at_reading(error: BaseException) -> StoreError:
    """Why nothing can be read, or asked at all, as the store tells it."""
    if isinstance(error, StoreError):
        return error
    closed = isinstance(error, asyncpg.InterfaceError) and "closed" in str(error)
    if closed or is_gone(error, None):
        return StoreUnavailable("store.silent", why=line_of(error))
    return StoreError("store.unusable", why=line_of(error))


def unanswered(lost: Lost, *, maybe_kept: bool) -> StoreUnavailable:
    """That the database does not answer, as the store tells it."""
    if maybe_kept:
        return OutcomeUnknown(f"it is not known whether this was stored: {lost}")
    return StoreUnavailable(f"nothing was stored: {lost}")


def line_of(error: BaseException) -> str:
    """What an error says first."""
    return (str(error) or repr(error)).splitlines()[0]
