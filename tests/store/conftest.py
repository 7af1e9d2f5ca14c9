"""A site to be moved, made once."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.databases import run_apart
from tests.store.sites import fill

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("filled") / "games.sqlite3"
    run_apart(fill(str(path)))
    return path


@pytest.fixture
def site(filled: Path, sqlite: str) -> str:
    """A site with a little of everything, in a file."""
    return str(shutil.copy(filled, sqlite))
