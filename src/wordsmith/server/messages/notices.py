"""What is asked and told about reminders, as types; docs/protocol.md says the same."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

BrowserKey = Annotated[str, Meta(min_length=16, max_length=128)]


class BrowserKeys(Struct):
    """What a browser's notices are encrypted with, in base64url."""

    p256dh: BrowserKey
    auth: BrowserKey


class Reminders(Struct, forbid_unknown_fields=True):
    """Remind the visitor in this browser, or no more; or by mail, or no more."""

    endpoint: Annotated[str, Meta(max_length=2048)] | None = None
    keys: BrowserKeys | None = None
    remove: bool = False
    mail: bool | None = None


class NoticesKey(Struct):
    """The key that a browser subscribes with: the site's, in base64url."""

    key: str
