"""QR codes, so that a phone finds a table by looking at it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.requests import Request


def qr_code(text: str) -> bytes:
    """A picture of ``text`` as SVG, dark on light with its quiet zone, without fixed size."""
    # large, and not needed by a site that starts
    import segno  # noqa: PLC0415

    picture = io.BytesIO()
    code = segno.make_qr(text, error="m")
    code.save(picture, kind="svg", border=4, light="white", xmldecl=False, omitsize=True)
    return picture.getvalue()


def site_address(request: Request, public: Collection[str]) -> str:
    """The address of the site as the asker reached it; of its public ones, if it has any."""
    host = request.headers.get("host", "")
    for origin in sorted(public):
        if urlsplit(origin).netloc == host:
            return origin
    return min(public) if public else f"{request.url.scheme}://{host}"
