"""Texts of several sentences, summaries say; one without a word has no sentence."""

from collections.abc import Sequence

from ..analysis.sentence import has_alphanumeric
from ..errors import InputError
from ..tasks import ReferenceSet, Segment, text_of


def has_sentence(text: Segment | None) -> bool:
    """Whether there is one; a word has a letter or a digit."""
    return text is not None and has_alphanumeric(text_of(text))


def check_sentences(texts: Sequence[Segment]) -> None:
    """Refuse a text without a sentence."""
    for number, text in enumerate(texts, 1):
        if not has_sentence(text):
            raise InputError(
                f"segment {number} has no sentence: give texts with a word at least, or leave the "
                "segment out"
            )


def check_references_have_sentences(sets: Sequence[ReferenceSet]) -> None:
    """Refuse a segment all of whose references, of which there are some, are without."""
    for number, beside in enumerate(zip(*sets, strict=True), 1):
        if not any(map(has_sentence, beside)):
            raise InputError(
                f"segment {number} has no reference with a sentence: give one with a word at "
                "least, or leave the segment out"
            )


def with_sentences(column: ReferenceSet) -> ReferenceSet:
    """A reference without a sentence is missing."""
    if all(map(has_sentence, column)):
        return column
    return [one if has_sentence(one) else None for one in column]
