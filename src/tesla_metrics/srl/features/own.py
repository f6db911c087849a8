"""The features of the shipped model: those of the paper's that help, and richer ones."""

from bisect import bisect_right

from ..context import LEFT, PredicateContext, TreeContext
from .paper import nominal_type
from .stage import FeatureSet, StageFeatures

_LONG = 6
# Distances in words: the first of each class.
_FAR = (0, 1, 2, 3, 5, 9, 17)


def _identify_node(shared: TreeContext, node: int) -> list[str]:
    kind, lowest, lemma, tag, marker, content, content_tag = shared.facts(node)
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
        f"length={min(end - start, _LONG)} {kind}",
    ]


def _predicate(context: PredicateContext) -> list[str]:
    around = context.surroundings
    return [
        "bias",
        f"pred={context.word_lemma}",
        f"base={context.lemma}",
        f"ptag={context.tag}",
        f"subcat={context.subcategorisation}",
        f"governor={around.governor_path} {around.governor_lemma}",
    ]


def _identify_pair(context: PredicateContext, node: int) -> list[str]:
    shared, around = context.shared, context.surroundings
    kind, _, lemma, tag, marker, content, _ = shared.facts(node)
    side, zone = context.position(node), around.zone(node)
    short, pred, base = around.short_path(node), context.word_lemma, context.lemma
    above, kind_side = around.governor_lemma, f"{kind} {side}"
    where = f"{zone} {kind_side}"
    return [
        f"path={context.paths[node]}",
        f"short={short}",
        f"short&tag={short} {tag}",
        f"short&marker={short} {marker}",
        f"short&content={short} {content}",
        f"place={kind} {side} {zone} {_distance(context, node)}",
        f"voice={around.voice} {short}",
        f"inner={around.inner} {kind} {marker} {side}",
        f"pred&short={pred} {short}",
        f"pred&zone={pred} {where}",
        f"pred&head={pred} {lemma}",
        f"pred&marker={pred} {marker} {side}",
        f"base&short={base} {short}",
        f"base&kind={base} {kind_side}",
        f"above={above} {where}",
        f"above&pred={above} {pred} {zone} {kind}",
        f"above&path={around.governor_path} {where}",
        f"prep={around.preposition} {where}",
        f"subcat&kind={context.subcategorisation} {kind_side}",
    ]


def _distance(context: PredicateContext, node: int) -> int:
    start, end = context.between(node)
    return bisect_right(_FAR, end - start)


def _classify_node(shared: TreeContext, node: int) -> list[str]:
    kind, lowest, lemma, tag, marker, content, content_tag = shared.facts(node)
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
        f"length={min(end - start, _LONG)} {kind}",
        f"shape={word[:1].isupper():d}{word.isupper():d}{word[:1].isdigit():d} {kind}",
        f"suffix={lemma[-3:]} {kind}",
    ]


def _classify_pair(context: PredicateContext, node: int) -> list[str]:
    shared, around = context.shared, context.surroundings
    kind, _, _, tag, marker, content, content_tag = shared.facts(node)
    side, zone = context.position(node), around.zone(node)
    short, pred, base = around.short_path(node), context.word_lemma, context.lemma
    above, voice = around.governor_lemma, around.voice
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
        f"inner={around.inner} {kind} {marker} {left}",
        f"nominal={nominal} {kind} {marker} {left}",
        f"nominal&inner={nominal} {around.inner} {kind} {marker} {left}",
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
        f"prep={around.preposition} {zone} {left}",
        f"subcat&kind={context.subcategorisation} {kind} {left}",
    ]


# What an argument is about, and what that is to a base: the same with nouns and with verbs.
_SHARED = frozenset(
    """bias kind head tag content marker marker&content marker&tag first last tags length shape
    suffix side&content side&marker base base&content base&marker base&tag base&first""".split()
)


def is_shared(feature: str) -> bool:
    """Whether a feature of roles may say the same of nouns and of verbs."""
    return feature.partition("=")[0] in _SHARED


OWN = FeatureSet(
    "own",
    StageFeatures(_identify_node, _predicate, _identify_pair),
    StageFeatures(_classify_node, _predicate, _classify_pair),
)
