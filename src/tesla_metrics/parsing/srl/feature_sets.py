"""Feature sets of the role labeller: those of the paper and the default set."""

from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from ..syntax.tree import NO_NODE
from .predicate_context import LEFT, PredicateContext
from .tree_context import TreeContext


class StageFeatures(NamedTuple):
    """Feature functions of one stage; a candidate has the features of all three.

    of_node         features of a node, independent of the predicate
    of_predicate    features of a predicate, independent of the node
    of_pair         features of a node and a predicate together
    """

    of_node: Callable[[TreeContext, int], list[str]]
    of_predicate: Callable[[PredicateContext], list[str]]
    of_pair: Callable[[PredicateContext, int], list[str]]

    def candidate_features(self, context: PredicateContext, node: int) -> list[str]:
        """Return all features of a candidate node of a predicate."""
        return [
            *self.of_predicate(context),
            *self.of_node(context.shared, node),
            *self.of_pair(context, node),
        ]


class FeatureSet(NamedTuple):
    """Features of the two stages; model files refer to the set by `name`."""

    name: str
    identify: StageFeatures
    classify: StageFeatures


# The features of Liu & Ng (2007): 18 to identify arguments (Table 1), 11 to classify (Table 2).
#
# Each is `name=value`, with the paper's names; `pred` is the predicate's lemma and `base` the
# paper's morphed stem (for a noun, its verb). NOMLEX's types of nouns are not available: the suffix
# of the noun, and whether it has a base, replace them.

# Suffixes that derive a noun from a verb, in the order of search; `payer` and `payee` are persons.
_SUFFIXES = (
    ("ation", "ion"), ("ition", "ion"), ("ment", "ment"), ("ance", "ance"), ("ence", "ance"),
    ("ancy", "ance"), ("ency", "ance"), ("ness", "ness"), ("ship", "ship"), ("ism", "ism"),
    ("ion", "ion"), ("ing", "ing"), ("ity", "ity"), ("ure", "ure"), ("age", "age"), ("ist", "er"),
    ("ant", "er"), ("ent", "er"), ("al", "al"), ("ee", "ee"), ("er", "er"), ("or", "er"),
    ("th", "th"), ("y", "y"),
)  # fmt: skip


@lru_cache(maxsize=10_000)
def nominal_type(word: str, base: str) -> str:
    """Return the class of a noun's suffix, plus `+base` if its frame has another lemma."""
    kinds = (
        kind for suffix, kind in _SUFFIXES if word.endswith(suffix) and len(word) > len(suffix) + 1
    )
    return f"{next(kinds, 'none')}{'+base' if base != word else ''}"


def unused_features(context: PredicateContext, node: int) -> dict[str, str]:
    """Return features that at least one stage does not use; auxiliary problems predict them."""
    shared = context.shared
    parent = shared.parents[node]
    has_parent = parent != NO_NODE
    left = shared.left_sister(parent) if has_parent else NO_NODE
    right = shared.right_sister(parent) if has_parent else NO_NODE
    start, end = context.between(node)
    return {
        "distance": str(end - start),
        "parent.lsis.hw": shared.head_word(left),
        "parent.rsis.hw": shared.head_word(right),
        "path": context.paths[node],
        "partialpath": context.partial_paths[node],
        "chunkseq": " ".join(shared.chunks(start, end)),
    }


# Features whose values contain the value of another feature.
_FEATURES_WITH = {"ptype": frozenset({"ptype", "path", "partialpath"})}


def reveals_feature(column: str, name: str) -> bool:
    """Whether a feature reveals the value of the named one.

    Both `path=…` and `pred&path=…` reveal `path`; a path also reveals the phrase type that it
    begins with.
    """
    return not _FEATURES_WITH.get(name, {name}).isdisjoint(column.partition("=")[0].split("&"))


def _identify_node_paper(shared: TreeContext, node: int) -> list[str]:
    words, parent = shared.words, shared.parents[node]
    left, right = shared.left_sister(node), shared.right_sister(node)
    return [
        f"ptype={shared.labels[node]}",
        f"hw={shared.head_words[node]}",
        f"firstword={words[shared.starts[node]]}",
        f"lastword={words[shared.ends[node] - 1]}",
        f"lsis.ptype={shared.label(left)}",
        f"rsis.hw={shared.head_word(right)}",
        f"rsis.hw.pos={shared.head_tag(right)}",
        f"parent.ptype={shared.label(parent)}",
        f"parent.hw={shared.head_word(parent)}",
    ]


def _identify_predicate(context: PredicateContext) -> list[str]:
    return [
        "bias",
        f"pred={context.word_lemma}",
        f"subcat={context.subcategorisation}",
    ]


