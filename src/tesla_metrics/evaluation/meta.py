"""Meta-evaluation: measure how well metrics agree with human judgments of test sets."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from math import isnan
from typing import Any

import numpy as np

from ..arrays import Floats
from ..errors import UsageError
from ..files.inputs.columns import format_html_table
from ..resampling import (
    DEFAULT_LEVEL,
    DEFAULT_SAMPLES,
    DEFAULT_SEED,
    ResamplingProgress,
    check_resampling,
    check_sample_memory,
    draw_bootstrap_counts,
)
from .judgments import Track
from .measures import MEASURES, Measure, get_default_measures
from .measures.system_measures import SystemPearson, compute_metric_tie_share
from .metric_comparison import (
    MetricDifference,
    compare_by_bootstrap,
    compare_by_permutation,
    compare_by_williams,
)
from .metric_scores import drop_unscored_judgments
from .scored import CONSTANT_BASELINE, RANDOM_BASELINE, RandomScored, Scored
from .systems.significance import split_clusters

METRIC_TESTS = ("bootstrap", "permutation", "williams", "none")
SIGNIFICANCE_LEVEL = 0.05
_SAMPLES_PER_BATCH = 1000  # limits memory: some measures need 1000 floats per sample


@dataclass(frozen=True)
class MetricResult:
    """Results of one metric for one measure.

    values      value on each track; of the random baseline, the mean of its draws
    mean        mean of the values over the tracks
    cluster     significance cluster, from 1; None without a test
    interval    95 % bootstrap interval of the mean, None without bootstrap samples; of the random
                baseline, 95 % of its draws
    """

    metric: str
    values: tuple[float, ...]
    mean: float
    cluster: int | None = None
    interval: tuple[float, float] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return a dictionary that can be written as JSON, with None for undefined values."""
        values = [None if isnan(value) else value for value in self.values]
        mean = None if isnan(self.mean) else self.mean
        return {**asdict(self), "values": values, "mean": mean}


@dataclass(frozen=True)
class MeasureBlock:
    """Results of one measure on the tracks of one test set.

    tracks       language pairs, or names of the human scores; the columns of the table
    rows         results of each metric, by decreasing mean
    differences  significance tests between pairs of metrics
    """

    test_set: str
    measure: Measure
    tracks: tuple[str, ...]
    rows: tuple[MetricResult, ...]
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
        return format_html_table("Agreement with people", columns, rows)


def evaluate(
    tracks: Sequence[Track],
    scored: Sequence[Sequence[Scored]],
    *,
    measures: Sequence[Measure] | None = None,
    test: str = "bootstrap",
    samples: int = DEFAULT_SAMPLES,
    seed: int = DEFAULT_SEED,
    progress: Callable[[int], None] | None = None,
    sampling: Callable[[int], None] | None = None,
) -> Evaluation:
    """Compute measures of agreement with people for metrics on judged test sets.

    Parameters
    ----------
    tracks, scored : judged test sets, and the scores of all metrics on each of them
    measures : measures; default: the default measures for the unit of each track
    test : bootstrap, permutation, williams (only system-level Pearson, on single tracks) or none
    samples, seed : number and seed of the samples or permutations
    progress : called with the number of newly finished measures
    sampling : called with the number of newly drawn samples

    Returns
    -------
    Evaluation
        Metrics in the same cluster do not differ significantly (p < 0.05).
    """
    _check_arguments(tracks, scored, test, samples, seed)
    report_progress = progress or (lambda _: None)
    all_measures = tuple(measures or MEASURES.values())
    cells: dict[str, list[_Cell]] = {measure.name: [] for measure in all_measures}
    ties: dict[tuple[str, str], float] = {}
    for track, track_scores in zip(tracks, scored, strict=True):
        # All metrics are compared with the same judgments.
        judged_track = drop_unscored_judgments(track, track_scores)
        track_measures = get_applicable_measures(judged_track, measures)
        sampled_values: list[dict[str, Floats]] = [{} for _ in track_measures]
        # One segment has no sampling variance.
        if test == "bootstrap" and track_measures and judged_track.segments > 1:
            check_sample_memory(samples, len(track_measures) * len(track_scores) * len(tracks))
            weight_batches = draw_bootstrap_counts(
                track.segments, samples, seed, sampling, _SAMPLES_PER_BATCH
            )
            sampled_values = _compute_bootstrap_values(
                track_measures, judged_track, track_scores, weight_batches
            )
        for measure, values in zip(track_measures, sampled_values, strict=True):
            draws = _compute_random_values(measure, judged_track, track_scores)
            cells[measure.name].append(_Cell(measure, judged_track, track_scores, values, draws))
            report_progress(1)
        for metric, tie_share in _compute_tie_shares(judged_track, track_scores):
            ties[track.name, metric] = tie_share
    blocks = [
        _build_block(measure, group, group_cells, test, samples, seed, sampling)
        for measure in all_measures
        for group, group_cells in _group_cells(cells[measure.name]).items()
    ]
    return Evaluation(tuple(blocks), test, samples, seed, ties)


