"""Leaves in the cache: a file that is not what these weights give is made again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.engine.test_leaves import random_weights
from wordsmith.engine import leaves as leaves_module
from wordsmith.engine.leave_weights import format_leaves
from wordsmith.engine.leaves import Leaves, count_below, leaves_for, table_of
from wordsmith.lexicon.cache import load_cached
from wordsmith.rules.variant import load_variant, with_house_rules

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterator
    from pathlib import Path

VARIANT = with_house_rules(load_variant("friends"), {"rack_size": "4"})  # leaves of three tiles
SYMBOLS, MOST = 27, 3


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache, and leaves that ship for nobody else."""
    text = format_leaves(random_weights(SYMBOLS), VARIANT.alphabet)
    (tmp_path / "friends.tsv").write_text(text, "utf-8")
    monkeypatch.setattr(leaves_module, "_DATA", tmp_path)
    monkeypatch.setenv("WORDSMITH_CACHE", str(tmp_path / "cache"))
    leaves_module._shipped.cache_clear()
    yield tmp_path / "cache"
    leaves_module._shipped.cache_clear()


def fail() -> bytes:
    raise AssertionError("made a second time")


def the_file(cache: Path) -> Path:
    """The one file of leaves that there is."""
    (kept,) = cache.glob("leaves-*.cache")
    return kept


def read_again() -> Leaves:
    """As in another process."""
    leaves_module._shipped.cache_clear()
    return leaves_for(VARIANT)


def right() -> array[int]:
    return table_of(random_weights(SYMBOLS), SYMBOLS, MOST)


def test_a_sound_file_is_not_made_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert leaves_for(VARIANT).values.tolist() == right().tolist()
    monkeypatch.setattr(leaves_module, "table_of", lambda *_: fail())
    assert read_again().values.tolist() == right().tolist()


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: whole[:-4],
        lambda whole: whole[:200],
        lambda whole: b"",
        lambda whole: whole[:-1] + bytes([whole[-1] ^ 1]),
        lambda whole: whole[:300] + bytes([whole[300] ^ 128]) + whole[301:],
    ],
    ids=["last number", "most of it", "all", "last bit", "one bit within"],
)
def test_a_file_that_is_cut_or_damaged_is_made_again(
    cache: Path, damage: Callable[[bytes], bytes]
) -> None:
    leaves_for(VARIANT)
    sound = the_file(cache).read_bytes()
    the_file(cache).write_bytes(damage(sound))
    assert read_again().values.tolist() == right().tolist()
    assert the_file(cache).read_bytes() == sound


def _with(rank: int, value: int) -> bytes:
    table = right()
    table[rank] = value
    return table.tobytes()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        right().tobytes()[:-4],
        right().tobytes()[:-1],
        right().tobytes() + bytes(4),
        table_of(random_weights(SYMBOLS), SYMBOLS, MOST - 1).tobytes(),
        table_of(random_weights(SYMBOLS + 7), SYMBOLS + 7, MOST).tobytes(),
        table_of(random_weights(SYMBOLS, seed=2), SYMBOLS, MOST).tobytes(),
        bytes(4 * count_below(SYMBOLS, MOST + 1)),
        b"\x7f" * (4 * count_below(SYMBOLS, MOST + 1)),
        _with(0, 1),
        _with(1_000, 2**31 - 1),
        _with(1_001, -(2**31)),
        _with(1_002, 2**26),
    ],
    ids=[
        "nothing",
        "a number less",
        "a byte less",
        "a number more",
        "smaller leaves",
        "another alphabet",
        "other weights",
        "zeroes",
        "the same byte",
        "nothing is worth something",
        "the largest number",
        "the least number",
        "more than any leave",
    ],
)
def test_a_sound_file_of_other_content_is_made_again(cache: Path, content: bytes) -> None:
    leaves_for(VARIANT)
    sound, name = the_file(cache).read_bytes(), the_file(cache).stem
    the_file(cache).unlink()
    assert bytes(load_cached(name, lambda: content)) == content
    assert read_again().values.tolist() == right().tolist()
    assert the_file(cache).read_bytes() == sound


def test_the_heaviest_weights_there_may_be_are_read_back(cache: Path, tmp_path: Path) -> None:
    parts = "".join(f"{part}\t{sign}1000000\n" for sign, part in (("", "A"), ("-", "B")))
    parts += "".join(f"{part}\t1000000\n" for part in ("AA", "AAA"))
    parts += "".join(f"{part}\t-1000000\n" for part in ("BB", "BBB"))
    (tmp_path / "friends.tsv").write_text(f"# wordsmith leaves 1\n\n{parts}", "utf-8")
    variant = load_variant("friends")
    made = leaves_for(variant)
    written = the_file(cache).stat().st_ino
    leaves_module._shipped.cache_clear()
    again = leaves_for(variant)
    assert again is not made
    assert again.values == made.values
    assert max(again.values) == -min(again.values) == 1_000_000 * (6 + 15 + 20)
    assert the_file(cache).stat().st_ino == written
