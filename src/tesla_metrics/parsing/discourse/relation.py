"""Discourse relations, their documents, and the model file."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import ClassVar, NamedTuple, TypeAlias

from ...files.resource import DATA_FOLDER
from ...files.sentence import Sentence
from ...resources.learning.classifier_file import ClassifierModel
from ..syntax.tree import Tree

EXPLICIT, IMPLICIT, ALT_LEX = "Explicit", "Implicit", "AltLex"
ENT_REL, NO_REL, HYPOPHORA = "EntRel", "NoRel", "Hypophora"
# Relation types with a separate sense; the sense of other types is the type itself.
TYPES_WITH_SENSE = frozenset({EXPLICIT, IMPLICIT, ALT_LEX})
TOP_SENSES = ("Temporal", "Contingency", "Comparison", "Expansion")

# Sorted pairs of first and last token (inclusive), as indices in the document from 0.
Spans: TypeAlias = tuple[tuple[int, int], ...]


class Relation(NamedTuple):
    """A discourse relation between two arguments.

    type                Explicit, Implicit, AltLex, EntRel or NoRel
    sense               Contingency.Cause.Reason or a prefix of it; for EntRel and NoRel the type
    connective          the words of the connective, or suitable ones; "" if unknown
    arg1, arg2          spans of the arguments; the connective belongs to the second
    connective_tokens   spans of the connective; empty if it is not in the text
    """

    type: str
    sense: str
    connective: str
    arg1: Spans
    arg2: Spans
    connective_tokens: Spans = ()

    @property
    def top(self) -> str:
        """Return one of TOP_SENSES, EntRel or NoRel."""
        return self.sense.partition(".")[0]

    @property
    def explicit(self) -> bool:
        """Whether a connective in the text expresses the relation."""
        return self.type == EXPLICIT


VERB_TAG_PREFIXES = ("VB", "MD")


@dataclass(frozen=True)
class Document:
    """Sentences with their trees; token indices count over all sentences.

    paragraphs  index of each sentence's paragraph; empty if unknown
    """

    sentences: tuple[Sentence, ...]
    trees: tuple[Tree, ...]
    paragraphs: tuple[int, ...] = ()

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Return the index of each sentence's first token, followed by the number of tokens."""
        return tuple(accumulate((len(sentence.tokens) for sentence in self.sentences), initial=0))

    @cached_property
    def sentence_of(self) -> tuple[int, ...]:
        """Return the sentence index of each token."""
        return tuple(
            index for index, sentence in enumerate(self.sentences) for _ in sentence.tokens
        )

    @cached_property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """Return the words of each sentence in lower case."""
        return tuple(
            tuple(token.form.lower() for token in sentence.tokens) for sentence in self.sentences
        )

    @cached_property
    def tags(self) -> tuple[tuple[str, ...], ...]:
        """Return the Penn tags of each sentence."""
        return tuple(tuple(token.xpos for token in sentence.tokens) for sentence in self.sentences)

    @cached_property
    def verb_counts(self) -> tuple[tuple[int, ...], ...]:
        """Return per sentence the number of verbs and modals before each token and in total."""
        return tuple(
            tuple(accumulate((tag.startswith(VERB_TAG_PREFIXES) for tag in row), initial=0))
            for row in self.tags
        )

    def without_paragraphs(self) -> "Document":
        """Return a copy without paragraphs."""
        return Document(self.sentences, self.trees)

    def permuted(self, order: Sequence[int]) -> "Document":
        """Return the sentences in another order, without paragraphs."""
        return Document(
            tuple(self.sentences[index] for index in order),
            tuple(self.trees[index] for index in order),
        )


_SHIPPED = DATA_FOLDER / "discourse"


@dataclass(frozen=True)
class DiscourseModel(ClassifierModel):
    """Learned model of the discourse parser."""

    kind: ClassVar[str] = "discourse"
    version: ClassVar[int] = 1


def shipped_discourse(lang: str) -> Path | None:
    """Return the path of the shipped model, or None if there is none for the language."""
    path = _SHIPPED / f"{lang}.discourse"
    return path if path.is_file() else None
