"""The head word of each constituent, by rules after Magerman and Collins."""

from collections.abc import Sequence
from functools import lru_cache

from .tree import Tree

PUNCTUATION = frozenset(". , : `` '' -LRB- -RRB- ( ) HYPH NFP".split())
_FIRST, _LAST = 1, -1
_NOUNS = "NN NNS NNP NNPS NML NX NAC"
_ADJECTIVES = "JJ JJR JJS VBN VBG ADJP"
_FINITE = "VBD VBZ VBP MD"
_CONJUNCTIONS = frozenset({"CC", "CONJP"})
# Of each category: what its head is rather, and of several that are alike the first or the last.
# A noun's possessive mark is never its head, and a verb phrase's is its first verb, be it an
# auxiliary. What is not here is headed by its first child that is no punctuation.
_NOMINAL = (
    (_LAST, _NOUNS), (_FIRST, "NP"), (_LAST, "PRP EX"), (_LAST, "$ CD QP"), (_LAST, _ADJECTIVES),
    (_LAST, "WP WDT PRP$ DT PDT"), (_LAST, "RB ADVP FW ADD"),
)  # fmt: skip
_RULES = {
    "NP": _NOMINAL,
    "NML": _NOMINAL,
    "NX": _NOMINAL,
    "NAC": _NOMINAL,
    "WHNP": ((_LAST, _NOUNS), (_FIRST, "WHNP NP"), (_FIRST, "WP WDT WP$ WHADJP WHPP DT")),
    "QP": ((_LAST, "$ CD QP"), (_LAST, f"{_NOUNS} JJ DT RB")),
    "ADJP": ((_LAST, _ADJECTIVES), (_LAST, "RB RBR RBS QP CD"), (_LAST, f"{_NOUNS} NP")),
    "WHADJP": ((_LAST, "JJ JJR JJS"), (_FIRST, "WRB RB")),
    "ADVP": ((_LAST, "RB RBR RBS ADVP WRB"), (_LAST, "IN RP TO JJ JJR"), (_LAST, f"{_NOUNS} NP")),
    "WHADVP": ((_LAST, "WRB"), (_LAST, "RB IN")),
    "PP": ((_FIRST, "IN TO RP VBG VBN FW"), (_FIRST, "PP RB")),
    "WHPP": ((_FIRST, "IN TO"),),
    "PRT": ((_FIRST, "RP"),),
    "CONJP": ((_FIRST, "CC RB IN"),),
    "VP": (
        (_FIRST, f"TO {_FINITE} VB VBN VBG"), (_FIRST, "VP"), (_FIRST, "ADJP NN NNS NP"),
    ),
    "S": ((_FIRST, "VP"), (_FIRST, "S SINV SQ"), (_FIRST, "SBAR ADJP UCP"), (_LAST, "NP")),
    "SBAR": (
        (_FIRST, "WHNP WHPP WHADVP WHADJP"), (_FIRST, "IN DT"), (_FIRST, "S SQ SINV SBAR FRAG"),
    ),
    "SBARQ": ((_FIRST, "SQ S SINV SBARQ FRAG"),),
    "SQ": ((_FIRST, f"{_FINITE} VB"), (_FIRST, "VP SQ"), (_LAST, "ADJP NP")),
    "SINV": ((_FIRST, f"{_FINITE} VB"), (_FIRST, "VP S SINV"), (_LAST, "ADJP NP")),
    "RRC": ((_FIRST, "VP"), (_FIRST, "NP ADJP ADVP PP")),
}  # fmt: skip
_WANTED = {
    label: tuple((way, frozenset(names.split())) for way, names in steps)
    for label, steps in _RULES.items()
}


def heads(tree: Tree) -> tuple[int, ...]:
    """The place among the words of each node's head."""
    nodes, children = tree.nodes, tree.children
    found = [node.start for node in nodes]
    # Children stand behind their parents.
    for place in range(len(nodes) - 1, -1, -1):
        below = children[place]
        if len(below) == 1:
            found[place] = found[below[0]]
        elif below:
            labels = tuple([nodes[child].label for child in below])
            found[place] = found[below[head_child(nodes[place].label, labels)]]
    return tuple(found)


@lru_cache(maxsize=50_000)
def head_child(label: str, children: tuple[str, ...]) -> int:
    """Which child has the head; of what a conjunction joins, the part before it."""
    head = _chosen(label, children)
    if head >= 2 and children[head - 1] in _CONJUNCTIONS:
        before = (at for at in range(head - 2, -1, -1) if children[at] not in PUNCTUATION)
        head = next(before, head)
    return head


def _chosen(label: str, children: Sequence[str]) -> int:
    for way, wanted in _WANTED.get(label, ()):
        for at in range(len(children))[::way]:
            if children[at] in wanted:
                return at
    others = (at for at, one in enumerate(children) if one not in PUNCTUATION)
    return next(others, 0)
