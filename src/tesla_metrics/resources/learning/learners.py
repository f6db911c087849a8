"""Learners of linear classifiers: maximum entropy, Huber loss, ASO and multi-task learning."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

import numpy as np

from ...arrays import Array, Floats
from ...errors import InputError
from ...optional import requires_extra
from .maximum_entropy import FeatureMatrix, LabelWeights, fit_logistic_weights
from .newton import DesignMatrix, minimise


def compute_theta(weights: Floats, max_rows: int) -> Floats:
    """Return Θ, the structure that problems share: left singular vectors of `weights`, as rows.

    `weights` has shape (n_features, n_problems). Θ has at most `max_rows` rows, fewer if the rank
    is lower. The sign of each row is chosen so that its largest absolute value is positive, because
    a singular value decomposition does not determine it.
    """
    # Features with zero weights are left out, so that their values in Θ are exactly 0.
    used_features = np.flatnonzero(weights.any(axis=1))
    if not len(used_features):
        return np.empty((0, len(weights)))
    left_vectors, singular_values, _ = np.linalg.svd(weights[used_features], full_matrices=False)
    min_singular_value = max(weights.shape) * np.finfo(np.float64).eps * singular_values[0]
    vectors = left_vectors.T[singular_values > min_singular_value][:max_rows]
    largest_values = vectors[np.arange(len(vectors)), np.abs(vectors).argmax(axis=1)]
    theta = np.zeros((len(vectors), len(weights)))
    theta[:, used_features] = vectors * np.sign(largest_values)[:, None]
    return theta


# Learners return weights of linear classifiers without an intercept: examples that need one have a
# feature that is always present.


@dataclass(frozen=True, eq=False)
class AuxiliaryProblem:
    """An additional problem over the same rows; its solution helps with the main problems.

    signs   +1 or -1 for each row
    drop    function that returns whether a feature must be hidden because it reveals the sign;
            None: no feature is hidden
    """

    name: str
    signs: Floats
    is_hidden: Callable[[str], bool] | None = None


class Learner(Protocol):
    """Protocol of learners of linear classifiers."""

    @property
    def name(self) -> str:
        """Name in tables and files."""

    def fit(
        self, rows: FeatureMatrix, labels: Sequence[str], auxiliary: Sequence[AuxiliaryProblem] = ()
    ) -> LabelWeights:
        """Learn from examples; return the weights of the sorted labels.

        Two labels have one column of weights, for the second label. Learners without support for
        auxiliary problems ignore them.
        """


@dataclass(frozen=True)
class MaximumEntropy:
    """Multinomial logistic regression; `c` is scikit-learn's C."""

    name: ClassVar[str] = "maxent"
    c: float = 1.0

    def fit(
        self, rows: FeatureMatrix, labels: Sequence[str], auxiliary: Sequence[AuxiliaryProblem] = ()
    ) -> LabelWeights:
        find_distinct_labels(labels)
        return fit_logistic_weights(rows, labels, self.c)


@dataclass(frozen=True)
class LinearHuber:
    """One-versus-rest classification with one problem per label.

    Each problem minimises 1/n Σ L(wᵀx, y) + penalty |w|², where L is the modified Huber loss.
    """

    name: ClassVar[str] = "linear"
    penalty: float = 1e-4
    tolerance: float = field(default=1e-5, repr=False)

    def fit(
        self, rows: FeatureMatrix, labels: Sequence[str], auxiliary: Sequence[AuxiliaryProblem] = ()
    ) -> LabelWeights:
        classes = find_distinct_labels(labels)
        design = DesignMatrix.from_sparse(rows.matrix, self.penalty)
        values = _solve_problems(design, _build_signs(labels, classes), self.tolerance)
        return LabelWeights(classes, rows.names, values)


