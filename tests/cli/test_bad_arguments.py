"""Arguments that cannot be used: one line on standard error, status 2, nothing else."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Command

EMPTY = "/".join(["15"] * 15)
POSITION = f"{EMPTY} CAT/ 0/0 0"
JUDGE = ("judge", POSITION, "8H CAT", "--variant", "friends", "--words", "en", "--json")


def changed(**replaced: str) -> tuple[str, ...]:
    """The good command with some arguments replaced."""
    at = {"cgp": 1, "variant": 4, "words": 6}
    arguments = list(JUDGE)
    for name, value in replaced.items():
        arguments[at[name]] = value
    return tuple(arguments)


def test_the_command_that_the_bad_ones_are_made_from_is_good(command: Command) -> None:
    assert command(*JUDGE).answer["legal"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (changed(variant="chess"), "unknown variant 'chess'; there are wordsmith, erudit"),
        (changed(words="nowhere.txt"), "words nowhere.txt: there is no such file"),
        (changed(words="/"), "words /: that is a folder, not a file"),
        (changed(words="ru"), "the lexicon ru cannot be spelt with the alphabet en"),
        (changed(cgp="15/15 CAT/ 0/0 0"), "CGP board: 2 rows, and friends15 has 15"),
        (changed(cgp=EMPTY), "CGP: 1 fields, and there must be at least 4"),
        (changed(cgp=""), "CGP: 0 fields"),
        (changed(cgp=f"{EMPTY} CÄT/ 0/0 0"), "CGP racks, hand 1: 'CÄT': 'Ä' is no tile"),
        ((*JUDGE, "--set", "bonus"), "--set 'bonus': write KEY=VALUE"),
        ((*JUDGE, "--set", "bonus=1"), "unknown rule 'bonus'"),
        ((*JUDGE, "--set", "rack_size=x"), "rule rack_size: 'x' is not one of: 1-16"),
        ((*JUDGE, "--set", "opening=two_start_cells"), "needs adjacent start cells"),
        ((*JUDGE, "--language", "fr"), "--language 'fr': there are ru, en"),
        ((*JUDGE, "--frobnicate"), "No such option: --frobnicate"),
        ((*JUDGE, "one more"), "unexpected extra argument"),
        (("judge", POSITION, "8H CAT", "--words", "en"), "Missing option '--variant'"),
        (("judge",), "Missing argument 'CGP'"),
        (("judge", POSITION, "--variant", "friends"), "Missing argument 'PLAY'"),
        (("frobnicate",), "No such command 'frobnicate'"),
        (("replay", "nowhere.json"), "nowhere.json: cannot be read: No such file"),
        (("replay",), "Missing argument 'FILE'"),
        (("word", " "), "there is no word to ask about"),
        (("word", "к" * 65), "кккккккккккк…: 65 letters; a word has 64 at most"),
        (("word", "кот", "--variant", "chess"), "unknown variant"),
        (("play", "--variant", "friends", "--seats", "good,bad"), "unknown level 'bad'"),
        (("play", "--variant", "friends", "--seats", "good"), "1 bots; at a table there"),
        (("arena", "--variant", "wordsmith", "--seats", ",".join(["easy"] * 5)), "5 bots; at a"),
        (("play", "--variant", "friends", "--seats", "good,good,good"), "--set seats=2-4"),
        (("play", "--variant", "friends", "--seed", "one"), "Invalid value for '--seed'"),
        (("arena", "--variant", "friends", "--pairs", "0"), "Invalid value for '--pairs'"),
        (("serve", "--port", "70000"), "Invalid value for '--port'"),
        (("lexicon", "import", "nowhere.txt"), "nowhere.txt: cannot be read"),
        (("lexicon", "frobnicate"), "No such command 'frobnicate'"),
        (("lexicon", "build"), "Missing option"),
    ],
)
def test_the_line_says_what_is_wrong(
    command: Command, arguments: tuple[str, ...], said: str
) -> None:
    outcome = command(*arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("wordsmith: ")
    assert outcome.err.count("\n") == 1
    assert said in outcome.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"CAT\nC4T\n", "line 2: '4'"),
        (b"CAT\n\xff\xfe\n", "is not UTF-8 text"),
        ("кот\n".encode(), "line 1: 'К' (CYRILLIC CAPITAL LETTER KA) is no letter"),
    ],
)
def test_a_word_file_that_cannot_be_used_is_named_with_its_line(
    command: Command, tmp_path: Path, text: bytes, said: str
) -> None:
    (tmp_path / "words.txt").write_bytes(text)
    outcome = command(*changed(words=str(tmp_path / "words.txt")))
    assert (outcome.status, outcome.out) == (2, "")
    assert said in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_gcg_file_that_cannot_be_read_is_named_with_its_line(
    command: Command, tmp_path: Path
) -> None:
    path = tmp_path / "game.gcg"
    path.write_text("#player1 a A\n#player2 b B\n>a: ABC 8G C.B +9 9\n")
    outcome = command("replay", str(path), "--json")
    assert (outcome.status, outcome.out) == (2, "")
    assert "GCG line 3: 8G C.B cannot lie there: an empty cell between the tiles" in outcome.err


def test_without_arguments_the_help_is_shown(command: Command) -> None:
    outcome = command()
    assert outcome.status == 0
    assert "judge" in outcome.out
    assert outcome.err == ""


def test_help_of_a_command_goes_to_standard_output(command: Command) -> None:
    outcome = command("judge", "--help")
    assert outcome.status == 0
    assert "--variant" in outcome.out


Done = subprocess.CompletedProcess[bytes]
Program = Callable[..., Done]


@pytest.fixture
def program() -> Program:
    """Run the command as a program of its own."""

    def run_program(
        *arguments: str | bytes, **more: object
    ) -> "subprocess.CompletedProcess[bytes]":
        line = [sys.executable, "-m", "wordsmith", *arguments]
        return subprocess.run(line, capture_output=True, check=False, timeout=60, **more)  # type: ignore[call-overload,no-any-return]

    return run_program


def test_the_program_exits_with_the_status_and_shows_no_traceback(program: Program) -> None:
    done = program("judge", "nonsense", "8H CAT", "--variant", "friends")
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


def test_bytes_that_are_no_text_are_refused_without_a_traceback(program: Program) -> None:
    done = program("judge", b"\xff\xfe", "8H CAT", "--variant", "friends")
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_answers_are_utf_8_whatever_the_locale(program: Program) -> None:
    done = program("word", "кот", "--json", env=os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0"})
    assert done.returncode == 0
    assert "КОТ" in done.stdout.decode("utf-8")


@pytest.mark.parametrize("arguments", [JUDGE, ("--help",), ("word", "cat")])
def test_a_reader_that_goes_away_is_no_trouble(arguments: tuple[str, ...]) -> None:
    line = [sys.executable, "-m", "wordsmith", *arguments]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 141  # as a shell shows whoever is stopped by a broken pipe


def test_what_was_typed_is_not_said_again_at_any_length(command: Command) -> None:
    for arguments in (("word", "к" * 5000), ("judge", POSITION, "8H A", "--variant", "x" * 5000)):
        outcome = command(*arguments)
        assert (outcome.status, outcome.out) == (2, "")
        assert len(outcome.err) < 2100


def test_an_interrupt_is_quiet() -> None:
    seats = ",".join(["all"] * 4)
    line = [sys.executable, "-m", "wordsmith", "play", "--variant", "wordsmith", "--seats", seats]
    # a whole game does not fit a pipe so narrow: it cannot be over before it is interrupted
    # and where the tests run in the background, as CI may, interrupts are ignored from the start
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, pipesize=4096)
    signal.signal(signal.SIGINT, before)
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b"  1 all-1: ")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out.count(b"\n") < 40
    assert err == b""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (changed(variant="chess"), "нет игры 'chess'; есть wordsmith, erudit"),
        (changed(words="nowhere.txt"), "слова nowhere.txt: нет ни такого файла"),
        (changed(cgp="15/15 CAT/ 0/0 0"), "CGP, доска: рядов 2, а в friends15 их 15"),
        (changed(cgp=f"{EMPTY} CÄT/ 0/0 0"), "CGP, рука 1: 'CÄT': 'Ä' — не фишка алфавита en"),
        ((*JUDGE, "--set", "rack_size=x"), "правило rack_size: 'x' не годится; годится: 1-16"),
        (("replay", "nowhere.json"), "nowhere.json: не прочитать: нет такого файла"),
        (("play", "--variant", "friends", "--seats", "good,bad"), "нет уровня 'bad'"),
        (("serve", "--origin", "nowhere"), "--origin 'nowhere': пишется как https://"),
    ],
)
def test_the_line_is_in_the_language_that_is_asked_for(
    command: Command, arguments: tuple[str, ...], said: str
) -> None:
    for named in (("--language", "ru"), ("--language=ru",)):
        outcome = command(*arguments, *named)
        assert (outcome.status, outcome.out) == (2, "")
        assert said in outcome.err
        assert outcome.err.count("\n") == 1


def test_without_a_language_the_line_is_in_that_of_the_surroundings(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "ru_RU.UTF-8")
    assert "нет игры 'chess'" in command(*changed(variant="chess")).err
    assert "unknown variant" in command(*changed(variant="chess"), "--language", "en").err
    assert "--language 'fr': есть ru, en" in command(*JUDGE, "--language", "fr").err


def test_what_follows_two_dashes_chooses_no_language(command: Command) -> None:
    outcome = command("word", "--variant", "chess", "--", "--language=ru")
    assert "unknown variant" in outcome.err
