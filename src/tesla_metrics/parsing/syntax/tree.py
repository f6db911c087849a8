"""Constituent trees, head words, and sentences tagged by a tree."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol

from ...files.sentence import Sentence, Token

NO_NODE = -1
# Labels of root nodes that carry no information.
ROOT_LABELS = frozenset({"", "ROOT", "TOP"})


class Constituent(NamedTuple):
    """Node of a tree: a constituent, or a leaf, which is a single word with its tag as label.

    Parameters
    ----------
    label : str
        Category of the constituent, or tag of the word.
    start, end : int
        The node covers words[start:end], at least one word.
    parent : int
        Index of the parent in `Tree.nodes`; -1 at the top.
    """

    label: str
    start: int
    end: int
    parent: int


@dataclass(frozen=True)
class Tree:
    """A constituent tree: the words of a sentence and the nodes above them.

    Parents come before their children, and siblings are ordered from left to right. Each word has
    one leaf, whose label is its tag. The first node is the top and covers all words.

    Parameters
    ----------
    words : tuple of str
        The words of the sentence.
    nodes : tuple of Constituent
        The nodes above them.
    """

    words: tuple[str, ...]
    nodes: tuple[Constituent, ...]

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """Indices of each node's children, from left to right; leaves have no children."""
        children: list[list[int]] = [[] for _ in self.nodes]
        for index, node in enumerate(self.nodes):
            if node.parent != NO_NODE:
                children[node.parent].append(index)
        return tuple(map(tuple, children))

    @cached_property
    def leaves(self) -> tuple[int, ...]:
        """Index of each word's leaf."""
        return tuple(index for index, children in enumerate(self.children) if not children)

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """Tag of each word."""
        return tuple(self.nodes[index].label for index in self.leaves)

    def iterate_ancestors(self, node_index: int) -> Iterator[int]:
        """Yield the ancestors of a node, the nearest first."""
        ancestor = self.nodes[node_index].parent
        while ancestor != NO_NODE:
            yield ancestor
            ancestor = self.nodes[ancestor].parent

    def find_lowest_covering_node(self, start: int, end: int) -> int:
        """Return the lowest node that covers words[start:end]."""
        index = self.leaves[start]
        while self.nodes[index].end < end:
            index = self.nodes[index].parent
        return index

    def find_constituent(self, start: int, end: int) -> int | None:
        """Return the highest node that covers exactly words[start:end], or None."""
        index = self.find_lowest_covering_node(start, end)
        if self.nodes[index][1:3] != (start, end):
            return None
        for ancestor in self.iterate_ancestors(index):
            if self.nodes[ancestor][1:3] != (start, end):
                break
            index = ancestor
        return index


class TreeSource(Protocol):
    """Protocol of sources of trees for analysed sentences: a parser, a file or another package."""

    def trees(self, sentences: Sequence[Sentence]) -> "list[Tree]":
        """Return the trees of analysed sentences.

        Parameters
        ----------
        sentences : sequence of Sentence

        Returns
        -------
        list of Tree
            One tree per sentence, with the words of the sentence.
        """


PUNCTUATION = frozenset(". , : `` '' -LRB- -RRB- ( ) HYPH NFP".split())
# Rules that find the head child of a constituent.
#
# The rules of a category are tried one after the other. A rule says whether the head is the first
# or the last child with one of the labels. The possessive mark of a noun phrase is never its head.
# The head of a verb phrase is its first verb, even if this is an auxiliary. If no rule applies, the
# head is the first child that is not punctuation.
_FIRST, _LAST = 1, -1  # step of the search through the children
_NOUNS = "NN NNS NNP NNPS NML NX NAC"
_ADJECTIVES = "JJ JJR JJS VBN VBG ADJP"
_FINITE_VERBS = "VBD VBZ VBP MD"
_CONJUNCTION_LABELS = frozenset({"CC", "CONJP"})
_NOUN_PHRASE_RULES = (
    (_LAST, _NOUNS), (_FIRST, "NP"), (_LAST, "PRP EX"), (_LAST, "$ CD QP"), (_LAST, _ADJECTIVES),
    (_LAST, "WP WDT PRP$ DT PDT"), (_LAST, "RB ADVP FW ADD"),
)  # fmt: skip
_HEAD_RULE_TEXTS = {
    "NP": _NOUN_PHRASE_RULES,
    "NML": _NOUN_PHRASE_RULES,
    "NX": _NOUN_PHRASE_RULES,
    "NAC": _NOUN_PHRASE_RULES,
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
        (_FIRST, f"TO {_FINITE_VERBS} VB VBN VBG"), (_FIRST, "VP"), (_FIRST, "ADJP NN NNS NP"),
    ),
    "S": ((_FIRST, "VP"), (_FIRST, "S SINV SQ"), (_FIRST, "SBAR ADJP UCP"), (_LAST, "NP")),
    "SBAR": (
        (_FIRST, "WHNP WHPP WHADVP WHADJP"), (_FIRST, "IN DT"), (_FIRST, "S SQ SINV SBAR FRAG"),
    ),
    "SBARQ": ((_FIRST, "SQ S SINV SBARQ FRAG"),),
    "SQ": ((_FIRST, f"{_FINITE_VERBS} VB"), (_FIRST, "VP SQ"), (_LAST, "ADJP NP")),
    "SINV": ((_FIRST, f"{_FINITE_VERBS} VB"), (_FIRST, "VP S SINV"), (_LAST, "ADJP NP")),
    "RRC": ((_FIRST, "VP"), (_FIRST, "NP ADJP ADVP PP")),
}  # fmt: skip
_HEAD_RULES = {
    label: tuple((step, frozenset(child_labels.split())) for step, child_labels in rules)
    for label, rules in _HEAD_RULE_TEXTS.items()
}


