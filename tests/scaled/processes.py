"""Processes of one site, started as its administrator would, over PostgreSQL and Redis."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Self

from tests.server.site import Visitor

if TYPE_CHECKING:
    from types import TracebackType


class Process:
    """One ``wordsmith`` command that runs on; ``said`` is its first line."""

    def __init__(self, *words: str, **settings: str) -> None:
        own = {name: value for name, value in os.environ.items() if "WORDSMITH" not in name}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "wordsmith", *words, "--language", "en"],
            env={**own, **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.log: list[str] = []
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()
        assert self._process.stdout is not None
        self.said = self._process.stdout.readline()
        assert self.said, "".join(self.log)

    @property
    def address(self) -> str:
        """Where a server answers."""
        return self.said.removeprefix("Wordsmith is at ").split(". ")[0]

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def kill(self) -> None:
        """Without a word, as a machine does that loses its power."""
        self.send(signal.SIGKILL)
        self._process.wait()

    def end(self) -> int:
        """As it should be done; its exit status."""
        with contextlib.suppress(ProcessLookupError):
            self.send(signal.SIGCONT)
            self.send(signal.SIGTERM)
        status = self._process.wait(30)
        self._listening.join(5)
        return status

    def _listen(self) -> None:
        assert self._process.stderr is not None
        self.log.extend(self._process.stderr)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self.end()
        self._listening.join(5)
        for pipe in (self._process.stdout, self._process.stderr):
            assert pipe is not None
            pipe.close()
        if error is not None:
            sys.stderr.writelines(self.log)


def server(database: str, bus: str) -> Process:
    """One process of a site, at a free port."""
    return Process(
        *("serve", "--port", "0", "--no-open"), WORDSMITH_DATABASE=database, WORDSMITH_BUS=bus
    )


def same_visitor(visitor: Visitor, address: str) -> Visitor:
    """The same browser at another process of the site."""
    other = Visitor(address)
    for name, value in visitor.http.cookies.items():
        other.http.cookies.set(name, value)
    return other
