"""What is prepared for a table: nothing is left to be built in the first move of a bot."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from wordsmith.bots.levels import LEVELS
from wordsmith.bots.vocabulary import all_known
from wordsmith.engine.lanes import has_lanes
from wordsmith.rules.game import Game
from wordsmith.rules.referee import Shuffle
from wordsmith.rules.variant import Variant, load_variant, with_house_rules
from wordsmith.rules.view import View
from wordsmith.server.bots.thinking import PipedThinkers
from wordsmith.server.words.lexicons import load_complete

if TYPE_CHECKING:
    from pathlib import Path


FEW = {"rack_size": "5"}
"""Tiles in a hand: the table of leaves is soon made."""


def kinds(folder: Path) -> Counter[str]:
    """How many files of each kind there are in a cache."""
    names = (path.stem.rpartition("-")[0] for path in folder.glob("*.cache"))
    return Counter(name.removeprefix("en-") for name in names)


def prepare(variant: Variant) -> None:
    """In a process that has loaded nothing yet."""

    async def scene() -> None:
        thinkers = PipedThinkers(processes=1)
        await thinkers.prepare(variant)
        await thinkers.prepared()
        await thinkers.close()

    asyncio.run(scene())


def move_first(variant: Variant) -> None:
    """The first move of the bot that looks ahead, in a process that has loaded nothing yet."""
    view = View.of(Game.begin(variant, 2, Shuffle(Random(1))), 0)

    async def scene() -> None:
        thinkers = PipedThinkers(processes=1)
        await thinkers.choose("best", view, 7)
        await thinkers.close()

    asyncio.run(scene())


@pytest.mark.parametrize("groups", ["modern", "modern+offensive"])
def test_after_it_bots_find_all_that_they_go_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, groups: str
) -> None:
    monkeypatch.setenv("WORDSMITH_CACHE", str(tmp_path))
    variant = with_house_rules(load_variant("friends"), {"word_groups": groups, **FEW})
    prepare(variant)
    made = kinds(tmp_path)
    assert made.keys() == {"words", "graph", "plain", "anagrams", "leaves"}
    assert (made["words"], made["anagrams"], made["leaves"]) == (1, 1, 1)
    before = {path.name: path.stat().st_ino for path in tmp_path.iterdir()}
    move_first(variant)
    lexicon = load_complete(variant)
    known = [list(all_known(lexicon, level)) for level in LEVELS.values()]
    assert sum(map(len, known)) > len(LEVELS)  # some think of rarer words when they are stuck
    assert {path.name: path.stat().st_ino for path in tmp_path.iterdir()} == before


def test_where_no_bot_looks_words_up_by_their_letters_no_such_table_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORDSMITH_CACHE", str(tmp_path))
    rules = {"word_groups": "modern", "rack_size": "9"}
    variant = with_house_rules(load_variant("friends"), rules)
    assert not has_lanes(variant)
    prepare(variant)
    assert kinds(tmp_path).keys() == {"words", "graph", "plain", "leaves"}
