"""Learners of linear classifiers: maximum entropy, Huber loss, ASO and multi-task learning."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

import numpy as np

from ...arrays import Array, Floats
from ...errors import InputError
from ...optional import needs
from .maximum_entropy import FeatureMatrix, LabelWeights, fit_logistic_weights
from .newton import Design, minimise


def shared_structure(weights: Floats, max_rows: int) -> Floats:
    """Return Θ: the first left singular vectors of `weights`, as rows.

    `weights` has one column per problem. Θ has at most `max_rows` rows, fewer if the rank is lower.
    The
    largest absolute value of each row is positive, so that the result is the same on every machine.
    """
    # Leave out features with zero weights, so that their values in Θ are exactly 0.
    used = np.flatnonzero(weights.any(axis=1))
    if not len(used):
        return np.empty((0, len(weights)))
    left, singular_values, _ = np.linalg.svd(weights[used], full_matrices=False)
    limit = max(weights.shape) * np.finfo(np.float64).eps * singular_values[0]
    rows = left.T[singular_values > limit][:max_rows]
    farthest = rows[np.arange(len(rows)), np.abs(rows).argmax(axis=1)]
    theta = np.zeros((len(rows), len(weights)))
    theta[:, used] = rows * np.sign(farthest)[:, None]
    return theta


# Learners of linear classifiers take rows and labels and return weights.
#
# None of them adds an intercept: rows that need one have a feature that is always present.


@dataclass(frozen=True, eq=False)
class AuxiliaryProblem:
    """An auxiliary problem over the same rows, whose solution helps with the main problems.

    signs   +1 or -1, one per row
    drop    whether a feature reveals the answer and must be hidden; None: hide no feature
    """

    name: str
    signs: Floats
    drop: Callable[[str], bool] | None = None


class Learner(Protocol):
    """Learns the weights of labels from examples."""

    @property
    def name(self) -> str:
        """Return the name for tables and files."""

    def fit(
        self, rows: FeatureMatrix, labels: Sequence[str], auxiliary: Sequence[AuxiliaryProblem] = ()
    ) -> LabelWeights:
        """Return weights for the sorted labels; two labels have one column, for the second.

        Learners without support for auxiliary problems ignore them.
        """


@dataclass(frozen=True)
class MaximumEntropy:
    """Multinomial logistic regression; `c` is scikit-learn's C."""

    name: ClassVar[str] = "maxent"
    c: float = 1.0

    def fit(
        self, rows: FeatureMatrix, labels: Sequence[str], auxiliary: Sequence[AuxiliaryProblem] = ()
    ) -> LabelWeights:
        distinct_labels(labels)
        return fit_logistic_weights(rows, labels, self.c)


@dataclass(frozen=True)
class LinearHuber:
    """One-versus-rest classification with one problem per label.

    Each problem minimises 1/n Σ L(wᵀx, y) + strength |w|², where L is the modified Huber loss.
    """

    name: ClassVar[str] = "linear"
    penalty: float = 1e-4
    tolerance: float = field(default=1e-5, repr=False)

    def fit(
        self, rows: FeatureMatrix, labels: Sequence[str], auxiliary: Sequence[AuxiliaryProblem] = ()
    ) -> LabelWeights:
        classes = distinct_labels(labels)
        design = Design.sparse_only(rows.matrix, self.penalty)
        values = _solve_problems(design, _signs(labels, classes), self.tolerance)
        return LabelWeights(classes, rows.names, values)


@dataclass(frozen=True)
class Aso:
    """Alternating structure optimisation (Ando and Zhang 2005), one round.

    Θ has the h directions that the weights of the auxiliary problems share most. The problems of
    the labels then minimise 1/n Σ L((w + Θᵀv)ᵀx, y) + strength |w|²: weights along Θ are not
    penalised. Without auxiliary problems, the problems of the labels are used instead.

    v_penalty  the penalty of v as a share of `penalty`. It is 0 in the paper, but then a label with
            few rows may have many solutions with huge weights; a tiny penalty selects a small one.
    """

    name: ClassVar[str] = "aso"
    h: int = 20
    penalty: float = 1e-4
    v_penalty: float = 1e-3
    tolerance: float = field(default=1e-5, repr=False)

    def fit(
        self, rows: FeatureMatrix, labels: Sequence[str], auxiliary: Sequence[AuxiliaryProblem] = ()
    ) -> LabelWeights:
        classes = distinct_labels(labels)
        signs = _signs(labels, classes)
        theta = self.theta(rows, auxiliary or _label_problems(classes, signs))
        design = Design(
            rows.matrix, rows.matrix @ theta.T, self.penalty, self.v_penalty * self.penalty
        )
        solutions = _solve_problems(design, signs, self.tolerance)
        w, v = solutions[: len(rows.names)], solutions[len(rows.names) :]
        return LabelWeights(classes, rows.names, w + theta.T @ v)

    def theta(self, rows: FeatureMatrix, auxiliary: Sequence[AuxiliaryProblem]) -> Floats:
        """Return Θ, which has at most h orthonormal rows."""
        if not self.h:
            return np.empty((0, len(rows.names)))
        problems_by_drop: dict[Callable[[str], bool] | None, list[AuxiliaryProblem]] = {}
        for problem in auxiliary:
            problems_by_drop.setdefault(problem.drop, []).append(problem)
        solutions = []
        for drop, problems in problems_by_drop.items():
            visible_rows = rows.drop_columns(drop) if drop else rows
            design = Design.sparse_only(visible_rows.matrix, self.penalty)
            signs = np.column_stack([problem.signs for problem in problems]).astype(float)
            solutions.append(_solve_problems(design, signs, self.tolerance))
        return shared_structure(np.column_stack(solutions), self.h)


