"""Options of the commands that run a site, and the names they bear in the environment."""

from __future__ import annotations

import ipaddress
from typing import Annotated
from urllib.parse import urlsplit

import typer

from wordsmith.errors import ParseError

Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        "--db",
        metavar="FILE|URL",
        envvar="WORDSMITH_DATABASE",
        help="The file of the games, or postgresql://USER:PASSWORD@HOST/DATABASE.",
    ),
]
Bus = Annotated[
    str | None,
    typer.Option(
        "--bus",
        metavar="URL",
        envvar="WORDSMITH_BUS",
        help="redis://HOST/0, where a site is several processes.",
    ),
]
Origins = Annotated[
    list[str] | None,
    typer.Option(
        "--origin",
        metavar="URL",
        envvar="WORDSMITH_ORIGINS",
        help="A public address of the site, https://play.example.org; repeatable.",
    ),
]
Proxies = Annotated[
    list[str] | None,
    typer.Option(
        "--behind-proxy",
        metavar="ADDRESS",
        envvar="WORDSMITH_PROXIES",
        help="A proxy, or a network of them, that says truly who asks; repeatable.",
    ),
]
Secure = Annotated[
    bool | None,
    typer.Option(
        "--secure/--no-secure",
        envvar="WORDSMITH_SECURE",
        help="Cookies go over HTTPS only; the default where every --origin is https.",
    ),
]
LogJson = Annotated[
    bool,
    typer.Option("--log-json", envvar="WORDSMITH_LOG_JSON", help="Log lines of JSON."),
]


def parse_origins(said: list[str] | None) -> frozenset[str]:
    """Public addresses as a browser sends them. ParseError if one is none."""
    return frozenset([_origin(text) for text in said or []])


def parse_proxies(said: list[str] | None) -> tuple[str, ...]:
    """Addresses and networks. ParseError if one is neither."""
    return tuple([_network(text) for text in said or []])


def _origin(text: str) -> str:
    wrong = ParseError("origin", origin=repr(text))
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise wrong from None
    rest = (parts.path.rstrip("/"), parts.query, parts.fragment, parts.username)
    if parts.scheme not in {"http", "https"} or not parts.hostname or any(rest):
        raise wrong
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + (f":{port}" if port not in {None, usual} else "")


def _network(text: str) -> str:
    try:
        return str(ipaddress.ip_network(text, strict=False)) if "/" in text else text_of(text)
    except ValueError:
        raise ParseError("proxy", proxy=repr(text)) from None


def text_of(address: str) -> str:
    """An address as Python writes it. ValueError if it is none."""
    return str(ipaddress.ip_address(address))
