"""Word alignment: IBM model 1 with a prior for the diagonal, in both directions at once."""

from .decoding import viterbi
from .learning import evenly_spaced, learn
from .lexicon import TranslationLexicon, load_lexicon, save_lexicon

__all__ = [
    "TranslationLexicon",
    "evenly_spaced",
    "learn",
    "load_lexicon",
    "save_lexicon",
    "viterbi",
]
