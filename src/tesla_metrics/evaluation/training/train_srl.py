"""Train the semantic role labeller."""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ...errors import InputError
from ...parsing.srl.feature_sets import FEATURE_SETS, is_shared_by_nouns_and_verbs
from ...parsing.srl.frame import CONTINUATION_PREFIX, PREDICATE_LABEL, Frame, LabelledSentence
from ...parsing.srl.predicate_context import PredicateContext
from ...parsing.srl.role_model import (
    BASES_LIST,
    CLASSIFY_STAGE,
    IDENTIFY_STAGE,
    NO_LABEL,
    NOUN,
    ROLE_PATTERN,
    VERB,
    YES_LABEL,
    RoleModel,
    get_predicate_kind,
)
from ...parsing.srl.tree_context import TreeContext
from ...resources.learning.learners import LabelledRows, fit_together, make_value_problems
from ...resources.learning.linear_classifier import LinearClassifier
from ...resources.learning.maximum_entropy import MAX_WEIGHT, FeatureMatrix, LabelWeights
from .srl_settings import RolesetInventory, RoleTraining, learn_words

# Characters that separate columns and lines of model files.
_SEPARATORS = re.compile(r"[\t\n\r]")


def check_annotations(sentences: Iterable[LabelledSentence], kinds: Container[str]) -> None:
    """Raise an InputError if a predicate of these kinds has a bad label or lemma."""
    for sentence_number, labelled_sentence in enumerate(sentences, 1):
        for frame in labelled_sentence.frames:
            if get_predicate_kind(frame.tag) not in kinds:
                continue
            location = (
                f"predicate {frame.predicate} of sentence {sentence_number}"
                f"{_format_document(labelled_sentence)}"
            )
            for label, _, _ in frame.arguments:
                if not ROLE_PATTERN.fullmatch(label):
                    raise InputError(
                        f"{location} has the label {label!r:.60}, which is not a role: give labels "
                        "such as ARG0, ARGM-TMP, C-ARG1"
                    )
            if _SEPARATORS.search(frame.lemma):
                raise InputError(
                    f"{location} has the lemma {frame.lemma!r:.60}: give a lemma without tabs and "
                    "line ends"
                )


def _format_document(labelled_sentence: LabelledSentence) -> str:
    return (
        f" ({labelled_sentence.document}, {labelled_sentence.number})"
        if labelled_sentence.document
        else ""
    )


# Possible steps of weights, which are stored as integer multiples of a step; in ascending order.
_WEIGHT_STEPS = tuple(float(f"{digit}e{power}") for power in range(-3, 3) for digit in (1, 2, 5))
# Progress of learning per sentence and stage; feature extraction counts as 1.
_LEARNING_PROGRESS = 4
# Maximum number of roles per kind of predicate; the file format allows slightly more.
_MAX_ROLES = 44
# Base lemma by (kind of predicate, word), such as `acquire` for the noun `acquisition`.
Bases = dict[tuple[str, str], str]


def train_srl(
    sentences: Sequence[LabelledSentence],
    training: RoleTraining | None = None,
    *,
    lang: str = "en",
    rolesets: RolesetInventory | None = None,
    progress: Callable[[int], None] | None = None,
) -> RoleModel:
    """Train the semantic role labeller on sentences with annotated frames.

    Parameters
    ----------
    sentences : sentences with trees and frames
    training : learner and settings; default: the settings of the included model
    lang : language of the sentences
    rolesets : inventory of rolesets, in addition to the rolesets in the sentences
    progress : called with the number of new steps; `count_steps` returns the total

    Returns
    -------
    RoleModel
    """
    training = training or RoleTraining()
    FeatureMatrix.from_features(())  # raises an error early if SciPy is missing
    report_progress = progress or (lambda count: None)
    check_annotations(sentences, training.kinds)
    bases = learn_bases(sentences, rolesets)
    settings = {"language": lang, **training.to_dict}
    base_lines = tuple("\t".join((*key, base)) for key, base in sorted(bases.items()))
    model = RoleModel(lang, {}, {BASES_LIST: base_lines}, settings)
    problems: dict[str, LabelledRows] = {}
    for kind in training.kinds:
        examples = collect_examples(sentences, kind, training, bases, report_progress)
        problems[kind] = _build_role_problem(examples, kind)
        identifier = {f"{kind}.{IDENTIFY_STAGE}": _learn_identifier(examples, training)}
        model = model.merge(RoleModel(lang, identifier, {}))
        report_progress(_LEARNING_PROGRESS * len(sentences))
    classifiers = {
        f"{kind}.{CLASSIFY_STAGE}": _round_weights(weights, training)
        for kind, weights in _learn_roles(problems, training).items()
    }
    report_progress(_LEARNING_PROGRESS * len(sentences) * len(problems))
    word_model = learn_words(sentences, rolesets or {}, training.kinds)
    report_progress(len(sentences))
    return model.merge(RoleModel(lang, classifiers, {})).merge(word_model)


