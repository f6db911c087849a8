"""Settings, learning of predicates and senses, and accuracy check of role labeller training."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

from ...errors import UsageError
from ...parsing.srl.feature_sets import DEFAULT_FEATURES, FEATURE_SETS
from ...parsing.srl.frame import LabelledSentence
from ...parsing.srl.frame_accuracy import (
    Tally,
    compare_frames,
    compare_labels,
    compare_predicates,
    compare_rolesets,
    total,
)
from ...parsing.srl.role_assignment import (
    choose_roleset,
    find_predicates,
    label_predicate,
    label_spans,
    predicate_context,
    predicate_features,
    sense_features,
    word_key,
)
from ...parsing.srl.role_model import (
    FEATURES,
    NO,
    NOUN,
    PREDICATE,
    PRUNED,
    ROLESETS,
    SENSE,
    VERB,
    YES,
    RoleModel,
    kind_of,
)
from ...parsing.srl.tree_context import TreeContext
from ...resources.learning.learners import (
    AdaptiveMaximumEntropy,
    Aso,
    Learner,
    LinearHuber,
    MaximumEntropy,
)
from ...resources.learning.linear_classifier import LinearClassifier
from ...resources.learning.maximum_entropy import fit_logistic

# Learners of the paper, by their names in commands.
LEARNERS: dict[str, Learner] = {
    learner.name: learner for learner in (MaximumEntropy(), LinearHuber(), Aso())
}
# Finer than the default: margins of the Huber loss are near 1 and need finer steps than log odds.
_PUBLISHED_FINEST = 0.001


@dataclass(frozen=True)
class RoleTraining:
    """Settings of `train_srl`; the defaults are those of the included model, chosen on ewt_dev.

    Parameters
    ----------
    learner : learner of both stages
    features : name of the feature set
    pruned : whether only siblings of the predicate and of its ancestors are candidates
    kinds : kinds of predicates: nouns, verbs
    together : whether roles of nouns are learnt together with those of verbs (`acquisition` and
        `acquire` have similar arguments), and with candidates that have no role
    roles : learner of the second stage, if it is another one
    least_count : minimum number of candidates that have a feature
    finest : minimum value of an integer weight of 1; higher values make smaller files
    """

    learner: Learner = MaximumEntropy(0.3)  # noqa: RUF009
    features: str = DEFAULT_FEATURES.name
    pruned: bool = True
    kinds: tuple[str, ...] = (NOUN, VERB)
    together: bool = True
    roles: Learner | None = AdaptiveMaximumEntropy()  # noqa: RUF009
    least_count: int = 2
    finest: float = 0.02

    def __post_init__(self) -> None:
        if self.features not in FEATURE_SETS:
            raise UsageError(
                f"unknown features {self.features!r}: choose from {', '.join(FEATURE_SETS)}"
            )
        if self.least_count < 1:
            raise UsageError(f"the least count is {self.least_count}: give 1 or more")

    @classmethod
    def from_paper(cls, learner: Learner, **others: Any) -> "RoleTraining":
        """Return the settings of the paper: one learner, and nouns and verbs separately."""
        return cls(learner, together=False, roles=None, finest=_PUBLISHED_FINEST, **others)

    @property
    def to_dict(self) -> dict[str, Any]:
        """Settings for the model file, so that training can be repeated."""
        return {
            FEATURES: self.features,
            PRUNED: self.pruned,
            "kinds": list(self.kinds),
            "together": self.together,
            "learner": _describe_learner(self.learner),
            "roles": _describe_learner(self.roles or self.learner),
            "least_count": self.least_count,
            "finest": self.finest,
        }


# Names of settings in model files, where they differ from the fields of learners.
_FILE_KEYS = {"c": "strength", "penalty": "strength", "v_penalty": "held"}


def _describe_learner(learner: Learner) -> dict[str, Any]:
    fields = asdict(learner)  # type: ignore[call-overload]
    return {"name": learner.name, **{_FILE_KEYS.get(key, key): fields[key] for key in fields}}


# Inventory of rolesets, by kind and word.
Rolesets = Mapping[tuple[str, str], Sequence[str]]
# Further rolesets of a word are too rare to be learnt.
_MAX_ROLESETS_PER_WORD = 40


def learn_words(
    sentences: Sequence[LabelledSentence],
    inventory: Rolesets,
    kinds: Container[str] = (NOUN, VERB),
) -> RoleModel:
    """Learn the model parts `predicate`, `rolesets` and `sense` for words of these kinds.

    The inventory adds words and rolesets that are not in the sentences.
    """
    kind_inventory = {key: rolesets for key, rolesets in inventory.items() if key[0] in kinds}
    rolesets = learn_rolesets(sentences, kind_inventory, kinds)
    lines = tuple("\t".join((*key, " ".join(known))) for key, known in sorted(rolesets.items()))
    lists = RoleModel("en", {}, {ROLESETS: lines})
    parts = {
        PREDICATE: _learn_predicates(sentences, kind_inventory, kinds),
        SENSE: _learn_senses(sentences, lists),
    }
    return lists.merged_with(
        RoleModel("en", {name: part for name, part in parts.items() if part}, {})
    )


def learn_rolesets(
    sentences: Iterable[LabelledSentence],
    inventory: Rolesets,
    kinds: Container[str] = (NOUN, VERB),
) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the rolesets of each word, the most frequent first, and unobserved ones last."""
    counts: dict[tuple[str, str], Counter[str]] = {
        key: Counter(dict.fromkeys(names, 0)) for key, names in inventory.items()
    }
    for labelled in sentences:
        shared = TreeContext(labelled.sentence, labelled.tree)
        for frame in labelled.frames:
            key = kind_of(frame.tag), shared.lemmas[frame.predicate]
            is_valid = frame.roleset and not set(" \t\n") & set(frame.roleset)
            if key[0] in kinds and key[1] and is_valid:
                counts.setdefault(key, Counter())[frame.roleset] += 1
    return {
        key: tuple(sorted(names, key=lambda name: (-names[name], name))[:_MAX_ROLESETS_PER_WORD])
        for key, names in counts.items()
        if names
    }


