"""How well summaries read and how people like them: DICOMER and CREMER on SummEval.

    python benchmarks/readability.py [FOLDER] [--samples N]

FOLDER (default: ../shared/data/summ) holds summeval.jsonl.gz: 100 documents, 16 systems. LIN,
LIN+C, LIN+E and DICOMER are trained for coherence and for fluency, CREMER (three kernels) for the
mean of coherence and relevance, each twice over: in five folds over documents, and in four folds
over systems. Every summary is scored by a model that has seen nothing of its fold; only the
strength of the ranking SVM is chosen once for all folds, by cross-validation within the training
part of the first. Beside them stand the DICOMER that ships, which has seen no summary at all,
ROUGE-2 and ROUGE-SU4 (F1), TESLA-S and the number of words.

CREMER comes with two kinds of coherence: by a DICOMER trained for coherence on the fold's own
training part, and by the one that ships. The training part itself is scored in folds again, so that
regression does not learn from scores that know the answer.

Of summaries, correlations are within a document over systems, in the mean over documents; of
summarisers they are of means. Brackets hold 95 % of bootstrap samples of documents, with people's
scores drawn along.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from tesla_metrics import evaluate, make_metric, read_tracks, score_track
from tesla_metrics.arrays import Floats, Indices
from tesla_metrics.coherence.features import KINDS, coherence_features
from tesla_metrics.coherence.judge import FEWEST
from tesla_metrics.encoding.session import default_session
from tesla_metrics.errors import InputError
from tesla_metrics.judging.judgments import Track
from tesla_metrics.judging.measures import MEASURES
from tesla_metrics.judging.meta import MeasureBlock
from tesla_metrics.judging.scored import Scored, controls, of_segments
from tesla_metrics.learning.kernels import KERNELS
from tesla_metrics.learning.svr import RatedRows, choose_point, fit_svr
from tesla_metrics.learning.validation import Validated, make_folds
from tesla_metrics.metrics.dicomer.reader import discourse_reader
from tesla_metrics.training.coherence import CoherencePairs, learn_judge
from tesla_metrics.training.judged_outputs import judged_outputs

SUMMARIES = Path(__file__).parents[2] / "shared" / "data" / "summ"
LEVELS = {"sys": "summarisers", "within": "summaries"}
CORRELATIONS = ("pearson", "spearman", "kendall")
PEERS = ("rouge-2", "rouge-su4", "tesla-s")
LOW, HIGH = 1.0, 5.0
NOBODY = np.empty(0, dtype=np.intp)
# What is held out together, and how many folds there are of it.
FOLDS = {"documents": 5, "systems": 4}
UNKNOWN = 0.5  # where nothing could be learnt


class Reading:
    """The role matrix of each summary, system by system."""

    def __init__(self, track: Track) -> None:
        texts = [text for own in track.outputs.values() for text in own]
        self.matrices = discourse_reader(default_session(), "en").matrices(texts)
        print(f"{len(texts)} summaries, {sum(m.sentences < FEWEST for m in self.matrices)} of one "
              "sentence", flush=True)  # fmt: skip


class Learner:
    """DICOMER of one kind of features for one human score, in folds over documents or systems."""

    def __init__(self, reading: Reading, track: Track, features: str, held: str) -> None:
        self.matrices, self.track, self.kind = reading.matrices, track, KINDS[features]
        self.groups, self.folds = groups_of(track, held), FOLDS[held]
        self.features = [
            coherence_features(matrix, self.kind) if matrix.sentences >= FEWEST else {}
            for matrix in reading.matrices
        ]
        self.validated: Validated | None = None

    def scores(self, taught: Indices, rest: Indices) -> Floats:
        """Of `rest`, by what was learnt from `taught`; both are places among all summaries."""
        try:
            learnt = learn_judge(self._pairs(taught), self.kind, self.validated)
        except InputError as error:
            print(f"  {self.track.pair}, {self.kind.name}: {error}", flush=True)
            return np.full(len(rest), UNKNOWN)
        if self.validated is None:
            self.validated = learnt.validated
            print(f"  {self.track.pair}, {self.kind.name}: C {learnt.validated.strength:g}, "
                  f"consistency {learnt.validated.agreement:.3f}", flush=True)  # fmt: skip
        return np.array([learnt.judge.score(self.matrices[place]) for place in rest.tolist()])

    def held_out(self) -> Floats:
        """Scores of every summary by a model that has not seen its fold."""
        found = np.empty(len(self.matrices))
        for taught, rest in splits(self.groups, self.folds):
            found[rest] = self.scores(taught, rest)
        return found

    def nested(self) -> list[Floats]:
        """Scores of all summaries, a list a fold: those of the training part in folds again."""
        found = []
        for taught, rest in splits(self.groups, self.folds):
            own = np.empty(len(self.matrices))
            own[rest] = self.scores(taught, rest)
            for inner, left in splits(self.groups[taught], self.folds - 1):
                own[taught[left]] = self.scores(taught[inner], taught[left])
            found.append(own)
        return found

    def _pairs(self, taught: Indices) -> CoherencePairs:
        scores = self.track.segment_scores
        assert scores is not None
        known = np.zeros(scores.size, dtype=bool)
        known[taught] = True
        masked = np.where(known.reshape(scores.shape), scores, np.nan)
        judged = judged_outputs(replace(self.track, segment_scores=masked), "ranking")
        places = judged.system * self.track.segments + judged.segment
        texts = [own if seen else {} for own, seen in zip(self.features, known, strict=True)]
        better, worse = places[judged.better], places[judged.worse]
        return CoherencePairs(texts, better, worse, judged.segment[judged.better])


def groups_of(track: Track, held: str) -> Indices:
    """The document or the system of each summary."""
    systems, documents = np.indices((len(track.systems), track.segments))
    found: Indices = (documents if held == "documents" else systems).ravel()
    return found


def splits(groups: Indices, number: int) -> Iterator[tuple[Indices, Indices]]:
    """What is learnt from, and what is held out."""
    everything = np.arange(len(groups))
    for held in make_folds(groups, number):
        yield np.setdiff1d(everything, held), held


def combined(
    track: Track, held: str, content: Floats, coherence: Sequence[Floats], kernel: str
) -> Floats:
    """CREMER in folds; `coherence` is of each fold."""
    assert track.segment_scores is not None
    targets = (track.segment_scores.ravel() - LOW) / (HIGH - LOW)
    groups, kind = groups_of(track, held), KERNELS[kernel]
    found = np.empty(len(targets))
    for (taught, rest), own in zip(splits(groups, FOLDS[held]), coherence, strict=True):
        features = np.column_stack([content, own])
        rows = RatedRows(features[taught], targets[taught], groups[taught], NOBODY)
        chosen, _ = choose_point(rows, kind)
        learnt = fit_svr(rows.features, rows.targets, chosen.c, kind(chosen.gamma))
        found[rest] = learnt.predict(features[rest]).clip(0.0, 1.0)
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
    lines = [f"#### {title}", "", f"| metric | {' | '.join(CORRELATIONS)} |"]
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
    whole = replace(coherence, pair="coherence+relevance", segment_scores=means)
    return replace(whole, system_scores=means.mean(axis=1))


def study(
    tracks: Mapping[str, Track], beside: Mapping[str, Floats], shipped: Floats, samples: int
) -> None:
    """All tables."""
    reading = Reading(tracks["coherence"])
    whole = overall(tracks["coherence"], tracks["relevance"])
    for held, count in FOLDS.items():
        print(f"\n### Folds over {held}\n")
        learners = {
            (name, kind): Learner(reading, tracks[name], kind, held)
            for name in ("coherence", "fluency")
            for kind in KINDS
        }
        learnt = {key: learner.held_out() for key, learner in learners.items()}
        for name in ("coherence", "fluency"):
            own = {kind: learnt[name, kind] for kind in KINDS}
            correlated(tracks[name], {**own, "dicomer, shipped": shipped, **beside}, samples)
        parts = {"trained": learners["coherence", "dicomer"].nested(), "shipped": [shipped] * count}
        both = {
            f"cremer {kernel}, {which}": combined(whole, held, beside["tesla-s"], scores, kernel)
            for which, scores in parts.items()
            for kernel in KERNELS
        }
        alone = {"dicomer": learnt["coherence", "dicomer"], "dicomer, shipped": shipped}
        correlated(whole, {**both, **alone, **beside}, samples)


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
    study(tracks, peers(tracks["coherence"]), scored.segments.ravel(), args.samples)
    print(f"- {scored.signature}")


if __name__ == "__main__":
    main()