def count_steps(sentences: Sequence[LabelledSentence], training: RoleTraining) -> int:
    """Return the number of progress steps of `train_srl`."""
    return len(sentences) * ((1 + 2 * _LEARNING_PROGRESS) * len(training.kinds) + 1)


def learn_bases(
    sentences: Iterable[LabelledSentence], rolesets: RolesetInventory | None = None
) -> Bases:
    """Return the base lemma of each (kind, word), if it differs from the word.

    It is the most frequent lemma of the frames of the word. Words that are not in the sentences
    have the lemma of their first roleset in the inventory.
    """
    lemma_counts_by_key: dict[tuple[str, str], Counter[str]] = {}
    for labelled_sentence in sentences:
        for frame in labelled_sentence.frames:
            word = labelled_sentence.sentence.tokens[frame.predicate].lemma.lower()
            key = get_predicate_kind(frame.tag), "_".join(word.split())
            lemma_counts_by_key.setdefault(key, Counter())[frame.lemma] += 1
    lemma_by_key = {
        key: min(lemma_counts, key=lambda lemma: (-lemma_counts[lemma], lemma))
        for key, lemma_counts in lemma_counts_by_key.items()
    }
    inventory = (rolesets or {}).items()
    lemma_by_key |= {
        key: names[0].rpartition(".")[0]
        for key, names in inventory
        if names and key not in lemma_by_key
    }
    return {
        key: lemma
        for key, lemma in lemma_by_key.items()
        if all(key) and lemma.split() and lemma != key[1]
    }


@dataclass(frozen=True, eq=False)
class RoleExamples:
    """Examples of all candidate arguments of the predicates of a kind.

    identify    features of all candidates, for the first stage
    labels      role of each candidate, or None
    classify    features for the second stage: of the candidates with a role, or of all candidates
    """

    identify_features: FeatureMatrix
    labels: list[str | None]
    classify_features: FeatureMatrix

    @property
    def roles(self) -> list[str]:
        """Labels of the rows of `classify_features`."""
        if self.classify_features.matrix.shape[0] == len(self.labels):
            return [label or NO_LABEL for label in self.labels]
        return [label for label in self.labels if label is not None]


