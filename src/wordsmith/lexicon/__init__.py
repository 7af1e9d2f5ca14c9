"""Which words there are: word lists with groups, the word graph, why not, and what a word means."""

from wordsmith.lexicon.anagrams import AnagramTable, build_anagrams
from wordsmith.lexicon.catalogue import SHIPPED, load_lexicon, load_word_file
from wordsmith.lexicon.groups import DEFAULT_GROUPS, GROUPS
from wordsmith.lexicon.lexicon import Lexicon
from wordsmith.lexicon.wordgraph import WordGraph, build_graph

__all__ = [
    "DEFAULT_GROUPS",
    "GROUPS",
    "SHIPPED",
    "AnagramTable",
    "Lexicon",
    "WordGraph",
    "build_anagrams",
    "build_graph",
    "load_lexicon",
    "load_word_file",
]
