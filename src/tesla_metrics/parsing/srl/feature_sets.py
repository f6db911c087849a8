"""Feature sets of the role labeller: the features of Liu & Ng (2007) and the default set.

A feature is a text `name=value`. The names are part of model files.
"""

from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from ..syntax.tree import NO_NODE
from .predicate_context import LEFT, PredicateContext
from .tree_context import TreeContext


class StageFeatures(NamedTuple):
    """Functions that return the features of one stage, identification or classification.

    A candidate argument has the features that the three functions return.

    `node_features`       features of a node, independent of the predicate
    `predicate_features`  features of a predicate, independent of the node
    `pair_features`       features of a node and a predicate together
    """

    node_features: Callable[[TreeContext, int], list[str]]
    predicate_features: Callable[[PredicateContext], list[str]]
    pair_features: Callable[[PredicateContext, int], list[str]]

    def get_candidate_features(self, context: PredicateContext, node: int) -> list[str]:
        """Return all features of a candidate node of a predicate."""
        return [
            *self.predicate_features(context),
            *self.node_features(context.tree_context, node),
            *self.pair_features(context, node),
        ]


class FeatureSet(NamedTuple):
    """Features of the two stages; model files refer to the set by `name`."""

    name: str
    identify: StageFeatures
    classify: StageFeatures


# The features of Liu & Ng (2007): 18 to identify arguments (Table 1), 11 to classify (Table 2).
#
# The names are those of the paper. `pred` is the lemma of the predicate, and `base` is the lemma of
# its frame, which the paper calls the morphed stem (for a noun, its verb). NOMLEX's types of nouns
# are not available. They are replaced by the suffix of the noun and whether its frame has another
# lemma.

# Suffixes that derive a noun from a verb and their classes, in the order of search. Suffixes of
# nouns with similar roles are in the same class, for example er and or.
_SUFFIX_CLASSES = (
    ("ation", "ion"), ("ition", "ion"), ("ment", "ment"), ("ance", "ance"), ("ence", "ance"),
    ("ancy", "ance"), ("ency", "ance"), ("ness", "ness"), ("ship", "ship"), ("ism", "ism"),
    ("ion", "ion"), ("ing", "ing"), ("ity", "ity"), ("ure", "ure"), ("age", "age"), ("ist", "er"),
    ("ant", "er"), ("ent", "er"), ("al", "al"), ("ee", "ee"), ("er", "er"), ("or", "er"),
    ("th", "th"), ("y", "y"),
)  # fmt: skip


@lru_cache(maxsize=10_000)
def get_nominal_type(word: str, base: str) -> str:
    """Return the class of a noun's suffix, plus `+base` if its frame has another lemma."""
    suffix_classes = (
        suffix_class
        for suffix, suffix_class in _SUFFIX_CLASSES
        if word.endswith(suffix) and len(word) > len(suffix) + 1
    )
    return f"{next(suffix_classes, 'none')}{'+base' if base != word else ''}"


def get_unused_features(context: PredicateContext, node: int) -> dict[str, str]:
    """Return the values by name of features that are predicted in auxiliary problems.

    Auxiliary problems need features that identification or classification does not use.
    """
    tree_context = context.tree_context
    parent = tree_context.parents[node]
    has_parent = parent != NO_NODE
    parent_left_sister = tree_context.get_left_sister(parent) if has_parent else NO_NODE
    parent_right_sister = tree_context.get_right_sister(parent) if has_parent else NO_NODE
    between_start, between_end = context.get_span_between(node)
    return {
        "distance": str(between_end - between_start),
        "parent.lsis.hw": tree_context.get_head_word(parent_left_sister),
        "parent.rsis.hw": tree_context.get_head_word(parent_right_sister),
        "path": context.paths[node],
        "partialpath": context.partial_paths[node],
        "chunkseq": " ".join(tree_context.get_chunk_labels(between_start, between_end)),
    }


# Names of the features that reveal the value of a feature, if there are others than itself.
_REVEALING_FEATURES = {"ptype": frozenset({"ptype", "path", "partialpath"})}


def reveals_feature(feature: str, name: str) -> bool:
    """Return whether a feature reveals the value of the feature with this name.

    Both `path=…` and `pred&path=…` reveal `path`. A path also reveals the phrase type (ptype),
    because it begins with it.
    """
    parts = feature.partition("=")[0].split("&")
    return not _REVEALING_FEATURES.get(name, {name}).isdisjoint(parts)


