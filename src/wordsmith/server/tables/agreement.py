"""What was agreed when a table was made: its settings, as the store keeps them."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal

import msgspec

from wordsmith.rules.clock import Pace
from wordsmith.rules.parameters import format_rules, parse_rules
from wordsmith.rules.variant import Variant, load_variant
from wordsmith.server.messages import protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.store import PaceClass

FORMAT = 2
"""Of the settings and rows that are written now; in format 1 a table was dealt when it was made."""

_MOST_SHARED = 1000  # kinds of rules kept in memory


class SeatSettings(msgspec.Struct, frozen=True):
    """Who sits on a seat. The names of people who claim one are with their places, not here."""

    kind: Literal["human", "bot", "open"]
    name: str = ""
    level: str | None = None  # of a bot

    @property
    def is_bot(self) -> bool:
        """Whether a bot sits here."""
        return self.kind == "bot"

    @property
    def is_open(self) -> bool:
        """Whether nobody sits here yet."""
        return self.kind == "open"


class TableSettings(msgspec.Struct, frozen=True):
    """The rules in full, so that presets may change, and everything else that never changes."""

    variant: str
    rules: dict[str, str]
    seats: tuple[SeatSettings, ...]  # as they were when the table was made
    format: int = 1
    pace: protocol.Pace = protocol.NoPace()
    listed: bool = False
    rated: bool = False
    talk: bool = True
    watching: bool = True
    advisers: bool = False
    group: str | None = None  # whose list of words it shares
    words: tuple[str, ...] = ()  # of that list, in capitals, when the table was made
    rematch_of: str | None = None

    def load_variant(self) -> Variant:
        """The variant with the rules of this table."""
        return _with_rules(self.variant, tuple(self.rules.items()))

    @property
    def timing(self) -> Pace:
        """The pace as the rules have it."""
        return pace_of(self.pace)

    @property
    def pace_class(self) -> PaceClass:
        """What lists and ratings tell apart."""
        return self.timing.pace_class


def parse_settings(text: str) -> TableSettings:
    """Settings as they are stored; tables with the same rules share them in memory."""
    settings = msgspec.json.decode(text, type=TableSettings)
    rules = _shared(tuple(settings.rules.items()))
    return msgspec.structs.replace(settings, rules=rules)


@lru_cache(_MOST_SHARED)
def _shared(rules: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return dict(rules)


@lru_cache(_MOST_SHARED)
def _with_rules(variant: str, rules: tuple[tuple[str, str], ...]) -> Variant:
    preset = load_variant(variant)
    return replace(preset, rules=parse_rules({**format_rules(preset.rules), **dict(rules)}))


@cache
@lru_cache(maxsize=256)
def pace_of(pace: protocol.Pace) -> Pace:
    """The pace that was asked for, as the rules have it."""
    match pace:
        case protocol.Bank(bank_s, increment_s):
            return Pace.bank(bank_s * 1000, increment_s * 1000)
        case protocol.PerTurn(turn_s):
            return Pace.turn(turn_s * 1000)
        case protocol.Days(days):
            return Pace.days(days)
        case protocol.NoPace():
            return Pace()


def sheet_hash(settings: TableSettings, seats: Sequence[SeatSettings]) -> str:
    """Of all that somebody agrees to who takes a seat; who else comes is no part of it."""
    agreed = {
        "variant": settings.variant,
        "rules": dict(sorted(settings.rules.items())),
        "seats": [seat.level or "" if seat.is_bot else None for seat in seats],
        "pace": settings.pace,
        "rated": settings.rated,
        "talk": settings.talk,
        "watching": settings.watching,
        "advisers": settings.advisers,
        "words": sorted(settings.words),
    }
    return hashlib.sha256(msgspec.json.encode(agreed, order="deterministic")).hexdigest()[:32]
