"""Comparers that compute F-measures of pivot n-grams, pooled bags and semantic roles."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ..encoding.pairs import Pairs
from ..encoding.pivot_codes import PivotEncoder, StemBagEncoder
from ..encoding.role_codes import RoleEncoder
from ..matching.ngram_bags import f_measures
from ..matching.pivot_bags import PivotBags, PooledBag, compute_f1, match_pivots
from ..matching.role_matching import VIEWS, RoleMatching, RoleText
from ..matching.word_similarity import Levels
from .comparer import CodeComparer, Comparer, Rows

MAX_NATIVE_ORDER = 4  # longest n-grams of the native core, which stores n-grams as 128-bit keys


class PivotComparer(CodeComparer[PivotBags, PivotBags]):
    """Comparer with the columns s_lem and s_pos of pivot n-grams, each for n = 1 .. order.

    s_lem compares lemmas, s_pos tags (TESLA-B). `column_prefix` is the prefix of the names of
    columns, by default the pivot language.
    """

    def __init__(self, encoder: PivotEncoder, alpha: float, column_prefix: str = "") -> None:
        super().__init__(encoder)
        self.pivot_encoder, self.pivot, self.alpha = encoder, encoder.pivot, alpha
        self._column_prefix = column_prefix or encoder.pivot.table.pivot

    @property
    def columns(self) -> tuple[str, ...]:
        lengths = range(1, self.pivot.order + 1)
        return tuple(
            f"{self._column_prefix}:{kind}-{n}" for kind in ("lem", "pos") for n in lengths
        )

    @cached_property
    def settings(self) -> Mapping[str, Any] | None:
        if self.encoder.analysis.session.native is None or self.pivot.order > MAX_NATIVE_ORDER:
            return None
        return {"alpha": self.alpha}

    def prepare(self, code: PivotBags) -> PivotBags:
        return code

    def pair(self, reference: PivotBags, candidate: PivotBags) -> Sequence[float]:
        lemmas, tags = match_pivots(reference, candidate)
        return f_measures(lemmas, self.alpha) + f_measures(tags, self.alpha)


class PooledBagComparer(CodeComparer[PooledBag, PooledBag]):
    """Comparer with one column: F1 of pooled bags, symmetric in reference and candidate."""

    def __init__(self, encoder: StemBagEncoder, column_prefix: str) -> None:
        super().__init__(encoder)
        self._column_prefix, self._order = column_prefix, encoder.bag_settings.order

    @property
    def columns(self) -> tuple[str, ...]:
        return (f"{self._column_prefix}:f1",)

    @property
    def settings(self) -> Mapping[str, Any] | None:
        session = self.encoder.analysis.session
        return None if session.native is None or self._order > MAX_NATIVE_ORDER else {}

    def prepare(self, code: PooledBag) -> PooledBag:
        return code

    def pair(self, reference: PooledBag, candidate: PooledBag) -> Sequence[float]:
        return [compute_f1(reference, candidate)]


class RoleComparer(Comparer):
    """Comparer of semantic roles, with one column per view.

    If neither side has grams in a view, the column equals the previous one.
    """

    columns = tuple(f"roles:{view}" for view in VIEWS)

    def __init__(self, role_encoder: RoleEncoder, alpha: float, levels: Levels) -> None:
        self.role_encoder, self.alpha, self.levels = role_encoder, alpha, levels

    @property
    def threaded(self) -> bool:
        return False  # most of the work is in plain Python

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        references = self.role_encoder.encode(pairs.references, use_cache=True)
        candidates = self.role_encoder.encode(pairs.candidates)
        index_pairs = zip(
            pairs.reference_indices.tolist(), pairs.candidate_indices.tolist(), strict=True
        )
        return np.array(
            [self.pair(references[i], candidates[j]) for i, j in index_pairs], dtype=np.float64
        )

    def pair(self, reference: RoleText, candidate: RoleText) -> Sequence[float]:
        """Return the features of one pair."""
        matching = RoleMatching(reference, candidate, self.levels)
        return f_measures([matching.match(view)[0] for view in VIEWS], self.alpha)
