"""F-measures of pivot n-grams."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ..encoding.pivots import PivotEncoder
from ..matching.match import f_measures
from ..pivot.bags import PivotBags, match_pivots
from .comparer import CodeComparer

NATIVE_ORDER = 4  # n-grams are keys of 128 bits there


class PivotComparer(CodeComparer[PivotBags, PivotBags]):
    """s_lem, then s_pos, n = 1 .. order."""

    def __init__(self, encoder: PivotEncoder, alpha: float, label: str = "") -> None:
        super().__init__(encoder)
        self.pivots, self.pivot, self.alpha = encoder, encoder.pivot, alpha
        self._label = label or encoder.pivot.table.pivot

    @property
    def columns(self) -> tuple[str, ...]:
        lengths = range(1, self.pivot.order + 1)
        return tuple(f"{self._label}:{kind}-{n}" for kind in ("lem", "pos") for n in lengths)

    @cached_property
    def settings(self) -> Mapping[str, Any] | None:
        if self.encoder.analysis.session.native is None or self.pivot.order > NATIVE_ORDER:
            return None
        return {"alpha": self.alpha}

    def prepare(self, code: PivotBags) -> PivotBags:
        return code

    def pair(self, reference: PivotBags, candidate: PivotBags) -> Sequence[float]:
        lemmas, tags = match_pivots(reference, candidate)
        return f_measures(lemmas, self.alpha) + f_measures(tags, self.alpha)
