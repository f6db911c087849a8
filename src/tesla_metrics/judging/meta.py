"""Which metric should one believe? Measures of all metrics on all tracks, with their tests."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from ..errors import UsageError
from .between_metrics import (
    Difference,
    compare_by_bootstrap,
    compare_by_permutation,
    compare_by_williams,
    draw,
)
from .clusters import clusters
from .judgments import Track
from .measures import MEASURES, Measure
from .measures.systems import SystemPearson
from .scored import CONSTANT, RANDOM, Scored

if TYPE_CHECKING:
    from numpy.typing import NDArray

TESTS = ("bootstrap", "permutation", "williams", "none")
SIGNIFICANT = 0.05
SAMPLES, SEED = 1000, 12345


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


@dataclass(frozen=True)
class Block:
    """One measure on the tracks of one test set; rows from the best mean to the worst."""

    test_set: str
    measure: Measure
    tracks: tuple[str, ...]
    rows: tuple[Row, ...]
    differences: tuple[Difference, ...] = field(default=())


@dataclass(frozen=True)
class Evaluation:
    """All blocks, and what they depend on."""

    blocks: tuple[Block, ...]
    test: str
    samples: int
    seed: int


def evaluate(
    tracks: Sequence[Track],
    scored: Sequence[Sequence[Scored]],
    *,
    measures: Sequence[Measure] | None = None,
    test: str = "bootstrap",
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Callable[[int], None] | None = None,
) -> Evaluation:
    """Every measure that applies, by test set; `scored` are the metrics of each track.

    `test` is bootstrap, permutation, williams (Pearson's system correlation, track by track) or
    none. Metrics of the first cluster do not differ from each other at p < 0.05, and so on.
    """
    if test not in TESTS:
        raise UsageError(f"unknown test {test!r}: choose from {', '.join(TESTS)}")
    if samples < 1:
        raise UsageError(f"{samples} samples: give a number from 1 on")
    tell = progress or (lambda _: None)
    blocks = []
    for measure in measures or tuple(MEASURES.values()):
        applying = [number for number, track in enumerate(tracks) if measure.applies(track)]
        cells = [_Cell(measure, tracks[number], scored[number]) for number in applying]
        for test_set in dict.fromkeys(cell.track.test_set for cell in cells):
            own = [cell for cell in cells if cell.track.test_set == test_set]
            blocks.append(_block(measure, test_set, own, test, samples, seed))
            tell(len(own))
    return Evaluation(tuple(blocks), test, samples, seed)


@dataclass(frozen=True)
class _Cell:
    """One measure on one track."""

    measure: Measure
    track: Track
    scored: Sequence[Scored]

    def of(self, metric: str) -> Scored | None:
        return next((own for own in self.scored if own.metric == metric), None)

    def value(self, metric: str) -> float:
        own = self.of(metric)
        return float("nan") if own is None else self.measure.value(self.track, own)

    def sampled(self, metric: str, samples: int, seed: int) -> "NDArray[np.float64] | None":
        own = self.of(metric)
        if own is None:
            return None
        weights = draw(self.track.segments, samples, seed)
        values = self.measure.resampled(self.track, own, weights)
        # A sample in which a correlation is not defined says nothing for the metric.
        return None if values is None else np.nan_to_num(values)


def _block(
    measure: Measure, test_set: str, cells: Sequence[_Cell], test: str, samples: int, seed: int
) -> Block:
    metrics = list(dict.fromkeys(own.metric for cell in cells for own in cell.scored))
    values = {metric: tuple(cell.value(metric) for cell in cells) for metric in metrics}
    means = {metric: float(np.mean(values[metric])) for metric in metrics}
    ranked = sorted(metrics, key=lambda metric: (isnan(means[metric]), -means[metric]))
    tracks = tuple(cell.track.pair for cell in cells)
    intervals: dict[str, tuple[float, float]] = {}
    differences: list[Difference] = []
    real = [m for m in ranked if m not in (CONSTANT, RANDOM) and not isnan(means[m])]
    if test == "bootstrap":
        drawn = {m: _mean_sampled(cells, m, samples, seed) for m in real}
        known = {m: values for m, values in drawn.items() if values is not None}
        for metric, sampled in known.items():
            low, high = np.quantile(sampled, (0.025, 0.975)).tolist()
            intervals[metric] = low, high
        differences = [
            compare_by_bootstrap(a, b, means[a] - means[b], known[a], known[b])
            for a, b in combinations(known, 2)
        ]
    elif test == "permutation":
        differences = [
            found
            for a, b in combinations(real, 2)
            if (found := _permuted(measure, cells, a, b, samples, seed)) is not None
        ]
    elif test == "williams" and measure.name == SystemPearson.name:
        differences = [difference for cell in cells for difference in _williams(cell, real)]
    # Williams' test says nothing of a mean over tracks.
    places = {} if test == "williams" and len(cells) > 1 else _places(real, differences)
    rows = [Row(m, values[m], means[m], places.get(m), intervals.get(m)) for m in ranked]
    return Block(test_set, measure, tracks, tuple(rows), tuple(differences))


def _mean_sampled(
    cells: Sequence[_Cell], metric: str, samples: int, seed: int
) -> "NDArray[np.float64] | None":
    drawn = []
    for cell in cells:
        values = cell.sampled(metric, samples, seed)
        if values is None:
            return None
        drawn.append(values)
    mean: NDArray[np.float64] = np.mean(drawn, axis=0)
    return mean


def _permuted(
    measure: Measure, cells: Sequence[_Cell], a: str, b: str, samples: int, seed: int
) -> Difference | None:
    first, second = ([cell.of(metric) for cell in cells] for metric in (a, b))
    return compare_by_permutation(
        measure,
        [cell.track for cell in cells],
        [own for own in first if own is not None],
        [own for own in second if own is not None],
        samples,
        seed,
    )


def _williams(cell: _Cell, metrics: Sequence[str]) -> list[Difference]:
    own = [scored for metric in metrics if (scored := cell.of(metric)) is not None]
    found = [compare_by_williams(cell.track, a, b) for a, b in combinations(own, 2)]
    return [difference for difference in found if difference is not None]


def _places(ranked: Sequence[str], differences: Sequence[Difference]) -> dict[str, int]:
    """The number of each metric's cluster, for those that were tested."""
    p_values = {frozenset((d.a, d.b)): d.p_value for d in differences}
    tested = [m for m in ranked if any(m in pair for pair in p_values)]
    groups = clusters(tested, lambda a, b: p_values.get(frozenset((a, b)), 1.0) < SIGNIFICANT)
    return {metric: place for place, group in enumerate(groups, 1) for metric in group}
