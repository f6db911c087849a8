"""Meta-evaluation: all measures of agreement with people, for all metrics and test sets."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from math import isnan
from typing import Any

import numpy as np

from ..arrays import Floats
from ..errors import UsageError
from ..files.inputs.columns import html_table
from ..resampling import (
    LEVEL,
    SAMPLES,
    SEED,
    ResamplingProgress,
    bootstrap_counts,
    check_memory,
    check_resampling,
)
from .judgments import Track
from .measures import MEASURES, Measure, default_measures
from .measures.system_measures import SystemPearson, metric_tie_share
from .metric_comparison import (
    MetricDifference,
    compare_by_bootstrap,
    compare_by_permutation,
    compare_by_williams,
)
from .metric_scores import drop_unscored_judgments
from .scored import CONSTANT, RANDOM, Scored
from .systems.significance import split_clusters

TESTS = ("bootstrap", "permutation", "williams", "none")
SIGNIFICANCE_LEVEL = 0.05
_SAMPLES_PER_BATCH = 1000  # limits memory: some measures need a thousand numbers per sample


@dataclass(frozen=True)
class Row:
    """Results of one metric: its value on each track, their mean, and its significance cluster.

    `interval` is the 95 % bootstrap interval of the mean.
    """

    metric: str
    values: tuple[float, ...]
    mean: float
    cluster: int | None = None
    interval: tuple[float, float] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return a dictionary that can be written as JSON, with None for undefined values."""
        mean, *values = (None if isnan(value) else value for value in (self.mean, *self.values))
        return {**asdict(self), "values": values, "mean": mean}


@dataclass(frozen=True)
class MeasureBlock:
    """Results of one measure on the tracks of one test set; rows are ordered by decreasing mean."""

    test_set: str
    measure: Measure
    tracks: tuple[str, ...]
    rows: tuple[Row, ...]
    differences: tuple[MetricDifference, ...] = field(default=())

    def to_dict(self) -> dict[str, Any]:
        """Return a dictionary that can be written as JSON."""
        return {
            "test_set": self.test_set,
            "measure": self.measure.name,
            "level": self.measure.level,
            "about": self.measure.description,
            "tracks": list(self.tracks),
            "rows": [row.to_dict() for row in self.rows],
            "differences": [asdict(difference) for difference in self.differences],
        }


