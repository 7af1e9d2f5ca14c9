import dataclasses
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordsmith.errors import ParseError
from wordsmith.rules.parameters import (
    PARAMETERS,
    Check,
    Rules,
    format_rules,
    parse_rule,
    parse_rules,
)
from wordsmith.rules.variant import load_variant, variant_ids

NUMBERS = [key for key, parameter in PARAMETERS.items() if parameter.least is not None]
CHOICES = [(key, choice) for key, parameter in PARAMETERS.items() for choice in parameter.choices]


def test_the_names_of_the_parameters_are_the_fields_of_the_rules() -> None:
    assert list(PARAMETERS) == [field.name for field in dataclasses.fields(Rules)]


@pytest.mark.parametrize("variant_id", variant_ids())
def test_rules_read_back_from_what_is_written(variant_id: str) -> None:
    rules = load_variant(variant_id).rules
    assert parse_rules(format_rules(rules)) == rules


@pytest.mark.parametrize(("key", "choice"), CHOICES)
def test_every_choice_that_is_offered_is_taken_and_written_alike(key: str, choice: str) -> None:
    assert PARAMETERS[key].format(parse_rule(key, choice)) == choice


@pytest.mark.parametrize("key", NUMBERS)
def test_a_number_is_taken_from_its_least_to_its_most(key: str) -> None:
    parameter = PARAMETERS[key]
    assert parameter.least is not None
    assert parameter.most is not None
    for number in (parameter.least, parameter.most):
        assert parse_rule(key, str(number)) == number
    for beyond in (parameter.least - 1, parameter.most + 1):
        with pytest.raises(ParseError):
            parse_rule(key, str(beyond))


@pytest.mark.parametrize("key", PARAMETERS)
@pytest.mark.parametrize("text", ["", "?", " 7", "7.5", "-1", "٣", "Yes!", "one two", "9" * 5000])
def test_a_value_that_is_not_allowed_is_refused_with_what_is(key: str, text: str) -> None:
    complaint = f"rule {key}: {text!r} is not one of: {PARAMETERS[key].allowed}"
    with pytest.raises(ParseError, match=f"^{re.escape(complaint)}$"):
        parse_rule(key, text)


def test_an_unknown_rule_is_refused_with_the_list_of_all() -> None:
    with pytest.raises(ParseError, match="unknown rule 'tempo'; there are seats, seating"):
        parse_rule("tempo", "1")


def test_missing_rules_are_named() -> None:
    texts = format_rules(load_variant("classic").rules)
    del texts["check"], texts["seats"]
    with pytest.raises(ParseError, match="missing rules: check, seats"):
        parse_rules(texts)


@pytest.mark.parametrize(
    ("text", "seats", "written"),
    [
        ("2", (2, 2), "2"),
        ("2-2", (2, 2), "2"),
        ("2-4", (2, 4), "2-4"),
        ("3-4", (3, 4), "3-4"),
    ],
)
def test_seats_are_a_number_or_from_least_to_most(
    text: str, seats: tuple[int, int], written: str
) -> None:
    assert parse_rule("seats", text) == seats
    assert PARAMETERS["seats"].format(seats) == written


@pytest.mark.parametrize("text", ["1", "5", "4-2", "2-5", "2-", "-2", "2-3-4", "1-2"])
def test_seats_that_no_table_has_are_refused(text: str) -> None:
    with pytest.raises(ParseError, match="rule seats"):
        parse_rule("seats", text)


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("tile_bag_turns", "always", None),
        ("tile_bag_turns", "never", 0),
        ("tile_bag_turns", "2", 2),
        ("target_score", "none", None),
        ("target_score", "300", 300),
        ("repeat_words", "no", False),
        ("repeat_words", "yes", True),
    ],
)
def test_names_stand_for_numbers_and_truths(key: str, text: str, value: object) -> None:
    assert parse_rule(key, text) == value
    assert PARAMETERS[key].format(value) == text


@pytest.mark.parametrize("text", ["nouns++terms", "+nouns", "nouns+", "сущ", "nouns,terms"])
def test_word_groups_are_names_joined_by_plus(text: str) -> None:
    with pytest.raises(ParseError, match="names of groups joined by"):
        parse_rule("word_groups", text)


@given(st.lists(st.sampled_from(["nouns", "plural_only", "terms", "rude"]), min_size=1))
def test_a_group_named_twice_counts_once(names: list[str]) -> None:
    assert parse_rule("word_groups", "+".join(names)) == tuple(dict.fromkeys(names))


@given(st.text(max_size=12), st.sampled_from(list(PARAMETERS)))
def test_any_text_is_read_or_refused_and_what_is_read_is_written_in_one_way(
    text: str, key: str
) -> None:
    try:
        value = parse_rule(key, text)
    except ParseError:
        return
    written = PARAMETERS[key].format(value)
    assert parse_rule(key, written) == value


@pytest.mark.parametrize(
    ("check", "is_challenge", "bonus"),
    [
        (Check.REFUSE, False, 0),
        (Check.VOTE, False, 0),
        (Check.CHALLENGE_SINGLE, True, 0),
        (Check.CHALLENGE_DOUBLE, True, 0),
        (Check.CHALLENGE_5, True, 5),
        (Check.CHALLENGE_10, True, 10),
    ],
)
def test_what_each_way_of_checking_words_means(
    check: Check, is_challenge: bool, bonus: int
) -> None:
    assert (check.is_challenge, check.bonus_per_word) == (is_challenge, bonus)
