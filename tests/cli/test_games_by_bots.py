"""``play`` and ``arena``."""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from wordsmith.notation.gcg_games import game_of
from wordsmith.notation.gcg_reader import parse_gcg
from wordsmith.notation.records import parse_record
from wordsmith.rules.variant import variant_ids

PLAYED = ("play", "--seats", "easy,easy", "--seed", "1")


@pytest.mark.parametrize("variant_id", variant_ids())
def test_a_game_of_every_variant_is_played_to_its_end_and_kept(
    command: Command, tmp_path: Path, variant_id: str
) -> None:
    path = tmp_path / "out.gcg"
    outcome = command(*PLAYED, "--variant", variant_id, "--gcg", str(path), "--json")
    answer = outcome.answer
    record = parse_record(answer["record"])
    assert record.game.state.scores == tuple(answer["scores"])
    assert record.game.state.ended is not None
    assert record.names == ("easy-1", "easy-2")
    told = game_of(parse_gcg(path.read_bytes()))
    assert told.game.state.scores == tuple(answer["scores"])
    assert told.warnings == ()


def test_the_same_seed_gives_the_same_game(command: Command) -> None:
    given = (*PLAYED, "--variant", "friends", "--json")
    first = command(*given).out
    assert command(*given).out == first
    assert command(*given, "--seed", "2").out != first


def test_four_seats_play_and_the_record_reads_back(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "out.gcg"
    given = ("play", "--variant", "wordsmith", "--seats", "good,easy,easy,easy", "--seed", "1")
    answer = command(*given, "--gcg", str(path), "--json").answer
    assert len(answer["scores"]) == 4
    assert command("replay", str(path), "--json").answer["scores"] == answer["scores"]
    assert any(";" in line for line in path.read_text("utf-8").splitlines() if line[0] == ">")


def test_a_person_sees_progress_the_board_the_sheet_and_who_won(command: Command) -> None:
    outcome = command(*PLAYED, "--variant", "friends")
    assert outcome.status == 0
    lines = outcome.out.splitlines()
    assert lines[0].startswith("  1 easy-1: ")
    assert "   A B C D E F G H I J K L M N O" in [line.rstrip() for line in lines]
    assert any("Score sheet" in line for line in lines)
    assert lines[-1].endswith("wins")


def test_house_rules_hold_at_the_table(command: Command) -> None:
    given = ("play", "--variant", "friends", "--seats", "easy,easy,easy", "--seed", "1")
    answer = command(*given, "--set", "seats=2-4", "--set", "target_score=40", "--json").answer
    assert answer["reason"] == "target"
    assert answer["record"]["rules"] == {"seats": "2-4", "target_score": "40"}


def test_a_file_that_cannot_be_written_is_named(command: Command, tmp_path: Path) -> None:
    path = str(tmp_path / "nowhere" / "out.gcg")
    outcome = command(*PLAYED, "--variant", "friends", "--gcg", path, "--json")
    assert (outcome.status, outcome.out) == (2, "")
    assert "out.gcg: cannot be written: No such file or directory" in outcome.err


def test_the_arena_plays_pairs_and_gives_an_interval(command: Command) -> None:
    given = ("arena", "--variant", "friends", "--seats", "good,easy", "--pairs", "2", "--seed", "1")
    answer = command(*given, "--json").answer
    assert (answer["games"], answer["refusals"]) == (4, 0)
    good, easy = answer["bots"]
    assert good["level"] == "good"
    assert good["lead"] == -easy["lead"]
    assert good["margin"] > 0
    assert good["wins"] + easy["wins"] == good["pairs_won"] + easy["pairs_won"] == 1
    assert good["wins_margin"] >= 0
    assert good["pairs_won_margin"] == easy["pairs_won_margin"]


def test_one_pair_has_no_margin(command: Command) -> None:
    given = ("arena", "--variant", "friends", "--seats", "easy,easy", "--pairs", "1", "--json")
    first = command(*given).answer["bots"][0]
    assert [first[key] for key in ("margin", "wins_margin", "pairs_won_margin")] == [None] * 3
    assert "inf" not in command(*given[:-1], "--language", "en").out


def test_a_person_sees_a_table_of_the_arena(command: Command) -> None:
    given = ("arena", "--variant", "erudit", "--seats", "easy,easy", "--pairs", "2", "--seed", "1")
    outcome = command(*given, "--language", "ru")
    assert outcome.status == 0
    assert "4 партии, 0 отказов правил" in outcome.out
    assert "Перевес, 95 %" in outcome.out
    assert "50% ± 0%" in outcome.out  # of the pairs: both lay the same


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX")
def test_on_a_terminal_the_arena_shows_how_far_it_is() -> None:
    import pty

    given = ("arena", "--variant", "friends", "--seats", "easy,easy", "--pairs", "2", "--seed", "1")
    line = [sys.executable, "-m", "wordsmith", *given, "--json"]
    terminal, errors = pty.openpty()
    wide = os.environ | {"COLUMNS": "120", "TERM": "xterm"}
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=errors, env=wide) as program:
        os.close(errors)
        shown = b"".join(iter(partial(_read, terminal), b"")).decode()
        os.close(terminal)
        assert program.stdout is not None
        answer = json.loads(program.stdout.read())
    assert answer["games"] == 4
    first, second = (f"{bot['mean']:.1f}" for bot in answer["bots"])
    assert f"easy {first} : easy {second}" in shown
    assert "4/4" in shown


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # the program has ended
        return b""


def test_where_nobody_looks_the_arena_says_nothing_on_the_way(command: Command) -> None:
    given = ("arena", "--variant", "friends", "--seats", "easy,easy", "--pairs", "1", "--seed", "1")
    assert command(*given).err == ""
    assert command(*given, "--json").err == ""
