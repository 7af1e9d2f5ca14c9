"""Rows for the tests of stores: made-up settings and events, which no store looks into."""

from dataclasses import replace

from wordsmith.store import Command, NewTable, Place, Result, SeatResult, Standing

ON = Standing("playing", bots_due=False, summary="{}")
ANNA, BORIS, CLARA = "a" * 64, "b" * 64, "c" * 64


def command(seq: int, key: str | None = None, *, table: str = "t1", at_ms: int = 0) -> Command:
    return Command(
        table, seq, at_ms or seq, 0, key or f"key {seq}", f'"action {seq}"', f'["{seq}"]'
    )


def new_table(
    table: str = "t1",
    *,
    key: str | None = None,
    seats: tuple[str | None, ...] = (ANNA, None),
    at_ms: int = 1,
    standing: Standing = ON,
) -> NewTable:
    first = command(1, "table", table=table, at_ms=at_ms)
    seated = replace(standing, places=tuple([Place(person) for person in seats]))
    return NewTable(
        table, key, "friends", front=True, settings='{"format": 1}', first=first, standing=seated
    )


def seat_result(seat: int, person: str | None, score: int, place: int) -> SeatResult:
    level = None if person else "easy"
    return SeatResult(seat, person, level, score, place, 12, 1, "ЁЛКА", 30, 3, 41)


RESULT = Result("out", (seat_result(0, ANNA, 210, 1), seat_result(1, None, 190, 2)))
OVER = Standing("ended", bots_due=False, summary="{}", result=RESULT)
