"""The shipped files: sound, licensed, and as large as they should be."""

import hashlib
import lzma
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from wordsmith.lexicon import Lexicon
from wordsmith.lexicon.build.curated import read_changes, read_pairs, read_words
from wordsmith.lexicon.tables import (
    SHIPPED_FILES,
    Entry,
    folded,
    format_entry,
    load_table,
)

CHECKSUMS = {
    name: digest
    for digest, _, name in (
        line.partition("  ") for line in (SHIPPED_FILES / "SHA256SUMS").read_text().splitlines()
    )
}
CURATED = SHIPPED_FILES / "ru" / "curated"


@pytest.mark.parametrize("name", sorted(CHECKSUMS))
def test_a_shipped_file_has_its_checksum(name: str) -> None:
    content = (SHIPPED_FILES / name).read_bytes()
    assert hashlib.sha256(content).hexdigest() == CHECKSUMS[name]


def test_every_made_file_is_in_the_list_of_checksums() -> None:
    made = {path.relative_to(SHIPPED_FILES).as_posix() for path in SHIPPED_FILES.rglob("*.xz")}
    assert made == set(CHECKSUMS)
    assert len(made) == 5


def test_the_shipped_files_are_small() -> None:
    assert sum(path.stat().st_size for path in SHIPPED_FILES.rglob("*")) < 5_000_000


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("ru/LICENSE", "Attribution-ShareAlike 4.0 International"),
        ("ru/LICENSE-Lebedev", "Copyright (c) 1997-2008 Alexander I. Lebedev"),
        ("ru/NOTICE", "OpenCorpora"),
        ("ru/NOTICE", "Wiktionary"),
        ("ru/NOTICE", "wordfreq"),
        ("en/NOTICE", "Alan Beale"),
        ("en/LICENSE-SCOWL", "Copyright 2000-2011 by Kevin Atkinson"),
        ("en/LICENSE-SCOWL", "released\n  into the Public Domain"),
        ("en/LICENSE-WordNet", "WordNet 3.0 Copyright 2006 by Princeton University"),
        ("frequency/LICENSE", "Attribution-ShareAlike 4.0 International"),
        ("frequency/NOTICE", "SUBTLEX"),
    ],
)
def test_every_source_is_named_with_its_licence(file: str, says: str) -> None:
    assert says in (SHIPPED_FILES / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["ru/words.tsv.xz", "en/words.tsv.xz", "ru/glosses.tsv.xz"])
def test_lines_are_sorted_and_no_word_is_there_twice(name: str) -> None:
    lines = lzma.decompress((SHIPPED_FILES / name).read_bytes()).splitlines()
    words = [line.partition(b"\t")[0] for line in lines]
    assert words == sorted(set(words))


def test_the_lists_are_as_long_as_they_should_be(
    russian: Lexicon, russian_with_yo: Lexicon, english: Lexicon
) -> None:
    assert 62_000 < len(russian) < 63_000
    assert len(russian) < len(russian_with_yo) < 66_000
    assert 171_000 < len(english) < 175_000
    lengths = Counter(map(len, russian.words))
    assert [lengths[length] for length in (2, 3)] == [69, 538]
    assert max(lengths) == 16
    assert Counter(map(len, english.words))[2] == 96 + 11  # ENABLE's, and QI, ZA ...


@pytest.mark.parametrize("name", ["ru", "en"])
def test_an_entry_comes_back_from_its_line(name: str) -> None:
    table = load_table(name)
    for number, entry in enumerate(table):
        if number % 100 == 0:
            found = table.find(entry.word)
            assert found == entry
            assert format_entry(name, entry).startswith(entry.word)


def test_a_line_is_written_as_it_is_read() -> None:
    plain = Entry("стол", frozenset({"nouns"}), 4.53)
    assert format_entry("ru", plain) == "стол\t\t453"
    full = Entry("елочка", frozenset({"rare", "diminutive"}), 0.0, "ёлка", ("ёлочка",))
    assert format_entry("ru", full) == "елочка\tdiminutive,rare\t\tёлка\tёлочка"


def test_a_word_is_found_in_any_case_and_with_yo() -> None:
    table = load_table("ru")
    assert table.find("ЁЛКА") == table.find("елка") is not None
    assert table.find("елк") is None
    assert folded("ЁЖ") == "еж"


def test_diminutives_name_the_word_they_are_made_of() -> None:
    table = load_table("ru")
    nameless = [entry.word for entry in table if "diminutive" in entry.groups and not entry.lemma]
    assert nameless == []


# -- our own lists ----------------------------------------------------------


def test_every_change_has_a_reason_and_has_been_made() -> None:
    table = load_table("ru")
    changes = read_changes(CURATED / "changes.tsv")
    assert len(changes) > 300
    for change in changes:
        entry = table.find(change.word)
        assert change.reason
        assert (entry is None) == change.dropped, change.word
        if entry:
            assert change.labels_on <= entry.groups, change.word
            assert not change.labels_off & entry.groups, change.word


def test_the_offensive_words_of_our_lists_are_in_the_group() -> None:
    for name in ("ru", "en"):
        table = load_table(name)
        for word in read_words(SHIPPED_FILES / name / "curated" / "offensive.txt"):
            entry = table.find(word)
            assert entry is None or "offensive" in entry.groups or "rude" in entry.groups, word


def test_no_diminutive_is_in_both_lists() -> None:
    plain = read_pairs(CURATED / "diminutives.txt")
    own = read_words(CURATED / "diminutives_of_own_meaning.txt")
    assert set(plain) & own == set()
    assert len(plain) > 2_000
    assert all(word != lemma for word, lemma in plain.items())


def test_no_path_or_host_of_a_builders_machine_is_in_the_files() -> None:
    texts = [p for p in SHIPPED_FILES.rglob("*") if p.is_file() and p.suffix != ".xz"]
    assert texts
    for path in texts:
        assert str(Path.home()) not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["ru", "en"])
def test_a_word_is_spelt_as_its_entry_says_whether_that_is_read_or_not(name: str) -> None:
    table = load_table(name)
    for entry in islice(table, 0, None, 7):
        assert table.spellings(entry.word) == entry.spellings
    assert all("е" in entry.word for entry in table if entry.spellings)
