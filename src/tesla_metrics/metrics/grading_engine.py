"""The native way from texts to the features of TESLA-X, beside the engine that analyses."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..analysis.frequencies import Frequencies
from ..analysis.paraphrases import Paraphrases
from .engine import TextEngine

if TYPE_CHECKING:
    from types import ModuleType

    import numpy as np
    from numpy.typing import NDArray


class GradingEngine:
    """Frequencies, paraphrases and levels for the native core."""

    def __init__(
        self,
        native: "ModuleType",
        texts: TextEngine,
        frequencies: Frequencies,
        paraphrases: Paraphrases,
        settings: Any,
    ) -> None:
        self._texts = texts
        self._grading = native.Grading(
            frequencies.sentences, frequencies.body, paraphrases.body, settings
        )

    def score(
        self, hypotheses: Sequence[str], references: Sequence[str], threads: int
    ) -> "NDArray[np.float64]":
        """A row of features for each pair."""
        return self._texts.run(self._grading.score, hypotheses, references, threads)

    def matrix(
        self, hypotheses: Sequence[str], references: Sequence[str], threads: int
    ) -> "NDArray[np.float64]":
        """A row of features for each hypothesis with each reference, references fastest."""
        return self._texts.run(self._grading.matrix, hypotheses, references, threads)

    def forget_texts(self) -> None:
        """Drop what was made of references."""
        with self._texts.lock:
            self._grading.forget_texts()
