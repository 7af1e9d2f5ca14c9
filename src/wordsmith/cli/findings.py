"""What ``doctor`` has found: a line each, with what to do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from wordsmith.texts import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Grade = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. ``told`` is the end of its key in the catalogue of texts."""

    grade: Grade
    told: str  # "sqlite.old": the sentence is "cli.doctor.sqlite.old"
    particulars: Mapping[str, str | int] = field(default_factory=dict)

    def sentence(self, language: str) -> str:
        """What was found, and what to do about it."""
        return say(language, f"cli.doctor.{self.told}", **self.particulars)


def ok(told: str, **particulars: str | int) -> Finding:
    """All is well."""
    return Finding("ok", told, particulars)


def warning(told: str, **particulars: str | int) -> Finding:
    """The site runs, but something is missing or not as it should be."""
    return Finding("warn", told, particulars)


def failure(told: str, **particulars: str | int) -> Finding:
    """The site would not run, or would lose something."""
    return Finding("fail", told, particulars)


def report_lines(findings: Sequence[Finding], language: str) -> list[str]:
    """A line for each, its grade in front."""
    grades = {found.grade: say(language, f"cli.doctor.grade.{found.grade}") for found in findings}
    width = max((len(grade) for grade in grades.values()), default=0)
    return [f"{grades[found.grade]:{width}}  {found.sentence(language)}" for found in findings]


def report_answer(findings: Sequence[Finding], language: str) -> dict[str, Any]:
    """The same for programs."""
    told = [
        {"grade": found.grade, "check": found.told, "says": found.sentence(language)}
        for found in findings
    ]
    return {"well": not any(found.grade == "fail" for found in findings), "findings": told}
