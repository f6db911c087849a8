"""Support vector regression: what was learnt is applied without the learner, and just so."""

import numpy as np
import pytest

from tesla_metrics.resources.learning import kernel_regression
from tesla_metrics.resources.learning.kernel_regression import (
    KERNELS,
    Kernel,
    KernelRegression,
    LinearKernel,
    RbfKernel,
    build_regression,
    build_regression_schema,
    describe_regression,
)
from tesla_metrics.resources.learning.svr import (
    C_VALUES,
    GAMMAS,
    RatedRows,
    count_fits,
    fit_svr,
    grid_search,
    list_kernels,
    make_svr_pipeline,
)

pytest.importorskip("sklearn")
NOBODY = np.empty(0, dtype=np.intp)


def rated(rows: int = 60, groups: int = 12, seed: int = 1) -> RatedRows:
    rng = np.random.default_rng(seed)
    features = rng.random((rows, 3)) * [1, 15, 1] - [0, 15, 0]
    targets = np.clip(features[:, 0] * (0.25 + features[:, 2]) + rng.normal(0, 0.02, rows), 0, 1)
    return RatedRows(features, targets, np.arange(rows) % groups, NOBODY)


@pytest.mark.parametrize("c", C_VALUES)
@pytest.mark.parametrize("kernel", [one for kind in KERNELS.values() for one in list_kernels(kind)])
def test_it_predicts_what_the_learner_predicts(c: float, kernel: Kernel) -> None:
    own, fresh = rated(), rated(seed=2).features
    expected = make_svr_pipeline(c, kernel).fit(own.features, own.targets).predict(fresh)
    found = fit_svr(own.features, own.targets, c, kernel).predict(fresh)
    assert np.abs(found - expected).max() < 1e-9


@pytest.mark.parametrize("kind", KERNELS.values(), ids=KERNELS)
def test_slopes_are_those_of_the_predictions(kind: type[Kernel]) -> None:
    own = rated()
    model = fit_svr(own.features, own.targets, 1.0, kind(0.3))
    row, step = own.features[3], 1e-6
    for column, slope in enumerate(model.compute_slopes(row)):
        away = step * np.eye(3)[column]
        ahead, behind = model.predict(np.array([row + away, row - away]))
        assert slope == pytest.approx((ahead - behind) / (2 * step), rel=1e-5, abs=1e-8)


@pytest.mark.parametrize("kind", KERNELS.values(), ids=KERNELS)
def test_plain_values_have_all_of_it(kind: type[Kernel]) -> None:
    own = rated()
    model = fit_svr(own.features, own.targets, 1.0, kind(0.3))
    facts = build_regression_schema(3)(describe_regression(model), "")
    assert build_regression(facts, kind).predict(own.features).tolist() == (
        model.predict(own.features).tolist()
    )


def test_it_is_the_formula() -> None:
    model = KernelRegression(
        np.array([1.0, 0]), np.array([2.0, 1]), np.array([[0.0, 0], [1, 1]]), np.array([2.0, -1]),
        0.5, RbfKernel(0.1),
    )  # fmt: skip
    # z = (1, 2): squares 5 and 1.
    expected = 0.5 + 2 * np.exp(-0.5) - np.exp(-0.1)
    assert model.predict(np.array([[3.0, 2.0]])) == pytest.approx([expected])
    assert model.predict(np.empty((0, 2))).tolist() == []


def test_rows_do_not_hang_on_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    own = rated()
    model = fit_svr(own.features, own.targets, 1.0, RbfKernel(0.3))
    whole = model.predict(own.features)
    monkeypatch.setattr(kernel_regression, "_MAX_VALUES_PER_BATCH", 7 * len(model.weights))
    # Not to the last bit: numpy may have other instructions for the last numbers of an array.
    assert np.allclose(model.predict(own.features), whole, rtol=0, atol=1e-12)
    assert model.predict(own.features[5:6])[0] == pytest.approx(whole[5], abs=1e-12)


def test_a_feature_that_never_varies_does_no_harm() -> None:
    own = rated()
    features = own.features.copy()
    features[:, 1] = -15
    assert np.isfinite(fit_svr(features, own.targets, 1.0, RbfKernel(0.1)).predict(features)).all()


def test_the_choice_is_by_held_out_groups() -> None:
    own = rated()
    told: list[int] = []
    chosen, grid = grid_search(own, RbfKernel, told.append)
    assert len(grid) == len(C_VALUES) * len(GAMMAS)
    assert sum(told) == count_fits(12, 5, RbfKernel) == len(grid) * 5
    assert chosen.pearson > 0.9
    assert all(point.pearson <= chosen.pearson + 0.0002 for point in grid)
    assert chosen.rated == chosen.pearson
    assert len(grid_search(own, LinearKernel)[1]) == len(C_VALUES)
    # Ratings that hang on the group alone cannot be foretold of another one.
    rng = np.random.default_rng(3)
    by_group = RatedRows(rng.random((60, 3)), (own.groups % 2).astype(float), own.groups, NOBODY)
    assert grid_search(by_group, RbfKernel)[0].pearson < 0.5


def test_folds_of_a_row_each_are_judged_together() -> None:
    few = rated(rows=5, groups=5)
    chosen, _ = grid_search(few, RbfKernel)
    predicted = np.empty(5)
    for row in range(5):
        rest = np.delete(np.arange(5), row)
        learnt = fit_svr(few.features[rest], few.targets[rest], chosen.c, RbfKernel(chosen.gamma))
        predicted[row] = learnt.predict(few.features[[row]]).clip(0, 1)[0]
    assert chosen.pearson == pytest.approx(np.corrcoef(predicted, few.targets)[0, 1])
    assert chosen.rmse == pytest.approx(np.sqrt(np.mean((predicted - few.targets) ** 2)))


def test_controls_are_told_apart() -> None:
    own = rated()
    more = RatedRows(own.features, own.targets, own.groups, np.arange(40, 60))
    chosen, _ = grid_search(more, RbfKernel)
    assert chosen.rated != chosen.pearson
