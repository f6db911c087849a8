"""The shared summaries and rated pairs: what is in them is what their notes say."""

from pathlib import Path

import numpy as np
import pytest

from tesla_metrics import Chrf, read_tracks, score_track
from tesla_metrics.evaluation.measures import MEASURES

pytestmark = pytest.mark.data


def test_summeval(shared: Path) -> None:
    tracks = read_tracks([shared / "summ" / "summeval.jsonl.gz"], lang="en")
    means = {"coherence": 3.413, "consistency": 4.660, "fluency": 4.673, "relevance": 3.777}
    for track in tracks:
        assert (len(track.systems), track.segments, len(track.references)) == (16, 100, 11)
        assert track.segment_scores is not None
        assert float(np.mean(track.segment_scores)) == pytest.approx(
            means.pop(track.pair), abs=5e-4
        )
    assert not means


def test_realsumm(shared: Path) -> None:
    (track,) = read_tracks([shared / "summ" / "realsumm.jsonl.gz"], lang="en")
    assert (track.pair, track.output_count, len(track.references)) == (
        "litepyramid_recall",
        2400,
        1,
    )


def test_rated_pairs(shared: Path) -> None:
    folder = shared / "paraphrase"
    adequacy, grammar = read_tracks(
        [folder / "parabank_eval.tsv.gz"], lang="en", columns="src=reference,hyp=candidate",
        human=["adequacy_0_100", "grammar_0_2"],
    )  # fmt: skip
    assert (adequacy.segments, adequacy.output_count) == (400, 5550)
    assert np.isfinite(grammar.segment_scores).sum() == 5550  # type: ignore[arg-type]
    value = MEASURES["pearson-seg"].value(adequacy, score_track(Chrf(), adequacy))
    assert value == pytest.approx(0.5292, abs=5e-4)
    (tweets,) = read_tracks([folder / "twitter_para.tsv.gz"], lang="en", human="score_0_1")
    assert (tweets.segments, tweets.output_count, list(tweets.references)) == (
        761,
        7159,
        ["reference"],
    )
