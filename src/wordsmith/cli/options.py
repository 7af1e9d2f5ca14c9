"""Arguments that several commands take."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, ParamSpec

import typer

from wordsmith.cli.output import write_json, write_lines
from wordsmith.cli.speech import spoken_language
from wordsmith.errors import ParseError
from wordsmith.texts import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wordsmith.cli.positions import Question

_Own = ParamSpec("_Own")


def _known_language(language: str | None) -> str | None:
    """The language, if it is one that we speak. ParseError else."""
    if language not in (None, *LANGUAGES):
        raise ParseError("language", language=repr(language), known=", ".join(LANGUAGES))
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


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about a position, and for whom the answer is."""

    question: Question
    language: str
    as_json: bool

    def tell(self, answer: dict[str, Any], lines: Iterable[str]) -> None:
        """Print the answer for programs, or the same for people."""
        if self.as_json:
            write_json(answer)
        else:
            write_lines(lines)


def _question_asked(
    cgp: Cgp,
    variant: VariantName,
    words: WordsName = None,
    settings: Settings = None,
    language: Language = None,
    *,
    as_json: AsJson = False,
) -> Asked:
    """The arguments of every command that asks about one position, and what they mean."""
    from wordsmith.cli import positions

    question = positions.parse_question(cgp, variant, words, settings or [])
    return Asked(question, spoken_language(language), as_json)


def about_position(command: Callable[Concatenate[Asked, _Own], None]) -> Callable[..., None]:
    """A command that is given, before its own arguments, the question that the common ones mean.

    Its own arguments follow the position, its own options the common ones.
    """
    common = inspect.signature(_question_asked, eval_str=True).parameters
    own = list(inspect.signature(command, eval_str=True).parameters.values())[1:]

    def run(*own_arguments: _Own.args, **options: _Own.kwargs) -> None:
        asked = _question_asked(**{name: options.pop(name) for name in common})  # type: ignore[arg-type]
        command(asked, *own_arguments, **options)

    position, *rest = common.values()
    required = [one for one in own if one.default is one.empty]
    optional = [one for one in own if one.default is not one.empty]
    taken = [
        one.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for one in (position, *required, *rest, *optional)
    ]
    run.__name__, run.__doc__, run.__module__ = command.__name__, command.__doc__, __name__
    run.__annotations__ = {one.name: one.annotation for one in taken}
    run.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]
    return run
