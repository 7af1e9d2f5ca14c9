"""Bytes that may leave the program: only this room makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NewType

import msgspec

if TYPE_CHECKING:
    from wordsmith.server.messages import outbound

Wire = NewType("Wire", bytes)
"""Bytes that may leave the program."""

_encode = msgspec.json.Encoder().encode


def wire(message: outbound.FromServer) -> Wire:
    """A message as bytes."""
    return Wire(_encode(message))
