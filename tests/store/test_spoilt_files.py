"""A file of a site that is not whole, or not ours, fills nothing."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.databases import migrate_here
from tests.store.sites import everything, exported
from wordsmith.store import StoreError
from wordsmith.store.moving import import_site
from wordsmith.store.steps import VERSION

if TYPE_CHECKING:
    from pathlib import Path


def _lines(file: Path) -> list[str]:
    return gzip.decompress(file.read_bytes()).decode().split("\n")[:-1]


def _write(file: Path, lines: list[str]) -> Path:
    file.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode()))
    return file


def _without_a_row(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith('["t1",7,')]


def _with_a_gap(lines: list[str]) -> list[str]:
    """A file that counts rightly, but a command is missing."""
    foot = json.loads(lines[-1])
    foot["counts"]["commands"] -= 1
    return [*_without_a_row(lines)[:-1], json.dumps(foot)]


def _newer(lines: list[str]) -> list[str]:
    return [json.dumps({**json.loads(lines[0]), "step": VERSION + 1}), *lines[1:]]


def _older(lines: list[str]) -> list[str]:
    return [json.dumps({**json.loads(lines[0]), "step": VERSION - 1}), *lines[1:]]


def _with_a_short_row(lines: list[str]) -> list[str]:
    return [*lines[:2], '["t9"]', *lines[2:]]


def _with_a_strange_table(lines: list[str]) -> list[str]:
    return [*lines[:1], '{"table":"precious","columns":["thing"]}', *lines[1:]]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (_without_a_row, "rows are missing"),
        (_with_a_gap, "commands are missing"),
        (lambda lines: lines[:-1], "the end of it is missing"),
        (lambda lines: lines[: len(lines) // 2], "the end of it is missing"),
        (_newer, f"newer Wordsmith.*{VERSION + 1}.*{VERSION}"),
        (_older, f"older Wordsmith.*{VERSION - 1}.*{VERSION}"),
        (_with_a_short_row, "cannot be read as a site"),
        (_with_a_strange_table, "cannot be read as a site"),
        (lambda lines: ['{"hello": 1}'], "no site"),
        (lambda lines: [], "no site"),
    ],
)
def test_a_file_that_is_not_whole_or_not_ours_fills_nothing(
    spoil: Any, message: str, site: str, database: str, tmp_path: Path
) -> None:
    target = str(tmp_path / "target.sqlite3") if database == site else database
    spoilt = _write(tmp_path / "spoilt.gz", spoil(_lines(exported(site, tmp_path))))
    with pytest.raises(StoreError, match=message) as refusal:
        import_site(spoilt, target)
    assert "\n" not in str(refusal.value)
    migrate_here(target)
    assert not any(everything(target).values())


def test_a_file_that_is_cut_off_or_no_gzip_at_all_fills_nothing(site: str, tmp_path: Path) -> None:
    whole = exported(site, tmp_path).read_bytes()
    target = tmp_path / "target.sqlite3"
    cut = tmp_path / "cut.gz"
    for content in (whole[:-20], whole[:2000], b"Dear Anna", whole[:500] + b"x" + whole[501:]):
        cut.write_bytes(content)
        with pytest.raises(StoreError):
            import_site(cut, target)
    with pytest.raises(StoreError, match="cannot be read"):
        import_site(tmp_path / "nowhere.gz", target)
    assert not target.exists() or not any(everything(str(target)).values())