@dataclass(frozen=True)
class Aso:
    """Alternating structure optimisation (Ando and Zhang 2005), one round.

    Θ has the h directions that the weights of the auxiliary problems share most. The problem of
    each label then minimises 1/n Σ L((w + Θᵀv)ᵀx, y) + penalty |w|², so weights along Θ are not
    penalised. Without auxiliary problems, the problems of the labels are used instead.

    v_penalty  penalty of v as a share of `penalty`. It is 0 in the paper, but then a label with few
               rows may have many solutions with huge weights; a tiny penalty selects a small one.
    """

    name: ClassVar[str] = "aso"
    h: int = 20
    penalty: float = 1e-4
    v_penalty: float = 1e-3
    tolerance: float = field(default=1e-5, repr=False)

    def fit(
        self, rows: FeatureMatrix, labels: Sequence[str], auxiliary: Sequence[AuxiliaryProblem] = ()
    ) -> LabelWeights:
        classes = find_distinct_labels(labels)
        signs = _build_signs(labels, classes)
        theta = self.theta(rows, auxiliary or _build_label_problems(classes, signs))
        design = DesignMatrix(
            rows.matrix, rows.matrix @ theta.T, self.penalty, self.v_penalty * self.penalty
        )
        solutions = _solve_problems(design, signs, self.tolerance)
        w, v = solutions[: len(rows.names)], solutions[len(rows.names) :]
        return LabelWeights(classes, rows.names, w + theta.T @ v)

    def theta(self, rows: FeatureMatrix, auxiliary: Sequence[AuxiliaryProblem]) -> Floats:
        """Return Θ, which has at most h orthonormal rows and one column per feature."""
        if not self.h:
            return np.empty((0, len(rows.names)))
        problems_by_hiding: dict[Callable[[str], bool] | None, list[AuxiliaryProblem]] = {}
        for problem in auxiliary:
            problems_by_hiding.setdefault(problem.is_hidden, []).append(problem)
        solutions = []
        for is_hidden, problems in problems_by_hiding.items():
            visible_rows = rows.clear_columns(is_hidden) if is_hidden else rows
            design = DesignMatrix.from_sparse(visible_rows.matrix, self.penalty)
            signs = np.column_stack([problem.signs for problem in problems]).astype(float)
            solutions.append(_solve_problems(design, signs, self.tolerance))
        return compute_theta(np.column_stack(solutions), self.h)


def make_value_problems(
    values: Sequence[str | None],
    max_values: int | None = None,
    is_hidden: Callable[[str], bool] | None = None,
) -> tuple[AuxiliaryProblem, ...]:
    """Return one auxiliary problem per value: whether a row has this value.

    `values` has one value per row; None is no value. Problems are in order of decreasing frequency
    and then alphabetical order; `max_values` limits their number. `is_hidden` is passed to the
    problems.
    """
    counts = Counter(value for value in values if value is not None)
    ranked_counts = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    column = np.array(values, dtype=object)
    return tuple(
        AuxiliaryProblem(value, np.where(column == value, 1.0, -1.0), is_hidden)
        for value, count in ranked_counts[:max_values]
        if count < len(values)  # a value that all rows have does not distinguish them
    )


def _build_label_problems(labels: Iterable[str], signs: Floats) -> tuple[AuxiliaryProblem, ...]:
    """Return the problems of the labels as auxiliary problems."""
    names = list(labels)[-signs.shape[1] :]
    return tuple(
        AuxiliaryProblem(name, column) for name, column in zip(names, signs.T, strict=True)
    )


def find_distinct_labels(labels: Sequence[str]) -> tuple[str, ...]:
    """Return the sorted distinct labels; raise an InputError if there are fewer than two."""
    classes = tuple(sorted(set(labels)))
    if len(classes) < 2:
        problem = f"have the label {classes[0]}" if classes else "are missing"
        raise InputError(
            f"all examples {problem}: training needs examples of at least two labels; add some"
        )
    return classes


