"""The two stages: which constituents are arguments, and which role each one fills."""

from collections.abc import Callable, Iterable

from ..learning.linear import LinearClassifier
from .context import PredicateContext, TreeContext
from .decoding import ScoredArgument, best_frame
from .features.stage import StageFeatures
from .frame import Argument
from .model import CLASSIFY, IDENTIFY, NO, RoleModel, kind_of

# Log odds below which nothing is an argument, whatever its label: 1 in 20.
HARDLY = -3.0
# By how much being none must be likelier than a label: F1 loses more by what is missed than by what
# is wrong. Chosen on ewt_dev.
EAGER = 0.8


def predicate_context(shared: TreeContext, place: int, model: RoleModel) -> PredicateContext:
    """A predicate with the lemma of its frame, which the model knows."""
    own = model.base(kind_of(shared.tags[place]), shared.lemmas[place])
    return PredicateContext(shared.sentence, shared.tree, place, own, shared)


def label_predicate(context: PredicateContext, model: RoleModel) -> tuple[Argument, ...]:
    """What fills the roles of a predicate: the best set without overlaps and without a core role
    twice; none of one that is neither noun nor verb, or of a kind that the model does not label.
    """
    return best_frame(scored_arguments(context, model), context.predicate)


def scored_arguments(context: PredicateContext, model: RoleModel) -> list[ScoredArgument]:
    """What candidates may be, by what that is worth; what is worth nothing is left out.

    A label is worth what identification says for an argument, less what classification says
    against this label and for the best one. So a label that is second may still be worth taking
    where the first is somebody else's. Where classification knows what is no argument, it says all
    of this by itself, and identification only leaves out what is hardly one.
    """
    kind = kind_of(context.tag)
    if kind not in model.kinds:
        return []
    which = model.classifier(f"{kind}.{CLASSIFY}")
    shared, scale, found = context.shared, which.scale, []
    sums_of = _sums(context, which, model.feature_set.classify)
    none = which.labels.index(NO) if NO in which.labels else None
    for node, margin in _identified(context, model, kind, 0.0 if none is None else HARDLY):
        sums = sums_of(node)
        start, end = shared.starts[node], shared.ends[node]
        level = max(sums) - margin / scale if none is None else sums[none] - EAGER / scale
        found += [
            ScoredArgument(start, end, label, (total - level) * scale)
            for label, total in zip(which.labels, sums, strict=True)
            if total > level and label != NO
        ]
    return found


def label_spans(
    context: PredicateContext, model: RoleModel, spans: Iterable[tuple[int, int]]
) -> tuple[Argument, ...]:
    """The second stage alone: the best role of each span, if that is a constituent."""
    kind = kind_of(context.tag)
    if kind not in model.kinds:
        return ()
    which, found = model.classifier(f"{kind}.{CLASSIFY}"), []
    sums_of = _sums(context, which, model.feature_set.classify)
    for start, end in spans:
        node = context.tree.exactly(start, end)
        if node is not None:
            ranked = zip(sums_of(node), which.labels, strict=True)
            best = max((one for one in ranked if one[1] != NO), key=lambda one: one[0])
            found.append(Argument(best[1], start, end))
    return tuple(found)


def _identified(
    context: PredicateContext, model: RoleModel, kind: str, least: float
) -> Iterable[tuple[int, float]]:
    """Nodes that are arguments by more than the least, and by how much."""
    whether = model.classifier(f"{kind}.{IDENTIFY}")
    sums_of = _sums(context, whether, model.feature_set.identify)
    for node in context.candidates(model.pruned):
        no, yes = sums_of(node)
        margin = (yes - no) * whether.scale
        if margin > least:
            yield node, margin


def _sums(
    context: PredicateContext, classifier: LinearClassifier, features: StageFeatures
) -> Callable[[int], tuple[int, ...]]:
    """What a classifier says of nodes: the predicate's part is summed once, and that of a node
    once for all predicates of a sentence.
    """
    total, spread, shared = classifier.rows.total, classifier.rows.spread, context.shared
    of_node, of_pair = features.of_node, features.of_pair
    of_predicate = total(features.of_predicate(context))
    # With the classifier itself, so that no other one gets its number.
    _, known = shared.remembered.setdefault(id(classifier), (classifier, {}))

    def sums_of(node: int) -> tuple[int, ...]:
        if node not in known:
            known[node] = total(of_node(shared, node))
        return spread(known[node] + of_predicate + total(of_pair(context, node)))

    return sums_of
