"""``dev.py play``, run over a checkout whose installer only writes the program."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DEV = Path(__file__).parents[1] / "dev.py"
INSTALLER = """#!/bin/sh
here=$(dirname "$0")
printf '#!/bin/sh\\necho "$@"\\n' > "$here/wordsmith"
chmod +x "$here/wordsmith"
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the installer is a script of a shell")
def test_the_first_build_is_told_of_once(tmp_path: Path) -> None:
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "python").symlink_to(sys.executable)
    (programs / "uv").write_text(INSTALLER)
    (programs / "uv").chmod(0o755)
    shutil.copy(DEV, tmp_path)

    def play() -> list[str]:
        line = [sys.executable, str(tmp_path / "dev.py"), "play", "--port", "0"]
        return subprocess.run(line, capture_output=True, text=True, check=True).stdout.splitlines()

    first, second = play(), play()
    assert first[-1] == second[-1] == "serve --port 0"
    assert first[0] == "The game is built first: a minute or two, four on a small machine."
    assert first[1].startswith("+ uv pip install")
    assert second[0].startswith("+ uv pip install")