def _identify_pair_paper(context: PredicateContext, node: int) -> list[str]:
    pred, path, position = context.word_lemma, context.paths[node], context.position(node)
    return [
        f"path={path}",
        f"position={position}",
        f"partialpath={context.partial_paths[node]}",
        f"ptype&length={context.shared.labels[node]} {context.lengths[node]}",
        f"pred&hw={pred} {context.shared.head_words[node]}",
        f"pred&path={pred} {path}",
        f"pred&position={pred} {position}",
    ]


def _classify_node_paper(shared: TreeContext, node: int) -> list[str]:
    words = shared.words
    return [
        f"ptype={shared.labels[node]}",
        f"firstword={words[shared.starts[node]]}",
        f"lastword={words[shared.ends[node] - 1]}",
        f"rsis.ptype={shared.label(shared.right_sister(node))}",
    ]


def _classify_predicate(context: PredicateContext) -> list[str]:
    return ["bias", f"nomtype={nominal_type(context.word_lemma, context.lemma)}"]


def _classify_pair_paper(context: PredicateContext, node: int) -> list[str]:
    shared, pred, base = context.shared, context.word_lemma, context.lemma
    position = context.position(node)
    return [
        f"position={position}",
        f"pred&ptype={pred} {shared.labels[node]}",
        f"pred&lastword={pred} {shared.words[shared.ends[node] - 1]}",
        f"base&hw={base} {shared.head_words[node]}",
        f"base&position={base} {position}",
        f"nomtype&position={nominal_type(pred, base)} {position}",
    ]


PAPER_FEATURES = FeatureSet(
    "paper",
    StageFeatures(_identify_node_paper, _identify_predicate, _identify_pair_paper),
    StageFeatures(_classify_node_paper, _classify_predicate, _classify_pair_paper),
)


_MAX_LENGTH = 6
# Lower bounds of the distance classes, in words.
_DISTANCE_STEPS = (0, 1, 2, 3, 5, 9, 17)


def _identify_node(shared: TreeContext, node: int) -> list[str]:
    kind, lowest, lemma, tag, marker, content, content_tag = shared.properties(node)
    start, end, words, tags = shared.starts[node], shared.ends[node], shared.words, shared.tags
    left, right = shared.left_sister(node), shared.right_sister(node)
    return [
        f"kind={kind} {lowest}",
        f"head={lemma}",
        f"tag={tag}",
        f"content={content}",
        f"marker={marker} {content_tag}",
        f"first={words[start]}",
        f"last={words[end - 1]}",
        f"tags={tags[start]} {tags[end - 1]}",
        f"left={shared.label(left)} {kind}",
        f"right={shared.label(right)} {kind}",
        f"right.head={shared.head_word(right)}",
        f"parent={shared.label(shared.parents[node])} {kind}",
        f"before={tags[start - 1] if start else ''} {kind}",
        f"behind={tags[end] if end < len(tags) else ''} {kind}",
        f"length={min(end - start, _MAX_LENGTH)} {kind}",
    ]


def _predicate_features(context: PredicateContext) -> list[str]:
    surroundings = context.surroundings
    return [
        "bias",
        f"pred={context.word_lemma}",
        f"base={context.lemma}",
        f"ptag={context.tag}",
        f"subcat={context.subcategorisation}",
        f"governor={surroundings.governor_path} {surroundings.governor_lemma}",
    ]


def _identify_pair(context: PredicateContext, node: int) -> list[str]:
    shared, surroundings = context.shared, context.surroundings
    kind, _, lemma, tag, marker, content, _ = shared.properties(node)
    side, zone = context.position(node), surroundings.zone(node)
    short, pred, base = surroundings.short_path(node), context.word_lemma, context.lemma
    above, kind_side = surroundings.governor_lemma, f"{kind} {side}"
    where = f"{zone} {kind_side}"
    return [
        f"path={context.paths[node]}",
        f"short={short}",
        f"short&tag={short} {tag}",
        f"short&marker={short} {marker}",
        f"short&content={short} {content}",
        f"place={kind} {side} {zone} {_distance(context, node)}",
        f"voice={surroundings.voice} {short}",
        f"inner={surroundings.inner} {kind} {marker} {side}",
        f"pred&short={pred} {short}",
        f"pred&zone={pred} {where}",
        f"pred&head={pred} {lemma}",
        f"pred&marker={pred} {marker} {side}",
        f"base&short={base} {short}",
        f"base&kind={base} {kind_side}",
        f"above={above} {where}",
        f"above&pred={above} {pred} {zone} {kind}",
        f"above&path={surroundings.governor_path} {where}",
        f"prep={surroundings.preposition} {where}",
        f"subcat&kind={context.subcategorisation} {kind_side}",
    ]