def frequent_values(
    values: Sequence[str | None],
    max_values: int | None = None,
    drop: Callable[[str], bool] | None = None,
) -> tuple[AuxiliaryProblem, ...]:
    """Return one auxiliary problem per value: which rows have this value?

    The most frequent values come first, equally frequent ones in alphabetical order; `max_values`
    limits their number. None is not a value.
    """
    counts = Counter(value for value in values if value is not None)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    column = np.array(values, dtype=object)
    return tuple(
        AuxiliaryProblem(value, np.where(column == value, 1.0, -1.0), drop)
        for value, count in ranked[:max_values]
        if count < len(values)  # a value of all rows does not distinguish them
    )


def _label_problems(labels: Iterable[str], signs: Floats) -> tuple[AuxiliaryProblem, ...]:
    names = list(labels)[-signs.shape[1] :]
    return tuple(
        AuxiliaryProblem(name, column) for name, column in zip(names, signs.T, strict=True)
    )


def distinct_labels(labels: Sequence[str]) -> tuple[str, ...]:
    """Return the sorted labels; raise `InputError` if there are fewer than two."""
    classes = tuple(sorted(set(labels)))
    if len(classes) < 2:
        problem = f"have the label {classes[0]}" if classes else "are missing"
        raise InputError(
            f"all examples {problem}: training needs examples of at least two labels; add some"
        )
    return classes


def _signs(labels: Sequence[str], classes: tuple[str, ...]) -> Floats:
    column = np.array(labels, dtype=object)
    targets = classes if len(classes) > 2 else classes[1:]
    return np.column_stack([np.where(column == label, 1.0, -1.0) for label in targets])


def _solve_problems(design: Design, signs: Floats, tolerance: float) -> Floats:
    """Return one column of weights per column of signs."""
    return np.column_stack([minimise(design, column, tolerance) for column in signs.T])


# Multi-task learning by feature augmentation (Daumé 2007).

LabelledRows = tuple[FeatureMatrix, Sequence[str]]


def fit_together(
    problems: Mapping[str, LabelledRows], learner: Learner, is_shared: Callable[[str], bool]
) -> dict[str, LabelWeights]:
    """Train several related problems together.

    Every feature has one copy per problem and, if it `is_shared`, one copy for all problems; the
    penalty moves what the problems have in common into the shared copy. Returns the weights of each
    problem over the features and labels of all problems: the sum of both copies.
    """
    names = sorted({name for rows, _ in problems.values() for name in rows.names})
    shared = [name for name in names if is_shared(name)]
    blocks: list[list[Any]] = []
    for index, (rows, _) in enumerate(problems.values()):
        block_row: list[Any] = [None] * len(problems)
        block_row[index] = rows.matrix
        blocks.append([*block_row, _select_columns(rows, shared)])
    with needs("SciPy (required for training)", "train"):
        from scipy.sparse import block_array
    columns = [
        f"{problem} {name}" for problem, (rows, _) in problems.items() for name in rows.names
    ] + shared
    augmented = FeatureMatrix(tuple(columns), block_array(blocks, format="csr"))
    weights = learner.fit(augmented, [label for _, labels in problems.values() for label in labels])
    return _split_weights(weights, problems, names, shared)


def _select_columns(rows: FeatureMatrix, names: Sequence[str]) -> Any:
    """Return the matrix of `rows` with the columns `names`; missing columns are 0."""
    from scipy.sparse import csr_array

    column_of = {name: column for column, name in enumerate(names)}
    moves = [
        (column, column_of[name]) for column, name in enumerate(rows.names) if name in column_of
    ]
    old, new = np.array(moves, dtype=np.int64).reshape(-1, 2).T
    permutation = csr_array((np.ones(len(moves)), (old, new)), shape=(len(rows.names), len(names)))
    return rows.matrix @ permutation


