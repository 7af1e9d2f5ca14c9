"""Trainings on a Ray cluster, where the extra is installed; ``bench/train_ray.py`` does more."""

from __future__ import annotations

import os
import signal
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bench.train_ray import command_of, descendants, free_port, node
from tests.training.small import small_plan
from wordsmith.errors import ParseError
from wordsmith.training import Advance, Alone, Cluster, Folder, train

if TYPE_CHECKING:
    from pathlib import Path

ray = pytest.importorskip("ray")
pytestmark = [pytest.mark.timeout(600), pytest.mark.filterwarnings("default")]


def test_a_cluster_learns_the_same_though_a_worker_of_it_is_killed(tmp_path: Path) -> None:
    plan, port = small_plan(tmp_path, slow=True), free_port()
    killed: list[int] = []
    alone = train(plan, Folder(tmp_path / "alone"), Alone(plan.ground), lambda _: None, 1)
    here = ("--node-ip-address=127.0.0.1", "--num-cpus=1", "--include-dashboard=false")
    with node("--head", f"--port={port}", *here) as head:

        def kill(advance: Advance) -> None:
            if advance.chunks == 2 and not killed:
                killed.extend(p for p in descendants(head) if b"ray::" in command_of(p))
                workers = [p for p in killed if b"ray::play" in command_of(p)]
                os.kill((workers or killed)[0], signal.SIGKILL)

        with closing(Cluster(plan.ground, f"127.0.0.1:{port}")) as runner:
            learnt = train(plan, Folder(tmp_path / "work"), runner, kill, 1)
    assert killed
    assert learnt == alone


@pytest.mark.parametrize("address", ["127.0.0.1:{port}", "ray://127.0.0.1:{port}", "[::1]:99999"])
def test_where_no_cluster_is_that_is_said(tmp_path: Path, address: str) -> None:
    plan = small_plan(tmp_path)
    with pytest.raises(ParseError, match="no Ray cluster answers"):
        Cluster(plan.ground, address.format(port=free_port()))
