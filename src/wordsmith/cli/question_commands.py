"""Questions that a program may ask, too: of a position, of a game that was kept, of a word."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wordsmith.cli.options import AsJson, Cgp, Language, Settings, VariantName, WordsName
from wordsmith.cli.output import write_json, write_lines
from wordsmith.cli.speech import spoken_language


def judge(
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


def hints(
    cgp: Cgp,
    variant: VariantName,
    words: WordsName = None,
    settings: Settings = None,
    language: Language = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Find up to three good turns in a position, each with the reason why it is good."""
    from wordsmith.cli import positions

    spoken = spoken_language(language)
    question = positions.parse_question(cgp, variant, words, settings or [])
    answer = positions.hints_answer(question, spoken)
    if as_json:
        write_json(answer)
    else:
        write_lines(positions.hints_sentences(answer, spoken))


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
