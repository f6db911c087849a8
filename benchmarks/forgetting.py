"""Forgetting texts between rounds, while words stay known."""

from collections.abc import Iterator
from typing import Any

from tesla_metrics.comparing.comparer import CodeComparer, Comparer, SideBySide
from tesla_metrics.encoding.encoder import Encoder
from tesla_metrics.metrics.base import Scorer
from tesla_metrics.metrics.segments import SegmentScorer


def forget(scorer: Scorer[Any]) -> None:
    """Drop the codes of texts that a session keeps, those of analysed words and of pivots."""
    if isinstance(scorer, SegmentScorer):
        for encoder in encoders(scorer.comparer):
            encoder.forget()


def encoders(comparer: Comparer) -> Iterator[Encoder[Any]]:
    """All that a comparer gets such codes from."""
    if isinstance(comparer, SideBySide):
        for part in comparer.parts:
            yield from encoders(part)
    elif isinstance(comparer, CodeComparer):
        yield comparer.encoder
