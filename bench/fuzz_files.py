"""Files that are damaged, foreign or meant to harm, for as long as one cares to wait.

    python bench/fuzz_files.py                     # ten minutes
    python bench/fuzz_files.py --seconds 60 --first 1000000
    python bench/fuzz_files.py --only 1234567      # one trial again, in this process

Tries the loader of the cache, CGP, GCG and word files (``bench/fuzz_trials.py`` has the trials), in
a process that may die: then the trial counts as a crash, and another process goes on behind it.
Prints one line of JSON: inputs tried, how many were taken and how many refused in so many words,
and the numbers of those that crashed, never ended, or were told of by an error that is not ours.
Ends with status 1 where there are any.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import json
import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.fuzz_trials import Trials
from wordsmith.engine import _lanes, _movegen
from wordsmith.lexicon import _anagrams, _graph

MOST_S = 60
"""A trial that takes longer never ends."""
MOST_START_S = 600
"""Nor does a process that is not ready by then: first it builds the lists, perhaps uncompiled."""
ROUND_S = 60
"""So long one process goes on; then another takes over, and its memory is given back."""


def main() -> int:
    """Try until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--first", type=int, default=0, help="number of the first trial")
    parser.add_argument("--only", type=int, help="try this one alone, here")
    parser.add_argument("--progress", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.only is not None:
        return try_here(count(asked.only), asked.only + 1, 0, None)
    if asked.progress:
        return try_here(count(asked.first), None, asked.seconds, Path(asked.progress))
    started = time.monotonic()
    said: Counter[str] = Counter()
    faults: list[str] = []
    number = asked.first
    with tempfile.TemporaryDirectory() as folder:
        while (left := asked.seconds - (time.monotonic() - started)) > 0:
            number = one_round(number, min(left, ROUND_S), Path(folder), said, faults)
    report = {
        "bench": "fuzz_files",
        "command": " ".join(["python", *sys.argv]),
        "seconds": round(time.monotonic() - started),
        "tried": sum(said.values()) + len(faults),
        "refused": sum(n for name, n in said.items() if name.endswith("refused")),
        "taken": sum(n for name, n in said.items() if name.endswith("taken")),
        "crashes": faults,
        "by_kind": dict(sorted(said.items())),
        "compiled": kernels_compiled(),
    }
    print(json.dumps(report))
    return 1 if faults else 0


def one_round(
    first: int, seconds: float, folder: Path, said: Counter[str], faults: list[str]
) -> int:
    """Let a process try from ``first`` on; the number to go on from."""
    progress = folder / "progress"
    progress.write_text("")
    arguments = ["--first", str(first), "--seconds", str(seconds), "--progress", str(progress)]
    with (folder / "said").open("w+") as out, (folder / "died").open("w+") as err:
        child = subprocess.Popen(
            [sys.executable, __file__, *arguments],
            stdout=out,
            stderr=err,
            env={**os.environ, "WORDSMITH_CACHE": str(folder / "cache")},
        )
        ended = wait_for(child, progress)
        out.seek(0)
        err.seek(0)
        for line in out:
            if line.startswith("fault "):
                faults.append(line.removeprefix("fault ").strip())
            elif line.startswith("said "):
                name, times = line.removeprefix("said ").rsplit(" ", 1)
                said[name] += int(times)
        reached = progress.read_text()
        if not reached:
            sys.exit(f"nothing could be tried: {err.read()[-4000:]}")
        if ended != 0:
            faults.append(f"{reached}: {'never ends' if ended is None else f'died with {ended}'}")
            sys.stderr.write(err.read()[-4000:])
    return int(reached) + 1


def wait_for(child: subprocess.Popen[bytes], progress: Path) -> int | None:
    """How a process ends; None if one trial of it does not."""
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return child.wait(1)
        most_s = MOST_S if progress.stat().st_size else MOST_START_S
        if time.time() - progress.stat().st_mtime > most_s:
            child.kill()
            child.wait()
            return None


def try_here(numbers: count[int], end: int | None, seconds: float, progress: Path | None) -> int:
    """Try one after the other in this process; tell of faults, and in the end of the others."""
    faulthandler.enable()
    said: Counter[str] = Counter()
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("WORDSMITH_CACHE", folder)
        trials = Trials(Path(folder))
        before = time.monotonic()
        for number in numbers:
            if number == end or (end is None and time.monotonic() - before > seconds):
                break
            if progress:
                progress.write_text(str(number))
            try:
                said[trials.run(number)] += 1
            except Exception as error:  # noqa: BLE001 - that is what is looked for
                faults += 1
                where = traceback.extract_tb(error.__traceback__)[-1]
                print(f"fault {number}: {error!r:.200} in {where.name}", flush=True)
                if progress is None:
                    traceback.print_exc()
            if number % 500 == 0:
                tell(said)
                said.clear()
    tell(said)
    return 1 if faults and progress is None else 0


def tell(said: Counter[str]) -> None:
    """What was tried since it was told the last time."""
    for name, times in said.items():
        print(f"said {name} {times}", flush=True)


def kernels_compiled() -> dict[str, bool]:
    """Which kernels run compiled."""
    kernels = (_anagrams, _graph, _lanes, _movegen)
    return {
        kernel.__name__.rpartition(".")[2]: not (kernel.__file__ or "").endswith(".py")
        for kernel in kernels
    }


if __name__ == "__main__":
    sys.exit(main())
