"""What candidates are held against where there are no references: samples, and their weights."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, isfinite
from numbers import Real
from typing import Any

import numpy as np

from ..arrays import Floats
from ..errors import InputError, UsageError
from ..intake.columns import listed
from ..tasks import Segment


@dataclass(frozen=True)
class WeighedTexts:
    """Texts, each once, with the probability that it is the translation."""

    texts: tuple[Segment, ...]
    probabilities: Floats

    @classmethod
    def of(
        cls, texts: Sequence[Segment], scores: Sequence[float] | None, temperature: float
    ) -> "WeighedTexts":
        """Of samples all count the same, and one that is there twice counts twice; where there are
        scores, logarithms of probabilities, a text counts exp(score / temperature).
        """
        counts = np.ones(len(texts))
        if scores is not None:
            own = np.asarray(scores, dtype=np.float64)
            counts = np.exp((own - own.max()) / temperature)
        sums: dict[Segment, float] = {}
        for text, count in zip(texts, counts.tolist(), strict=True):
            sums[text] = sums.get(text, 0.0) + count
        return cls(tuple(sums), np.array(list(sums.values())) / fsum(sums.values()))

    def expected(self, scores: Floats) -> list[float]:
        """Of each row of scores against these texts; in whatever order they are, it is the same."""
        return list(map(fsum, scores * self.probabilities))


def check_temperature(temperature: float) -> None:
    """A positive number."""
    if not isinstance(temperature, int | float) or not 0 < temperature < float("inf"):
        raise UsageError(f"temperature {temperature!r}: give a number above 0, such as 1")


def check_scores(scores: Iterable[Any], texts: Sequence[Segment], where: str) -> list[float]:
    """A finite number for each text; `where` says of which list."""
    found = listed(f"scores of {where}", scores)
    if len(found) != len(texts):
        raise InputError(
            f"{where} has {len(texts)} texts but {len(found)} scores: give one for each"
        )
    for place, one in enumerate(found, 1):
        if not isinstance(one, Real) or isinstance(one, bool) or not isfinite(one):
            raise InputError(f"{where}: score {place} is {one!r}: give a finite number")
    return [float(one) for one in found]
