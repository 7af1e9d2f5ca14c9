"""``export``, ``import`` and ``migrate``: a whole site moved, or brought up to this version."""

from __future__ import annotations

from typing import Annotated

import typer

from wordsmith.cli.options import Language
from wordsmith.cli.output import write_lines
from wordsmith.cli.site_options import Database
from wordsmith.cli.speech import spoken_language
from wordsmith.texts import say


def export_site(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A new file, site.jsonl.gz.")],
    database: Database = None,
    language: Language = None,
) -> None:
    """Write a whole site to one file: games, people, talk, secrets. It may be in use."""
    from wordsmith.store import shown
    from wordsmith.store.moving import export_site as export

    address = database or _usual()
    counts = export(address, file)
    _tell("cli.export.done", counts, language, file=file, site=shown(address))


def import_site(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What export has written.")],
    database: Database = None,
    language: Language = None,
) -> None:
    """Fill an empty site from one file, of SQLite or of PostgreSQL: all of it, or nothing."""
    from wordsmith.store import shown
    from wordsmith.store.moving import import_site as import_

    address = database or _usual()
    counts = import_(file, address)
    _tell("cli.import.done", counts, language, file=file, site=shown(address))


def migrate(database: Database = None, language: Language = None) -> None:
    """Bring the tables of a site to this version; serve does so, too."""
    from wordsmith.store import migrate as bring_up
    from wordsmith.store import shown

    address = database or _usual()
    bring_up(address)
    write_lines([say(spoken_language(language), "cli.migrate.done", site=shown(address))])


def _usual() -> str:
    from wordsmith.server.settings import default_database

    return str(default_database())


def _tell(key: str, counts: dict[str, int], language: str | None, **names: str) -> None:
    spoken = spoken_language(language)
    tables = say(spoken, "cli.moved.tables", n=counts["tables"])
    people = say(spoken, "cli.moved.people", n=counts["persons"])
    write_lines([say(spoken, key, tables=tables, people=people, **names)])
