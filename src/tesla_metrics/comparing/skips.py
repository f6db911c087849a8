"""F-measures of unigrams and skip bigrams of texts of several sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from typing import Any, TypeVar

from ..encoding.documents import DocumentEncoder, GradedDocumentEncoder, SentenceEncoder
from ..matching.alike import Levels
from ..matching.graded_skips import GradedBags, match_graded
from ..matching.match import f_measures
from ..matching.skips import SkipBags, match_skips
from .comparer import CodeComparer

Bags = TypeVar("Bags")


class DocumentComparer(CodeComparer[Bags, Bags]):
    """What both ways of being alike share."""

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
    """Words are alike that are equal."""

    def __init__(self, encoder: DocumentEncoder, alpha: float) -> None:
        super().__init__(encoder, alpha)
        self.skips = encoder

    def pair(self, reference: SkipBags, candidate: SkipBags) -> Sequence[float]:
        return f_measures(match_skips(reference, candidate), self.alpha)


class GradedSkipComparer(DocumentComparer[GradedBags]):
    """Words are alike by degrees."""

    def __init__(self, encoder: GradedDocumentEncoder, alpha: float, levels: Levels) -> None:
        super().__init__(encoder, alpha)
        self.graded, self.levels = encoder, levels

    @cached_property
    def settings(self) -> Mapping[str, Any] | None:
        native = self.encoder.analysis.session.native
        if native is None:
            return None
        # The core knows levels as constants, of which others do nothing here.
        others = {"order": 1, "character_alpha": 0.5, "stand_in": 0.0}
        constants = native.GradedConstants(**asdict(self.levels), alpha=self.alpha, **others)
        return {"constants": constants}

    def pair(self, reference: GradedBags, candidate: GradedBags) -> Sequence[float]:
        return f_measures(match_graded(reference, candidate, self.levels), self.alpha)
