"""The features of Liu & Ng (2007): 18 to identify arguments (Table 1), 11 to classify (Table 2).

Each is `name=value`, with the paper's names; `pred` is the predicate's lemma and `base` the paper's
morphed stem, the verb's of a noun. NOMLEX's type of noun is not at hand: the noun's suffix, and
whether it has a base, stand for it.
"""

from functools import lru_cache

from ...syntax.tree import NO_NODE
from ..context import PredicateContext, TreeContext
from .stage import FeatureSet, StageFeatures

# What makes a noun of a verb, the longest first; `payer` and `payee` are persons.
_SUFFIXES = (
    ("ation", "ion"), ("ition", "ion"), ("ment", "ment"), ("ance", "ance"), ("ence", "ance"),
    ("ancy", "ance"), ("ency", "ance"), ("ness", "ness"), ("ship", "ship"), ("ism", "ism"),
    ("ion", "ion"), ("ing", "ing"), ("ity", "ity"), ("ure", "ure"), ("age", "age"), ("ist", "er"),
    ("ant", "er"), ("ent", "er"), ("al", "al"), ("ee", "ee"), ("er", "er"), ("or", "er"),
    ("th", "th"), ("y", "y"),
)  # fmt: skip


@lru_cache(maxsize=10_000)
def nominal_type(word: str, base: str) -> str:
    """The class of a noun's suffix, and whether its frame is another word's: `ion+base`."""
    found = (
        kind for suffix, kind in _SUFFIXES if word.endswith(suffix) and len(word) > len(suffix) + 1
    )
    return f"{next(found, 'none')}{'+base' if base != word else ''}"


def unused_features(context: PredicateContext, node: int) -> dict[str, str]:
    """What neither table has, or one has not: auxiliary problems predict these."""
    shared = context.shared
    parent = shared.parents[node]
    above = parent != NO_NODE
    left = shared.left_sister(parent) if above else NO_NODE
    right = shared.right_sister(parent) if above else NO_NODE
    start, end = context.between(node)
    return {
        "distance": str(end - start),
        "parent.lsis.hw": shared.head_word(left),
        "parent.rsis.hw": shared.head_word(right),
        "path": context.paths[node],
        "partialpath": context.partial_paths[node],
        "chunkseq": " ".join(shared.chunks(start, end)),
    }


# What begins with a feature's own value.
_TELLING = {"ptype": frozenset({"ptype", "path", "partialpath"})}


def uses(column: str, name: str) -> bool:
    """Whether a feature tells of the one that is named: both `path=…` and `pred&path=…` of path,
    and a path of the phrase type that it begins with.
    """
    return not _TELLING.get(name, {name}).isdisjoint(column.partition("=")[0].split("&"))


def _identify_node(shared: TreeContext, node: int) -> list[str]:
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


def _identify_pair(context: PredicateContext, node: int) -> list[str]:
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


def _classify_node(shared: TreeContext, node: int) -> list[str]:
    words = shared.words
    return [
        f"ptype={shared.labels[node]}",
        f"firstword={words[shared.starts[node]]}",
        f"lastword={words[shared.ends[node] - 1]}",
        f"rsis.ptype={shared.label(shared.right_sister(node))}",
    ]


def _classify_predicate(context: PredicateContext) -> list[str]:
    return ["bias", f"nomtype={nominal_type(context.word_lemma, context.lemma)}"]


def _classify_pair(context: PredicateContext, node: int) -> list[str]:
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


PAPER = FeatureSet(
    "paper",
    StageFeatures(_identify_node, _identify_predicate, _identify_pair),
    StageFeatures(_classify_node, _classify_predicate, _classify_pair),
)