def _group_cells(cells: Sequence["_Cell"]) -> dict[str, list["_Cell"]]:
    """Group the cells of tracks that are averaged together, usually the tracks of a test set."""
    groups: dict[str, list[_Cell]] = {}
    for cell in cells:
        groups.setdefault(cell.track.average_group, []).append(cell)
    return groups


def get_applicable_measures(
    track: Track, measures: Sequence[Measure] | None = None
) -> list[Measure]:
    """Return the measures that apply to the track; None: the default measures of its unit."""
    if not measures:
        return get_default_measures(track)
    return [measure for measure in measures if measure.applies(track)]


def _check_arguments(
    tracks: Sequence[Track],
    scores: Sequence[Sequence[Scored]],
    test: str,
    n_samples: int,
    seed: int,
) -> None:
    if test not in METRIC_TESTS:
        raise UsageError(f"unknown test {test!r}: choose from {', '.join(METRIC_TESTS)}")
    check_resampling(n_samples, seed, DEFAULT_LEVEL)
    if len(tracks) != len(scores):
        raise UsageError(f"{len(tracks)} tracks but scores of {len(scores)}: give a list for each")
    for track_scores in scores:
        names = [metric_scores.metric for metric_scores in track_scores]
        for name in names:
            if names.count(name) > 1:
                raise UsageError(f"two metrics are named {name}: rename one (Scored.metric)")


@dataclass(frozen=True)
class _Cell:
    """A cell of the results: one measure on one track.

    scores          scores of all metrics on the track
    sampled_values  values of the measure in bootstrap samples, by metric
    random_values   value of the measure for each draw of the random baseline; may be empty
    """

    measure: Measure
    track: Track
    scores: Sequence[Scored]
    sampled_values: Mapping[str, Floats]
    random_values: Floats

    def find_scores(self, metric: str) -> Scored | None:
        """Return the scores of a metric; None if it did not score the track."""
        for metric_scores in self.scores:
            if metric_scores.metric == metric:
                return metric_scores
        return None

    def compute_value(self, metric: str) -> float:
        """Return the value of the measure for a metric; NaN without scores."""
        metric_scores = self.find_scores(metric)
        if metric_scores is None:
            return float("nan")
        if metric == RANDOM_BASELINE and len(self.random_values):
            return float(self.random_values.mean())
        return self.measure.value(self.track, metric_scores)


def _compute_random_values(measure: Measure, track: Track, scores: Sequence[Scored]) -> Floats:
    """Return the value for each draw of the random baseline; an empty array without draws."""
    batches = [
        measure.matrix_values(track, segment_scores)
        for metric_scores in scores
        if isinstance(metric_scores, RandomScored)
        for segment_scores in metric_scores.iterate_draws()
    ]
    return np.concatenate([np.zeros(0), *batches])


