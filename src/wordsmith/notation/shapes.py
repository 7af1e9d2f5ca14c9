"""JSON values from outside, asked to have a shape; a ParseError names the value by ``where``."""

from __future__ import annotations

from typing import Any

from wordsmith.errors import ParseError

_LEAST, _MOST = -(10**9), 10**9


def whole(value: Any, where: str, least: int = _LEAST, most: int = _MOST) -> int:
    """A whole number in bounds."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ParseError("shape.whole", where=where, value=_shown(value))
    if not least <= value <= most:
        raise ParseError("shape.between", where=where, value=value, least=least, most=most)
    return value


def text(value: Any, where: str) -> str:
    """A string."""
    if not isinstance(value, str):
        raise ParseError("shape.text", where=where, value=_shown(value))
    return value


def flag(value: Any, where: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ParseError("shape.flag", where=where, value=_shown(value))
    return value


def array(value: Any, where: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise ParseError("shape.list", where=where, value=_shown(value))
    return value


def mapping(value: Any, where: str) -> dict[str, Any]:
    """Names with values."""
    if not isinstance(value, dict):
        raise ParseError("shape.mapping", where=where, value=_shown(value))
    for name in value:
        text(name, where)
    return value


def member(values: dict[str, Any], name: str, where: str) -> Any:
    """A value that must be there."""
    if name not in values:
        raise ParseError("shape.missing", where=where, name=repr(name))
    return values[name]


def refuse_others(values: dict[str, Any], known: frozenset[str], where: str) -> None:
    """ParseError if there is a name that is none of ``known``."""
    others = sorted(values.keys() - known)
    if others:
        raise ParseError("shape.foreign", where=where, name=repr(others[0]))


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:37] + "..."
