"""One server for all tests that only play on it; others start their own."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from argon2 import PasswordHasher

from tests.server.site import LiveServer, Talk, Visitor
from wordsmith.server import house as house_room
from wordsmith.server.people import passwords as passwords_room

_HASHER = passwords_room._hasher
_LITTLE = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture(autouse=True, scope="session")
def _no_collector_is_tamed() -> Iterator[None]:
    """Hundreds of houses are opened here, and to tame it takes longer than most tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house_room, "_tame_collector", lambda: None)
        patch.setattr(house_room, "_free_collector", lambda: None)
        yield


@pytest.fixture(autouse=True, scope="session")
def _passwords_cost_little() -> Iterator[None]:
    """As little as argon2 can do; ``real_hasher`` is for tests of what is kept of a password."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords_room, "_hasher", _LITTLE)
        yield


@pytest.fixture
def real_hasher(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords cost what they cost on a site."""
    monkeypatch.setattr(passwords_room, "_hasher", _HASHER)


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
