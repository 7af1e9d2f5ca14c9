"""How the command starts and stops: errors become one line and an exit status."""

from __future__ import annotations

import os
import sys
from typing import Any

import typer

from wordsmith.cli.speech import asked_language, spoken_language
from wordsmith.errors import WordsmithError

UNUSABLE = 2
"""The exit status for arguments that cannot be used."""

_LONGEST_LINE = 2000
_INTERRUPTED = 130  # as shells count: 128 + SIGINT
_PIPE_CLOSED = 141  # 128 + SIGPIPE

_UsageError: Any = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException"
)
"""What typer raises for arguments it cannot read; it may carry its own copy of click."""


def main() -> None:
    """Run the command line and exit with its status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    # what is typed is UTF-8 as well, whatever the locale says
    sys.exit(run([os.fsencode(word).decode("utf-8", "replace") for word in sys.argv[1:]]))


def run(arguments: list[str]) -> int:
    """The exit status of the command line with these arguments."""
    from wordsmith.cli.app import app

    try:
        status = app(arguments or ["--help"], prog_name="wordsmith", standalone_mode=False)
        sys.stdout.flush()
    except WordsmithError as error:
        return _refuse(error.told(spoken_language(asked_language(arguments))))
    except _UsageError as error:
        return _refuse(error.format_message())
    except BrokenPipeError:
        return _stop_writing()
    except SystemExit as leaving:  # typer's own way out when a pipe breaks, with status 1
        if not isinstance(leaving.__context__, BrokenPipeError):
            raise
        return _stop_writing()
    except (KeyboardInterrupt, typer.Abort):
        return _INTERRUPTED
    return status if isinstance(status, int) else 0


def _stop_writing() -> int:
    """What reads our output has gone, and that is no fault of anybody's."""
    # Python would complain once more when it closes stdout
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return _PIPE_CLOSED


def _refuse(message: str) -> int:
    """Say on one line what cannot be used; what was typed may be in it, but not at any length."""
    line = " ".join(message.split()) or "what is to be done? See wordsmith --help"
    if len(line) > _LONGEST_LINE:
        line = f"{line[:_LONGEST_LINE]}…"
    sys.stderr.write(f"wordsmith: {line}\n")
    return UNUSABLE
