"""``serve`` and what else the one who runs a site needs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordsmith.bus.port import without_password
from wordsmith.cli.options import AsJson, Language
from wordsmith.cli.output import write_json, write_lines
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
    from wordsmith.cli.findings import Finding
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
        raise ParseError("worker.bus")
    from wordsmith.server.observing.logs import begin

    begin(as_json=log_json).warm()
    try:
        from wordsmith.server.bots.worker import work
    except ModuleNotFoundError as error:
        raise ParseError("worker.extra", name=error.name) from None

    spoken = spoken_language(language)
    work(bus, processes, lambda: write_lines([say(spoken, "cli.worker.ready")]))


def doctor(
    database: Database = None,
    bus: Bus = None,
    origin: Origins = None,
    secure: Secure = None,
    language: Language = None,
    *,
    as_json: AsJson = False,
) -> int:
    """Look whether a site can be run here, and say what to do; status 1 if it cannot."""
    from wordsmith.cli.findings import report_answer, report_lines
    from wordsmith.server.settings import default_database

    settings = _settings(origin, None, secure=secure)
    found = _look(database or str(default_database()), bus, settings)
    spoken = spoken_language(language)
    if as_json:
        write_json(report_answer(found, spoken))
    else:
        write_lines(report_lines(found, spoken))
    return int(any(finding.grade == "fail" for finding in found))


def _look(database: str, bus: str | None, settings: Settings) -> list[Finding]:
    import asyncio

    from wordsmith.cli import machine_checks, service_checks
    from wordsmith.store import is_postgres
    from wordsmith.store.opening import file_of

    found = list(machine_checks.check_machine())
    if is_postgres(database):
        found += asyncio.run(service_checks.check_postgres(database))
    else:
        found += machine_checks.check_file(file_of(database))
    if bus is not None:
        found += asyncio.run(service_checks.check_bus(bus))
    several = bus is not None or is_postgres(database)
    found += service_checks.check_openness(
        settings.origins, secure=settings.secure, several=several
    )
    return [*found, service_checks.check_mail(settings.origins)]


def backup(
    file: Annotated[Path, typer.Argument(help="The file to be made.")],
    database: Database = None,
    language: Language = None,
) -> None:
    """Copy the file of the games while the site is served; PostgreSQL has pg_dump for this."""
    from wordsmith.server.settings import default_database
    from wordsmith.store import is_postgres
    from wordsmith.store.backup import back_up
    from wordsmith.store.opening import file_of

    source = database or str(default_database())
    if is_postgres(source):
        raise ParseError("backup.postgres", url=without_password(source))
    back_up(file_of(source), file)
    write_lines([say(spoken_language(language), "cli.backup.made", file=str(file))])


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
        smtp_url=os.environ.get("WORDSMITH_SMTP_URL", ""),
        mail_from=os.environ.get("WORDSMITH_MAIL_FROM", ""),
    )


def _open_browser(address: str) -> None:
    import webbrowser

    webbrowser.open(address)
