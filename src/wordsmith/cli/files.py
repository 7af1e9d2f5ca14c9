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
        raise ParseError("cannot_read", path=path, why=error) from None
    except UnicodeDecodeError as error:
        raise ParseError("not_utf8", path=path, byte=error.start + 1) from None
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        raise ParseError("no_json", path=path, **place, why=error.msg) from None
    except RecursionError:
        raise ParseError("nested", path=path) from None
