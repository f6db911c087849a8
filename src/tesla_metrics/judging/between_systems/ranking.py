"""Systems from best to worst, and which of them cannot be told apart."""

from collections.abc import Collection, Iterator
from typing import Any

from ...metrics.base import Metric
from ...resampling import percentile_interval
from ..clusters import clusters
from .findings import Standing
from .table import EvidenceTable


def rank_systems(
    table: EvidenceTable, metric: Metric[Any], differ: Collection[tuple[str, str]] | None
) -> Iterator[Standing]:
    """The ranking by one metric; `differ` are the pairs told apart, the better system first.

    None if not all were tested. A test that contradicts the ranking opens no cluster.
    """
    values = {name: table.evidence[metric.name, name].value for name in table.systems}
    sign = -1 if metric.higher_is_better else 1
    # Names settle ties, so that the order on the command line changes nothing.
    order = sorted(values, key=lambda name: (sign * values[name], name))
    cluster: dict[str, int] = {}
    if differ is not None:
        grouped = clusters(order, lambda higher, lower: (higher, lower) in differ)
        cluster = {name: number for number, group in enumerate(grouped, 1) for name in group}
    for name in order:
        yield Standing(
            name,
            metric.name,
            values[name],
            percentile_interval(table.sampled[metric.name, name], table.level),
            1 + sum(sign * value < sign * values[name] for value in values.values()),
            cluster.get(name),
        )