def find_head_words(tree: Tree) -> tuple[int, ...]:
    """Return the index of each node's head word."""
    nodes, children = tree.nodes, tree.children
    head_words = [node.start for node in nodes]
    # In reverse order, because the heads of children are needed first.
    for node_index in range(len(nodes) - 1, -1, -1):
        child_indices = children[node_index]
        if len(child_indices) == 1:
            head_words[node_index] = head_words[child_indices[0]]
        elif child_indices:
            labels = tuple([nodes[child].label for child in child_indices])
            head_words[node_index] = head_words[
                child_indices[find_head_child(nodes[node_index].label, labels)]
            ]
    return tuple(head_words)


@lru_cache(maxsize=50_000)
def find_head_child(label: str, child_labels: tuple[str, ...]) -> int:
    """Return which child is the head, as an index into the labels of the children.

    In a coordination, the head is the conjunct before the conjunction.
    """
    head_index = _find_head_by_rules(label, child_labels)
    if head_index >= 2 and child_labels[head_index - 1] in _CONJUNCTION_LABELS:
        conjuncts = (
            index
            for index in range(head_index - 2, -1, -1)
            if child_labels[index] not in PUNCTUATION
        )
        head_index = next(conjuncts, head_index)
    return head_index


def _find_head_by_rules(label: str, children: Sequence[str]) -> int:
    for step, labels in _HEAD_RULES.get(label, ()):
        for index in range(len(children))[::step]:
            if children[index] in labels:
                return index
    other_children = (index for index, child in enumerate(children) if child not in PUNCTUATION)
    return next(other_children, 0)


# UPOS by prefix of the Penn tag; the longest prefix decides. Lemmatisation needs no finer
# distinction.
_UPOS_BY_PREFIX = {
    "NNP": "PROPN", "NN": "NOUN", "VB": "VERB", "MD": "AUX", "JJ": "ADJ", "RB": "ADV",
    "WRB": "ADV", "PRP": "PRON", "WP": "PRON", "EX": "PRON", "DT": "DET", "PDT": "DET",
    "WDT": "DET", "IN": "ADP", "RP": "ADP", "CC": "CCONJ", "TO": "PART", "POS": "PART",
    "CD": "NUM", "UH": "INTJ", "SYM": "SYM", "$": "SYM", "FW": "X", "LS": "X", "ADD": "X",
    "GW": "X", "XX": "X",
}  # fmt: skip
_MAX_PREFIX_LENGTH = max(map(len, _UPOS_BY_PREFIX))


def make_tagged_sentence(tree: Tree, lemmatize: Callable[[str, str], str]) -> Sentence:
    """Return the words and tags of a tree as a sentence.

    `lemmatize` is a function that maps a form and its UPOS to a lemma.
    """
    tagged_words = [
        (word, penn_to_upos(tag), tag) for word, tag in zip(tree.words, tree.tags, strict=True)
    ]
    tokens = tuple(
        Token(word, lemmatize(word, upos), upos, tag) for word, upos, tag in tagged_words
    )
    return Sentence(" ".join(tree.words), tokens)


def penn_to_upos(tag: str) -> str:
    """Return the universal tag (UPOS) of a Penn tag; PUNCT for unknown tags."""
    prefixes = (tag[:length] for length in range(_MAX_PREFIX_LENGTH, 0, -1))
    return next(
        (_UPOS_BY_PREFIX[prefix] for prefix in prefixes if prefix in _UPOS_BY_PREFIX), "PUNCT"
    )