def _learn_predicates(
    sentences: Sequence[LabelledSentence], inventory: Rolesets, kinds: Container[str]
) -> LinearClassifier | None:
    """Learn which tokens are predicates.

    The feature "has known rolesets" considers the inventory and other documents only. With the
    token's own document every predicate would be known, and no unknown word would ever be a
    predicate.
    """
    documents_by_word: dict[tuple[str, str], set[str]] = {}
    contexts = [TreeContext(labelled.sentence, labelled.tree) for labelled in sentences]
    documents = [labelled.document or str(index) for index, labelled in enumerate(sentences)]
    for labelled, shared, document in zip(sentences, contexts, documents, strict=True):
        for frame in labelled.frames:
            if frame.roleset:
                documents_by_word.setdefault(word_key(shared, frame.predicate), set()).add(document)
    rows, labels = [], []
    for labelled, shared, document in zip(sentences, contexts, documents, strict=True):
        predicates = {frame.predicate for frame in labelled.frames}
        for token, tag in enumerate(shared.tags):
            if kind_of(tag) in kinds:
                key = word_key(shared, token)
                known = key in inventory or not documents_by_word.get(key, set()) <= {document}
                rows.append(predicate_features(shared, token, known))
                labels.append(YES if token in predicates else NO)
    return _fit_classifier(rows, labels)


def _learn_senses(
    sentences: Iterable[LabelledSentence], lists: RoleModel
) -> LinearClassifier | None:
    rows, labels = [], []
    for labelled in sentences:
        shared = TreeContext(labelled.sentence, labelled.tree)
        for frame in labelled.frames:
            known = lists.rolesets.get(word_key(shared, frame.predicate), ())
            if len(known) > 1 and frame.roleset in known:
                rows.append(sense_features(predicate_context(shared, frame.predicate, lists)))
                labels.append(str(known.index(frame.roleset)))
    return _fit_classifier(rows, labels)


def _fit_classifier(rows: list[list[str]], labels: list[str]) -> LinearClassifier | None:
    """Return a logistic classifier, or None if there is only one label."""
    return fit_logistic(rows, labels, c=1.0) if len(set(labels)) > 1 else None


class RoleCheck(NamedTuple):
    """Accuracy of a model, as tallies.

    predicates  predicates found
    rolesets    rolesets of given predicates
    identified  arguments found of given predicates
    classified  labels of given arguments
    combined    arguments found and labelled
    """

    predicates: Tally
    rolesets: Tally
    identified: Tally
    classified: Tally
    combined: Tally


def check_roles(sentences: Iterable[LabelledSentence], model: RoleModel, kind: str) -> RoleCheck:
    """Return the accuracy on all predicates of a kind, with the trees of the sentences."""
    predicates, rolesets, identified, classified, combined = [], [], [], [], []
    for labelled in sentences:
        gold = [
            frame
            for frame in labelled.frames
            if kind_of(labelled.tree.tags[frame.predicate]) == kind
        ]
        shared = TreeContext(labelled.sentence, labelled.tree)
        pairs = [(frame, predicate_context(shared, frame.predicate, model)) for frame in gold]
        predicted = [
            replace(
                frame,
                arguments=label_predicate(context, model),
                roleset=choose_roleset(context, model),
            )
            for frame, context in pairs
        ]
        relabelled = [
            replace(
                frame,
                arguments=label_spans(
                    context, model, {argument[1:] for argument in frame.arguments}
                ),
            )
            for frame, context in pairs
        ]
        frame_tallies = compare_frames(gold, predicted)
        found_predicates = (
            token for token in find_predicates(shared, model) if kind_of(shared.tags[token]) == kind
        )
        predicates.append(compare_predicates(gold, found_predicates))
        rolesets.append(compare_rolesets(gold, predicted))
        identified.append(frame_tallies.identified)
        classified.append(compare_labels(gold, relabelled))
        combined.append(frame_tallies.combined)
    return RoleCheck(*map(total, (predicates, rolesets, identified, classified, combined)))
