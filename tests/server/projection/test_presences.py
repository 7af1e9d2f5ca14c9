"""Small things a page is told about others, which may not say more than they should."""

from __future__ import annotations

import msgspec

from wordsmith.rules.variant import load_variant
from wordsmith.server.messages.protocol import PerTurn
from wordsmith.server.projection.clocks import format_clock, format_nudge
from wordsmith.server.projection.presences import watcher_number
from wordsmith.server.projection.viewing import Surroundings
from wordsmith.server.tables.agreement import SeatSettings, TableSettings
from wordsmith.server.tables.ledger import Ledger
from wordsmith.server.tables.seating import Making, Terms, deal_table


def test_a_spectator_has_a_number_at_each_table_and_another_at_the_next() -> None:
    numbers = {watcher_number(table, "anna") for table in "abcdefgh"}
    assert len(numbers) == 8
    assert watcher_number("a", "anna") == watcher_number("a", "anna")
    assert watcher_number("a", "anna") != watcher_number("a", "boris")
    assert all(0 <= number < 2**53 for number in numbers)  # every page can count so far


def ledger_of(terms: Terms) -> Ledger:
    """A game of two that has just begun."""
    seats = (SeatSettings("human", "Anna"), SeatSettings("human", "Boris"))
    new = deal_table(Making(load_variant("classic"), seats, "anna", terms=terms))
    settings = msgspec.json.decode(new.settings, type=TableSettings)
    return Ledger(new.table, settings, [new.first], new.standing.places or ())


def test_whoever_sees_a_clock_later_has_every_time_moved_as_much() -> None:
    ledger = ledger_of(Terms(pace=PerTurn(30)))
    now = format_clock(ledger, Surroundings(1_000_000))
    later = format_clock(ledger, Surroundings(1_060_000, delay_ms=60_000))
    assert now is not None
    assert later is not None
    assert now.deadline is not None
    assert later.since == now.since + 60_000
    assert later.deadline == now.deadline + 60_000
    assert later.left_ms == now.left_ms == [30_000, 30_000]
    nudge, later_nudge = (
        format_nudge(ledger, Surroundings(0)),
        format_nudge(ledger, Surroundings(0, delay_ms=60_000)),
    )
    assert nudge is not None
    assert later_nudge is not None
    assert later_nudge.after == nudge.after + 60_000


def test_where_there_is_no_clock_none_is_shown() -> None:
    assert format_clock(ledger_of(Terms()), Surroundings(0)) is None
