"""Whole trainings: however they run, and whatever befalls them, they give the same."""

from __future__ import annotations

import os
import signal
from contextlib import closing, suppress
from statistics import fmean
from typing import TYPE_CHECKING

import pytest

from tests.training.small import small_plan
from wordsmith.engine.leave_weights import parse_leaves
from wordsmith.errors import ParseError, WordsmithError
from wordsmith.training import Advance, Alone, Folder, Processes, train

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wordsmith.training import Plan, Runner


def quiet(advance: Advance) -> None:
    """Nobody looks."""
    del advance


def trained(plan: Plan, folder: Path, chunk: int | None = 2) -> str:
    return train(plan, Folder(folder), Alone(plan.ground), quiet, chunk)


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    return small_plan(tmp_path_factory.mktemp("words"))


@pytest.fixture(scope="module")
def expected(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What one process that is left in peace learns."""
    return trained(plan, tmp_path_factory.mktemp("alone") / "work")


def test_the_file_tells_how_it_came_about(plan: Plan, expected: str) -> None:
    origin = parse_leaves(expected, plan.variant.alphabet).origin
    assert origin["command"] == plan.command
    assert (origin["variant"], origin["games"], origin["seed"]) == ("friends", "8", "5")
    assert int(origin["hands"]) > 0


def test_letters_of_many_words_are_worth_more_than_those_of_none(tmp_path: Path) -> None:
    plan = small_plan(tmp_path, games=60)
    parts = parse_leaves(trained(plan, tmp_path / "work", 60), plan.variant.alphabet).parts
    wild, *loved = [parts[bytes([code])] for code in (0, *plan.variant.alphabet.encode("EAON"))]
    useless = [parts[bytes([code])] for code in plan.variant.alphabet.encode("CV")]
    assert wild > fmean(loved) > fmean(useless)


def test_another_seed_learns_from_other_games(tmp_path: Path, expected: str) -> None:
    other = trained(small_plan(tmp_path, seed=6), tmp_path / "work")
    assert other.partition("\n\n")[2] != expected.partition("\n\n")[2]


@pytest.mark.parametrize("chunk", [1, 5, None])
def test_chunks_of_any_size_give_the_same(
    plan: Plan, expected: str, tmp_path: Path, chunk: int | None
) -> None:
    assert trained(plan, tmp_path / "work", chunk) == expected


def test_so_do_processes(plan: Plan, expected: str, tmp_path: Path) -> None:
    with closing(Processes(plan.ground, 2)) as runner:
        assert train(plan, Folder(tmp_path / "work"), runner, quiet, 1) == expected


def test_so_do_processes_of_which_some_are_killed(tmp_path: Path) -> None:
    plan = small_plan(tmp_path, games=6, slow=True)
    killed: list[int] = []

    def kill(advance: Advance) -> None:
        if advance.generation == 1 and advance.chunks in {1, 4} and runner._pool is not None:
            for victim in list(runner._pool._processes or ()):
                with suppress(ProcessLookupError):  # it may be one that was killed before
                    os.kill(victim, signal.SIGKILL)
                    killed.append(victim)
                    break

    with closing(Processes(plan.ground, 2)) as runner:
        learnt = train(plan, Folder(tmp_path / "work"), runner, kill, 1)
    assert killed
    assert learnt == trained(plan, tmp_path / "alone")


def test_workers_that_only_die_end_the_training(tmp_path: Path) -> None:
    plan = small_plan(tmp_path, slow=True)
    with closing(Processes(plan.ground, 1)) as runner:
        started = runner._open

        def dead_on_arrival() -> object:
            pool = started()
            pool.submit(os._exit, 1)
            return pool

        runner._open = dead_on_arrival  # type: ignore[method-assign, assignment]
        with pytest.raises(WordsmithError, match="workers died 5 times"):
            train(plan, Folder(tmp_path / "work"), runner, quiet, 6)


def stopped_after(chunks: int, generation: int) -> Callable[[Advance], None]:
    def stop(advance: Advance) -> None:
        if (advance.generation, advance.chunks) == (generation, chunks):
            raise KeyboardInterrupt

    return stop


@pytest.mark.parametrize(("generation", "on_processes"), [(1, False), (2, False), (2, True)])
def test_one_that_was_stopped_goes_on_where_it_stopped(
    plan: Plan, expected: str, tmp_path: Path, generation: int, *, on_processes: bool
) -> None:
    folder = Folder(tmp_path / "work")

    def opened() -> Runner:
        return Processes(plan.ground, 2) if on_processes else Alone(plan.ground)

    with closing(opened()) as runner, pytest.raises(KeyboardInterrupt):
        train(plan, folder, runner, stopped_after(3, generation), 1)
    told: list[Advance] = []
    assert train(plan, folder, Alone(plan.ground), told.append, None) == expected
    resumed = {advance.generation: advance.resumed for advance in told}
    assert resumed == ({1: 3, 2: 0} if generation == 1 else {1: 8, 2: 3})
    assert told[-1] == Advance(2, 8, 8, resumed[2])


def test_a_damaged_chunk_is_played_again(plan: Plan, expected: str, tmp_path: Path) -> None:
    trained(plan, tmp_path / "work", chunk=3)
    chunks = sorted((tmp_path / "work").glob("generation-1/chunk-*"))
    assert len(chunks) == 3
    chunks[0].write_bytes(chunks[0].read_bytes()[:-5])
    chunks[1].unlink()
    told: list[Advance] = []
    again = train(plan, Folder(tmp_path / "work"), Alone(plan.ground), told.append)
    assert again == expected
    assert told[0] == Advance(1, 1, 3, 1)


def test_a_folder_of_another_training_is_refused(plan: Plan, tmp_path: Path) -> None:
    trained(plan, tmp_path / "work", chunk=4)
    other = small_plan(tmp_path, seed=6)
    with pytest.raises(ParseError, match="another training was begun here"):
        trained(other, tmp_path / "work", chunk=4)
    with pytest.raises(ParseError, match="another training was begun here"):
        trained(plan, tmp_path / "work", chunk=3)


def test_a_folder_with_files_of_somebody_is_left_alone(plan: Plan, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(ParseError, match="there are files here, but no training"):
        trained(plan, tmp_path)
    (tmp_path / "plan.json").write_text("[]")
    with pytest.raises(ParseError, match="it cannot be read"):
        trained(plan, tmp_path)


def test_a_place_that_cannot_be_written_is_named(plan: Plan, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ParseError, match="cannot be written"):
        trained(plan, tmp_path / "file" / "work")
