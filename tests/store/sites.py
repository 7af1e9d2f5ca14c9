"""Sites for the tests of moving them: a little of everything in each table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.databases import run_apart
from tests.store.rows import ANNA, BORIS, OVER, command, new_table
from wordsmith.store import Statement, open_store
from wordsmith.store.moving import export_site
from wordsmith.store.site_tables import site_tables
from wordsmith.store.statements import command_values

if TYPE_CHECKING:
    from pathlib import Path

    from wordsmith.store import Store
    from wordsmith.store.database import Row
    from wordsmith.store.site_tables import SiteTable

SAMPLES: tuple[Any, ...] = ("ёлка", 'a "quoted"\nline\twith \\ and 🂡', "", "\x7f\u2028")


async def fill(address: str) -> None:
    store = open_store(address)
    for name in ("t1", "t2"):
        await store.create(new_table(name, seats=(ANNA, BORIS)))
    await store.write(*_many_commands("t1", 1499))  # more than is held in memory at once
    await store.append(command(2, table="t2"), OVER)
    for number, table in enumerate(site_tables()):
        if table.name not in ("tables", "commands", "seats", "results", "result_seats"):
            for nth in range(3):
                await store.write(await _made_up(store, table, number * 10 + nth))
    await store.close()


def _many_commands(table: str, last: int) -> list[Statement]:
    insert = "INSERT INTO commands VALUES ($1, $2, $3, $4, $5, $6, $7)"
    rows = [command_values(command(seq, table=table)) for seq in range(2, last + 1)]
    count = Statement("UPDATE tables SET version = $2 WHERE id = $1", (table, last))
    return [*[Statement(insert, row) for row in rows], count]


async def _made_up(store: Store, table: SiteTable, nth: int) -> Statement:
    """A row with every kind of value in it."""
    kinds: dict[str, str] = dict(
        await store.rows("SELECT name, type FROM pragma_table_info($1)", table.name)
    )
    values = [
        nth + 0.1 if kinds[column] == "REAL" else 2**60 + nth if kinds[column] == "INTEGER" else ""
        for column in table.columns
    ]
    texts = [
        f"{SAMPLES[nth % len(SAMPLES)]}{column} {nth}" if kinds[column] == "TEXT" else value
        for column, value in zip(table.columns, values, strict=True)
    ]
    marks = ", ".join(f"${number}" for number in range(1, len(texts) + 1))
    return Statement(f"INSERT INTO {table.name} VALUES ({marks})", tuple(texts))


async def _all_rows(address: str) -> dict[str, list[Row]]:
    store = open_store(address)
    found: dict[str, list[Row]] = {}
    for table in site_tables():
        rows = await store.rows(f"SELECT {', '.join(table.columns)} FROM {table.name}")
        found[table.name] = sorted(rows, key=repr)
    await store.close()
    return found


def everything(address: str) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = run_apart(_all_rows(address))
    return found


def exported(address: str, folder: Path) -> Path:
    file = folder / "site.jsonl.gz"
    export_site(address, file)
    return file
