"""The numbers of this process, as Prometheus reads them.

They are the process's own, as is the habit of that library: whoever does a thing counts it here.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.process_collector import ProcessCollector

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.bus import Bus

CONTENT_TYPE = CONTENT_TYPE_LATEST
# When each number was first counted tells nobody anything.
disable_created_metrics()  # type: ignore[no-untyped-call]
_registry = CollectorRegistry()
ProcessCollector(registry=_registry)
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

moves_stored = Counter(
    "wordsmith_moves_stored", "Commands that this process has stored.", registry=_registry
)
act_seconds = Histogram(
    "wordsmith_act_seconds",
    "From an act asked at a table to its answer.",
    buckets=_SECONDS,
    registry=_registry,
)
refusals = Counter(
    "wordsmith_refusals", "What was asked and not done, by its code.", ["code"], registry=_registry
)
store_failures = Counter(
    "wordsmith_store_failures", "Writes and reads that failed.", registry=_registry
)
thoughts = Counter(
    "wordsmith_thoughts",
    "Questions to bots, by where they thought and what came of it.",
    ["where", "outcome"],
    registry=_registry,
)
thought_seconds = Histogram(
    "wordsmith_thought_seconds",
    "From a question to a bot to its answer, where there was one.",
    ["where"],
    buckets=_SECONDS,
    registry=_registry,
)
sockets = Gauge("wordsmith_sockets", "Pages that are connected.", registry=_registry)
tables_loaded = Gauge("wordsmith_tables_loaded", "Tables in memory.", registry=_registry)
bus_up = Gauge(
    "wordsmith_bus_up", "1 where hints reach the other processes, 0 else.", registry=_registry
)


@contextmanager
def thinking(where: str) -> Iterator[None]:
    """Count a question to a bot and what comes of it; ``where`` is "here" or "worker"."""
    began = time.perf_counter()
    try:
        yield
    except Exception:
        thoughts.labels(where, "failed").inc()
        raise
    thoughts.labels(where, "answered").inc()
    thought_seconds.labels(where).observe(time.perf_counter() - began)


def exposition(bus: Bus, loaded: int) -> bytes:
    """All numbers as text; ``loaded`` tables are in memory."""
    bus_up.set(bus.healthy)
    tables_loaded.set(loaded)
    return generate_latest(_registry)
