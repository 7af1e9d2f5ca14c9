"""Ours beside MAGPIE (https://github.com/jvc56/MAGPIE), the fastest peer, in one interleaved run.

    python bench/beside_magpie.py --magpie FOLDER --rows FILE.tsv
    python bench/beside_magpie.py --magpie FOLDER --rows FILE.tsv --only best,games --rounds 15
    python bench/beside_magpie.py --magpie FOLDER --endgames FILE.cgp --only endgames
    python bench/beside_magpie.py --write-leaves leaves.csv        # ours, to make a klv2 of

Prints one JSON line: for every measurement the median of each mode of MAGPIE, ours, and how many
times as fast we are as its fastest mode; whether both found the same; conditions and command.
Positions are laid just before they are timed, on both sides: MAGPIE knows its cross-sets then, and
we know ours. ``best`` builds all our lanes within the time, ``best, lanes kept`` none of them; a
game, which changes some, is between. One thread is measured in CPU time, two by the clock.

FOLDER is outside of this repository: MAGPIE is GPL-3. What it must hold, and how it is made:
- ``peer``: ``bench/beside_magpie.c`` and MAGPIE's library (its first lines say how).
- ``peer-counting``: the same, but its endgame counts the leaves that its depth cut off; a depth
  that cut none off has proved its value. Without it only what reached depth 25 counts as proved.
- ``sets/NAME``: data for ``--leaves NAME`` (``zero``, ``ours``): ``lexica/AmericaENABLE.kwg``,
  ``.wmp``, ``.rit`` and ``.klv2``, and the folders ``layouts``, ``letterdistributions`` and
  ``strategy`` of MAGPIE-DATA. With ENABLE in capitals as ``ENABLE.txt``, in a folder that has a
  link ``data`` to the set (MAGPIE loads ``data/`` before it reads the option ``-path``): ``magpie
  createdata klv ENABLE english`` or ``magpie convert csv2klv ENABLE english`` (ENABLE.csv: leave,
  value in points; what is missing is worth 0), ``convert text2kwg``, ``convert text2wordmap``,
  ``convert klvwmp2rit`` (1.9 GB), each ``ENABLE english -path data -savesettings false``; then
  rename all to AmericaENABLE: MAGPIE tells a language by the name.

Best plays are compared by equity, with leaves that are worth nothing by default: MAGPIE's word
maps with ``-s1 score`` do not find all the best scores. With other leaves its sum holds exchanges.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.beside_ours import GAMES, Answer, Ours, leave_lines
from bench.movegen import CLASSIC, read_rows

if TYPE_CHECKING:
    from collections.abc import Callable

MODES = ("kwg", "wmp", "rit")
SIM_ROWS = range(0, 1000, 111)  # ten positions
SIM_SAMPLES = 1000


class Peer:
    """MAGPIE in one of its modes, waiting for questions."""

    def __init__(self, folder: Path, program: str, mode: str, asked: argparse.Namespace) -> None:
        self._process = subprocess.Popen(
            [folder / program, folder / "sets" / asked.leaves, mode, asked.rows, asked.endgames],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.ready = self._read()

    def ask(self, question: str) -> Answer:
        """The answer; RuntimeError if the program has ended instead."""
        assert self._process.stdin is not None
        print(question, file=self._process.stdin, flush=True)
        return self._read()

    def _read(self) -> Answer:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("{"):
                return json.loads(line)  # type: ignore[no-any-return]
        raise RuntimeError("MAGPIE has ended; what it said is above")

    def close(self) -> None:
        """Let it go."""
        self._process.communicate("quit\n")


@dataclass(frozen=True, slots=True)
class Measurement:
    """One question to both; ``{}`` in it is the round."""

    question: str
    figures: Callable[[Answer], dict[str, float]]
    ours: Callable[[int], Answer]  # by round
    modes: tuple[str, ...] = MODES


def per_position(answer: Answer) -> dict[str, float]:
    """Microseconds a position: all, without a wild tile, with one."""
    (plain, plains), (wild, wilds) = answer["plain"], answer["wild"]
    return {
        "us": (plain + wild) / (plains + wilds) / 1e3,
        "us, no wild tile": plain / plains / 1e3,
        "us, wild tile": wild / wilds / 1e3 if wilds else 0.0,
    }


def per_second(answer: Answer, *, of: str, clock: str) -> dict[str, float]:
    """Microseconds for each game or sample."""
    return {f"us of {clock} a {of.rstrip('s')}": answer[clock] / answer[of] / 1e3}


def measurements(ours: Ours) -> dict[str, Measurement]:
    """All that is compared in rounds."""
    games = partial(per_second, of="games")
    table = {
        "best": Measurement("best equity", per_position, lambda _: ours.best(kept=False)),
        "best, lanes kept": Measurement(
            "best equity", per_position, lambda _: ours.best(kept=True)
        ),
        "all": Measurement("all", per_position, lambda _: ours.all_plays()),
        "games": Measurement(f"games {GAMES} {{}} 1", partial(games, clock="cpu"), ours.games),
        "games, 2 threads": Measurement(
            f"games {GAMES} {{}} 2", partial(games, clock="wall"), lambda n: ours.games(n, 2)
        ),
    }
    for plies in (2, 4):
        for threads, clock in ((1, "cpu"), (2, "wall")):
            table[f"simulation, {plies} plies, {threads} threads"] = Measurement(
                f"sim {plies} {SIM_SAMPLES} {threads}",
                partial(per_second, of="samples", clock=clock),
                partial(sample, ours, plies, threads),
            )
    return table


def sample(ours: Ours, plies: int, threads: int, number: int) -> Answer:
    """Our simulation of the same positions; every round has the same luck, as MAGPIE's has."""
    del number
    return ours.simulation(SIM_ROWS, plies, SIM_SAMPLES, threads)


