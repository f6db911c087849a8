"""Predicates as rows for learners, and what learners decide of them: for benchmarks/roles.py."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from tesla_metrics.arrays import Floats
from tesla_metrics.evaluation.training.train_srl import Bases, find_roles
from tesla_metrics.parsing.srl.feature_sets import FeatureSet, get_unused_features
from tesla_metrics.parsing.srl.frame import Argument, Frame, LabelledSentence
from tesla_metrics.parsing.srl.frame_accuracy import Tally, compare_frames, compare_labels
from tesla_metrics.parsing.srl.predicate_context import PredicateContext
from tesla_metrics.parsing.srl.role_assignment import ScoredArgument
from tesla_metrics.parsing.srl.role_model import NO_LABEL, YES_LABEL, get_predicate_kind
from tesla_metrics.parsing.srl.tree_context import TreeContext, find_candidates
from tesla_metrics.resources.learning.learners import AuxiliaryProblem, Learner
from tesla_metrics.resources.learning.maximum_entropy import FeatureMatrix, LabelWeights

# What spans of a predicate may be, and its place, to its arguments.
Decode = Callable[[list[ScoredArgument], int], Iterable[Argument]]


@dataclass(eq=False)
class Candidates:
    """Candidates of all predicates of one kind, one predicate after the other.

    sentences   how many there are; frames: of each predicate its sentence and what people found
    owners      the predicate of each candidate; spans: its words; labels: its role, if it has one
    values      what auxiliary problems may predict of it, by feature
    """

    sentences: int
    frames: list[tuple[int, Frame]] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    labels: list[str | None] = field(default_factory=list)
    values: dict[str, list[str]] = field(default_factory=dict)

    def rows(
        self, sentences: Sequence[LabelledSentence], kind: str, bases: Bases
    ) -> Iterator[tuple[PredicateContext, int]]:
        """Fills the columns, candidate by candidate, while who asks makes features."""
        for number, one in enumerate(sentences):
            shared = TreeContext(one.sentence, one.tree)
            for frame in one.frames:
                if get_predicate_kind(frame.tag) != kind:
                    continue
                roles, place = find_roles(frame), frame.predicate
                base = bases.get((kind, shared.lemmas[place]), "")
                context = PredicateContext(one.sentence, one.tree, place, base, shared)
                self.frames.append((number, frame))
                for node in find_candidates(one.tree, place):
                    span = shared.starts[node], shared.ends[node]
                    self.owners.append(len(self.frames) - 1)
                    self.spans.append(span)
                    self.labels.append(roles.get(span))
                    yield context, node


class Stages(NamedTuple):
    """Rows of both stages, and which candidates the second stage's are."""

    candidates: Candidates
    identify: FeatureMatrix
    classify: FeatureMatrix
    places: list[int]

    @property
    def labels(self) -> list[str]:
        """Those of the second stage's rows."""
        return [self.candidates.labels[place] or NO_LABEL for place in self.places]


class System(NamedTuple):
    """What both stages learnt."""

    identify: LabelWeights
    classify: LabelWeights


class Outcome(NamedTuple):
    """Tallies by sentence."""

    identified: list[Tally]
    classified: list[Tally]
    combined: list[Tally]


class Rows(NamedTuple):
    """How rows are made.

    least   features of fewer candidates than this are left out
    """

    features: FeatureSet
    kind: str
    bases: Bases
    least: int = 1

    def training(self, sentences: Sequence[LabelledSentence], predicting: bool = False) -> Stages:
        """To learn from: all candidates to identify, and those that have a label to classify.

        `predicting`: with what auxiliary problems may predict.
        """
        found, classify, places = Candidates(len(sentences)), [], []

        def identify() -> Iterator[list[str]]:
            for context, node in found.rows(sentences, self.kind, self.bases):
                if predicting:
                    for name, value in _values(context, node).items():
                        found.values.setdefault(name, []).append(value)
                if found.labels[-1] is not None:
                    places.append(len(found.labels) - 1)
                    classify.append(self.features.classify.get_candidate_features(context, node))
                yield self.features.identify.get_candidate_features(context, node)

        first = FeatureMatrix.from_features(identify(), self.least)
        return Stages(found, first, FeatureMatrix.from_features(classify, self.least), places)

    def test(self, sentences: Sequence[LabelledSentence], learnt: Stages) -> Stages:
        """All candidates for both stages, in the columns that were learnt from."""
        found, classify = Candidates(len(sentences)), []

        def identify() -> Iterator[list[str]]:
            for context, node in found.rows(sentences, self.kind, self.bases):
                classify.append(self.features.classify.get_candidate_features(context, node))
                yield self.features.identify.get_candidate_features(context, node)

        first = learnt.identify.encode(identify())
        return Stages(found, first, learnt.classify.encode(classify), list(range(len(classify))))


