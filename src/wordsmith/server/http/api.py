"""Every operation under ``/api``, room by room as in docs/protocol.md."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from starlette.routing import Route

from wordsmith.server.http.asking import Operation, answer, doors
from wordsmith.server.http.login_api import LoginApi
from wordsmith.server.http.moderation_api import ModerationApi
from wordsmith.server.http.notices_api import NoticesApi
from wordsmith.server.http.openapi import openapi
from wordsmith.server.http.people_api import PeopleApi
from wordsmith.server.http.seats_api import SeatsApi
from wordsmith.server.http.site_api import SiteApi
from wordsmith.server.http.tables_api import TablesApi
from wordsmith.server.http.talk_api import TalkApi
from wordsmith.server.http.words_api import WordsApi

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from wordsmith.server.house import House
    from wordsmith.server.live.hall import Hall

    Json = dict[str, Any]

ROOMS = (SiteApi, PeopleApi, LoginApi, NoticesApi, ModerationApi)
"""Classes made with the house, whose ``operations()`` are offered; a new room is one more."""

ROOMS_WITH_TABLES = (TablesApi, SeatsApi, WordsApi, TalkApi)
"""The same, made with the hall as well: what they tell is also told to pages that are open."""


def operations(house: House, hall: Hall) -> tuple[Operation, ...]:
    """All that may be asked."""
    rooms = [room(house) for room in ROOMS]
    with_tables = [room(house, hall) for room in ROOMS_WITH_TABLES]
    return tuple([one for room in (*rooms, *with_tables) for one in room.operations()])


def api_routes(house: House, hall: Hall) -> list[Route]:
    """The routes to them, and to the document that tells of them."""
    offered = operations(house, hall)

    @cache
    def document() -> Json:
        """Made when it is first asked for: a server that starts anew has players waiting."""
        return openapi(offered, house.visitors.cookie)

    async def told(_request: Request) -> Response:
        return answer(document())

    return [*doors(house, offered), Route("/api/openapi.json", told)]
