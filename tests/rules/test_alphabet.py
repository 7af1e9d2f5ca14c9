import pytest

from wordsmith.rules.alphabet import ALPHABETS, LAID_WILD, WILD

ALL = pytest.mark.parametrize("alphabet_id", list(ALPHABETS))


@ALL
def test_codes_count_the_letters_from_one(alphabet_id: str) -> None:
    alphabet = ALPHABETS[alphabet_id]
    assert [alphabet.code(letter) for letter in alphabet.letters] == list(
        range(1, len(alphabet) + 1)
    )


@ALL
def test_a_word_reads_back_from_its_codes(alphabet_id: str) -> None:
    alphabet = ALPHABETS[alphabet_id]
    assert alphabet.decode(alphabet.encode(alphabet.letters)) == alphabet.letters


@ALL
def test_a_wild_tile_on_the_board_is_a_small_letter_that_reads_as_a_capital(
    alphabet_id: str,
) -> None:
    alphabet = ALPHABETS[alphabet_id]
    for letter in alphabet.letters:
        code = alphabet.code(letter)
        assert code is not None
        assert alphabet.sign(code) == letter
        assert alphabet.sign(code | LAID_WILD) == letter.lower()
        assert alphabet.letter(code | LAID_WILD) == letter


@ALL
def test_tiles_read_and_lie_as_each_of_them_does_alone(alphabet_id: str) -> None:
    alphabet = ALPHABETS[alphabet_id]
    codes = bytes([*range(len(alphabet) + 1), *range(LAID_WILD, LAID_WILD + len(alphabet) + 1)])
    assert alphabet.decode(codes) == "".join([alphabet.letter(code) for code in codes])
    cells = codes[1:] + bytes(3)
    assert alphabet.draw(cells) == "".join([alphabet.sign(code) for code in codes[1:]]) + "..."


def test_a_wild_tile_in_a_hand_is_a_question_mark() -> None:
    assert ALPHABETS["ru"].letter(WILD) == "?"


@pytest.mark.parametrize(
    ("alphabet_id", "written", "read"),
    [
        ("ru", "ёлка", "ЕЛКА"),
        ("ru", "Ёж", "ЕЖ"),
        ("ru", "е\N{COMBINING DIAERESIS}ж", "ЕЖ"),
        ("ru", "и\N{COMBINING BREVE}од", "ЙОД"),
        ("ru-yo", "ёлка", "ЁЛКА"),
        ("ru-yo", "е\N{COMBINING DIAERESIS}ж", "ЁЖ"),
        ("en", "qi", "QI"),
    ],
)
def test_letters_without_a_tile_fold_into_those_that_have_one(
    alphabet_id: str, written: str, read: str
) -> None:
    assert ALPHABETS[alphabet_id].fold(written) == read


@pytest.mark.parametrize(
    ("alphabet_id", "word", "spells"),
    [
        ("ru", "ЕЖ", True),
        ("ru", "ЁЖ", False),
        ("ru-yo", "ЁЖ", True),
        ("ru", "CAT", False),
        ("en", "CAT", True),
        ("en", "САТ", False),
        ("en", "CAFÉ", False),
    ],
)
def test_an_alphabet_knows_its_own_letters(alphabet_id: str, word: str, spells: bool) -> None:
    assert ALPHABETS[alphabet_id].spells(word) is spells


def test_the_alphabet_with_a_tile_of_yo_keeps_two_letters_apart() -> None:
    alphabet = ALPHABETS["ru-yo"]
    assert alphabet.code("Ё") != alphabet.code("Е")
    assert ALPHABETS["ru"].code("Ё") is None
