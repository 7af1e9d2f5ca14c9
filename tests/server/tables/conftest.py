"""Tables over a store, with a time that tests set; races are run over each kind of database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.tables.evening import Evening
from wordsmith.store import SqliteStore, Store


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """One program."""
    file = SqliteStore(tmp_path / "games.sqlite3")
    here = Evening(file)
    yield here
    await here.close()
    await file.close()


@pytest.fixture
async def programs(store: Store) -> AsyncIterator[tuple[Evening, Evening]]:
    """Two programs over one store, with the same time and no word between them."""
    first = Evening(store)
    second = Evening(store, first.time)
    yield first, second
    await first.close()
    await second.close()
