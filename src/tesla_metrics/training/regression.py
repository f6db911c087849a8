"""What trainings from ratings share: the regression that foretells held-out ones best."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..errors import InputError
from ..learning.kernel_regression import KernelRegression
from ..learning.kernels import Kernel, LinearKernel
from ..learning.svr import EPSILON, GridPoint, RatedRows, choose_point, fit_svr
from ..learning.validation import FOLDS
from .ratings import Scale


@dataclass(frozen=True, eq=False)
class LearntRegression:
    """What was learnt of all rows, and what was tried on the way."""

    regression: KernelRegression
    chosen: GridPoint
    grid: tuple[GridPoint, ...]

    def facts(self, scale: Scale, groups: int) -> dict[str, Any]:
        """What a model records of it: of so many groups that folds did not share."""
        chosen, kernel = self.chosen, type(self.regression.kernel)
        return {
            "method": f"{self.regression.kernel.name}-svr",
            "scale": {"low": float(scale.low), "high": float(scale.high)},
            "folds": min(FOLDS, groups),
            "c": chosen.c,
            **({} if kernel is LinearKernel else {"gamma": chosen.gamma}),
            "pearson": chosen.pearson,
            "rmse": chosen.rmse,
        }


def learn_regression(
    rows: RatedRows, kind: type[Kernel], held: str, progress: Callable[[int], None] | None = None
) -> LearntRegression:
    """The weakest fit that does as well as the best; `held` are what groups are called.

    A model that says the same of everything, or guesses, is none.
    """
    chosen, grid = choose_point(rows, kind, progress)
    learnt = fit_svr(rows.features, rows.targets, chosen.c, kind(chosen.gamma))
    if not len(learnt.weights):
        raise InputError(
            f"nothing was learnt: the ratings differ by no more than {2 * EPSILON:.0%} of the "
            "scale; give some that differ more, or the scale that people had (--scale LOW HIGH, in "
            "Python scale=(LOW, HIGH))"
        )
    if chosen.pearson <= 0:
        raise InputError(
            f"nothing was learnt: predictions for held-out {held} do not agree with the ratings "
            f"(Pearson's r is {chosen.pearson:.4f} at best); look whether ratings stand beside "
            "their texts, and give more of them"
        )
    return LearntRegression(learnt, chosen, grid)
