"""What each level scores: points a game at a table of two of its kind, as measured.

By ``bench/levels.py --averages``.
"""

from __future__ import annotations

AVERAGES: dict[str, dict[str, int]] = {}
"""By variant and level."""
