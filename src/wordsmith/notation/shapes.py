"""JSON values from outside, asked to have a shape; a ParseError names the value by ``where``."""

from __future__ import annotations

from typing import Any

from wordsmith.errors import ParseError

_LEAST, _MOST = -(10**9), 10**9


def whole(value: Any, where: str, least: int = _LEAST, most: int = _MOST) -> int:
    """A whole number in bounds."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ParseError(f"{where}: {_shown(value)} is no whole number")
    if not least <= value <= most:
        raise ParseError(f"{where}: {value} is not between {least} and {most}")
    return value


def text(value: Any, where: str) -> str:
    """A string."""
    if not isinstance(value, str):
        raise ParseError(f"{where}: {_shown(value)} is no text")
    return value


def flag(value: Any, where: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ParseError(f"{where}: {_shown(value)} is neither true nor false")
    return value


def array(value: Any, where: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise ParseError(f"{where}: {_shown(value)} is no list")
    return value


def mapping(value: Any, where: str) -> dict[str, Any]:
    """Names with values."""
    if not isinstance(value, dict):
        raise ParseError(f"{where}: {_shown(value)} is no object with named values")
    for name in value:
        text(name, where)
    return value


def member(values: dict[str, Any], name: str, where: str) -> Any:
    """A value that must be there."""
    if name not in values:
        raise ParseError(f"{where}: {name!r} is missing")
    return values[name]


def refuse_others(values: dict[str, Any], known: frozenset[str], where: str) -> None:
    """ParseError if there is a name that is none of ``known``."""
    others = sorted(values.keys() - known)
    if others:
        raise ParseError(f"{where}: {others[0]!r} is not known here")


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:37] + "..."
