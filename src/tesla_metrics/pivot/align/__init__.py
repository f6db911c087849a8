"""Word alignment: IBM model 1 with a prior for the diagonal, in both directions at once."""

from .decoding import viterbi
from .learning import learn
from .lexicon import Lexicon, load_lexicon, save_lexicon

__all__ = ["Lexicon", "learn", "load_lexicon", "save_lexicon", "viterbi"]
