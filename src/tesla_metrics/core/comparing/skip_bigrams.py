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
    """Base class of comparers with F of unigrams and F of skip bigrams."""

    def __init__(self, encoder: SentenceEncoder[Bags], alpha: float) -> None:
        super().__init__(encoder)
        self.alpha, self._document_encoder = alpha, encoder

    @property
    def columns(self) -> tuple[str, ...]:
        return "unigrams", "skips"

    @cached_property
    def settings(self) -> Mapping[str, Any] | None:
        native = self.encoder.analysis.session.native
        if native is None or not self._document_encoder.has_native_support:
            return None
        return {"alpha": self.alpha}

    def prepare(self, code: Bags) -> Bags:
        return code


class SkipComparer(DocumentComparer[SkipBags]):
    """Comparer with binary similarity: only equal words match."""

    def __init__(self, encoder: DocumentEncoder, alpha: float) -> None:
        super().__init__(encoder, alpha)
        self.skip_encoder = encoder

    def pair(self, reference: SkipBags, candidate: SkipBags) -> Sequence[float]:
        return f_measures(match_skips(reference, candidate), self.alpha)


class GradedSkipComparer(DocumentComparer[GradedBags]):
    """Comparer with graded similarities of words."""

    def __init__(self, encoder: GradedDocumentEncoder, alpha: float, levels: Levels) -> None:
        super().__init__(encoder, alpha)
        self.graded_encoder, self.levels = encoder, levels

    @cached_property
    def settings(self) -> Mapping[str, Any] | None:
        native = self.encoder.analysis.session.native
        if native is None:
            return None
        # The class of the core also has constants that have no effect on skip bigrams.
        unused_constants = {"order": 1, "character_alpha": 0.5, "stand_in": 0.0}
        constants = native.GradedConstants(
            **asdict(self.levels), alpha=self.alpha, **unused_constants
        )
        return {"constants": constants}

    def pair(self, reference: GradedBags, candidate: GradedBags) -> Sequence[float]:
        return f_measures(match_graded(reference, candidate, self.levels), self.alpha)
