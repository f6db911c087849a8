"""Train support vector regression with scikit-learn."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arrays import Floats, Indices
from ...optional import needs
from .kernel_regression import Kernel, KernelRegression, LinearKernel
from .regression import AGREEMENT_TOLERANCE, make_folds, pearson

# For targets in [0,1] and features with a standard deviation of 1; the smallest values come first.
C_VALUES = (0.1, 1.0, 10.0)
GAMMAS = (0.03, 0.1, 0.3, 1.0)
EPSILON = 0.05


@dataclass(frozen=True)
class GridPoint:
    """A choice of C and gamma, with the agreement and error of all held-out predictions.

    rated  the agreement without the controls
    """

    c: float
    gamma: float
    pearson: float
    rated: float
    rmse: float


@dataclass(frozen=True, eq=False)
class RatedRows:
    """Rows of features with targets in [0,1]; rows of one group are held out together.

    `controls` are rows without a human rating, whose correct score is known.
    """

    features: Floats
    targets: Floats
    groups: Indices
    controls: Indices

    def select(self, rows: Indices) -> tuple[Floats, Floats]:
        """Return the features and targets of these rows."""
        return self.features[rows], self.targets[rows]


def kernels_of(kind: type[Kernel]) -> list[Kernel]:
    """Return the kernels of this type to try; a linear kernel has one, as gamma only scales C."""
    return [kind(gamma) for gamma in ((1.0,) if kind is LinearKernel else GAMMAS)]


def grid_search(
    rows: RatedRows, kind: type[Kernel], progress: Callable[[int], None] | None = None
) -> tuple[GridPoint, tuple[GridPoint, ...]]:
    """Select C and gamma by cross-validation.

    Returns the smallest values that agree about as well as the best ones on held-out folds, and all
    points that were tried.
    """
    folds = make_folds(rows.groups)
    all_rows = np.arange(len(rows.groups))
    grid = []
    for c in C_VALUES:
        for kernel in kernels_of(kind):
            predicted = np.empty(len(all_rows))
            for test_rows in folds:
                regression = fit_svr(*rows.select(np.setdiff1d(all_rows, test_rows)), c, kernel)
                predicted[test_rows] = regression.predict(rows.features[test_rows]).clip(0.0, 1.0)
                if progress is not None:
                    progress(1)
            grid.append(GridPoint(c, kernel.gamma, *_agreement(predicted, rows)))
    best = max(point.pearson for point in grid)
    return next(point for point in grid if point.pearson >= best - AGREEMENT_TOLERANCE), tuple(grid)


def count_fits(groups: int, folds: int, kind: type[Kernel]) -> int:
    """Return the number of fits that `grid_search` makes."""
    return len(C_VALUES) * len(kernels_of(kind)) * min(groups, folds)


def fit_svr(features: Floats, targets: Floats, c: float, kernel: Kernel) -> KernelRegression:
    """Train with scikit-learn; predicting with the result does not need scikit-learn."""
    pipeline = svr_pipeline(c, kernel).fit(features, targets)
    scaler, svr = pipeline[0], pipeline[-1]
    return KernelRegression(
        scaler.mean_,
        scaler.scale_,
        svr.support_vectors_,
        svr.dual_coef_[0],
        float(svr.intercept_[0]),
        kernel,
    )


def svr_pipeline(c: float, kernel: Kernel) -> Any:
    """Return a scikit-learn pipeline; raise `ResourceError` if it is not installed."""
    with needs("scikit-learn (required for training)", "train"):
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
        from sklearn.svm import SVR
    svr = SVR(
        C=c, kernel=kernel.sklearn_name, gamma=kernel.gamma, degree=kernel.degree,
        coef0=kernel.offset,
        epsilon=EPSILON,
    )  # fmt: skip
    return make_pipeline(StandardScaler(), svr)


def _agreement(predicted: Floats, rated: RatedRows) -> tuple[float, float, float]:
    """Return Pearson's correlation with and without controls, and the root mean squared error.

    All folds are pooled, as a fold with one or two rows has no correlation.
    """
    rated_indices = np.delete(np.arange(len(predicted)), rated.controls)
    return (
        pearson(predicted, rated.targets),
        pearson(predicted[rated_indices], rated.targets[rated_indices]),
        float(((predicted - rated.targets) ** 2).mean() ** 0.5),
    )
