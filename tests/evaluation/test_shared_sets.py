"""The shared judged test sets: what is in them, and how good well-known metrics are on them."""

import re
from pathlib import Path

import numpy as np
import pytest

from tesla_metrics.evaluation.judgments import FaultCollector, Track
from tesla_metrics.evaluation.measures import MEASURES
from tesla_metrics.evaluation.scored import build_scored_from_segments
from tesla_metrics.evaluation.tracks import read_tracks
from tesla_metrics.metrics.registry import make_metric

pytestmark = pytest.mark.data


@pytest.fixture(scope="module")
def tracks(shared: Path) -> dict[str, Track]:
    faults = FaultCollector()
    found = {track.name: track for track in read_tracks([shared / "mt"], faults=faults)}
    assert faults.counts == {}
    return found


def test_everything_is_read(shared: Path, tracks: dict[str, Track]) -> None:
    readme = (shared / "mt" / "README.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in readme.splitlines()]
    table = [row for row in rows if len(row) == 6 and re.fullmatch(r"[a-z]{2}-[a-z]{2}", row[1])]
    assert sorted(tracks) == sorted(f"{row[0]}/{row[1]}" for row in table)
    assert len(table) > 20
    for test_set, pair, systems, segments, references, judgments in table:
        track = tracks[f"{test_set}/{pair}"]
        assert len(track.systems) == (1 if systems == "mixed" else int(systems))
        assert (track.segments, len(track.references)) == (int(segments), int(references))
        rankings, scores = track.rankings, track.segment_scores
        ranked = re.search(r"(\d+) pairwise judgments \((\d+) ties\)", judgments)
        assert (rankings is not None) == (ranked is not None)
        if ranked and rankings is not None:
            ties = int((rankings.preference == 0).sum())
            assert (len(rankings), ties) == (int(ranked[1]), int(ranked[2]))
        scored = re.search(r"(\d+) segment scores", judgments)
        assert (scores is not None) == (scored is not None)
        if scored and scores is not None:
            assert np.isfinite(scores).sum() == int(scored[1])
        assert (track.system_scores is not None) == ("system scores" in judgments)


@pytest.mark.parametrize(
    ("pair", "bleu", "chrf"),
    [("cs-en", 0.580, 0.622), ("de-en", 0.591, 0.632), ("es-en", 0.595, 0.619)],
)
def test_known_consistency(tracks: dict[str, Track], pair: str, bleu: float, chrf: float) -> None:
    # As another program measured them before this one was written.
    track = tracks[f"wmt12/{pair}"]
    found = [consistency(track, name) for name in ("bleu", "chrf")]
    assert found == pytest.approx([bleu, chrf], abs=0.002)


def consistency(track: Track, name: str) -> float:
    """Only outputs that a judge preferred or not are scored: the others take as long again."""
    rankings = track.rankings
    assert rankings is not None
    untied = rankings.preference != 0
    needed = np.zeros((len(track.systems), track.segments), dtype=np.bool_)
    for system in (rankings.a, rankings.b):
        needed[system[untied], rankings.segment[untied]] = True
    places = np.argwhere(needed)
    (reference,) = track.references.values()
    outputs = list(track.outputs.values())
    score = make_metric(name, lang=track.lang).score(
        [outputs[system][segment] for system, segment in places],
        [reference[segment] for _, segment in places],
    )
    segments = np.full(needed.shape, np.nan)
    segments[tuple(places.T)] = score.segments
    return MEASURES["consistency"].value(track, build_scored_from_segments(name, segments))
