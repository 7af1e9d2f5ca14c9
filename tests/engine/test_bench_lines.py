"""Each bench of the engine prints one JSON line, and its signature tells behaviour, not speed."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.engine.test_endgame import SHORT

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., dict[str, Any]]

POSITIONS = Path(__file__).with_name("classic-enable-40.tsv").read_text("utf-8").splitlines()
ROWS = "\n".join(
    next(row for row in POSITIONS if row.endswith(known))
    for known in ("\t1889\t66", "\t138\t34")  # with a wild tile in the hand, and without one
)
STARS = (
    "2БУЙ1УЖ8/1ВЕК1НЮ9/ДЕК1ЩИТ9/1Ч3В10/ЛЕВ1ПАЖ9/2ИДЫ4Н6/ЛУГ1ЛОХ1ЧИП5/Э4Х1ЛЕТА5/4ВИСОК1ТИП2С"
    "/6ЕРА2Ш3Ъ/4ОПТ3ВАЙЯ1Е/3ЯМ1Ь4Н1ДОм/2ЯМ10З1/ФИД13/АР14/Й15 ЗМОРРРЬ/"
)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """What a bench prints with these arguments, its status being 0."""

    def run_bench(name: str, *arguments: str) -> dict[str, Any]:
        monkeypatch.setattr(sys, "argv", [f"bench/{name}.py", *arguments])
        assert not import_module(f"bench.{name}").main()
        (line,) = capsys.readouterr().out.splitlines()
        told: dict[str, Any] = json.loads(line)
        assert told["bench"] == name
        assert told["command"] == " ".join(["python", f"bench/{name}.py", *arguments])
        assert type(told["signature"]) is int
        return told

    return run_bench


def ratios(told: Any) -> list[float]:
    """Every ratio to the reference loop, wherever it stands."""
    found: list[float] = []
    for name, value in told.items() if isinstance(told, dict) else ():
        if name == "ratio_to_reference_loop":
            found += value.values() if isinstance(value, dict) else [value]
        else:
            found += ratios(value)
    return found


def write_rows(folder: Path, text: str) -> str:
    """A file of rows."""
    file = folder / "rows.tsv"
    file.write_text(text.strip() + "\n", "utf-8")
    return str(file)


def test_plays(run: Run, tmp_path: Path) -> None:
    arguments = ("--rows", write_rows(tmp_path, ROWS))
    once, again = (run("movegen", *arguments, "--rounds", rounds) for rounds in "12")
    for name in ("all", "best", "generated", "values"):
        for hand in ("without_wild", "with_wild"):
            assert once[name][hand]["positions"] == 1
            assert once[name][hand]["median_us"] > 0
    assert len(ratios(once)) == 8
    assert min(ratios(once)) > 0
    assert once["rows_wrong"] == 0
    assert once["signature"] == again["signature"] > 1889 + 138 + 66 + 34


def test_plays_that_are_not_as_known(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_rows(tmp_path, ROWS.replace("\t138\t", "\t139\t"))
    with pytest.raises(AssertionError):
        run("movegen", "--rows", file, "--rounds", "1")
    out, err = capsys.readouterr()
    assert json.loads(out)["rows_wrong"] == 1
    assert "(138, 34), in lanes (138, 34), not ['139', '34']" in err


def test_whole_turns(run: Run, tmp_path: Path) -> None:
    arguments = ("--file", write_rows(tmp_path, STARS), "--leaves")
    once, again = (run("turns", *arguments, "--rounds", rounds) for rounds in "12")
    assert once["positions"] == 1
    assert once["median_ms"] > 0
    assert len(ratios(once)) == 1
    assert once["signature"] == again["signature"] > once["points"]
    stopped = run("turns", *arguments, "--rounds", "1", "--nodes", "1")
    assert stopped["signature"] != once["signature"]


def test_games(run: Run) -> None:
    arguments = ("--variant", "friends", "classic")
    few, more = (
        run("selfplay", *arguments, "--rounds", rounds, "--games", games)
        for rounds, games in ("12", "24")
    )
    assert few["friends"]["us_a_turn"] > 0
    assert len(ratios(few)) == 2
    assert few["signature"] == more["signature"] > 0
    assert run("selfplay", "--variant", "friends", "--games", "1")["signature"] < few["signature"]


def test_samples(run: Run) -> None:
    arguments = ("--variant", "classic", "--positions", "1", "--candidates", "2")
    few, more = (
        run("simulation", *arguments, "--rounds", rounds, "--samples", samples)
        for rounds, samples in ("12", "24")
    )
    assert len(ratios(few)) == 2
    assert few["signature"] == more["signature"] != 0


def test_endgames(run: Run, tmp_path: Path) -> None:
    file = write_rows(tmp_path, SHORT)
    hurried, patient = (run("endgames", file, "--seconds", seconds) for seconds in ("0.0001", "20"))
    assert patient["positions"] == patient["proved"] == 1
    assert patient["median_cpu_s"] > 0
    assert len(ratios(patient)) == 1
    assert hurried["signature"] == patient["signature"] > 0
