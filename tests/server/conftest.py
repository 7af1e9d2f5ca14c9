"""One server for all tests that only play on it; others start their own."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from tests.server.site import LiveServer, Talk, Visitor


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("server") / "games.sqlite3") as live:
        yield live


@pytest.fixture
def visitor(server: LiveServer) -> Iterator[Visitor]:
    somebody = Visitor(server.address)
    yield somebody
    somebody.close()


@pytest.fixture
def talk(visitor: Visitor) -> Iterator[Talk]:
    with visitor.talk() as opened:
        yield opened


@pytest.fixture
def still_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """No window of a quota in memory passes: however slow the machine, what is counted stays."""
    stopped = SimpleNamespace(time=lambda: 1_800_000_030.0)
    for module in ("limits.aio.storage.memory", "limits.aio.strategies"):
        monkeypatch.setattr(f"{module}.time", stopped)
