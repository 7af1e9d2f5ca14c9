"""How leaves and chances to win are learnt: games of the engine against itself, in chunks, on processes or a cluster.

Everything that is counted is a whole number, and every game has a seed of its own; so it does not
matter who plays which games, how often somebody has to begin again, or in what order they end.
"""

from __future__ import annotations

from wordsmith.training.chunks import Alone, Runner
from wordsmith.training.cluster import Cluster
from wordsmith.training.folder import Folder, write_at_once
from wordsmith.training.learning import Advance, train
from wordsmith.training.plan import Plan, What
from wordsmith.training.processes import Processes
from wordsmith.training.winning import learn_winning

__all__ = [
    "Advance",
    "Alone",
    "Cluster",
    "Folder",
    "Plan",
    "Processes",
    "Runner",
    "What",
    "learn_winning",
    "train",
    "write_at_once",
]
