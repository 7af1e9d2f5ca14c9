"""What each level scores: points a game at a table of two of its kind, as measured.

By ``bench/levels.py --averages``, fifty games each with the leaves that ship, and thirty for
``best`` in ``wordsmith`` and ``erudit``; rounded to fives, for such a mean is no better. What has
not been measured is left out.
"""

from __future__ import annotations

AVERAGES: dict[str, dict[str, int]] = {
    "wordsmith": {"child": 320, "easy": 365, "fair": 440, "good": 570, "all": 610, "best": 675},
    "erudit": {"child": 335, "easy": 385, "fair": 460, "good": 560, "all": 590, "best": 615},
    "friends": {"child": 300, "easy": 355, "fair": 385, "good": 415, "all": 440, "best": 455},
    "classic": {"child": 250, "easy": 305, "fair": 345, "good": 370, "all": 405, "best": 425},
    "classic-ru": {"child": 215, "easy": 255, "fair": 290, "good": 320, "all": 340, "best": 345},
}
"""By variant and level."""
