"""Where bots think, as a port: in processes of this server, or in workers of the site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from wordsmith.errors import WordsmithError

if TYPE_CHECKING:
    from wordsmith.rules.actions import Action
    from wordsmith.rules.variant import Variant
    from wordsmith.rules.view import View


class NoThought(WordsmithError):  # noqa: N818 - a bot that failed, not a program
    """A bot gave no answer: it failed, took too long, or its process died."""


class Thinkers(Protocol):
    """They are given views, and give back actions. An answer may fail to come: it is asked anew."""

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits for an answer, as far as this process knows."""

    async def choose(self, level: str, view: View, seed: int) -> Action:
        """What a bot of this level does in this view. NoThought if it does not answer."""

    async def prepare(self, variant: Variant) -> None:
        """Build the words of a variant for this machine. NoThought if that failed."""

    async def warm(self) -> None:
        """Be ready before somebody waits."""

    async def close(self) -> None:
        """Stop, whatever is thought about."""
