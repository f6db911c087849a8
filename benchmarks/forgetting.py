"""Forgetting texts between rounds, while words stay known."""

from collections.abc import Iterator
from typing import Any

from tesla_metrics.core.comparing.comparer import CodeComparer, CombinedComparer, Comparer
from tesla_metrics.core.encoding.encoder import Encoder
from tesla_metrics.metrics.base import Scorer
from tesla_metrics.metrics.segment_metric import SegmentScorer


def forget(scorer: Scorer[Any]) -> None:
    """Drop the codes of texts that a session keeps, those of analysed words and of pivots."""
    if isinstance(scorer, SegmentScorer):
        for encoder in encoders(scorer.comparer):
            encoder.clear_cache()


def encoders(comparer: Comparer) -> Iterator[Encoder[Any]]:
    """All that a comparer gets such codes from."""
    if isinstance(comparer, CombinedComparer):
        for part in comparer.comparers:
            yield from encoders(part)
    elif isinstance(comparer, CodeComparer):
        yield comparer.encoder
