"""Fixtures for every room, and the order of the tests."""

import gc
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("wordsmith", deadline=None)  # no test asserts a time
settings.load_profile("wordsmith")

pytest_plugins = ["tests.databases"]

_BROWSER = Path(__file__).parent / "browser"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Looks beyond those that show most of what can be wrong take minutes."""
    parser.addoption("--every-look", action="store_true", help="the page in all sizes and colours")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Those of the browser last: its driver keeps a loop of its own in the thread of a worker."""
    if not config.getoption("--every-look"):
        left = [item for item in items if item.get_closest_marker("more_looks")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]
    items.sort(key=lambda item: item.path.is_relative_to(_BROWSER))


def pytest_collection_finish() -> None:
    """What has been loaded stays: a collection need not look through it again in every test."""
    gc.collect()
    gc.freeze()
