"""One server for all tests that only play on it; others start their own."""

from collections.abc import Iterator

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
