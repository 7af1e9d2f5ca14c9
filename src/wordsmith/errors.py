"""The one error tree: what may go wrong that is not our own bug."""

from __future__ import annotations


class WordsmithError(Exception):
    """The root: catch this to catch them all."""


class ParseError(WordsmithError):
    """Text or data from outside does not say what it should. The message says what and where."""


class IllegalAction(WordsmithError):  # noqa: N818 - a refusal, not a fault
    """The rules refuse what a player asked for; ``reasons`` says why, all at once.

    Each reason is a ``wordsmith.rules.reasons.Reason``.
    """

    def __init__(self, *reasons: object) -> None:
        self.reasons = reasons
        super().__init__("; ".join(str(reason) for reason in reasons))
