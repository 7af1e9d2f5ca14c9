"""`wordsmith train` on a real Ray cluster of two nodes, both on this machine: the same file?

    python bench/train_ray.py                     # needs the extra: pip install 'wordsmith[ray]'
    python bench/train_ray.py --variant wordsmith --games 1000

Four trainings with the same seed: on the process pool, left in peace; on the cluster, while a
worker of it is killed in the middle; on the cluster, stopped by Ctrl-C in the middle; the last one
again, from where it stopped, while one of the two nodes is taken away. All files must be equal.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE_S = 120.0


@dataclass(frozen=True, slots=True)
class Asked:
    """What is trained, and where its files go."""

    arguments: list[str]
    folder: Path

    def line(self, name: str, *more: str) -> list[str]:
        """The command that writes ``name``.tsv."""
        out = self.folder / f"{name}.tsv"
        return [sys.executable, "-m", "wordsmith", *self.arguments, "--out", str(out), *more]

    def file(self, name: str) -> bytes:
        """What it has written."""
        return (self.folder / f"{name}.tsv").read_bytes()

    def chunks(self, name: str) -> int:
        """How many chunks are played for it."""
        return len(list(self.folder.glob(f"{name}.tsv.work/*/chunk-*")))


def main() -> int:
    """Run the four, print one JSON line, and return 1 if any file differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variant", default="friends")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chunk", type=int, default=200)
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the nodes are ended then, too
    numbers = {name: getattr(asked, name) for name in ("games", "generations", "seed", "chunk")}
    arguments = ["train", "--variant", asked.variant]
    arguments += [word for name, number in numbers.items() for word in (f"--{name}", str(number))]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as nodes:
        seen = run(Asked(arguments, Path(folder)), nodes)
    told = {"bench": "train_ray", **seen, "command": " ".join(sys.argv)}
    print(json.dumps(told))
    return 0 if seen["equal"] else 1


def run(asked: Asked, nodes: ExitStack) -> dict[str, object]:
    """The four trainings; how long they took, and whether their files are equal."""
    pool_s = timed(asked.line("pool"))
    port = free_port()
    here = ("--node-ip-address=127.0.0.1", "--num-cpus=1")
    head = nodes.enter_context(node("--head", f"--port={port}", *here, "--include-dashboard=false"))
    second = nodes.enter_context(node(f"--address=127.0.0.1:{port}", *here))
    on_ray = ("--on", "ray", "--address", f"127.0.0.1:{port}")

    killed: list[int] = []

    def kill_a_worker() -> None:
        victims = [pid for pid in descendants(head, second) if b"ray::play" in command_of(pid)]
        if victims:
            os.kill(victims[0], signal.SIGKILL)
            killed.append(victims[0])

    ray_s = timed(asked.line("ray", *on_ray), lambda: asked.chunks("ray") >= 2, kill_a_worker)
    stopped = asked.line("stopped", *on_ray)
    status, told = interrupted(stopped, lambda: asked.chunks("stopped") >= 3)
    kept = asked.chunks("stopped")
    timed(stopped, lambda: asked.chunks("stopped") > kept, lambda: end(second))
    names = ("pool", "ray", "stopped")
    return {
        "equal": len({asked.file(name) for name in names}) == 1,
        "bytes": len(asked.file("pool")),
        "pool_s": round(pool_s, 1),
        "ray_s": round(ray_s, 1),
        "workers_killed": len(killed),
        "status_of_ctrl_c": status,
        "said": told.splitlines()[-1] if told else "",
        "chunks_kept": kept,
        "second_node_ended": second.poll() is not None,
    }


def timed(
    line: list[str],
    when: Callable[[], bool] = lambda: False,
    befalls: Callable[[], None] = lambda: None,
) -> float:
    """Run a command to its end, in seconds; ``befalls`` happens once, as soon as ``when``."""
    start = time.perf_counter()
    with subprocess.Popen(line) as program:
        while program.poll() is None:
            if when():
                befalls()
                break
            time.sleep(0.02)
    if program.returncode:
        raise SystemExit(f"status {program.returncode}: {' '.join(line)}")
    return time.perf_counter() - start


def interrupted(line: list[str], when: Callable[[], bool]) -> tuple[int, str]:
    """Run a command until ``when``, then Ctrl-C: its status, and what it said."""
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True) as program:
        while not when() and program.poll() is None:
            time.sleep(0.02)
        program.send_signal(signal.SIGINT)
        _, told = program.communicate(timeout=PATIENCE_S)
    return program.returncode, told


@contextmanager
def node(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A node of the cluster, with one core, while it is needed."""
    program = str(Path(sys.executable).with_name("ray"))
    line = [program, "start", "--block", "--disable-usage-stats", *arguments]
    with subprocess.Popen(line, stdout=subprocess.PIPE, start_new_session=True) as started:
        assert started.stdout is not None
        try:
            if not any(b"Ray runtime started" in said for said in started.stdout):
                raise SystemExit(f"Ray did not start: {' '.join(line)}")
            yield started
        finally:
            end(started)


def end(started: subprocess.Popen[bytes]) -> None:
    """End a node, all that it has started included."""
    theirs = descendants(started)
    started.terminate()
    try:
        started.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        started.kill()
    for pid in theirs:
        if Path(f"/proc/{pid}").exists():
            os.kill(pid, signal.SIGKILL)


def descendants(*programs: subprocess.Popen[bytes]) -> list[int]:
    """The processes that these have started, and those that they have, and so on."""
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(folder.name))
    found = [program.pid for program in programs]
    for pid in found:
        found += parents.get(pid, [])
    return found[len(programs) :]


def command_of(pid: int) -> bytes:
    """How a process was started, or what it calls itself; empty if it has gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


if __name__ == "__main__":
    sys.exit(main())
