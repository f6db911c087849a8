"""Predicates as rows for learners, and what learners' decisions come to: for benchmarks/roles.py."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from tesla_metrics.arrays import Floats
from tesla_metrics.learning.learners import Auxiliary, Learner
from tesla_metrics.learning.named_rows import NamedRows
from tesla_metrics.learning.real_weights import RealWeights
from tesla_metrics.srl.accuracy import Tally, compare_frames, compare_labels
from tesla_metrics.srl.candidates import candidates
from tesla_metrics.srl.context import PredicateContext, TreeContext
from tesla_metrics.srl.features.paper import PAPER, unused_features
from tesla_metrics.srl.frame import Argument, Frame
from tesla_metrics.srl.records import LabelledSentence

# Sorted before the other, so that margins are those of being an argument.
NONE, ARGUMENT = "-", "argument"
OF_PREDICATE = "C-V"
Kind = Callable[[Frame], bool]
# Scored candidates of a predicate to its arguments.
Decode = Callable[[Sequence[tuple[int, int]], Floats, Floats, tuple[str, ...]], list[Argument]]


@dataclass(eq=False)
class Candidates:
    """Candidates of all predicates of one kind, one predicate after the other.

    sentences   how many there are; frames: of each predicate its sentence and what people found
    owners      the predicate of each candidate; spans: its words; labels: its role or NONE
    values      of each candidate what auxiliary problems may predict, by feature
    """

    sentences: int
    frames: list[tuple[int, Frame]] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    values: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def rows(
        self, sentences: Sequence[LabelledSentence], kind: Kind
    ) -> Iterator[tuple[PredicateContext, int]]:
        """Fills all columns, candidate by candidate, while who asks makes features."""
        for number, one in enumerate(sentences):
            shared = TreeContext(one.sentence, one.tree)
            for frame in filter(kind, one.frames):
                roles = {
                    own[1:]: own.label for own in frame.arguments if own.label != OF_PREDICATE
                }
                context = PredicateContext(
                    one.sentence, one.tree, frame.predicate, frame.lemma, shared
                )
                self.frames.append((number, frame))
                for node in candidates(one.tree, frame.predicate):
                    span = one.tree.nodes[node][1:3]
                    self.owners.append(len(self.frames) - 1)
                    self.spans.append(span)
                    self.labels.append(roles.get(span, NONE))
                    yield context, node


class Stages(NamedTuple):
    """Rows of both stages, and which candidates the second stage's are."""

    candidates: Candidates
    identify: NamedRows
    classify: NamedRows
    places: list[int]

    @property
    def labels(self) -> list[str]:
        """Those of the second stage's rows."""
        return [self.candidates.labels[place] for place in self.places]


class System(NamedTuple):
    """What both stages learnt."""

    identify: RealWeights
    classify: RealWeights


class Outcome(NamedTuple):
    """Tallies by sentence."""

    identified: list[Tally]
    classified: list[Tally]
    combined: list[Tally]


def training_rows(sentences: Sequence[LabelledSentence], kind: Kind) -> Stages:
    """To learn from: all candidates to identify, and those that people labelled to classify."""
    found, classify, places = Candidates(len(sentences)), [], []

    def identify() -> Iterator[list[str]]:
        for context, node in found.rows(sentences, kind):
            for name, value in _values(context, node).items():
                found.values[name].append(value)
            if found.labels[-1] != NONE:
                places.append(len(found.labels) - 1)
                classify.append(PAPER.classify.all(context, node))
            yield PAPER.identify.all(context, node)

    return Stages(found, NamedRows.of(identify()), NamedRows.of(classify), places)


def test_rows(sentences: Sequence[LabelledSentence], kind: Kind, learnt: Stages) -> Stages:
    """All candidates for both stages, in the columns that were learnt from."""
    found, classify = Candidates(len(sentences)), []

    def identify() -> Iterator[list[str]]:
        for context, node in found.rows(sentences, kind):
            classify.append(PAPER.classify.all(context, node))
            yield PAPER.identify.all(context, node)

    first = learnt.identify.encode(identify())
    return Stages(found, first, learnt.classify.encode(classify), list(range(len(classify))))


def part(rows: Stages, chosen: set[int]) -> Stages:
    """The same of some sentences only."""
    own = rows.candidates
    kept = [number in chosen for number, _ in own.frames]
    at = np.flatnonzero([kept[owner] for owner in own.owners])
    second = np.flatnonzero([kept[own.owners[place]] for place in rows.places])
    moved = {place: new for new, place in enumerate(at.tolist())}
    some = replace(
        own,
        owners=[own.owners[place] for place in at],
        spans=[own.spans[place] for place in at],
        labels=[own.labels[place] for place in at],
        values={name: [column[place] for place in at] for name, column in own.values.items()},
    )
    places = [moved[rows.places[place]] for place in second.tolist()]
    return Stages(some, rows.identify.select(at), rows.classify.select(second), places)


def fit_identification(
    learner: Learner, rows: Stages, auxiliary: Sequence[Auxiliary] = ()
) -> RealWeights:
    """Arguments against all else."""
    labels = [NONE if one == NONE else ARGUMENT for one in rows.candidates.labels]
    return learner.fit(rows.identify, labels, auxiliary)


def fit_classification(
    learner: Learner, rows: Stages, auxiliary: Sequence[Auxiliary] = ()
) -> RealWeights:
    """Which label those that are arguments have."""
    return learner.fit(rows.classify, rows.labels, auxiliary)


def outcome(system: System, test: Stages, decode: Decode) -> Outcome:
    """Of the predicates that the rows are of."""
    own = test.candidates
    margins = system.identify.margins(test.identify.matrix)[:, 0]
    roles = system.classify.margins(test.classify.matrix)
    labels = system.classify.labels
    wanted, found, given = ([[] for _ in range(own.sentences)] for _ in range(3))
    starts = np.searchsorted(own.owners, np.arange(len(own.frames) + 1)).tolist()
    for place, (number, frame) in enumerate(own.frames):
        at = slice(starts[place], starts[place + 1])
        spans = own.spans[at]
        arguments = decode(spans, margins[at], roles[at], labels)
        best = roles[at].argmax(axis=1).tolist()
        told = [
            Argument(labels[role], *span)
            for span, role, label in zip(spans, best, own.labels[at], strict=True)
            if label != NONE
        ]
        wanted[number].append(frame)
        found[number].append(replace(frame, arguments=tuple(arguments)))
        given[number].append(replace(frame, arguments=tuple(told)))
    pairs = [compare_frames(*both) for both in zip(wanted, found, strict=True)]
    return Outcome(
        [one.identified for one in pairs],
        [compare_labels(*both) for both in zip(wanted, given, strict=True)],
        [one.combined for one in pairs],
    )


def independent(
    spans: Sequence[tuple[int, int]], margins: Floats, roles: Floats, labels: tuple[str, ...]
) -> list[Argument]:
    """As the paper has it: whatever seems to be an argument is one, with its best label."""
    best = roles.argmax(axis=1).tolist()
    return [
        Argument(labels[role], *span)
        for span, margin, role in zip(spans, margins.tolist(), best, strict=True)
        if margin > 0
    ]


def _values(context: PredicateContext, node: int) -> dict[str, str]:
    """What auxiliary problems may predict."""
    shared = context.shared
    return unused_features(context, node) | {
        "hw": shared.head_words[node],
        "lastword": shared.words[shared.ends[node] - 1],
        "ptype": shared.labels[node],
    }
