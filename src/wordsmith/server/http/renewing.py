"""Answers after which the visitor goes by another cookie, or by none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.background import BackgroundTask

from wordsmith.server.http.asking import Asked, answer
from wordsmith.server.people.sessions import Ended

if TYPE_CHECKING:
    from starlette.responses import Response

    from wordsmith.server.house import House
    from wordsmith.server.people.visitors import Visit


def visit_of(asked: Asked) -> Visit:
    """The visit of somebody who is no machine."""
    assert asked.visit is not None
    return asked.visit


def as_renewed(house: House, content: Any, was: Visit, now: Visit) -> Response:
    """The answer with the new cookie; the sockets of the old one close when it has been sent.

    They come again with the new cookie, as whoever the visitor is now.
    """
    response = answer(content)
    house.visitors.remember(response, now)

    async def tell() -> None:
        house.people.sessions.tell(Ended(was.person, was.session.id))

    response.background = BackgroundTask(tell)
    return response


def as_forgotten(house: House, content: Any) -> Response:
    """The answer that takes the cookie back."""
    response = answer(content)
    house.visitors.forget(response)
    return response
