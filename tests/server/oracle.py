"""The truth of a table from its stored rows, and histories that differ only in what is hidden.

A page must not be able to tell a game from one in which a hidden hand held another tile: then no
byte that it was sent depends on that tile.
"""

import contextlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from wordsmith.notation.records import format_events, parse_events
from wordsmith.rules.events import Drew, Event
from wordsmith.rules.tiles import Tiles
from wordsmith.server.tables.ledger import Ledger, TableSettings
from wordsmith.store import Command

Place = tuple[int, int]
"""Where an event stands: (index of the command, index in it)."""

Changes = dict[Place, tuple[int, int]]
"""What is drawn instead: (old tile, new tile)."""


class Truth:
    """All rows of a table."""

    def __init__(self, table: str, settings: TableSettings, commands: Sequence[Command]) -> None:
        self.table = table
        self.settings = settings
        self.commands = list(commands)
        self.variant = settings.load_variant()
        self.events = [
            list(parse_events(json.loads(row.events), self.variant.alphabet)) for row in commands
        ]

    def at(self, version: int) -> Ledger:
        """The table as it was."""
        return Ledger(self.table, self.settings, self.commands[:version])

    def others(self, version: int, hidden: Iterable[int]) -> Iterator[Ledger]:
        """Tables that somebody who does not see the hands ``hidden`` cannot tell from this one.

        One for each hidden hand and each kind of tile in it that can be changed for another one,
        of the bag or of another hidden hand. Where that other one had been given back in between
        there is no such game.
        """
        for changes in self._exchanges(version, hidden):
            with contextlib.suppress(ValueError):
                yield self._changed(version, changes)

    def _exchanges(self, version: int, hidden: Iterable[int]) -> Iterator[Changes]:
        state = self.at(version).game.state
        hands = {seat: state.racks[seat] for seat in hidden}
        for seat, hand in hands.items():
            for held in sorted(set(hand)):
                here = self._drawn(version, seat, held)
                for tile in sorted(set(state.bag) - {held})[:2]:
                    yield {here: (held, tile)}
                for other in hands.keys() - {seat}:
                    for tile in sorted(set(hands[other]) - {held})[:1]:
                        yield {here: (held, tile), self._drawn(version, other, tile): (tile, held)}

    def _drawn(self, version: int, seat: int, tile: int) -> Place:
        """The last draw of a seat that brought this tile."""
        return max(
            (row, index)
            for row, events in enumerate(self.events[:version])
            for index, event in enumerate(events)
            if isinstance(event, Drew) and event.seat == seat and tile in event.tiles
        )

    def _changed(self, version: int, changes: Changes) -> Ledger:
        commands = list(self.commands[:version])
        for row in {row for row, _ in changes}:
            events: list[Event] = list(self.events[row])
            for (where, index), (old, new) in changes.items():
                event = events[index] if where == row else None
                if isinstance(event, Drew):
                    tiles = event.tiles - Tiles.of([old]) + Tiles.of([new])
                    events[index] = replace(event, tiles=tiles)
            told = json.dumps(format_events(events, self.variant.alphabet))
            commands[row] = replace(commands[row], events=told)
        return Ledger(self.table, self.settings, commands)
