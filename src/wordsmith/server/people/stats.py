"""What somebody has played: games that are over, ratings, the dearest words and turns.

A sofa, where one person holds several seats, is no contest and is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.ratings import PROVISIONAL_ABOVE
from wordsmith.server.messages.people import BestTurn, BestWord, Rating, Stats, VariantStats

if TYPE_CHECKING:
    from wordsmith.store.database import Database

_PLAYED = """
FROM result_seats AS s JOIN results AS r ON r.table_id = s.table_id
WHERE s.person = $1 AND NOT EXISTS (
    SELECT 1 FROM result_seats AS other
    WHERE other.table_id = s.table_id AND other.person = s.person AND other.seat <> s.seat
)
"""
_WON = """
sum(CASE WHEN s.place = 1 AND EXISTS (
    SELECT 1 FROM result_seats AS other WHERE other.table_id = s.table_id AND other.place > 1
) THEN 1 ELSE 0 END)
"""
_SUMS = f"""
SELECT r.variant, count(*), {_WON}, sum(s.score), sum(s.full_racks) {_PLAYED}
GROUP BY r.variant ORDER BY r.variant
"""
_BEST_WORD = f"""
SELECT s.best_word, s.best_word_points, s.table_id {_PLAYED} AND s.best_word_points > 0
ORDER BY s.best_word_points DESC, r.at_ms LIMIT 1
"""
_BEST_TURN = f"""
SELECT s.best_turn_points, s.table_id, s.best_turn {_PLAYED} AND s.best_turn > 0
ORDER BY s.best_turn_points DESC, r.at_ms LIMIT 1
"""
_RATINGS = """
SELECT variant, pace, rating, deviation, games FROM ratings WHERE person = $1
ORDER BY games DESC, variant, pace
"""


async def stats_of(database: Database, person: str) -> Stats:
    """The games of a person that are over. A draw of all is won by nobody."""
    sums = [
        (variant, games, won, int(score), int(full_racks))  # a sum may come as a Decimal
        for variant, games, won, score, full_racks in await database.rows(_SUMS, person)
    ]
    words = await database.rows(_BEST_WORD, person)
    turns = await database.rows(_BEST_TURN, person)
    games = sum(row[1] for row in sums)
    return Stats(
        games=games,
        won=sum(row[2] for row in sums),
        average=_average(sum(row[3] for row in sums), games),
        best_word=BestWord(*words[0]) if words else None,
        best_turn=BestTurn(*turns[0]) if turns else None,
        full_racks=sum(row[4] for row in sums),
        by_variant={
            variant: VariantStats(games, won, _average(score, games))
            for variant, games, won, score, _ in sums
        },
    )


async def ratings_of(database: Database, person: str) -> list[Rating]:
    """The ratings of a person, the most played first."""
    return [
        Rating(variant, pace, rating, deviation, games, deviation > PROVISIONAL_ABOVE)
        for variant, pace, rating, deviation, games in await database.rows(_RATINGS, person)
    ]


def _average(total: int, games: int) -> float:
    return round(total / games, 1) if games else 0.0
