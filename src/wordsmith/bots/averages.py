"""What each level scores: points a game at a table of two of its kind, as measured.

By ``bench/levels.py --averages``; rounded to fives, for the mean of a dozen games is no better.
What has not been measured with the leaves that ship is left out.
"""

from __future__ import annotations

AVERAGES: dict[str, dict[str, int]] = {
    "wordsmith": {"child": 315, "easy": 365, "fair": 445, "good": 570, "all": 610},
    "erudit": {"child": 345, "easy": 395, "fair": 455, "good": 555},
    "friends": {"child": 300, "easy": 350, "fair": 390, "good": 430},
    "classic": {"child": 260, "easy": 310, "fair": 330, "good": 375, "all": 395},
    "classic-ru": {"child": 220, "easy": 250, "fair": 280, "good": 305},
}
"""By variant and level."""
