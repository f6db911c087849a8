"""Where systems differ: by length of the reference, and in which segments most."""

from collections.abc import Iterator, Sequence

import numpy as np

from ...tasks import shown_text
from .findings import Bucket, Contrast
from .lengths import length_buckets
from .segments import count_best, most_different
from .table import EvidenceTable


def by_length(table: EvidenceTable) -> Iterator[Bucket]:
    """Mean segment scores and wins for short and long segments, by the first reference's words.

    Without references the words are those of the first system.
    """
    buckets = length_buckets(table.firsts)
    for metric in table.metrics:
        scores = np.stack([table.evidence[metric.name, name].segments for name in table.systems])
        for low, high, inside in buckets:
            part = scores[:, inside]
            means = dict(zip(table.systems, part.mean(axis=1).tolist(), strict=True))
            best = count_best(part, metric.higher_is_better)
            wins = dict(zip(table.systems, best, strict=True))
            yield Bucket(metric.name, low, high, part.shape[1], means, wins)


def contrasts(
    table: EvidenceTable, pairs: Sequence[tuple[str, str]], most: int, ids: Sequence[str] = ()
) -> Iterator[Contrast]:
    """The segments in which each pair differs most by the first metric."""
    metric = table.metrics[0].name
    references = table.firsts if table.references else None
    for a, b in pairs:
        left, right = (table.evidence[metric, name].segments for name in (a, b))
        for segment in most_different(left, right, most):
            score_a, score_b = float(left[segment]), float(right[segment])
            yield Contrast(
                a,
                b,
                metric,
                segment + 1,
                score_a,
                score_b,
                score_a - score_b,
                "" if references is None else shown_text(references[segment]),
                shown_text(table.systems[a][segment]),
                shown_text(table.systems[b][segment]),
                ids[segment] if ids else "",
                table.beside,
            )
