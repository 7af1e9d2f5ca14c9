"""What a reminder says: who is at the table and which game it is, never a tile or a word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from wordsmith.texts import LANGUAGES, say

Kind = Literal["turn", "soon", "nudge", "ended"]
_HOUR_MS = 3_600_000


class Shown(Struct):
    """What a browser is sent: ``push`` of docs/protocol.md. It is shown as it is."""

    kind: str
    title: str
    body: str
    url: str  # of the table, on this site
    tag: str  # a later one with the same tag takes its place


@dataclass(frozen=True, slots=True)
class Wording:
    """A reminder in somebody's language."""

    language: str
    game: str
    shown: Shown


@dataclass(frozen=True, slots=True)
class Occasion:
    """Why somebody is reminded."""

    kind: Kind
    table: str
    variant: str
    others: tuple[str, ...]  # the names of the other people at the table
    left_ms: int | None = None  # until his time runs out


def wording_of(occasion: Occasion, language: str) -> Wording:
    """The occasion in words; in the first language if his is not known."""
    spoken = known_language(language)
    game = say(spoken, f"variant.{occasion.variant}")
    lines = [_where(spoken, game, occasion.others)]
    if occasion.kind == "soon" and occasion.left_ms is not None:
        hours = say(spoken, "n.hours", n=max(1, occasion.left_ms // _HOUR_MS))
        lines.append(say(spoken, "push.left", hours=hours))
    shown = Shown(
        kind=occasion.kind,
        title=say(spoken, f"push.{occasion.kind}"),
        body=" ".join(lines),
        url=f"/t/{occasion.table}",
        tag=occasion.table,
    )
    return Wording(spoken, game, shown)


def known_language(language: str) -> str:
    """A language that there are texts in."""
    return language if language in LANGUAGES else LANGUAGES[0]


def _where(language: str, game: str, others: tuple[str, ...]) -> str:
    if not others:
        return say(language, "push.alone", game=game)
    return say(language, "push.with", game=game, who=", ".join(others))
