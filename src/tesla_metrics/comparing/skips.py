"""F-measures of unigrams and skip bigrams."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ..encoding.documents import DocumentEncoder
from ..matching.match import f_measures
from ..matching.skips import SkipBags, match_skips
from .comparer import CodeComparer


class SkipComparer(CodeComparer[SkipBags, SkipBags]):
    """Of texts of several sentences."""

    def __init__(self, encoder: DocumentEncoder, alpha: float) -> None:
        super().__init__(encoder)
        self._alpha, self._documents = alpha, encoder

    @property
    def columns(self) -> tuple[str, ...]:
        return "unigrams", "skips"

    @cached_property
    def settings(self) -> Mapping[str, Any] | None:
        native = self.encoder.analysis.session.native
        if native is None or not self._documents.native:
            return None
        return {"alpha": self._alpha}

    def prepare(self, code: SkipBags) -> SkipBags:
        return code

    def pair(self, reference: SkipBags, candidate: SkipBags) -> Sequence[float]:
        return f_measures(match_skips(reference, candidate), self._alpha)
