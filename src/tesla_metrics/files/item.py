"""`Item`: one candidate with its references, source and group."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .sentence import Sentence

# Marks the end of each sentence of a text that the user gave as a list of sentences. Python treats
# this control character as white space, and ordinary text does not contain it.
SENTENCE_END = "\x1e"
# A text or an analysed text.
Segment: TypeAlias = str | Sentence
# One reference per segment; None if a segment has no reference in this set.
ReferenceSet: TypeAlias = Sequence[Segment | None]


@dataclass(frozen=True)
class Item:
    """A translation, summary or paraphrase together with its references and source.

    Parameters
    ----------
    candidate : str or Sentence
        The text to score.
    references : tuple of str or Sentence
        The references of the candidate.
    source : str or Sentence, optional
        The text that the candidate was made from.
    group : str
        The document, topic or n-best list that the candidate belongs to.
    id : str
        The name of the segment in its group.
    """

    candidate: Segment
    references: tuple[Segment, ...] = ()
    source: Segment | None = None
    group: str = ""
    id: str = ""


def lowercase(segment: Segment) -> Segment:
    """Return a segment in lower case; in an analysed segment also the word forms and lemmas."""
    if isinstance(segment, str):
        return segment.lower()
    tokens = (
        token._replace(form=token.form.lower(), lemma=token.lemma.lower())
        for token in segment.tokens
    )
    return Sentence(segment.text.lower(), tuple(tokens))


def get_text(segment: Segment) -> str:
    """Return the text of a segment, analysed or not.

    Parameters
    ----------
    segment : str or Sentence
        A text, or an analysed text.

    Returns
    -------
    str
    """
    return segment.text if isinstance(segment, Sentence) else segment


def format_for_display(segment: Segment) -> str:
    """Return the text of a segment for display, with one line per marked sentence."""
    return get_text(segment).replace(SENTENCE_END, "\n").rstrip("\n")


def join_sentences(sentences: Iterable[str]) -> str:
    """Join sentences to one text, with `SENTENCE_END` after each sentence."""
    return "".join(" ".join(sentence.split()) + SENTENCE_END for sentence in sentences)
