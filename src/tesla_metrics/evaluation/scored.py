"""Scores of a metric on a judged test set."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Floats
from ..errors import InputError, UsageError
from ..files.field_names import NOTHING, SOURCE
from ..files.inputs.references import count_references_per_segment, iterate_references
from ..metrics.base import Metric, Progress, Scorer
from ..metrics.inputs import check_inputs
from ..metrics.score import find_common_count
from ..text.languages.scripts import describe_missing_letters, is_written_in
from .judgments import Track

# Function from weights of shape (n_samples, n_segments) to system scores (n_samples, n_systems).
Resample = Callable[[Floats], Floats]

# Names of the baselines.
CONSTANT_BASELINE, RANDOM_BASELINE = "(constant)", "(random)"
N_RANDOM_DRAWS = 100
_MAX_DRAWN_SCORES = 1 << 22  # maximum number of random scores in memory


@dataclass(frozen=True, eq=False)
class Scored:
    """Scores of one metric on one track, with the sign chosen so that higher is better.

    Parameters
    ----------
    metric : name of the metric
    segments : segment scores of shape (n_systems, n_segments), NaN where missing; None: no scores
    systems : system scores of shape (n_systems,), NaN where missing
    signature : the metric's signature
    higher_is_better : whether higher was better on the metric's original scale
    resample : function that recomputes system scores, from weights of shape (n_samples, n_segments)
        to an array of shape (n_samples, n_systems); None if this is impossible
    """

    metric: str
    segments: Floats | None
    systems: Floats
    signature: str = ""
    higher_is_better: bool = True
    resample: Resample | None = field(default=None, repr=False)


@dataclass(frozen=True, eq=False)
class RandomScored(Scored):
    """Scores of the random baseline, which is drawn several times; `segments` is the first draw.

    seeds : seeds of the random generator
    """

    seeds: tuple[int, ...] = ()

    def iterate_draws(self) -> Iterator[Floats]:
        """Yield the segment scores of all draws in arrays of shape (n, n_systems, n_segments)."""
        assert self.segments is not None
        generator = np.random.default_rng(self.seeds)
        batch_size = max(1, _MAX_DRAWN_SCORES // max(1, self.segments.size))
        for start in range(0, N_RANDOM_DRAWS, batch_size):
            n_draws = min(batch_size, N_RANDOM_DRAWS - start)
            yield generator.random((n_draws, *self.segments.shape))


def score_track(
    metric: Metric[Any], track: Track, *, jobs: int = 1, progress: Progress | None = None
) -> Scored:
    """Score all outputs of a track with a metric.

    Statistics are extracted once and aggregated again for every bootstrap sample.

    Parameters
    ----------
    metric : a metric, which may compare with references, with sources or with neither
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
    references = _get_references(metric, track)
    if metric.required_script_language:
        _check_script(metric.required_script_language, track)
    scorer = metric.open(None, lambda: iterate_references(references))
    if track.present is not None:
        return _score_pairs(scorer, track, track.present, references, jobs, progress)
    statistics = []
    for output in track.outputs.values():
        texts, reference_sets = check_inputs(output, references, "set", counterpart=metric.against)
        statistics.append(scorer.statistics(texts, reference_sets, jobs, progress))
    return build_scored_from_statistics(
        scorer, statistics, find_common_count(count_references_per_segment(references))
    )


def _get_references(metric: Metric[Any], track: Track) -> list[Sequence[str | None]]:
    """Return the texts that outputs are compared with: references, sources or none."""
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


