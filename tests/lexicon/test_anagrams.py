"""The table of anagrams against a dictionary of lists, which is slow and obviously right."""

import importlib.util
import random
from array import array
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import permutations
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordsmith.errors import WordsmithError
from wordsmith.lexicon import AnagramTable, Lexicon, anagrams, build_anagrams
from wordsmith.lexicon.anagrams import hash_of, letter_keys, table_of_bytes
from wordsmith.lexicon.wordgraph import LONGEST

few_letters = st.lists(st.lists(st.integers(1, 4), min_size=1, max_size=7).map(bytes), max_size=40)
any_letters = st.lists(
    st.lists(st.integers(1, 127), min_size=1, max_size=12).map(bytes), max_size=40
)


def by_letters(words: Iterable[bytes]) -> dict[bytes, list[bytes]]:
    classes: dict[bytes, list[bytes]] = {}
    for word in sorted(set(words)):
        classes.setdefault(bytes(sorted(word)), []).append(word)
    return classes


def lacking_one(classes: Iterable[bytes]) -> set[bytes]:
    return {letters[:i] + letters[i + 1 :] for letters in classes for i in range(len(letters))}


def parts(table: AnagramTable) -> list[memoryview]:
    return [table.slots, table.classes, table.whole, table.lacking]


@given(few_letters | any_letters)
def test_each_set_of_letters_gives_its_words_in_order(words: list[bytes]) -> None:
    table, classes = build_anagrams(words), by_letters(words)
    for letters, expected in classes.items():
        assert table.words_of(letters) == expected
        assert table.words_of(letters[::-1]) == expected
    for letters in lacking_one(classes):
        assert table.words_of(letters) == classes.get(letters, [])


@given(few_letters, st.lists(st.integers(1, 4), max_size=7).map(bytes))
def test_letters_that_make_no_word_give_none(words: list[bytes], asked: bytes) -> None:
    expected = by_letters(words).get(bytes(sorted(asked)), [])
    assert build_anagrams(words).words_of(asked) == expected


@given(few_letters | any_letters)
def test_the_filters_never_deny_what_is_there(words: list[bytes]) -> None:
    table, classes = build_anagrams(words), by_letters(words)
    assert all(table.may_be_word(hash_of(letters)) for letters in classes)
    assert all(table.may_lack_one(hash_of(letters)) for letters in lacking_one(classes))


@given(few_letters | any_letters)
def test_the_table_is_laid_out_as_the_contract_says(words: list[bytes]) -> None:
    table, classes = build_anagrams(words), by_letters(words)
    slots = [tuple(table.slots[at : at + 2]) for at in range(0, len(table.slots), 2)]
    assert len(slots) >= max(2, 2 * len(classes))
    assert len(slots) == 1 << table.bits
    found = {}
    for number, (low, place) in enumerate(slots):
        if place:
            of_class = table.class_at(place - 1)
            asked = hash_of(of_class[0])
            assert low == asked & 0xFFFFFFFF
            home = asked >> (64 - table.bits)
            between = range(home, number + (len(slots) if number < home else 0))
            assert all(slots[slot % len(slots)][1] for slot in between)
            found[bytes(sorted(of_class[0]))] = of_class
    assert found == classes
    assert len(table.classes) == sum(3 + sum(map(len, group)) for group in classes.values())


