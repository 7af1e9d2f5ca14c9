"""Graphs and tables of anagrams in the cache: shared, and made again where they are not right."""

import subprocess
import sys
from pathlib import Path

import pytest

from wordsmith.lexicon import Lexicon, build_anagrams, build_graph, load_word_file
from wordsmith.lexicon.cache import load_cached
from wordsmith.rules.alphabet import ALPHABETS


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WORDSMITH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def fail() -> bytes:
    raise AssertionError("made a second time")


def test_a_graph_is_read_from_the_cache_and_built_again_when_damaged(
    folder: Path, tmp_path: Path
) -> None:
    path = tmp_path / "words.txt"
    path.write_text("cat\ndog\n")
    assert "CAT" in load_word_file(path, ALPHABETS["en"])
    (kept,) = folder.glob("en-graph-*.cache")
    kept.write_bytes(kept.read_bytes()[:40])
    again = load_word_file(path, ALPHABETS["en"])
    assert "CAT" in again
    assert "COT" not in again


def test_another_list_of_the_same_name_has_another_graph(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("cat\n")
    assert "CAT" in load_word_file(path, ALPHABETS["en"])
    path.write_text("cot\n")
    assert "CAT" not in load_word_file(path, ALPHABETS["en"])


# -- two processes ------------------------------------------------------------------------------

BUILDER = """
import hashlib, sys
from pathlib import Path
from wordsmith.lexicon import load_word_file
from wordsmith.rules.alphabet import ALPHABETS
lexicon = load_word_file(Path(sys.argv[1]), ALPHABETS["en"])
sys.stdin.readline()
words = lexicon.words
table = [lexicon.anagrams.words_of(word) for word in lexicon.graph]
print(len(words), hashlib.sha256(repr(table).encode()).hexdigest())
"""


def test_processes_that_build_one_list_at_the_same_time_do_not_meet(
    folder: Path, tmp_path: Path
) -> None:
    path = tmp_path / "words.txt"
    letters = "abcdefgh"
    path.write_text(
        "\n".join(a + b + c + d for a in letters for b in letters for c in letters for d in letters)
    )
    builders = [
        subprocess.Popen(
            [sys.executable, "-c", BUILDER, path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for builder in builders:
        assert builder.stdin
        builder.stdin.write("now\n")
        builder.stdin.flush()
    said = {builder.communicate(timeout=120)[0] for builder in builders}
    assert len(said) == 1
    assert said.pop().startswith("4096 ")
    assert not list(folder.glob("*.new"))
    lexicon = load_word_file(path, ALPHABETS["en"])
    assert lexicon.is_built
    assert "HEAD" in lexicon


# -- word graphs and tables of anagrams -----------------------------------------------------------


def words_file(tmp_path: Path, words: str) -> Lexicon:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(words.split()))
    return load_word_file(path, ALPHABETS["en"])


@pytest.mark.parametrize("kind", ["graph", "anagrams"])
@pytest.mark.parametrize("damage", ["other words", "more letters", "ones", "zeroes", "nothing"])
def test_sound_files_of_other_content_are_made_again(
    folder: Path, tmp_path: Path, kind: str, damage: str
) -> None:
    lexicon = words_file(tmp_path, "cat act dog")
    assert "CAT" in lexicon
    assert lexicon.anagrams.words_of(lexicon.alphabet.encode("TAC"))
    (kept,) = folder.glob(f"en-{kind}-*.cache")
    make = build_graph if kind == "graph" else build_anagrams
    put: bytes | memoryview
    if damage == "other words":
        other = words_file(tmp_path, "cot dig")
        assert "COT" in other
        assert other.anagrams
        (put_file,) = set(folder.glob(f"en-{kind}-*.cache")) - {kept}
        kept.write_bytes(put_file.read_bytes())
    else:
        size = len(load_cached(kept.stem, fail))
        put = {
            "more letters": make([bytes([27, 1])]).to_bytes(),
            "ones": b"\xff" * size,
            "zeroes": bytes(size),
            "nothing": b"",
        }[damage]
        kept.unlink()
        load_cached(kept.stem, lambda: put)
    again = words_file(tmp_path, "cat act dog")
    assert again.words == ("ACT", "CAT", "DOG")
    assert again.anagrams.words_of(again.alphabet.encode("TAC")) == [
        again.alphabet.encode("ACT"),
        again.alphabet.encode("CAT"),
    ]