def _check_script(language: str, track: Track) -> None:
    """Raise an InputError if an output has letters but none of the script of the language."""
    for system, texts in track.outputs.items():
        for index, text in enumerate(texts, 1):
            if not is_written_in(text, language):
                raise InputError(
                    f"{track.name}: {track.unit} {index} of {system} has "
                    f"{describe_missing_letters(language)}: give texts in {language!r}, or leave "
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
    """Score only the existing outputs of a track of rated pairs.

    Outputs of the same source are adjacent in the scored texts.
    """
    metric = scorer.metric
    outputs = list(track.outputs.values())
    segment_indices, system_indices = np.nonzero(present_mask.T)
    texts = [
        outputs[system][segment]
        for segment, system in zip(segment_indices.tolist(), system_indices.tolist(), strict=True)
    ]
    reference_columns = [
        [column[segment] for segment in segment_indices.tolist()] for column in references
    ]
    checked_inputs = check_inputs(texts, reference_columns, "set", counterpart=metric.against)
    statistics = scorer.statistics(*checked_inputs, jobs, progress)
    scores = np.full(present_mask.shape, np.nan)
    sign = 1.0 if metric.higher_is_better else -1.0
    scores[system_indices, segment_indices] = [
        sign * metric.segment_value(segment_statistics) for segment_statistics in statistics
    ]
    signature = str(
        scorer.signature(find_common_count(count_references_per_segment(reference_columns)))
    )
    return replace(
        build_scored_from_segments(metric.name, scores, signature=signature),
        higher_is_better=metric.higher_is_better,
    )


def build_scored_from_statistics(
    scorer: Scorer[Any], statistics: Sequence[Sequence[Any]], reference_count: int
) -> Scored:
    """Compute scores from the statistics of segments, which are one sequence per system."""
    metric = scorer.metric
    sign = 1.0 if metric.higher_is_better else -1.0
    segments = np.array(
        [
            [metric.segment_value(segment_statistics) for segment_statistics in system_statistics]
            for system_statistics in statistics
        ]
    )
    systems = np.array(
        [metric.system_value(metric.total(system_statistics)) for system_statistics in statistics]
    )

    @cache_last_sample
    def resample(weights: Floats) -> Floats:
        return sign * np.stack(
            [
                metric.resampled_values(system_statistics, weights)
                for system_statistics in statistics
            ],
            axis=1,
        )

    signature = str(scorer.signature(reference_count))
    return Scored(
        metric.name, sign * segments, sign * systems, signature, metric.higher_is_better, resample
    )


def build_scored_from_segments(
    name: str, segments: Floats, systems: Floats | None = None, signature: str = ""
) -> Scored:
    """Build `Scored` from segment scores; system scores are their means if `systems` is None."""
    resample = build_mean_resampler(segments)
    means = resample(np.ones((1, segments.shape[1])))[0]
    if systems is None:
        return Scored(name, segments, means, signature, resample=resample)
    # System scores that are not means (such as BLEU's) cannot be resampled. Means can, even if they
    # were rounded or summed in another order when they were written.
    systems_are_means = np.allclose(systems, means, rtol=1e-6, equal_nan=True)
    return Scored(
        name, segments, systems, signature, resample=resample if systems_are_means else None
    )


def build_mean_resampler(segment_scores: Floats) -> Resample:
    """Return a function that computes system scores as weighted means of segment scores."""

    @cache_last_sample
    def resample(weights: Floats) -> Floats:
        has_score = np.isfinite(segment_scores)
        sums = weights @ np.where(has_score, segment_scores, 0.0).T
        with np.errstate(invalid="ignore"):  # NaN for a system without scores
            means: Floats = sums / (weights @ has_score.T.astype(np.float64))
        return means

    return resample


def build_baseline_scores(track: Track, seed: int) -> list[Scored]:
    """Return the two baselines that every table has: a constant score and random scores."""
    shape = len(track.systems), track.segments
    # Seeding with the track's name makes its random scores independent of the other tracks.
    track_seed = int.from_bytes(sha256(track.name.encode()).digest()[:8])
    seeds = seed, track_seed
    noise = np.random.default_rng(seeds).random(shape)
    first_draw = build_scored_from_segments(RANDOM_BASELINE, noise)
    return [
        build_scored_from_segments(CONSTANT_BASELINE, np.zeros(shape)),
        RandomScored(
            RANDOM_BASELINE, noise, first_draw.systems, resample=first_draw.resample, seeds=seeds
        ),
    ]


def cache_last_sample(resample: Resample) -> Resample:
    """Cache the last result of a resampling function, because measures use the same samples."""
    last_call: list[tuple[Floats, Floats]] = []  # at most one pair of weights and result

    def resample_cached(weights: Floats) -> Floats:
        if not last_call or last_call[0][0] is not weights:
            last_call[:] = [(weights, resample(weights))]
        return last_call[0][1]

    return resample_cached
