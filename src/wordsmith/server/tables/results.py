"""How everybody fared in a game that is over: what is counted, and what ratings are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.tables.sheet import Kind, Row
from wordsmith.store import Result, SeatResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.rules.variant import Variant
    from wordsmith.server.tables.moment import Moment
    from wordsmith.store import Place

_GONE = (Kind.RESIGN, Kind.TIME)


def result_of(moment: Moment, places: Sequence[Place]) -> Result | None:
    """The result of a table; None unless its game has come to an end."""
    game = moment.game
    if game is None or game.state.ended is None:
        return None
    ranks = _ranks(game.state.scores, _order_of_leaving(moment.sheet.rows))
    seats = [
        _seat_result(moment, seat, places[seat].person, rank) for seat, rank in enumerate(ranks)
    ]
    return Result(game.state.ended.reason, tuple(seats))


def _order_of_leaving(rows: Sequence[Row]) -> list[int]:
    return [row.seat for row in rows if row.kind in _GONE]


def _ranks(scores: Sequence[int], gone: list[int]) -> list[int]:
    """The place of each seat: by score, and after all who stayed, those who left, first to last."""

    def standing(seat: int) -> tuple[bool, int]:
        return (False, gone.index(seat)) if seat in gone else (True, scores[seat])

    everybody = [standing(seat) for seat in range(len(scores))]
    return [1 + sum(other > mine for other in everybody) for mine in everybody]


def _seat_result(moment: Moment, seat: int, person: str | None, place: int) -> SeatResult:
    assert moment.game is not None
    rows = [(n, row) for n, row in enumerate(moment.sheet.rows, start=1) if row.seat == seat]
    played = [(n, row) for n, row in rows if row.kind is Kind.PLAY]
    words = [word for _, row in played for word in row.words]
    word = max(words, key=lambda word: word.points, default=None)
    best_n, best = max(played, key=lambda turn: turn[1].points, default=(0, None))
    return SeatResult(
        seat=seat,
        person=person,
        level=moment.seats[seat].level,
        score=moment.game.state.scores[seat],
        place=place,
        turns=sum(_is_turn(row, moment.variant) for _, row in rows),
        full_racks=sum(_is_full_rack(row, moment.variant) for _, row in played),
        best_word=word.word if word else "",
        best_word_points=word.points if word else 0,
        best_turn=best_n,
        best_turn_points=best.points if best else 0,
    )


def _is_turn(row: Row, variant: Variant) -> bool:
    """A play that was voted down was no turn; one that was challenged off was."""
    if row.kind is Kind.WITHDRAWN:
        return variant.rules.check.is_challenge
    return row.kind not in _GONE


def _is_full_rack(row: Row, variant: Variant) -> bool:
    return len(row.play.laid) == variant.rules.rack_size
