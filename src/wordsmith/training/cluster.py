"""Chunks on a Ray cluster that is there already; the extra ``ray`` brings the library.

Every node needs the same version of Wordsmith installed. The words are put into the cluster's
store once; Ray plays a chunk again when a worker or a node is lost.
"""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

from wordsmith.errors import ParseError, WordsmithError
from wordsmith.training.chunks import Chunk, Ground, play

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_RETRIES = 5
"""So often is a chunk played again whose worker died."""

_PATIENCE_S = 5.0

_AHEAD = 2
"""Chunks given out for each core, so that none waits for us."""


class Cluster:
    """Plays chunks as tasks of a Ray cluster."""

    def __init__(self, ground: Ground, address: str, workers: int | None = None) -> None:
        """Join the cluster at ``address``; ``workers``: so many chunks at once, not all cores.

        ParseError if Ray is not installed or there is no such cluster.
        """
        try:
            import ray  # noqa: PLC0415 - an extra that few have
        except ImportError:
            raise ParseError("ray.extra") from None
        _demand_listener(address)
        try:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise ParseError("ray.silent", address=address, why=error) from None
        self._ray = ray
        self._workers = workers
        self._ground = ray.put(ground)
        self._play = ray.remote(num_cpus=1, max_retries=_RETRIES)(play)

    def run(self, chunks: Sequence[Chunk]) -> Iterator[tuple[int, bytes]]:
        """As ``Runner`` has it."""
        waiting = iter(chunks)
        going: dict[Any, int] = {}
        try:
            while True:
                while len(going) < self._places() and (chunk := next(waiting, None)):
                    going[self._play.remote(self._ground, chunk)] = chunk.number
                if not going:
                    return
                for done in self._ray.wait(list(going))[0]:
                    yield going.pop(done), self._result(done)
        finally:
            for task in going:
                self._ray.cancel(task, force=True)

    def close(self) -> None:
        """Leave the cluster; it goes on without us."""
        self._ray.shutdown()

    def _places(self) -> int:
        """Chunks that may be given out; nodes come and go."""
        cores = int(self._ray.cluster_resources().get("CPU", 1))
        return self._workers or cores * _AHEAD

    def _result(self, task: Any) -> bytes:
        try:
            seen = self._ray.get(task)
        except self._ray.exceptions.RayError as error:
            said = str(error).strip().splitlines()[-1]
            raise WordsmithError("ray.failed", why=said) from None
        assert isinstance(seen, bytes)
        return seen


def _demand_listener(address: str) -> None:
    """ParseError if nobody listens there. Ray itself goes on asking for a quarter of an hour."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdigit():  # "auto" is looked up by Ray, and refused at once
        return
    try:
        socket.create_connection((host, int(port)), _PATIENCE_S).close()
    except (OSError, OverflowError) as error:
        raise ParseError("ray.silent", address=address, why=error) from None
