"""Arguments that several commands take."""

from __future__ import annotations

from typing import Annotated

import typer

from wordsmith.errors import ParseError
from wordsmith.texts import LANGUAGES


def _known_language(language: str | None) -> str | None:
    """The language, if it is one that we speak. ParseError else."""
    if language not in (None, *LANGUAGES):
        raise ParseError(f"--language {language!r}: there are {', '.join(LANGUAGES)}")
    return language


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
Language = Annotated[
    str | None, typer.Option("--language", help="ru or en.", callback=_known_language)
]
