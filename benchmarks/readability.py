"""How well summaries read and how people like them: DICOMER and CREMER on SummEval.

    python benchmarks/readability.py [FOLDER] [--samples N]

FOLDER (default: ../shared/data/summ) holds summeval.jsonl.gz: 100 documents, 16 systems. LIN,
LIN+C, LIN+E and DICOMER are trained for coherence and for fluency, CREMER (three kernels) for the
mean of coherence and relevance, each twice over: in five folds over documents, and in four folds
over systems. Every summary is scored by a model that has seen none of its fold. Beside them stand the
DICOMER that ships, which has seen no summary at all, ROUGE-2 and ROUGE-SU4 (F1), TESLA-S and the
number of words.

CREMER comes with two kinds of coherence: of the DICOMER that ships, and of one trained for
coherence on the fold's own training part. That part itself is scored in folds again, so that
regression does not learn from scores that know the answer.

Summaries are correlations within a document over systems, in the mean over documents; summarisers
are correlations of means. Brackets hold 95 % of bootstrap samples of documents, with people's
scores drawn along.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from tesla_metrics import evaluate, make_metric, read_tracks, score_track
from tesla_metrics.arrays import Floats, Indices
from tesla_metrics.coherence.features import KINDS
from tesla_metrics.coherence.judge import CoherenceJudge
from tesla_metrics.coherence.matrix import RoleMatrix
from tesla_metrics.encoding.session import default_session
from tesla_metrics.errors import InputError
from tesla_metrics.judging.judgments import Track
from tesla_metrics.judging.measures import MEASURES
from tesla_metrics.judging.meta import MeasureBlock
from tesla_metrics.judging.scored import Scored, controls, of_segments
from tesla_metrics.learning.kernels import KERNELS
from tesla_metrics.learning.svr import RatedRows, choose_point, fit_svr
from tesla_metrics.learning.validation import make_folds
from tesla_metrics.metrics.dicomer.reader import discourse_reader
from tesla_metrics.training.dicomer import train_dicomer

SUMMARIES = Path(__file__).parents[2] / "shared" / "data" / "summ"
LEVELS = {"sys": "summarisers", "within": "summaries"}
CORRELATIONS = ("pearson", "spearman", "kendall")
PEERS = ("rouge-2", "rouge-su4", "tesla-s")
LOW, HIGH = 1.0, 5.0
NOBODY = np.empty(0, dtype=np.intp)
# What is held out together, by system and document; how many folds there are of it.
FOLDS = {"documents": 5, "systems": 4}


def groups_of(track: Track, held: str) -> Indices:
    """The document or the system of each summary, by system and document."""
    systems, documents = np.indices((len(track.systems), track.segments))
    return documents if held == "documents" else systems


def only(track: Track, kept: Indices) -> Track:
    """A track with these judgments alone; `kept` are places among all summaries."""
    assert track.segment_scores is not None
    scores = np.full(track.segment_scores.shape, np.nan)
    scores.ravel()[kept] = track.segment_scores.ravel()[kept]
    return replace(track, segment_scores=scores, system_scores=None)


class Summaries:
    """The role matrix of each summary, by system and document."""

    def __init__(self, track: Track) -> None:
        texts = [text for own in track.outputs.values() for text in own]
        self.matrices: Sequence[RoleMatrix] = discourse_reader(default_session(), "en").matrices(
            texts
        )

    def scores(self, judge: CoherenceJudge, places: Indices) -> Floats:
        """What a judge says of some."""
        return np.array([judge.score(self.matrices[place]) for place in places.tolist()])


def splits(groups: Indices, number: int) -> Iterator[tuple[Indices, Indices]]:
    """What is learnt from, and what is held out."""
    everything = np.arange(groups.size)
    for held in make_folds(groups.ravel(), number):
        yield np.setdiff1d(everything, held), held


def learn(track: Track, kept: Indices, features: str) -> CoherenceJudge | None:
    """A judge of this part; none where nothing can be learnt."""
    try:
        return train_dicomer([only(track, kept)], features=features).model.judge
    except InputError as error:
        print(f"  {track.pair}, {features}: {error}", flush=True)
        return None


def held_out(own: Summaries, track: Track, held: str, features: str) -> Floats:
    """Scores of every summary by a model that has not seen its fold."""
    found = np.full(len(own.matrices), 0.5)
    for taught, rest in splits(groups_of(track, held), FOLDS[held]):
        if judge := learn(track, taught, features):
            found[rest] = own.scores(judge, rest)
    return found


def nested(own: Summaries, track: Track, held: str) -> list[Floats]:
    """DICOMER's scores of all summaries, a list a fold: of the training part in folds again."""
    found = []
    groups = groups_of(track, held).ravel()
    for taught, rest in splits(groups, FOLDS[held]):
        scores = np.full(len(own.matrices), 0.5)
        for inner, left in splits(groups[taught], FOLDS[held] - 1):
            if judge := learn(track, taught[inner], "dicomer"):
                scores[taught[left]] = own.scores(judge, taught[left])
        if judge := learn(track, taught, "dicomer"):
            scores[rest] = own.scores(judge, rest)
        found.append(scores)
    return found


