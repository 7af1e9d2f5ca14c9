"""The page and its files as the build left them; those in ``assets`` are named by content."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from wordsmith.server.messages.refusal import Refusal

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request

    from wordsmith.server.house import House

_ADDRESSES = (
    "/",
    "/t/{table}",
    "/i/{invite}",
    "/new",
    "/lobby",
    "/me",
    "/login",
    "/p/{login}",
    "/words/{group}",
    "/rules",
    "/rules/{variant}",
    "/moderation",
)
_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_WORTH_PACKING = ("text/", "application/javascript", "application/json", "image/svg")
_MISSING = """The page has not been built. In a checkout: python3 dev.py play
"""


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    packed: bytes | None  # gzip, where it is worth it
    media_type: str
    tag: str


class Pages:
    """The files of the page, read once and kept until they change on disk."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._static = house.settings.static
        self._kept: dict[Path, tuple[int, _File]] = {}

    def routes(self) -> list[Route]:
        """The addresses that the page reads itself, and its files."""
        pages = [Route(address, self.page) for address in _ADDRESSES]
        return [*pages, Route("/{path:path}", self.file)]

    async def page(self, request: Request) -> Response:
        """The page; the visitor is known by a cookie from now on."""
        response = self._index(request)
        with contextlib.suppress(Refusal):  # too many newcomers: the page says so when it asks
            visit = await self._house.visitors.welcome(request)
            self._house.visitors.remember(response, visit)
            response.headers["cache-control"] = f"private, {_ASK_AGAIN}"  # it bears his cookie
        return response

    async def file(self, request: Request) -> Response:
        """A file of the page; an address that is none gets the page, which says so in words."""
        path = self._inside(request.path_params["path"])
        found = self._read(path) if path else None
        if path is None or found is None or path.name == "stamp.txt":
            is_file = "." in request.path_params["path"].rpartition("/")[2]
            if path is not None and not is_file:
                return self._index(request, 404)
            return PlainTextResponse("There is nothing here.\n", 404)
        hashed = path.parent.name == "assets"
        return _respond(request, found, _FOREVER if hashed else _ASK_AGAIN)

    def _index(self, request: Request, status: int = 200) -> Response:
        index = self._read(self._static / "index.html")
        if index is None:
            return PlainTextResponse(_MISSING, 503)
        return _respond(request, index, _ASK_AGAIN, status)

    def _inside(self, name: str) -> Path | None:
        """The path of a file; None if it leads out of the folder, or to nowhere at all."""
        try:
            path = (self._static / name).resolve()
        except (OSError, ValueError):
            return None
        return path if path.is_relative_to(self._static.resolve()) else None

    def _read(self, path: Path) -> _File | None:
        try:
            changed = path.stat().st_mtime_ns
            kept = self._kept.get(path)
            if kept is None or kept[0] != changed:
                kept = self._kept[path] = (changed, _load(path))
        except OSError:
            return None
        return kept[1]


def _load(path: Path) -> _File:
    content = path.read_bytes()
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    worth = media_type.startswith(_WORTH_PACKING)
    packed = gzip.compress(content, mtime=0) if worth else None
    return _File(content, packed, media_type, f'"{hashlib.sha256(content).hexdigest()[:32]}"')


def _respond(request: Request, file: _File, caching: str, status: int = 200) -> Response:
    headers = {"cache-control": caching, "etag": file.tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag and status == 200:
        return Response(status_code=304, headers=headers)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(file.packed, status, headers, file.media_type)
    return Response(file.content, status, headers, file.media_type)