def _get_paper_identification_node_features(tree_context: TreeContext, node: int) -> list[str]:
    words, parent = tree_context.words, tree_context.parents[node]
    left_sister, right_sister = (
        tree_context.get_left_sister(node),
        tree_context.get_right_sister(node),
    )
    return [
        f"ptype={tree_context.labels[node]}",
        f"hw={tree_context.head_words[node]}",
        f"firstword={words[tree_context.starts[node]]}",
        f"lastword={words[tree_context.ends[node] - 1]}",
        f"lsis.ptype={tree_context.get_label(left_sister)}",
        f"rsis.hw={tree_context.get_head_word(right_sister)}",
        f"rsis.hw.pos={tree_context.get_head_tag(right_sister)}",
        f"parent.ptype={tree_context.get_label(parent)}",
        f"parent.hw={tree_context.get_head_word(parent)}",
    ]


def _get_paper_identification_predicate_features(context: PredicateContext) -> list[str]:
    return [
        "bias",
        f"pred={context.word_lemma}",
        f"subcat={context.subcategorisation}",
    ]


def _get_paper_identification_pair_features(context: PredicateContext, node: int) -> list[str]:
    predicate_lemma, path, side = context.word_lemma, context.paths[node], context.get_side(node)
    return [
        f"path={path}",
        f"position={side}",
        f"partialpath={context.partial_paths[node]}",
        f"ptype&length={context.tree_context.labels[node]} {context.path_lengths[node]}",
        f"pred&hw={predicate_lemma} {context.tree_context.head_words[node]}",
        f"pred&path={predicate_lemma} {path}",
        f"pred&position={predicate_lemma} {side}",
    ]


def _get_paper_classification_node_features(tree_context: TreeContext, node: int) -> list[str]:
    words = tree_context.words
    return [
        f"ptype={tree_context.labels[node]}",
        f"firstword={words[tree_context.starts[node]]}",
        f"lastword={words[tree_context.ends[node] - 1]}",
        f"rsis.ptype={tree_context.get_label(tree_context.get_right_sister(node))}",
    ]


def _get_paper_classification_predicate_features(context: PredicateContext) -> list[str]:
    return ["bias", f"nomtype={get_nominal_type(context.word_lemma, context.frame_lemma)}"]


def _get_paper_classification_pair_features(context: PredicateContext, node: int) -> list[str]:
    tree_context, predicate_lemma, frame_lemma = (
        context.tree_context,
        context.word_lemma,
        context.frame_lemma,
    )
    side = context.get_side(node)
    return [
        f"position={side}",
        f"pred&ptype={predicate_lemma} {tree_context.labels[node]}",
        f"pred&lastword={predicate_lemma} {tree_context.words[tree_context.ends[node] - 1]}",
        f"base&hw={frame_lemma} {tree_context.head_words[node]}",
        f"base&position={frame_lemma} {side}",
        f"nomtype&position={get_nominal_type(predicate_lemma, frame_lemma)} {side}",
    ]


PAPER_FEATURES = FeatureSet(
    "paper",
    StageFeatures(
        _get_paper_identification_node_features,
        _get_paper_identification_predicate_features,
        _get_paper_identification_pair_features,
    ),
    StageFeatures(
        _get_paper_classification_node_features,
        _get_paper_classification_predicate_features,
        _get_paper_classification_pair_features,
    ),
)


# The default features.

_MAX_LENGTH_VALUE = 6  # longer nodes have this length, in words
# Lower bounds of the distance classes, in words.
_DISTANCE_CLASS_BOUNDS = (0, 1, 2, 3, 5, 9, 17)


