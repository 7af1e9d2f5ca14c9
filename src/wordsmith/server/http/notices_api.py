"""Reminders over HTTP: where the visitor wants them, and the link of a letter that ends them."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from wordsmith.server.http.asking import Asked, Operation
from wordsmith.server.messages.notices import NoticesKey, Reminders
from wordsmith.server.messages.people import Nothing
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.notices.subscriptions import Subscription
from wordsmith.server.people.sessions import wall_ms
from wordsmith.texts import LANGUAGES, say

if TYPE_CHECKING:
    from starlette.requests import Request

    from wordsmith.server.house import House

_PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>{title}</title>
<body><p>{text}</p>{form}</body></html>
"""
_FORM = '<form method="post"><button>{button}</button></form>'


class NoticesApi:
    """``/api/me/notices``, ``/api/notices/key``."""

    def __init__(self, house: House) -> None:
        self._house = house

    def operations(self) -> tuple[Operation, ...]:
        """What may be asked here."""
        return (
            Operation(method="GET", path="/api/notices/key", endpoint=self.key, answer=NoticesKey),
            Operation(
                method="POST",
                path="/api/me/notices",
                endpoint=self.change,
                answer=Nothing,
                body=Reminders,
                refusals=("bad_subscription",),
            ),
        )

    async def key(self, _asked: Asked) -> NoticesKey:
        """The key that a browser subscribes with."""
        return NoticesKey((await self._house.notices.push.key()).public)

    async def change(self, asked: Asked) -> Nothing:
        """Remind the visitor in this browser or by mail, or no more."""
        wish, notices = await asked.body(Reminders), self._house.notices
        if wish.mail is not None:
            await notices.set_reminders(asked.person, wanted=wish.mail)
        if wish.endpoint is None:
            return Nothing()
        if wish.remove:
            await notices.subscriptions.remove(asked.person, wish.endpoint)
        elif wish.keys is None:
            raise Refusal(400, "bad_request", path="keys", message="Missing")
        else:
            subscription = Subscription(wish.endpoint, wish.keys.p256dh, wish.keys.auth)
            await notices.subscriptions.add(asked.person, subscription, wall_ms())
        return Nothing()


class StopPage:
    """The link of a letter. Looking at it changes nothing; its button, or the mail program, does.

    It is asked from anywhere and by nobody known: that the site has written the link is enough.
    """

    def __init__(self, house: House) -> None:
        self._house = house

    def routes(self) -> list[Route]:
        """The one address."""
        path = "/api/notices/unsubscribe/{token}"
        return [Route(path, self.ask), Route(path, self.stop, methods=["POST"])]

    async def ask(self, request: Request) -> Response:
        """Whether he really wants no more letters."""
        ours = await self._house.notices.unsubscribing.is_ours(request.path_params["token"])
        return _page(request, "stop.ask", asks=True) if ours else _page(request, "stop.bad", 410)

    async def stop(self, request: Request) -> Response:
        """No more letters."""
        done = await self._house.notices.unsubscribing.stop(request.path_params["token"])
        return _page(request, "stop.done") if done else _page(request, "stop.bad", 410)


def _page(request: Request, key: str, status: int = 200, *, asks: bool = False) -> Response:
    language = _language(request)
    form = _FORM.format(button=html.escape(say(language, "stop.button"))) if asks else ""
    content = _PAGE.format(
        language=language,
        title=html.escape(say(language, "app.name")),
        text=html.escape(say(language, key)),
        form=form,
    )
    return HTMLResponse(content, status, {"cache-control": "no-store"})


def _language(request: Request) -> str:
    """The first language of the browser that there are texts in."""
    wanted = [
        part.partition(";")[0].strip()[:2].lower()
        for part in request.headers.get("accept-language", "").split(",")
    ]
    return next((language for language in wanted if language in LANGUAGES), LANGUAGES[0])
