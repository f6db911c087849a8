"""From features to scores."""

from dataclasses import replace
from math import exp

import pytest

from tesla_metrics.parsing.coherence import FEATURE_KINDS, CoherenceModel, RoleMatrix, logistic

WEIGHTS = {"Comp.Arg1→Exp.Arg2": 60, "nil→Exp.Arg2": -20}
JUDGE = CoherenceModel(FEATURE_KINDS["lin"], WEIGHTS, slope=0.1, intercept=10.0)
TWO = RoleMatrix(("mill", "wheel"), 2, (((0, ("Comp.Arg1",)), (1, ("Exp.Arg2",))), ()))


def test_the_margin_is_what_features_weigh_above_the_centre() -> None:
    features = JUDGE.compute_features(TWO)
    assert features == {"Comp.Arg1→Exp.Arg2": 0.5, "nil→nil": 0.5}
    assert JUDGE.compute_margin(features, 2) == pytest.approx(0.1 * (60 * 0.5 - 10))
    assert JUDGE.score(TWO) == pytest.approx(1 / (1 + exp(-0.1 * 20)))


def test_what_is_usual_goes_with_the_number_of_sentences() -> None:
    bent = replace(JUDGE, length_slope=-8.0)
    assert bent.compute_margin(JUDGE.compute_features(TWO), 2) == pytest.approx(
        0.1 * (60 * 0.5 - 10 + 8 / 2)
    )


def test_what_is_usual_is_taken_off_each_kind_of_feature_alike() -> None:
    # Two of length 2, one of length 3: their values add up to 1 each.
    features = {"nil→nil": 0.25, "nil→Exp.Arg2": 0.75, "nil→Exp.Arg2→nil": 1.0}
    weighed = JUDGE.compute_effective_weights(features, 3)
    assert weighed == pytest.approx(
        {"nil→nil": -0.5, "nil→Exp.Arg2": -2.5, "nil→Exp.Arg2→nil": -0.5}
    )
    total = sum(weighed[name] * value for name, value in features.items())
    assert JUDGE.compute_margin(features, 3) == pytest.approx(total)


def test_one_sentence_is_neither_in_order_nor_out_of_it() -> None:
    both = CoherenceModel(FEATURE_KINDS["dicomer"], {"Comp.Arg1↔Temp.Arg2": 9}, 1.0, 3.0)
    alone = RoleMatrix(("mill",), 1, (((0, ("Comp.Arg1", "Temp.Arg2")),),))
    assert both.score(alone) == 0.5


def test_nothing_scores_nothing() -> None:
    assert JUDGE.score(RoleMatrix((), 0, ())) == 0.0


def test_margins_far_away_overflow_nothing() -> None:
    assert logistic(1e308) == pytest.approx(1.0)
    assert logistic(-1e308) == pytest.approx(0.0)
