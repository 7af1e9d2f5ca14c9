"""Who comes to play."""
