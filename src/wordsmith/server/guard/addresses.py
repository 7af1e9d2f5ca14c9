"""Where a visitor comes from, as limits count him.

Behind a proxy the server itself puts the visitor's address in the proxy's place (``serve``); what a
request says of its own address is believed from nobody else.
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

_HOUSEHOLD = 64  # bits of an IPv6 address that one household holds


def address_of(connection: HTTPConnection) -> str:
    """The address of a visitor, "" if none is known; of IPv6 what he cannot change at will."""
    return _household(connection.client.host) if connection.client else ""


@lru_cache(maxsize=4096)
def _household(host: str) -> str:
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, _HOUSEHOLD), strict=False))
