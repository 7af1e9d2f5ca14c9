"""The house rules of the source: floors, sizes, names, docstrings, and nothing of one machine."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "wordsmith"
MODULES = sorted(SOURCE.rglob("*.py"))
KERNELS = {path for path in MODULES if re.match(r"_[a-z]", path.name)}  # and their shadow
PLAIN = [path for path in MODULES if path not in KERNELS]
FILE_LIMIT, FUNCTION_LIMIT, MEDIAN_LIMIT = 400, 50, 10

BANNED = frozenset(
    {"util", "utils", "helper", "helpers", "manager", "handler", "handlers", "common", "misc"}
    | {"base", "core", "info", "object", "process", "do", "impl", "my", "new", "2"}
)
"""Words that say nothing; no name of a module, class or function holds one."""

SPEAKING = re.compile(r"common_nouns?|new_?(table|human|bot)|get_extra_info", re.IGNORECASE)
"""Where such a word says something: a term of grammar, what the page asks the server for, and a
name that asyncio gives."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def tree(path: Path) -> ast.Module:
    """A module, parsed."""
    return ast.parse(path.read_text("utf-8"), str(path))


@cache
def functions(path: Path) -> list[Function]:
    """Every function and method of a module."""
    return [node for node in ast.walk(tree(path)) if isinstance(node, Function)]


def name_of(path: Path) -> str:
    """A module as it is spoken of."""
    return str(path.relative_to(SOURCE))


def words_in(name: str) -> set[str]:
    """The words a name is made of: ``load_x``, ``LoadX``, ``x2``."""
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)}


def test_rooms_import_only_rooms_on_lower_floors() -> None:
    # a process of its own: import-linter silences every logger of the process it runs in
    program = Path(sys.executable).with_name("lint-imports")
    line = [str(program), "--no-cache", str(ROOT / "pyproject.toml")]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_room_has_modules() -> None:
    rooms = {path.relative_to(SOURCE).parts[0] for path in MODULES}
    assert {"rules", "notation", "lexicon", "engine", "bots", "store", "server", "cli"} <= rooms


@pytest.mark.parametrize("path", PLAIN, ids=name_of)
def test_no_file_is_long(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= FILE_LIMIT


@pytest.mark.parametrize("path", PLAIN, ids=name_of)
def test_no_function_is_long(path: Path) -> None:
    lengths = {f.name: (f.end_lineno or f.lineno) - f.lineno + 1 for f in functions(path)}
    assert {name: length for name, length in lengths.items() if length > FUNCTION_LIMIT} == {}


def test_most_functions_are_short() -> None:
    lengths = [
        (f.end_lineno or f.lineno) - f.body[0].lineno + 1 for path in PLAIN for f in functions(path)
    ]
    assert median(lengths) <= MEDIAN_LIMIT


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_name_says_nothing(path: Path) -> None:
    classes = [node for node in ast.walk(tree(path)) if isinstance(node, ast.ClassDef)]
    named = [path.stem, *(f.name for f in functions(path)), *(c.name for c in classes)]
    plain = [name for name in named if not name.startswith("__")]
    assert [name for name in plain if words_in(SPEAKING.sub("", name)) & BANNED] == []


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_every_module_says_what_is_true_in_it(path: Path) -> None:
    assert ast.get_docstring(tree(path))


@pytest.mark.parametrize("path", PLAIN, ids=name_of)
def test_everything_public_has_a_docstring(path: Path) -> None:
    scopes: list[ast.Module | ast.ClassDef] = [tree(path), *public_classes(path)]
    silent = [
        node.name
        for scope in scopes
        for node in scope.body
        if isinstance(node, ast.ClassDef | Function)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]
    assert silent == []


def public_classes(path: Path) -> list[ast.ClassDef]:
    """The classes of a module that others may use."""
    return [
        node
        for node in tree(path).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]


def tracked_texts() -> list[Path]:
    """Every text file under version control."""
    git = shutil.which("git")
    if not git or not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    listed = subprocess.run(
        [git, "grep", "-I", "--name-only", "-e", ""], cwd=ROOT, capture_output=True, check=True
    )
    return [ROOT / name for name in listed.stdout.decode().splitlines()]


def test_no_tracked_file_names_a_path_of_one_machine_or_a_registry() -> None:
    folders = "work|root|tmp|home/[a-z]+"
    hosts = "npmjs|pypi|pythonhosted|artifactory|nexus"
    alien = re.compile(rf"(?<![\w.~-])/(?:{folders})/\w|https?://[^\s\"']*(?:{hosts})")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()[:80]}"
        for path in tracked_texts()
        if path.is_file()
        for line in path.read_text("utf-8", errors="replace").splitlines()
        if alien.search(line)
    ]
    assert found == []
