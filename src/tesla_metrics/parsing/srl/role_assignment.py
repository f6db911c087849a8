"""Find predicates, identify and classify their arguments, and choose the best frame."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...resources.learning.linear_classifier import LinearClassifier
from ..syntax.tree import NO_NODE
from .feature_sets import StageFeatures
from .frame import Argument
from .predicate_context import PredicateContext
from .role_model import CLASSIFY, IDENTIFY, NO, PREDICATE, SENSE, YES, RoleModel, kind_of
from .tree_context import TreeContext

_EDGE = "#"
_SUFFIX_LENGTH = 3


def predicate_features(shared: TreeContext, word: int, known: bool) -> list[str]:
    """Return the features that decide whether a word is a predicate.

    known   whether rolesets are known for the word
    """
    lemma, tag = shared.lemmas[word], shared.tags[word]
    parent = shared.label(shared.parents[shared.tree.leaves[word]])
    lemma_before, lemma_after = _neighbours(shared.lemmas, word)
    tag_before, tag_after = _neighbours(shared.tags, word)
    form = shared.sentence.tokens[word].form
    return [
        "bias",
        f"known={known:d} {tag}",
        f"lemma={lemma}",
        f"lemma&tag={lemma} {tag}",
        f"word={shared.words[word]}",
        f"suffix={lemma[-_SUFFIX_LENGTH:]} {tag} {known:d}",
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


def sense_features(context: PredicateContext) -> list[str]:
    """Return the features for the sense of a predicate.

    Each includes the lemma, because the senses of different lemmas are unrelated.
    """
    shared, lemma, leaf = context.shared, context.word_lemma, context.leaf
    surroundings, predicate = context.surroundings, context.predicate
    lemma_before, lemma_after = _neighbours(shared.lemmas, predicate)
    features = [
        "",
        f"tag {context.tag}",
        f"word {shared.words[predicate]}",
        f"voice {surroundings.voice}",
        f"rule {context.subcategorisation}",
        f"before {lemma_before}",
        f"behind {lemma_after}",
        f"above {surroundings.governor_lemma}",
        f"preposition {surroundings.preposition}",
        f"inner {surroundings.inner}",
    ]
    node = shared.right_sister(leaf)
    while node != NO_NODE:
        kind, _, _, _, marker, content, _ = shared.properties(node)
        features += (f"behind {kind} {content}", f"marker {marker}", f"has {kind}")
        node = shared.right_sister(node)
    node = shared.left_sister(leaf)
    while node != NO_NODE:
        features.append(f"modifier {shared.properties(node).lemma}")
        node = shared.left_sister(node)
    return ["bias", *(f"{lemma} {feature}" for feature in features)]


def _neighbours(values: "list[str] | tuple[str, ...]", index: int) -> tuple[str, str]:
    last = len(values) - 1
    return values[index - 1] if index else _EDGE, values[index + 1] if index < last else _EDGE


def find_predicates(shared: TreeContext, model: RoleModel) -> list[int]:
    """Return the indices of the predicates in the order of the text.

    Without a predicate classifier, all words of the kinds that the model labels are predicates.
    """
    words = [word for word, tag in enumerate(shared.tags) if kind_of(tag) in model.kinds]
    classifier = model.classifiers.get(PREDICATE)
    if classifier is None:
        return words
    has_rolesets = [word_key(shared, word) in model.rolesets for word in words]
    return [
        word
        for word, known in zip(words, has_rolesets, strict=True)
        if classifier.predict(predicate_features(shared, word, known)) == YES
    ]


def word_key(shared: TreeContext, word: int) -> tuple[str, str]:
    """Return kind and lemma of a word, the key of its rolesets and bases."""
    return kind_of(shared.tags[word]), shared.lemmas[word]


def choose_roleset(context: PredicateContext, model: RoleModel) -> str:
    """Return the roleset of a predicate (`acquire.01`), or "" if none is known.

    The labels of the classifier are indices into the rolesets of the word.
    """
    rolesets = model.rolesets.get((kind_of(context.tag), context.word_lemma), ())
    classifier = model.classifiers.get(SENSE)
    if len(rolesets) < 2 or classifier is None:
        return rolesets[0] if rolesets else ""
    sums = classifier.sums(sense_features(context))
    ranked = zip(sums, classifier.labels, strict=True)
    allowed = [(total, -int(label)) for total, label in ranked if int(label) < len(rolesets)]
    return rolesets[-max(allowed)[1]] if allowed else rolesets[0]


class ScoredArgument(NamedTuple):
    """A possible label of words[start:end], and its gain in score compared with no argument."""

    start: int
    end: int
    label: str
    gain: float

    @property
    def argument(self) -> Argument:
        """Return the argument without its gain."""
        return Argument(self.label, self.start, self.end)


def independent_arguments(scored: Iterable[ScoredArgument]) -> tuple[Argument, ...]:
    """Choose the best label of each span with a positive gain independently, as in the paper."""
    return _sorted_arguments(_best_of_spans(scored))


def best_frame(
    scored: Iterable[ScoredArgument], predicate: int | None = None
) -> tuple[Argument, ...]:
    """Return the set of arguments with the highest total gain under the constraints of a frame.

    No two arguments overlap or have the same core role, and none covers the predicate if it is
    given. The search is exact: dynamic programming over word boundaries and sets of used core
    roles.
    """
    positive = [
        candidate
        for candidate in scored
        if candidate.gain > 0
        and (predicate is None or not candidate.start <= predicate < candidate.end)
    ]
    best = sorted(_best_of_spans(positive))
    if _is_frame(best):
        return _sorted_arguments(best)  # no other set can have a higher gain
    return _sorted_arguments(_search(positive))


def _best_of_spans(scored: Iterable[ScoredArgument]) -> list[ScoredArgument]:
    """Return the first label with the highest positive gain for each span."""
    best: dict[tuple[int, int], ScoredArgument] = {}
    for candidate in scored:
        span = candidate[:2]
        if candidate.gain > 0 and (span not in best or candidate.gain > best[span].gain):
            best[span] = candidate
    return list(best.values())


def _is_frame(ordered: Sequence[ScoredArgument]) -> bool:
    core = [candidate.label for candidate in ordered if candidate.argument.is_core]
    return len(set(core)) == len(core) and all(
        first.end <= second.start for first, second in pairwise(ordered)
    )


class _Chain(NamedTuple):
    """Arguments chosen up to a word boundary: total gain, last argument, and previous chain."""

    total: float
    last: ScoredArgument | None = None
    previous: "_Chain | None" = None


def _search(candidates: Sequence[ScoredArgument]) -> list[ScoredArgument]:
    roles = sorted({candidate.label for candidate in candidates if candidate.argument.is_core})
    bits = {label: 1 << index for index, label in enumerate(roles)}
    # For each boundary between words: the best chain up to it per set of used core roles.
    edges = sorted(
        {
            0,
            *(candidate.start for candidate in candidates),
            *(candidate.end for candidate in candidates),
        }
    )
    by_end: dict[int, list[ScoredArgument]] = {edge: [] for edge in edges}
    for candidate in sorted(candidates, key=lambda candidate: (candidate.end, -candidate.gain)):
        by_end[candidate.end].append(candidate)
    best: dict[int, dict[int, _Chain]] = {}
    chains: dict[int, _Chain] = {0: _Chain(0.0)}
    for edge in edges:
        chains = dict(chains)
        for candidate in by_end[edge]:
            bit = bits.get(candidate.label, 0)
            for roles_before, chain in best[candidate.start].items():
                score, roles_after = chain.total + candidate.gain, roles_before | bit
                if not roles_before & bit and (
                    roles_after not in chains or score > chains[roles_after].total
                ):
                    chains[roles_after] = _Chain(score, candidate, chain)
        best[edge] = chains
    return _chain_arguments(max(chains.values(), key=lambda chain: chain.total))


def _chain_arguments(chain: _Chain | None) -> list[ScoredArgument]:
    arguments = []
    while chain is not None and chain.last is not None:
        arguments.append(chain.last)
        chain = chain.previous
    return arguments


def _sorted_arguments(scored: Iterable[ScoredArgument]) -> tuple[Argument, ...]:
    return tuple(
        sorted(
            (argument.argument for argument in scored),
            key=lambda argument: (argument.start, argument.end),
        )
    )


# Minimum log-odds of an argument, whatever its label: 1 in 20.
MIN_IDENTIFY_LOG_ODDS = -3.0
# How much likelier than a label "no argument" must be, because missed arguments reduce F1 more than
# wrong ones. Chosen on ewt_dev.
RECALL_BIAS = 0.8


def predicate_context(shared: TreeContext, predicate: int, model: RoleModel) -> PredicateContext:
    """Return the context of a predicate, with the lemma of its frame from the model."""
    lemma = model.base(kind_of(shared.tags[predicate]), shared.lemmas[predicate])
    return PredicateContext(shared.sentence, shared.tree, predicate, lemma, shared)


def label_predicate(context: PredicateContext, model: RoleModel) -> tuple[Argument, ...]:
    """Return the arguments of a predicate: the best set without overlaps or repeated core roles.

    The result is empty if the model does not label predicates of this kind.
    """
    return best_frame(scored_arguments(context, model), context.predicate)


def scored_arguments(context: PredicateContext, model: RoleModel) -> list[ScoredArgument]:
    """Return the possible labels of candidates that have a positive gain.

    The gain of a label is the margin of identification minus the amount by which classification
    prefers its best label. The second-best label can therefore be chosen if another argument has
    the best one. If classification has a label for "no argument", it determines the gain alone, and
    identification only removes very unlikely candidates.
    """
    kind = kind_of(context.tag)
    if kind not in model.kinds:
        return []
    classifier = model.classifier(f"{kind}.{CLASSIFY}")
    shared, scale, scored = context.shared, classifier.scale, []
    sums_of = _sum_function(context, classifier, model.feature_set.classify)
    no_index = classifier.labels.index(NO) if NO in classifier.labels else None
    for node, margin in _identify(
        context, model, kind, 0.0 if no_index is None else MIN_IDENTIFY_LOG_ODDS
    ):
        sums = sums_of(node)
        start, end = shared.starts[node], shared.ends[node]
        threshold = (
            max(sums) - margin / scale if no_index is None else sums[no_index] - RECALL_BIAS / scale
        )
        scored += [
            ScoredArgument(start, end, label, (total - threshold) * scale)
            for label, total in zip(classifier.labels, sums, strict=True)
            if total > threshold and label != NO
        ]
    return scored


def label_spans(
    context: PredicateContext, model: RoleModel, spans: Iterable[tuple[int, int]]
) -> tuple[Argument, ...]:
    """Run classification only: return the best role of each span that is a constituent."""
    kind = kind_of(context.tag)
    if kind not in model.kinds:
        return ()
    classifier, arguments = model.classifier(f"{kind}.{CLASSIFY}"), []
    sums_of = _sum_function(context, classifier, model.feature_set.classify)
    for start, end in spans:
        node = context.tree.find_constituent(start, end)
        if node is not None:
            ranked = zip(sums_of(node), classifier.labels, strict=True)
            best = max((pair for pair in ranked if pair[1] != NO), key=lambda pair: pair[0])
            arguments.append(Argument(best[1], start, end))
    return tuple(arguments)


def _identify(
    context: PredicateContext, model: RoleModel, kind: str, min_margin: float
) -> Iterable[tuple[int, float]]:
    """Yield nodes with an identification margin above the minimum, and their margins."""
    classifier = model.classifier(f"{kind}.{IDENTIFY}")
    sums_of = _sum_function(context, classifier, model.feature_set.identify)
    for node in context.candidates(model.pruned):
        no, yes = sums_of(node)
        margin = (yes - no) * classifier.scale
        if margin > min_margin:
            yield node, margin


def _sum_function(
    context: PredicateContext, classifier: LinearClassifier, features: StageFeatures
) -> Callable[[int], tuple[int, ...]]:
    """Return a function for the classifier's sums of a node.

    The predicate's part is computed once, and a node's part once for all predicates of a sentence.
    """
    total, spread, shared = classifier.rows.packed_total, classifier.rows.unpack, context.shared
    of_node, of_pair = features.of_node, features.of_pair
    of_predicate = total(features.of_predicate(context))
    # The classifier is stored too, so that its id is not reused by another object.
    _, node_sums = shared.classifier_cache.setdefault(id(classifier), (classifier, {}))

    def sums_of(node: int) -> tuple[int, ...]:
        if node not in node_sums:
            node_sums[node] = total(of_node(shared, node))
        return spread(node_sums[node] + of_predicate + total(of_pair(context, node)))

    return sums_of
