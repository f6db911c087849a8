"""The native way from texts to pivot features: a phrase table beside the engine that analyses."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..analysis.sentence import function_tags, uses_penn
from ..errors import ResourceError
from ..pivot.bags import Pivot
from .engine import TextEngine

if TYPE_CHECKING:
    from types import ModuleType

    import numpy as np
    from numpy.typing import NDArray

_NATIVE_ORDER = 4  # n-grams are keys of 128 bits there


def native_order(order: int) -> bool:
    """Whether the core takes n-grams of that length."""
    return order <= _NATIVE_ORDER


class PivotEngine:
    """A phrase table for the native core, its arrays used where they lie."""

    def __init__(self, native: "ModuleType", texts: TextEngine, pivot: Pivot) -> None:
        self._texts = texts
        table = pivot.table
        kind = table.settings["tags"]
        functions = sorted(function_tags(uses_penn(table.pivot, kind)))
        settings = native.PivotSettings(
            pivot.order, pivot.discount, pivot.below, functions, texts.label_tags(kind)
        )
        try:
            self._pivot = native.Pivot(
                table.hashes,
                table.phrases,
                table.counts,
                table.starts,
                table.pivot_phrases,
                table.pair_counts,
                table.target_words.starts,
                table.target_words.content,
                table.pivot_words.starts,
                table.pivot_words.content,
                table.total,
                settings,
            )
        except (ValueError, TypeError) as error:
            raise ResourceError(
                f"phrase table {table.name} is malformed ({error}); build or fetch it again"
            ) from error

    def score(
        self, hypotheses: Sequence[str], references: Sequence[str], alpha: float, threads: int
    ) -> "NDArray[np.float64]":
        """A row of features for each pair."""
        return self._texts.run(self._pivot.score, hypotheses, references, alpha, threads)

    def matrix(
        self, hypotheses: Sequence[str], references: Sequence[str], alpha: float, threads: int
    ) -> "NDArray[np.float64]":
        """A row of features for each hypothesis with each reference, references fastest."""
        return self._texts.run(self._pivot.matrix, hypotheses, references, alpha, threads)

    def forget_texts(self) -> None:
        """Drop the bags of references."""
        with self._texts.lock:
            self._pivot.forget_texts()
