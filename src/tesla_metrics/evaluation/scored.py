"""Scores of a metric on a judged test set."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Floats
from ..errors import InputError, UsageError
from ..files.field_names import NOTHING, SOURCE
from ..files.inputs.references import iterate_present, reference_counts
from ..metrics.base import Metric, Progress, Scorer
from ..metrics.inputs import check_inputs
from ..metrics.score import common_count
from ..text.languages.scripts import is_written_in, missing_letter_text
from .judgments import Track

Resample = Callable[[Floats], Floats]

CONSTANT, RANDOM = "(constant)", "(random)"


@dataclass(frozen=True, eq=False)
class Scored:
    """Scores of one metric on one track, with the sign chosen so that higher is better.

    Parameters
    ----------
    metric : name of the metric
    segments : segment scores with one row per system, or None; NaN where a score is missing
    systems : system scores; NaN where a score is missing
    signature : the metric's signature
    higher_is_better : whether higher was better on the metric's original scale
    resample : function from weights of segments (one row per sample) to system scores
    """

    metric: str
    segments: Floats | None  # one row per system
    systems: Floats
    signature: str = ""
    higher_is_better: bool = True
    # From weights of segments to system scores; both have one row per sample.
    resample: Resample | None = field(default=None, repr=False)


def score_track(
    metric: Metric[Any], track: Track, *, jobs: int = 1, progress: Progress | None = None
) -> Scored:
    """Score all outputs of a track with a metric.

    Statistics are extracted once and aggregated again for every bootstrap sample.

    Parameters
    ----------
    metric : a metric; it is given the track's sources, references or neither, as it needs
    track : outputs with human judgments
    jobs : number of parallel jobs
    progress : function that is called with the number of newly scored segments

    Returns
    -------
    Scored

    Raises
    ------
    UsageError or InputError
        If the track lacks the sources or references that the metric needs.
    """
    references = _counterparts(metric, track)
    if metric.required_script_language:
        _check_script(metric.required_script_language, track)
    scorer = metric.open(None, lambda: iterate_present(references))
    if track.present is not None:
        return _score_pairs(scorer, track, track.present, references, jobs, progress)
    statistics = []
    for output in track.outputs.values():
        texts, reference_sets = check_inputs(output, references, "set", against=metric.against)
        statistics.append(scorer.statistics(texts, reference_sets, jobs, progress))
    return scored_from_statistics(scorer, statistics, common_count(reference_counts(references)))


def _counterparts(metric: Metric[Any], track: Track) -> list[Sequence[str | None]]:
    if metric.against == SOURCE:
        if track.sources is None:
            raise UsageError(
                f"{metric.name} compares with the source, and {track.name} has none: leave "
                f"{metric.name} out, or give a test set with sources"
            )
        return [track.sources]
    if metric.against == NOTHING:
        return []
    if not track.references:
        raise InputError(f"{track.name} has no references, which {metric.name} needs: add them")
    return list(track.references.values())


def _check_script(written_in: str, track: Track) -> None:
    """Check that every output with letters has some in the script of the language."""
    for system, texts in track.outputs.items():
        for index, text in enumerate(texts, 1):
            if not is_written_in(text, written_in):
                raise InputError(
                    f"{track.name}: {track.unit} {index} of {system} has "
                    f"{missing_letter_text(written_in)}: give texts in {written_in!r}, or leave "
                    "it out"
                )


def _score_pairs(
    scorer: Scorer[Any],
    track: Track,
    present_mask: NDArray[np.bool_],
    references: Sequence[Sequence[str | None]],
    jobs: int,
    progress: Progress | None,
) -> Scored:
    """Score the existing outputs of rated pairs, with outputs of the same source adjacent."""
    metric = scorer.metric
    outputs = list(track.outputs.values())
    segments, systems = np.nonzero(present_mask.T)
    texts = [
        outputs[system][segment]
        for segment, system in zip(segments.tolist(), systems.tolist(), strict=True)
    ]
    reference_columns = [
        [column[segment] for segment in segments.tolist()] for column in references
    ]
    checked = check_inputs(texts, reference_columns, "set", against=metric.against)
    rows = scorer.statistics(*checked, jobs, progress)
    scores = np.full(present_mask.shape, np.nan)
    sign = 1.0 if metric.higher_is_better else -1.0
    scores[systems, segments] = [sign * metric.segment_value(row) for row in rows]
    signature = str(scorer.signature(common_count(reference_counts(reference_columns))))
    return replace(
        scored_from_segments(metric.name, scores, signature=signature),
        higher_is_better=metric.higher_is_better,
    )


def scored_from_statistics(
    scorer: Scorer[Any], statistics: Sequence[Sequence[Any]], references: int
) -> Scored:
    """Compute scores from the `statistics` of a scorer, one sequence per system."""
    metric = scorer.metric
    sign = 1.0 if metric.higher_is_better else -1.0
    segments = np.array([[metric.segment_value(row) for row in rows] for rows in statistics])
    systems = np.array([metric.system_value(metric.total(rows)) for rows in statistics])

    @cache_last_sample
    def resample(weights: Floats) -> Floats:
        return sign * np.stack(
            [metric.resampled_values(rows, weights) for rows in statistics], axis=1
        )

    signature = str(scorer.signature(references))
    return Scored(
        metric.name, sign * segments, sign * systems, signature, metric.higher_is_better, resample
    )


def scored_from_segments(
    name: str, segments: Floats, systems: Floats | None = None, signature: str = ""
) -> Scored:
    """Make `Scored` from segment scores; system scores are their means unless they are given."""
    resample = segment_mean_resampler(segments)
    means = resample(np.ones((1, segments.shape[1])))[0]
    if systems is None:
        return Scored(name, segments, means, signature, resample=resample)
    # System scores that are not means (such as BLEU's) cannot be resampled. Means can, even if they
    # were rounded or summed in another order when they were written.
    systems_are_means = np.allclose(systems, means, rtol=1e-6, equal_nan=True)
    return Scored(
        name, segments, systems, signature, resample=resample if systems_are_means else None
    )


def segment_mean_resampler(segments: Floats) -> Resample:
    """Return a function that computes system scores as weighted means of their segment scores."""

    @cache_last_sample
    def resample(weights: Floats) -> Floats:
        present = np.isfinite(segments)
        sums = weights @ np.where(present, segments, 0.0).T
        with np.errstate(invalid="ignore"):  # NaN for a system without scores
            means: Floats = sums / (weights @ present.T.astype(np.float64))
        return means

    return resample


def baseline_scores(track: Track, seed: int) -> list[Scored]:
    """Return the two baselines that every table has: a constant score and random scores."""
    shape = len(track.systems), track.segments
    # Seeding with the track's name makes its random scores independent of the other tracks.
    track_seed = int.from_bytes(sha256(track.name.encode()).digest()[:8])
    noise = np.random.default_rng([seed, track_seed]).random(shape)
    return [scored_from_segments(CONSTANT, np.zeros(shape)), scored_from_segments(RANDOM, noise)]


def cache_last_sample(resample: Resample) -> Resample:
    """Cache the last result of a resampling function, as measures use the same samples in turn."""
    cached: list[tuple[Floats, Floats]] = []

    def remembered(weights: Floats) -> Floats:
        if not cached or cached[0][0] is not weights:
            cached[:] = [(weights, resample(weights))]
        return cached[0][1]

    return remembered
