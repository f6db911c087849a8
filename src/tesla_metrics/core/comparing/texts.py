"""Comparers of raw texts: fluency, chrF, ratio of lengths, texts without words."""

from collections.abc import Sequence
from math import log
from types import ModuleType
from typing import ClassVar

import numpy as np

from ...arrays import Floats
from ...files.item import Segment, get_text
from ...files.sentence import Sentence, has_alphanumeric
from ...resources.lm.loading import LanguageModel
from ...text.tokenizers import get_tokenizer
from ..encoding.pairs import Pairs
from .comparer import Comparer, Rows

# Value of a precision or recall with denominator 0, as in sacreBLEU.
_EPSILON = 1e-16


def compute_chrf(rows: Floats, beta: float = 2, smoothed: bool = False) -> Floats:
    """Return chrF in [0, 1], one value per row.

    A row has three counts for each length of n-grams: n-grams of the candidate, of the reference,
    and shared n-grams. Lengths without n-grams count as almost 0 if `smoothed` is true, otherwise
    they are left out.
    """
    counts = rows.reshape(len(rows), rows.shape[1] // 3, 3)
    candidate, reference, shared = counts.transpose(2, 0, 1)
    precision, recall = _divide(shared, candidate), _divide(shared, reference)
    if smoothed:
        values: Floats = _compute_f_beta(precision, recall, beta, _EPSILON).mean(axis=1)
        return values
    has_ngrams = (candidate > 0) & (reference > 0)
    n_lengths = np.maximum(has_ngrams.sum(axis=1), 1)
    mean_precision = np.where(has_ngrams, precision, 0.0).sum(axis=1) / n_lengths
    mean_recall = np.where(has_ngrams, recall, 0.0).sum(axis=1) / n_lengths
    return _compute_f_beta(mean_precision, mean_recall, beta, 0.0)


def _compute_f_beta(precision: Floats, recall: Floats, beta: float, default: float) -> Floats:
    """Return (1 + beta^2) P R / (beta^2 P + R), or `default` if both are 0."""
    beta_squared = float(beta**2)
    denominator = beta_squared * precision + recall
    values = np.full_like(denominator, default)
    return np.divide(
        (1 + beta_squared) * precision * recall, denominator, out=values, where=denominator > 0
    )


def _divide(shared: Floats, totals: Floats) -> Floats:
    return np.divide(shared, totals, out=np.full_like(shared, _EPSILON), where=totals > 0)


# Fluency of a candidate without words; the lowest possible value.
EMPTY_CANDIDATE_FLUENCY = -15.0


class FluencyComparer(Comparer):
    """Comparer with the fluency of candidates, (1/n) ln P(candidate).

    n is the number of words; P is the probability by a language model and includes </s>.
    """

    low: ClassVar[float] = EMPTY_CANDIDATE_FLUENCY
    high: ClassVar[float] = 0.0

    def __init__(self, label: str, model: LanguageModel) -> None:
        self.label, self.model = label, model

    @property
    def columns(self) -> tuple[str, ...]:
        return (f"lm:{self.label}",)

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        sentences = [self.model.text.words(get_text(segment)) for segment in pairs.candidates]
        log_probabilities = iter(self.model.log10_all([words for words in sentences if words]))
        fluencies = [
            next(log_probabilities) * log(10) / len(words) if words else EMPTY_CANDIDATE_FLUENCY
            for words in sentences
        ]
        return np.array(fluencies)[pairs.candidate_indices, None]


class ChrfComparer(Comparer):
    """Comparer with chrF in [0, 1]; without the native core it is computed by sacreBLEU."""

    columns = ("chrf",)

    def __init__(self, native: ModuleType | None) -> None:
        self._native = native

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        references = list(map(get_text, pairs.references))
        candidates = list(map(get_text, pairs.candidates))
        if self._native is not None:
            statistics = self._native.ChrfStatistics(
                characters=6, words=0, beta=2, white_space=False, smoothed=False
            )
            arguments = references, candidates, pairs.reference_indices, pairs.candidate_indices
            return compute_chrf(statistics.count_pairs(*arguments, threads))[:, None]
        from sacrebleu.metrics.chrf import CHRF

        if not len(pairs):
            return np.empty((0, 1))
        sacrebleu_chrf = CHRF()
        rows = [
            sacrebleu_chrf._extract_corpus_statistics([candidates[j]], [[references[i]]])[0]
            for i, j in zip(
                pairs.reference_indices.tolist(), pairs.candidate_indices.tolist(), strict=True
            )
        ]
        return compute_chrf(np.array(rows, dtype=np.float64))[:, None]


class LengthComparer(Comparer):
    """Comparer with the number of words of the shorter side divided by that of the longer side.

    It is 1 if neither side has words.
    """

    columns = ("length",)

    def __init__(self, lang: str) -> None:
        self._lang = lang

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        references = self._count_all_words(pairs.references)[pairs.reference_indices]
        candidates = self._count_all_words(pairs.candidates)[pairs.candidate_indices]
        shorter, longer = np.minimum(references, candidates), np.maximum(references, candidates)
        ratios: Rows = np.where(longer, shorter / np.maximum(longer, 1), 1.0)[:, None]
        return ratios

    def _count_all_words(self, segments: Sequence[Segment]) -> Rows:
        return np.array([self.count_words(segment) for segment in segments], dtype=np.float64)

    def count_words(self, segment: Segment) -> int:
        """Return the number of words of a segment."""
        if isinstance(segment, Sentence):
            forms = [token.form for token in segment.tokens]
        else:
            forms = get_tokenizer(self._lang).tokenize(segment)
        return sum(map(has_alphanumeric, forms))


class WordlessComparer(Comparer):
    """Comparer with the number of sides (0, 1 or 2) that have no words."""

    high: ClassVar[float] = 2.0
    columns = ("wordless",)

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        references = self._flag_wordless(pairs.references)[pairs.reference_indices]
        candidates = self._flag_wordless(pairs.candidates)[pairs.candidate_indices]
        return (references + candidates)[:, None]

    def _flag_wordless(self, segments: Sequence[Segment]) -> Rows:
        """Return 1 for each segment without words, 0 for the others."""
        return np.array([not _has_words(segment) for segment in segments], dtype=np.float64)


def _has_words(segment: Segment) -> bool:
    if isinstance(segment, Sentence):
        return any(has_alphanumeric(token.form) for token in segment.tokens)
    return has_alphanumeric(segment)
