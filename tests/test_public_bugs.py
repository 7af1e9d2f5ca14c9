"""Every group of public bugs that other houses have had is named by a test that would find it here.

The groups are numbered; a test, or the head of its file, says "public bug group 19: ..." of what it
proves. ``NAMES`` says what each number means.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = HERE.parent / "web" / "src"
NAMES = {
    1: "moves are lost at a restart",
    2: "the page shows a move that the server never had",
    3: "a stale board after a reconnect, while the clock runs",
    4: "a page is taken back in time",
    5: "a tournament's round is judged wrongly after a restart",
    6: "timers do not fire after a restart",
    7: "what is stale is dropped, and nobody is told",
    8: "what is rebuilt from the log differs from what was live",
    9: "what is sent twice happens twice",
    10: "a game ends, or is rated, more than once",
    11: "two moves are taken at one version",
    12: "who joins at the same time overwrites who came before",
    13: "one is seated twice, or against oneself",
    14: "a bot answers before the move is saved",
    15: "a bot's move for a position that is gone",
    16: "a bot's seat is played by hand as well",
    17: "locks wait for each other in a circle",
    18: "what many share is changed by two at once",
    19: "the time is up too early, too late, or after the end",
    20: "clocks jump, or the wrong side loses on time",
    21: "a page that says its line is slow is given time",
    22: "lost with seconds left on the screen",
    23: "two of four lose on time at once, and the game stands still",
    24: "a pause never ends",
    25: "the late end of an old line marks a person as away",
    26: "a room is kept by a process that has died",
    27: "a kept move is played in another position",
    28: "what is sent again plays its sounds, or takes laid tiles back",
    29: "hands are sent to others by a second channel",
    30: "hands are in the state as it began, or somebody else's view",
    31: "who looks on is told hands, because he says who he is",
    32: "the id of an account is shown",
    33: "a session that has ended still holds or opens lines",
    34: "a slow reader makes the server keep everything for him",
    35: "others are pestered by doing one thing over and over",
    36: "the page is edited, and the server believes it",
    37: "a worker that was killed holds up the others",
}
CANNOT_OCCUR = {5: "there are no tournaments here"}

_NAMED = re.compile(r"bug groups? ((?:\d+(?: \([^)]*\))?(?:, | and | to )?)+)", re.IGNORECASE)


def groups_named(text: str) -> set[int]:
    """The numbers that follow "bug group" in a text; "29 to 31" are three."""
    found: set[int] = set()
    for listed in _NAMED.findall(" ".join(text.split())):
        plain = re.sub(r"\([^)]*\)", "", listed)
        found |= {int(number) for number in re.findall(r"\d+", plain)}
        for first, last in re.findall(r"(\d+) +to +(\d+)", plain):
            found |= set(range(int(first), int(last) + 1))
    return found


def said() -> Iterator[tuple[str, str]]:
    """What tests say of themselves, and where: docstrings here, names and comments of the page."""
    for path in sorted(HERE.rglob("test_*.py")):
        if path == Path(__file__):
            continue
        tree = ast.parse(path.read_text())
        where = path.relative_to(HERE).as_posix()
        if text := ast.get_docstring(tree):
            yield where, text
        for node in ast.walk(tree):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            if node.name.lower().startswith("test") and (text := ast.get_docstring(node)):
                yield f"{where}::{node.name}", text
    for path in sorted(PAGE.rglob("*.test.ts")):
        yield path.relative_to(PAGE).as_posix(), path.read_text()


@pytest.fixture(scope="module")
def proofs() -> dict[int, list[str]]:
    found: defaultdict[int, list[str]] = defaultdict(list)
    for where, text in said():
        for group in groups_named(text):
            found[group].append(where)
    return dict(found)


@pytest.mark.parametrize("group", NAMES)
def test_some_test_names_it(group: int, proofs: dict[int, list[str]]) -> None:
    if group in CANNOT_OCCUR:
        pytest.skip(CANNOT_OCCUR[group])
    assert proofs.get(group), f"no test says that it finds bug group {group}: {NAMES[group]}"


def test_no_test_names_a_group_that_is_not_there(proofs: dict[int, list[str]]) -> None:
    assert {group: proofs[group] for group in proofs.keys() - NAMES.keys()} == {}


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("Public bug group 19: late.", {19}),
        ("Public bug groups 3 (a stale\nboard), 20 and 22 (time), 33 (late).", {3, 20, 22, 33}),
        ("Security rule 1, bug groups 29 to 31.", {29, 30, 31}),
        ("Group 7 of the public bugs; 12 of them.", set()),
    ],
)
def test_how_groups_are_named(text: str, groups: set[int]) -> None:
    assert groups_named(text) == groups
