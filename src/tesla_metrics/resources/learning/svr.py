"""Train support vector regression with scikit-learn."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arrays import Floats, Indices
from ...optional import requires_extra
from .kernel_regression import Kernel, KernelRegression, LinearKernel
from .regression import AGREEMENT_TOLERANCE, compute_pearson, make_folds

# Values of the grid search, in ascending order, and the tolerated error of the loss. They fit
# targets in [0,1] and features with a standard deviation of 1.
C_VALUES = (0.1, 1.0, 10.0)
GAMMAS = (0.03, 0.1, 0.3, 1.0)
EPSILON = 0.05


@dataclass(frozen=True)
class GridPoint:
    """A point of the grid search, with the results of held-out predictions.

    c, gamma  parameters of the regression
    pearson   Pearson's correlation with the targets
    rated     Pearson's correlation without control rows
    rmse      root mean squared error
    """

    c: float
    gamma: float
    pearson: float
    rated: float
    rmse: float


@dataclass(frozen=True, eq=False)
class RatedRows:
    """Training rows of a regression.

    features  array of shape (n_rows, n_features)
    targets   targets in [0,1]
    groups    group of each row; cross-validation keeps a group in the same fold
    controls  indices of control rows, which have a known score instead of a human rating
    """

    features: Floats
    targets: Floats
    groups: Indices
    controls: Indices

    def select(self, rows: Indices) -> tuple[Floats, Floats]:
        """Return the features and targets of these rows."""
        return self.features[rows], self.targets[rows]


def list_kernels(kernel_class: type[Kernel]) -> list[Kernel]:
    """Return the kernels to try; only one linear kernel, because its gamma only scales C."""
    gammas = (1.0,) if kernel_class is LinearKernel else GAMMAS
    return [kernel_class(gamma) for gamma in gammas]


def grid_search(
    rows: RatedRows, kernel_class: type[Kernel], progress: Callable[[int], None] | None = None
) -> tuple[GridPoint, tuple[GridPoint, ...]]:
    """Choose C and gamma by cross-validation; return the chosen point and all points.

    The chosen point is the first, with the smallest values, that agrees about as well as the best
    point on held-out folds.
    """
    folds = make_folds(rows.groups)
    all_rows = np.arange(len(rows.groups))
    grid_points = []
    for c in C_VALUES:
        for kernel in list_kernels(kernel_class):
            predictions = np.empty(len(all_rows))
            for test_rows in folds:
                regression = fit_svr(*rows.select(np.setdiff1d(all_rows, test_rows)), c, kernel)
                predictions[test_rows] = regression.predict(rows.features[test_rows]).clip(0.0, 1.0)
                if progress is not None:
                    progress(1)
            grid_points.append(GridPoint(c, kernel.gamma, *_compute_agreement(predictions, rows)))
    best_pearson = max(point.pearson for point in grid_points)
    chosen_point = next(
        point for point in grid_points if point.pearson >= best_pearson - AGREEMENT_TOLERANCE
    )
    return chosen_point, tuple(grid_points)


def count_fits(n_groups: int, n_folds: int, kernel_class: type[Kernel]) -> int:
    """Return the number of fits that `grid_search` makes."""
    return len(C_VALUES) * len(list_kernels(kernel_class)) * min(n_groups, n_folds)


def fit_svr(features: Floats, targets: Floats, c: float, kernel: Kernel) -> KernelRegression:
    """Train a regression with scikit-learn; the result predicts without scikit-learn."""
    pipeline = make_svr_pipeline(c, kernel).fit(features, targets)
    scaler, svr = pipeline[0], pipeline[-1]
    return KernelRegression(
        scaler.mean_,
        scaler.scale_,
        svr.support_vectors_,
        svr.dual_coef_[0],
        float(svr.intercept_[0]),
        kernel,
    )


def make_svr_pipeline(c: float, kernel: Kernel) -> Any:
    """Return a scikit-learn pipeline; raise a ResourceError if scikit-learn is not installed."""
    with requires_extra("scikit-learn (required for training)", "train"):
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
        from sklearn.svm import SVR
    svr = SVR(
        C=c,
        kernel=kernel.sklearn_name,
        gamma=kernel.gamma,
        degree=kernel.degree,
        coef0=kernel.offset,
        epsilon=EPSILON,
    )
    return make_pipeline(StandardScaler(), svr)


def _compute_agreement(predictions: Floats, rows: RatedRows) -> tuple[float, float, float]:
    """Return Pearson's correlation with and without control rows, and the root mean squared error.

    The predictions of all folds are pooled, because a fold of one or two rows has no correlation.
    """
    rated_rows = np.delete(np.arange(len(predictions)), rows.controls)
    return (
        compute_pearson(predictions, rows.targets),
        compute_pearson(predictions[rated_rows], rows.targets[rated_rows]),
        float(((predictions - rows.targets) ** 2).mean() ** 0.5),
    )
