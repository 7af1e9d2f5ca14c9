"""Wordsmith (Словодел), Эрудит and the crossword games, to be played, judged and studied."""

__version__ = "0.1.0"
