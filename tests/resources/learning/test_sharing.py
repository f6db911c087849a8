"""Problems that are learnt together."""

import numpy as np
import pytest

pytest.importorskip("sklearn")

from tesla_metrics.resources.learning.learners import MaximumEntropy, fit_together
from tesla_metrics.resources.learning.maximum_entropy import FeatureMatrix

FEW = (FeatureMatrix.from_features([["a"], ["b"], ["own"]]), ["x", "y", "z"])
MANY = (FeatureMatrix.from_features([["a"], ["c"], ["c"], ["d"]] * 5), ["x", "y", "y", "z"] * 5)


def test_what_one_problem_knows_another_uses_where_they_share() -> None:
    found = fit_together({"few": FEW, "many": MANY}, MaximumEntropy(), lambda name: name == "c")
    few = found["few"]
    assert few.feature_names == ("a", "b", "c", "d", "own")
    assert few.labels == ("x", "y", "z")
    # `c` was met in the other problem alone, and `d` is not shared.
    assert few.values[2].argmax() == 1
    assert not few.values[3].any()
    assert few.predict(np.eye(5)[[0, 1, 2, 4]]) == ["x", "y", "y", "z"]


def test_without_shared_features_each_is_learnt_as_if_alone() -> None:
    found = fit_together({"few": FEW, "many": MANY}, MaximumEntropy(), lambda name: False)
    for name, (rows, labels) in {"few": FEW, "many": MANY}.items():
        alone = MaximumEntropy().fit(rows, labels)
        places = [found[name].feature_names.index(one) for one in rows.names]
        np.testing.assert_allclose(found[name].values[places], alone.values, atol=1e-3)