def _split_weights(
    weights: LabelWeights,
    problems: Mapping[str, LabelledRows],
    names: Sequence[str],
    shared: Sequence[str],
) -> dict[str, LabelWeights]:
    row_of = {name: row for row, name in enumerate(names)}
    common = np.zeros((len(names), weights.values.shape[1]))
    common[[row_of[name] for name in shared]] = weights.values[len(weights.names) - len(shared) :]
    results, start = {}, 0
    for problem, (rows, _) in problems.items():
        values, end = common.copy(), start + len(rows.names)
        values[[row_of[name] for name in rows.names]] += weights.values[start:end]
        results[problem] = LabelWeights(weights.labels, tuple(names), values)
        start = end
    return results


# Maximum entropy trained on mini-batches, for problems with many rows, features and labels.
#
# Each weight has its own step length, which decreases with its squared gradients (AdaGrad, Duchi et
# al. 2011). The shrinkage of a feature that has not occurred for a while is applied at once when it
# occurs again, which is equivalent to a little shrinkage with every row. The result depends on the
# order of the rows, which is determined by a seed.

_BATCH_ROWS = 32
_SEED = 1
_FINAL_RATE_SHARE = 0.02


@dataclass(frozen=True)
class AdaptiveMaximumEntropy:
    """Multinomial logistic regression trained with AdaGrad.

    rate    the length of the first steps
    shrink  the pull towards 0 per row, as a share of the step
    epochs  the number of passes over all rows
    """

    name: ClassVar[str] = "adaptive"
    rate: float = 0.2
    shrink: float = 3e-5
    epochs: int = 10

    def fit(
        self, rows: FeatureMatrix, labels: Sequence[str], auxiliary: Sequence[AuxiliaryProblem] = ()
    ) -> LabelWeights:
        classes = distinct_labels(labels)
        index_of = {label: index for index, label in enumerate(classes)}
        targets = np.array([index_of[label] for label in labels])
        state = _AdaGradState(len(rows.names), len(classes), self.rate, self.shrink)
        generator = np.random.default_rng(_SEED)
        for epoch in range(self.epochs):
            state.rate = self.rate * (1 - epoch / self.epochs + _FINAL_RATE_SHARE)
            shuffled = generator.permutation(len(targets))
            for start in range(0, len(shuffled), _BATCH_ROWS):
                chosen = shuffled[start : start + _BATCH_ROWS]
                state.update(rows.matrix[chosen], targets[chosen])
        state.finish_shrinkage()
        values = state.weights
        if len(classes) == 2:
            values = values[:, 1:] - values[:, :1]
        return LabelWeights(classes, rows.names, values)


class _AdaGradState:
    """Weights, the sum of squared gradients of each, and when each feature last occurred."""

    def __init__(self, n_features: int, n_labels: int, rate: float, shrink: float) -> None:
        self.weights: Floats = np.zeros((n_features, n_labels))
        self._squared_gradients: Floats = np.full((n_features, n_labels), 1e-6)
        self._last_row: Array = np.zeros(n_features, dtype=np.int64)
        self._rows_done, self.rate, self._shrink = 0, rate, shrink

    def update(self, matrix: Any, targets: Array) -> None:
        """Take one step on a batch of rows; `targets` are indices of labels."""
        columns, local_indices = np.unique(matrix.indices, return_inverse=True)
        submatrix = type(matrix)(
            (matrix.data, local_indices, matrix.indptr), (len(targets), len(columns))
        )
        self._rows_done += len(targets)
        weights, squared_gradients = (
            self._apply_shrinkage(columns),
            self._squared_gradients[columns],
        )
        errors = _softmax(submatrix @ weights)
        errors[np.arange(len(targets)), targets] -= 1
        gradient = submatrix.T @ errors
        squared_gradients += gradient**2
        self._squared_gradients[columns] = squared_gradients
        self.weights[columns] = weights - self.rate * gradient / np.sqrt(squared_gradients)

    def finish_shrinkage(self) -> None:
        """Apply the outstanding shrinkage of all features."""
        self.weights = self._apply_shrinkage(np.arange(len(self._last_row)))

    def _apply_shrinkage(self, columns: Array) -> Floats:
        gaps = (self._rows_done - self._last_row[columns])[:, None]
        self._last_row[columns] = self._rows_done
        divisor = 1 + self._shrink * self.rate * gaps / np.sqrt(self._squared_gradients[columns])
        shrunk: Floats = self.weights[columns] / divisor
        return shrunk


def _softmax(scores: Floats) -> Floats:
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    probabilities: Floats = exponentials / exponentials.sum(axis=1, keepdims=True)
    return probabilities
