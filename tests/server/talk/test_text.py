"""Security rule 9: one line, nothing unseen, no links of guests."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordsmith.server.talk.text import LONGEST, fit_text, without_links


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  two \n\t words ", "two words"),
        ("и\u0306од", "йод"),
        ("a\u200bb\u2060c\ufeffd\u00ade", "abcde"),
        ("\u202egnirts\u202c", "gnirts"),
        ("a\u3164b\u115fc\u2800d", "abcd"),
        ("\x00\x07bell", "bell"),
        ("H" + "\u0300\u0301\u0302\u0303" * 20 + "!", "H\u0300\u0301!"),
        ("well done 👏🏽", "well done 👏🏽"),
        ("👨\u200d👩\u200d👧\u200d👦 came", "👨\u200d👩\u200d👧\u200d👦 came"),
        ("🏴\u200d☠\ufe0f ❤\ufe0f\u200d🔥", "🏴\u200d☠\ufe0f ❤\ufe0f\u200d🔥"),
        ("a\u200db 👏\u200d c\u200d👏 👏\u200d\u200d👏", "ab 👏 c👏 👏👏"),
        ("\u200b \u3164", ""),
    ],
)
def test_text_is_one_line_of_what_can_be_seen(written: str, kept: str) -> None:
    assert fit_text(written) == kept


def test_what_is_too_long_is_cut() -> None:
    assert len(fit_text("word " * 200)) <= LONGEST


@given(st.text())
def test_whatever_is_written_what_is_kept_stays_as_it_is(written: str) -> None:
    kept = fit_text(written)
    assert fit_text(kept) == kept
    assert len(kept) <= LONGEST
    assert not any(unicodedata.category(sign)[0] in "CZ" and sign not in " \u200d" for sign in kept)


def test_a_picture_of_several_is_cut_between_two_of_them() -> None:
    kept = fit_text("a" * (LONGEST - 2) + "👨\u200d👩")
    assert kept == "a" * (LONGEST - 2) + "👨"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("see https://a.example/b?c=d#e now", "see […] now"),
        ("HTTP://A.EXAMPLE", "[…]"),
        ("hxxp://a.example", "[…]"),
        ("http : //a.example/b", "[…]"),
        ("tg://resolve?domain=abc", "[…]"),
        ("www.example.com", "[…]"),
        ("vk.com/id1 и t.me/abc", "[…] и […]"),
        ("сайт.рф", "[…]"),
        ("write to me@example.com", "write to […]"),
        ("//example.com/a", "[…]"),
    ],
)
def test_links_lead_nowhere(text: str, left: str) -> None:
    assert without_links(text) == left


@pytest.mark.parametrize(
    "text", ["Привет.Как дела", "ход 8.H", "e4.e5", "3:0", "2/3 of it", "Да.Нет", "so: //", "a@b"]
)
def test_what_is_no_link_stays(text: str) -> None:
    assert without_links(text) == text
