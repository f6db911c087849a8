"""Discourse relations, documents, and the model of the discourse parser."""

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

# Types of relations.
EXPLICIT, IMPLICIT, ALT_LEX = "Explicit", "Implicit", "AltLex"
ENT_REL, NO_REL, HYPOPHORA = "EntRel", "NoRel", "Hypophora"
# Types of relations that have a sense. The sense of a relation of another type is its type.
TYPES_WITH_SENSE = frozenset({EXPLICIT, IMPLICIT, ALT_LEX})
TOP_SENSES = ("Temporal", "Contingency", "Comparison", "Expansion")

# Sorted pairs of first and last token (inclusive). Token indices count from 0 over the document.
Spans: TypeAlias = tuple[tuple[int, int], ...]


class Relation(NamedTuple):
    """Discourse relation between two arguments.

    type                Explicit, Implicit, AltLex, EntRel or NoRel
    sense               for example Contingency.Cause.Reason, or only its first parts; for EntRel
                        and NoRel the type
    connective          the words of the connective, or words that would express the relation; ""
                        if unknown
    arg1, arg2          spans of the arguments; the connective is syntactically part of the second
                        argument, but not of its span
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
        """First part of the sense: one of TOP_SENSES, EntRel or NoRel."""
        return self.sense.partition(".")[0]

    @property
    def explicit(self) -> bool:
        """Whether a connective in the text expresses the relation."""
        return self.type == EXPLICIT


VERB_TAG_PREFIXES = ("VB", "MD")


@dataclass(frozen=True)
class Document:
    """Sentences of a text with their trees.

    `paragraph_indices` has the index of each sentence's paragraph; it is empty if paragraphs are
    unknown.
    """

    sentences: tuple[Sentence, ...]
    trees: tuple[Tree, ...]
    paragraph_indices: tuple[int, ...] = ()

    @cached_property
    def sentence_starts(self) -> tuple[int, ...]:
        """Index of each sentence's first token in the document, and the number of tokens."""
        return tuple(accumulate((len(sentence.tokens) for sentence in self.sentences), initial=0))

    @cached_property
    def sentence_indices(self) -> tuple[int, ...]:
        """Index of the sentence of each token."""
        return tuple(
            index for index, sentence in enumerate(self.sentences) for _ in sentence.tokens
        )

    @cached_property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """Words of each sentence in lower case."""
        return tuple(
            tuple(token.form.lower() for token in sentence.tokens) for sentence in self.sentences
        )

    @cached_property
    def tags(self) -> tuple[tuple[str, ...], ...]:
        """Penn tags of each sentence."""
        return tuple(tuple(token.xpos for token in sentence.tokens) for sentence in self.sentences)

    @cached_property
    def verb_counts(self) -> tuple[tuple[int, ...], ...]:
        """For each sentence, the number of verbs and modals before each token, and in total."""
        return tuple(
            tuple(
                accumulate((tag.startswith(VERB_TAG_PREFIXES) for tag in sentence_tags), initial=0)
            )
            for sentence_tags in self.tags
        )

    def without_paragraphs(self) -> "Document":
        """Return a copy without paragraphs."""
        return Document(self.sentences, self.trees)

    def reorder_sentences(self, order: Sequence[int]) -> "Document":
        """Return the sentences in another order, without paragraphs."""
        return Document(
            tuple(self.sentences[index] for index in order),
            tuple(self.trees[index] for index in order),
        )


_SHIPPED_FOLDER = DATA_FOLDER / "discourse"


@dataclass(frozen=True)
class DiscourseModel(ClassifierModel):
    """Learned model of the discourse parser."""

    kind: ClassVar[str] = "discourse"
    version: ClassVar[int] = 1


def find_shipped_discourse_model(lang: str) -> Path | None:
    """Return the path of the shipped model, or None if there is none for the language."""
    path = _SHIPPED_FOLDER / f"{lang}.discourse"
    return path if path.is_file() else None
