"""A town over each kind of database."""

from collections.abc import AsyncIterator

import pytest

from tests.server.people.town import Town
from wordsmith.store import Store


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def town(store: Store) -> AsyncIterator[Town]:
    built = Town(store)
    yield built
    built.people.close()
    await built.quotas.close()
