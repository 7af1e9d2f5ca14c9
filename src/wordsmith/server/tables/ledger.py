"""A table's game as the fold of its stored commands: rebuilt after a restart, the same as live."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import msgspec

from wordsmith.notation.records import parse_events
from wordsmith.rules.game import Game
from wordsmith.rules.parameters import format_rules, parse_rules
from wordsmith.rules.state import apply, initial_state
from wordsmith.rules.variant import Variant, load_variant
from wordsmith.server.tables.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordsmith.store import Command

MAKING = "table"
"""The key of row 1; no page can send it."""


class SeatSettings(msgspec.Struct, frozen=True):
    """Who sits on a seat."""

    kind: Literal["human", "bot"]
    name: str = ""
    level: str | None = None  # of a bot

    @property
    def is_bot(self) -> bool:
        """Whether a bot sits here."""
        return self.kind == "bot"


class TableSettings(msgspec.Struct, frozen=True):
    """What was agreed when the table was made; the rules in full, so that presets may change."""

    variant: str
    rules: dict[str, str]
    seats: tuple[SeatSettings, ...]
    format: int = 1

    def load_variant(self) -> Variant:
        """The variant with the rules of this table."""
        preset = load_variant(self.variant)
        rules = parse_rules({**format_rules(preset.rules), **self.rules})
        return replace(preset, rules=rules)


class Ledger:
    """The game of a table, its score sheet, and the keys of all that was accepted."""

    def __init__(self, table: str, settings: TableSettings, commands: Iterable[Command]) -> None:
        self.table = table
        self.settings = settings
        self.variant = settings.load_variant()
        start = initial_state(self.variant, len(settings.seats))
        self.game = Game.replay(self.variant, start, ())
        self.sheet = Sheet()
        self.version = 0
        self._by_key: dict[str, Command] = {}
        for command in commands:
            self.take(command)

    def take(self, command: Command) -> None:
        """Go on by one stored command."""
        assert command.seq == self.version + 1
        events = parse_events(msgspec.json.decode(command.events), self.variant.alphabet)
        self.version = command.seq
        game = self.game
        state = game.state
        for event in events:
            state = apply(state, event)
            self.sheet.note(event, state, self.version)
        self.game = Game(self.variant, game.start, (*game.events, *events), state)
        self._by_key[command.key] = command

    def accepted(self, key: str) -> Command | None:
        """The command that was stored with this key."""
        return self._by_key.get(key)
