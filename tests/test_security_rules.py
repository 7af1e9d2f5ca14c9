"""Every clause of the twelve security rules of the server is held by tests that there are.

``security_rules.toml`` is the index: by the number of a rule, its name and the clause. A test says
"Security rule 5" of itself; what says so is in the index below that rule.
"""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent
INDEX: dict[str, dict[str, dict[str, list[str] | str]]] = tomllib.loads(
    (HERE / "security_rules.toml").read_text("utf-8")
)
RULES = range(1, 13)
_NAMED = re.compile(r"security rules? ((?:\d+(?:, | and )?)+)", re.IGNORECASE)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def clauses() -> list[tuple[int, str, list[str] | str]]:
    """The number of a rule, a clause of it, and its tests, or why there are none."""
    return [
        (int(number), clause, proofs)
        for number, named in INDEX.items()
        for of_rule in named.values()
        for clause, proofs in of_rule.items()
    ]


@cache
def found_in(path: Path) -> dict[str, str]:
    """The docstrings of the tests of a file, by their names."""
    tree = ast.parse(path.read_text("utf-8"))
    return {
        node.name: ast.get_docstring(node) or ""
        for node in tree.body
        if isinstance(node, Function) and node.name.startswith("test_")
    }


def rules_named(text: str) -> set[int]:
    """The numbers that follow "security rule" in a text."""
    listed = _NAMED.findall(" ".join(text.split()))
    return {int(number) for one in listed for number in re.findall(r"\d+", one)}


def test_every_rule_has_a_name_and_clauses() -> None:
    assert [int(number) for number in INDEX] == list(RULES)
    for named in INDEX.values():
        (of_rule,) = named.values()
        assert of_rule


@pytest.mark.parametrize(
    ("rule", "clause", "proofs"),
    clauses(),
    ids=[f"{rule} {clause}" for rule, clause, _ in clauses()],
)
def test_a_clause_is_held_by_tests_that_there_are(
    rule: int, clause: str, proofs: list[str] | str
) -> None:
    assert proofs, f"nothing holds rule {rule}: {clause}"
    if isinstance(proofs, str):
        pytest.skip(proofs)
    assert len(set(proofs)) == len(proofs)
    for proof in proofs:
        file, _, name = proof.partition("::")
        assert (HERE / file).is_file(), f"there is no {file}"
        assert name in found_in(HERE / file), f"there is no {proof}"


def test_whatever_says_that_it_holds_a_rule_is_in_the_index() -> None:
    indexed = {
        (rule, proof)
        for rule, _, proofs in clauses()
        if not isinstance(proofs, str)
        for proof in proofs
    }
    saying = {
        (rule, f"{path.relative_to(HERE).as_posix()}::{name}")
        for path in sorted(HERE.rglob("test_*.py"))
        for name, text in found_in(path).items()
        for rule in rules_named(text)
    }
    assert sorted(saying - indexed) == []


def test_whoever_runs_a_site_is_told_of_every_rule_and_of_what_is_kept_otherwise() -> None:
    page = " ".join((ROOT / "docs" / "security.md").read_text("utf-8").split())
    for rule, named in zip(RULES, INDEX.values(), strict=True):
        (name,) = named
        assert f"### {rule}. {name[0].upper()}{name[1:]}" in page
    for rule, clause, proofs in clauses():
        if isinstance(proofs, str):
            assert proofs in page, f"the page does not say of rule {rule}, {clause}: {proofs}"


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Security rule 5, public bug group 34: slow.", {5}),
        ("Held (security\nrules 1, 9, 11 and 12).", {1, 9, 11, 12}),
        ("Rule 11 of the server's security.", set()),
    ],
)
def test_how_rules_are_named(text: str, rules: set[int]) -> None:
    assert rules_named(text) == rules
