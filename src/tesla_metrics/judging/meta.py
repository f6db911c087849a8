"""Which metric should one believe? Measures of all metrics on all tracks, with their tests."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from math import isnan
from typing import Any

import numpy as np

from ..arrays import Floats
from ..errors import UsageError
from ..notebooks import html_table
from ..resampling import LEVEL, SAMPLES, SEED, Told, check_held, check_resampling, draws
from .between_metrics import (
    Difference,
    compare_by_bootstrap,
    compare_by_permutation,
    compare_by_williams,
)
from .clusters import clusters
from .judgments import Track
from .measures import MEASURES, Measure, usual_measures
from .measures.rankings import metric_ties
from .measures.systems import SystemPearson
from .metric_scores import without_unscored
from .scored import CONSTANT, RANDOM, Scored

TESTS = ("bootstrap", "permutation", "williams", "none")
SIGNIFICANT = 0.05
_ROWS = 1000  # samples that measures see at a time: some take a thousand numbers for each


@dataclass(frozen=True)
class Row:
    """One metric: its value on each track and in the mean, and the cluster that it is in.

    `interval` holds the mean in 95 % of the bootstrap samples.
    """

    metric: str
    values: tuple[float, ...]
    mean: float
    cluster: int | None = None
    interval: tuple[float, float] | None = None

    def to_dict(self) -> dict[str, Any]:
        """By name, as JSON can have it: None for what is undefined."""
        mean, *values = (None if isnan(value) else value for value in (self.mean, *self.values))
        return {**asdict(self), "values": values, "mean": mean}


@dataclass(frozen=True)
class MeasureBlock:
    """One measure on the tracks of one test set; rows from the best mean to the worst."""

    test_set: str
    measure: Measure
    tracks: tuple[str, ...]
    rows: tuple[Row, ...]
    differences: tuple[Difference, ...] = field(default=())

    def to_dict(self) -> dict[str, Any]:
        """By name, as JSON can have it."""
        return {
            "test_set": self.test_set,
            "measure": self.measure.name,
            "level": self.measure.level,
            "about": self.measure.about,
            "tracks": list(self.tracks),
            "rows": [row.to_dict() for row in self.rows],
            "differences": [asdict(difference) for difference in self.differences],
        }


@dataclass(frozen=True)
class Evaluation:
    """All blocks, and what they depend on."""

    blocks: tuple[MeasureBlock, ...]
    test: str
    samples: int
    seed: int
    # The share of judged pairs, human ties left out, that a metric ties, by (track, metric).
    ties: Mapping[tuple[str, str], float] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """What `tesla meta -f json` prints of it."""
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
    """Every usual measure that applies, or every one of `measures`, by test set.

    `scored` are the metrics of each track.

    `test` is bootstrap, permutation, williams (Pearson's system correlation, track by track) or
    none. Metrics of the first cluster do not differ from each other at p < 0.05, and so on.
    `progress` is told how many more measures of a track are done, `sampling` how many more samples.
    """
    _check(tracks, scored, test, samples, seed)
    tell = progress or (lambda _: None)
    asked = tuple(measures or MEASURES.values())
    cells: dict[str, list[_Cell]] = {measure.name: [] for measure in asked}
    ties: dict[tuple[str, str], float] = {}
    for track, every in zip(tracks, scored, strict=True):
        # Metrics are held against the same judgments.
        reduced = without_unscored(track, every)
        applying = applying_measures(reduced, measures)
        sampled: list[dict[str, Floats]] = [{} for _ in applying]
        # One segment cannot show how far chance strays.
        if test == "bootstrap" and applying and reduced.segments > 1:
            check_held(samples, len(applying) * len(every) * len(tracks))
            drawn = draws(track.segments, samples, seed, sampling, _ROWS)
            sampled = _sampled(applying, reduced, every, drawn)
        for measure, own in zip(applying, sampled, strict=True):
            cells[measure.name].append(_Cell(measure, reduced, every, own))
            tell(1)
        ties |= {(track.name, own.metric): share for own, share in _ties(reduced, every)}
    blocks = [
        _block(measure, name, own, test, samples, seed, sampling)
        for measure in asked
        for name, own in _by_block(cells[measure.name]).items()
    ]
    return Evaluation(tuple(blocks), test, samples, seed, ties)


def _by_block(cells: Sequence["_Cell"]) -> dict[str, list["_Cell"]]:
    found: dict[str, list[_Cell]] = {}
    for cell in cells:
        found.setdefault(cell.track.block, []).append(cell)
    return found


def applying_measures(track: Track, asked: Sequence[Measure] | None = None) -> list[Measure]:
    """Those that were asked for, or the usual ones, as far as they apply to the track."""
    if not asked:
        return usual_measures(track)
    return [measure for measure in asked if measure.applies(track)]


def _check(
    tracks: Sequence[Track], scored: Sequence[Sequence[Scored]], test: str, samples: int, seed: int
) -> None:
    if test not in TESTS:
        raise UsageError(f"unknown test {test!r}: choose from {', '.join(TESTS)}")
    check_resampling(samples, seed, LEVEL)
    if len(tracks) != len(scored):
        raise UsageError(f"{len(tracks)} tracks but scores of {len(scored)}: give a list for each")
    for every in scored:
        names = [own.metric for own in every]
        for name in names:
            if names.count(name) > 1:
                raise UsageError(f"two metrics are called {name}: rename one (Scored.metric)")


@dataclass(frozen=True)
class _Cell:
    """One measure on one track, with its values on the samples of segments."""

    measure: Measure
    track: Track
    scored: Sequence[Scored]
    sampled: Mapping[str, Floats]

    def of(self, metric: str) -> Scored | None:
        return next((own for own in self.scored if own.metric == metric), None)

    def value(self, metric: str) -> float:
        own = self.of(metric)
        return float("nan") if own is None else self.measure.value(self.track, own)


def _sampled(
    measures: Sequence[Measure], track: Track, scored: Sequence[Scored], drawn: Iterable[Floats]
) -> list[dict[str, Floats]]:
    """Of each measure the values in bootstrap samples, by metric whose scores can be resampled."""
    real = [own for own in scored if own.metric not in (CONSTANT, RANDOM)]
    found: list[dict[str, list[Floats]]] = [{} for _ in measures]
    for weights in drawn:  # all measures one after another: what they share is computed once
        for measure, parts in zip(measures, found, strict=True):
            for own in real:
                if (values := measure.resampled(track, own, weights)) is not None:
                    parts.setdefault(own.metric, []).append(values)
    return [_defined({m: np.concatenate(p) for m, p in parts.items()}) for parts in found]


def _defined(sampled: dict[str, Floats]) -> dict[str, Floats]:
    # A sample without a judged segment tells nothing of any metric; one in which a single
    # metric's correlation is not defined says nothing for that metric.
    if not sampled:
        return {}
    nothing = np.isnan(list(sampled.values())).all(axis=0)
    return {m: np.where(nothing, np.nan, np.nan_to_num(values)) for m, values in sampled.items()}


def _ties(track: Track, scored: Sequence[Scored]) -> Iterator[tuple[Scored, float]]:
    if MEASURES["consistency"].applies(track):
        for own in scored:
            if own.segments is not None:
                yield own, metric_ties(track, own.segments)


def _block(
    measure: Measure,
    test_set: str,
    cells: Sequence[_Cell],
    test: str,
    samples: int,
    seed: int,
    told: Told | None,
) -> MeasureBlock:
    metrics = list(dict.fromkeys(own.metric for cell in cells for own in cell.scored))
    values = {metric: tuple(cell.value(metric) for cell in cells) for metric in metrics}
    means = {metric: float(np.mean(values[metric])) for metric in metrics}
    known = {m: drawn for m in metrics if len(drawn := _mean_sampled(cells, m))}
    # Of equal means the one that is higher in the samples comes first, whatever order they came in.
    central = {metric: float(drawn.mean()) for metric, drawn in known.items()}
    ranked = sorted(
        metrics, key=lambda m: (isnan(means[m]), -round(means[m], 12), -central.get(m, 0.0), m)
    )
    tracks = tuple(cell.track.pair for cell in cells)
    intervals: dict[str, tuple[float, float]] = {}
    differences: list[Difference] = []
    real = [m for m in ranked if m not in (CONSTANT, RANDOM) and not isnan(means[m])]
    if test == "bootstrap":
        tested = [metric for metric in real if metric in known]
        for metric in tested:
            low, high = np.quantile(known[metric], (0.025, 0.975)).tolist()
            intervals[metric] = low, high
        differences = [
            compare_by_bootstrap(a, b, means[a] - means[b], known[a], known[b])
            for a, b in combinations(tested, 2)
        ]
    elif test == "permutation":
        differences = [
            found
            for a, b in combinations(real, 2)
            if (found := _permuted(measure, cells, a, b, samples, seed, told)) is not None
        ]
    elif test == "williams" and measure.name == SystemPearson.name:
        differences = [difference for cell in cells for difference in _williams(cell, real)]
    # Williams' test says nothing of a mean over tracks.
    places = {} if test == "williams" and len(cells) > 1 else _places(real, differences)
    rows = [Row(m, values[m], means[m], places.get(m), intervals.get(m)) for m in ranked]
    return MeasureBlock(test_set, measure, tracks, tuple(rows), tuple(differences))


def _mean_sampled(cells: Sequence[_Cell], metric: str) -> Floats:
    """Empty where the metric cannot be resampled on some track."""
    drawn = [cell.sampled[metric] for cell in cells if metric in cell.sampled]
    if len(drawn) < len(cells):
        return np.zeros(0)
    mean: Floats = np.mean(drawn, axis=0)
    return mean[~np.isnan(mean)]


def _permuted(
    measure: Measure,
    cells: Sequence[_Cell],
    a: str,
    b: str,
    samples: int,
    seed: int,
    told: Told | None,
) -> Difference | None:
    first, second = ([cell.of(metric) for cell in cells] for metric in (a, b))
    return compare_by_permutation(
        measure,
        [cell.track for cell in cells],
        [own for own in first if own is not None],
        [own for own in second if own is not None],
        samples,
        seed,
        told,
    )


def _williams(cell: _Cell, metrics: Sequence[str]) -> list[Difference]:
    own = [scored for metric in metrics if (scored := cell.of(metric)) is not None]
    found = [compare_by_williams(cell.track, a, b) for a, b in combinations(own, 2)]
    return [difference for difference in found if difference is not None]


def _places(ranked: Sequence[str], differences: Sequence[Difference]) -> dict[str, int]:
    """The number of each metric's cluster, for those that were tested.

    Of two metrics the higher ranked is `a`; a test that contradicts the ranking opens no cluster.
    """
    differ = {(d.a, d.b) for d in differences if d.p_value < SIGNIFICANT and d.difference > 0}
    compared = {name for d in differences for name in (d.a, d.b)}
    tested = [metric for metric in ranked if metric in compared]
    groups = clusters(tested, lambda a, b: (a, b) in differ)
    return {metric: place for place, group in enumerate(groups, 1) for metric in group}
