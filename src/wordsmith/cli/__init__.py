"""The same in a terminal: every room behind one command, ``wordsmith``.

Machine-readable answers are one JSON object on standard output; what is said to people comes from the
catalogue of texts. Rooms are imported only by the commands that need them, so that starting is quick.
"""

from wordsmith.cli.running import main

__all__ = ["main"]
