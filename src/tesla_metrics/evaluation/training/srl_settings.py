"""Train the role labeller: settings, learning of predicates and senses, and accuracy."""

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
    sum_tallies,
)
from ...parsing.srl.role_assignment import (
    choose_roleset,
    find_predicates,
    get_predicate_features,
    get_sense_features,
    get_word_key,
    label_predicate,
    label_spans,
    make_predicate_context,
)
from ...parsing.srl.role_model import (
    FEATURES_SETTING,
    NO_LABEL,
    NOUN,
    PREDICATE_CLASSIFIER,
    PRUNED_SETTING,
    ROLESETS_LIST,
    SENSE_CLASSIFIER,
    VERB,
    YES_LABEL,
    RoleModel,
    get_predicate_kind,
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
# Minimum step of weights with the settings of the paper. It is smaller than the default, because
# margins of the Huber loss are near 1 and need smaller steps than log odds.
_PAPER_FINEST = 0.001


@dataclass(frozen=True)
class RoleTraining:
    """Settings of `train_srl`; the defaults are the settings of the included model.

    Parameters
    ----------
    learner : learner of both stages, which identify and classify arguments
    features : name of the feature set
    pruned : whether only siblings of the predicate and of its ancestors are candidates
    kinds : kinds of predicates: nouns, verbs
    together : whether roles of nouns and verbs are learnt together (`acquisition` and `acquire`
        have similar arguments), and candidates without a role are examples for nouns
    roles : learner of the second stage; None: `learner`
    least_count : minimum number of candidates with a feature
    finest : minimum step of weights, which are stored as integer multiples of a step; larger steps
        make smaller files
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
    def from_paper(cls, learner: Learner, **settings: Any) -> "RoleTraining":
        """Return the settings of the paper: one learner, and nouns and verbs separately."""
        return cls(learner, together=False, roles=None, finest=_PAPER_FINEST, **settings)

    @property
    def to_dict(self) -> dict[str, Any]:
        """Settings for the model file, so that training can be repeated."""
        return {
            FEATURES_SETTING: self.features,
            PRUNED_SETTING: self.pruned,
            "kinds": list(self.kinds),
            "together": self.together,
            "learner": _describe_learner(self.learner),
            "roles": _describe_learner(self.roles or self.learner),
            "least_count": self.least_count,
            "finest": self.finest,
        }


# Fields of learners -> keys in model files, where they differ.
_FILE_KEYS = {"c": "strength", "penalty": "strength", "v_penalty": "held"}


def _describe_learner(learner: Learner) -> dict[str, Any]:
    fields = asdict(learner)  # type: ignore[call-overload]
    file_entries = {_FILE_KEYS.get(name, name): value for name, value in fields.items()}
    return {"name": learner.name, **file_entries}


# Names of rolesets by (kind of predicate, word).
RolesetInventory = Mapping[tuple[str, str], Sequence[str]]
# Rarer rolesets of a word are not learnt.
_MAX_ROLESETS_PER_WORD = 40


def learn_words(
    sentences: Sequence[LabelledSentence],
    inventory: RolesetInventory,
    kinds: Container[str] = (NOUN, VERB),
) -> RoleModel:
    """Learn the parts `predicate`, `rolesets` and `sense` of a model for words of these kinds.

    The inventory adds words and rolesets that are not in the sentences.
    """
    kind_inventory = {key: rolesets for key, rolesets in inventory.items() if key[0] in kinds}
    rolesets = learn_rolesets(sentences, kind_inventory, kinds)
    lines = tuple("\t".join((*key, " ".join(names))) for key, names in sorted(rolesets.items()))
    roleset_model = RoleModel("en", {}, {ROLESETS_LIST: lines})
    classifiers = {
        PREDICATE_CLASSIFIER: _learn_predicates(sentences, kind_inventory, kinds),
        SENSE_CLASSIFIER: _learn_senses(sentences, roleset_model),
    }
    learnt_classifiers = {
        name: classifier for name, classifier in classifiers.items() if classifier
    }
    return roleset_model.merge(RoleModel("en", learnt_classifiers, {}))


def learn_rolesets(
    sentences: Iterable[LabelledSentence],
    inventory: RolesetInventory,
    kinds: Container[str] = (NOUN, VERB),
) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the rolesets of each (kind, word) by decreasing frequency in the sentences."""
    counts: dict[tuple[str, str], Counter[str]] = {
        key: Counter(dict.fromkeys(names, 0)) for key, names in inventory.items()
    }
    for labelled_sentence in sentences:
        context = TreeContext(labelled_sentence.sentence, labelled_sentence.tree)
        for frame in labelled_sentence.frames:
            key = get_predicate_kind(frame.tag), context.lemmas[frame.predicate]
            is_valid = frame.roleset and not set(" \t\n") & set(frame.roleset)
            if key[0] in kinds and key[1] and is_valid:
                counts.setdefault(key, Counter())[frame.roleset] += 1
    rolesets = {}
    for key, roleset_counts in counts.items():
        if roleset_counts:
            ranked_counts = sorted(roleset_counts.items(), key=lambda item: (-item[1], item[0]))
            rolesets[key] = tuple(name for name, _ in ranked_counts[:_MAX_ROLESETS_PER_WORD])
    return rolesets


def _learn_predicates(
    sentences: Sequence[LabelledSentence], inventory: RolesetInventory, kinds: Container[str]
) -> LinearClassifier | None:
    """Learn to classify tokens as predicates.

    The feature "has known rolesets" considers only the inventory and other documents. If it
    considered the document of the token, every predicate would have known rolesets, and the
    classifier would never accept an unknown word as a predicate.
    """
    documents_by_word: dict[tuple[str, str], set[str]] = {}
    contexts = [
        TreeContext(labelled_sentence.sentence, labelled_sentence.tree)
        for labelled_sentence in sentences
    ]
    documents = [
        labelled_sentence.document or str(index)
        for index, labelled_sentence in enumerate(sentences)
    ]
    for labelled_sentence, context, document in zip(sentences, contexts, documents, strict=True):
        for frame in labelled_sentence.frames:
            if frame.roleset:
                documents_by_word.setdefault(get_word_key(context, frame.predicate), set()).add(
                    document
                )
    features, labels = [], []
    for labelled_sentence, context, document in zip(sentences, contexts, documents, strict=True):
        predicates = {frame.predicate for frame in labelled_sentence.frames}
        for token, tag in enumerate(context.tags):
            if get_predicate_kind(tag) in kinds:
                key = get_word_key(context, token)
                has_rolesets = key in inventory or not documents_by_word.get(key, set()) <= {
                    document
                }
                features.append(get_predicate_features(context, token, has_rolesets))
                labels.append(YES_LABEL if token in predicates else NO_LABEL)
    return _fit_classifier(features, labels)


def _learn_senses(
    sentences: Iterable[LabelledSentence], roleset_model: RoleModel
) -> LinearClassifier | None:
    """Learn to classify the roleset of a predicate, as an index in the list of its word."""
    features, labels = [], []
    for labelled_sentence in sentences:
        context = TreeContext(labelled_sentence.sentence, labelled_sentence.tree)
        for frame in labelled_sentence.frames:
            rolesets = roleset_model.rolesets.get(get_word_key(context, frame.predicate), ())
            if len(rolesets) > 1 and frame.roleset in rolesets:
                features.append(
                    get_sense_features(
                        make_predicate_context(context, frame.predicate, roleset_model)
                    )
                )
                labels.append(str(rolesets.index(frame.roleset)))
    return _fit_classifier(features, labels)


def _fit_classifier(features: list[list[str]], labels: list[str]) -> LinearClassifier | None:
    """Return a logistic classifier, or None if there is only one label."""
    return fit_logistic(features, labels, c=1.0) if len(set(labels)) > 1 else None


class RoleAccuracy(NamedTuple):
    """Accuracy of a role labeller, as tallies.

    predicates  identified predicates
    rolesets    rolesets of the annotated predicates
    identified  spans of identified arguments of the annotated predicates
    classified  labels of the annotated arguments
    combined    spans and labels of identified arguments of the annotated predicates
    """

    predicates: Tally
    rolesets: Tally
    identified: Tally
    classified: Tally
    combined: Tally


def check_roles(sentences: Iterable[LabelledSentence], model: RoleModel, kind: str) -> RoleAccuracy:
    """Measure the accuracy on all predicates of a kind, with the trees of the sentences."""
    predicates, rolesets, identified, classified, combined = [], [], [], [], []
    for labelled_sentence in sentences:
        gold_frames = [
            frame
            for frame in labelled_sentence.frames
            if get_predicate_kind(labelled_sentence.tree.tags[frame.predicate]) == kind
        ]
        tree_context = TreeContext(labelled_sentence.sentence, labelled_sentence.tree)
        frame_contexts = [
            (frame, make_predicate_context(tree_context, frame.predicate, model))
            for frame in gold_frames
        ]
        predicted_frames = [
            replace(
                frame,
                arguments=label_predicate(context, model),
                roleset=choose_roleset(context, model),
            )
            for frame, context in frame_contexts
        ]
        relabelled_frames = []
        for frame, context in frame_contexts:
            spans = {argument[1:] for argument in frame.arguments}
            relabelled = replace(frame, arguments=label_spans(context, model, spans))
            relabelled_frames.append(relabelled)
        frame_tallies = compare_frames(gold_frames, predicted_frames)
        identified_predicates = (
            token
            for token in find_predicates(tree_context, model)
            if get_predicate_kind(tree_context.tags[token]) == kind
        )
        predicates.append(compare_predicates(gold_frames, identified_predicates))
        rolesets.append(compare_rolesets(gold_frames, predicted_frames))
        identified.append(frame_tallies.identification)
        classified.append(compare_labels(gold_frames, relabelled_frames))
        combined.append(frame_tallies.combined_stages)
    return RoleAccuracy(*map(sum_tallies, (predicates, rolesets, identified, classified, combined)))
