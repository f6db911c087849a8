"""What must hold of every explanation, whatever the metric."""

from collections import Counter
from math import fsum

import pytest

from tesla_metrics.explanation.explanation import Explanation, Feature, ReferenceComparison, Side
from tesla_metrics.explanation.sides import fold_text
from tesla_metrics.files.item import Segment
from tesla_metrics.metrics.segment_metric import SegmentMetric

CLOSE = 1e-9


def explained(
    metric: SegmentMetric, hypothesis: Segment, references: Segment | list[Segment] | list[str]
) -> Explanation:
    """An explanation that adds up, to the score that the metric itself gives."""
    found = metric.explain(hypothesis, references)
    given: list[Segment] = [*references] if isinstance(references, list) else [references]
    score = metric.score([hypothesis], [[one] for one in given]).segments[0]
    assert found.score == pytest.approx(score, rel=0, abs=CLOSE)
    combined = fsum(one.share * one.score for one in found.against)
    assert combined == pytest.approx(score, rel=0, abs=CLOSE)
    assert fsum(one.share for one in found.against) == pytest.approx(1)
    for one, reference in zip(found.against, given, strict=True):
        check_against(one)
        alone = metric.score([hypothesis], [[reference]]).segments[0]
        assert one.score == pytest.approx(alone, rel=0, abs=CLOSE)
    return found


def check_against(one: ReferenceComparison) -> None:
    # Without words there is nobody to bear anything, nor anything to bear.
    assert one.lost == pytest.approx(1 - one.score, rel=0, abs=CLOSE)
    for side in (one.reference, one.hypothesis):
        check_places(side)
    for feature in one.features:
        check_feature(one, feature)


def check_places(side: Side) -> None:
    """A word stands where it is written, or shares what stands between its neighbours."""
    shared = Counter((word.start, word.end) for word in side.words)
    end = 0
    for word in side.words:
        assert 0 <= word.start <= word.end <= len(side.text)
        if fold_text(side.text[word.start : word.end]) == fold_text(word.text):
            assert word.start >= end
        else:
            part = shared[word.start, word.end] > 1 or not word.weight
            assert part, (side.text, word)
        end = max(end, word.start)


def check_feature(one: ReferenceComparison, feature: Feature) -> None:
    """N-grams lose what the feature does, and flows are within their weights."""
    sides = (feature.reference, feature.hypothesis)
    if any(sides):
        lost = fsum(gram.lost for side in sides for gram in side)
        assert lost == pytest.approx(feature.lost, rel=0, abs=CLOSE)
    assert fsum(gram.matched for gram in feature.reference) == pytest.approx(
        fsum(gram.matched for gram in feature.hypothesis), rel=0, abs=CLOSE
    )
    for side, words in zip(sides, (one.reference.words, one.hypothesis.words), strict=True):
        for gram in side:
            assert gram.matched <= gram.weight + CLOSE
            assert all(0 <= place < len(words) for place in gram.words)
    for flow in feature.matched:
        assert flow.weight > 0
        assert 0 < flow.similarity <= 1
        assert flow.reasons


def worth(feature: Feature) -> float:
    """S: what flows."""
    return fsum(flow.weight * flow.similarity for flow in feature.matched)