def _build_signs(labels: Sequence[str], classes: tuple[str, ...]) -> Floats:
    """Return the signs of the problem of each label, as columns; two labels have one column."""
    column = np.array(labels, dtype=object)
    problem_labels = classes if len(classes) > 2 else classes[1:]
    return np.column_stack([np.where(column == label, 1.0, -1.0) for label in problem_labels])


def _solve_problems(design: DesignMatrix, signs: Floats, tolerance: float) -> Floats:
    """Return one column of weights per column of signs."""
    return np.column_stack([minimise(design, column, tolerance) for column in signs.T])


# Multi-task learning by feature augmentation (Daumé 2007)

LabelledRows = tuple[FeatureMatrix, Sequence[str]]  # features and labels of the rows


def fit_together(
    problems: Mapping[str, LabelledRows], learner: Learner, is_shared: Callable[[str], bool]
) -> dict[str, LabelWeights]:
    """Train several related problems together; return the weights of each problem.

    Every feature has one copy per problem and, if `is_shared` is true, one copy for all problems.
    The penalty favours weights of the shared copy if problems are similar. The weights of a problem
    are the sum of both copies, over the features and labels of all problems.
    """
    all_names = sorted({name for rows, _ in problems.values() for name in rows.names})
    shared_names = [name for name in all_names if is_shared(name)]
    blocks: list[list[Any]] = []
    for index, (rows, _) in enumerate(problems.values()):
        block_row: list[Any] = [None] * len(problems)
        block_row[index] = rows.matrix
        blocks.append([*block_row, _select_columns(rows, shared_names)])
    with requires_extra("SciPy (required for training)", "train"):
        from scipy.sparse import block_array
    problem_names = [
        f"{problem} {name}" for problem, (rows, _) in problems.items() for name in rows.names
    ]
    column_names = [*problem_names, *shared_names]
    augmented_rows = FeatureMatrix(tuple(column_names), block_array(blocks, format="csr"))
    all_labels = [label for _, labels in problems.values() for label in labels]
    weights = learner.fit(augmented_rows, all_labels)
    return _split_weights(weights, problems, all_names, shared_names)


def _select_columns(rows: FeatureMatrix, names: Sequence[str]) -> Any:
    """Return the matrix of `rows` with the columns `names`; missing columns are 0."""
    from scipy.sparse import csr_array

    column_by_name = {name: column for column, name in enumerate(names)}
    column_pairs = [
        (column, column_by_name[name])
        for column, name in enumerate(rows.names)
        if name in column_by_name
    ]
    old_columns, new_columns = np.array(column_pairs, dtype=np.int64).reshape(-1, 2).T
    selection = csr_array(
        (np.ones(len(column_pairs)), (old_columns, new_columns)),
        shape=(len(rows.names), len(names)),
    )
    return rows.matrix @ selection


def _split_weights(
    weights: LabelWeights,
    problems: Mapping[str, LabelledRows],
    all_names: Sequence[str],
    shared_names: Sequence[str],
) -> dict[str, LabelWeights]:
    """Split weights of augmented features by problem, and add the shared weights to each."""
    row_by_name = {name: row for row, name in enumerate(all_names)}
    shared_values = np.zeros((len(all_names), weights.values.shape[1]))
    shared_values[[row_by_name[name] for name in shared_names]] = weights.values[
        len(weights.feature_names) - len(shared_names) :
    ]
    weights_by_problem, start = {}, 0
    for problem, (rows, _) in problems.items():
        values, end = shared_values.copy(), start + len(rows.names)
        values[[row_by_name[name] for name in rows.names]] += weights.values[start:end]
        weights_by_problem[problem] = LabelWeights(weights.labels, tuple(all_names), values)
        start = end
    return weights_by_problem


# Maximum entropy trained on mini-batches, for problems with many rows, features and labels
#
# Each weight has a separate step length, which decreases with its squared gradients (AdaGrad, Duchi
# et al. 2011). All weights shrink towards 0 with every row. The shrinkage of a feature is applied
# when the feature occurs again, for all rows since its last occurrence. The result depends on the
# order of the rows, which is determined by a seed.

