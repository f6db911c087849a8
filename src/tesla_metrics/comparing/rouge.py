"""What ROUGE compares: n-grams, skip bigrams or common subsequences of plain words."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from ..analysis.sentences import split_sentences
from ..analysis.tokenizers.alphanumeric import ascii_words, unicode_words
from ..encoding.pairs import Pairs
from ..encoding.remembered import Remembered
from ..encoding.session import Session
from ..matching.subsequences import union_hits
from ..tasks import Segment, text_of
from .comparer import Comparer, Rows

Counted = TypeVar("Counted")
ASCII, UNICODE = "rouge-score", "unicode"


class RougeComparer(Comparer, Generic[Counted]):
    """Precision and recall; where a side has nothing that could match both are 0."""

    columns = ("precision", "recall")
    threaded = False
    sentences = ""  # how texts are cut into them, where that matters

    def __init__(self, session: Session, lang: str) -> None:
        self.lang = lang
        self.tokens = ASCII if lang == "en" else UNICODE
        self._cut = ascii_words if lang == "en" else unicode_words
        self._kept = Remembered[Counted](session.memory)

    @abstractmethod
    def count(self, text: str) -> Counted:
        """What there is in a text."""

    @abstractmethod
    def hits(self, reference: Counted, candidate: Counted) -> tuple[int, int, int]:
        """How much both have in common, and how much there is on either side."""

    def words(self, text: str) -> list[str]:
        """Lower-cased, and without all that is no letter or digit."""
        return self._cut(text)

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        xs, ys = self._counted(pairs.references), self._counted(pairs.candidates)
        beside = zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)
        counts = np.array([self.hits(xs[i], ys[j]) for i, j in beside], dtype=np.float64)
        shared, sizes = counts[:, :1], counts[:, :0:-1]
        rows: Rows = np.divide(shared, sizes, out=np.zeros_like(sizes), where=sizes > 0)
        return rows

    def _counted(self, segments: Sequence[Segment]) -> list[Counted]:
        texts = list(map(text_of, segments))
        return self._kept.all(texts, lambda fresh: map(self.count, fresh))


class CountedGrams(NamedTuple):
    """A bag of n-grams."""

    bag: dict[tuple[str, ...], int]
    total: int


class BagRouge(RougeComparer[CountedGrams]):
    """N-grams of one length, or unigrams and skip bigrams; they cross sentences, as in ROUGE."""

    def __init__(self, session: Session, lang: str, length: int, gap: int | None) -> None:
        super().__init__(session, lang)
        self._length, self._gap = length, gap

    def count(self, text: str) -> CountedGrams:
        words = self.words(text)
        grams = Counter(zip(*(words[k:] for k in range(self._length)), strict=False))
        if self._gap is not None:
            for distance in range(1, self._gap + 2):
                grams.update(zip(words, words[distance:], strict=False))
        return CountedGrams(dict(grams), grams.total())

    def hits(self, reference: CountedGrams, candidate: CountedGrams) -> tuple[int, int, int]:
        xs, ys = reference.bag, candidate.bag
        shared = sum(min(xs[gram], ys[gram]) for gram in xs.keys() & ys.keys())
        return shared, reference.total, candidate.total


class SubsequenceRouge(RougeComparer[list[list[str]]]):
    """Common subsequences of sentences."""

    sentences = "lines+marks"

    def count(self, text: str) -> list[list[str]]:
        return [self.words(sentence) for sentence in split_sentences(text, self.lang)]

    def hits(self, reference: list[list[str]], candidate: list[list[str]]) -> tuple[int, int, int]:
        sizes = sum(map(len, reference)), sum(map(len, candidate))
        return union_hits(reference, candidate), *sizes
