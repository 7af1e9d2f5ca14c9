"""Reminders over a store of either kind, at a time that a test sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.server.notices.mail_server import MailServerHere
from tests.server.notices.push_service import Browser, PushService
from tests.server.notices.tables import Town

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from wordsmith.store import Store


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService() as here:
        yield here


@pytest.fixture
def phone(service: PushService) -> Browser:
    return Browser(service)


@pytest.fixture
def mail() -> Iterator[MailServerHere]:
    with MailServerHere() as here:
        yield here


@pytest.fixture
async def town(store: Store, mail: MailServerHere) -> AsyncIterator[Town]:
    made = Town(store, mail.port)
    yield made
    await made.close()
