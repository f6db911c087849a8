"""What candidates are held against where there are no references: samples, and their weights."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, isfinite
from numbers import Real
from typing import Any

import numpy as np

from ..arrays import Floats
from ..errors import InputError, UsageError, warn_user
from ..intake.columns import listed
from ..tasks import Segment
from .lists import CandidateList


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
            # What is too far below to be a number counts nothing.
            with np.errstate(over="ignore"):
                counts = np.exp((own - own.max()) / temperature)
        sums: dict[Segment, float] = {}
        for text, count in zip(texts, counts.tolist(), strict=True):
            sums[text] = sums.get(text, 0.0) + count
        return cls(tuple(sums), np.array(list(sums.values())) / fsum(sums.values()))

    def expected(self, scores: Floats) -> list[float]:
        """Of each row of scores against these texts; in whatever order they are, it is the same."""
        return list(map(fsum, scores * self.probabilities))


def evidence_of(
    lists: Sequence[CandidateList], others: Sequence[CandidateList], name: str, other: str
) -> list[CandidateList]:
    """The lists of another file beside those of the first: by id, else in their order."""
    if lists[0].named != others[0].named:
        has, lacks = (name, other) if lists[0].named else (other, name)
        raise InputError(f"{has} has ids, and {lacks} has none: give both of them ids, or neither")
    if not lists[0].named:
        _check_beside(lists, others, name, other)
        return list(others)
    own = {one.ident: one for one in others}
    for one in lists:
        if one.ident not in own:
            raise InputError(
                f"{other} has nothing of id {one.ident}: give evidence for all candidates"
            )
    if spare := own.keys() - {one.ident for one in lists}:
        warn_user(
            f"{other} has {len(spare)} ids that {name} has not, such as {min(spare)}: their "
            "evidence is not used"
        )
    return [own[one.ident] for one in lists]


def _check_beside(
    lists: Sequence[CandidateList], others: Sequence[CandidateList], name: str, other: str
) -> None:
    if len(lists) != len(others):
        raise InputError(
            f"{name} has candidates of {len(lists)} sources, {other} of {len(others)}, and neither "
            "has ids: give ids, or evidence for all candidates"
        )
    for number, (one, two) in enumerate(zip(lists, others, strict=True), 1):
        if one.source is not None and two.source is not None and one.source != two.source:
            raise InputError(
                f"source {number} of {name} is not that of {other}: give them in the same order, "
                "or ids"
            )


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
