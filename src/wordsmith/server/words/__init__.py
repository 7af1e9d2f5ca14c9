"""The words that count at a table."""
