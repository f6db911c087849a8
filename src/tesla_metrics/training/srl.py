"""Training the labeller of semantic roles: from sentences with frames that people found."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ..errors import InputError
from ..learning.learners import frequent_values
from ..learning.linear import LinearClassifier
from ..learning.named_rows import NamedRows
from ..learning.real_weights import LARGEST, RealWeights
from ..learning.sharing import Problem, fit_together
from ..srl.context import PredicateContext, TreeContext
from ..srl.features.own import is_shared
from ..srl.features.sets import FEATURE_SETS
from ..srl.frame import CONTINUED, Frame
from ..srl.model import (
    BASES,
    CLASSIFY,
    IDENTIFY,
    NO,
    NOUN,
    VERB,
    YES,
    RoleModel,
    kind_of,
)
from ..srl.records import PREDICATE, LabelledSentence
from .srl_check_input import check_learnable
from .srl_settings import RoleTraining
from .srl_words import Rolesets, learn_words

# What a whole weight of 1 may stand for, the finest first.
_SCALES = tuple(float(f"{digit}e{power}") for power in range(-3, 3) for digit in (1, 2, 5))
# How long it takes to learn, where to look at all sentences takes 1.
_LEARNING = 4
# Of one kind; a file can hold some more.
_MOST_ROLES = 44
Bases = dict[tuple[str, str], str]


def train_srl(
    sentences: Sequence[LabelledSentence],
    training: RoleTraining | None = None,
    *,
    lang: str = "en",
    rolesets: Rolesets | None = None,
    progress: Callable[[int], None] | None = None,
) -> RoleModel:
    """A model of frames that people found.

    `rolesets` are those that words have beside the ones in the sentences; `progress` hears of as
    many steps as `steps` says.
    """
    training = training or RoleTraining()
    NamedRows.of(())  # where SciPy is missing, that is said before the long work
    told = progress or (lambda more: None)
    check_learnable(sentences, training.kinds)
    bases = learn_bases(sentences, rolesets)
    settings = {"language": lang, **training.described}
    lines = tuple("\t".join((*key, base)) for key, base in sorted(bases.items()))
    model = RoleModel(lang, {}, {BASES: lines}, settings)
    problems: dict[str, Problem] = {}
    for kind in training.kinds:
        examples = gather_examples(sentences, kind, training, bases, told)
        problems[kind] = _roles(examples, kind)
        first = {f"{kind}.{IDENTIFY}": _identify(examples, training)}
        model = model.joined(RoleModel(lang, first, {}))
        told(_LEARNING * len(sentences))
    second = {
        f"{kind}.{CLASSIFY}": _whole(weights, training)
        for kind, weights in _classify(problems, training).items()
    }
    told(_LEARNING * len(sentences) * len(problems))
    words = learn_words(sentences, rolesets or {}, training.kinds)
    told(len(sentences))
    return model.joined(RoleModel(lang, second, {})).joined(words)


def steps(sentences: Sequence[LabelledSentence], training: RoleTraining) -> int:
    """How much there is to do: looking, both stages of each kind, and words."""
    return len(sentences) * ((1 + 2 * _LEARNING) * len(training.kinds) + 1)


def learn_bases(sentences: Iterable[LabelledSentence], rolesets: Rolesets | None = None) -> Bases:
    """Which lemma the frames of a word have, most often, where it is not the word's own.

    Of words that sentences lack it is that of their first roleset.
    """
    counts: dict[tuple[str, str], Counter[str]] = {}
    for one in sentences:
        for frame in one.frames:
            word = one.sentence.tokens[frame.predicate].lemma.lower()
            key = kind_of(frame.tag), "_".join(word.split())
            counts.setdefault(key, Counter())[frame.lemma] += 1
    best = {
        key: min(found, key=lambda lemma: (-found[lemma], lemma)) for key, found in counts.items()
    }
    others = (rolesets or {}).items()
    best |= {key: own[0].rpartition(".")[0] for key, own in others if own and key not in best}
    return {
        key: lemma for key, lemma in best.items() if all(key) and lemma.split() and lemma != key[1]
    }


@dataclass(frozen=True, eq=False)
class RoleExamples:
    """Candidates of all predicates of a kind.

    identify    rows of all; labels: the role of each, or None
    classify    rows of those that have a role, or of all
    """

    identify: NamedRows
    labels: list[str | None]
    classify: NamedRows

    @property
    def roles(self) -> list[str]:
        """The labels of the rows of classify."""
        if self.classify.matrix.shape[0] == len(self.labels):
            return [label or NO for label in self.labels]
        return [label for label in self.labels if label is not None]


def gather_examples(
    sentences: Sequence[LabelledSentence],
    kind: str,
    training: RoleTraining,
    bases: Bases,
    told: Callable[[int], None] = lambda more: None,
) -> RoleExamples:
    """What the learners of both stages see; `told` hears of each sentence."""
    stages, rows = FEATURE_SETS[training.features], _Rows()

    def identify() -> Iterator[list[str]]:
        for one in sentences:
            shared = TreeContext(one.sentence, one.tree)
            for frame in one.frames:
                if kind_of(shared.tags[frame.predicate]) != kind:
                    continue
                base = bases.get((kind, shared.lemmas[frame.predicate]), "")
                context = PredicateContext(one.sentence, one.tree, frame.predicate, base, shared)
                roles = roles_of(frame)
                for node in context.candidates(training.pruned):
                    label = roles.get((shared.starts[node], shared.ends[node]))
                    rows.labels.append(label)
                    if label is not None or (training.together and kind == NOUN):
                        rows.classify.append(stages.classify.all(context, node))
                    yield stages.identify.all(context, node)
            told(1)

    first = NamedRows.of(identify(), training.least_count)
    return RoleExamples(first, rows.labels, NamedRows.of(rows.classify, training.least_count))


@dataclass
class _Rows:
    labels: list[str | None] = field(default_factory=list)
    classify: list[list[str]] = field(default_factory=list)


def roles_of(frame: Frame) -> dict[tuple[int, int], str]:
    """The label of each span, of several the first; what continues the predicate has none."""
    found: dict[tuple[int, int], str] = {}
    for label, start, end in frame.arguments:
        if label != CONTINUED + PREDICATE:
            found.setdefault((start, end), label)
    return found


def _identify(examples: RoleExamples, training: RoleTraining) -> LinearClassifier:
    whether = [NO if label is None else YES for label in examples.labels]
    # What the second stage will say is what helps the first (the paper's unobservable problems).
    problems = frequent_values(examples.labels)
    return _whole(training.learner.fit(examples.identify, whether, problems), training)


def _roles(examples: RoleExamples, kind: str) -> Problem:
    """Rows and labels of arguments, but for those of the rarest roles."""
    labels = examples.roles
    counts = Counter(labels)
    counts.pop(NO, None)
    if len(counts) < 2:
        raise InputError(
            f"the {kind}s have arguments of {len(counts)} roles, and two are the least that "
            f"can be learnt: give more sentences, or leave {kind}s out "
            f"(--{VERB if kind == NOUN else NOUN}s)"
        )
    frequent = {NO, *sorted(counts, key=lambda one: (-counts[one], one))[:_MOST_ROLES]}
    kept = [place for place, label in enumerate(labels) if label in frequent]
    return examples.classify.select(np.array(kept)), [labels[place] for place in kept]


def _classify(problems: Mapping[str, Problem], training: RoleTraining) -> dict[str, RealWeights]:
    """What says which role, by kind; each knows the labels of its own kind."""
    learner = training.roles or training.learner
    if not training.together:
        return {kind: learner.fit(*problem) for kind, problem in problems.items()}
    found = fit_together(problems, learner, is_shared)
    return {kind: weights.only(set(problems[kind][1])) for kind, weights in found.items()}


def _whole(weights: RealWeights, training: RoleTraining) -> LinearClassifier:
    """Rounded as finely as the largest weight lets: what ASO leaves free may weigh much."""
    largest = float(abs(weights.values).max(initial=0.0))
    allowed = [scale for scale in _SCALES if scale >= training.finest]
    fitting = (scale for scale in allowed if largest <= LARGEST * scale)
    return weights.whole(next(fitting, _SCALES[-1]))
