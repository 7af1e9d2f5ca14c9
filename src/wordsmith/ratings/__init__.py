"""How strong players are, by Glicko-2: pure functions of numbers, no names, no store."""

from wordsmith.ratings.glicko import PROVISIONAL_ABOVE, Rating, rate

__all__ = ["PROVISIONAL_ABOVE", "Rating", "rate"]
