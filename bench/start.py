"""From the command to the first answer, beside a bare Python that imports the web server.

    python bench/start.py --rounds 9

The two take turns, so that both meet the same noise. What counts is the ratio; the target on a
quiet machine is 0.6 s for a site of one file whose word lists are built.
"""

from __future__ import annotations

import argparse
import http.client
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TARGET_S = 0.6
BARE = [sys.executable, "-c", "import starlette.applications, uvicorn"]


def warm(folder: Path) -> dict[str, str]:
    """The environment of an installed program: its modules are compiled, whatever is set here."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def bare_s(environment: dict[str, str]) -> float:
    """What no server of this kind can do without."""
    began = time.perf_counter()
    subprocess.run(BARE, check=True, env=environment)
    return time.perf_counter() - began


def serve_s(environment: dict[str, str], database: Path, *more: str) -> float:
    """Until the server has said its address and answered a request."""
    line = [sys.executable, "-m", "wordsmith", "serve", "--port", "0", "--no-open"]
    began = time.perf_counter()
    with subprocess.Popen(
        [*line, "--language", "en", "--database", str(database), *more],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        said = server.stdout.readline()
        port = int(said.removeprefix("Wordsmith is at http://127.0.0.1:").partition(". ")[0])
        asking = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        asking.request("GET", "/api/health")
        assert asking.getresponse().status == 200
        took = time.perf_counter() - began
        asking.close()
        server.terminate()
    return took


def main() -> None:
    """Measure, and print the medians; status 1 if the median is above the target."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--bus", help="redis://...: as one process of several")
    wanted = parser.parse_args()
    more = ("--bus", wanted.bus) if wanted.bus else ()
    bare, serving = [], []
    with tempfile.TemporaryDirectory() as folder:
        database, environment = Path(folder) / "games.sqlite3", warm(Path(folder))
        serve_s(environment, database, *more)  # makes the file, and what is cached
        bare_s(environment)
        for _ in range(wanted.rounds):
            bare.append(bare_s(environment))
            serving.append(serve_s(environment, database, *more))
    median, least = statistics.median(serving), min(serving)
    ratio = statistics.median([one / other for one, other in zip(serving, bare, strict=True)])
    print(f"bare imports: median {statistics.median(bare):.3f} s, least {min(bare):.3f} s")
    print(f"serve to first answer: median {median:.3f} s, least {least:.3f} s")
    print(f"ratio, median of rounds: {ratio:.2f}")
    sys.exit(median > TARGET_S)


if __name__ == "__main__":
    main()
