"""Every operation under ``/api``, room by room as in docs/protocol.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.http.asking import Operation, doors
from wordsmith.server.http.login_api import LoginApi
from wordsmith.server.http.people_api import PeopleApi
from wordsmith.server.http.site_api import SiteApi
from wordsmith.server.http.tables_api import TablesApi
from wordsmith.server.http.talk_api import TalkApi
from wordsmith.server.http.words_api import WordsApi

if TYPE_CHECKING:
    from starlette.routing import Route

    from wordsmith.server.house import House

ROOMS = (SiteApi, TablesApi, WordsApi, PeopleApi, LoginApi, TalkApi)
"""Classes made with the house, whose ``operations()`` are offered; a new room is one more."""


def operations(house: House) -> tuple[Operation, ...]:
    """All that may be asked."""
    return tuple([operation for room in ROOMS for operation in room(house).operations()])


def api_routes(house: House) -> list[Route]:
    """The routes to them."""
    return doors(house, operations(house))
