"""``moderator``: who keeps the peace at a site. Only whoever runs it can say so."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from wordsmith.cli.options import Language
from wordsmith.cli.output import write_lines
from wordsmith.cli.site_options import Database
from wordsmith.cli.speech import spoken_language
from wordsmith.errors import ParseError
from wordsmith.texts import say

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from wordsmith.store import Store

_T = TypeVar("_T")
_Login = Annotated[str, typer.Argument(metavar="LOGIN", help="The log-in of an account there.")]

app = typer.Typer(rich_markup_mode=None, help="Moderators: appoint, dismiss, list.")


@app.command()
def add(login: _Login, database: Database = None, language: Language = None) -> None:
    """Appoint a moderator, and show the secret of the second factor; again: another secret."""
    from wordsmith.server.moderation.factor import appoint

    appointment = _at(database, lambda store: appoint(store, _fitted(login)))
    if appointment is None:
        raise ParseError("moderator.no_account", login=repr(login))
    spoken = spoken_language(language)
    write_lines(
        [
            say(spoken, "cli.moderator.added", login=login),
            say(spoken, "cli.moderator.secret", secret=appointment.secret),
            appointment.uri,
        ]
    )
    if sys.stdout.isatty():
        _draw(appointment.uri)


@app.command()
def remove(login: _Login, database: Database = None, language: Language = None) -> None:
    """Dismiss a moderator: the role, the second factor and its rights are gone."""
    from wordsmith.server.moderation.factor import dismiss

    if not _at(database, lambda store: dismiss(store, _fitted(login))):
        raise ParseError("moderator.none", login=repr(login))
    write_lines([say(spoken_language(language), "cli.moderator.removed", login=login)])


@app.command("list")
def list_(database: Database = None) -> None:
    """List the log-ins of all moderators."""
    from wordsmith.server.moderation.factor import moderators

    write_lines(_at(database, moderators))


def _at(database: str | None, ask: Callable[[Store], Awaitable[_T]]) -> _T:
    """Ask a site that is there. ParseError, StoreError if it is not."""
    from wordsmith.server.settings import default_database
    from wordsmith.store import is_postgres, migrate, open_store
    from wordsmith.store.opening import file_of

    address = database or str(default_database())
    if not is_postgres(address) and not Path(file_of(address)).exists():
        raise ParseError("moderator.no_site", address=address)
    migrate(address)

    async def asked() -> _T:
        store = open_store(address)
        try:
            await store.open()
            return await ask(store)
        finally:
            await store.close()

    return asyncio.run(asked())


def _fitted(login: str) -> str:
    """A log-in as it is kept. ParseError if it cannot be one."""
    from wordsmith.server.messages.refusal import Refusal
    from wordsmith.server.people.names import fit_login

    try:
        return fit_login(login)
    except Refusal as error:
        raise ParseError("moderator.no_login", login=repr(login)) from error


def _draw(uri: str) -> None:
    """As a QR code, to be looked at with the authenticator."""
    import segno

    segno.make(uri).terminal(compact=True)
