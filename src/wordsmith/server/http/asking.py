"""How a page asks over HTTP: JSON in, JSON out, errors as codes; each operation told by its types.

A file of operations is a class with ``operations()``; ``api`` has the list of them. What an
operation declares is what ``doors`` checks, and what ``openapi`` tells.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

import msgspec
from starlette.requests import Request  # noqa: TC002 - a field
from starlette.responses import Response
from starlette.routing import Route

from wordsmith.errors import ParseError
from wordsmith.server.guard.addresses import address_of
from wordsmith.server.messages.protocol import LARGEST_BODY, parsed
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.observing import metrics

if TYPE_CHECKING:
    from wordsmith.server.house import House
    from wordsmith.server.people.visitors import Visit

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Asked:
    """One request of a visitor."""

    request: Request
    visit: Visit | None  # None: asked by a machine, which gets no cookie

    @property
    def person(self) -> str:
        """Who asks."""
        assert self.visit is not None
        return self.visit.person

    def place(self, name: str) -> str:
        """What the address has for ``{name}``. Refusal if it is no text that can be kept."""
        return _text(name, str(self.request.path_params[name]))

    def query(self, name: str) -> str | None:
        """What stands behind the question mark. Refusal likewise."""
        asked = self.request.query_params.get(name)
        return None if asked is None else _text(name, asked)

    def number(self, name: str) -> int | None:
        """The same as a number from 0 on. Refusal if it is none."""
        text = self.query(name)
        if text is None:
            return None
        if not text.isascii() or not text.isdigit() or len(text) > 15:  # below 2**53
            raise Refusal(400, "bad_request", path=name, message="Expected a number from 0 on")
        return int(text)

    async def body(self, kind: type[_T]) -> _T:
        """What was sent, as ``kind``. Refusal says what is wrong with it, and where."""
        return decoded(await read_body(self.request), kind)


Endpoint = Callable[[Asked], Awaitable[Any]]
"""Gives what is answered: a value that becomes JSON, or a ready ``Response``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One thing that may be asked. A ``POST`` changes something: only our own page may."""

    method: Literal["GET", "POST"]
    path: str  # "/api/tables/{table}"
    endpoint: Endpoint
    answer: Any  # the type of the JSON; for a file its media type, as text
    body: Any = None  # the type of what is sent
    query: Mapping[str, Any] = field(default_factory=dict)  # all may be left out
    refusals: tuple[str, ...] = ()  # codes, besides those that any operation may answer
    even_banned: bool = False  # of those who are banned, too
    by_machines: bool = False  # every few seconds: nobody is remembered
    makes_table: bool = False  # counted among the new tables of an address

    @property
    def asks(self) -> str:
        """What the asker wants, in words."""
        return (self.endpoint.__doc__ or "").partition("\n")[0]


def answer(content: Any, status: int = 200) -> Response:
    """A value as JSON that nobody may keep."""
    body = msgspec.json.encode(content)
    return Response(body, status, {"cache-control": "no-store"}, "application/json")


def refusal_answer(refusal: Refusal) -> Response:
    """A refusal as docs/protocol.md has it."""
    metrics.refusals.labels(refusal.code).inc()
    return answer({"error": refusal.code, "detail": refusal.detail}, refusal.status)


def file_answer(content: bytes, media_type: str, name: str) -> Response:
    """A file to be kept by whoever asked."""
    headers = {
        "cache-control": "no-store",
        "content-disposition": f'attachment; filename="{name}"',
    }
    return Response(content, 200, headers, media_type)


def doors(house: House, operations: tuple[Operation, ...]) -> list[Route]:
    """The routes to operations: the visitor is known, a changing one comes from our own page."""
    return [
        Route(
            operation.path,
            _changing(house, operation) if operation.method == "POST" else _known(house, operation),
            methods=[operation.method],
        )
        for operation in operations
    ]


def _known(house: House, operation: Operation) -> Callable[[Request], Awaitable[Response]]:
    """Ask on behalf of the visitor, who gets his cookie if he had none."""

    @functools.wraps(operation.endpoint)
    async def asked(request: Request) -> Response:
        visit = None
        try:
            visit = await house.visitors.welcome(request) if not operation.by_machines else None
            _may_ask(house, operation, visit)
            told = await operation.endpoint(Asked(request, visit))
        except Refusal as refusal:
            told = refusal_answer(refusal)
        response = told if isinstance(told, Response) else answer(told)
        if visit and visit.is_fresh and "set-cookie" not in response.headers:
            house.visitors.remember(response, visit)
        return response

    return asked


def _may_ask(house: House, operation: Operation, visit: Visit | None) -> None:
    """Refusal for a visitor who is banned, or changes too much, from whatever addresses."""
    if visit is None:
        return
    if not operation.even_banned:
        house.visitors.refuse_banned(visit)
    if operation.method == "POST" and not house.changes.take(visit.person):
        raise Refusal(429, "too_fast")


def _changing(house: House, operation: Operation) -> Callable[[Request], Awaitable[Response]]:
    """The same for what changes something: only our own page may, and not too often."""
    known = _known(house, operation)

    @functools.wraps(operation.endpoint)
    async def asked(request: Request) -> Response:
        if not house.origins.allow(request):
            return refusal_answer(Refusal(403, "bad_origin"))
        buckets = house.new_tables if operation.makes_table else house.changes
        if not buckets.take(address_of(request)):
            return refusal_answer(Refusal(429, "too_fast"))
        return await known(request)

    return asked


def _text(name: str, text: str) -> str:
    if "\0" in text:
        raise Refusal(400, "bad_request", path=name, message="U+0000 is in no text")
    return text


@cache
def _decoder(kind: Hashable) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def decoded(body: bytes, kind: type[_T]) -> _T:
    """JSON as a type. Refusal says what is wrong with it, and where."""
    try:
        value: _T = parsed(_decoder(cast("Hashable", kind)), body)
    except ParseError as error:
        message, _, path = str(error).partition(" - at ")
        raise Refusal(400, "bad_request", path=path.strip("`"), message=message) from error
    return value


async def read_body(request: Request, most: int = LARGEST_BODY) -> bytes:
    """The body of a request. Refusal if it is too large, whatever it says of its length."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise Refusal(413, "too_large", most=most)
    return bytes(body)
