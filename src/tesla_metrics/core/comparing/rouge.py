"""Comparers that compute the features of ROUGE."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from ...files.item import Segment, text_of
from ...text.sentence_splitting import split_sentences
from ...text.tokenizers.base import ascii_words, unicode_words
from ..encoding.pairs import Pairs
from ..encoding.session import Session, TextCache
from .comparer import Comparer, Rows

Words = Sequence[str]


def union_hits(reference: Sequence[Words], candidate: Sequence[Words]) -> int:
    """Count the words of the reference that are in a union longest common subsequence.

    For each sentence of the reference it is the union over the sentences of the candidate. No word
    counts more often than it occurs in the candidate (Lin 2004, as implemented in ROUGE 1.5.5).
    """
    remaining = Counter(word for sentence in candidate for word in sentence)
    hits = 0
    for sentence in reference:
        matched: set[int] = set()
        for other in candidate:
            matched.update(common_subsequence(sentence, other))
        for index in sorted(matched):
            if remaining[sentence[index]] > 0:
                remaining[sentence[index]] -= 1
                hits += 1
    return hits


def common_subsequence(reference: Words, candidate: Words) -> list[int]:
    """Return the indices in the reference of a longest common subsequence.

    If there are several, it is the one of rouge-score: from the end, equal words are paired;
    otherwise the candidate's last word is dropped only if that leaves a longer common subsequence
    than dropping the reference's last word.
    """
    # Words that the candidate does not have would be dropped anyway.
    known = frozenset(candidate)
    positions = [index for index, word in enumerate(reference) if word in known]
    table = _lcs_table([reference[index] for index in positions], candidate)
    matched = []
    i, j = len(positions), len(candidate)
    while i and j:
        if reference[positions[i - 1]] == candidate[j - 1]:
            matched.append(positions[i - 1])
            i, j = i - 1, j - 1
        elif table[i][j - 1] > table[i - 1][j]:
            j -= 1
        else:
            i -= 1
    return matched[::-1]


def _lcs_table(xs: Words, ys: Words) -> list[list[int]]:
    """Return the lengths of longest common subsequences of the first i and the first j words."""
    table = [[0] * (len(ys) + 1)]
    for x in xs:
        above, left, row = table[-1], 0, [0]
        for j, y in enumerate(ys):
            if x == y:
                left = above[j] + 1
            elif above[j + 1] > left:
                left = above[j + 1]
            row.append(left)
        table.append(row)
    return table


Counted = TypeVar("Counted")
ASCII, UNICODE = "rouge-score", "unicode"


class RougeComparer(Comparer, Generic[Counted]):
    """Precision and recall; both are 0 if a side has nothing that could match."""

    columns = ("precision", "recall")
    threaded = False
    sentences = ""  # name of the sentence splitter, if one is used

    def __init__(self, session: Session, lang: str) -> None:
        self.lang = lang
        self.tokens = ASCII if lang == "en" else UNICODE
        self._tokenize = ascii_words if lang == "en" else unicode_words
        self._cache = TextCache[Counted](session.memory)

    @abstractmethod
    def count(self, text: str) -> Counted:
        """Return the units of a text that are matched."""

    @abstractmethod
    def hits(self, reference: Counted, candidate: Counted) -> tuple[int, int, int]:
        """Return the number of shared units, and the totals of reference and candidate."""

    def words(self, text: str) -> list[str]:
        """Return the lower-cased words, with letters and digits only."""
        return self._tokenize(text)

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        xs, ys = self._counted(pairs.references), self._counted(pairs.candidates)
        index_pairs = zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)
        counts = np.array([self.hits(xs[i], ys[j]) for i, j in index_pairs], dtype=np.float64)
        shared, sizes = counts[:, :1], counts[:, :0:-1]
        rows: Rows = np.divide(shared, sizes, out=np.zeros_like(sizes), where=sizes > 0)
        return rows

    def _counted(self, segments: Sequence[Segment]) -> list[Counted]:
        texts = list(map(text_of, segments))
        return self._cache.get_all(texts, lambda fresh: map(self.count, fresh))


class CountedGrams(NamedTuple):
    """Bag of n-grams with its total count."""

    bag: dict[tuple[str, ...], int]
    total: int


class BagRouge(RougeComparer[CountedGrams]):
    """N-grams of one length, or unigrams and skip bigrams; as in ROUGE they cross sentences."""

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
    """Longest common subsequences of sentences."""

    sentences = "lines+marks"

    def count(self, text: str) -> list[list[str]]:
        return [self.words(sentence) for sentence in split_sentences(text, self.lang)]

    def hits(self, reference: list[list[str]], candidate: list[list[str]]) -> tuple[int, int, int]:
        sizes = sum(map(len, reference)), sum(map(len, candidate))
        return union_hits(reference, candidate), *sizes
