"""Whom somebody meets in rated games, who meet nearly only each other, and how games are given up.

All of it is in the results, and is reckoned when a moderator asks for a person. Friends play with
friends, and a beginner gives up early: it is a question for people, and nothing is decided by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wordsmith.store.database import Database

_OFTEN = 3
"""Games from which on somebody is not met by chance."""
_MOST_ASKED = 12
"""Opponents of one person whose own games are looked at."""
_CLOSED = 0.75
"""Share of his games that each of a ring has played within it."""

_IS_PAIR = "(SELECT count(*) FROM result_seats AS s WHERE s.table_id = r.table_id) = 2"
_GAVE_UP = f"r.reason = 'resigned' AND {_IS_PAIR}"
_MET = f"""
SELECT other.person, count(*),
    sum(CASE WHEN mine.place < other.place THEN 1 ELSE 0 END),
    sum(CASE WHEN mine.place > other.place THEN 1 ELSE 0 END),
    sum(CASE WHEN mine.place > other.place AND {_GAVE_UP} THEN 1 ELSE 0 END),
    sum(CASE WHEN mine.place < other.place AND {_GAVE_UP} THEN 1 ELSE 0 END),
    coalesce(sum(CASE WHEN {_IS_PAIR} THEN c.after - c.before ELSE 0 END), 0)
FROM result_seats AS mine
JOIN results AS r ON r.table_id = mine.table_id
JOIN result_seats AS other ON other.table_id = mine.table_id AND other.seat <> mine.seat
LEFT JOIN rating_changes AS c ON c.table_id = mine.table_id AND c.person = mine.person
WHERE mine.person = $1 AND other.person <> $1 AND r.rated = 1 AND r.at_ms >= $2
GROUP BY other.person ORDER BY count(*) DESC, other.person
"""  # noqa: S608 - our own words
_ENDINGS = f"""
SELECT CASE WHEN mine.place > other.place AND r.reason = 'resigned' THEN 1 ELSE 0 END AS gave_up,
    count(*), sum(mine.turns)
FROM result_seats AS mine
JOIN results AS r ON r.table_id = mine.table_id
JOIN result_seats AS other ON other.table_id = mine.table_id AND other.seat <> mine.seat
WHERE mine.person = $1 AND other.person <> $1 AND r.rated = 1 AND r.at_ms >= $2 AND {_IS_PAIR}
GROUP BY gave_up
"""  # noqa: S608 - our own words


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody met in rated games; a game of more than two is met by each pair in it."""

    person: str
    games: int
    won: int  # against him
    lost: int  # to him
    gave_up: int  # of those lost: games of two that were given up
    received: int  # of those won: games of two that he gave up
    gained: int  # rating won in games of two with him; below 0: lost


@dataclass(frozen=True, slots=True)
class RingMember:
    """One of those who meet nearly only each other; games are met by each pair in them."""

    person: str
    inside: int  # games within the ring
    games: int  # with anybody


@dataclass(frozen=True, slots=True)
class GivingUp:
    """How often somebody gives up rated games of two, and how early. Turns are on average."""

    games: int
    given_up: int
    turns: float  # that he had made when he gave up; 0: he never did
    turns_else: float  # that he makes in other games; 0: there are none


async def opponents_of(database: Database, person: str, since_ms: int) -> Sequence[Opponent]:
    """Everybody he has met since then, the most frequent first."""
    return [
        Opponent(other, games, won, lost, gave_up, received, round(gained))
        for other, games, won, lost, gave_up, received, gained in await database.rows(
            _MET, person, since_ms
        )
    ]


async def ring_of(database: Database, person: str, since_ms: int) -> Sequence[RingMember]:
    """The ring that a person is in, himself first; nobody if he meets all kinds of people.

    Of him and those he meets often, whoever plays too much with others is left out, the freest one
    first, until each of the rest has played ``_CLOSED`` of his games with the rest.
    """
    mine = await opponents_of(database, person, since_ms)
    often = [met.person for met in mine if met.games >= _OFTEN][:_MOST_ASKED]
    games = {person: {met.person: met.games for met in mine}}
    for other in often:
        games[other] = {
            met.person: met.games for met in await opponents_of(database, other, since_ms)
        }
    return _closed(games, person)


async def giving_up_of(database: Database, person: str, since_ms: int) -> GivingUp:
    """How he gives up games since then."""
    rows = await database.rows(_ENDINGS, person, since_ms)
    counted = {gave_up: (games, int(turns)) for gave_up, games, turns in rows}
    given_up, turns = counted.get(1, (0, 0))
    others, turns_else = counted.get(0, (0, 0))
    return GivingUp(
        given_up + others, given_up, _average(turns, given_up), _average(turns_else, others)
    )


def _closed(games: Mapping[str, Mapping[str, int]], person: str) -> Sequence[RingMember]:
    ring = list(games)
    while person in ring and len(ring) > 1:
        members = [_member(games[one], one, ring) for one in ring]
        freest = min(members, key=lambda member: member.inside / max(1, member.games))
        if freest.inside >= _CLOSED * freest.games:
            return members
        ring.remove(freest.person)
    return ()


def _member(met: Mapping[str, int], person: str, ring: Sequence[str]) -> RingMember:
    inside = sum([games for other, games in met.items() if other in ring])
    return RingMember(person, inside, sum(met.values()))


def _average(total: int, games: int) -> float:
    return round(total / games, 1) if games else 0.0
