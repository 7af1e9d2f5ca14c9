"""A site with a moderator, over a store of either kind."""

import pytest


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
