"""Questions that a program may ask, too: of a position, of a game that was kept, of a word."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wordsmith.cli.options import (
    AsJson,
    Asked,
    Language,
    Settings,
    WordsName,
    about_position,
)
from wordsmith.cli.output import write_json, write_lines
from wordsmith.cli.speech import spoken_language


@about_position
def judge(
    asked: Asked,
    play: Annotated[
        str, typer.Argument(metavar="PLAY", help="A play: 8H CATS, G6;K5 СО.;ТЕМ., *I5;J8 К;.ОНИк")
    ],
) -> None:
    """Say whether a play is legal in a position, what it scores, and what is wrong with it."""
    from wordsmith.cli import positions

    verdict = positions.verdict_on(asked.question, play)
    asked.tell(
        positions.judge_answer(asked.question, verdict),
        positions.judge_sentences(asked.question, verdict, asked.language),
    )


@about_position
def moves(
    asked: Asked,
    *,
    everything: Annotated[bool, typer.Option("--all", help="Not only the best twenty.")] = False,
) -> None:
    """List the legal turns of one line in a position, without stars taken."""
    from wordsmith.cli import positions

    answer = positions.moves_answer(asked.question)
    listed = len(answer["plays"]) if everything else 20
    asked.tell(answer, positions.moves_sentences(answer, listed, asked.language))


@about_position
def best(asked: Asked) -> None:
    """Find the legal turn with the highest score in a position."""
    from wordsmith.cli import positions

    answer = positions.best_answer(asked.question)
    asked.tell(answer, positions.best_sentences(answer, asked.language))


@about_position
def hints(asked: Asked) -> None:
    """Find up to three good turns in a position, each with the reason why it is good."""
    from wordsmith.cli import positions

    answer = positions.hints_answer(asked.question, asked.language)
    asked.tell(answer, positions.hints_sentences(answer, asked.language))


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A scenario in JSON, or GCG.")],
    language: Language = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Replay what the seats of a game ask for, by the rules, and say what comes of it."""
    from wordsmith.cli import replaying, scenarios

    if file.suffix.lower() == ".gcg":
        answer = replaying.gcg_answer(file)
    else:
        answer = replaying.replay_answer(scenarios.load_scenario(file))
    if as_json:
        write_json(answer)
    else:
        write_lines(replaying.replay_sentences(answer, spoken_language(language)))


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game, in JSON.")],
    words: WordsName = None,
    shown_hash: Annotated[
        str | None, typer.Option("--hash", help="The hash of the bag as it was shown.")
    ] = None,
    language: Language = None,
    *,
    as_json: AsJson = False,
) -> int:
    """Say whether a game went by the rules and its tiles by the seal; status 1 if not."""
    from wordsmith.cli import verifying

    findings = verifying.verify_file(file, words, shown_hash)
    if as_json:
        write_json(verifying.findings_answer(findings))
    else:
        write_lines(verifying.findings_sentences(findings, spoken_language(language)))
    return 0 if findings.all_follows else 1


def word(
    word: Annotated[str, typer.Argument(metavar="WORD", help="In any case; Ё may be written Е.")],
    variant: Annotated[str | None, typer.Option("--variant", help="The game.")] = None,
    words: WordsName = None,
    settings: Settings = None,
    language: Language = None,
    *,
    as_json: AsJson = False,
) -> int:
    """Say whether a word counts, why not, what it is worth and means; status 1 if it does not."""
    from wordsmith.cli import words as asked
    from wordsmith.cli.arguments import chosen_variant, chosen_words

    chosen = chosen_variant(variant or asked.likely_variant(word), settings or [])
    entry = asked.entry_of(word, chosen, chosen_words(words, chosen))
    if as_json:
        write_json(asked.word_answer(entry))
    else:
        spoken = spoken_language(language, chosen.language)
        write_lines(asked.word_sentences(entry, chosen, spoken))
    return 0 if entry.legal else 1
