"""Files that are named on the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from wordsmith.errors import ParseError

if TYPE_CHECKING:
    from pathlib import Path


def load_json(path: Path) -> Any:
    """The JSON value of a file. ParseError says what is wrong and where."""
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ParseError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ParseError(f"{path}: byte {error.start + 1} is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ParseError(f"{path}, {where}: this is no JSON: {error.msg}") from None
    except RecursionError:
        raise ParseError(f"{path}: nested too deeply") from None
