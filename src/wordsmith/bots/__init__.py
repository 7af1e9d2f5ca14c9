"""Who plays: bots of three levels, the same code in every variant.

A bot is given a ``View``, as any player is, and answers with an action; it knows nothing else, and
the same view and seed give the same answer. ``arena`` lets them play against each other.
"""

from __future__ import annotations

from wordsmith.bots.bot import Bot
from wordsmith.bots.levels import LEVELS, Level, make_bot

__all__ = ["LEVELS", "Bot", "Level", "make_bot"]
