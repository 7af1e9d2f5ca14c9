"""The commands and their arguments; what they do is in the modules beside this one."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from wordsmith.cli.output import write_json, write_lines
from wordsmith.cli.speech import spoken_language

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Wordsmith (Словодел), Эрудит and the crossword games: play, ask, replay.",
)

Cgp = Annotated[
    str, typer.Argument(metavar="CGP", help="A position in CGP; its first rack is on turn.")
]
VariantName = Annotated[str, typer.Option("--variant", help="The game: wordsmith, friends, ...")]
WordsName = Annotated[
    str | None, typer.Option("--words", help="A file of words, or a shipped list: ru, en.")
]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="A house rule; repeatable.")
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")]
Language = Annotated[str | None, typer.Option("--language", help="ru or en.")]


@app.command()
def judge(  # noqa: PLR0913 - each is an argument of the command
    cgp: Cgp,
    play: Annotated[
        str, typer.Argument(metavar="PLAY", help="A play: 8H CATS, G6;K5 СО.;ТЕМ., *I5;J8 К;.ОНИк")
    ],
    variant: VariantName,
    words: WordsName = None,
    settings: Settings = None,
    language: Language = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Say whether a play is legal in a position, what it scores, and what is wrong with it."""
    from wordsmith.cli import positions

    question = positions.parse_question(cgp, variant, words, settings or [])
    verdict = positions.verdict_on(question, play)
    if as_json:
        write_json(positions.judge_answer(question, verdict))
    else:
        write_lines(positions.judge_sentences(question, verdict, spoken_language(language)))


@app.command()
def moves(
    cgp: Cgp,
    variant: VariantName,
    words: WordsName = None,
    settings: Settings = None,
    *,
    as_json: AsJson = False,
    everything: Annotated[bool, typer.Option("--all", help="Not only the best twenty.")] = False,
) -> None:
    """List the legal turns of one line in a position, without stars taken."""
    from wordsmith.cli import positions

    answer = positions.moves_answer(positions.parse_question(cgp, variant, words, settings or []))
    if as_json:
        write_json(answer)
    else:
        plays = answer["plays"] if everything else answer["plays"][:20]
        write_lines(f"{found['score']:4} {found['play']}" for found in plays)


@app.command()
def best(
    cgp: Cgp,
    variant: VariantName,
    words: WordsName = None,
    settings: Settings = None,
    language: Language = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Find the legal turn with the highest score in a position."""
    from wordsmith.cli import positions

    answer = positions.best_answer(positions.parse_question(cgp, variant, words, settings or []))
    if as_json:
        write_json(answer)
    else:
        write_lines(positions.best_sentences(answer, spoken_language(language)))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A scenario in JSON.")],
    language: Language = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Replay what the seats of a game ask for, by the rules, and say what comes of it."""
    from wordsmith.cli import replaying, scenarios

    answer = replaying.replay_answer(scenarios.load_scenario(file))
    if as_json:
        write_json(answer)
    else:
        write_lines(replaying.replay_sentences(answer, spoken_language(language)))
