"""Folds."""

import numpy as np
import pytest

from tesla_metrics import InputError
from tesla_metrics.resources.learning.regression import make_folds


def test_folds_share_no_segment() -> None:
    groups = np.random.default_rng(0).integers(0, 40, 700)
    folds = make_folds(groups)
    assert len(folds) == 5
    assert sorted(np.concatenate(folds).tolist()) == list(range(700))
    segments = [set(groups[fold].tolist()) for fold in folds]
    assert sum(map(len, segments)) == len(set().union(*segments))
    assert {len(own) for own in segments} == {8}


def test_the_same_seed_gives_the_same_folds() -> None:
    groups = np.arange(30)
    first, second, other = (make_folds(groups, seed=seed) for seed in (1, 1, 2))
    assert [fold.tolist() for fold in first] == [fold.tolist() for fold in second]
    assert [fold.tolist() for fold in first] != [fold.tolist() for fold in other]


def test_few_segments() -> None:
    assert len(make_folds(np.array([7, 7, 9]))) == 2
    with pytest.raises(InputError, match="1 segment"):
        make_folds(np.array([4, 4, 4]))