def _distance(context: PredicateContext, node: int) -> int:
    start, end = context.between(node)
    return bisect_right(_DISTANCE_STEPS, end - start)


def _classify_node(shared: TreeContext, node: int) -> list[str]:
    kind, lowest, lemma, tag, marker, content, content_tag = shared.properties(node)
    start, end, words, tags = shared.starts[node], shared.ends[node], shared.words, shared.tags
    right = shared.right_sister(node)
    word = shared.sentence.tokens[shared.heads[node]].form
    return [
        f"kind={kind} {lowest}",
        f"head={lemma}",
        f"tag={tag}",
        f"content={content}",
        f"marker={marker}",
        f"marker&content={marker} {content}",
        f"marker&tag={marker} {content_tag}",
        f"first={words[start]}",
        f"last={words[end - 1]}",
        f"tags={tags[start]} {tags[end - 1]}",
        f"left={shared.label(shared.left_sister(node))} {kind}",
        f"right={shared.label(right)} {kind}",
        f"parent={shared.label(shared.parents[node])} {kind}",
        f"length={min(end - start, _MAX_LENGTH)} {kind}",
        f"shape={word[:1].isupper():d}{word.isupper():d}{word[:1].isdigit():d} {kind}",
        f"suffix={lemma[-3:]} {kind}",
    ]


def _classify_pair(context: PredicateContext, node: int) -> list[str]:
    shared, surroundings = context.shared, context.surroundings
    kind, _, _, tag, marker, content, content_tag = shared.properties(node)
    side, zone = context.position(node), surroundings.zone(node)
    short, pred, base = surroundings.short_path(node), context.word_lemma, context.lemma
    above, voice = surroundings.governor_lemma, surroundings.voice
    nominal = nominal_type(pred, base)
    left = "left" if side == LEFT else "right"
    return [
        f"path={context.paths[node]}",
        f"short={short}",
        f"short&tag={short} {content_tag}",
        f"short&marker={short} {marker}",
        f"short&content={short} {content}",
        f"short&first={short} {shared.words[shared.starts[node]]}",
        f"place={kind} {left} {zone} {_distance(context, node)}",
        f"zone={zone}",
        f"side&tag={left} {zone} {tag}",
        f"side&content={left} {kind} {content}",
        f"side&marker={left} {zone} {marker}",
        f"voice&short={voice} {short}",
        f"voice&kind={voice} {left} {kind} {marker}",
        f"inner={surroundings.inner} {kind} {marker} {left}",
        f"nominal={nominal} {kind} {marker} {left}",
        f"nominal&inner={nominal} {surroundings.inner} {kind} {marker} {left}",
        f"pred&short={pred} {short}",
        f"pred&kind={pred} {kind} {left} {zone}",
        f"pred&content={pred} {content}",
        f"pred&marker={pred} {marker} {left}",
        f"pred&tag={pred} {content_tag} {left}",
        f"pred&voice={pred} {voice} {kind} {left}",
        f"base&short={base} {short}",
        f"base&kind={base} {kind} {left} {zone}",
        f"base&content={base} {content}",
        f"base&marker={base} {marker} {left}",
        f"base&tag={base} {content_tag} {left}",
        f"base&first={base} {shared.words[shared.starts[node]]}",
        f"base&zone={base} {zone}",
        f"above={above} {zone} {left}",
        f"above&pred={above} {pred} {zone} {left}",
        f"prep={surroundings.preposition} {zone} {left}",
        f"subcat&kind={context.subcategorisation} {kind} {left}",
    ]


# Features of the content of an argument and of its relation to a base; nouns and verbs share them.
_NOUN_VERB_FEATURES = frozenset(
    """bias kind head tag content marker marker&content marker&tag first last tags length shape
    suffix side&content side&marker base base&content base&marker base&tag base&first""".split()
)


def is_shared(feature: str) -> bool:
    """Whether a feature of role classification may be shared between nouns and verbs."""
    return feature.partition("=")[0] in _NOUN_VERB_FEATURES


DEFAULT_FEATURES = FeatureSet(
    "own",
    StageFeatures(_identify_node, _predicate_features, _identify_pair),
    StageFeatures(_classify_node, _predicate_features, _classify_pair),
)


FEATURE_SETS: dict[str, FeatureSet] = {
    feature_set.name: feature_set for feature_set in (PAPER_FEATURES, DEFAULT_FEATURES)
}
