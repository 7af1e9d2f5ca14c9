"""``play`` and ``arena``: bots against each other, one game to look at or many to count."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from wordsmith.bots.arena import Match, pair_games, seat_due
from wordsmith.bots.levels import LEVELS, make_bot
from wordsmith.errors import IllegalAction, ParseError
from wordsmith.notation.records import format_record
from wordsmith.rules.actions import Pass
from wordsmith.rules.game import Game
from wordsmith.rules.parameters import PARAMETERS
from wordsmith.rules.referee import Shuffle
from wordsmith.rules.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.lexicon import Lexicon
    from wordsmith.rules.variant import Variant


_FEWEST, _MOST = 2, 4
"""Seats of any table, whatever its rules."""


@dataclass(frozen=True, slots=True)
class Company:
    """Which bots play, at what table."""

    variant: Variant
    lexicon: Lexicon
    levels: tuple[str, ...]  # by seat
    seed: int

    @property
    def names(self) -> tuple[str, ...]:
        """The bots by seat, told apart by their number."""
        return tuple(f"{level}-{seat}" for seat, level in enumerate(self.levels, start=1))


def parse_levels(text: str, variant: Variant) -> tuple[str, ...]:
    """Levels by seat, joined by commas. ParseError if there is no such level, or no such table."""
    levels = tuple(level.strip() for level in text.split(","))
    for level in levels:
        if level not in LEVELS:
            raise ParseError("seats.level", level=repr(level), known=", ".join(LEVELS))
    if not _FEWEST <= len(levels) <= _MOST:
        raise ParseError("seats.never", count=len(levels), least=_FEWEST, most=_MOST)
    least, most = variant.rules.seats
    if not least <= len(levels) <= most:
        allowed = PARAMETERS["seats"].format(variant.rules.seats)
        raise ParseError("seats.count", count=len(levels), variant=variant.id, allowed=allowed)
    return levels


def game_by_bots(company: Company) -> Iterator[Game]:
    """A game as it grows: after the deal, and after each action until it has ended.

    A bot that the rules refuse, which is a fault of ours, passes instead.
    """
    chance = Shuffle(Random(company.seed))  # noqa: S311 - a game, not a secret
    bots = [
        make_bot(level, company.lexicon, company.seed * 10 + seat)
        for seat, level in enumerate(company.levels)
    ]
    game = Game.begin(company.variant, len(bots), chance)
    yield game
    while not game.state.ended:
        seat = seat_due(game.state)
        action = bots[seat].choose(View.of(game, seat))
        try:
            game = game.act(seat, action, company.lexicon, chance)
        except IllegalAction:
            game = game.act(seat, Pass(), company.lexicon, chance)
        yield game


def play_answer(company: Company, game: Game) -> dict[str, Any]:
    """A finished game, for programs."""
    ended = game.state.ended
    assert ended is not None
    return {
        "variant": company.variant.id,
        "seed": company.seed,
        "seats": list(company.names),
        "scores": list(game.state.scores),
        "reason": str(ended.reason),
        "winners": list(ended.winners),
        "turns": game.state.turn - 1,
        "record": format_record(game, company.names),
    }


def play_arena(company: Company, pairs: int) -> Iterator[Match]:
    """A match as it grows, game by game."""
    makers = [
        lambda seed, level=level: make_bot(level, company.lexicon, seed) for level in company.levels
    ]
    played = []
    for game in pair_games(company.variant, company.lexicon, makers, pairs, company.seed):
        played.append(game)
        yield Match(tuple(played))


def arena_answer(company: Company, match: Match) -> dict[str, Any]:
    """A match, for programs; a margin that one pair cannot give is null."""
    return {
        "variant": company.variant.id,
        "seed": company.seed,
        "games": len(match.games),
        "refusals": match.refusals,
        "bots": [_bot_answer(level, bot, match) for bot, level in enumerate(company.levels)],
    }


def _bot_answer(level: str, bot: int, match: Match) -> dict[str, Any]:
    lead, wins, pairs_won = match.lead(bot), match.win_rate(bot), match.pairs_won(bot)
    known = len(match.games) > len(match.games[0].seats)
    return {
        "level": level,
        "mean": round(match.mean_score(bot), 2),
        "wins": round(match.wins(bot), 4),
        "wins_margin": round(wins.margin, 4) if known else None,
        "pairs_won": round(pairs_won.mean, 4),
        "pairs_won_margin": round(pairs_won.margin, 4) if known else None,
        "lead": round(lead.mean, 2),
        "margin": round(lead.margin, 2) if known else None,
    }
