"""A document as the discourse parser sees it: analysed sentences with their trees."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from ..analysis.sentence import Sentence
from ..syntax.tree import Tree


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

    def permuted(self, order: Sequence[int]) -> "Document":
        """The same sentences in another order; paragraphs are forgotten."""
        return Document(
            tuple(self.sentences[number] for number in order),
            tuple(self.trees[number] for number in order),
        )
