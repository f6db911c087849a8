"""Comparers that compute the features of ROUGE."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from ...files.item import Segment, get_text
from ...text.sentence_splitting import split_sentences
from ...text.tokenizers.base import ascii_words, unicode_words
from ..encoding.pairs import Pairs
from ..encoding.session import Session, TextCache
from .comparer import Comparer, Rows

Words = Sequence[str]


def count_union_hits(reference: Sequence[Words], candidate: Sequence[Words]) -> int:
    """Count the words of the reference that are in a union of longest common subsequences.

    For each sentence of the reference, the union is over all sentences of the candidate. No word
    counts more often than it occurs in the candidate (Lin 2004, as implemented in ROUGE 1.5.5).
    """
    remaining_counts = Counter(word for sentence in candidate for word in sentence)
    hits = 0
    for sentence in reference:
        matched_indices: set[int] = set()
        for candidate_sentence in candidate:
            matched_indices.update(find_common_subsequence(sentence, candidate_sentence))
        for index in sorted(matched_indices):
            if remaining_counts[sentence[index]] > 0:
                remaining_counts[sentence[index]] -= 1
                hits += 1
    return hits


def find_common_subsequence(reference: Words, candidate: Words) -> list[int]:
    """Return the indices of the reference's words in a longest common subsequence.

    If there are several, it is the one that rouge-score finds from the end: equal last words are
    paired. If the last words differ, the candidate's is dropped if that leaves a longer common
    subsequence than dropping the reference's, which is dropped otherwise.
    """
    # Leave out words that the candidate does not have, which cannot be paired.
    candidate_words = frozenset(candidate)
    shared_indices = [index for index, word in enumerate(reference) if word in candidate_words]
    table = _build_lcs_table([reference[index] for index in shared_indices], candidate)
    matched_indices = []
    i, j = len(shared_indices), len(candidate)
    while i and j:
        if reference[shared_indices[i - 1]] == candidate[j - 1]:
            matched_indices.append(shared_indices[i - 1])
            i, j = i - 1, j - 1
        elif table[i][j - 1] > table[i - 1][j]:
            j -= 1
        else:
            i -= 1
    return matched_indices[::-1]


def _build_lcs_table(xs: Words, ys: Words) -> list[list[int]]:
    """Return table[i][j], the length of a longest common subsequence of xs[:i] and ys[:j]."""
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


Counted = TypeVar("Counted")  # the units of a text that are matched
ASCII_TOKENIZER, UNICODE_TOKENIZER = "rouge-score", "unicode"  # names of tokenisers in signatures


class RougeComparer(Comparer, Generic[Counted]):
    """Comparer with precision and recall; they are 0 for sides without units that could match."""

    columns = ("precision", "recall")
    threaded = False
    splitter_name = ""  # name of the sentence splitter in signatures; empty without a splitter

    def __init__(self, session: Session, lang: str) -> None:
        self.lang = lang
        self.tokenizer_name = ASCII_TOKENIZER if lang == "en" else UNICODE_TOKENIZER
        self._tokenize = ascii_words if lang == "en" else unicode_words
        self._cache = TextCache[Counted](session.memory)

    @abstractmethod
    def get_units(self, text: str) -> Counted:
        """Return the units of a text that are matched."""

    @abstractmethod
    def count_hits(self, reference: Counted, candidate: Counted) -> tuple[int, int, int]:
        """Return the number of shared units, and the totals of reference and candidate."""

    def get_words(self, text: str) -> list[str]:
        """Return the words of a text in lower case; words consist of letters and digits."""
        return self._tokenize(text)

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        references = self._get_cached_units(pairs.references)
        candidates = self._get_cached_units(pairs.candidates)
        index_pairs = zip(
            pairs.reference_indices.tolist(), pairs.candidate_indices.tolist(), strict=True
        )
        counts = np.array(
            [self.count_hits(references[i], candidates[j]) for i, j in index_pairs],
            dtype=np.float64,
        )
        # Precision is relative to the candidate, recall to the reference.
        shared, sizes = counts[:, :1], counts[:, :0:-1]
        rows: Rows = np.divide(shared, sizes, out=np.zeros_like(sizes), where=sizes > 0)
        return rows

    def _get_cached_units(self, segments: Sequence[Segment]) -> list[Counted]:
        texts = list(map(get_text, segments))
        return self._cache.get_all(texts, lambda fresh: map(self.get_units, fresh))


class GramCounts(NamedTuple):
    """Bag of n-grams with its total count."""

    counts: dict[tuple[str, ...], int]
    total: int


class BagRouge(RougeComparer[GramCounts]):
    """Comparer of n-grams of one length, with skip bigrams if `max_gap` is not None.

    A skip bigram has at most `max_gap` words between its words. As in ROUGE 1.5.5, n-grams may
    cross the ends of sentences.
    """

    def __init__(self, session: Session, lang: str, length: int, max_gap: int | None) -> None:
        super().__init__(session, lang)
        self._length, self._max_gap = length, max_gap

    def get_units(self, text: str) -> GramCounts:
        words = self.get_words(text)
        shifted_words = (words[start:] for start in range(self._length))
        grams = Counter(zip(*shifted_words, strict=False))
        if self._max_gap is not None:
            for offset in range(1, self._max_gap + 2):
                grams.update(zip(words, words[offset:], strict=False))
        return GramCounts(dict(grams), grams.total())

    def count_hits(self, reference: GramCounts, candidate: GramCounts) -> tuple[int, int, int]:
        shared_grams = reference.counts.keys() & candidate.counts.keys()
        shared = sum(min(reference.counts[gram], candidate.counts[gram]) for gram in shared_grams)
        return shared, reference.total, candidate.total


class SubsequenceRouge(RougeComparer[list[list[str]]]):
    """Comparer of longest common subsequences of sentences."""

    splitter_name = "lines+marks"

    def get_units(self, text: str) -> list[list[str]]:
        return [self.get_words(sentence) for sentence in split_sentences(text, self.lang)]

    def count_hits(
        self, reference: list[list[str]], candidate: list[list[str]]
    ) -> tuple[int, int, int]:
        sizes = sum(map(len, reference)), sum(map(len, candidate))
        return count_union_hits(reference, candidate), *sizes
