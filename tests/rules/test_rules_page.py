"""The public page of rules says what the code does."""

import re
from pathlib import Path

import pytest

from wordsmith.lexicon.groups import DEFAULT_GROUPS
from wordsmith.rules.parameters import PARAMETERS, format_rules
from wordsmith.rules.variant import load_variant, variant_ids

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines()]
HEAD = next(row for row in ROWS if row[0] == "parameter")
TABLE = {row[0].strip("`"): dict(zip(HEAD, row, strict=True)) for row in ROWS if len(row) == 7}


def test_the_page_lists_every_parameter_in_order() -> None:
    assert [key for key in TABLE if key in PARAMETERS] == list(PARAMETERS)


@pytest.mark.parametrize("variant_id", variant_ids())
def test_the_page_gives_the_presets(variant_id: str) -> None:
    variant = load_variant(variant_id)
    rules = format_rules(variant.rules)
    assert frozenset(variant.rules.word_groups) == DEFAULT_GROUPS[variant.lexicon]
    rules["word_groups"] = "default"
    assert {key: TABLE[key][variant_id] for key in PARAMETERS} == rules


@pytest.mark.parametrize("key", PARAMETERS)
def test_the_page_says_what_a_parameter_allows_and_means(key: str) -> None:
    assert TABLE[key]["allowed"] == PARAMETERS[key].allowed
    assert re.search(rf"^\* [^:]*`{key}`[^:]*: \S", PAGE, re.MULTILINE)
