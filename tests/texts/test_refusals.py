"""What may be refused has a sentence in the catalogue, which is given what it asks for."""

from __future__ import annotations

import ast
import pickle
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import wordsmith
from wordsmith.errors import IllegalAction, ParseError, WordsmithError
from wordsmith.rules.reasons import Code, Reason
from wordsmith.texts import LANGUAGES, load_catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = Path(wordsmith.__file__).parent
REFUSED = "cli.refused."
KINDS = re.compile(r"((Wordsmith|Parse|Store|Bus|Mail)Error|\w*Unavailable|CannotListen)$")
CODE = re.compile(r"[a-z_0-9]+(\.[a-z_0-9]+)*")


def refusals() -> Iterator[tuple[str, str, set[str]]]:
    """Where a refusal of the catalogue is made, its code, and its particulars."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
                continue
            code = node.args[0]
            named = isinstance(code, ast.Constant) and CODE.fullmatch(str(code.value))
            if named and KINDS.match(node.func.id):
                given = {word.arg or "**" for word in node.keywords}
                yield f"{path.name}:{node.lineno}", str(code.value), given  # type: ignore[attr-defined]


def wanted(code: str, language: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", str(load_catalogue(language).get(REFUSED + code))))


def test_there_are_refusals_of_every_room() -> None:
    assert len({code for _, code, _ in refusals()}) > 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence_and_gives_it_what_it_asks_for(language: str) -> None:
    lines = load_catalogue(language)
    wrong = [
        (where, code)
        for where, code, given in refusals()
        if REFUSED + code not in lines or ("**" not in given and wanted(code, language) != given)
    ]
    assert wrong == []


def test_every_sentence_of_a_refusal_is_said_somewhere() -> None:
    said = {code for _, code, _ in refusals()}
    lines = {key.removeprefix(REFUSED) for key in load_catalogue("ru") if key.startswith(REFUSED)}
    assert {code for code in lines if not code.startswith("os.")} - said == set()


def test_a_refusal_is_english_as_text_and_speaks_both_languages() -> None:
    error = ParseError("cgp.rows", count=2, layout="friends15", height=15)
    assert str(error) == error.told("en") == "CGP board: 2 rows, and friends15 has 15"
    assert error.told("ru") == "CGP, доска: рядов 2, а в friends15 их 15"


def test_a_refusal_within_a_refusal_is_of_the_same_language() -> None:
    error = ParseError("cgp.row", row=3, why=ParseError("cgp.width", count=14, width=15))
    assert error.told("ru") == "CGP, доска, ряд 3: клеток 14, а должно быть 15"


def test_what_the_system_says_is_told_by_its_number() -> None:
    with pytest.raises(FileNotFoundError) as caught:
        Path("there/is/none").read_bytes()
    error = ParseError("cannot_read", path="there/is/none", why=caught.value)
    assert str(error) == "there/is/none: cannot be read: No such file or directory"
    assert error.told("ru") == "there/is/none: не прочитать: нет такого файла или папки"


def test_what_the_rules_say_is_told_in_words() -> None:
    refusal = IllegalAction(Reason(Code.GAP, (3,)), Reason(Code.NO_TILES))
    error = ParseError("gcg.cannot_lie", place="8G", tiles="C.B", why=refusal)
    assert error.told("ru") == (
        "8G C.B так не положить: между фишками пустая клетка; ничего не выложено"
    )
    assert str(refusal) == "gap; no_tiles"


def test_what_other_programs_say_is_repeated() -> None:
    assert WordsmithError("disk I/O error").told("ru") == "disk I/O error"


def test_a_refusal_comes_whole_from_another_process() -> None:
    error = ParseError("in", where="a", why=ParseError("cgp.scoreless", count=-1))
    assert pickle.loads(pickle.dumps(error)).told("ru") == error.told("ru")
