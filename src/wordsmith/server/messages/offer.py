"""What can be played here, as the page shows it to choose from."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - a field

from msgspec import Struct


class ShownVariant(Struct):
    """A variant that ships."""

    id: str
    language: str
    alphabet: str
    width: int
    height: int
    premiums: str
    tiles: list[tuple[str, int, int]]
    seats: tuple[int, int]
    groups: tuple[str, ...]
    defaults: dict[str, str]


class ShownParameter(Struct, omit_defaults=True):
    """A rule that a table may change."""

    name: str
    kind: str
    choices: tuple[str, ...] | None = None
    least: int | None = None
    most: int | None = None


class Catalogue(Struct):
    """What can be played here."""

    version: str
    compiled: bool
    levels: tuple[str, ...]
    averages: Mapping[str, Mapping[int, Mapping[str, int]]]  # points; by variant, seats, level
    variants: list[ShownVariant]
    parameters: list[ShownParameter]
