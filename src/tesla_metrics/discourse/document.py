"""A document as the discourse parser sees it: analysed sentences with their trees."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from ..analysis.sentence import Sentence
from ..syntax.tree import Tree

VERBS = ("VB", "MD")


@dataclass(frozen=True)
class Document:
    """Sentences in order; tokens are counted over all of them.

    paragraphs  the number of each sentence's, where that is known
    """

    sentences: tuple[Sentence, ...]
    trees: tuple[Tree, ...]
    paragraphs: tuple[int, ...] = ()

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The number of each sentence's first token, and behind them that of all tokens."""
        return tuple(accumulate((len(one.tokens) for one in self.sentences), initial=0))

    @cached_property
    def sentence_of(self) -> tuple[int, ...]:
        """The sentence of each token."""
        return tuple(number for number, one in enumerate(self.sentences) for _ in one.tokens)

    @cached_property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """Of each sentence, in lower case."""
        return tuple(tuple(token.form.lower() for token in one.tokens) for one in self.sentences)

    @cached_property
    def tags(self) -> tuple[tuple[str, ...], ...]:
        """Penn's, of each sentence."""
        return tuple(tuple(token.xpos for token in one.tokens) for one in self.sentences)

    @cached_property
    def verbs(self) -> tuple[tuple[int, ...], ...]:
        """How many verbs and modals are before each token of a sentence, and behind them all."""
        return tuple(
            tuple(accumulate((tag.startswith(VERBS) for tag in row), initial=0))
            for row in self.tags
        )

    def joined(self) -> "Document":
        """The same without paragraphs."""
        return Document(self.sentences, self.trees)

    def permuted(self, order: Sequence[int]) -> "Document":
        """The same sentences in another order; paragraphs are forgotten."""
        return Document(
            tuple(self.sentences[number] for number in order),
            tuple(self.trees[number] for number in order),
        )
