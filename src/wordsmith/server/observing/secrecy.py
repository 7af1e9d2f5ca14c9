"""What no log may hold: hands, bags, sessions, keys, passwords, e-mail and network addresses.

Names that mean such things lose their values; values of types that could hold a hand are shown as
the name of the type; and what looks like a secret in running text is taken out of it. The rest is
up to whoever writes the line: a word of a turn looks like any word.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

WITHHELD = "[withheld]"
_SECRET = frozenset(
    {
        *("rack", "racks", "hand", "hands", "tiles", "bag", "leave", "unseen", "order", "salt"),
        *("session", "sessions", "cookie", "cookies", "token", "key", "keys", "secret", "factor"),
        *("password", "passkey", "credential", "challenge", "invite", "authorization"),
        *("person", "guest", "login", "email", "mail", "address", "client", "ip", "endpoint"),
    }
)
_PATTERNS = (
    re.compile(r"[^\s@<>\"'=(,;:]+@[^\s@<>\"')]+\.[^\s@<>\"'),;]+"),  # an e-mail address
    re.compile(r"(?<![\w-])[A-Za-z0-9_-]{43}(?![\w-])"),  # 256 bits: a cookie
    re.compile(r"(?<![0-9A-Za-z])[0-9a-fA-F]{32,}(?![0-9A-Za-z])"),  # the key of an act, a hash
)
_ADDRESS = re.compile(r"(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-fA-F]*:[0-9a-fA-F:.]*:[\w.%]*)")


def without_secrets(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a line as they may be written down."""
    return {name: WITHHELD if _is_secret(name) else plain(value) for name, value in fields.items()}


def plain(value: Any) -> Any:
    """A value as it may be written down: numbers, clean text, and lists and tables of them."""
    match value:
        case None | bool() | int() | float():
            return value
        case str() | PurePath() | BaseException():
            return clean(str(value))
        case Mapping():
            return without_secrets({str(name): held for name, held in value.items()})
        case list() | tuple() | set() | frozenset():
            return [plain(held) for held in value]
        case _:
            return f"<{type(value).__name__}>"


def clean(text: str) -> str:
    """Text without what looks like a secret; this machine's own address is none.

    It is one line and has no colour: what cannot be seen is written by its code.
    """
    for pattern in _PATTERNS:
        text = pattern.sub(WITHHELD, text)
    text = _ADDRESS.sub(lambda found: _shown(found.group()), text)
    return "".join([c if c.isprintable() else c.encode("unicode_escape").decode() for c in text])


def clean_lines(text: str) -> str:
    """The same for a text of several lines, as a traceback is."""
    return "\n".join([clean(line) for line in text.split("\n")])


def _is_secret(name: str) -> bool:
    return not _SECRET.isdisjoint(name.lower().replace("-", "_").split("_"))


def _shown(found: str) -> str:
    try:
        address = ipaddress.ip_address(found.partition("%")[0])
    except ValueError:
        return found  # a version, a time of day
    return found if address.is_loopback or address.is_unspecified else WITHHELD
