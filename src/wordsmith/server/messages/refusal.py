"""What a visitor is told when a request cannot be met: a code and its particulars, never a text."""

from __future__ import annotations

from typing import Any

from wordsmith.errors import WordsmithError

STATUSES: dict[str, tuple[int, ...]] = {
    "bad_code": (403,),
    "bad_email": (422,),
    "bad_link": (410,),
    "bad_login": (401,),
    "bad_name": (422,),
    "bad_origin": (403,),
    "bad_pace": (422,),
    "bad_passkey": (422, 410),
    "bad_request": (400, 422),
    "bad_rule": (422,),
    "bad_seats": (422, 409),
    "bad_subscription": (422,),
    "bad_word": (422,),
    "banned": (403,),
    "busy": (503,),
    "empty": (422,),
    "fault": (500,),
    "forbidden": (403,),
    "has_login": (409,),
    "key_reused": (409,),
    "last_way_in": (409,),
    "muted": (403,),
    "needs_account": (403,),
    "needs_invitation": (403,),
    "no_login": (409, 422),
    "no_mail": (409,),
    "no_seal": (404,),
    "nobody": (404,),
    "not_found": (404,),
    "not_now": (409,),
    "nothing": (404,),
    "sheet_changed": (409,),
    "stale": (409,),
    "started": (409,),
    "still_here": (409,),
    "taken": (409,),
    "talk_off": (403,),
    "too_early": (409,),
    "too_fast": (429,),
    "too_large": (413,),
    "too_many": (409,),
    "unavailable": (503,),
    "unknown_invitation": (404,),
    "unknown_player": (404,),
    "unknown_table": (404,),
    "unknown_variant": (404,),
    "weak_password": (422,),
    "yourself": (422,),
}
"""Every code there is, with the statuses of HTTP that may come with it; the first is the usual."""


def status_of(code: str) -> int:
    """The status of HTTP for a code that did not come with one."""
    return STATUSES[code][0]


class Refusal(WordsmithError):  # noqa: N818 - what a visitor is told, no fault
    """A request that cannot be met; ``code`` and ``detail`` are those of docs/protocol.md."""

    def __init__(self, status: int, code: str, **detail: Any) -> None:
        self.status = status
        self.code = code
        self.detail = detail
        super().__init__(f"{code} {detail}")
