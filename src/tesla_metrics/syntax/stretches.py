"""Text without ends of sentences, cut so that no sentence takes for ever."""

from collections.abc import Iterator

from ..analysis.sentence import Sentence, has_alphanumeric

LONGEST = 200  # words and marks; people seldom write half as many


def cut_long(sentence: Sentence) -> Iterator[Sentence]:
    """A sentence as it is, or stretches of at most LONGEST tokens: cut behind the last mark in the
    second half of each, or where it is full.
    """
    tokens = sentence.tokens
    if len(tokens) <= LONGEST:
        yield sentence
        return
    start = 0
    while start < len(tokens):
        end = full = min(start + LONGEST, len(tokens))
        if full < len(tokens):
            marks = (
                place
                for place in range(full, start + LONGEST // 2, -1)
                if not has_alphanumeric(tokens[place - 1].form)
            )
            end = next(marks, full)
        own = tokens[start:end]
        yield Sentence(" ".join(token.form for token in own), own)
        start = end