def _compute_bootstrap_values(
    measures: Sequence[Measure],
    track: Track,
    scores: Sequence[Scored],
    weight_batches: Iterable[Floats],
) -> list[dict[str, Floats]]:
    """Return, for each measure, its values in all bootstrap samples by metric.

    `weight_batches` has arrays of shape (n_samples, n_segments), which count each segment in a
    sample. The baselines and metrics that cannot be resampled are left out.
    """
    real_scores = [
        metric_scores
        for metric_scores in scores
        if metric_scores.metric not in (CONSTANT_BASELINE, RANDOM_BASELINE)
    ]
    batches_by_measure: list[dict[str, list[Floats]]] = [{} for _ in measures]
    # All measures use a batch of samples in turn, so that the work that they share is cached.
    for weights in weight_batches:
        for measure, batches_by_metric in zip(measures, batches_by_measure, strict=True):
            for metric_scores in real_scores:
                if (values := measure.resampled_values(track, metric_scores, weights)) is not None:
                    batches_by_metric.setdefault(metric_scores.metric, []).append(values)
    return [
        _fill_undefined(
            {name: np.concatenate(batches) for name, batches in batches_by_metric.items()}
        )
        for batches_by_metric in batches_by_measure
    ]


def _fill_undefined(sampled_values: dict[str, Floats]) -> dict[str, Floats]:
    """Replace NaN by 0 in the samples in which some metric has a value.

    A metric with constant scores in a sample has no correlation, which counts as 0. A sample
    without judged segments is undefined for all metrics and stays NaN.
    """
    if not sampled_values:
        return {}
    all_undefined = np.isnan(list(sampled_values.values())).all(axis=0)
    return {
        metric: np.where(all_undefined, np.nan, np.nan_to_num(values))
        for metric, values in sampled_values.items()
    }


def _compute_tie_shares(track: Track, scores: Sequence[Scored]) -> Iterator[tuple[str, float]]:
    """Yield (metric, share of judged pairs that it ties) if the track has rankings."""
    if MEASURES["consistency"].applies(track):
        for metric_scores in scores:
            if metric_scores.segments is not None:
                yield metric_scores.metric, compute_metric_tie_share(track, metric_scores.segments)


def _build_block(
    measure: Measure,
    group: str,
    cells: Sequence[_Cell],
    test: str,
    n_samples: int,
    seed: int,
    report_samples: ResamplingProgress | None,
) -> MeasureBlock:
    """Build the table of one measure on tracks that are averaged together."""
    metrics = list(dict.fromkeys(scores.metric for cell in cells for scores in cell.scores))
    values = {metric: tuple(cell.compute_value(metric) for cell in cells) for metric in metrics}
    means = {metric: float(np.mean(values[metric])) for metric in metrics}
    bootstrap_means = {metric: _average_bootstrap_values(cells, metric) for metric in metrics}
    bootstrap_means = {metric: drawn for metric, drawn in bootstrap_means.items() if len(drawn)}
    # Equal means are ordered by the mean over the samples, so the input order does not matter.
    centres = {metric: float(drawn.mean()) for metric, drawn in bootstrap_means.items()}
    ranked_metrics = sorted(
        metrics, key=lambda m: (isnan(means[m]), -round(means[m], 12), -centres.get(m, 0.0), m)
    )
    tracks = tuple(cell.track.pair for cell in cells)
    intervals = _compute_random_interval(cells)
    differences: list[MetricDifference] = []
    baselines = (CONSTANT_BASELINE, RANDOM_BASELINE)
    real_metrics = [m for m in ranked_metrics if m not in baselines and not isnan(means[m])]
    if test == "bootstrap":
        resampled_metrics = [metric for metric in real_metrics if metric in bootstrap_means]
        for metric in resampled_metrics:
            intervals[metric] = _compute_interval(bootstrap_means[metric])
        differences = [
            compare_by_bootstrap(a, b, means[a] - means[b], bootstrap_means[a], bootstrap_means[b])
            for a, b in combinations(resampled_metrics, 2)
        ]
    elif test == "permutation":
        for a, b in combinations(real_metrics, 2):
            result = _run_permutation_test(measure, cells, a, b, n_samples, seed, report_samples)
            if result is not None:
                differences.append(result)
    elif test == "williams" and measure.name == SystemPearson.name:
        differences = [
            difference for cell in cells for difference in _run_williams_tests(cell, real_metrics)
        ]
    # Williams' test applies to single tracks and not to a mean over tracks.
    has_clusters = test != "williams" or len(cells) == 1
    clusters = _number_clusters(real_metrics, differences) if has_clusters else {}
    rows = [
        MetricResult(m, values[m], means[m], clusters.get(m), intervals.get(m))
        for m in ranked_metrics
    ]
    return MeasureBlock(group, measure, tracks, tuple(rows), tuple(differences))


