"""What a visitor is told when a request cannot be met: a code and its particulars, never a text."""

from __future__ import annotations

from typing import Any

from wordsmith.errors import WordsmithError


class Refusal(WordsmithError):  # noqa: N818 - what a visitor is told, no fault
    """A request that cannot be met; ``code`` and ``detail`` are those of docs/protocol.md."""

    def __init__(self, status: int, code: str, **detail: Any) -> None:
        self.status = status
        self.code = code
        self.detail = detail
        super().__init__(f"{code} {detail}")
