"""The one error tree: what may go wrong that is not our own bug, and how people are told of it."""

from __future__ import annotations

from errno import errorcode

from wordsmith.texts import load_catalogue, say

_SAID = "cli.refused."


class WordsmithError(Exception):
    """The root: catch this to catch them all.

    ``code`` names a sentence of the catalogue of texts, ``cli.refused.CODE``; the particulars
    stand in it: texts, numbers, other errors. What is no code was said elsewhere, and is repeated.
    """

    def __init__(self, code: str = "", /, **particulars: object) -> None:
        super().__init__(code)
        self.particulars = particulars

    def __str__(self) -> str:
        return self.told("en")

    def told(self, language: str) -> str:
        """What is wrong, in words."""
        code = str(self.args[0])
        if _SAID + code not in load_catalogue(language):
            return code
        named = {name: _told(value, language) for name, value in self.particulars.items()}
        return say(language, _SAID + code, **named)


class ParseError(WordsmithError):
    """Text or data from outside does not say what it should. The message says what and where."""


class IllegalAction(WordsmithError):  # noqa: N818 - a refusal, not a fault
    """The rules refuse what a player asked for; ``reasons`` says why, all at once.

    Each reason is a ``wordsmith.rules.reasons.Reason``.
    """

    def __init__(self, *reasons: object) -> None:
        self.reasons = reasons
        super().__init__("; ".join(str(reason) for reason in reasons))

    def told(self, language: str) -> str:
        """The reasons in words, without their squares; as text they are codes."""
        codes = [getattr(reason, "code", "forbidden") for reason in self.reasons]
        said = [say(language, f"reason.{code}", squares="").rstrip(": ") for code in codes]
        return "; ".join(said)

    def __str__(self) -> str:
        return str(self.args[0])


def _told(value: object, language: str) -> str:
    """A particular in words: what the system says has a number."""
    if isinstance(value, WordsmithError):
        return value.told(language)
    if isinstance(value, OSError):
        named = f"{_SAID}os.{errorcode.get(value.errno or 0)}"
        told = say(language, named) if named in load_catalogue(language) else value.strerror
        return told or str(value)
    return str(value)
