"""Learners of linear classifiers: rows and labels in, weights out.

None of them adds an intercept: rows that need one have a feature that is always there.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

import numpy as np

from ..arrays import Floats
from ..errors import InputError
from .aso import shared_structure
from .logistic import logistic_weights
from .named_rows import NamedRows
from .newton import Design, minimise
from .real_weights import RealWeights


@dataclass(frozen=True, eq=False)
class Auxiliary:
    """A problem over the same rows that may tell something about the ones to be solved.

    signs   +1 and -1, one a row
    drop    which features give the answer away, so that they are hidden; None: none of them
    """

    name: str
    signs: Floats
    drop: Callable[[str], bool] | None = None


class Learner(Protocol):
    """What finds the weights of labels."""

    @property
    def name(self) -> str:
        """For tables and files."""

    def fit(
        self, rows: NamedRows, labels: Sequence[str], auxiliary: Sequence[Auxiliary] = ()
    ) -> RealWeights:
        """Labels are sorted; of two there is one problem, for the second.

        Learners that know nothing of auxiliary problems leave them alone.
        """


@dataclass(frozen=True)
class MaximumEntropy:
    """One distribution over all labels, with scikit-learn's C as its strength."""

    name: ClassVar[str] = "maxent"
    strength: float = 1.0

    def fit(
        self, rows: NamedRows, labels: Sequence[str], auxiliary: Sequence[Auxiliary] = ()
    ) -> RealWeights:
        distinct_labels(labels)
        return logistic_weights(rows, labels, self.strength)


@dataclass(frozen=True)
class LinearHuber:
    """A problem for each label: its rows against all others.

    Each minimises 1/n Σ L(wᵀx, y) + strength |w|², L being the modified Huber loss.
    """

    name: ClassVar[str] = "linear"
    strength: float = 1e-4
    tolerance: float = field(default=1e-5, repr=False)

    def fit(
        self, rows: NamedRows, labels: Sequence[str], auxiliary: Sequence[Auxiliary] = ()
    ) -> RealWeights:
        found = distinct_labels(labels)
        design = Design.plain(rows.matrix, self.strength)
        values = _solved(design, _signs(labels, found), self.tolerance)
        return RealWeights(found, rows.names, values)


@dataclass(frozen=True)
class Aso:
    """Alternating structure optimisation (Ando and Zhang 2005), one round.

    Θ has the h directions that the weights of the auxiliary problems share most. The problems of
    the labels then minimise 1/n Σ L((w + Θᵀv)ᵀx, y) + strength |w|²: what lies along Θ is free.
    Without auxiliary problems those of the labels are their own.

    held    the share of the penalty that v has. The paper has 0. Then a label of few rows may have
            many solutions, of which some are huge; next to nothing picks the small one.
    """

    name: ClassVar[str] = "aso"
    h: int = 20
    strength: float = 1e-4
    held: float = 1e-3
    tolerance: float = field(default=1e-5, repr=False)

    def fit(
        self, rows: NamedRows, labels: Sequence[str], auxiliary: Sequence[Auxiliary] = ()
    ) -> RealWeights:
        found = distinct_labels(labels)
        signs = _signs(labels, found)
        theta = self.theta(rows, auxiliary or _own_problems(found, signs))
        design = Design(
            rows.matrix, rows.matrix @ theta.T, self.strength, self.held * self.strength
        )
        parts = _solved(design, signs, self.tolerance)
        w, v = parts[: len(rows.names)], parts[len(rows.names) :]
        return RealWeights(found, rows.names, w + theta.T @ v)

    def theta(self, rows: NamedRows, auxiliary: Sequence[Auxiliary]) -> Floats:
        """Orthonormal rows, at most h."""
        if not self.h:
            return np.empty((0, len(rows.names)))
        together: dict[Callable[[str], bool] | None, list[Auxiliary]] = {}
        for problem in auxiliary:
            together.setdefault(problem.drop, []).append(problem)
        found = []
        for drop, problems in together.items():
            seen = rows.without(drop) if drop else rows
            design = Design.plain(seen.matrix, self.strength)
            signs = np.column_stack([problem.signs for problem in problems]).astype(float)
            found.append(_solved(design, signs, self.tolerance))
        return shared_structure(np.column_stack(found), self.h)


def frequent_values(
    values: Sequence[str | None],
    most: int | None = None,
    drop: Callable[[str], bool] | None = None,
) -> tuple[Auxiliary, ...]:
    """Which rows have the most frequent value, which the next one, and so on; all, without `most`.

    None is no value. Of equally frequent ones the first in the alphabet comes first.
    """
    counts = Counter(value for value in values if value is not None)
    ranked = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    column = np.array(values, dtype=object)
    return tuple(
        Auxiliary(value, np.where(column == value, 1.0, -1.0), drop)
        for value, count in ranked[:most]
        if count < len(values)  # what all rows have, no row can tell
    )


def _own_problems(labels: Iterable[str], signs: Floats) -> tuple[Auxiliary, ...]:
    names = list(labels)[-signs.shape[1] :]
    return tuple(Auxiliary(name, own) for name, own in zip(names, signs.T, strict=True))


def distinct_labels(labels: Sequence[str]) -> tuple[str, ...]:
    """Sorted; fewer than two are refused."""
    found = tuple(sorted(set(labels)))
    if len(found) < 2:
        what = f"have the label {found[0]}" if found else "are missing"
        raise InputError(
            f"all examples {what}: to learn takes examples of two labels at least; give some more"
        )
    return found


def _signs(labels: Sequence[str], found: tuple[str, ...]) -> Floats:
    column = np.array(labels, dtype=object)
    own = found if len(found) > 2 else found[1:]
    return np.column_stack([np.where(column == label, 1.0, -1.0) for label in own])


def _solved(design: Design, signs: Floats, tolerance: float) -> Floats:
    """A column for each column of signs."""
    return np.column_stack([minimise(design, own, tolerance) for own in signs.T])
