from __future__ import annotations

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from random import Random

import pytest

from tests.engine.endgames import Referee, situation, view_of
from wordsmith.engine import _endgame
from wordsmith.engine import endgame as asked
from wordsmith.engine.endgame import Reach, hands_of, solve_endgame, solve_many
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.notation.cgp import parse_cgp, state_of
from wordsmith.rules.variant import load_variant

SIZES = ((1, 1), (2, 1), (1, 2), (2, 2), (2, 2), (3, 1))

SHORT = (
    "4AJUGA6/4D1MODIFiER1/4N5R2A1/4E5AN1M1/4X4OPE1U1/4A3SH1T1L1/6WOK2T1O1/7DIRTY1SI/4Z3P4EL"
    "/4INGESTA3E/4N5BRR1A/3OGIVE3O2C/FOURS6Q3/AW9U3/DEViANT3BELCH EEIILNO/EIITY 396/394 0"
)


@pytest.mark.parametrize("seed", range(30))
def test_values_are_those_of_the_referee(seed: int) -> None:
    random = Random(seed)
    variant, words, state = situation(random, random.choice(SIZES))
    referee = Referee(variant, words)
    ending = solve_endgame(view_of(variant, state), words, hands=state.racks)
    assert ending.proved
    assert ending.value == referee.gain(state)
    assert referee.gain_by(state, ending.move) == ending.value


@pytest.mark.parametrize("seed", range(1000, 1020))
def test_the_line_leads_to_the_value(seed: int) -> None:
    variant, words, state = situation(Random(seed), (2, 2))
    referee = Referee(variant, words)
    ending = solve_endgame(view_of(variant, state), words, hands=state.racks)
    sign = -1 if state.on_turn else 1
    after = state
    for move in ending.line:
        after = referee.after(after, move)
    left = 0 if after.ended else referee.gain(after) * (-1 if after.on_turn else 1)
    assert sign * (referee.lead(after) + left - referee.lead(state)) == ending.value


@pytest.mark.parametrize("seed", range(2000, 2015))
def test_all_others_against_one_is_searched_to_the_end(seed: int) -> None:
    variant, words, state = situation(Random(seed), (2, 1, 1), side=4, scoreless_per="table")
    state = state._replace(on_turn=0)
    referee = Referee(variant, words)
    view = view_of(variant, state)
    ending = solve_many(view, words, state.racks, reach=Reach(20, 10_000, paranoid=True))
    assert ending.value == referee.value(referee.plain(state))
    assert referee.value(referee.after(referee.plain(state), ending.move)) == ending.value


@pytest.mark.parametrize("seed", range(3000, 3010))
def test_each_for_itself_gives_a_legal_move(seed: int) -> None:
    variant, words, state = situation(Random(seed), (3, 2, 2))
    view = view_of(variant, state)
    ending = solve_many(view, words, state.racks, reach=Reach(turns=4))
    Referee(variant, words).after(state, ending.move)


def test_compiled_and_uncompiled_kernels_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Path(_endgame.__file__ or "").with_name("_endgame.py")
    spec = spec_from_loader("endgame_twin", SourceFileLoader("endgame_twin", str(source)))
    assert spec is not None
    assert spec.loader is not None
    twin = module_from_spec(spec)
    spec.loader.exec_module(twin)
    for seed in range(8):
        variant, words, state = situation(Random(seed), (3, 3), reckoning_out="award")
        view = view_of(variant, state)
        compiled = solve_endgame(view, words, hands=state.racks, nodes=200)
        monkeypatch.setattr(_endgame, "Endgame", twin.Endgame)
        assert solve_endgame(view, words, hands=state.racks, nodes=200) == compiled
        monkeypatch.undo()


def test_a_real_endgame_is_proved_and_counted_from_what_is_seen() -> None:
    variant = load_variant("classic")
    words = load_lexicon("en", variant.alphabet, frozenset({"words", "offensive"}))
    state = state_of(parse_cgp(SHORT, variant), variant)
    view = view_of(variant, state)
    assert hands_of(view) == state.racks
    ending = solve_endgame(view, words, seconds=20)
    assert ending.proved
    assert ending.value == 11


def test_a_bound_of_nodes_ends_the_search_with_a_move() -> None:
    variant = load_variant("classic")
    words = load_lexicon("en", variant.alphabet, frozenset({"words", "offensive"}))
    state = state_of(parse_cgp(SHORT, variant), variant)
    ending = solve_endgame(view_of(variant, state), words, nodes=50)
    assert not ending.proved
    assert ending.nodes <= 300
    Referee(variant, words).after(state, ending.move)


def test_a_bag_that_holds_tiles_is_no_endgame() -> None:
    variant, words, state = situation(Random(1), (2, 2))
    view = view_of(variant, state._replace(bag=state.racks[0]))
    with pytest.raises(ValueError, match="empty bag"):
        solve_endgame(view, words, hands=state.racks)


def test_a_search_ends_where_its_memory_does(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = load_variant("classic")
    words = load_lexicon("en", variant.alphabet, frozenset({"words", "offensive"}))
    state = state_of(parse_cgp(SHORT, variant), variant)
    monkeypatch.setattr(asked, "_MOST_KEPT", 4_000)
    ending = solve_endgame(view_of(variant, state), words)
    assert not ending.proved
    Referee(variant, words).after(state, ending.move)
