"""The command line as a whole; each command is in a module of its kind."""

from __future__ import annotations

from typing import Annotated

import typer

from wordsmith.cli import (
    lexicon_commands,
    moderator_commands,
    moving_commands,
    question_commands,
    site_commands,
    table_commands,
    training_commands,
)
from wordsmith.cli.output import write_lines

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Wordsmith (Словодел), Эрудит and the crossword games: play, ask, replay.",
)


@app.callback(invoke_without_command=True)
def _start(
    *, version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False
) -> None:
    if version:
        from importlib.metadata import version as version_of

        write_lines([version_of("wordsmith")])
        raise typer.Exit


for command in (
    site_commands.serve,
    table_commands.play,
    question_commands.word,
    table_commands.arena,
    training_commands.train,
    question_commands.judge,
    question_commands.moves,
    question_commands.best,
    question_commands.hints,
    question_commands.replay,
    site_commands.worker,
    site_commands.doctor,
    site_commands.backup,
    question_commands.verify,
    moving_commands.migrate,
):
    app.command()(command)
app.command("export")(moving_commands.export_site)
app.command("import")(moving_commands.import_site)
app.add_typer(lexicon_commands.app, name="lexicon")
app.add_typer(moderator_commands.app, name="moderator")
