"""What a table waits for and how it stands, told by itself alone: no timer, no queue."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from wordsmith.server.tables.agreement import SeatSettings
from wordsmith.server.tables.results import result_of
from wordsmith.server.words.groups import letting_in
from wordsmith.store import Standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.rules.state import State
    from wordsmith.server.tables.moment import Moment
    from wordsmith.store import Place, Statement


class Summary(msgspec.Struct, frozen=True):
    """What lists of tables show of a table."""

    scores: tuple[int, ...]
    on_turn: int
    seats: tuple[SeatSettings, ...] = ()  # as they are now, without names; none: as in the settings
    rematch: str | None = None


def standing_of(
    moment: Moment,
    places: Sequence[Place],
    before: Moment | None = None,
    *,
    moved: bool = False,
    also: tuple[Statement, ...] = (),
) -> Standing:
    """How a table stands after a command; ``moved``: the places are not as they were ``before``.

    ``also``: what is to be written with it.
    """
    waited_for = person_awaited(moment)
    over = moment.phase == "ended" and (before is None or before.phase != "ended")
    return Standing(
        phase=moment.phase,
        bots_due=bool(bots_due(moment)),
        summary=msgspec.json.encode(_summary(moment)).decode(),
        on_turn=waited_for,
        due_at_ms=moment.due_at_ms,
        listed=moment.agreed.listed and moment.phase == "gathering",
        places=tuple(places) if moved else None,
        result=result_of(moment, places) if over else None,
        also=also,
    )


def words_let_in(table: str, before: Moment, after: Moment) -> tuple[Statement, ...]:
    """What puts the words that a vote has let in on the list of the table's group."""
    group = after.agreed.group
    if group is None or after.game is None or before.game is None:
        return ()
    words = after.game.state.accepted - before.game.state.accepted
    if not words:
        return ()
    return tuple(letting_in(group, sorted(words), after.variant.language, table, after.at_ms))


@lru_cache(maxsize=1024)
def _nameless(seats: tuple[SeatSettings, ...]) -> tuple[SeatSettings, ...]:
    return tuple([SeatSettings(seat.kind, level=seat.level) for seat in seats])


def _summary(moment: Moment) -> Summary:
    seats = _nameless(moment.seats)
    if moment.game is None:
        return Summary((0,) * len(seats), 0, seats, moment.rematch)
    state = moment.game.state
    return Summary(state.scores, state.on_turn, seats, moment.rematch)


def person_awaited(moment: Moment) -> int | None:
    """The seat whose act is waited for: of several, the first of a person."""
    people = [seat for seat in moment.awaited if not moment.seats[seat].is_bot]
    return next(iter(people or moment.awaited), None)


def bots_due(moment: Moment) -> tuple[int, ...]:
    """The bots that have to act now.

    A bot votes after the people at the table, and agrees to end when all of them have.
    """
    if moment.phase != "playing" or moment.game is None or moment.paused:
        return ()
    seats, state = moment.seats, moment.game.state
    bots = [seat for seat in state.playing if seats[seat].is_bot]
    if not bots:
        return ()
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
