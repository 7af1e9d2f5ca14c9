"""Signs of life: from them a site that starts knows for how long there was none.

Each process writes when it was last alive, every second while a live clock runs anywhere (else a
crash would cost somebody his time), every half minute otherwise (a machine at home may rest).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from typing import TYPE_CHECKING

from wordsmith.errors import WordsmithError
from wordsmith.store import Statement

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.store import Database

_log = logging.getLogger(__name__)
_EVERY_S = 1.0
_AT_REST_MS = 30_000
_FORGET_MS = 24 * 3600 * 1000
ANOTHER_LIVES_MS = 2_500
"""A sign no older may be that of another process that has never stopped."""

_LAST = "SELECT MAX(at_ms) FROM alive"
_RUNNING = "SELECT 1 FROM tables WHERE due_at_ms IS NOT NULL AND pace = 'live' LIMIT 1"
_SIGN = (
    "INSERT INTO alive (process, at_ms) VALUES ($1, $2)"
    " ON CONFLICT (process) DO UPDATE SET at_ms = excluded.at_ms"
)
_FORGET = "DELETE FROM alive WHERE at_ms < $1"


def wall_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Alive:
    """The signs of this process; ``alone`` if a site is never more than one."""

    def __init__(
        self, database: Database, *, alone: bool, now_ms: Callable[[], int] = wall_ms
    ) -> None:
        self._database = database
        self._alone = alone
        self._now_ms = now_ms
        self._name = secrets.token_hex(8)
        self._signed_ms = 0
        self._task: asyncio.Task[None] | None = None

    async def down_since_ms(self) -> int | None:
        """When the whole site was last alive; None if it has never been, or still is.

        Asked before the first sign of this process.
        """
        ((last,),) = await self._database.rows(_LAST)
        if last is None:
            return None
        least = 0 if self._alone else ANOTHER_LIVES_MS
        return int(last) if self._now_ms() - last > least else None

    async def open(self) -> None:
        """Give the first sign, and go on. StoreUnavailable if it cannot be given."""
        await self._sign()
        self._task = asyncio.create_task(self._go_on(), name="alive")

    async def close(self) -> None:
        """The last sign, if it can still be given."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        try:
            await self._sign()
        except WordsmithError as error:
            _log.warning("no last sign of life: %s", error)

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(_EVERY_S)
            try:
                if await self._is_due():
                    await self._sign()
            except Exception as error:  # noqa: BLE001 - it comes round again
                _log.warning("no sign of life: %s", error)

    async def _is_due(self) -> bool:
        if self._now_ms() - self._signed_ms >= _AT_REST_MS:
            return True
        return bool(await self._database.rows(_RUNNING))

    async def _sign(self) -> None:
        now_ms = self._now_ms()
        await self._database.write(
            Statement(_SIGN, (self._name, now_ms)), Statement(_FORGET, (now_ms - _FORGET_MS,))
        )
        self._signed_ms = now_ms
