"""What tables have done, counted for whoever runs the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.observing import metrics
from wordsmith.server.tables.requests import Accepted, Denied, Failed, Late

if TYPE_CHECKING:
    from wordsmith.server.tables.requests import Answer


def count_answer(answer: Answer, took_ms: int) -> None:
    """An act was answered so long after it was asked."""
    metrics.act_seconds.observe(max(0, took_ms) / 1000)
    match answer:
        case Accepted():
            pass
        case Late():
            metrics.refusals.labels("stale").inc()
        case Denied(reasons):
            for code in {str(getattr(reason, "code", "refused")) for reason in reasons}:
                metrics.refusals.labels(code).inc()
        case Failed(code):
            metrics.refusals.labels(code).inc()
            if code == "unavailable":
                metrics.store_failures.inc()


def count_stored() -> None:
    """A command is on disk."""
    metrics.moves_stored.inc()
