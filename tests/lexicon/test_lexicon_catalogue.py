"""Which lexicons there are, and word lists of somebody's own."""

from pathlib import Path

import pytest

from wordsmith.errors import ParseError
from wordsmith.lexicon import SHIPPED, load_lexicon, load_word_file
from wordsmith.rules.alphabet import ALPHABETS
from wordsmith.rules.reasons import WhyNot


def word_file(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    path = folder / "own words.txt"
    path.write_bytes(text.encode(encoding))
    return path


def test_two_lexicons_are_shipped() -> None:
    assert SHIPPED == ("ru", "en")


def test_a_lexicon_asked_for_twice_is_the_same() -> None:
    groups = ["modern", "words"]
    assert load_lexicon("en", ALPHABETS["en"]) is load_lexicon("en", ALPHABETS["en"], groups)


def test_an_unknown_lexicon_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(ParseError, match="no such lexicon: de; there are ru, en"):
        load_lexicon("de", ALPHABETS["en"])


def test_a_lexicon_is_not_spelt_with_the_alphabet_of_another_language() -> None:
    with pytest.raises(ParseError, match="lexicon en cannot be spelt with the alphabet ru-yo"):
        load_lexicon("en", ALPHABETS["ru-yo"])


def test_a_word_file_holds_a_word_a_line_in_any_case(tmp_path: Path) -> None:
    path = word_file(tmp_path, "Cat\n\n# a comment\n  dog  \nEMU # a bird\r\nemu\n")
    lexicon = load_word_file(path, ALPHABETS["en"])
    assert lexicon.words == ("CAT", "DOG", "EMU")
    assert lexicon.name == "own words"
    assert lexicon.groups is None


def test_a_byte_order_mark_is_no_letter(tmp_path: Path) -> None:
    lexicon = load_word_file(word_file(tmp_path, "кот\n", "utf-8-sig"), ALPHABETS["ru"])
    assert lexicon.words == ("КОТ",)


def test_letters_made_of_two_characters_are_read_as_one(tmp_path: Path) -> None:
    decomposed = "чаи\N{COMBINING BREVE}ник\nе\N{COMBINING DIAERESIS}ж\n"
    path = word_file(tmp_path, decomposed)
    assert load_word_file(path, ALPHABETS["ru"]).words == ("ЕЖ", "ЧАЙНИК")
    assert load_word_file(path, ALPHABETS["ru-yo"]).words == ("ЁЖ", "ЧАЙНИК")


def test_yo_is_folded_only_where_there_is_no_such_tile(tmp_path: Path) -> None:
    path = word_file(tmp_path, "ёлка\n")
    assert "ЕЛКА" in load_word_file(path, ALPHABETS["ru"])
    with_yo = load_word_file(path, ALPHABETS["ru-yo"])
    assert "ЁЛКА" in with_yo
    assert "ЕЛКА" not in with_yo  # somebody's own list is taken at its word


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("cat\nкот\n", r"own words\.txt, line 2: 'К' \(CYRILLIC CAPITAL LETTER KA\)"),
        ("cat\n\nice cream\n", r"line 3: ' ' \(SPACE\) is no letter of the alphabet en"),
        ("don't\n", r"line 1: \"'\" \(APOSTROPHE\)"),
        ("a1\n", r"line 1: '1' \(DIGIT ONE\)"),
    ],
)
def test_a_foreign_letter_is_refused_with_file_line_and_letter(
    tmp_path: Path, text: str, complaint: str
) -> None:
    with pytest.raises(ParseError, match=complaint):
        load_word_file(word_file(tmp_path, text), ALPHABETS["en"])


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match=r"none\.txt: cannot be read: No such file"):
        load_word_file(tmp_path / "none.txt", ALPHABETS["en"])
    with pytest.raises(ParseError, match="cannot be read"):
        load_word_file(tmp_path, ALPHABETS["en"])


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = word_file(tmp_path, "cat\nкот\n", "utf-16")
    with pytest.raises(ParseError, match="byte 1 is not UTF-8 text"):
        load_word_file(path, ALPHABETS["en"])


def test_words_too_short_or_too_long_for_a_board_do_no_harm(tmp_path: Path) -> None:
    path = word_file(tmp_path, f"a\ncat\n{'z' * 16}\n{'y' * 100}\n")
    lexicon = load_word_file(path, ALPHABETS["en"])
    assert lexicon.words == ("CAT", "Z" * 16)
    assert "A" not in lexicon
    assert "Y" * 100 not in lexicon


def test_an_empty_file_is_a_lexicon_without_words(tmp_path: Path) -> None:
    lexicon = load_word_file(word_file(tmp_path, "# nothing yet\n"), ALPHABETS["en"])
    assert len(lexicon) == 0
    assert "CAT" not in lexicon
    assert lexicon.words == ()


def test_of_a_word_that_is_not_in_an_own_list_no_more_is_said(tmp_path: Path) -> None:
    lexicon = load_word_file(word_file(tmp_path, "кот\n"), ALPHABETS["ru"])
    assert lexicon.why_not("ДОМА") == WhyNot("not_in_list")


def test_what_is_known_of_a_word_is_known_in_an_own_list_too(tmp_path: Path) -> None:
    lexicon = load_word_file(word_file(tmp_path, "ёлка\nжопа\nврзнк\n"), ALPHABETS["ru"])
    assert lexicon.zipf("ЕЛКА") > 3
    assert lexicon.zipf("ВРЗНК") == 0
    assert lexicon.shown("ЕЛКА") == "ЁЛКА"
    assert lexicon.gloss("ЕЛКА")
    assert lexicon.is_offensive("ЖОПА")
    assert len(lexicon.everyday_graph(0)) == 2
