"""How the shipped tables are made: from packages that anyone can install, and our own lists.

``wordsmith lexicon build`` calls ``build_tables``; docs/lexicon.md names the packages.
"""

from wordsmith.lexicon.build.sources import Sources
from wordsmith.lexicon.build.writing import build_tables

__all__ = ["Sources", "build_tables"]