_ROWS_PER_BATCH = 32
_SEED = 1
_FINAL_RATE_SHARE = 0.02  # rate after the last epoch, as a share of the initial rate


@dataclass(frozen=True)
class AdaptiveMaximumEntropy:
    """Multinomial logistic regression trained with AdaGrad.

    rate    length of the first steps
    shrink  shrinkage of weights towards 0 per row, as a share of the step length
    epochs  number of passes over all rows
    """

    name: ClassVar[str] = "adaptive"
    rate: float = 0.2
    shrink: float = 3e-5
    epochs: int = 10

    def fit(
        self, rows: FeatureMatrix, labels: Sequence[str], auxiliary: Sequence[AuxiliaryProblem] = ()
    ) -> LabelWeights:
        classes = find_distinct_labels(labels)
        index_by_label = {label: index for index, label in enumerate(classes)}
        targets = np.array([index_by_label[label] for label in labels])
        state = _AdaGradState(len(rows.names), len(classes), self.rate, self.shrink)
        generator = np.random.default_rng(_SEED)
        for epoch in range(self.epochs):
            state.rate = self.rate * (1 - epoch / self.epochs + _FINAL_RATE_SHARE)
            shuffled_rows = generator.permutation(len(targets))
            for start in range(0, len(shuffled_rows), _ROWS_PER_BATCH):
                batch = shuffled_rows[start : start + _ROWS_PER_BATCH]
                state.update(rows.matrix[batch], targets[batch])
        state.finish_shrinkage()
        values = state.weights
        if len(classes) == 2:
            values = values[:, 1:] - values[:, :1]
        return LabelWeights(classes, rows.names, values)


class _AdaGradState:
    """State of training: weights, sums of squared gradients, and last occurrences of features."""

    def __init__(self, n_features: int, n_labels: int, rate: float, shrink: float) -> None:
        self.weights: Floats = np.zeros((n_features, n_labels))
        self._squared_gradients: Floats = np.full((n_features, n_labels), 1e-6)
        # Number of rows up to the last occurrence of each feature.
        self._last_row: Array = np.zeros(n_features, dtype=np.int64)
        self._n_rows_done, self.rate, self._shrink = 0, rate, shrink

    def update(self, matrix: Any, targets: Array) -> None:
        """Take one step on a batch of rows; `targets` are indices of labels."""
        # Only the columns of features in the batch are used.
        columns, used_indices = np.unique(matrix.indices, return_inverse=True)
        used_matrix = type(matrix)(
            (matrix.data, used_indices, matrix.indptr), (len(targets), len(columns))
        )
        self._n_rows_done += len(targets)
        weights = self._apply_shrinkage(columns)
        squared_gradients = self._squared_gradients[columns]
        errors = _softmax(used_matrix @ weights)
        errors[np.arange(len(targets)), targets] -= 1
        gradient = used_matrix.T @ errors
        squared_gradients += gradient**2
        self._squared_gradients[columns] = squared_gradients
        self.weights[columns] = weights - self.rate * gradient / np.sqrt(squared_gradients)

    def finish_shrinkage(self) -> None:
        """Apply the outstanding shrinkage of all features."""
        self.weights = self._apply_shrinkage(np.arange(len(self._last_row)))

    def _apply_shrinkage(self, columns: Array) -> Floats:
        """Return the weights of columns, shrunk for the rows since the last occurrences."""
        n_missed_rows = (self._n_rows_done - self._last_row[columns])[:, None]
        self._last_row[columns] = self._n_rows_done
        divisor = 1 + self._shrink * self.rate * n_missed_rows / np.sqrt(
            self._squared_gradients[columns]
        )
        shrunk_weights: Floats = self.weights[columns] / divisor
        return shrunk_weights


def _softmax(scores: Floats) -> Floats:
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    probabilities: Floats = exponentials / exponentials.sum(axis=1, keepdims=True)
    return probabilities
