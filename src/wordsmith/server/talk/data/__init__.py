"""Words that are masked in talk and not taken for names, one file a language; our own lists."""
