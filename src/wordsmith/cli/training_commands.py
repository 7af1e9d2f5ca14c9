"""``train``: learn what kept tiles are worth, or how often standings are won."""

from __future__ import annotations

from contextlib import closing
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from wordsmith.cli.options import AsJson, Language, Settings, VariantName, WordsName
from wordsmith.cli.output import warn, write_json, write_lines
from wordsmith.cli.speech import spoken_language
from wordsmith.errors import ParseError
from wordsmith.texts import say


class What(StrEnum):
    """What is learnt."""

    LEAVES = "leaves"
    WINNING = "winning"


class Where(StrEnum):
    """Who plays the games."""

    PROCESSES = "processes"
    RAY = "ray"


Out = Annotated[Path, typer.Option("--out", metavar="FILE", help="The file that is made.")]
Games = Annotated[int, typer.Option("--games", min=1, help="Of each generation, or at each table.")]
Learnt = Annotated[
    What, typer.Option("--what", help="What tiles are worth, or how often standings are won.")
]
Generations = Annotated[
    int, typer.Option("--generations", min=1, help="Each plays by what the last has learnt.")
]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same file.")]
On = Annotated[Where, typer.Option("--on", help="Processes of this machine, or a Ray cluster.")]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, help="Chunks at once; all cores without it.")
]
Address = Annotated[
    str, typer.Option("--address", metavar="HOST:PORT", help="The head of the Ray cluster.")
]
Work = Annotated[
    Path | None,
    typer.Option("--work", metavar="FOLDER", help="Keeps what is played; else FILE.work."),
]
ChunkGames = Annotated[
    int | None,
    typer.Option("--chunk", min=1, help="Games of a chunk; else as many as take some seconds."),
]


def train(
    variant: VariantName,
    out: Out,
    games: Games = 2000,
    generations: Generations = 3,
    what: Learnt = What.LEAVES,
    seed: Seed = 1,
    where: On = Where.PROCESSES,
    workers: Workers = None,
    address: Address = "auto",
    work: Work = None,
    chunk: ChunkGames = None,
    words: WordsName = None,
    settings: Settings = None,
    language: Language = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Learn by self-play what kept tiles are worth; if stopped, the same command goes on."""
    from wordsmith.cli import trainings

    if not out.parent.is_dir():
        raise ParseError("out.no_folder", file=out)
    plan = trainings.plan_of(variant, words, settings or [], (games, generations, seed), what.value)
    folder = work or out.with_name(f"{out.name}.work")
    spoken = spoken_language(language)
    try:
        with closing(trainings.runner_of(plan, where == Where.RAY, workers, address)) as runner:
            text = trainings.trained(plan, folder, runner, chunk, spoken)
    except KeyboardInterrupt:
        if folder.is_dir():
            warn([say(spoken, "cli.train.stopped", folder=str(folder))])
        raise
    trainings.finish(out, text, folder)
    if as_json:
        write_json(trainings.train_answer(plan, out, text))
    else:
        done = say(spoken, "cli.train.done", file=str(out)) if what is What.LEAVES else str(out)
        write_lines([done])
