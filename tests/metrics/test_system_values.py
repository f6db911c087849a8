"""Scores of many totals or segments at once are those of each by itself."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics import Bleu, Chrf, ChrfPlusPlus, Metric, Ter, TeslaM
from tesla_metrics.metrics.peers.base import Peer

BLEUS = [
    Bleu(smooth_method=method, smooth_value=value, max_ngram_order=order)
    for method, value in [
        ("exp", None), ("none", None), ("floor", None), ("floor", 0.0), ("floor", 0.3),
        ("add-k", None), ("add-k", 0.0), ("add-k", 0.5),
    ]
    for order in (1, 4)
]  # fmt: skip
CHRFS = [
    kind(beta=beta, eps_smoothing=smoothed)
    for kind in (Chrf, ChrfPlusPlus)
    for beta in (0, 2)
    for smoothed in (False, True)
]
FEW = st.integers(0, 4)


def agree(metric: Metric[Any], totals: Sequence[Sequence[float]]) -> None:
    expected = [metric.system_value(list(total)) for total in totals]
    found = metric.system_values(np.array(totals, dtype=np.float64))
    assert found == pytest.approx(expected, abs=1e-9)
    if isinstance(metric, Peer):
        alone = [metric.segment_value(list(total)) for total in totals]
        together = metric.segment_values(np.array(totals, dtype=np.float64))
        assert together == pytest.approx(alone, abs=1e-9)


@pytest.mark.parametrize("metric", BLEUS, ids=lambda bleu: str(bleu.signature(1)))
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_bleu(metric: Bleu, data: st.DataObject) -> None:
    order = metric.max_ngram_order
    totals = []
    for _ in range(3):
        counts = sorted(data.draw(st.lists(FEW, min_size=order, max_size=order)), reverse=True)
        shared = [data.draw(st.integers(0, count)) for count in counts]
        totals.append([counts[0], data.draw(FEW), *shared, *counts])
    agree(metric, totals)


@pytest.mark.parametrize("metric", CHRFS, ids=repr)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_chrf(metric: Chrf, data: st.DataObject) -> None:
    totals = []
    for _ in range(3):
        row = []
        for _ in range(metric.char_order + metric.word_order):
            candidate, reference = data.draw(FEW), data.draw(FEW)
            row += [candidate, reference, data.draw(st.integers(0, min(candidate, reference)))]
        totals.append(row)
    agree(metric, totals)


def test_ter() -> None:
    agree(Ter(), [[3, 4], [0, 4], [0, 0], [2, 0], [1.5, 2.5]])


def test_means() -> None:
    agree(TeslaM(lang="en"), [[1.25, 2], [0.3, 1]])