def collect_examples(
    sentences: Sequence[LabelledSentence],
    kind: str,
    training: RoleTraining,
    bases: Bases,
    report_progress: Callable[[int], None] = lambda count: None,
) -> RoleExamples:
    """Collect the examples of both stages; `report_progress` is called with 1 per sentence."""
    feature_set, rows = FEATURE_SETS[training.features], _ExampleRows()

    def generate_identify_rows() -> Iterator[list[str]]:
        for labelled_sentence in sentences:
            tree_context = TreeContext(labelled_sentence.sentence, labelled_sentence.tree)
            for frame in labelled_sentence.frames:
                if get_predicate_kind(tree_context.tags[frame.predicate]) != kind:
                    continue
                base = bases.get((kind, tree_context.lemmas[frame.predicate]), "")
                context = PredicateContext(
                    labelled_sentence.sentence,
                    labelled_sentence.tree,
                    frame.predicate,
                    base,
                    tree_context,
                )
                roles = find_roles(frame)
                for node in context.find_candidates(training.pruned):
                    label = roles.get((tree_context.starts[node], tree_context.ends[node]))
                    rows.labels.append(label)
                    if label is not None or (training.together and kind == NOUN):
                        rows.classify.append(
                            feature_set.classify.get_candidate_features(context, node)
                        )
                    yield feature_set.identify.get_candidate_features(context, node)
            report_progress(1)

    # Reading the generator also fills `rows`.
    identify_features = FeatureMatrix.from_features(generate_identify_rows(), training.least_count)
    return RoleExamples(
        identify_features,
        rows.labels,
        FeatureMatrix.from_features(rows.classify, training.least_count),
    )


@dataclass
class _ExampleRows:
    """Labels of all candidates, and features of the examples of the second stage."""

    labels: list[str | None] = field(default_factory=list)
    classify: list[list[str]] = field(default_factory=list)


def find_roles(frame: Frame) -> dict[tuple[int, int], str]:
    """Return the first label of each span (start, end), without parts of the predicate."""
    label_by_span: dict[tuple[int, int], str] = {}
    for label, start, end in frame.arguments:
        if label != CONTINUATION_PREFIX + PREDICATE_LABEL:
            label_by_span.setdefault((start, end), label)
    return label_by_span


def _learn_identifier(examples: RoleExamples, training: RoleTraining) -> LinearClassifier:
    argument_labels = [NO_LABEL if label is None else YES_LABEL for label in examples.labels]
    # Labels of the second stage, which the first stage cannot observe, are its auxiliary problems
    # as in the paper.
    auxiliary_labels = make_value_problems(examples.labels)
    weights = training.learner.fit(examples.identify_features, argument_labels, auxiliary_labels)
    return _round_weights(weights, training)


def _build_role_problem(examples: RoleExamples, kind: str) -> LabelledRows:
    """Return features and labels of arguments, without the arguments of the rarest roles."""
    labels = examples.roles
    role_counts = Counter(labels)
    role_counts.pop(NO_LABEL, None)
    if len(role_counts) < 2:
        raise InputError(
            f"the {kind}s have arguments of {len(role_counts)} roles, but learning needs at least "
            f"two: give more sentences, or leave {kind}s out "
            f"(--{VERB if kind == NOUN else NOUN}s)"
        )
    roles_by_frequency = sorted(role_counts, key=lambda role: (-role_counts[role], role))
    frequent_labels = {NO_LABEL, *roles_by_frequency[:_MAX_ROLES]}
    frequent_rows = [row for row, label in enumerate(labels) if label in frequent_labels]
    return examples.classify_features.select_rows(np.array(frequent_rows)), [
        labels[row] for row in frequent_rows
    ]


def _learn_roles(
    problems: Mapping[str, LabelledRows], training: RoleTraining
) -> dict[str, LabelWeights]:
    """Return the weights that classify roles, by kind of predicate.

    The weights of a kind are limited to the labels of this kind.
    """
    learner = training.roles or training.learner
    if not training.together:
        return {kind: learner.fit(*problem) for kind, problem in problems.items()}
    weights_by_kind = fit_together(problems, learner, is_shared_by_nouns_and_verbs)
    return {
        kind: weights.select_labels(set(problems[kind][1]))
        for kind, weights in weights_by_kind.items()
    }


def _round_weights(weights: LabelWeights, training: RoleTraining) -> LinearClassifier:
    """Round weights to multiples of the smallest step that can represent the largest weight."""
    max_weight = float(abs(weights.values).max(initial=0.0))
    allowed_steps = [step for step in _WEIGHT_STEPS if step >= training.finest]
    sufficient_steps = (step for step in allowed_steps if max_weight <= MAX_WEIGHT * step)
    return weights.to_classifier(next(sufficient_steps, _WEIGHT_STEPS[-1]))
