"""Support vector regression: C and the kernel's gamma by cross-validation over groups."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import Floats, Indices
from ..optional import needs
from .kernel_regression import KernelRegression
from .kernels import Kernel, LinearKernel
from .regression import pearson
from .validation import AS_GOOD, make_folds

# Of targets in [0,1], and of features that are scaled to deviations of 1; the weakest fit first.
STRENGTHS = (0.1, 1.0, 10.0)
GAMMAS = (0.03, 0.1, 0.3, 1.0)
EPSILON = 0.05


@dataclass(frozen=True)
class GridPoint:
    """A choice of C and gamma, with the agreement and error of all held-out predictions.

    rated   the agreement without the controls
    """

    c: float
    gamma: float
    pearson: float
    rated: float
    rmse: float


@dataclass(frozen=True, eq=False)
class RatedRows:
    """Rows of features with targets in [0,1]; those of one group are held out together.

    `controls` are rows that nobody rated: what they should get is known.
    """

    features: Floats
    targets: Floats
    groups: Indices
    controls: Indices

    def take(self, rows: Indices) -> tuple[Floats, Floats]:
        """Features and targets of some."""
        return self.features[rows], self.targets[rows]


def kernels_of(kind: type[Kernel]) -> list[Kernel]:
    """Those of a kind that are tried; to a linear one gamma is what C is."""
    return [kind(gamma) for gamma in ((1.0,) if kind is LinearKernel else GAMMAS)]


def choose_point(
    rated: RatedRows, kind: type[Kernel], progress: Callable[[int], None] | None = None
) -> tuple[GridPoint, tuple[GridPoint, ...]]:
    """The weakest fit that does as well as the best on held-out folds, and all that were tried."""
    folds = make_folds(rated.groups)
    everything = np.arange(len(rated.groups))
    grid = []
    for c in STRENGTHS:
        for kernel in kernels_of(kind):
            predicted = np.empty(len(everything))
            for held in folds:
                learnt = fit_svr(*rated.take(np.setdiff1d(everything, held)), c, kernel)
                predicted[held] = learnt.predict(rated.features[held]).clip(0.0, 1.0)
                if progress is not None:
                    progress(1)
            grid.append(GridPoint(c, kernel.gamma, *_agreement(predicted, rated)))
    best = max(point.pearson for point in grid)
    return next(point for point in grid if point.pearson >= best - AS_GOOD), tuple(grid)


def fits(groups: int, folds: int, kind: type[Kernel]) -> int:
    """How many fits `choose_point` makes."""
    return len(STRENGTHS) * len(kernels_of(kind)) * min(groups, folds)


def fit_svr(features: Floats, targets: Floats, c: float, kernel: Kernel) -> KernelRegression:
    """Learnt by scikit-learn; what comes back does without it."""
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
    """scikit-learn's, or how to get it."""
    with needs("scikit-learn, which learns from ratings,", "train"):
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
        from sklearn.svm import SVR
    svr = SVR(
        C=c, kernel=kernel.peer, gamma=kernel.gamma, degree=kernel.degree, coef0=kernel.offset,
        epsilon=EPSILON,
    )  # fmt: skip
    return make_pipeline(StandardScaler(), svr)


def _agreement(predicted: Floats, rated: RatedRows) -> tuple[float, float, float]:
    """Pearson's correlation with and without controls, and the root of the mean squared error.

    Over all folds together: one with a row or two has no correlation of its own.
    """
    own = np.delete(np.arange(len(predicted)), rated.controls)
    return (
        pearson(predicted, rated.targets),
        pearson(predicted[own], rated.targets[own]),
        float(((predicted - rated.targets) ** 2).mean() ** 0.5),
    )