def _compute_random_interval(cells: Sequence[_Cell]) -> dict[str, tuple[float, float]]:
    """Return the interval of the mean over tracks by name; empty without draws or if undefined."""
    if not all(len(cell.random_values) for cell in cells):
        return {}
    means = np.mean([cell.random_values for cell in cells], axis=0)
    return {} if np.isnan(means).any() else {RANDOM_BASELINE: _compute_interval(means)}


def _compute_interval(values: Floats) -> tuple[float, float]:
    """Return the interval that contains 95 % of the values, in the middle."""
    low, high = np.quantile(values, (0.025, 0.975)).tolist()
    return low, high


def _average_bootstrap_values(cells: Sequence[_Cell], metric: str) -> Floats:
    """Return the mean over tracks of the metric's value in each sample, without undefined means.

    The array is empty if the metric cannot be resampled on some track.
    """
    track_values = [cell.sampled_values[metric] for cell in cells if metric in cell.sampled_values]
    if len(track_values) < len(cells):
        return np.zeros(0)
    means: Floats = np.mean(track_values, axis=0)
    return means[~np.isnan(means)]


def _run_permutation_test(
    measure: Measure,
    cells: Sequence[_Cell],
    a: str,
    b: str,
    n_samples: int,
    seed: int,
    report_samples: ResamplingProgress | None,
) -> MetricDifference | None:
    """Compare the metrics named a and b over all cells, or return None if this is impossible."""
    a_scores = [cell.find_scores(a) for cell in cells]
    b_scores = [cell.find_scores(b) for cell in cells]
    return compare_by_permutation(
        measure,
        [cell.track for cell in cells],
        [scores for scores in a_scores if scores is not None],
        [scores for scores in b_scores if scores is not None],
        n_samples,
        seed,
        report_samples,
    )


def _run_williams_tests(cell: _Cell, metrics: Sequence[str]) -> list[MetricDifference]:
    all_scores = [cell.find_scores(metric) for metric in metrics]
    available_scores = [scores for scores in all_scores if scores is not None]
    differences = [
        compare_by_williams(cell.track, a, b) for a, b in combinations(available_scores, 2)
    ]
    return [difference for difference in differences if difference is not None]


def _number_clusters(
    ranked_metrics: Sequence[str], differences: Sequence[MetricDifference]
) -> dict[str, int]:
    """Return the significance cluster of each tested metric, from 1.

    In each difference `a` is the higher ranked metric; a test that contradicts the ranking does not
    start a cluster.
    """
    significant_pairs = {
        (d.a, d.b) for d in differences if d.p_value < SIGNIFICANCE_LEVEL and d.difference > 0
    }
    compared_metrics = {name for d in differences for name in (d.a, d.b)}
    tested_metrics = [metric for metric in ranked_metrics if metric in compared_metrics]
    clusters = split_clusters(tested_metrics, lambda a, b: (a, b) in significant_pairs)
    return {metric: index for index, cluster in enumerate(clusters, 1) for metric in cluster}
