"""Arguments that several commands take."""

from __future__ import annotations

from typing import Annotated

import typer

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
