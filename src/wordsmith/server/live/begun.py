"""Work that is mostly done at once: a task is made only for what must wait.

From Python 3.12 on asyncio has eager tasks for this. While the work is done at once it has no task
of its own, so it must not ask for one: no ``asyncio.timeout``, no lock of another library.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Coroutine, Generator


def begin(work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Do ``work`` up to where it waits, and the rest in a task; None: all of it is done.

    What it raises before it waits is raised here.
    """
    try:
        awaited = work.send(None)
    except StopIteration:
        return None
    return asyncio.create_task(_finish(_Rest(work, awaited)))


async def _finish(rest: _Rest) -> None:
    await rest


class _Rest:
    """Work that waits for something."""

    def __init__(self, work: Coroutine[Any, Any, None], awaited: object) -> None:
        self._work = work
        self._awaited = awaited

    def __await__(self) -> Generator[object, Any, None]:
        awaited = self._awaited
        try:
            while True:
                try:
                    given = yield awaited
                except BaseException as error:  # noqa: BLE001 - also that it was cancelled
                    awaited = self._work.throw(error)
                else:
                    awaited = self._work.send(given)
        except StopIteration:
            return