def _get_identification_node_features(tree_context: TreeContext, node: int) -> list[str]:
    kind, lowest_label, head_lemma, head_tag, marker, content_lemma, content_tag = (
        tree_context.get_properties(node)
    )
    start, end = tree_context.starts[node], tree_context.ends[node]
    words, tags = tree_context.words, tree_context.tags
    left_sister, right_sister = (
        tree_context.get_left_sister(node),
        tree_context.get_right_sister(node),
    )
    return [
        f"kind={kind} {lowest_label}",
        f"head={head_lemma}",
        f"tag={head_tag}",
        f"content={content_lemma}",
        f"marker={marker} {content_tag}",
        f"first={words[start]}",
        f"last={words[end - 1]}",
        f"tags={tags[start]} {tags[end - 1]}",
        f"left={tree_context.get_label(left_sister)} {kind}",
        f"right={tree_context.get_label(right_sister)} {kind}",
        f"right.head={tree_context.get_head_word(right_sister)}",
        f"parent={tree_context.get_label(tree_context.parents[node])} {kind}",
        f"before={tags[start - 1] if start else ''} {kind}",
        f"behind={tags[end] if end < len(tags) else ''} {kind}",
        f"length={min(end - start, _MAX_LENGTH_VALUE)} {kind}",
    ]


def _get_predicate_features(context: PredicateContext) -> list[str]:
    surroundings = context.surroundings
    return [
        "bias",
        f"pred={context.word_lemma}",
        f"base={context.frame_lemma}",
        f"ptag={context.tag}",
        f"subcat={context.subcategorisation}",
        f"governor={surroundings.governor_path} {surroundings.governor_lemma}",
    ]


def _get_identification_pair_features(context: PredicateContext, node: int) -> list[str]:
    tree_context, surroundings = context.tree_context, context.surroundings
    kind, _, head_lemma, head_tag, marker, content_lemma, _ = tree_context.get_properties(node)
    side, zone = context.get_side(node), surroundings.get_zone(node)
    short_path, governor_lemma = surroundings.get_short_path(node), surroundings.governor_lemma
    predicate_lemma, frame_lemma = context.word_lemma, context.frame_lemma
    kind_and_side = f"{kind} {side}"
    zone_kind_side = f"{zone} {kind_and_side}"
    return [
        f"path={context.paths[node]}",
        f"short={short_path}",
        f"short&tag={short_path} {head_tag}",
        f"short&marker={short_path} {marker}",
        f"short&content={short_path} {content_lemma}",
        f"place={kind} {side} {zone} {_get_distance_class(context, node)}",
        f"voice={surroundings.voice} {short_path}",
        f"inner={surroundings.noun_modifiers} {kind} {marker} {side}",
        f"pred&short={predicate_lemma} {short_path}",
        f"pred&zone={predicate_lemma} {zone_kind_side}",
        f"pred&head={predicate_lemma} {head_lemma}",
        f"pred&marker={predicate_lemma} {marker} {side}",
        f"base&short={frame_lemma} {short_path}",
        f"base&kind={frame_lemma} {kind_and_side}",
        f"above={governor_lemma} {zone_kind_side}",
        f"above&pred={governor_lemma} {predicate_lemma} {zone} {kind}",
        f"above&path={surroundings.governor_path} {zone_kind_side}",
        f"prep={surroundings.preposition} {zone_kind_side}",
        f"subcat&kind={context.subcategorisation} {kind_and_side}",
    ]


def _get_distance_class(context: PredicateContext, node: int) -> int:
    start, end = context.get_span_between(node)
    return bisect_right(_DISTANCE_CLASS_BOUNDS, end - start)


def _get_classification_node_features(tree_context: TreeContext, node: int) -> list[str]:
    kind, lowest_label, head_lemma, head_tag, marker, content_lemma, content_tag = (
        tree_context.get_properties(node)
    )
    start, end = tree_context.starts[node], tree_context.ends[node]
    words, tags = tree_context.words, tree_context.tags
    right_sister = tree_context.get_right_sister(node)
    form = tree_context.sentence.tokens[tree_context.head_indices[node]].form
    shape = f"{form[:1].isupper():d}{form.isupper():d}{form[:1].isdigit():d}"
    return [
        f"kind={kind} {lowest_label}",
        f"head={head_lemma}",
        f"tag={head_tag}",
        f"content={content_lemma}",
        f"marker={marker}",
        f"marker&content={marker} {content_lemma}",
        f"marker&tag={marker} {content_tag}",
        f"first={words[start]}",
        f"last={words[end - 1]}",
        f"tags={tags[start]} {tags[end - 1]}",
        f"left={tree_context.get_label(tree_context.get_left_sister(node))} {kind}",
        f"right={tree_context.get_label(right_sister)} {kind}",
        f"parent={tree_context.get_label(tree_context.parents[node])} {kind}",
        f"length={min(end - start, _MAX_LENGTH_VALUE)} {kind}",
        f"shape={shape} {kind}",
        f"suffix={head_lemma[-3:]} {kind}",
    ]


