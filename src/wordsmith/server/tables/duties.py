"""Whose action a game waits for among the bots, told by its state alone: no timer, no queue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from wordsmith.store import Standing

if TYPE_CHECKING:
    from wordsmith.rules.state import State
    from wordsmith.server.tables.ledger import SeatSettings
    from wordsmith.store import Phase


class Summary(msgspec.Struct, frozen=True):
    """What lists of tables show of a game."""

    scores: tuple[int, ...]
    on_turn: int


def standing_of(seats: tuple[SeatSettings, ...], state: State) -> Standing:
    """How a table stands in this position."""
    summary = msgspec.json.encode(Summary(state.scores, state.on_turn)).decode()
    phase: Phase = "playing" if state.ended is None else "ended"
    on_turn = state.on_turn if state.ended is None else None
    return Standing(phase, bool(bots_due(seats, state)), summary, on_turn)


def bots_due(seats: tuple[SeatSettings, ...], state: State) -> tuple[int, ...]:
    """The bots that have to act now.

    A bot votes after the people at the table, and agrees to end when all of them have.
    """
    if state.ended:
        return ()
    bots = [seat for seat in state.playing if seats[seat].is_bot]
    people = [seat for seat in state.playing if not seats[seat].is_bot]
    if people and state.agreed.issuperset(people):
        return tuple([seat for seat in bots if seat not in state.agreed])
    if state.proposal:
        return _voters_due(state, bots, people)
    return (state.on_turn,) if state.on_turn in bots else ()


def _voters_due(state: State, bots: list[int], people: list[int]) -> tuple[int, ...]:
    assert state.proposal is not None
    spoken = {seat for seat, _ in state.votes} | {state.proposal.seat}
    if not spoken.issuperset(people):
        return ()
    return tuple([seat for seat in bots if seat not in spoken])
