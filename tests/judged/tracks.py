"""Tracks in memory: from numbers, at random, and with segments drawn again."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tesla_metrics.evaluation.judgments import Rankings, Track
from tesla_metrics.evaluation.scored import Scored, build_scored_from_segments

Matrix = NDArray[np.float64]


def make_track(
    systems: int,
    segments: int,
    *,
    rankings: Sequence[tuple[int, int, int, int]] = (),
    segment_scores: Matrix | None = None,
    system_scores: Matrix | None = None,
    test_set: str = "set",
    pair: str = "de-en",
) -> Track:
    """Outputs say nothing here; rankings are (segment, a, b, preference), judges j0, j1, ..."""
    judged = make_rankings(rankings, [f"j{n}" for n in range(len(rankings))]) if rankings else None
    names = [f"s{number}" for number in range(systems)]
    lines = [f"line {number}" for number in range(segments)]
    outputs = dict.fromkeys(names, lines)
    return Track(test_set, pair, outputs, {"A": lines}, judged, segment_scores, system_scores)


def make_rankings(rows: Sequence[tuple[int, int, int, int]], judges: Sequence[str]) -> Rankings:
    segment, a, b, preference = np.array(rows, dtype=np.intp).T
    return Rankings(segment, a, b, preference.astype(np.int8), judges)


def random_track(seed: int, systems: int = 5, segments: int = 9, judged: float = 0.7) -> Track:
    """All kinds of judgment; scores are coarse, so that there are ties, and some are missing."""
    generator = np.random.default_rng(seed)
    rows = []
    for _ in range(40):
        a, b = generator.choice(systems, 2, replace=False).tolist()
        rows.append((int(generator.integers(segments)), a, b, int(generator.integers(-1, 2))))
    scores = coarse(generator, systems, segments)
    scores[generator.random(scores.shape) > judged] = np.nan
    of_systems = np.round(generator.random(systems), 1)
    return make_track(
        systems, segments, rankings=rows, segment_scores=scores, system_scores=of_systems
    )


def coarse(generator: np.random.Generator, systems: int, segments: int) -> Matrix:
    """Few values: many ties. They are quarters, whose sums are exact in any order."""
    return generator.integers(0, 6, (systems, segments)) / 4


def random_scored(seed: int, track: Track, name: str = "m") -> Scored:
    generator = np.random.default_rng([seed, 1])
    return build_scored_from_segments(name, coarse(generator, len(track.systems), track.segments))


def drawn(track: Track, weights: Matrix) -> tuple[Track, NDArray[np.intp]]:
    """The track with each segment as often as its weight says, and where each came from."""
    order = np.repeat(np.arange(track.segments), weights.astype(np.intp))
    places: list[int] = order.tolist()
    rankings = None
    if track.rankings is not None:
        own = track.rankings
        rows, judges = [], []
        for place, segment in enumerate(places):
            for n in np.flatnonzero(own.segment == segment).tolist():
                rows.append((place, int(own.a[n]), int(own.b[n]), int(own.preference[n])))
                judges.append(own.judges[n])
        rankings = make_rankings(rows, judges) if rows else None
    scores = None if track.segment_scores is None else track.segment_scores[:, order]
    again = replace(
        track,
        outputs={name: [lines[n] for n in places] for name, lines in track.outputs.items()},
        references={name: [lines[n] for n in places] for name, lines in track.references.items()},
        rankings=rankings,
        segment_scores=scores,
    )
    return again, order
