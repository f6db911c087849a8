"""Constituent trees, head words, and sentences tagged by a tree."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol

from ...files.sentence import Sentence, Token

NO_NODE = -1
# Labels of a root node that carry no information.
ROOTS = frozenset({"", "ROOT", "TOP"})


class Constituent(NamedTuple):
    """Node of a tree: a constituent, or a single word under its tag.

    Parameters
    ----------
    label : str
        Category of the constituent, or tag of the word.
    start, end : int
        The node covers words[start:end], at least one word.
    parent : int
        Index of the parent among the nodes; -1 at the top.
    """

    label: str
    start: int
    end: int
    parent: int


@dataclass(frozen=True)
class Tree:
    """A constituent tree.

    Each word has one leaf node, whose label is its tag. The first node is the top and covers all
    words.

    Parameters
    ----------
    words : tuple of str
        The words of the sentence.
    nodes : tuple of Constituent
        The nodes above them, parents before children and left before right.
    """

    words: tuple[str, ...]
    nodes: tuple[Constituent, ...]

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """Return the indices of each node's children, left to right; leaves have none."""
        children: list[list[int]] = [[] for _ in self.nodes]
        for index, node in enumerate(self.nodes):
            if node.parent != NO_NODE:
                children[node.parent].append(index)
        return tuple(map(tuple, children))

    @cached_property
    def leaves(self) -> tuple[int, ...]:
        """Return the index of each word's leaf node."""
        return tuple(index for index, children in enumerate(self.children) if not children)

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """Return the tag of each word."""
        return tuple(self.nodes[index].label for index in self.leaves)

    def ancestors(self, place: int) -> Iterator[int]:
        """Yield the ancestors of a node, the nearest first."""
        ancestor = self.nodes[place].parent
        while ancestor != NO_NODE:
            yield ancestor
            ancestor = self.nodes[ancestor].parent

    def lowest_covering_node(self, start: int, end: int) -> int:
        """Return the lowest node that covers words[start:end]."""
        index = self.leaves[start]
        while self.nodes[index].end < end:
            index = self.nodes[index].parent
        return index

    def find_constituent(self, start: int, end: int) -> int | None:
        """Return the highest node that covers exactly words[start:end], or None."""
        index = self.lowest_covering_node(start, end)
        if self.nodes[index][1:3] != (start, end):
            return None
        for ancestor in self.ancestors(index):
            if self.nodes[ancestor][1:3] != (start, end):
                break
            index = ancestor
        return index


class TreeSource(Protocol):
    """Protocol of sources of trees: the built-in parser, a file or another package."""

    def trees(self, sentences: Sequence[Sentence]) -> "list[Tree]":
        """Return the trees of analysed sentences.

        Parameters
        ----------
        sentences : sequence of Sentence

        Returns
        -------
        list of Tree
            One tree per sentence, over its words.
        """


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
_RULE_TEXTS = {
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
_HEAD_RULES = {
    label: tuple((step, frozenset(names.split())) for step, names in steps)
    for label, steps in _RULE_TEXTS.items()
}


def find_heads(tree: Tree) -> tuple[int, ...]:
    """Return the index of each node's head word."""
    nodes, children = tree.nodes, tree.children
    head_words = [node.start for node in nodes]
    # Children come after their parents.
    for index in range(len(nodes) - 1, -1, -1):
        child_indices = children[index]
        if len(child_indices) == 1:
            head_words[index] = head_words[child_indices[0]]
        elif child_indices:
            labels = tuple([nodes[child].label for child in child_indices])
            head_words[index] = head_words[child_indices[head_child(nodes[index].label, labels)]]
    return tuple(head_words)


@lru_cache(maxsize=50_000)
def head_child(label: str, children: tuple[str, ...]) -> int:
    """Return the index of the head child; in a coordination, that of the first conjunct."""
    head = _find_head(label, children)
    if head >= 2 and children[head - 1] in _CONJUNCTIONS:
        conjuncts = (
            index for index in range(head - 2, -1, -1) if children[index] not in PUNCTUATION
        )
        head = next(conjuncts, head)
    return head


def _find_head(label: str, children: Sequence[str]) -> int:
    for step, labels in _HEAD_RULES.get(label, ()):
        for index in range(len(children))[::step]:
            if children[index] in labels:
                return index
    others = (index for index, child in enumerate(children) if child not in PUNCTUATION)
    return next(others, 0)


# UPOS by prefix of the Penn tag, longest prefix first; lemmatisation needs no finer distinction.
_UPOS_BY_PREFIX = {
    "NNP": "PROPN", "NN": "NOUN", "VB": "VERB", "MD": "AUX", "JJ": "ADJ", "RB": "ADV",
    "WRB": "ADV", "PRP": "PRON", "WP": "PRON", "EX": "PRON", "DT": "DET", "PDT": "DET",
    "WDT": "DET", "IN": "ADP", "RP": "ADP", "CC": "CCONJ", "TO": "PART", "POS": "PART",
    "CD": "NUM", "UH": "INTJ", "SYM": "SYM", "$": "SYM", "FW": "X", "LS": "X", "ADD": "X",
    "GW": "X", "XX": "X",
}  # fmt: skip
_MAX_TAG_PREFIX = max(map(len, _UPOS_BY_PREFIX))


def tagged_sentence(tree: Tree, lemma: Callable[[str, str], str]) -> Sentence:
    """Return the words of a tree as a sentence; `lemma` maps a form and its UPOS to a lemma."""
    pairs = [(word, penn_upos(tag), tag) for word, tag in zip(tree.words, tree.tags, strict=True)]
    tokens = tuple(Token(word, lemma(word, upos), upos, tag) for word, upos, tag in pairs)
    return Sentence(" ".join(tree.words), tokens)


def penn_upos(tag: str) -> str:
    """Return the universal tag (UPOS) of a Penn tag."""
    starts = (tag[:length] for length in range(_MAX_TAG_PREFIX, 0, -1))
    return next((_UPOS_BY_PREFIX[start] for start in starts if start in _UPOS_BY_PREFIX), "PUNCT")