def _get_classification_pair_features(context: PredicateContext, node: int) -> list[str]:
    tree_context, surroundings = context.tree_context, context.surroundings
    kind, _, _, head_tag, marker, content_lemma, content_tag = tree_context.get_properties(node)
    side, zone = context.get_side(node), surroundings.get_zone(node)
    short_path, governor_lemma = surroundings.get_short_path(node), surroundings.governor_lemma
    predicate_lemma, frame_lemma, voice = (
        context.word_lemma,
        context.frame_lemma,
        surroundings.voice,
    )
    noun_type = get_nominal_type(predicate_lemma, frame_lemma)
    left_or_right = "left" if side == LEFT else "right"
    return [
        f"path={context.paths[node]}",
        f"short={short_path}",
        f"short&tag={short_path} {content_tag}",
        f"short&marker={short_path} {marker}",
        f"short&content={short_path} {content_lemma}",
        f"short&first={short_path} {tree_context.words[tree_context.starts[node]]}",
        f"place={kind} {left_or_right} {zone} {_get_distance_class(context, node)}",
        f"zone={zone}",
        f"side&tag={left_or_right} {zone} {head_tag}",
        f"side&content={left_or_right} {kind} {content_lemma}",
        f"side&marker={left_or_right} {zone} {marker}",
        f"voice&short={voice} {short_path}",
        f"voice&kind={voice} {left_or_right} {kind} {marker}",
        f"inner={surroundings.noun_modifiers} {kind} {marker} {left_or_right}",
        f"nominal={noun_type} {kind} {marker} {left_or_right}",
        f"nominal&inner={noun_type} {surroundings.noun_modifiers} {kind} {marker} {left_or_right}",
        f"pred&short={predicate_lemma} {short_path}",
        f"pred&kind={predicate_lemma} {kind} {left_or_right} {zone}",
        f"pred&content={predicate_lemma} {content_lemma}",
        f"pred&marker={predicate_lemma} {marker} {left_or_right}",
        f"pred&tag={predicate_lemma} {content_tag} {left_or_right}",
        f"pred&voice={predicate_lemma} {voice} {kind} {left_or_right}",
        f"base&short={frame_lemma} {short_path}",
        f"base&kind={frame_lemma} {kind} {left_or_right} {zone}",
        f"base&content={frame_lemma} {content_lemma}",
        f"base&marker={frame_lemma} {marker} {left_or_right}",
        f"base&tag={frame_lemma} {content_tag} {left_or_right}",
        f"base&first={frame_lemma} {tree_context.words[tree_context.starts[node]]}",
        f"base&zone={frame_lemma} {zone}",
        f"above={governor_lemma} {zone} {left_or_right}",
        f"above&pred={governor_lemma} {predicate_lemma} {zone} {left_or_right}",
        f"prep={surroundings.preposition} {zone} {left_or_right}",
        f"subcat&kind={context.subcategorisation} {kind} {left_or_right}",
    ]


# Names of features about the content of an argument and its relation to the lemma of the frame.
# Nouns and verbs with the same frame can have the same weights for them.
_SHARED_FEATURES = frozenset(
    """bias kind head tag content marker marker&content marker&tag first last tags length shape
    suffix side&content side&marker base base&content base&marker base&tag base&first""".split()
)


def is_shared_by_nouns_and_verbs(feature: str) -> bool:
    """Return whether nouns and verbs share the weight of a feature of role classification."""
    return feature.partition("=")[0] in _SHARED_FEATURES


DEFAULT_FEATURES = FeatureSet(
    "own",
    StageFeatures(
        _get_identification_node_features,
        _get_predicate_features,
        _get_identification_pair_features,
    ),
    StageFeatures(
        _get_classification_node_features,
        _get_predicate_features,
        _get_classification_pair_features,
    ),
)


FEATURE_SETS: dict[str, FeatureSet] = {
    feature_set.name: feature_set for feature_set in (PAPER_FEATURES, DEFAULT_FEATURES)
}
