"""Lines found by bisection."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordsmith.errors import WordsmithError
from wordsmith.lexicon.lines import SortedLines, compile_lines

words = st.text(st.sampled_from("абвёяaz"), min_size=1, max_size=5)


def compiled(lines: dict[str, str]) -> SortedLines:
    text = "".join(f"{key}\t{lines[key]}\n" for key in sorted(lines, key=str.encode))
    return SortedLines(memoryview(compile_lines(text.encode())))


@given(st.dictionaries(words, words, max_size=30), words)
def test_a_line_is_found_by_its_first_field_and_by_nothing_else(
    lines: dict[str, str], asked: str
) -> None:
    found = compiled(lines)
    for key, value in lines.items():
        assert found.find(key) == [key, value]
    assert found.find(asked) == ([asked, lines[asked]] if asked in lines else None)


@given(st.dictionaries(words, words, max_size=30))
def test_all_lines_are_there_in_order(lines: dict[str, str]) -> None:
    found = compiled(lines)
    assert list(found) == [[key, lines[key]] for key in sorted(lines, key=str.encode)]
    assert len(found) == len(lines)


def test_a_line_may_have_one_field_or_many() -> None:
    found = SortedLines(memoryview(compile_lines(b"a\nb\t1\t2\t3\n")))
    assert found.find("a") == ["a"]
    assert found.find("b") == ["b", "1", "2", "3"]
    assert found.find("b\t1") is None


def test_what_is_no_word_is_not_found() -> None:
    found = compiled({"a": "1", "b": "2"})
    assert [found.find(key) for key in ("b\n", "b\t2\n", "b\t2", "\n", "", "\ud800")] == [None] * 6


@pytest.mark.parametrize(
    "wrong",
    [
        b"",
        bytes(4),
        bytes(7),
        struct.pack("=I", 2**32 - 1) + bytes(40),
        struct.pack("=3I", 1, 0, 5) + b"a\n",
        struct.pack("=3I", 1, 1, 2) + b"a\n",
        struct.pack("=4I", 2, 0, 4, 3) + b"a\nb\n",
        struct.pack("=4I", 2, 0, 9, 4) + b"a\nb\n",
        compile_lines(b"a\nb\n")[:-1],
        compile_lines(b"a\nb\n") + b"c",
    ],
    ids=str,
)
def test_what_no_text_compiles_to_is_refused(wrong: bytes) -> None:
    with pytest.raises(WordsmithError, match="compiled lines"):
        SortedLines(memoryview(wrong))


def test_lines_that_are_no_text_are_read_all_the_same() -> None:
    assert SortedLines(memoryview(compile_lines(b"a\t\xff\n"))).find("a") == ["a", "\ufffd"]
