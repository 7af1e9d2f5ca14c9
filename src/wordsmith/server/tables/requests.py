"""What somebody asks of a table, and the answers there are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from wordsmith.server.messages.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wordsmith.server.messages.protocol import Queued
    from wordsmith.server.tables.errands import Errand


class Accepted(Struct, frozen=True):
    """The command is stored as number ``version``, now or by an earlier asking with this key."""

    version: int


class Late(Struct, frozen=True):
    """The table had gone on to ``version``."""

    version: int


class Denied(Struct, frozen=True):
    """The rules say no."""

    reasons: tuple[object, ...]  # of ``wordsmith.rules.reasons``


@dataclass(frozen=True, slots=True)
class Failed:
    """Nothing has changed. Codes and particulars are those of docs/protocol.md.

    ``unavailable`` is no fault of the player; ``key_reused`` one of his page; the others say why
    the table does not do this now: ``taken``, ``started``, ``not_now``, ``forbidden``, ...
    """

    code: str
    status: int = field(default=409, compare=False)  # of HTTP
    detail: Mapping[str, Any] = field(default_factory=dict, compare=False)


Answer = Accepted | Late | Denied | Failed
"""What became of a request."""


class Request(Struct, frozen=True):
    """Somebody asks for an action, on behalf of a seat that is his or to get one."""

    seat: int | None  # None: the table itself, or somebody who has no seat yet
    after: int  # the version it was made for
    key: str
    action: Queued | Errand
    reply: Callable[[Answer], None]
    person: str | None = None  # None: a bot, or the house
    rtt_ms: int = 0  # to his page and back, as the server measured it


def demand_accepted(answer: Answer) -> None:
    """Refusal unless it was accepted."""
    match answer:
        case Accepted():
            return
        case Failed(code, status, detail):
            raise Refusal(status, code, **detail)
        case Late() | Denied():
            raise Refusal(409, "not_now")


def nobody_waits(_answer: Answer) -> None:
    """The reply of a request whose answer nobody needs."""
