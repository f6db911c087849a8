"""Find predicates, choose their senses, and label their arguments."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...resources.learning.linear_classifier import LinearClassifier
from ..syntax.tree import NO_NODE
from .feature_sets import StageFeatures
from .frame import Argument
from .predicate_context import PredicateContext
from .role_model import (
    CLASSIFY_STAGE,
    IDENTIFY_STAGE,
    NO_LABEL,
    PREDICATE_CLASSIFIER,
    SENSE_CLASSIFIER,
    YES_LABEL,
    RoleModel,
    get_predicate_kind,
)
from .tree_context import TreeContext

_OUTSIDE_SENTENCE = "#"
_N_SUFFIX_LETTERS = 3


def get_predicate_features(
    tree_context: TreeContext, word_index: int, has_rolesets: bool
) -> list[str]:
    """Return the features that decide whether a word is a predicate.

    `has_rolesets` is whether the model has rolesets for the word.
    """
    lemma, tag = tree_context.lemmas[word_index], tree_context.tags[word_index]
    parent = tree_context.get_label(tree_context.parents[tree_context.tree.leaves[word_index]])
    lemma_before, lemma_after = _get_neighbours(tree_context.lemmas, word_index)
    tag_before, tag_after = _get_neighbours(tree_context.tags, word_index)
    form = tree_context.sentence.tokens[word_index].form
    return [
        "bias",
        f"known={has_rolesets:d} {tag}",
        f"lemma={lemma}",
        f"lemma&tag={lemma} {tag}",
        f"word={tree_context.words[word_index]}",
        f"suffix={lemma[-_N_SUFFIX_LETTERS:]} {tag} {has_rolesets:d}",
        f"shape={form[:1].isupper():d} {form.isupper():d} {tag}",
        f"parent={parent} {tag}",
        f"before={lemma_before}",
        f"behind={lemma_after}",
        f"tags={tag_before} {tag} {tag_after}",
        f"lemma&before={lemma} {tag_before}",
        f"lemma&behind={lemma} {tag_after}",
        f"lemma&word.before={lemma} {lemma_before}",
        f"lemma&word.behind={lemma} {lemma_after}",
    ]


def get_sense_features(context: PredicateContext) -> list[str]:
    """Return the features that decide the sense of a predicate.

    Each feature includes the lemma, because the senses of different lemmas are unrelated.
    """
    tree_context, lemma, leaf = context.tree_context, context.word_lemma, context.leaf_node
    surroundings, predicate = context.surroundings, context.predicate_index
    lemma_before, lemma_after = _get_neighbours(tree_context.lemmas, predicate)
    features = [
        "",
        f"tag {context.tag}",
        f"word {tree_context.words[predicate]}",
        f"voice {surroundings.voice}",
        f"rule {context.subcategorisation}",
        f"before {lemma_before}",
        f"behind {lemma_after}",
        f"above {surroundings.governor_lemma}",
        f"preposition {surroundings.preposition}",
        f"inner {surroundings.noun_modifiers}",
    ]
    node = tree_context.get_right_sister(leaf)
    while node != NO_NODE:
        kind, _, _, _, marker, content, _ = tree_context.get_properties(node)
        features += (f"behind {kind} {content}", f"marker {marker}", f"has {kind}")
        node = tree_context.get_right_sister(node)
    node = tree_context.get_left_sister(leaf)
    while node != NO_NODE:
        features.append(f"modifier {tree_context.get_properties(node).head_lemma}")
        node = tree_context.get_left_sister(node)
    return ["bias", *(f"{lemma} {feature}" for feature in features)]


def _get_neighbours(values: "list[str] | tuple[str, ...]", index: int) -> tuple[str, str]:
    """Return the values before and after an index."""
    previous = values[index - 1] if index > 0 else _OUTSIDE_SENTENCE
    following = values[index + 1] if index + 1 < len(values) else _OUTSIDE_SENTENCE
    return previous, following


def find_predicates(tree_context: TreeContext, model: RoleModel) -> list[int]:
    """Return the indices of the predicates in the order of the text.

    Without a predicate classifier, all words of the kinds that the model labels are predicates.
    """
    word_indices = [
        word_index
        for word_index, tag in enumerate(tree_context.tags)
        if get_predicate_kind(tag) in model.kinds
    ]
    classifier = model.classifiers.get(PREDICATE_CLASSIFIER)
    if classifier is None:
        return word_indices
    predicates = []
    for word_index in word_indices:
        is_known = get_word_key(tree_context, word_index) in model.rolesets
        if (
            classifier.predict(get_predicate_features(tree_context, word_index, is_known))
            == YES_LABEL
        ):
            predicates.append(word_index)
    return predicates


def get_word_key(tree_context: TreeContext, word_index: int) -> tuple[str, str]:
    """Return the kind (noun or verb) and the lemma of a word, the key of `RoleModel.rolesets`."""
    return get_predicate_kind(tree_context.tags[word_index]), tree_context.lemmas[word_index]


def choose_roleset(context: PredicateContext, model: RoleModel) -> str:
    """Return the roleset of a predicate, for example acquire.01, or "" if none is known."""
    rolesets = model.rolesets.get((get_predicate_kind(context.tag), context.word_lemma), ())
    classifier = model.classifiers.get(SENSE_CLASSIFIER)
    if len(rolesets) < 2 or classifier is None:
        return rolesets[0] if rolesets else ""
    # The labels of the classifier are indices into the rolesets of the word.
    sums = classifier.sum_weights(get_sense_features(context))
    scored_labels = zip(sums, classifier.labels, strict=True)
    candidates = [
        (score, -int(label)) for score, label in scored_labels if int(label) < len(rolesets)
    ]
    if not candidates:
        return rolesets[0]
    _, negative_index = max(candidates)  # the lowest index if scores are equal
    return rolesets[-negative_index]


class ScoredArgument(NamedTuple):
    """Possible label of words[start:end]; the gain is its score minus the score of no argument."""

    start: int
    end: int
    label: str
    gain: float

    @property
    def argument(self) -> Argument:
        """Return the argument without its gain."""
        return Argument(self.label, self.start, self.end)


def choose_independent_arguments(scored: Iterable[ScoredArgument]) -> tuple[Argument, ...]:
    """Return the best label with a positive gain of each span, as in Liu & Ng (2007).

    Unlike in `find_best_frame`, arguments may overlap and may have the same role.
    """
    return _sort_arguments(_choose_best_per_span(scored))


def find_best_frame(
    scored: Iterable[ScoredArgument], predicate_index: int | None = None
) -> tuple[Argument, ...]:
    """Return the set of arguments with the highest total gain under the constraints of a frame.

    No two arguments overlap or have the same core role, and no argument covers the predicate.
    `predicate_index` is the index of its word; None means that arguments may cover any word. The
    search is exact: dynamic programming over word boundaries and sets of used core roles.
    """
    positive = [
        candidate
        for candidate in scored
        if candidate.gain > 0
        and (predicate_index is None or not candidate.start <= predicate_index < candidate.end)
    ]
    best_candidates = sorted(_choose_best_per_span(positive))
    if _is_valid_frame(best_candidates):
        # The best label of each span already satisfies the constraints, so no search is needed.
        return _sort_arguments(best_candidates)
    return _sort_arguments(_search_best_frame(positive))


def _choose_best_per_span(scored: Iterable[ScoredArgument]) -> list[ScoredArgument]:
    """Return the first label with the highest positive gain for each span."""
    best_by_span: dict[tuple[int, int], ScoredArgument] = {}
    for candidate in scored:
        span = candidate[:2]
        if candidate.gain > 0 and (
            span not in best_by_span or candidate.gain > best_by_span[span].gain
        ):
            best_by_span[span] = candidate
    return list(best_by_span.values())


def _is_valid_frame(candidates: Sequence[ScoredArgument]) -> bool:
    """Return whether sorted candidates neither overlap nor repeat a core role."""
    core_labels = [candidate.label for candidate in candidates if candidate.argument.is_core]
    if len(set(core_labels)) < len(core_labels):
        return False
    return all(first.end <= second.start for first, second in pairwise(candidates))


class _Chain(NamedTuple):
    """Linked list of arguments that end before a word boundary.

    total       sum of the gains of all arguments
    last        last argument; None in the empty chain
    previous    chain of the other arguments; None in the empty chain
    """

    total: float
    last: ScoredArgument | None = None
    previous: "_Chain | None" = None


def _search_best_frame(candidates: Sequence[ScoredArgument]) -> list[ScoredArgument]:
    """Return the best set of candidates without overlaps and repeated core roles."""
    # A set of core roles is an integer with one bit per role.
    core_labels = sorted(
        {candidate.label for candidate in candidates if candidate.argument.is_core}
    )
    role_bits = {label: 1 << index for index, label in enumerate(core_labels)}
    starts = {candidate.start for candidate in candidates}
    ends = {candidate.end for candidate in candidates}
    boundaries = sorted({0} | starts | ends)
    by_end: dict[int, list[ScoredArgument]] = {boundary: [] for boundary in boundaries}
    for candidate in sorted(candidates, key=lambda candidate: (candidate.end, -candidate.gain)):
        by_end[candidate.end].append(candidate)
    # For each word boundary, the best chain per set of used core roles.
    chains_by_boundary: dict[int, dict[int, _Chain]] = {}
    chains: dict[int, _Chain] = {0: _Chain(0.0)}
    for boundary in boundaries:
        chains = dict(chains)
        for candidate in by_end[boundary]:
            role_bit = role_bits.get(candidate.label, 0)
            for roles_before, chain in chains_by_boundary[candidate.start].items():
                score, roles_after = chain.total + candidate.gain, roles_before | role_bit
                if not roles_before & role_bit and (
                    roles_after not in chains or score > chains[roles_after].total
                ):
                    chains[roles_after] = _Chain(score, candidate, chain)
        chains_by_boundary[boundary] = chains
    return _collect_arguments(max(chains.values(), key=lambda chain: chain.total))


def _collect_arguments(chain: _Chain | None) -> list[ScoredArgument]:
    """Return the arguments of a chain, the last one first."""
    arguments = []
    while chain is not None and chain.last is not None:
        arguments.append(chain.last)
        chain = chain.previous
    return arguments


def _sort_arguments(scored: Iterable[ScoredArgument]) -> tuple[Argument, ...]:
    """Return arguments without their gains, in the order of the text."""
    arguments = [candidate.argument for candidate in scored]
    return tuple(sorted(arguments, key=lambda argument: (argument.start, argument.end)))


# Minimum log-odds that a node is an argument, whatever its label: a probability of 1 in 20.
MIN_IDENTIFY_LOG_ODDS = -3.0
# Log-odds by which "no argument" must exceed a label to be preferred, because missed arguments
# reduce F1 more than wrong ones. Chosen on ewt_dev.
RECALL_BIAS = 0.8


def make_predicate_context(
    tree_context: TreeContext, predicate_index: int, model: RoleModel
) -> PredicateContext:
    """Return the context of a predicate, with the lemma of its frame from the model."""
    lemma = model.get_frame_lemma(
        get_predicate_kind(tree_context.tags[predicate_index]), tree_context.lemmas[predicate_index]
    )
    return PredicateContext(
        tree_context.sentence, tree_context.tree, predicate_index, lemma, tree_context
    )


def label_predicate(context: PredicateContext, model: RoleModel) -> tuple[Argument, ...]:
    """Return the arguments of a predicate: the best set without overlaps or repeated core roles.

    The result is empty if the model does not label predicates of this kind.
    """
    return find_best_frame(score_arguments(context, model), context.predicate_index)


def score_arguments(context: PredicateContext, model: RoleModel) -> list[ScoredArgument]:
    """Return all labels with a positive gain of all candidate nodes.

    The gain of a label is the margin of identification minus the difference between the score of
    the node's best label and the score of this label. Therefore the second-best label can be chosen
    if another argument has the best one. If the classification has a label for "no argument", the
    gain depends on the classification only, and the identification only removes very unlikely
    candidates.
    """
    kind = get_predicate_kind(context.tag)
    if kind not in model.kinds:
        return []
    classifier = model.get_classifier(f"{kind}.{CLASSIFY_STAGE}")
    tree_context, scale, labels_with_gain = context.tree_context, classifier.scale, []
    compute_sums = _make_sum_function(context, classifier, model.feature_set.classify)
    no_label_index = classifier.labels.index(NO_LABEL) if NO_LABEL in classifier.labels else None
    min_margin = 0.0 if no_label_index is None else MIN_IDENTIFY_LOG_ODDS
    for node, margin in _identify_arguments(context, model, kind, min_margin):
        sums = compute_sums(node)
        start, end = tree_context.starts[node], tree_context.ends[node]
        threshold = (
            max(sums) - margin / scale
            if no_label_index is None
            else sums[no_label_index] - RECALL_BIAS / scale
        )
        labels_with_gain += [
            ScoredArgument(start, end, label, (label_sum - threshold) * scale)
            for label, label_sum in zip(classifier.labels, sums, strict=True)
            if label_sum > threshold and label != NO_LABEL
        ]
    return labels_with_gain


def label_spans(
    context: PredicateContext, model: RoleModel, spans: Iterable[tuple[int, int]]
) -> tuple[Argument, ...]:
    """Classify given spans: return the best role of each span that is a constituent."""
    kind = get_predicate_kind(context.tag)
    if kind not in model.kinds:
        return ()
    classifier, arguments = model.get_classifier(f"{kind}.{CLASSIFY_STAGE}"), []
    compute_sums = _make_sum_function(context, classifier, model.feature_set.classify)
    for start, end in spans:
        node = context.tree.find_constituent(start, end)
        if node is not None:
            scored_labels = zip(compute_sums(node), classifier.labels, strict=True)
            role_scores = [(score, label) for score, label in scored_labels if label != NO_LABEL]
            _, best_label = max(role_scores, key=lambda pair: pair[0])
            arguments.append(Argument(best_label, start, end))
    return tuple(arguments)


def _identify_arguments(
    context: PredicateContext, model: RoleModel, kind: str, min_margin: float
) -> Iterable[tuple[int, float]]:
    """Yield nodes with an identification margin above the minimum, and their margins."""
    classifier = model.get_classifier(f"{kind}.{IDENTIFY_STAGE}")
    compute_sums = _make_sum_function(context, classifier, model.feature_set.identify)
    for node in context.find_candidates(model.is_pruned):
        no_sum, yes_sum = compute_sums(node)
        margin = (yes_sum - no_sum) * classifier.scale
        if margin > min_margin:
            yield node, margin


def _make_sum_function(
    context: PredicateContext, classifier: LinearClassifier, features: StageFeatures
) -> Callable[[int], tuple[int, ...]]:
    """Return a function that maps a node to the classifier's sum of weights per label.

    The sum over the predicate's features is computed once, and the sum over a node's features once
    for all predicates of a sentence. Sums are added in packed form, in which one integer contains
    the sums of all labels.
    """
    compute_total, unpack = classifier.fast_weights.sum_packed, classifier.fast_weights.unpack
    tree_context = context.tree_context
    get_node_features, get_pair_features = features.node_features, features.pair_features
    predicate_total = compute_total(features.predicate_features(context))
    # The classifier is stored, too, so that its id is not reused by another object.
    _, node_totals = tree_context.node_sum_caches.setdefault(id(classifier), (classifier, {}))

    def compute_sums(node: int) -> tuple[int, ...]:
        if node not in node_totals:
            node_totals[node] = compute_total(get_node_features(tree_context, node))
        pair_total = compute_total(get_pair_features(context, node))
        return unpack(node_totals[node] + predicate_total + pair_total)

    return compute_sums
