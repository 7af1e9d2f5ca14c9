"""What is logged, as lines of ``key=value`` for people or of JSON for programs.

Everybody logs through ``logging``, with ``extra={...}`` for what is to be a field of its own.
structlog, which writes the lines, takes 0.3 s to import, so that is left until the first line, or
until there is time (``warm``).
"""

from __future__ import annotations

import copy
import logging
import sys
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TextIO

from wordsmith.server.observing.secrecy import clean_lines, plain, without_secrets

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    import structlog

_QUIET = ("uvicorn", "uvicorn.error", "taskiq", "asyncio", "websockets")  # only when it is serious
_OWN = ("event", "level", "logger", "timestamp", "exception")


class LineFormatter(logging.Formatter):
    """A record as one line, without what no log may hold."""

    def __init__(self, *, as_json: bool, colours: bool = False) -> None:
        super().__init__()
        self._as_json = as_json
        self._colours = colours

    def format(self, record: logging.LogRecord) -> str:
        """The line; a traceback follows it, or is a field in JSON."""
        shown = copy.copy(record)
        vars(shown).pop("message", None)  # what another formatter has left there
        if isinstance(record.args, Mapping):  # "%(name)s"
            shown.args = without_secrets(record.args)
        elif record.args:
            shown.args = tuple([_argument(value) for value in record.args])
        return self._written.format(shown)

    @cached_property
    def _written(self) -> structlog.stdlib.ProcessorFormatter:
        import structlog  # noqa: PLC0415 - see above

        formatter = structlog.stdlib.ProcessorFormatter
        renderer: Any = (
            structlog.processors.JSONRenderer(ensure_ascii=False)
            if self._as_json
            else structlog.dev.ConsoleRenderer(
                colors=self._colours,
                pad_event_to=0,
                pad_level=False,
                exception_formatter=structlog.dev.plain_traceback,
            )
        )
        return formatter(
            foreign_pre_chain=[
                structlog.stdlib.add_log_level,
                structlog.stdlib.add_logger_name,
                structlog.stdlib.ExtraAdder(),
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                structlog.processors.format_exc_info,
            ],
            processors=[formatter.remove_processors_meta, withhold, renderer],
        )

    def warm(self) -> None:
        """Import what writes the lines."""
        assert self._written


def withhold(_logger: Any, _method: str, fields: MutableMapping[str, Any]) -> dict[str, Any]:
    """What may be written of a line; structlog calls it last before it writes."""
    own = {name: plain(fields[name]) for name in _OWN if name in fields}
    if "exception" in own:
        own["exception"] = clean_lines(str(fields["exception"]))
    return without_secrets({n: value for n, value in fields.items() if n not in own}) | own


def begin(*, as_json: bool = False, stream: TextIO | None = None) -> LineFormatter:
    """Write every record of this program to ``stream``, standard error if there is none."""
    to = stream or sys.stderr
    formatter = LineFormatter(as_json=as_json, colours=not as_json and to.isatty())
    writing = logging.StreamHandler(stream) if stream else _ToErrors()
    writing.setFormatter(formatter)
    root = logging.getLogger()
    for other in [held for held in root.handlers if isinstance(held.formatter, LineFormatter)]:
        root.removeHandler(other)
    root.addHandler(writing)
    root.setLevel(logging.WARNING)
    logging.getLogger("wordsmith").setLevel(logging.INFO)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    return formatter


class _ToErrors(logging.StreamHandler[TextIO]):
    """Writes to whatever is standard error at the moment."""

    @property
    def stream(self) -> TextIO:
        """Standard error."""
        return sys.stderr

    @stream.setter
    def stream(self, _stream: TextIO) -> None:
        """It is never another."""


def _argument(value: Any) -> Any:
    """An argument of a message: numbers stay what they are, for ``%d``."""
    shown = plain(value)
    return shown if isinstance(shown, int | float) else str(shown)