@cache
def plain_python_kernel() -> ModuleType:
    path = Path(anagrams.__file__).with_name("_anagrams.py")
    spec = importlib.util.spec_from_file_location("plain_anagrams", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@settings(max_examples=20)
@given(few_letters | any_letters)
def test_the_kernel_gives_the_same_table_compiled_and_as_plain_python(words: list[bytes]) -> None:
    compiled = build_anagrams(words)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(anagrams, "_anagrams", plain_python_kernel())
        assert parts(build_anagrams(words)) == parts(compiled)
        assert parts(table_of_bytes(memoryview(compiled.to_bytes()))) == parts(compiled)


@given(few_letters)
def test_the_order_of_the_words_makes_no_difference(words: list[bytes]) -> None:
    again = build_anagrams(iter([*reversed(words), *words]))
    assert again.to_bytes() == build_anagrams(words).to_bytes()


def test_different_letters_with_one_hash_are_both_kept_and_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keys = array("Q", [0, 1, 2, 3, *range(4, 128)])  # 1 + 3 = 2 + 2 = 4
    monkeypatch.setattr(anagrams, "letter_keys", lambda: memoryview(keys))
    words = [bytes([1, 3]), bytes([2, 2]), bytes([3, 1]), bytes([4]), bytes([1, 1, 1, 1])]
    table = build_anagrams(words)
    assert table.words_of(bytes([3, 1])) == [bytes([1, 3]), bytes([3, 1])]
    assert table.words_of(bytes([2, 2])) == [bytes([2, 2])]
    assert table.words_of(bytes([4])) == [bytes([4])]
    assert table.words_of(bytes([1, 1, 1, 1])) == [bytes([1, 1, 1, 1])]
    assert table.words_of(bytes([1, 1, 2])) == []
    assert table_of_bytes(memoryview(table.to_bytes())).words_of(bytes([4])) == [bytes([4])]


def test_the_hash_of_two_sets_put_together_is_the_sum_of_theirs() -> None:
    keys = letter_keys()
    assert (len(keys), keys.format, keys[0], keys.readonly) == (128, "Q", 0, True)
    assert len(set(keys)) == 128
    assert hash_of(b"") == 0
    assert hash_of(bytes([5, 0, 5])) == 2 * keys[5] % 2**64
    first, second = bytes([1, 9, 127]), bytes([9, 32])
    assert hash_of(first + second) == (hash_of(first) + hash_of(second)) % 2**64


def test_the_keys_are_those_of_splitmix64() -> None:
    # the known first numbers of the generator from the states 0 and 1234567
    assert anagrams._random64(0) == 0xE220A8397B1DCDAF
    assert anagrams._random64(1234567) == 6457827717110365317


def test_a_whole_language_comes_back(english: Lexicon) -> None:
    table, classes = english.anagrams, by_letters(english.graph)
    assert len(table.classes) == sum(3 + sum(map(len, group)) for group in classes.values())
    chosen = random.Random(4).sample(sorted(classes), 4000)
    assert all(table.words_of(letters) == classes[letters] for letters in chosen)
    assert all(table.may_be_word(hash_of(letters)) for letters in chosen)
    lacking = lacking_one(chosen)
    assert all(table.may_lack_one(hash_of(letters)) for letters in lacking)
    other = [bytes(random.Random(seed).choices(range(1, 27), k=7)) for seed in range(4000)]
    wrong = [letters for letters in other if bytes(sorted(letters)) not in classes]
    said = sum(table.may_be_word(hash_of(letters)) for letters in wrong)
    assert said < len(wrong) / 10  # a filter that is full would say yes to all


def test_the_everyday_words_have_a_table_of_their_own(english: Lexicon) -> None:
    graph, table = english.everyday_graph(4.5), english.everyday_anagrams(4.5)
    classes = by_letters(graph)
    assert len(table.classes) == sum(3 + sum(map(len, group)) for group in classes.values())
    assert all(table.words_of(letters) == words for letters, words in classes.items())


def test_a_table_without_words_knows_none() -> None:
    table = build_anagrams([])
    assert table.words_of(bytes([1])) == []
    assert table.words_of(b"") == []
    assert table.longest == 0
    assert table_of_bytes(memoryview(table.to_bytes())).longest == 0
    assert not table.may_be_word(hash_of(bytes([1])))
    assert not table.may_lack_one(0)


def test_the_empty_word_and_words_that_fit_no_board_are_left_out() -> None:
    longest, too_long = bytes([127] * LONGEST), bytes([127] * (LONGEST + 1))
    table = build_anagrams([b"", longest, too_long])
    assert table.words_of(longest) == [longest]
    assert table.longest == LONGEST
    assert table.words_of(too_long) == []
    assert table.words_of(b"") == []


@pytest.mark.parametrize("word", [bytes([1, 0, 2]), bytes([0]), bytes([1, 128]), bytes([255])])
def test_what_is_no_letter_is_refused(word: bytes) -> None:
    with pytest.raises(WordsmithError, match="not from 1 to 127"):
        build_anagrams([bytes([1, 2]), word])


def test_as_many_words_of_the_same_letters_as_two_bytes_can_count() -> None:
    words = [bytes(word) for word in permutations(range(1, 10))][: anagrams.MOST_ANAGRAMS + 1]
    table = build_anagrams(words[:-1])
    assert table.words_of(words[0]) == words[:-1]
    with pytest.raises(WordsmithError, match="65536 words have the same letters"):
        build_anagrams(words)


def test_the_table_cannot_be_written_to() -> None:
    for part in parts(build_anagrams([bytes([1, 2])])):
        with pytest.raises(TypeError):
            part[0] = 1


# -- from a file --------------------------------------------------------------------------------

WORDS = [bytes([1, 2]), bytes([2, 1]), bytes([3, 3, 3]), bytes([4])]


def altered(*changes: tuple[str, int, int]) -> memoryview:
    """The bytes of a small table with other numbers in it."""
    table = build_anagrams(WORDS)
    fields = {
        name: array(view.format, view) for name, view in zip(NAMES, parts(table), strict=True)
    }
    for name, at, value in changes:
        fields[name][at] = value
    views = {name: memoryview(field) for name, field in fields.items()}
    return memoryview(AnagramTable(**views, longest=table.longest).to_bytes())


NAMES = ("slots", "classes", "whole", "lacking")


def first_taken(table: AnagramTable) -> int:
    return next(at for at in range(1, len(table.slots), 2) if table.slots[at])


def test_a_table_comes_back_from_its_bytes() -> None:
    table = build_anagrams(WORDS)
    again = table_of_bytes(memoryview(table.to_bytes()))
    assert parts(again) == parts(table)
    assert all(part.readonly for part in parts(again))
    assert again.longest == table.longest == 3
    assert table_of_bytes(altered()).words_of(bytes([2, 1])) == WORDS[:2]


@pytest.mark.parametrize("place", [2, 16, 17, 18, 2**32 - 1])
def test_a_place_outside_is_found(place: int) -> None:
    at = first_taken(build_anagrams(WORDS))
    with pytest.raises(WordsmithError, match="astray"):
        table_of_bytes(altered(("slots", at, place)))


def test_a_table_without_a_free_slot_is_found_for_no_probe_would_end() -> None:
    table = build_anagrams(WORDS)
    changes = [("slots", at, 1) for at in range(1, len(table.slots), 2)]
    with pytest.raises(WordsmithError, match="astray"):
        table_of_bytes(altered(*changes))


@pytest.mark.parametrize(
    ("at", "value"),
    [(0, 0), (0, 65), (0, 200), (1, 0), (1, 3), (1, 255), (2, 1), (3, 0), (3, 128)],
    ids=str,
)
def test_a_class_that_does_not_end_or_has_other_codes_is_found(at: int, value: int) -> None:
    with pytest.raises(WordsmithError, match="astray"):
        table_of_bytes(altered(("classes", at, value)))


@pytest.mark.parametrize("damage", ["", "short", "long", "whole", "lacking", "slots", "huge"])
def test_parts_of_impossible_sizes_are_found(damage: str) -> None:
    kept = bytearray(build_anagrams(WORDS).to_bytes())
    sizes = array("Q", bytes(kept[:32]))
    more = {"long": b"more", "": b"", "short": b""}.get(damage)
    if more is not None:
        kept = kept[: {"": 0, "short": 31, "long": len(kept)}[damage]] + more
    else:
        number = {"whole": 0, "lacking": 1, "slots": 2, "huge": 3}[damage]
        sizes[number] = 2**61 if damage == "huge" else sizes[number] + 2
        kept[:32] = sizes.tobytes()
    with pytest.raises(WordsmithError, match=r"too short|impossible sizes"):
        table_of_bytes(memoryview(kept))


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 255))
def test_whatever_byte_is_wrong_no_reading_leaves_the_table(at: int, flip: int) -> None:
    kept = bytearray(build_anagrams(WORDS).to_bytes())
    kept[at % len(kept)] ^= flip
    try:
        table = table_of_bytes(memoryview(kept))
    except WordsmithError:
        return
    for letters in [*map(bytes, WORDS), bytes([1]), bytes([1, 1, 2])]:
        assert all(Counter(word) == Counter(letters) for word in table.words_of(letters)[:1])
