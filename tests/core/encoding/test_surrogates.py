"""A text that has no UTF-8 goes the plain way by itself, and takes nobody along."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from cores import PLAIN, session_of
from resources.pivot.small_tables import write_small

from tesla_metrics import (
    MaxSim,
    Sentence,
    TeslaB,
    TeslaCelab,
    TeslaM,
    TeslaS,
    TeslaX,
    Token,
    load_analyzer,
)
from tesla_metrics.core.comparing.bag_comparers import BagComparer
from tesla_metrics.core.comparing.graded import GradedComparer
from tesla_metrics.core.comparing.pivot_comparers import PivotComparer
from tesla_metrics.core.comparing.skip_bigrams import SkipComparer
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.files.item import Segment
from tesla_metrics.metrics.segment_metric import SegmentMetric
from tesla_metrics.native import load_native

if load_native() is None:
    pytest.skip("no native core is built, or TESLA_PURE is set", allow_module_level=True)

ODD = "The train \ud800 left late."
HYPOTHESES = [f"The train number {place} left late." for place in range(12)]
REFERENCES = [f"Train {place} left the station." for place in range(12)]
KINDS = ("tesla-m", "maxsim", "tesla-x", "tesla-b", "tesla-s", "tesla-celab")


@pytest.fixture(scope="module")
def metrics(tmp_path_factory: pytest.TempPathFactory) -> dict[str, SegmentMetric]:
    pairs = [("train", "train/NOUN", 3), ("late", "tard/ADV", 2), ("leave", "partir/VERB", 1)]
    table = str(write_small(tmp_path_factory.mktemp("toy") / "en-fr.table", pairs))
    return {
        "tesla-m": TeslaM(lang="en"),
        "maxsim": MaxSim(lang="en"),
        "tesla-x": TeslaX(lang="en"),
        "tesla-b": TeslaB(lang="en", tables=(table,)),  # its columns are tesla-f's too
        "tesla-s": TeslaS(lang="en"),
        "tesla-celab": TeslaCelab(lang="en"),
    }


@pytest.fixture
def plainly(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Who compared a pair in plain Python though there is a core, once for every pair."""
    seen: list[str] = []

    def watched(own: Callable[..., Any], name: str) -> Callable[..., Any]:
        def pair(self: Any, *sides: Any) -> Any:
            if self.encoder.analysis.session.native is not None:
                seen.append(name)
            return own(self, *sides)

        return pair

    for kind in (BagComparer, GradedComparer, PivotComparer, SkipComparer):
        monkeypatch.setattr(kind, "pair", watched(kind.pair, kind.__name__))
    return seen


def check(metric: SegmentMetric, pairs: Pairs, jobs: int = 1) -> None:
    native, plain = (
        metric.open(session, lambda: pairs.references).scores(pairs, jobs)
        for session in (session_of("native"), PLAIN)
    )
    np.testing.assert_allclose(native, plain, rtol=0, atol=1e-12)
    assert np.ptp(native) > 0


def with_odd(segments: Sequence[Segment], place: int, odd: Segment = ODD) -> list[Segment]:
    return [*segments[:place], odd, *segments[place + 1 :]]


@pytest.mark.parametrize("kind", KINDS)
def test_lines(metrics: dict[str, SegmentMetric], plainly: list[str], kind: str) -> None:
    pairs = Pairs.from_lines(with_odd(HYPOTHESES, 3), with_odd(REFERENCES, 7))
    check(metrics[kind], pairs)
    assert all(plainly.count(name) == 2 for name in set(plainly)), plainly


@pytest.mark.parametrize("kind", KINDS)
def test_both_sides_of_one_pair(metrics: dict[str, SegmentMetric], kind: str) -> None:
    check(metrics[kind], Pairs.from_lines(with_odd(HYPOTHESES, 3), with_odd(REFERENCES, 3)))


@pytest.mark.parametrize("kind", KINDS)
def test_matrices(metrics: dict[str, SegmentMetric], plainly: list[str], kind: str) -> None:
    check(metrics[kind], Pairs.from_product(with_odd(HYPOTHESES, 3)[:5], REFERENCES[:4]))
    assert all(plainly.count(name) == 4 for name in set(plainly)), plainly


@pytest.mark.parametrize("kind", KINDS)
def test_several_references(
    metrics: dict[str, SegmentMetric], plainly: list[str], kind: str
) -> None:
    sets: list[Sequence[Segment]] = [REFERENCES, with_odd(HYPOTHESES[::-1], 5)]
    check(metrics[kind], Pairs.from_reference_sets(HYPOTHESES, sets))
    assert all(plainly.count(name) == 1 for name in set(plainly)), plainly


@pytest.mark.parametrize("kind", KINDS)
def test_lists_of_the_n_best(
    metrics: dict[str, SegmentMetric], plainly: list[str], kind: str
) -> None:
    lists: list[Sequence[Segment]] = [HYPOTHESES[:4], with_odd(HYPOTHESES, 1)[:3], HYPOTHESES[5:6]]
    check(metrics[kind], Pairs.from_nbest(lists, REFERENCES[:3]))
    assert all(plainly.count(name) == 1 for name in set(plainly)), plainly


def test_threads(metrics: dict[str, SegmentMetric]) -> None:
    check(metrics["tesla-x"], Pairs.from_lines(with_odd(HYPOTHESES, 3), REFERENCES), jobs=3)


@pytest.mark.parametrize("kind", KINDS)
def test_given_analyses(metrics: dict[str, SegmentMetric], plainly: list[str], kind: str) -> None:
    analyzer = load_analyzer("en")
    hypotheses, references = analyzer.analyze(HYPOTHESES), analyzer.analyze(REFERENCES)
    odd = Sentence("So late", (Token("So", "so", "ADV"), Token("late\udc80", "late", "ADV")))
    check(metrics[kind], Pairs.from_lines(with_odd(hypotheses, 2, odd), references))
    assert all(plainly.count(name) == 1 for name in set(plainly)), plainly
