"""A metric's scores of a track: computed here, or read from files of metrics that we don't run."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Floats
from ..errors import InputError, UsageError
from ..intake.references import present, reference_counts
from ..languages.scripts import is_written_in, no_letter
from ..metrics.base import Metric, Progress, Scorer
from ..metrics.inputs import check_inputs
from ..metrics.signature import one_count
from ..names import NOTHING, SOURCE
from .judgments import Track

Resample = Callable[[Floats], Floats]

CONSTANT, RANDOM = "(constant)", "(random)"


@dataclass(frozen=True, eq=False)
class Scored:
    """Scores by system and segment, turned so that higher is better; NaN where there is none."""

    metric: str
    segments: Floats | None  # a row a system
    systems: Floats
    signature: str = ""
    higher_is_better: bool = True
    # Weights of segments, a row a sample, to system scores, a row a sample.
    resample: Resample | None = field(default=None, repr=False)


def score_track(
    metric: Metric[Any], track: Track, *, jobs: int = 1, progress: Progress | None = None
) -> Scored:
    """Run a metric over all outputs; statistics are extracted once and re-aggregated later.

    One that is held against the source gets the track's sources, one that is held against nothing
    no references.
    """
    references = _beside(metric, track)
    if metric.written_in:
        _check_letters(metric.written_in, track)
    scorer = metric.open(None, lambda: present(references))
    if track.there is not None:
        return _score_pairs(scorer, track, track.there, references, jobs, progress)
    statistics = []
    for output in track.outputs.values():
        texts, sets = check_inputs(output, references, "set", against=metric.against)
        statistics.append(scorer.statistics(texts, sets, jobs, progress))
    return of_statistics(scorer, statistics, one_count(reference_counts(references)))


def _beside(metric: Metric[Any], track: Track) -> list[Sequence[str | None]]:
    if metric.against == SOURCE:
        if track.sources is None:
            raise UsageError(
                f"{metric.name} is held against the source, and {track.name} has none: leave "
                f"{metric.name} out, or give a set with sources"
            )
        return [track.sources]
    if metric.against == NOTHING:
        return []
    if not track.references:
        raise InputError(
            f"{track.name} has no references, which {metric.name} is held against: add them"
        )
    return list(track.references.values())


def _check_letters(written_in: str, track: Track) -> None:
    """Every output has one of the language's letters, if it has any."""
    for system, texts in track.outputs.items():
        for number, text in enumerate(texts, 1):
            if not is_written_in(text, written_in):
                raise InputError(
                    f"{track.name}: {track.unit} {number} of {system} has {no_letter(written_in)}: "
                    f"give texts in {written_in!r}, or leave it out"
                )


def _score_pairs(
    scorer: Scorer[Any],
    track: Track,
    there: NDArray[np.bool_],
    references: Sequence[Sequence[str | None]],
    jobs: int,
    progress: Progress | None,
) -> Scored:
    """Of the outputs that are there; all that have one source come one after another."""
    metric = scorer.metric
    outputs = list(track.outputs.values())
    segments, numbers = np.nonzero(there.T)
    texts = [outputs[k][s] for s, k in zip(segments.tolist(), numbers.tolist(), strict=True)]
    sets = [[column[s] for s in segments.tolist()] for column in references]
    checked = check_inputs(texts, sets, "set", against=metric.against)
    rows = scorer.statistics(*checked, jobs, progress)
    scores = np.full(there.shape, np.nan)
    sign = 1.0 if metric.higher_is_better else -1.0
    scores[numbers, segments] = [sign * metric.segment_value(row) for row in rows]
    signature = str(scorer.signature(one_count(reference_counts(sets))))
    return replace(
        of_segments(metric.name, scores, signature=signature),
        higher_is_better=metric.higher_is_better,
    )


def of_statistics(
    scorer: Scorer[Any], statistics: Sequence[Sequence[Any]], references: int
) -> Scored:
    """From what a scorer's `statistics` gave for each system."""
    metric = scorer.metric
    sign = 1.0 if metric.higher_is_better else -1.0
    segments = np.array([[metric.segment_value(row) for row in rows] for rows in statistics])
    systems = np.array([metric.system_value(metric.total(rows)) for rows in statistics])

    @remembering
    def resample(weights: Floats) -> Floats:
        return sign * np.stack([metric.resampled(rows, weights) for rows in statistics], axis=1)

    signature = str(scorer.signature(references))
    return Scored(
        metric.name, sign * segments, sign * systems, signature, metric.higher_is_better, resample
    )


def of_segments(
    name: str, segments: Floats, systems: Floats | None = None, signature: str = ""
) -> Scored:
    """Scores of segments; a system's is their mean, unless another is given, which is kept."""
    resample = segment_means(segments)
    means = resample(np.ones((1, segments.shape[1])))[0]
    if systems is None:
        return Scored(name, segments, means, signature, resample=resample)
    # A system score of another making (BLEU's, say) cannot be had of samples; a mean can, though
    # whoever wrote it may have rounded it, or added up in another order.
    of_means = np.allclose(systems, means, rtol=1e-6, equal_nan=True)
    return Scored(name, segments, systems, signature, resample=resample if of_means else None)


def segment_means(segments: Floats) -> Resample:
    """Scores of systems that are the means of those of their segments, a row a sample."""

    @remembering
    def resample(weights: Floats) -> Floats:
        present = np.isfinite(segments)
        sums = weights @ np.where(present, segments, 0.0).T
        with np.errstate(invalid="ignore"):  # a system without scores has none
            means: Floats = sums / (weights @ present.T.astype(np.float64))
        return means

    return resample


def controls(track: Track, seed: int) -> list[Scored]:
    """What every table needs beside metrics: one that knows nothing, and one that guesses."""
    shape = len(track.systems), track.segments
    # A track has its own guesses, whatever other tracks stand beside it.
    name = int.from_bytes(sha256(track.name.encode()).digest()[:8])
    noise = np.random.default_rng([seed, name]).random(shape)
    return [of_segments(CONSTANT, np.zeros(shape)), of_segments(RANDOM, noise)]


def remembering(resample: Resample) -> Resample:
    """Several measures ask for the same samples one after another."""
    last: list[tuple[Floats, Floats]] = []

    def remembered(weights: Floats) -> Floats:
        if not last or last[0][0] is not weights:
            last[:] = [(weights, resample(weights))]
        return last[0][1]

    return remembered
