"""Sentences as sides: where each token is written."""

from ...analysis.sentence import Sentence
from ...discourse.document import Document
from ..explanation import Side
from ..sides import make_side


def sentence_side(sentence: Sentence) -> Side:
    """All its tokens are words, punctuation too, so that they can be counted."""
    tokens = sentence.tokens
    if not tokens:
        return Side(sentence.text, ())
    return make_side(
        sentence.text,
        [token.form for token in tokens],
        [0.0] * len(tokens),
        [token.lemma for token in tokens],
        [token.xpos for token in tokens],
    )


def sentence_sides(document: Document) -> tuple[Side, ...]:
    """One a sentence."""
    return tuple(map(sentence_side, document.sentences))
