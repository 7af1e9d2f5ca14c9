"""Whether the fast parts are compiled; as plain Python they run some 35 times slower."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import wordsmith

_ROOMS = ("lexicon", "engine")


@cache
def uncompiled_kernels() -> tuple[str, ...]:
    """The kernels that run as plain Python here; none where all is well."""
    package = Path(wordsmith.__file__).parent
    names = [
        f"wordsmith.{room}.{file.stem}"
        for room in _ROOMS
        for file in sorted((package / room).glob("_[a-z]*.py"))
    ]
    return tuple([name for name in names if _runs_as_text(name)])


def _runs_as_text(name: str) -> bool:
    spec = find_spec(name)
    return spec is None or spec.origin is None or spec.origin.endswith(".py")