def combined(
    track: Track, held: str, content: Floats, coherence: Sequence[Floats], kernel: str
) -> Floats:
    """CREMER in folds; `coherence` is of each fold."""
    assert track.segment_scores is not None
    targets = (track.segment_scores.ravel() - LOW) / (HIGH - LOW)
    groups, kind = groups_of(track, held).ravel(), KERNELS[kernel]
    found = np.empty(len(targets))
    for (taught, rest), own in zip(splits(groups, FOLDS[held]), coherence, strict=True):
        features = np.column_stack([content, own])
        rows = RatedRows(features[taught], targets[taught], groups[taught], NOBODY)
        chosen, _ = choose_point(rows, kind)
        learnt = fit_svr(rows.features, rows.targets, chosen.c, kind(chosen.gamma))
        found[rest] = learnt.predict(features[rest]).clip(0.0, 1.0)
        print(f"  cremer {kernel}, {held}: C {chosen.c:g}, gamma {chosen.gamma:g}", flush=True)
    return found


def correlated(track: Track, scores: Mapping[str, Floats], samples: int) -> None:
    """Two tables, of summarisers and of summaries."""
    shape = len(track.systems), track.segments
    named = [of_segments(name, values.reshape(shape)) for name, values in scores.items()]
    every: list[Scored] = [*named, *controls(track, 12345)]
    for level, what in LEVELS.items():
        measures = [MEASURES[f"{name}-{level}"] for name in CORRELATIONS]
        found = evaluate([track], [every], measures=measures, samples=samples)
        print(table(f"{track.pair}, {what}", found.blocks, [*scores, "(random)"]), flush=True)


def table(title: str, blocks: Sequence[MeasureBlock], metrics: Sequence[str]) -> str:
    """A row a metric, as they were named."""
    lines = [f"### {title}", "", f"| metric | {' | '.join(CORRELATIONS)} |"]
    lines.append("| --- |" + " ---: |" * len(CORRELATIONS))
    for metric in metrics:
        cells = []
        for block in blocks:
            (row,) = (row for row in block.rows if row.metric == metric)
            low, high = row.interval or (np.nan, np.nan)
            cells.append(f"{row.mean:.3f} [{low:.2f}, {high:.2f}]")
        lines.append(f"| {metric} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def peers(track: Track) -> dict[str, Floats]:
    """What needs no training."""
    found = {}
    for name in PEERS:
        segments = score_track(make_metric(name, lang="en"), track).segments
        assert segments is not None
        found[name] = segments.ravel()
    words = [len(text.split()) for own in track.outputs.values() for text in own]
    return {**found, "length": np.array(words, dtype=np.float64)}


def overall(coherence: Track, relevance: Track) -> Track:
    """The mean of both, which stands for how people like a summary as a whole."""
    assert coherence.segment_scores is not None
    assert relevance.segment_scores is not None
    means = (coherence.segment_scores + relevance.segment_scores) / 2
    return replace(
        coherence,
        pair="coherence+relevance",
        segment_scores=means,
        system_scores=means.mean(axis=1),
    )


def study_reading(tracks: Mapping[str, Track], samples: int, shipped: Callable[[], Floats]) -> None:
    """LIN and its extensions against coherence and fluency."""
    own, beside = Summaries(tracks["coherence"]), peers(tracks["coherence"])
    for held in FOLDS:
        print(f"\n## Folds over {held}\n")
        for name in ("coherence", "fluency"):
            learnt = {kind: held_out(own, tracks[name], held, kind) for kind in KINDS}
            scores = {**learnt, "dicomer, shipped": shipped(), **beside}
            correlated(tracks[name], scores, samples)
        whole = overall(tracks["coherence"], tracks["relevance"])
        parts = {"dicomer": nested(own, tracks["coherence"], held)}
        parts["shipped"] = [shipped()] * FOLDS[held]
        both = {
            f"cremer {kernel}, {which}": combined(whole, held, beside["tesla-s"], scores, kernel)
            for which, scores in parts.items()
            for kernel in KERNELS
        }
        alone = {"dicomer": held_out(own, tracks["coherence"], held, "dicomer")}
        correlated(whole, {**both, **alone, "dicomer, shipped": shipped(), **beside}, samples)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", default=SUMMARIES)
    parser.add_argument("--samples", type=int, default=1000)
    args = parser.parse_args()
    file = args.folder / "summeval.jsonl.gz"
    found = read_tracks([file], human=["coherence", "fluency", "relevance"], lang="en")
    tracks = {track.pair: track for track in found}
    scored = score_track(make_metric("dicomer", lang="en"), tracks["coherence"])
    assert scored.segments is not None
    shipped = scored.segments.ravel()
    study_reading(tracks, args.samples, lambda: shipped)
    print(f"- {scored.signature}")


if __name__ == "__main__":
    main()
