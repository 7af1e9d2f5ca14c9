"""``play`` and ``arena``: games by bots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordsmith.cli.options import AsJson, Language, Settings, VariantName, WordsName
from wordsmith.cli.output import write_json, write_lines
from wordsmith.cli.speech import spoken_language
from wordsmith.errors import ParseError
from wordsmith.texts import say

if TYPE_CHECKING:
    from wordsmith.cli.matches import Company
    from wordsmith.rules.game import Game

Levels = Annotated[
    str, typer.Option("--seats", help="Levels by seat: child, easy, fair, good, all or best.")
]
Seed = Annotated[int | None, typer.Option("--seed", help="The same seed gives the same games.")]


def play(
    variant: VariantName,
    seats: Levels = "good,good",
    seed: Seed = None,
    words: WordsName = None,
    settings: Settings = None,
    gcg: Annotated[Path | None, typer.Option("--gcg", help="Write the game here as GCG.")] = None,
    language: Language = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Let bots play a whole game, and show it."""
    from wordsmith.cli import matches

    company = _company(variant, seats, seed, words, settings)
    spoken = spoken_language(language)
    game = before = None
    for game in matches.game_by_bots(company):
        if before and not as_json:
            _show_progress(before, game, company, spoken)
        before = game
    assert game is not None
    if gcg is not None:
        _save_gcg(gcg, game, company.names)
    if as_json:
        write_json(matches.play_answer(company, game))
    else:
        _show_end(game, company, spoken)
        write_lines([say(spoken, "cli.play.saved", file=str(gcg))] if gcg else [])


def arena(
    variant: VariantName,
    seats: Levels = "good,easy",
    pairs: Annotated[
        int, typer.Option("--pairs", min=1, help="Game pairs: each bot sits in each seat once.")
    ] = 50,
    seed: Seed = None,
    words: WordsName = None,
    settings: Settings = None,
    language: Language = None,
    *,
    as_json: AsJson = False,
) -> int:
    """Let bots play many games, and say how they fare; status 1 if the rules refused one."""
    from rich.console import Console

    from wordsmith.cli import matches, pictures
    from wordsmith.cli.progress import progress_bars

    company = _company(variant, seats, seed, words, settings)
    spoken = spoken_language(language)
    match = None
    with progress_bars() as progress:
        line = progress.add_task(" : ".join(company.levels), total=pairs * len(company.levels))
        for match in matches.play_arena(company, pairs):
            said = pictures.match_line(match, company.levels)
            progress.update(line, description=said, completed=len(match.games))
    assert match is not None
    if as_json:
        write_json(matches.arena_answer(company, match))
    else:
        Console().print(pictures.match_table(match, company.levels, spoken))
    return 1 if match.refusals else 0


def _company(
    variant: str, seats: str, seed: int | None, words: str | None, settings: list[str] | None
) -> Company:
    """The bots that the arguments mean. ParseError if they cannot be used."""
    from random import SystemRandom

    from wordsmith.cli.arguments import chosen_variant, chosen_words, warn_of_slow_kernels
    from wordsmith.cli.matches import Company, parse_levels

    chosen = chosen_variant(variant, settings or [])
    levels = parse_levels(seats, chosen)
    warn_of_slow_kernels()
    drawn = SystemRandom().randrange(1_000_000) if seed is None else seed
    return Company(chosen, chosen_words(words, chosen), levels, drawn)


def _show_progress(before: Game, game: Game, company: Company, language: str) -> None:
    import sys

    from wordsmith.cli.pictures import turn_lines

    write_lines(turn_lines(before, game, company.names, language))
    sys.stdout.flush()


def _show_end(game: Game, company: Company, language: str) -> None:
    """The board, the score sheet, and who won."""
    from rich.console import Console

    from wordsmith.cli.pictures import board_picture, score_sheet

    console = Console()
    console.print()
    console.print(board_picture(game.state.board, game.variant))
    console.print(score_sheet(game, company.names, language))
    ended = game.state.ended
    assert ended is not None
    winners = [company.names[seat] for seat in ended.winners]
    shared = "over.drawn" if len(winners) == len(company.names) else "over.shared"
    key = "over.won" if len(winners) == 1 else shared
    console.print(say(language, f"over.reason.{ended.reason}"))
    console.print(say(language, key, name=winners[0], names=", ".join(winners)))


def _save_gcg(file: Path, game: Game, names: tuple[str, ...]) -> None:
    from wordsmith.notation.gcg import format_gcg

    try:
        file.write_text(format_gcg(game, names), encoding="utf-8", newline="\n")
    except OSError as error:
        raise ParseError("option.cannot_write", option="--gcg", file=file, why=error) from None
