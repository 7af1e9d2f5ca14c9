"""``serve`` and what else the one who runs a site needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from wordsmith.cli.options import Language
from wordsmith.cli.output import write_lines
from wordsmith.cli.site_options import (
    Bus,
    Database,
    LogJson,
    Origins,
    Proxies,
    Secure,
    parse_origins,
    parse_proxies,
)
from wordsmith.cli.speech import spoken_language
from wordsmith.errors import ParseError
from wordsmith.texts import say

if TYPE_CHECKING:
    from wordsmith.server.settings import Settings


def serve(
    host: Annotated[
        str, typer.Option("--host", envvar="WORDSMITH_HOST", help="The address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option("--port", envvar="WORDSMITH_PORT", min=0, max=65535, help="0: any free one."),
    ] = 8765,
    database: Database = None,
    bus: Bus = None,
    origin: Origins = None,
    secure: Secure = None,
    behind_proxy: Proxies = None,
    language: Language = None,
    *,
    log_json: LogJson = False,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
) -> None:
    """Serve the page, and open it in a browser where it is only for this machine."""
    from wordsmith.server.observing.logs import begin
    from wordsmith.server.run import serve as run_server
    from wordsmith.server.settings import default_database

    settings = _settings(origin, behind_proxy, secure=secure)
    spoken = spoken_language(language)
    lines = begin(as_json=log_json)

    def ready(address: str) -> None:
        write_lines([say(spoken, "cli.serve.ready", address=address)])
        if not no_open and not settings.origins:
            _open_browser(address)
        lines.warm()

    run_server(host, port, database or default_database(), bus=bus, settings=settings, ready=ready)


def worker(
    bus: Bus = None,
    processes: Annotated[
        int | None,
        typer.Option("--processes", min=1, help="Bots that think at once; else one a processor."),
    ] = None,
    language: Language = None,
    *,
    log_json: LogJson = False,
) -> None:
    """Let bots of a site think here: one of its workers, on this machine or another."""
    if bus is None:
        raise ParseError("--bus redis://HOST/0: a worker has to know where questions come from")
    from wordsmith.server.observing.logs import begin

    begin(as_json=log_json).warm()
    try:
        from wordsmith.server.bots.worker import work
    except ModuleNotFoundError as error:
        raise ParseError(
            f"a worker needs the extra 'scaled', and {error.name} is not installed:"
            " pip install 'wordsmith[scaled]'"
        ) from None

    spoken = spoken_language(language)
    work(bus, processes, lambda: write_lines([say(spoken, "cli.worker.ready")]))


def _settings(
    origins: list[str] | None, proxies: list[str] | None, *, secure: bool | None
) -> Settings:
    """What the options and the environment say of the site. ParseError if they cannot be read."""
    import os

    from wordsmith.server.settings import Settings

    public = parse_origins(origins)
    by_https = bool(public) and all(name.startswith("https://") for name in public)
    return Settings(
        origins=public,
        secure=by_https if secure is None else secure,
        trusted_proxies=parse_proxies(proxies),
        metrics_token=os.environ.get("WORDSMITH_METRICS_TOKEN", ""),
    )


def _open_browser(address: str) -> None:
    import webbrowser

    webbrowser.open(address)
