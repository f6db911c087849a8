"""Properties and features of a connective candidate in its sentence and tree."""

from collections.abc import Iterator
from functools import cached_property

from ..syntax.tree import NO_NODE, Tree
from .connectives import ConnectiveCandidate
from .relation import VERB_TAG_PREFIXES, Document

# Feature value for a word, tag or node that does not exist.
NONE = "-"
PUNCTUATION_TAGS = frozenset([",", ".", ":", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP"])


class CandidateContext:
    """Connective candidate in its sentence and tree.

    `exact_node` is the node that covers exactly the first piece of the candidate, or None. `node`
    is the same node, or the lowest node that covers this piece.
    """

    def __init__(self, document: Document, candidate: ConnectiveCandidate) -> None:
        self.document, self.candidate = document, candidate
        self.sentence = document.sentences[candidate.sentence_index]
        self.tree: Tree = document.trees[candidate.sentence_index]
        self.words = document.words[candidate.sentence_index]
        self.tags = document.tags[candidate.sentence_index]
        first, last = candidate.first_token, candidate.last_token_of_first_piece
        self.exact_node = self.tree.find_constituent(first, last + 1)
        self.node = (
            self.tree.find_lowest_covering_node(first, last + 1)
            if self.exact_node is None
            else self.exact_node
        )

    def get_word(self, index: int) -> str:
        """Return the word at an index, in lower case; NONE outside the sentence."""
        return self.words[index] if 0 <= index < len(self.words) else NONE

    def get_tag(self, index: int) -> str:
        """Return the tag of the word at an index; NONE outside the sentence."""
        return self.tags[index] if 0 <= index < len(self.tags) else NONE

    def find_first_verb_tag(self, start: int, end: int) -> str:
        """Return the tag of the first verb or modal in tokens[start:end], or NONE."""
        if not self.count_verbs(start, end):
            return NONE
        return next(tag for tag in self.tags[start:end] if tag.startswith(VERB_TAG_PREFIXES))

    def count_verbs(self, start: int, end: int) -> int:
        """Return the number of verbs and modals in tokens[start:end]."""
        counts = self.document.verb_counts[self.candidate.sentence_index]
        return counts[end] - counts[start]

    def get_label(self, node: int | None) -> str:
        """Return the label of a node; NONE if there is no node."""
        return NONE if node is None or node == NO_NODE else self.tree.nodes[node].label

    def get_parent(self, node: int) -> int | None:
        """Return the parent of a node, or None."""
        parent = self.tree.nodes[node].parent
        return None if parent == NO_NODE else parent

    def find_sibling(self, node: int, step: int) -> int | None:
        """Return the sibling to the left (step -1) or right (step 1), or None."""
        parent = self.get_parent(node)
        if parent is None:
            return None
        siblings = self.tree.children[parent]
        index = siblings.index(node) + step
        return siblings[index] if 0 <= index < len(siblings) else None

    def find_conjunct(self, node: int, step: int) -> int | None:
        """Return the nearest sibling that is not punctuation, or None.

        The search goes to the left (step -1) or right (step 1).
        """
        sibling = self.find_sibling(node, step)
        while sibling is not None and self.get_label(sibling) in PUNCTUATION_TAGS:
            sibling = self.find_sibling(sibling, step)
        return sibling

    def get_path_labels(self) -> list[str]:
        """Return the labels of the ancestors of the candidate's node, up to the top."""
        return [self.get_label(node) for node in self.tree.iterate_ancestors(self.node)]


def describe_clause(context: CandidateContext, node: int | None) -> str:
    """Describe a node by its label, the tag of its first verb, and whether it has a subject."""
    if node is None:
        return NONE
    tree = context.tree
    start, end = tree.nodes[node].start, tree.nodes[node].end
    verb_tag = context.find_first_verb_tag(start, end)
    child_labels = {tree.nodes[child].label for child in tree.children[node]}
    subject_mark = "s" if "NP" in child_labels and "VP" in child_labels else ""
    return f"{context.get_label(node)}/{verb_tag}{subject_mark}"


def get_length_bucket(count: int) -> str:
    """Round a length up to one of a few values and return it as a string; "+" if above 20."""
    for upper_bound in (0, 1, 2, 3, 5, 8, 12, 20):
        if count <= upper_bound:
            return str(upper_bound)
    return "+"


# Features of a connective candidate: its words, its neighbours and its position in the tree.
#
# Pitler & Nenkova (2009) use the labels of the nodes above and next to the candidate, alone, in
# pairs and together with the words. Lin, Ng & Kan (2014) add neighbouring words and tags, and the
# path to the root. Additional features (verbs, subjects and lengths) distinguish clauses from
# phrases. The texts before `=` are part of model files.

_CLAUSE_LABELS = frozenset({"S", "SBAR", "SINV", "SQ", "SBARQ"})
# Words that form a pair with a later word: not only .. but, either .. or, if .. then.
_PARTNER_WORDS = frozenset("not only just either neither whether both if when".split())
# Only 40 characters of the labels of children are used, so more labels are not needed.
_MAX_LISTED_CHILDREN = 20


class ConnectiveContext(CandidateContext):
    """Connective candidate with its features, which several classifiers use."""

    @cached_property
    def features(self) -> list[str]:
        """All features, each alone and combined with the connective string."""
        text = self.candidate.text
        features = [*_get_surface_features(self), *_get_syntax_features(self)]
        return ["bias", f"c={text}", *features, *(f"{text}|{feature}" for feature in features)]


def _get_surface_features(context: CandidateContext) -> Iterator[str]:
    """Yield features of the words and tags around the candidate."""
    first, last = context.candidate.first_token, context.candidate.last_token_of_first_piece
    word_before, word_after = context.get_word(first - 1), context.get_word(last + 1)
    connective_tags = " ".join(context.tags[first : last + 1])
    tag_before, tag_after = context.get_tag(first - 1), context.get_tag(last + 1)
    yield f"t={connective_tags}"
    yield f"w-1={word_before}"
    yield f"w+1={word_after}"
    yield f"t-1={tag_before}"
    yield f"t+1={tag_after}"
    yield f"t-1t={tag_before} {connective_tags}"
    yield f"tt+1={connective_tags} {tag_after}"
    yield f"t-1+1={tag_before} {tag_after}"
    yield f"t-2={context.get_tag(first - 2)} {tag_before}"
    yield f"t+2={tag_after} {context.get_tag(last + 2)}"
    yield f"w+2={context.get_word(last + 2)}"
    yield f"w-2={context.get_word(first - 2)}"
    yield f"at={get_length_bucket(first)}"
    yield f"left={get_length_bucket(len(context.words) - last - 1)}"
    yield f"case={context.sentence.tokens[first].form[:1].isupper()}{first == 0}"
    verb_tag_after = context.find_first_verb_tag(last + 1, len(context.tags))
    tags_before = reversed(context.tags[:first])
    verb_tags_before = (tag for tag in tags_before if tag.startswith(VERB_TAG_PREFIXES))
    verb_tag_before = next(verb_tags_before, NONE)
    yield f"v+={verb_tag_after}"
    yield f"v-={verb_tag_before}"
    yield f"v={verb_tag_before} {verb_tag_after}"


def _get_syntax_features(context: CandidateContext) -> Iterator[str]:
    """Yield features of the position of the candidate in the tree."""
    node = context.node
    parent = context.get_parent(node)
    left_sibling, right_sibling = context.find_sibling(node, -1), context.find_sibling(node, 1)
    has_exact_node = context.exact_node is not None
    labels = {
        "self": f"{'' if has_exact_node else '~'}{context.get_label(node)}",
        "up": context.get_label(parent),
        "left": context.get_label(left_sibling),
        "right": context.get_label(right_sibling),
    }
    grandparent = context.get_parent(parent) if parent is not None else None
    for name, label in labels.items():
        yield f"{name}={label}"
    keys = sorted(labels)
    for index, first in enumerate(keys):
        for second in keys[index + 1 :]:
            yield f"{first}&{second}={labels[first]} {labels[second]}"
    yield f"all={' '.join(labels.values())}"
    yield f"grand={labels['up']} {context.get_label(grandparent)}"
    path = context.get_path_labels()
    yield f"path={' '.join(path[:4])}"
    distinct_path = [
        label for index, label in enumerate(path) if label != path[index - 1] or not index
    ]
    yield f"way={' '.join(distinct_path)}"
    clause = next((label for label in path if label in _CLAUSE_LABELS), NONE)
    yield f"clause={clause}"
    yield f"depth={get_length_bucket(len(path))}"
    yield from _get_sibling_features(context, left_sibling, right_sibling, parent)
    yield from _get_governor_features(context)
    yield from _get_partner_features(context)


def _get_sibling_features(
    context: CandidateContext, left_node: int | None, right_node: int | None, parent: int | None
) -> Iterator[str]:
    """Yield features of the siblings and the parent of the candidate's node."""
    left_shape, right_shape = (
        describe_clause(context, left_node),
        describe_clause(context, right_node),
    )
    yield f"right/={right_shape}"
    yield f"left/={left_shape}"
    yield f"both/={left_shape} {right_shape}"
    nodes = context.tree.nodes
    for name, node in (("left", left_node), ("right", right_node), ("up", parent)):
        if node is not None:
            yield f"{name}#={get_length_bucket(nodes[node].end - nodes[node].start)}"
            yield f"{name}1={context.get_word(nodes[node].start)}"
            child_nodes = context.tree.children[node][:_MAX_LISTED_CHILDREN]
            yield f"{name}>={' '.join(map(context.get_label, child_nodes))[:40]}"
    if parent is not None:
        yield f"up/={describe_clause(context, parent)}"
        end = nodes[parent].end
        yield f"upend={context.get_tag(end)}"
        yield f"upfirst={nodes[parent].start == context.candidate.first_token}"


def _get_governor_features(context: CandidateContext) -> Iterator[str]:
    """Yield features of the word that governs a subordinate clause: `know when`, `time when`."""
    tree, first = context.tree, context.candidate.first_token
    governing_node = next(
        (node for node in tree.iterate_ancestors(context.node) if tree.nodes[node].start < first),
        None,
    )
    if governing_node is None:
        return
    children_before = [
        child for child in tree.children[governing_node] if tree.nodes[child].start < first
    ]
    head_child = next(
        (child for child in children_before if context.get_label(child) not in PUNCTUATION_TAGS),
        children_before[0],
    )
    last_token = tree.nodes[head_child].end - 1
    lemma = context.sentence.tokens[last_token].lemma.lower()
    yield f"gov={context.get_label(governing_node)} {context.get_label(head_child)} {lemma}"
    yield f"govs={context.get_label(governing_node)} {context.get_label(head_child)}"
    nearest_child = children_before[-1]
    yield f"near={context.get_label(governing_node)} {context.get_label(nearest_child)}"


def _get_partner_features(context: CandidateContext) -> Iterator[str]:
    """Yield features of paired words and of the conjuncts on both sides of the candidate."""
    first, last = context.candidate.first_token, context.candidate.last_token_of_first_piece
    for index in range(first):
        if context.words[index] in _PARTNER_WORDS:
            yield f"partner={context.words[index]}"
    if "then" in context.words[last + 1 :]:
        yield "then"
    node = context.node
    left_conjunct, right_conjunct = context.find_conjunct(node, -1), context.find_conjunct(node, 1)
    left_clause = describe_clause(context, left_conjunct)
    right_clause = describe_clause(context, right_conjunct)
    yield f"conj={left_clause} {right_clause}"
    yield f"conjl={context.get_label(left_conjunct)} {context.get_label(right_conjunct)}"
    if right_conjunct is not None:
        start = context.tree.nodes[right_conjunct].start
        yield f"lemma={context.sentence.tokens[start].lemma.lower()}"
    if left_conjunct is not None and right_conjunct is not None:
        nodes = (context.tree.nodes[left_conjunct], context.tree.nodes[right_conjunct])
        yield f"sizes={' '.join(get_length_bucket(node.end - node.start) for node in nodes)}"
    previous_sentence = context.candidate.sentence_index - 1
    if first == 0 and previous_sentence >= 0:
        tokens = context.document.sentences[previous_sentence].tokens
        yield f"ends={tokens[-1].form if tokens else NONE} {get_length_bucket(len(tokens))}"
