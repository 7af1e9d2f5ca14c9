"""Both languages say the same things."""

import re
from collections.abc import Iterator, Mapping

import pytest

from wordsmith.lexicon import GROUPS
from wordsmith.rules.parameters import PARAMETERS
from wordsmith.rules.reasons import Code
from wordsmith.rules.variant import variant_ids
from wordsmith.texts import LANGUAGES, load_catalogue

FORMS = {"ru": {"one", "few", "many", "other"}, "en": {"one", "other"}}
WORDS_OF_OTHER_GAMES = re.compile(r"\b(bingo|rack|blank|lobby|submit)\b", re.IGNORECASE)


def texts(line: str | Mapping[str, str]) -> list[str]:
    return [line] if isinstance(line, str) else list(line.values())


def particulars(line: str | Mapping[str, str]) -> set[str]:
    """What a line asks for; ``n`` only chooses the form where it is not named in all of them."""
    return {name for text in texts(line) for name in re.findall(r"\{(\w+)\}", text)} - {"n"}


def every_line() -> Iterator[tuple[str, str, str | Mapping[str, str]]]:
    for language in LANGUAGES:
        for key, line in load_catalogue(language).items():
            yield language, key, line


def test_both_languages_have_the_same_keys_in_the_same_order() -> None:
    assert list(load_catalogue("ru")) == list(load_catalogue("en"))


def test_both_languages_ask_for_the_same_particulars() -> None:
    russian, english = load_catalogue("ru"), load_catalogue("en")
    assert [key for key in russian if particulars(russian[key]) != particulars(english[key])] == []


def test_a_line_is_plural_in_both_languages_or_in_neither() -> None:
    russian, english = load_catalogue("ru"), load_catalogue("en")
    assert [key for key in russian if type(russian[key]) is not type(english[key])] == []


def test_plural_lines_have_every_form_of_their_language() -> None:
    wrong = [
        (language, key)
        for language, key, line in every_line()
        if not isinstance(line, str) and set(line) != FORMS[language]
    ]
    assert wrong == []


def test_no_line_is_empty_or_has_blanks_at_its_ends_but_those_that_lead_a_word() -> None:
    leading = {"turn.ok", "turn.no", "turn.open", "turn.on_trust"}
    wrong = [
        (language, key)
        for language, key, line in every_line()
        for text in texts(line)
        if not text.strip() or (text != text.strip() and key not in leading)
    ]
    assert wrong == []


def test_english_uses_none_of_the_words_that_frighten() -> None:
    found = {
        key for key, line in load_catalogue("en").items() for text in texts(line)
        if WORDS_OF_OTHER_GAMES.search(text)
    }  # fmt: skip
    assert found == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_the_rules_can_name_has_words(language: str) -> None:
    wanted = {f"reason.{code}" for code in Code}
    wanted |= {f"variant.{name}" for name in variant_ids()}
    wanted |= {f"group.{group}" for groups in GROUPS.values() for group in groups}
    for name, parameter in PARAMETERS.items():
        wanted.add(f"rule.{name}")
        wanted |= {f"rule.{name}.{choice}" for choice in parameter.choices}
    assert wanted - set(load_catalogue(language)) == set()
