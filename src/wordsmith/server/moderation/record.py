"""Acts of moderators are written down in the transaction that does them; who came in; looks."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import msgspec

from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from wordsmith.server.messages.moderation import ModeratorAct

COME_IN = "come_in"
LOOK = "look"
_RECORD = "INSERT INTO moderation (id, at_ms, by_person, act, about) VALUES ($1, $2, $3, $4, $5)"


def recording(moderator: str, act: ModeratorAct, now_ms: int, whom: str | None = None) -> Statement:
    """Write down who did what, and to whom."""
    about = msgspec.to_builtins(act)
    if whom is not None:
        about["whom"] = whom
    told = msgspec.json.encode(about).decode()
    kind = str(act.__struct_config__.tag)
    return Statement(_RECORD, (secrets.token_hex(12), now_ms, moderator, kind, told))


def coming_in(moderator: str, now_ms: int) -> Statement:
    """Write down who may read for a while what only moderators read, be it that he does nothing."""
    return Statement(_RECORD, (secrets.token_hex(12), now_ms, moderator, COME_IN, "{}"))


def looking(moderator: str, whom: str, now_ms: int) -> Statement:
    """Write down who looks at how somebody plays."""
    told = msgspec.json.encode({"whom": whom}).decode()
    return Statement(_RECORD, (secrets.token_hex(12), now_ms, moderator, LOOK, told))