def ask_peer(peer: Peer, question: str, number: int) -> Answer:
    """One answer; simulations are the sum over ten positions."""
    if not question.startswith("sim"):
        return peer.ask(question.format(number))
    whole = {"samples": 0, "cpu": 0, "wall": 0}
    for row in SIM_ROWS:
        part = peer.ask(question.replace("sim", f"sim {row}"))
        whole = {key: value + part[key] for key, value in whole.items()}
    return whole


def run_rounds(asked: argparse.Namespace, ours: Ours) -> dict[str, object]:
    """The medians of all measurements, interleaved; and whether both found the same."""
    wanted = asked.only.split(",")
    chosen = {
        name: each
        for name, each in measurements(ours).items()
        if asked.only == "all of them" or any(name.split(",")[0] == part for part in wanted)
    }
    peers = {mode: Peer(asked.magpie, "peer", mode, asked) for mode in MODES} if chosen else {}
    spent: dict[tuple[str, str], list[dict[str, float]]] = {}
    found: dict[str, dict[str, Answer]] = {name: {} for name in chosen}
    for number in range(1, asked.rounds + 1):
        for name, each in chosen.items():
            for mode in each.modes:
                found[name][mode] = ask_peer(peers[mode], each.question, number)
            found[name]["ours"] = each.ours(number)
            for mode, answer in found[name].items():
                spent.setdefault((name, mode), []).append(each.figures(answer))
    for peer in peers.values():
        peer.close()
    return {name: summary(name, found[name], spent) for name in chosen}


def summary(
    name: str, found: dict[str, Answer], spent: dict[tuple[str, str], list[dict[str, float]]]
) -> dict[str, object]:
    """Medians by figure and mode, how many times as fast we are, and what was found."""
    said: dict[str, object] = {}
    for figure in spent[name, "kwg"][0]:
        middle = {mode: round(median(e[figure] for e in spent[name, mode]), 2) for mode in found}
        theirs = min(middle[mode] for mode in MODES)
        said[figure] = middle | {"times_as_fast": round(theirs / middle["ours"], 3)}
    for key in ("points", "millipoints", "plays", "turns", "games", "samples"):
        sums = {mode: answer[key] for mode, answer in found.items() if answer.get(key)}
        if sums:
            said[key] = sums  # MAGPIE counts one-tile plays twice, and exchanges
    return said


def run_endgames(asked: argparse.Namespace, ours: Ours) -> dict[str, object]:
    """Both on each endgame in turn; values of those both have proved must be equal."""
    counting = (asked.magpie / "peer-counting").exists()
    peer = Peer(asked.magpie, "peer-counting" if counting else "peer", "kwg", asked)
    pairs: list[tuple[Answer, Answer]] = []
    for number, cgp in enumerate(read_rows(asked.endgames)):
        told = peer.ask(f"endgame {number} {asked.seconds} 1")
        done = [d for d in told["depths"] if (d[3] == 0 and counting) or d[0] == 25]
        in_time = [d for d in done if d[2] <= asked.seconds * 1e9]
        theirs = {"proved": bool(in_time), "value": in_time[0][1] if in_time else None}
        pairs.append((theirs, ours.endgame(cgp, asked.seconds)))
    peer.close()
    both = [(a["value"], b["value"]) for a, b in pairs if a["proved"] and b["proved"]]
    return {
        "endgames": len(pairs),
        "seconds_each": asked.seconds,
        "proved": {
            "magpie": sum(a["proved"] for a, _ in pairs),
            "ours": sum(b["proved"] for _, b in pairs),
            "both": len(both),
        },
        "values_differ": sum(a != b for a, b in both),
        "told_by": "leaves cut off" if counting else "depth 25",
    }


def main() -> int:
    """Measure, or write our leaves down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--magpie", type=Path, metavar="FOLDER")
    parser.add_argument("--rows", type=Path, default=CLASSIC, help="positions: CGP, tab, answers")
    parser.add_argument("--endgames", type=Path, default=Path("/dev/null"))
    parser.add_argument("--seconds", type=float, default=10, help="CPU time for each endgame")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--leaves", default="zero", help="folder in sets; all but zero are ours")
    parser.add_argument("--only", default="all of them", help="best, all, games, simulation, ...")
    parser.add_argument("--write-leaves", type=Path, metavar="FILE.csv")
    asked = parser.parse_args()
    ours = Ours(asked.rows, asked.leaves)
    if asked.write_leaves:
        asked.write_leaves.write_text("".join(leave_lines(ours)), "utf-8")
        return 0
    if asked.magpie is None:
        parser.error("--magpie FOLDER is needed")
    told = run_rounds(asked, ours)
    if "endgames" in asked.only:
        told["endgames"] = run_endgames(asked, ours)
    machine = {"cpu": cpu_model(), "python": platform.python_version(), "load": loads()}
    command = " ".join(["python", "bench/beside_magpie.py", *sys.argv[1:]])
    told |= {"rounds": asked.rounds, "leaves": asked.leaves, "machine": machine, "command": command}
    print(json.dumps(told))
    return 0


def cpu_model() -> str:
    """What the machine calls its processor."""
    names = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    return next((line.split(":")[1].strip() for line in names if "model name" in line), "?")


def loads() -> str:
    """How busy the machine was; above the threads measured, somebody else was at work."""
    return Path("/proc/loadavg").read_text("utf-8").split(" ", 1)[0]


if __name__ == "__main__":
    sys.exit(main())
