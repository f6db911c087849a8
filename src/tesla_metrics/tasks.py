"""What is judged, for every task: a candidate with what it stands beside."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .analysis.sentence import Sentence
from .analysis.sentences import GIVEN_END

# A text, or one that was analysed already.
Segment: TypeAlias = str | Sentence
# A reference for each segment; None for one that has none in this set.
ReferenceSet: TypeAlias = Sequence[Segment | None]


@dataclass(frozen=True)
class Item:
    """A translation, summary or paraphrase.

    references  what it should say, in as many ways as are known
    source      what it was made from
    group       the document, topic or n-best list that it belongs to
    id          what it is called there
    """

    candidate: Segment
    references: tuple[Segment, ...] = ()
    source: Segment | None = None
    group: str = ""
    id: str = ""


def lowered(segment: Segment) -> Segment:
    """In lower case; of an analysed one forms and lemmas too, while tags stay."""
    if isinstance(segment, str):
        return segment.lower()
    tokens = (
        token._replace(form=token.form.lower(), lemma=token.lemma.lower())
        for token in segment.tokens
    )
    return Sentence(segment.text.lower(), tuple(tokens))


def text_of(segment: Segment) -> str:
    """What is written there, whatever else is known of it."""
    return segment.text if isinstance(segment, Sentence) else segment


def shown_text(segment: Segment) -> str:
    """The same for people, a line each where sentences were given."""
    return text_of(segment).replace(GIVEN_END, "\n").rstrip("\n")
