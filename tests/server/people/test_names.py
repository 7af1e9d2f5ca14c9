"""Security rule 9: names that can be read, told apart, and shown to children."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.people.names import (
    LONGEST_NAME,
    Names,
    apart,
    fit_login,
    fit_name,
    look_alike,
)

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("  Анна  Петровна ", "Анна Петровна"),
        ("A\nB\tC", "A B C"),
        ("Bo\u202eris\u200b\x00", "Boris"),
        ("e\u0301", "é"),
        ("ＡＢＣ①", "ABC1"),
        ("Ж" + "\u0301" * 30, "Ж\u0301\u0301"),
        ("<b>", "<b>"),
        ("x" * 60, "x" * LONGEST_NAME),
        ("", ""),
        ("\u200b\u2060\ufeff", ""),
    ],
)
def test_a_name_is_one_line_of_signs_that_can_be_seen(given_name: str, shown: str) -> None:
    """Security rule 9: NFKC, invisible signs, length."""
    assert fit_name(given_name) == shown


@given(st.text(max_size=80))
def test_a_name_that_was_fitted_fits(name: str) -> None:
    fitted = fit_name(name)
    assert len(fitted) <= LONGEST_NAME
    assert fit_name(fitted) == fitted
    assert "\n" not in fitted


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Анна", "Aннa"),
        ("Анна", "АННА"),
        ("Артём", "Артем"),
        ("Bob 1", "Bob l"),
        ("Ольга", "0льга"),
        ("Ан на", "Анна"),
        ("Анна.", "Анна"),
        ("paypal", "раураl"),
    ],
)
def test_names_that_are_taken_for_each_other_are_found(name: str, other: str) -> None:
    """Security rule 9: confusables."""
    assert look_alike(name, other)
    assert look_alike(other, name)


@pytest.mark.parametrize(
    ("name", "other"), [("Анна", "Инна"), ("Анна", "Анна 2"), ("Оля", "Поля"), ("😀", "😃")]
)
def test_names_that_differ_stay_different(name: str, other: str) -> None:
    assert not look_alike(name, other)


@pytest.mark.parametrize(
    ("name", "others", "shown"),
    [
        ("Анна", [], "Анна"),
        ("Анна", ["Борис"], "Анна"),
        ("Анна", ["Aнна"], "Анна 2"),
        ("анна", ["Анна", "Анна 2"], "анна 3"),
        ("", ["", "Анна"], ""),
        ("!", ["?"], "! 2"),
    ],
)
def test_the_second_of_two_alike_gets_a_number(name: str, others: list[str], shown: str) -> None:
    """Security rule 9: nobody is refused for being called like somebody."""
    assert apart(name, others) == shown


@given(st.text(max_size=50).map(fit_name), st.lists(st.text(max_size=50).map(fit_name)))
def test_a_name_set_apart_looks_like_none_of_the_others(name: str, others: list[str]) -> None:
    shown = apart(name, others)
    assert len(shown) <= LONGEST_NAME
    assert not shown or not any(look_alike(shown, other) for other in others if other)


@pytest.mark.parametrize(
    ("text", "login"),
    [("Anna", "anna"), (" АННА ", "анна"), ("a_b-c.d", "a_b-c.d"), ("ёжик7", "ёжик7")],
)
def test_a_log_in_is_kept_folded(text: str, login: str) -> None:
    assert fit_login(text) == login


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ab", "length"),
        ("a" * 25, "length"),
        ("", "length"),
        ("аnna", "mixed"),
        ("an na", "signs"),
        ("1anna", "signs"),
        ("anna_", "signs"),
        ("an__na", "signs"),
        ("ann\u00e9", "signs"),
        ("anna\u200b", "signs"),
        ("../etc", "signs"),
        ("άννα", "signs"),
    ],
)
def test_what_cannot_be_a_log_in_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(Refusal) as refused:
        fit_login(text)
    assert (refused.value.code, refused.value.detail["why"]) == ("bad_name", why)


def test_offensive_names_and_log_ins_are_refused() -> None:
    """Security rule 9: the word lists of the site."""
    names = Names(lambda text: "bad" in text.lower())
    assert names.shown("Boris") == "Boris"
    assert names.shown("") == ""
    assert names.login("boris") == "boris"
    for refuse in (names.shown, names.login):
        with pytest.raises(Refusal) as refused:
            refuse("TooBad")
        assert refused.value.detail == {"why": "offensive"}
