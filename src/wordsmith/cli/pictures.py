"""What a terminal shows of a game: the board in colours, the score sheet, and tables of figures."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from wordsmith.notation.coordinates import format_column
from wordsmith.notation.plays import format_play
from wordsmith.rules.alphabet import LAID_WILD
from wordsmith.rules.events import ChallengeUpheld, Exchanged, Passed, Played, Resigned, TimedOut
from wordsmith.rules.state import apply
from wordsmith.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import JustifyMethod

    from wordsmith.bots.arena import Estimate, Match
    from wordsmith.rules.board import Board
    from wordsmith.rules.events import Event
    from wordsmith.rules.game import Game
    from wordsmith.rules.state import State
    from wordsmith.rules.variant import Variant

_PREMIUMS = {
    ".": ("·", "dim"),
    "l": ("2", "green"),
    "L": ("3", "yellow"),
    "w": ("2", "bold blue"),
    "W": ("3", "bold red"),
    "*": ("*", "magenta"),
    "+": ("*", "magenta"),
}
"""Free squares: a sign and a style; words are bold, letters are not."""

_TILE, _WILD = "bold black on white", "bold red on white"


_Turn = Played | Exchanged | Passed | Resigned | TimedOut | ChallengeUpheld
"""What has a row of its own in the score sheet."""


def board_picture(board: Board, variant: Variant) -> Text:
    """The board with its coordinates; wild tiles are small and red."""
    columns = " ".join(format_column(column) for column in range(board.width))
    picture = Text(f"   {columns}\n", style="dim")
    for row in range(board.height):
        picture.append(f"{row + 1:2} ", style="dim")
        for square in range(row * board.width, (row + 1) * board.width):
            picture.append_text(_cell(board, variant, square))
        picture.append("\n")
    return picture


def _cell(board: Board, variant: Variant, square: int) -> Text:
    tile = board.tile(square)
    if not tile:
        sign, style = _PREMIUMS[variant.layout.picture[square]]
        return Text(sign, style=style).append(" ", style="default")
    sign = variant.alphabet.sign(tile)
    return Text(f"{sign} ", style=_WILD if tile & LAID_WILD else _TILE)


def score_sheet(game: Game, names: Sequence[str], language: str) -> Table:
    """Every turn of a game, and the reckoning."""
    sheet = Table(title=say(language, "log.heading"))
    for key in ("log.turn", "log.who", "log.words", "log.points", "log.total"):
        right = key in ("log.turn", "log.points", "log.total")
        sheet.add_column(say(language, key), justify="right" if right else "left")
    state = game.start
    for event in game.events:
        after = apply(state, event)
        if isinstance(event, _Turn):
            sheet.add_row(*_sheet_row(state, event, after, names, language))
        state = after
    ended = state.ended
    if ended and any(ended.reckoning):
        for seat, name in enumerate(names):
            reckoned = f"{ended.reckoning[seat]:+d}"
            what = say(language, "over.reckoning")
            sheet.add_row("", name, what, reckoned, str(state.scores[seat]))
    return sheet


def _sheet_row(
    state: State, event: _Turn, after: State, names: Sequence[str], language: str
) -> Iterator[str]:
    seat = event.mover if isinstance(event, ChallengeUpheld) else event.seat
    yield str(state.turn)
    yield names[seat]
    yield event_text(event, language)
    yield f"{after.scores[seat] - state.scores[seat]:+d}"
    yield str(after.scores[seat])


def event_text(event: Event, language: str) -> str:
    """What a turn was: its words, or what was done instead."""
    match event:
        case Played(_, _, words):
            return ", ".join(word.word for word in words)
        case Exchanged(_, tiles):
            return say(language, "log.exchange", n=len(tiles))
        case Resigned():
            return say(language, "log.resign")
        case TimedOut():
            return say(language, "log.time")
        case ChallengeUpheld(_, _, words):
            return say(language, "log.withdrawn", words=", ".join(words))
        case _:
            return say(language, "log.pass")


def turn_lines(before: Game, game: Game, names: Sequence[str], language: str) -> Iterator[str]:
    """The progress from one moment of a game to the next: who, what, for how much."""
    for event in game.events[len(before.events) :]:
        if not isinstance(event, _Turn) or isinstance(event, ChallengeUpheld):
            continue
        said = event_text(event, language)
        if isinstance(event, Played):
            play = format_play(event.play, game.variant, before.state.board)
            said = f"{play}  {said}  +{event.points} = {game.state.scores[event.seat]}"
        yield f"{before.state.turn:3} {names[event.seat]}: {said}"


def match_line(match: Match, levels: Sequence[str]) -> str:
    """The points a game of each bot so far, and how far the first is ahead."""
    means = " : ".join(f"{level} {match.mean_score(bot):.1f}" for bot, level in enumerate(levels))
    lead = match.lead(0)
    return f"{means} ({lead})" if isfinite(lead.margin) else means


def match_table(match: Match, levels: Sequence[str], language: str) -> Table:
    """How the bots of a match fared."""
    games = say(language, "cli.arena.games", n=len(match.games))
    table = Table(title=f"{games}, {say(language, 'cli.arena.refusals', n=match.refusals)}")
    for column in ("bot", "mean", "wins", "pairs_won", "lead"):
        justify: JustifyMethod = "left" if column == "bot" else "right"
        table.add_column(say(language, f"cli.arena.{column}"), justify=justify)
    for bot, level in enumerate(levels):
        shares = map(_share, (match.win_rate(bot), match.pairs_won(bot)))
        table.add_row(level, f"{match.mean_score(bot):.1f}", *shares, _lead(match.lead(bot)))
    return table


def _share(estimate: Estimate) -> str:
    """A share with its margin, where one is known."""
    told = f"{estimate.mean:.0%}"
    return f"{told} ± {estimate.margin:.0%}" if isfinite(estimate.margin) else told


def _lead(estimate: Estimate) -> str:
    """Points with their margin, where one is known."""
    return str(estimate) if isfinite(estimate.margin) else f"{estimate.mean:+.1f}"
