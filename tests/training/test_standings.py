"""Standings that are counted, and the curves that explain them."""

from __future__ import annotations

from contextlib import closing
from math import exp
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.training.small import small_plan
from tests.training.test_selfplay import words_of
from wordsmith.engine.leaves import zero_leaves
from wordsmith.engine.winning import SEATS, SPREAD_MOST, expand, parse_winning
from wordsmith.errors import ParseError
from wordsmith.rules.parameters import Lines
from wordsmith.training import Advance, Alone, Folder, Processes, learn_winning
from wordsmith.training.standings import (
    Standings,
    fit_standings,
    observe_standings,
    standings_of_bytes,
)

if TYPE_CHECKING:
    from pathlib import Path

    from wordsmith.training import Plan

WIDTH = 2 * SPREAD_MOST + 1


def quiet(advance: Advance) -> None:
    """Nobody looks."""
    del advance


def learnt(plan: Plan, folder: Path, chunk: int | None = 3) -> str:
    return learn_winning(plan, Folder(folder), Alone(plan.ground), quiet, chunk)


def test_games_counted_together_are_those_counted_one_by_one(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)
    words, leaves = words_of(plan), zero_leaves(27, 6)
    whole = observe_standings(plan.variant, words, leaves, 3, 100, 4)
    added = Standings.none(3, len(plan.variant.tiles))
    for seed in (103, 100, 102, 101):
        added.add(observe_standings(plan.variant, words, leaves, 3, seed, 1))
    assert added == whole
    assert standings_of_bytes(whole.to_bytes()) == whole


@pytest.mark.parametrize("seats", SEATS)
def test_of_each_game_somebody_has_won(tmp_path: Path, seats: int) -> None:
    plan, games = small_plan(tmp_path), 20
    tiles = len(plan.variant.tiles)
    seen = observe_standings(plan.variant, words_of(plan), zero_leaves(27, 6), seats, 1, games)
    first = [seen.row(wait, tiles) for wait in range(seats)]  # before the first turn: spread 0
    shares = [row[2 * SPREAD_MOST + 1] / 2 for row in first]
    assert [row[2 * SPREAD_MOST] for row in first] == [first[0][2 * SPREAD_MOST]] * seats
    assert first[0][2 * SPREAD_MOST] >= games
    assert sum(shares) >= games
    assert all(
        0 <= won <= 2 * many for many, won in zip(seen.wins[::2], seen.wins[1::2], strict=True)
    )


def test_standings_of_another_game_are_not_added() -> None:
    with pytest.raises(ValueError, match="another game"):
        Standings.none(2, 100).add(Standings.none(2, 104))


@pytest.mark.parametrize(
    "kept", [b"", b"wordsmith standings 1 x", Standings.none(2, 9).to_bytes()[:-3]]
)
def test_damaged_standings_are_refused(kept: bytes) -> None:
    with pytest.raises(ParseError, match="no standings"):
        standings_of_bytes(kept)


def test_a_curve_that_made_the_counts_is_found_again() -> None:
    random, seen = Random(1), Standings.none(2, 60)
    for left in range(1, 61):
        for _ in range(3_000):
            spread = random.randint(-150, 150)
            won = random.random() < 1 / (1 + exp(-(spread - 8) / (10 + left)))
            place = 2 * ((left * WIDTH) + spread + SPREAD_MOST)
            seen.wins[place] += 1
            seen.wins[place + 1] += 2 * won
    curves = fit_standings(seen, Lines.ONE)[2, 0]
    assert {left: round(curves[left].width) for left in (10, 30, 50)} == {
        10: pytest.approx(20, abs=2),
        30: pytest.approx(40, abs=4),
        50: pytest.approx(60, abs=6),
    }
    assert all(abs(curves[left].centre - 8) < 6 for left in (10, 30, 50))


def test_where_nothing_was_seen_the_guess_stands() -> None:
    for lines in Lines:
        for curves in fit_standings(Standings.none(3, 100), lines).values():
            assert all(0 < curve.width < 200 for curve in curves.values())
            widths = [curve.width for curve in curves.values()]
            assert widths == pytest.approx(sorted(widths))


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    return small_plan(tmp_path_factory.mktemp("words"))


@pytest.fixture(scope="module")
def expected(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What one process that is left in peace learns."""
    return learnt(plan, tmp_path_factory.mktemp("alone") / "work")


def test_the_file_tells_how_it_came_about_and_is_whole(plan: Plan, expected: str) -> None:
    known = parse_winning(expected)
    assert known.origin["command"] == plan.command
    assert (known.origin["games"], known.origin["lines"]) == ("8", "one")
    assert expand(known, 4, 104).seats == 4


@pytest.mark.parametrize("chunk", [1, 8, None])
def test_chunks_of_any_size_give_the_same(
    plan: Plan, expected: str, tmp_path: Path, chunk: int | None
) -> None:
    assert learnt(plan, tmp_path / "work", chunk) == expected


def test_so_do_processes(plan: Plan, expected: str, tmp_path: Path) -> None:
    with closing(Processes(plan.ground, 2)) as runner:
        assert learn_winning(plan, Folder(tmp_path / "work"), runner, quiet, 4) == expected


def test_another_seed_learns_from_other_games(tmp_path: Path, expected: str) -> None:
    assert learnt(small_plan(tmp_path, seed=6), tmp_path / "work") != expected


def test_one_that_was_stopped_goes_on_where_it_stopped(
    plan: Plan, expected: str, tmp_path: Path
) -> None:
    told = list[Advance]()
    folder = Folder(tmp_path / "work")

    def stop(advance: Advance) -> None:
        if (advance.generation, advance.chunks) == (2, 1):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn_winning(plan, folder, Alone(plan.ground), stop, 4)
    again = learn_winning(plan, folder, Alone(plan.ground), told.append, None)
    assert again == expected
    resumed = {advance.generation: advance.resumed for advance in told}
    assert resumed == {1: 2, 2: 1, 3: 0}


def test_rules_that_the_kernel_does_not_know_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="does not know these rules"):
        learnt(small_plan(tmp_path, slow=True), tmp_path / "work")
