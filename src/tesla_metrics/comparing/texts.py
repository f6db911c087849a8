"""Columns that look at texts as they are: fluency, characters, lengths, emptiness."""

from collections.abc import Sequence
from math import log
from types import ModuleType
from typing import ClassVar

import numpy as np

from ..analysis.sentence import Sentence, has_alphanumeric
from ..analysis.tokenizers import get_tokenizer
from ..encoding.pairs import Pairs
from ..lm.model import LanguageModel
from ..tasks import Segment, text_of
from .chrf import chrf_values
from .comparer import Comparer, Rows

EMPTY_CANDIDATE = -15.0


class Fluency(Comparer):
    """(1/n) ln P(candidate), n its number of words and P with </s>."""

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


class Characters(Comparer):
    """chrF, in [0,1]; plainly by sacreBLEU."""

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
            beside = references, candidates, pairs.left, pairs.right
            return chrf_values(counting.count_pairs(*beside, threads))[:, None]
        from sacrebleu.metrics.chrf import CHRF

        if not len(pairs):
            return np.empty((0, 1))
        peer = CHRF()
        rows = [
            peer._extract_corpus_statistics([candidates[j]], [[references[i]]])[0]
            for i, j in zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)
        ]
        return chrf_values(np.array(rows, dtype=np.float64))[:, None]


class Lengths(Comparer):
    """Numbers of words, the smaller by the greater; 1 where neither side has any."""

    columns = ("length",)

    def __init__(self, lang: str) -> None:
        self._lang = lang

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        ours, theirs = self._counts(pairs.candidates), self._counts(pairs.references)
        x, y = theirs[pairs.left], ours[pairs.right]
        longer = np.maximum(x, y)
        shares: Rows = np.where(longer, np.minimum(x, y) / np.maximum(longer, 1), 1.0)[:, None]
        return shares

    def _counts(self, segments: Sequence[Segment]) -> Rows:
        return np.array([self.count(segment) for segment in segments], dtype=np.float64)

    def count(self, segment: Segment) -> int:
        """Words of one text."""
        if isinstance(segment, Sentence):
            forms = [token.form for token in segment.tokens]
        else:
            forms = get_tokenizer(self._lang).tokenize(segment)
        return sum(map(has_alphanumeric, forms))


class Wordless(Comparer):
    """How many of the two sides have no word."""

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