def fit_identification(
    learner: Learner, rows: Stages, auxiliary: Sequence[AuxiliaryProblem] = ()
) -> LabelWeights:
    """Arguments against all else."""
    labels = [NO_LABEL if one is None else YES_LABEL for one in rows.candidates.labels]
    return learner.fit(rows.identify, labels, auxiliary)


def fit_classification(
    learner: Learner, rows: Stages, auxiliary: Sequence[AuxiliaryProblem] = ()
) -> LabelWeights:
    """Which label those have that are arguments."""
    return learner.fit(rows.classify, rows.labels, auxiliary)


def outcome(system: System, test: Stages, decode: Decode) -> Outcome:
    """Of all predicates that the rows are of."""
    own = test.candidates
    margins = system.identify.margins(test.identify.matrix)[:, 0]
    roles, labels = system.classify.margins(test.classify.matrix), system.classify.labels
    found, given = [], []
    starts = np.searchsorted(own.owners, np.arange(len(own.frames) + 1)).tolist()
    for (_, frame), start, end in zip(own.frames, starts, starts[1:], strict=False):
        at = slice(start, end)
        scored = _scored(own.spans[at], margins[at], roles[at], labels)
        told = [
            Argument(labels[role], *span)
            for span, role, label in zip(
                own.spans[at], roles[at].argmax(axis=1).tolist(), own.labels[at], strict=True
            )
            if label is not None
        ]
        found.append(replace(frame, arguments=tuple(decode(scored, frame.predicate))))
        given.append(replace(frame, arguments=tuple(told)))
    return tallied(own, found, given)


def tallied(own: Candidates, found: Sequence[Frame], given: Sequence[Frame] = ()) -> Outcome:
    """`found` has a frame for each of people's, and so has `given`, whose spans are people's."""
    by_sentence: list[tuple[list[Frame], ...]] = [([], [], []) for _ in range(own.sentences)]
    for place, (number, frame) in enumerate(own.frames):
        wanted, ours, told = by_sentence[number]
        wanted.append(frame)
        ours.append(found[place])
        told += given[place : place + 1]
    pairs = [compare_frames(wanted, ours) for wanted, ours, _ in by_sentence]
    return Outcome(
        [one.identification for one in pairs],
        [compare_labels(wanted, told) for wanted, _, told in by_sentence],
        [one.combined_stages for one in pairs],
    )


def _scored(
    spans: Sequence[tuple[int, int]], margins: Floats, roles: Floats, labels: tuple[str, ...]
) -> list[ScoredArgument]:
    """What spans may be, as parsing/srl/role_assignment.py weighs it."""
    found = []
    for place in np.flatnonzero(margins > 0).tolist():
        gains = margins[place] - (roles[place].max() - roles[place])
        for role in np.flatnonzero(gains > 0).tolist():
            found.append(ScoredArgument(*spans[place], labels[role], float(gains[role])))
    return found


def _values(context: PredicateContext, node: int) -> dict[str, str]:
    """What auxiliary problems may predict."""
    shared = context.tree_context
    return get_unused_features(context, node) | {
        "hw": shared.head_words[node],
        "lastword": shared.words[shared.ends[node] - 1],
        "ptype": shared.labels[node],
    }
