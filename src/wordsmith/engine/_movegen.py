"""Placeholder kernel, replaced by the word graph's builder."""
