"""Comparers that compute the features of TESLA-S."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from typing import Any, TypeVar

from ..encoding.documents import DocumentEncoder, GradedDocumentEncoder, SentenceEncoder
from ..matching.ngram_bags import f_measures
from ..matching.skip_bigrams import GradedBags, SkipBags, match_graded, match_skips
from ..matching.word_similarity import Levels
from .comparer import CodeComparer

Bags = TypeVar("Bags")


class DocumentComparer(CodeComparer[Bags, Bags]):
    """Base class of the comparers with binary and with graded similarity."""

    def __init__(self, encoder: SentenceEncoder[Bags], alpha: float) -> None:
        super().__init__(encoder)
        self.alpha, self._documents = alpha, encoder

    @property
    def columns(self) -> tuple[str, ...]:
        return "unigrams", "skips"

    @cached_property
    def settings(self) -> Mapping[str, Any] | None:
        native = self.encoder.analysis.session.native
        if native is None or not self._documents.native:
            return None
        return {"alpha": self.alpha}

    def prepare(self, code: Bags) -> Bags:
        return code


class SkipComparer(DocumentComparer[SkipBags]):
    """Binary similarity: only equal words match."""

    def __init__(self, encoder: DocumentEncoder, alpha: float) -> None:
        super().__init__(encoder, alpha)
        self.skips = encoder

    def pair(self, reference: SkipBags, candidate: SkipBags) -> Sequence[float]:
        return f_measures(match_skips(reference, candidate), self.alpha)


class GradedSkipComparer(DocumentComparer[GradedBags]):
    """Graded similarity of words."""

    def __init__(self, encoder: GradedDocumentEncoder, alpha: float, levels: Levels) -> None:
        super().__init__(encoder, alpha)
        self.graded, self.levels = encoder, levels

    @cached_property
    def settings(self) -> Mapping[str, Any] | None:
        native = self.encoder.analysis.session.native
        if native is None:
            return None
        # The core has levels and constants in one class; the other constants have no effect here.
        others = {"order": 1, "character_alpha": 0.5, "stand_in": 0.0}
        constants = native.GradedConstants(**asdict(self.levels), alpha=self.alpha, **others)
        return {"constants": constants}

    def pair(self, reference: GradedBags, candidate: GradedBags) -> Sequence[float]:
        return f_measures(match_graded(reference, candidate, self.levels), self.alpha)
