"""What each level scores: points a game at a table of so many of its kind, as measured.

By ``bench/levels.py --averages`` (``--seats 3``, ``--seats 4``) with the leaves that ship: fifty
games each, 48 at tables of more; of ``best`` thirty in ``wordsmith`` and ``erudit``. Rounded to
fives, for such a mean is no better. What is not known so well is left out, as of ``best`` at tables
of more: its games take long, and 24 of them do not tell it from ``all``.
"""

from __future__ import annotations

AVERAGES: dict[str, dict[int, dict[str, int]]] = {
    "wordsmith": {
        2: {"child": 285, "easy": 345, "fair": 445, "good": 570, "all": 610, "best": 675},
        3: {"child": 170, "easy": 240, "fair": 295, "good": 385, "all": 400},
        4: {"child": 130, "easy": 170, "fair": 220, "good": 270, "all": 285},
    },
    "erudit": {
        2: {"child": 295, "easy": 370, "fair": 455, "good": 560, "all": 590, "best": 615},
        3: {"child": 185, "easy": 245, "fair": 305, "good": 365, "all": 380},
        4: {"child": 140, "easy": 175, "fair": 220, "good": 265, "all": 275},
    },
    "friends": {
        2: {"child": 295, "easy": 355, "fair": 385, "good": 415, "all": 440, "best": 455},
    },
    "classic": {
        2: {"child": 245, "easy": 305, "fair": 345, "good": 370, "all": 405, "best": 425},
        3: {"child": 165, "easy": 195, "fair": 230, "good": 250, "all": 260},
        4: {"child": 120, "easy": 145, "fair": 160, "good": 180, "all": 190},
    },
    "classic-ru": {
        2: {"child": 195, "easy": 245, "fair": 290, "good": 320, "all": 340, "best": 345},
        3: {"child": 125, "easy": 160, "fair": 195, "good": 210, "all": 220},
        4: {"child": 90, "easy": 120, "fair": 140, "good": 160, "all": 165},
    },
}
"""By variant, seats and level."""
