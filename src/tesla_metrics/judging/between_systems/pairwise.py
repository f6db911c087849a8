"""Every pair of systems under every metric and test."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...arrays import Floats
from ...metrics.base import Metric
from ...resampling import Told, percentile_interval
from ..holm import holm
from ..noise import subtract
from .bootstrap import bootstrap_p_value
from .findings import PairTest
from .randomisation import randomisation_p_values
from .segments import count_wins, effect_size
from .sign import sign_test
from .table import EvidenceTable

TESTS = ("bootstrap", "randomisation", "sign")
Pair = tuple[str, str]


def judge_pairs(
    table: EvidenceTable,
    pairs: Sequence[Pair],
    tests: Sequence[str],
    told: Told | None = None,
) -> list[PairTest]:
    """A row for each pair, metric and test, nested in this order; `told` hears of samples."""
    found: dict[tuple[Pair, str, str], PairTest] = {}
    for metric in table.metrics:
        measured = [_measure(table, metric, pair) for pair in pairs]
        for test in tests:
            p_values = _p_values(table, metric, measured, test, told)
            corrected = holm(p_values)
            for pair, row, p, p_holm in zip(pairs, measured, p_values, corrected, strict=True):
                better = _more_wins(row) if test == "sign" else row.better
                found[pair, metric.name, test] = replace(
                    row, test=test, p_value=p, p_holm=p_holm, better=better
                )
    names = [metric.name for metric in table.metrics]
    return [found[pair, name, test] for pair in pairs for name in names for test in tests]


def _measure(table: EvidenceTable, metric: Metric[Any], pair: Pair) -> PairTest:
    """All but the p-values, which are to come."""
    a, b = (table.evidence[metric.name, name] for name in pair)
    difference = float(subtract(a.value, b.value))
    better = pair[0] if (difference > 0) == metric.higher_is_better else pair[1]
    return PairTest(
        *pair,
        metric.name,
        "",
        difference,
        percentile_interval(_sampled(table, metric, *pair), table.level),
        1.0,
        1.0,
        effect_size(a.segments, b.segments),
        *count_wins(a.segments, b.segments, metric.higher_is_better),
        better if difference else None,
    )


def _more_wins(row: PairTest) -> str | None:
    # The sign test asks who wins more segments, whatever the systems' scores.
    if row.wins == row.losses:
        return None
    return row.a if row.wins > row.losses else row.b


def _p_values(
    table: EvidenceTable,
    metric: Metric[Any],
    measured: Sequence[PairTest],
    test: str,
    told: Told | None,
) -> list[float]:
    if test == "sign":
        return [sign_test(row.wins, row.losses) for row in measured]
    systems = {name: table.evidence[metric.name, name] for name in table.systems}
    both = [(systems[row.a], systems[row.b]) for row in measured]
    if test == "randomisation":
        pairs = [(row.a, row.b) for row in measured]
        return randomisation_p_values(metric, systems, pairs, table.samples, table.seed, told)
    return [
        bootstrap_p_value(a, b, _sampled(table, metric, row.a, row.b))
        for row, (a, b) in zip(measured, both, strict=True)
    ]


def _sampled(table: EvidenceTable, metric: Metric[Any], a: str, b: str) -> Floats:
    return subtract(table.sampled[metric.name, a], table.sampled[metric.name, b])
