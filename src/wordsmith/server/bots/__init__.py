"""Bots as players, and the processes they think in."""