@dataclass(frozen=True)
class Evaluation:
    """Results of a meta-evaluation and the settings that they depend on.

    Parameters
    ----------
    blocks : results of each measure on each test set
    test, samples, seed : significance test, number of samples, and seed
    ties : share of judged pairs (without human ties) that a metric ties, by (track, metric)
    """

    blocks: tuple[MeasureBlock, ...]
    test: str
    samples: int
    seed: int
    ties: Mapping[tuple[str, str], float] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return the dictionary that `tesla meta -f json` prints."""
        return {
            "test": self.test,
            "samples": self.samples,
            "seed": self.seed,
            "blocks": [block.to_dict() for block in self.blocks],
            "ties": [
                {"track": track, "metric": metric, "share": share}
                for (track, metric), share in self.ties.items()
            ],
        }

    def _repr_html_(self) -> str:
        rows = [
            (block.test_set, block.measure.name, row.metric, row.mean, row.cluster)
            for block in self.blocks
            for row in block.rows
        ]
        columns = ("set", "measure", "metric", "mean", "cluster")
        return html_table("Agreement with people", columns, rows)


def evaluate(
    tracks: Sequence[Track],
    scored: Sequence[Sequence[Scored]],
    *,
    measures: Sequence[Measure] | None = None,
    test: str = "bootstrap",
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Callable[[int], None] | None = None,
    sampling: Callable[[int], None] | None = None,
) -> Evaluation:
    """Compute measures of agreement with people for metrics on judged test sets.

    Parameters
    ----------
    tracks, scored : judged test sets, and the scores of all metrics on each of them
    measures : measures; default: the usual ones for the kind of each track
    test : bootstrap, permutation, williams (system-level Pearson, by track) or none
    samples, seed : number and seed of the samples or permutations
    progress, sampling : called with the number of newly finished measures and of new samples

    Returns
    -------
    Evaluation, in which metrics of one cluster do not differ significantly (p < 0.05)
    """
    _check_arguments(tracks, scored, test, samples, seed)
    report_progress = progress or (lambda _: None)
    all_measures = tuple(measures or MEASURES.values())
    cells: dict[str, list[_Cell]] = {measure.name: [] for measure in all_measures}
    ties: dict[tuple[str, str], float] = {}
    for track, track_scored in zip(tracks, scored, strict=True):
        # All metrics are compared with the same judgments.
        reduced = drop_unscored_judgments(track, track_scored)
        track_measures = applicable_measures(reduced, measures)
        sampled: list[dict[str, Floats]] = [{} for _ in track_measures]
        # One segment has no sampling variance.
        if test == "bootstrap" and track_measures and reduced.segments > 1:
            check_memory(samples, len(track_measures) * len(track_scored) * len(tracks))
            drawn = bootstrap_counts(track.segments, samples, seed, sampling, _SAMPLES_PER_BATCH)
            sampled = _bootstrap_values(track_measures, reduced, track_scored, drawn)
        for measure, values in zip(track_measures, sampled, strict=True):
            cells[measure.name].append(_Cell(measure, reduced, track_scored, values))
            report_progress(1)
        ties |= {(track.name, m.metric): share for m, share in _tie_shares(reduced, track_scored)}
    blocks = [
        _block(measure, name, block_cells, test, samples, seed, sampling)
        for measure in all_measures
        for name, block_cells in _group_by_block(cells[measure.name]).items()
    ]
    return Evaluation(tuple(blocks), test, samples, seed, ties)


def _group_by_block(cells: Sequence["_Cell"]) -> dict[str, list["_Cell"]]:
    blocks: dict[str, list[_Cell]] = {}
    for cell in cells:
        blocks.setdefault(cell.track.average_group, []).append(cell)
    return blocks


def applicable_measures(track: Track, measures: Sequence[Measure] | None = None) -> list[Measure]:
    """Return the requested measures, or the usual ones, that apply to the track."""
    if not measures:
        return default_measures(track)
    return [measure for measure in measures if measure.applies(track)]


def _check_arguments(
    tracks: Sequence[Track], scored: Sequence[Sequence[Scored]], test: str, samples: int, seed: int
) -> None:
    if test not in TESTS:
        raise UsageError(f"unknown test {test!r}: choose from {', '.join(TESTS)}")
    check_resampling(samples, seed, LEVEL)
    if len(tracks) != len(scored):
        raise UsageError(f"{len(tracks)} tracks but scores of {len(scored)}: give a list for each")
    for track_scored in scored:
        names = [metric_scores.metric for metric_scores in track_scored]
        for name in names:
            if names.count(name) > 1:
                raise UsageError(f"two metrics are named {name}: rename one (Scored.metric)")


@dataclass(frozen=True)
class _Cell:
    """One measure on one track, with its values in bootstrap samples by metric."""

    measure: Measure
    track: Track
    scored: Sequence[Scored]
    sampled: Mapping[str, Floats]

    def metric_scores(self, metric: str) -> Scored | None:
        return next(
            (metric_scores for metric_scores in self.scored if metric_scores.metric == metric), None
        )

    def value(self, metric: str) -> float:
        metric_scores = self.metric_scores(metric)
        return (
            float("nan") if metric_scores is None else self.measure.value(self.track, metric_scores)
        )


def _bootstrap_values(
    measures: Sequence[Measure], track: Track, scored: Sequence[Scored], drawn: Iterable[Floats]
) -> list[dict[str, Floats]]:
    """Return, per measure, the values in bootstrap samples of each metric that can be resampled."""
    resampled_metrics = [
        metric_scores for metric_scores in scored if metric_scores.metric not in (CONSTANT, RANDOM)
    ]
    values_by_measure: list[dict[str, list[Floats]]] = [{} for _ in measures]
    for weights in drawn:  # measures in turn on the same samples, so that shared work is cached
        for measure, value_lists in zip(measures, values_by_measure, strict=True):
            for metric_scores in resampled_metrics:
                if (values := measure.resampled_values(track, metric_scores, weights)) is not None:
                    value_lists.setdefault(metric_scores.metric, []).append(values)
    return [
        _fill_undefined({m: np.concatenate(chunks) for m, chunks in value_lists.items()})
        for value_lists in values_by_measure
    ]


def _fill_undefined(sampled: dict[str, Floats]) -> dict[str, Floats]:
    # A sample without judged segments is undefined for all metrics and stays NaN. If only some
    # metrics are undefined in a sample (constant scores), their correlation counts as 0.
    if not sampled:
        return {}
    all_undefined = np.isnan(list(sampled.values())).all(axis=0)
    return {
        m: np.where(all_undefined, np.nan, np.nan_to_num(values)) for m, values in sampled.items()
    }


def _tie_shares(track: Track, scored: Sequence[Scored]) -> Iterator[tuple[Scored, float]]:
    if MEASURES["consistency"].applies(track):
        for metric_scores in scored:
            if metric_scores.segments is not None:
                yield metric_scores, metric_tie_share(track, metric_scores.segments)


def _block(
    measure: Measure,
    test_set: str,
    cells: Sequence[_Cell],
    test: str,
    samples: int,
    seed: int,
    report_samples: ResamplingProgress | None,
) -> MeasureBlock:
    metrics = list(dict.fromkeys(scored.metric for cell in cells for scored in cell.scored))
    values = {metric: tuple(cell.value(metric) for cell in cells) for metric in metrics}
    means = {metric: float(np.mean(values[metric])) for metric in metrics}
    bootstrap_means = {m: drawn for m in metrics if len(drawn := _mean_bootstrap_values(cells, m))}
    # Equal means are ordered by the mean over the samples, so the input order does not matter.
    bootstrap_centres = {metric: float(drawn.mean()) for metric, drawn in bootstrap_means.items()}
    ranked = sorted(
        metrics,
        key=lambda m: (isnan(means[m]), -round(means[m], 12), -bootstrap_centres.get(m, 0.0), m),
    )
    tracks = tuple(cell.track.pair for cell in cells)
    intervals: dict[str, tuple[float, float]] = {}
    differences: list[MetricDifference] = []
    real_metrics = [m for m in ranked if m not in (CONSTANT, RANDOM) and not isnan(means[m])]
    if test == "bootstrap":
        tested = [metric for metric in real_metrics if metric in bootstrap_means]
        for metric in tested:
            low, high = np.quantile(bootstrap_means[metric], (0.025, 0.975)).tolist()
            intervals[metric] = low, high
        differences = [
            compare_by_bootstrap(a, b, means[a] - means[b], bootstrap_means[a], bootstrap_means[b])
            for a, b in combinations(tested, 2)
        ]
    elif test == "permutation":
        differences = [
            result
            for a, b in combinations(real_metrics, 2)
            if (result := _permutation_test(measure, cells, a, b, samples, seed, report_samples))
            is not None
        ]
    elif test == "williams" and measure.name == SystemPearson.name:
        differences = [
            difference for cell in cells for difference in _williams_tests(cell, real_metrics)
        ]
    # Williams' test applies to single tracks and not to a mean over tracks.
    cluster_by_metric = (
        {} if test == "williams" and len(cells) > 1 else _cluster_numbers(real_metrics, differences)
    )
    rows = [Row(m, values[m], means[m], cluster_by_metric.get(m), intervals.get(m)) for m in ranked]
    return MeasureBlock(test_set, measure, tracks, tuple(rows), tuple(differences))


def _mean_bootstrap_values(cells: Sequence[_Cell], metric: str) -> Floats:
    """Return the metric's means over tracks, empty if it cannot be resampled on some track."""
    drawn = [cell.sampled[metric] for cell in cells if metric in cell.sampled]
    if len(drawn) < len(cells):
        return np.zeros(0)
    mean: Floats = np.mean(drawn, axis=0)
    return mean[~np.isnan(mean)]


