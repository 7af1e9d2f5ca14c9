"""Where a training keeps what has been played, so that it may be stopped at any time and go on.

A file is put in place in one step. One that is damaged is as good as none: its games are played
again, and give the same.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from wordsmith.errors import ParseError
from wordsmith.training.observations import Observations, observations_of_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_Seen = TypeVar("_Seen")

_PLAN = "plan.json"
_READABLE = 0o644


class Folder:
    """The work folder of one training."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def agree(self, origin: Mapping[str, str], chunk_games: int | None) -> int | None:
        """Make sure that the folder is of this training; games of a chunk, if it is settled.

        ParseError if the folder holds another training, or chunks of another size.
        """
        file = self.path / _PLAN
        try:
            kept = json.loads(file.read_bytes())
            settled = int(kept.pop("chunk"))
        except (FileNotFoundError, NotADirectoryError):
            if self.path.is_dir() and any(self.path.iterdir()):
                raise ParseError("training.none", path=self.path) from None
            return chunk_games
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            raise ParseError("training.unreadable", path=file) from None
        if kept != dict(origin) or chunk_games not in (None, settled):
            raise ParseError("training.another", path=self.path)
        return settled

    def begin(self, origin: Mapping[str, str], chunk_games: int) -> None:
        """Write down what is trained here."""
        self._write(_PLAN, json.dumps({**origin, "chunk": chunk_games}, indent=1).encode())

    def save(self, generation: int, chunk: int, seen: bytes) -> None:
        """Keep the observations of a chunk."""
        self._write(_chunk_name(generation, chunk), seen)

    def load(self, generation: int, chunk: int) -> Observations | None:
        """What was seen in a chunk; None if it is to be played yet."""
        return self.read(generation, chunk, observations_of_bytes)

    def read(self, generation: int, chunk: int, parse: Callable[[bytes], _Seen]) -> _Seen | None:
        """The same for what ``parse`` makes of a chunk."""
        try:
            return parse((self.path / _chunk_name(generation, chunk)).read_bytes())
        except (OSError, ParseError):
            return None

    def remove(self) -> None:
        """Throw it all away."""
        shutil.rmtree(self.path, ignore_errors=True)

    def _write(self, name: str, content: bytes) -> None:
        path = self.path / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_at_once(path, content)
        except OSError as error:
            raise ParseError("cannot_write", path=path, why=error) from None


def write_at_once(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or as it was before. OSError if it cannot be."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            temporary.chmod(_READABLE)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def _chunk_name(generation: int, chunk: int) -> str:
    return f"generation-{generation}/chunk-{chunk:06}"
