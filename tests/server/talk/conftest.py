"""Talk over a store of either kind."""

from collections.abc import AsyncIterator

import pytest

from wordsmith.bus import MemoryBus
from wordsmith.server.guard.quotas import Quotas
from wordsmith.server.talk.talk import Talk
from wordsmith.store import Store


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def talk(store: Store) -> AsyncIterator[Talk]:
    opened = Talk(store, MemoryBus(), Quotas(factor=100))
    yield opened
    await opened.close()
