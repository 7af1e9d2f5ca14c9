"""Fixtures for every room, and the order of the tests."""

from pathlib import Path

import pytest

from tests.databases import database, postgres, postgres_server, sqlite, store

__all__ = ["database", "postgres", "postgres_server", "sqlite", "store"]

_BROWSER = Path(__file__).parent / "browser"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those of the browser last: its driver keeps a loop of its own in the thread of a worker."""
    items.sort(key=lambda item: item.path.is_relative_to(_BROWSER))
