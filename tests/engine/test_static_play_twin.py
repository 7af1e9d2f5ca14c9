"""Lanes, games and rollouts: compiled, and the same files as plain Python, give the same."""

from __future__ import annotations

from array import array
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.engine.recorded import few_words, table, weights_at_random
from tests.engine.situations import small_view
from tests.engine.test_lanes import FLOOR, LEAVES, Spoken, leaves_at_random
from tests.engine.test_rollouts import early, scene, some_moves
from wordsmith.engine import _lanes, _playing, _rollouts
from wordsmith.engine.lanes import lanes_of
from wordsmith.engine.simulate import Budget, simulation_of
from wordsmith.engine.winning import SPREAD_MOST
from wordsmith.rules.variant import load_variant, with_house_rules

if TYPE_CHECKING:
    from types import ModuleType

    from wordsmith.engine.leaves import Leaves
    from wordsmith.rules.view import View

KERNELS = (_lanes, _playing, _rollouts)
ENGINE = Path(_lanes.__file__ or "").parent


def uncompiled(name: str) -> ModuleType:
    """A kernel as plain Python, also where there is a compiled one."""
    loader = SourceFileLoader(f"twin{name}", str(ENGINE / f"{name}.py"))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def go_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on, until the test ends, nothing is compiled."""
    monkeypatch.setattr(_lanes, "Lanes", uncompiled("_lanes").Lanes)
    monkeypatch.setattr(_playing, "Playing", uncompiled("_playing").Playing)
    monkeypatch.setattr(_rollouts, "Rollouts", uncompiled("_rollouts").Rollouts)


def searched(view: View, words: Spoken, leaves: Leaves) -> list[object]:
    """Everything that lanes answer in a position, and after its best play was laid."""
    lanes = lanes_of(view.variant, words, leaves, plies=2)
    lanes.set_up(view.board.cells)
    answers: list[object] = []
    for floor in (FLOOR, 0, 5_000):
        lanes.set_hand(view.rack.codes, LEAVES, 0, 0, 0)
        best = lanes.search(floor)
        mark = lanes.lay(best[2], True)
        answers += [best, lanes.windows(), lanes.search(FLOOR), lanes.looked, lanes.probed]
        lanes.unlay(mark)
    return answers


@pytest.mark.parametrize("seed", range(15))
def test_lanes_agree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(seed)
    rules = {"premium_words": "every", "rack_size": "5", "repeat_words": "yes"}
    view, listed = small_view(random, rules, tiles=4, wild=0.2, longest_side=8)
    words, leaves = Spoken(listed.graph), leaves_at_random(random, len(view.variant.values), 4)
    compiled = searched(view, words, leaves)
    go_slowly(monkeypatch)
    assert searched(view, words, leaves) == compiled


@pytest.mark.parametrize("seed", range(4))
def test_games_agree(seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    random = Random(seed)
    several = {"lines_per_turn": "any", "wild_swap": "any_player"} if seed % 2 else {}
    rules = {**several, "rack_size": "5", "seats": "2-4"}
    variant = with_house_rules(load_variant("friends"), rules)
    words, weights = few_words(variant, random, tmp_path), weights_at_random(random, variant)

    def played() -> list[object]:
        playing = table(variant, words, weights)
        wins = array("q", bytes(16 * 4 * (len(variant.tiles) + 1) * (2 * SPREAD_MOST + 1)))
        playing.judge(SPREAD_MOST, wins)
        playing.play(seed, 2, 2, 4)
        seen = [(place, count) for place, count in enumerate(wins) if count]
        return [playing.recorded_turns(), playing.result(), playing.turns, seen]

    compiled = played()
    go_slowly(monkeypatch)
    assert played() == compiled


@pytest.mark.parametrize("variant_id", ["friends", "wordsmith"])
def test_rollouts_agree(variant_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    here = scene(variant_id, 2, early)
    moves = some_moves(here)[:2]

    def sampled() -> list[object]:
        kernel = simulation_of(here.view, here.knowledge, moves, Budget(plies=2)).tables[0]
        for number in range(2):
            kernel.run(number, 0, 2)
        return [kernel.result(0), kernel.result(1), kernel.last_spread, kernel.last_chance]

    compiled = sampled()
    go_slowly(monkeypatch)
    assert sampled() == compiled


def test_the_twins_are_plain_python() -> None:
    for kernel in KERNELS:
        name = kernel.__name__.rpartition(".")[2]
        assert (uncompiled(name).__file__ or "").endswith(f"{name}.py")
