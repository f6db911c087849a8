"""Comparers of raw texts: fluency, chrF, lengths."""

from collections.abc import Sequence
from math import log
from types import ModuleType
from typing import ClassVar

import numpy as np

from ...arrays import Floats
from ...files.item import Segment, text_of
from ...files.sentence import Sentence, has_alphanumeric
from ...resources.lm.loading import LanguageModel
from ...text.tokenizers import get_tokenizer
from ..encoding.pairs import Pairs
from .comparer import Comparer, Rows

# Value of shares with denominator 0, as in sacreBLEU.
_EPSILON = 1e-16


def chrf_values(rows: Floats, beta: float = 2, smoothed: bool = False) -> Floats:
    """Return chrF in [0, 1].

    A row has the numbers of n-grams of the candidate, of the reference, and shared, for each
    length. Lengths without n-grams count as almost 0 if `smoothed`, otherwise they are left out.
    """
    candidate, reference, shared = rows.reshape(len(rows), rows.shape[1] // 3, 3).transpose(2, 0, 1)
    precision, recall = _share(shared, candidate), _share(shared, reference)
    if smoothed:
        values: Floats = _f_beta(precision, recall, beta, _EPSILON).mean(axis=1)
        return values
    both = (candidate > 0) & (reference > 0)
    orders = np.maximum(both.sum(axis=1), 1)
    means = [np.where(both, share, 0.0).sum(axis=1) / orders for share in (precision, recall)]
    return _f_beta(means[0], means[1], beta, 0.0)


def _f_beta(precision: Floats, recall: Floats, beta: float, default: float) -> Floats:
    factor = float(beta**2)
    denominator = factor * precision + recall
    result = np.full_like(denominator, default)
    return np.divide(
        (1 + factor) * precision * recall, denominator, out=result, where=denominator > 0
    )


def _share(shared: Floats, total: Floats) -> Floats:
    return np.divide(shared, total, out=np.full_like(shared, _EPSILON), where=total > 0)


EMPTY_CANDIDATE = -15.0


class FluencyComparer(Comparer):
    """(1/n) ln P(candidate), where n is its number of words and P includes </s>."""

    low: ClassVar[float] = EMPTY_CANDIDATE
    high: ClassVar[float] = 0.0

    def __init__(self, label: str, model: LanguageModel) -> None:
        self.label, self.model = label, model

    @property
    def columns(self) -> tuple[str, ...]:
        return (f"lm:{self.label}",)

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        words = [self.model.text.words(text_of(segment)) for segment in pairs.candidates]
        values = iter(self.model.log10_all([sentence for sentence in words if sentence]))
        column = [next(values) * log(10) / len(w) if w else EMPTY_CANDIDATE for w in words]
        return np.array(column)[pairs.right, None]


class ChrfComparer(Comparer):
    """chrF in [0, 1]; without the native core it is computed by sacreBLEU."""

    columns = ("chrf",)

    def __init__(self, native: ModuleType | None) -> None:
        self._native = native

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        references, candidates = (
            list(map(text_of, segments)) for segments in (pairs.references, pairs.candidates)
        )
        if self._native is not None:
            counting = self._native.ChrfStatistics(
                characters=6, words=0, beta=2, white_space=False, smoothed=False
            )
            arguments = references, candidates, pairs.left, pairs.right
            return chrf_values(counting.count_pairs(*arguments, threads))[:, None]
        from sacrebleu.metrics.chrf import CHRF

        if not len(pairs):
            return np.empty((0, 1))
        peer = CHRF()
        rows = [
            peer._extract_corpus_statistics([candidates[j]], [[references[i]]])[0]
            for i, j in zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)
        ]
        return chrf_values(np.array(rows, dtype=np.float64))[:, None]


class LengthComparer(Comparer):
    """Ratio of the smaller to the greater number of words; 1 where neither side has words."""

    columns = ("length",)

    def __init__(self, lang: str) -> None:
        self._lang = lang

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        candidate_counts, reference_counts = (
            self._counts(pairs.candidates),
            self._counts(pairs.references),
        )
        x, y = reference_counts[pairs.left], candidate_counts[pairs.right]
        longer = np.maximum(x, y)
        shares: Rows = np.where(longer, np.minimum(x, y) / np.maximum(longer, 1), 1.0)[:, None]
        return shares

    def _counts(self, segments: Sequence[Segment]) -> Rows:
        return np.array([self.count(segment) for segment in segments], dtype=np.float64)

    def count(self, segment: Segment) -> int:
        """Return the number of words of a text."""
        if isinstance(segment, Sentence):
            forms = [token.form for token in segment.tokens]
        else:
            forms = get_tokenizer(self._lang).tokenize(segment)
        return sum(map(has_alphanumeric, forms))


class WordlessComparer(Comparer):
    """Number of sides (0, 1 or 2) that have no words."""

    high: ClassVar[float] = 2.0
    columns = ("wordless",)

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        x, y = self._empty(pairs.references), self._empty(pairs.candidates)
        return (x[pairs.left] + y[pairs.right])[:, None]

    def _empty(self, segments: Sequence[Segment]) -> Rows:
        return np.array([not _has_words(segment) for segment in segments], dtype=np.float64)


def _has_words(segment: Segment) -> bool:
    if isinstance(segment, Sentence):
        return any(has_alphanumeric(token.form) for token in segment.tokens)
    return has_alphanumeric(segment)
