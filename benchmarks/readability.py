"""How well summaries read and how people like them: DICOMER and CREMER on SummEval.

    python benchmarks/readability.py [FOLDER] [--samples N]

FOLDER (default: ../shared/data/summ) holds summeval.jsonl.gz: 100 documents, 16 systems. LIN,
LIN+C, LIN+E and DICOMER are trained for coherence and for fluency, CREMER (three kernels) for the
mean of coherence and relevance, each twice over: in five folds over documents, and in two halves
of the systems. Every summary is scored by a model that has seen nothing of its fold: the strength
of the ranking SVM, too, is chosen within the training part of each fold, and so are those of the
regression, both on coarser grids than `tesla train` has. Beside them stand the DICOMER that ships,
which has seen no summary at all, ROUGE-2 and ROUGE-SU4 (F1), TESLA-S, the number of words, and how
few sentences there are.

CREMER comes with two kinds of coherence: by a DICOMER trained for coherence on the fold's own
training part, and by the one that ships. The training part itself is scored in folds again, so that
regression does not learn from scores that know the answer.

Of summaries, correlations are within a document over systems, in the mean over documents; of
summarisers they are of means. Each half of the systems is correlated by itself, since a model that
was taught by the better half expects more of all: figures are means over both halves. Brackets hold
95 % of bootstrap samples of documents, with people's scores drawn along.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from pathlib import Path

import numpy as np

from tesla_metrics import make_metric, read_tracks, score_track
from tesla_metrics.arrays import Floats, Indices
from tesla_metrics.core.encoding.session import default_session
from tesla_metrics.errors import InputError
from tesla_metrics.evaluation.judgments import Track
from tesla_metrics.evaluation.measures import MEASURES, Measure
from tesla_metrics.evaluation.scored import Scored, build_scored_from_segments
from tesla_metrics.evaluation.training.judged_outputs import select_outputs
from tesla_metrics.evaluation.training.train_dicomer import CoherencePairs, learn_coherence
from tesla_metrics.metrics.dicomer import get_discourse_reader
from tesla_metrics.parsing.coherence import FEATURE_KINDS, MIN_SENTENCES, compute_coherence_features
from tesla_metrics.resampling import DEFAULT_SEED, draw_bootstrap_counts
from tesla_metrics.resources.learning.kernel_regression import KERNELS, Kernel, LinearKernel
from tesla_metrics.resources.learning.ranking import SparseRanking
from tesla_metrics.resources.learning.regression import (
    AGREEMENT_TOLERANCE,
    ValidationResult,
    compute_pearson,
    make_folds,
)
from tesla_metrics.resources.learning.svr import RatedRows, fit_svr

SUMMARIES = Path(__file__).parents[2] / "shared" / "data" / "summ"
LEVELS = {"sys": "summarisers", "within": "summaries"}
CORRELATIONS = ("pearson", "spearman", "kendall")
PEERS = ("rouge-2", "rouge-su4", "tesla-s")
LOW, HIGH = 1.0, 5.0
NOBODY = np.empty(0, dtype=np.intp)
# What is held out together, how many folds there are of it, and of the training part again.
FOLDS = {"documents": (5, 4), "systems": (2, 4)}
STRENGTHS = (1e-3, 1e-2, 1e-1)
COSTS, GAMMAS = (0.1, 1.0), (0.1, 1.0)
UNKNOWN = 0.5  # where nothing could be learnt


class Reading:
    """The role matrix of each summary, system by system, and its features of each kind."""

    def __init__(self, track: Track) -> None:
        texts = [text for own in track.outputs.values() for text in own]
        self.matrices = get_discourse_reader(default_session(), "en").compute_matrices(texts)
        self.features = {
            name: [
                compute_coherence_features(matrix, kind)
                if matrix.n_sentences >= MIN_SENTENCES
                else {}
                for matrix in self.matrices
            ]
            for name, kind in FEATURE_KINDS.items()
        }
        short = sum(matrix.n_sentences < MIN_SENTENCES for matrix in self.matrices)
        print(f"{len(texts)} summaries, {short} of one sentence", flush=True)

    def fewer(self) -> Floats:
        """What any judge of flow may have learnt instead of it."""
        return -np.array([matrix.n_sentences for matrix in self.matrices], dtype=np.float64)


class Learner:
    """DICOMER of one kind of features for one human score, in folds over documents or systems."""

    def __init__(self, reading: Reading, track: Track, features: str, held: str) -> None:
        self.reading, self.track, self.kind = reading, track, FEATURE_KINDS[features]
        self.groups, (self.folds, self.inner) = groups_of(track, held), FOLDS[held]
        self.features = reading.features[features]

    @cached_property
    def chosen(self) -> list[ValidationResult]:
        """The strength of each fold, by its training part alone."""
        found = [
            choose(self._pairs(taught).build_ranking())
            for taught, _ in splits(self.groups, self.folds)
        ]
        said = ", ".join(f"C {one.c:g} {one.agreement:.3f}" for one in found)
        print(f"  {self.track.pair}, {self.kind.name}, consistency: {said}", flush=True)
        return found

    def scores(self, taught: Indices, rest: Indices, chosen: ValidationResult) -> Floats:
        """Of `rest`, by what was learnt from `taught`; both are places among all summaries."""
        try:
            learnt = learn_coherence(self._pairs(taught), self.kind, chosen)
        except InputError as error:
            print(f"  {self.track.pair}, {self.kind.name}: {error}", flush=True)
            return np.full(len(rest), UNKNOWN)
        matrices = self.reading.matrices
        return np.array([learnt.judge.score(matrices[place]) for place in rest.tolist()])

    @cached_property
    def held_out(self) -> list[Floats]:
        """Scores of the summaries of each fold, by a model that has not seen it."""
        parts = zip(splits(self.groups, self.folds), self.chosen, strict=True)
        return [self.scores(taught, rest, chosen) for (taught, rest), chosen in parts]

    def whole(self) -> Floats:
        """Those of all folds."""
        found = np.empty(len(self.groups))
        parts = zip(splits(self.groups, self.folds), self.held_out, strict=True)
        for (_, rest), scores in parts:
            found[rest] = scores
        return found

    def nested(self) -> list[Floats]:
        """Scores of all summaries, a list a fold: those of the training part in folds again."""
        found = []
        parts = zip(splits(self.groups, self.folds), self.held_out, self.chosen, strict=True)
        for (taught, rest), scores, chosen in parts:
            own = np.empty(len(self.groups))
            own[rest] = scores
            for inner, left in splits(self.groups[taught], self.inner):
                own[taught[left]] = self.scores(taught[inner], taught[left], chosen)
            found.append(own)
        return found

    def _pairs(self, taught: Indices) -> CoherencePairs:
        scores = self.track.segment_scores
        assert scores is not None
        known = np.zeros(scores.size, dtype=bool)
        known[taught] = True
        masked = np.where(known.reshape(scores.shape), scores, np.nan)
        judged = select_outputs(replace(self.track, segment_scores=masked), "ranking")
        places = judged.system * self.track.segments + judged.segment
        texts = [own if seen else {} for own, seen in zip(self.features, known, strict=True)]
        better, worse = places[judged.better], places[judged.worse]
        return CoherencePairs(texts, better, worse, judged.segment[judged.better])


def choose(problem: SparseRanking) -> ValidationResult:
    """The weakest fit that does as well as the best, each tried on both halves of the documents."""
    everything, columns = np.arange(len(problem.groups)), np.arange(problem.n_features)
    curve = []
    for strength in STRENGTHS:
        found = [
            problem.agreement(held, problem.fit(np.setdiff1d(everything, held), columns, strength))
            for held in make_folds(problem.groups, 2)
        ]
        curve.append((strength, float(np.mean(found))))
    best = max(value for _, value in curve)
    chosen = next(point for point in curve if point[1] >= best - AGREEMENT_TOLERANCE)
    return ValidationResult(*chosen, tuple(curve))


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
    documents, kind = groups_of(track, "documents"), KERNELS[kernel]
    parts = splits(groups_of(track, held), FOLDS[held][0])
    found = np.empty(len(targets))
    for (taught, rest), own in zip(parts, coherence, strict=True):
        features = np.column_stack([content, own])
        rows = RatedRows(features[taught], targets[taught], documents[taught], NOBODY)
        learnt = fit_svr(rows.features, rows.targets, *choose_kernel(rows, kind))
        # As the metric does: beyond what was seen a kernel knows nothing.
        seen = features[taught].min(axis=0), features[taught].max(axis=0)
        found[rest] = learnt.predict(features[rest].clip(*seen)).clip(0.0, 1.0)
    return found


def choose_kernel(rows: RatedRows, kind: type[Kernel]) -> tuple[float, Kernel]:
    """C and kernel that agree best, each tried on both halves of the documents."""
    everything, best = np.arange(len(rows.groups)), (-np.inf, COSTS[0], kind(1.0))
    for c, gamma in product(COSTS, (1.0,) if kind is LinearKernel else GAMMAS):
        predicted = np.empty(len(everything))
        for held in make_folds(rows.groups, 2):
            learnt = fit_svr(*rows.select(np.setdiff1d(everything, held)), c, kind(gamma))
            predicted[held] = learnt.predict(rows.features[held])
        found = compute_pearson(predicted, rows.targets)
        if found > best[0] + AGREEMENT_TOLERANCE:
            best = found, c, kind(gamma)
    return best[1:]


def apart(track: Track, held: str) -> list[list[int]]:
    """Systems whose scores can be compared: all, or those of each half."""
    systems = groups_of(track, "systems")
    if held == "documents":
        return [np.unique(systems).tolist()]
    return [np.unique(systems[rest]).tolist() for _, rest in splits(systems, FOLDS[held][0])]


def correlated(track: Track, held: str, scores: Mapping[str, Floats], samples: int) -> None:
    """Two tables, of summarisers and of summaries, and the first metric less each other one."""
    human = track.segment_scores
    assert human is not None
    parts = []
    for kept in apart(track, held):
        outputs = {track.systems[one]: track.outputs[track.systems[one]] for one in kept}
        own = replace(track, outputs=outputs, segment_scores=human[kept])
        own = replace(own, system_scores=human[kept].mean(axis=1))
        found = {name: values.reshape(human.shape)[kept] for name, values in scores.items()}
        parts.append(
            (own, {name: build_scored_from_segments(name, one) for name, one in found.items()})
        )
    for level, what in LEVELS.items():
        measures = [MEASURES[f"{name}-{level}"] for name in CORRELATIONS]
        values = {
            (name, measure.name): agreement(
                measure, [(own, by[name]) for own, by in parts], samples
            )
            for name in scores
            for measure in measures
        }
        print(table(f"{track.pair}, {what}", measures, list(scores), values), flush=True)


Agreement = tuple[float, Floats]  # the value, and those of samples


def agreement(measure: Measure, parts: Sequence[tuple[Track, Scored]], samples: int) -> Agreement:
    """The mean over parts; samples draw the same documents for all of them."""
    values = [measure.value(*part) for part in parts]
    weights = np.concatenate(
        list(draw_bootstrap_counts(parts[0][0].segments, samples, DEFAULT_SEED))
    )
    drawn = [measure.resampled_values(*part, weights) for part in parts]
    return float(np.mean(values)), np.mean([one for one in drawn if one is not None], axis=0)


def table(
    title: str,
    measures: Sequence[Measure],
    metrics: Sequence[str],
    values: Mapping[tuple[str, str], Agreement],
) -> str:
    """A row a metric, as they were named; the last column is the first metric less this one."""
    first, pearson = metrics[0], measures[0].name
    names = [*CORRELATIONS, f"{first} less it, Pearson"]
    lines = [f"#### {title}", "", f"| metric | {' | '.join(names)} |"]
    lines.append("| --- |" + " ---: |" * len(names))
    for metric in metrics:
        own = [values[metric, measure.name] for measure in measures]
        cells = [f"{value:.3f} {interval(drawn)}" for value, drawn in own]
        less = interval(values[first, pearson][1] - values[metric, pearson][1])
        lines.append(f"| {metric} | {' | '.join([*cells, less if metric != first else ''])} |")
    return "\n".join([*lines, ""])


def interval(drawn: Floats) -> str:
    """95 % of the samples that have a value."""
    low, high = np.nanquantile(drawn, [0.025, 0.975])
    return f"[{low:.2f}, {high:.2f}]"


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
    beside = {**beside, "fewer sentences": reading.fewer()}
    whole = overall(tracks["coherence"], tracks["relevance"])
    for held, (folds, _) in FOLDS.items():
        print(f"\n### Folds over {held}\n")
        learners = {
            (name, kind): Learner(reading, tracks[name], kind, held)
            for name in ("coherence", "fluency")
            for kind in FEATURE_KINDS
        }
        learnt = {key: learner.whole() for key, learner in learners.items()}
        for name in ("coherence", "fluency"):
            own = {kind: learnt[name, kind] for kind in reversed(FEATURE_KINDS)}
            correlated(tracks[name], held, {**own, "dicomer, shipped": shipped, **beside}, samples)
        parts = {"trained": learners["coherence", "dicomer"].nested(), "shipped": [shipped] * folds}
        both = {
            f"cremer {kernel}, {which}": combined(whole, held, beside["tesla-s"], scores, kernel)
            for which, scores in parts.items()
            for kernel in reversed(KERNELS)
        }
        alone = {"dicomer": learnt["coherence", "dicomer"], "dicomer, shipped": shipped}
        correlated(whole, held, {**both, **alone, **beside}, samples)


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
