"""The sentences of a document as sides: where each token is written."""

from ...discourse.document import Document
from ..explanation import Side
from ..sides import make_side


def sentence_sides(document: Document) -> tuple[Side, ...]:
    """One a sentence; all its tokens are words, punctuation too, so that they can be counted."""
    return tuple(
        make_side(
            one.text,
            [token.form for token in one.tokens],
            [0.0] * len(one.tokens),
            [token.lemma for token in one.tokens],
            [token.xpos for token in one.tokens],
        )
        if one.tokens
        else Side(one.text, ())
        for one in document.sentences
    )
