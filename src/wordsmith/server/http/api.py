"""What a page asks once, over HTTP: JSON in, JSON out, errors as codes."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.responses import Response
from starlette.routing import Route

import wordsmith
from wordsmith.errors import ParseError
from wordsmith.server.http.catalogue import catalogue
from wordsmith.server.kernels import uncompiled_kernels
from wordsmith.server.messages.protocol import LARGEST_BODY, parse_front, parse_new_table
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.projection.exports import export_gcg, export_json
from wordsmith.server.projection.projection import Viewer
from wordsmith.server.tables.seating import ask_for_table, ask_for_variant
from wordsmith.server.words.entries import LONGEST, word_entry

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from wordsmith.server.house import House
    from wordsmith.server.tables.table import Table

    Endpoint = Callable[[Request, str], Awaitable[Response]]

_T = TypeVar("_T")


def answer(content: Any, status: int = 200) -> Response:
    """A value as JSON that nobody may keep."""
    body = msgspec.json.encode(content)
    return Response(body, status, {"cache-control": "no-store"}, "application/json")


def refusal_answer(refusal: Refusal) -> Response:
    """A refusal as docs/protocol.md has it."""
    return answer({"error": refusal.code, "detail": refusal.detail}, refusal.status)


class Api:
    """The routes under ``/api``."""

    def __init__(self, house: House) -> None:
        self._house = house

    def routes(self) -> list[Route]:
        """Every route, with who may ask what."""
        known, changing = self._known, self._changing
        return [
            Route("/api/health", self.health),
            Route("/api/catalogue", self.catalogue),
            Route("/api/front", changing(self.front), methods=["POST"]),
            Route("/api/tables", known(self.tables), methods=["GET"]),
            Route("/api/tables", changing(self.new_table), methods=["POST"]),
            Route("/api/tables/{table}/rematch", changing(self.rematch), methods=["POST"]),
            Route("/api/tables/{table}/game.json", known(self.record)),
            Route("/api/tables/{table}/game.gcg", known(self.gcg)),
            Route("/api/words/{variant}/{word}", known(self.word)),
        ]

    def _known(self, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        """Ask on behalf of the visitor, who gets his cookie if he had none."""

        @functools.wraps(endpoint)
        async def asked(request: Request) -> Response:
            visit = await self._house.guests.welcome(request)
            try:
                response = await endpoint(request, visit.guest)
            except Refusal as refusal:
                response = refusal_answer(refusal)
            if visit.is_fresh:
                self._house.guests.remember(response, visit)
            return response

        return asked

    def _changing(self, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        """The same for what makes something: only our own page may, and not too often."""
        known = self._known(endpoint)

        @functools.wraps(endpoint)
        async def asked(request: Request) -> Response:
            if not self._house.origins.allow(request):
                return answer({"error": "bad_origin", "detail": {}}, 403)
            address = request.client.host if request.client else ""
            if not self._house.new_tables.take(address):
                return answer({"error": "too_fast", "detail": {}}, 429)
            return await known(request)

        return asked

    async def health(self, _request: Request) -> Response:
        """Whether the program is well, and how it was built."""
        failure = self._house.store.failure
        told = {"version": wordsmith.__version__, "compiled": not uncompiled_kernels()}
        return answer(told if failure is None else {**told, "failure": failure})

    async def catalogue(self, _request: Request) -> Response:
        """What can be played."""
        return answer(catalogue())

    async def front(self, request: Request, guest: str) -> Response:
        """The visitor's game on the front page."""
        asked = _parsed(parse_front, await _body(request))
        table = await self._house.tables.front(guest, asked.variant, fresh=asked.fresh)
        return answer({"table": table})

    async def tables(self, _request: Request, guest: str) -> Response:
        """The visitor's tables."""
        return answer({"tables": await self._house.tables.lines(guest)})

    async def new_table(self, request: Request, guest: str) -> Response:
        """A table as the visitor wants it."""
        asked = _parsed(parse_new_table, await _body(request))
        making = ask_for_table(asked, guest, catalogue().levels)
        return answer({"table": await self._house.tables.make(making)})

    async def rematch(self, request: Request, guest: str) -> Response:
        """The same again."""
        table, _ = await self._held_table(request, guest)
        return answer({"table": await self._house.tables.rematch(table, guest)})

    async def record(self, request: Request, guest: str) -> Response:
        """The game as a JSON record."""
        table, viewer = await self._held_table(request, guest)
        return _file(export_json(table.ledger, viewer), "application/json", f"{table.id}.json")

    async def gcg(self, request: Request, guest: str) -> Response:
        """The game as GCG."""
        table, viewer = await self._held_table(request, guest)
        return _file(export_gcg(table.ledger, viewer), "text/plain", f"{table.id}.gcg")

    async def word(self, request: Request, guest: str) -> Response:
        """What is known of a word, at a table or by the preset."""
        variant = ask_for_variant(request.path_params["variant"])
        if "table" in request.query_params:
            name = request.query_params["table"]
            table = await self._held(name, guest)
            variant = table.ledger.variant
        text = request.path_params["word"]
        if len(text) > LONGEST:
            raise Refusal(400, "bad_request", path="word", message=f"longer than {LONGEST} letters")
        lexicon = await self._house.lexicons.of(variant)
        return answer(word_entry(variant, lexicon, text))

    async def _held_table(self, request: Request, guest: str) -> tuple[Table, Viewer]:
        table = await self._held(request.path_params["table"], guest)
        return table, Viewer(table.seats_of(guest))

    async def _held(self, name: str, guest: str) -> Table:
        """A table where the guest has a seat. Refusal if there is none, or it is not his."""
        table = await self._house.tables.get(name)
        if table is None:
            raise Refusal(404, "unknown_table", table=name)
        if not table.seats_of(guest):
            raise Refusal(403, "forbidden", table=name)
        return table


def _parsed(parse: Callable[[bytes], _T], body: bytes) -> _T:
    try:
        return parse(body)
    except ParseError as error:
        message, _, path = str(error).partition(" - at ")
        raise Refusal(400, "bad_request", path=path.strip("`"), message=message) from error


async def _body(request: Request) -> bytes:
    """The body of a request. Refusal if it is too large, whatever it says of its length."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise Refusal(413, "too_large", most=LARGEST_BODY)
    return bytes(body)


def _file(content: bytes, media_type: str, name: str) -> Response:
    headers = {
        "cache-control": "no-store",
        "content-disposition": f'attachment; filename="{name}"',
    }
    return Response(content, 200, headers, media_type)
