"""Training the labeller of semantic roles: from sentences with frames that people found."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ..errors import InputError, UsageError
from ..learning.learners import Aso, Learner, LinearHuber, MaximumEntropy, frequent_values
from ..learning.linear import LinearClassifier
from ..learning.named_rows import NamedRows
from ..learning.real_weights import LARGEST, RealWeights
from ..srl.context import PredicateContext, TreeContext
from ..srl.features.own import OWN
from ..srl.features.sets import FEATURE_SETS
from ..srl.frame import CONTINUED, Frame
from ..srl.model import (
    BASES,
    CLASSIFY,
    FEATURES,
    IDENTIFY,
    NO,
    NOUN,
    PRUNED,
    VERB,
    YES,
    RoleModel,
    kind_of,
)
from ..srl.records import PREDICATE, LabelledSentence

# Those of the paper, by the names that commands have.
LEARNERS: dict[str, Learner] = {one.name: one for one in (MaximumEntropy(), LinearHuber(), Aso())}
# What a whole weight of 1 may stand for, the finest first.
_SCALES = tuple(float(f"{digit}e{power}") for power in range(-3, 3) for digit in (1, 2, 5))
# How long it takes to learn, where to look at all sentences takes 1.
_LEARNING = 4
Bases = dict[tuple[str, str], str]


@dataclass(frozen=True)
class RoleTraining:
    """How to learn.

    kinds       of predicates: nouns, verbs
    least_count features of fewer candidates than this are left out
    """

    learner: Learner = LEARNERS["aso"]
    features: str = OWN.name
    pruned: bool = False
    kinds: tuple[str, ...] = (NOUN, VERB)
    least_count: int = 1

    def __post_init__(self) -> None:
        if self.features not in FEATURE_SETS:
            raise UsageError(
                f"unknown features {self.features!r}: choose from {', '.join(FEATURE_SETS)}"
            )


def train_srl(
    sentences: Sequence[LabelledSentence],
    training: RoleTraining | None = None,
    *,
    lang: str = "en",
    progress: Callable[[int], None] | None = None,
) -> RoleModel:
    """A model of frames that people found; `progress` hears of as many steps as `steps` says."""
    training = training or RoleTraining()
    NamedRows.of(())  # where SciPy is missing, that is said before the long work
    told = progress or (lambda more: None)
    bases = learn_bases(sentences)
    settings = {
        "language": lang,
        FEATURES: training.features,
        PRUNED: training.pruned,
        "learner": training.learner.name,
        "least_count": training.least_count,
    }
    lines = tuple("\t".join((*key, base)) for key, base in sorted(bases.items()))
    model = RoleModel(lang, {}, {BASES: lines}, settings)
    for kind in training.kinds:
        examples = gather_examples(sentences, kind, training, bases, told)
        learnt = _learnt(examples, kind, training)
        told(_LEARNING * len(sentences))
        model = model.joined(RoleModel(lang, learnt, {}))
    return model


def steps(sentences: Sequence[LabelledSentence], training: RoleTraining) -> int:
    """How much there is to do."""
    return (1 + _LEARNING) * len(sentences) * len(training.kinds)


def learn_bases(sentences: Iterable[LabelledSentence]) -> Bases:
    """Which lemma the frames of a word have, most often, where it is not the word's own."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for one in sentences:
        for frame in one.frames:
            word = one.sentence.tokens[frame.predicate].lemma.lower()
            key = kind_of(frame.tag), "_".join(word.split())
            counts.setdefault(key, Counter())[frame.lemma] += 1
    best = {
        key: min(found, key=lambda lemma: (-found[lemma], lemma)) for key, found in counts.items()
    }
    return {
        key: lemma for key, lemma in best.items() if key[0] and lemma.split() and lemma != key[1]
    }


@dataclass(frozen=True, eq=False)
class RoleExamples:
    """Candidates of all predicates of a kind.

    identify    rows of all; labels: the role of each, or None
    classify    rows of those that have a role
    """

    identify: NamedRows
    labels: list[str | None]
    classify: NamedRows


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
                    if label is not None:
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


def _learnt(
    examples: RoleExamples, kind: str, training: RoleTraining
) -> dict[str, LinearClassifier]:
    labels = [label for label in examples.labels if label is not None]
    if len(set(labels)) < 2:
        raise InputError(
            f"the {kind}s have arguments of {len(set(labels))} roles, and two are the least that "
            f"can be learnt: give more sentences, or leave {kind}s out"
        )
    whether = [NO if label is None else YES for label in examples.labels]
    # What the second stage will say is what helps the first (the paper's unobservable problems).
    problems = frequent_values(examples.labels)
    learner = training.learner
    return {
        f"{kind}.{IDENTIFY}": _whole(learner.fit(examples.identify, whether, problems)),
        f"{kind}.{CLASSIFY}": _whole(learner.fit(examples.classify, labels)),
    }


def _whole(weights: RealWeights) -> LinearClassifier:
    """Rounded as finely as the largest weight lets: what ASO leaves free may weigh much."""
    largest = float(abs(weights.values).max(initial=0.0))
    fitting = (scale for scale in _SCALES if largest <= LARGEST * scale)
    return weights.whole(next(fitting, _SCALES[-1]))