def _permutation_test(
    measure: Measure,
    cells: Sequence[_Cell],
    a: str,
    b: str,
    samples: int,
    seed: int,
    report_samples: ResamplingProgress | None,
) -> MetricDifference | None:
    first, second = ([cell.metric_scores(metric) for cell in cells] for metric in (a, b))
    return compare_by_permutation(
        measure,
        [cell.track for cell in cells],
        [metric_scores for metric_scores in first if metric_scores is not None],
        [metric_scores for metric_scores in second if metric_scores is not None],
        samples,
        seed,
        report_samples,
    )


def _williams_tests(cell: _Cell, metrics: Sequence[str]) -> list[MetricDifference]:
    available = [scored for metric in metrics if (scored := cell.metric_scores(metric)) is not None]
    differences = [compare_by_williams(cell.track, a, b) for a, b in combinations(available, 2)]
    return [difference for difference in differences if difference is not None]


def _cluster_numbers(
    ranked: Sequence[str], differences: Sequence[MetricDifference]
) -> dict[str, int]:
    """Return the number of each tested metric's cluster.

    In each difference `a` is the higher ranked metric; a test that contradicts the ranking does not
    start a cluster.
    """
    differ = {
        (d.a, d.b) for d in differences if d.p_value < SIGNIFICANCE_LEVEL and d.difference > 0
    }
    compared = {name for d in differences for name in (d.a, d.b)}
    tested = [metric for metric in ranked if metric in compared]
    groups = split_clusters(tested, lambda a, b: (a, b) in differ)
    return {metric: cluster for cluster, group in enumerate(groups, 1) for metric in group}
