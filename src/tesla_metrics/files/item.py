"""`Item`: one candidate with its references, source and group."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .sentence import Sentence

# Marks the end of a sentence in a text given as a list of sentences. It counts as white space, and
# does not occur in ordinary text.
SENTENCE_END = "\x1e"
# A text or an analysed text.
Segment: TypeAlias = str | Sentence
# One reference per segment; None where a segment has none in this set.
ReferenceSet: TypeAlias = Sequence[Segment | None]


@dataclass(frozen=True)
class Item:
    """A translation, summary or paraphrase with what it is compared with.

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
    """Return a segment in lower case; of an analysed one also the forms and lemmas."""
    if isinstance(segment, str):
        return segment.lower()
    tokens = (
        token._replace(form=token.form.lower(), lemma=token.lemma.lower())
        for token in segment.tokens
    )
    return Sentence(segment.text.lower(), tuple(tokens))


def text_of(segment: Segment) -> str:
    """Return the text of a segment.

    Parameters
    ----------
    segment : str or Sentence
        A text, or an analysed text.

    Returns
    -------
    str
    """
    return segment.text if isinstance(segment, Sentence) else segment


def display_text(segment: Segment) -> str:
    """Return the text of a segment for display, one line per given sentence."""
    return text_of(segment).replace(SENTENCE_END, "\n").rstrip("\n")


def join_sentences(sentences: Iterable[str]) -> str:
    """Join given sentences to a text that keeps their boundaries."""
    return "".join(" ".join(sentence.split()) + SENTENCE_END for sentence in sentences)
