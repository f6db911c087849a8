"""Features of sentences and clauses for implicit relations."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...files.sentence import Sentence, Token, has_alphanumeric, is_function
from ..syntax.tree import NO_NODE, Tree

# Clauses within a sentence that may have an implicit relation to the rest.
#
# free         an infinitive or a participle: `we left early to catch the train`
# coordinated  after a conjunction, which may imply more than it states: `he knocked and went in`
# listed       after a comma: `they swept the floor, washed up, …`

FREE, COORDINATED, LISTED = "free", "coordinated", "listed"
_VERBAL = frozenset(("TO", "VBG", "VBN"))
_CLAUSES = frozenset(("S", "SBAR"))
CONJUNCTS = frozenset(("S", "SBAR", "VP"))


class Clause(NamedTuple):
    """A clause in a tree.

    node        index of its node
    start, end  its words, without punctuation at the edges
    kind        FREE, COORDINATED or LISTED
    child_index  its index among the children of its parent
    """

    node: int
    start: int
    end: int
    kind: str
    child_index: int


def find_clauses(tree: Tree) -> Iterator[Clause]:
    """Yield the clauses in the order of their nodes, parents before children."""
    for node, (label, first, last, parent) in enumerate(tree.nodes):
        if parent == NO_NODE or label not in CONJUNCTS or tree.nodes[parent][1:3] == (first, last):
            continue
        start, end = strip_punctuation(tree, first, last)
        siblings = [tree.nodes[child].label for child in tree.children[parent]]
        child_index = tree.children[parent].index(node)
        if kind := _clause_kind(tree, label, start, end, siblings, child_index):
            yield Clause(node, start, end, kind, child_index)


def _clause_kind(
    tree: Tree, label: str, start: int, end: int, siblings: list[str], child_index: int
) -> str | None:
    previous = siblings[child_index - 1] if child_index else ""
    if previous == "CC":
        first = next(sibling for sibling in siblings if sibling in CONJUNCTS)
        return COORDINATED if label == first else None
    verbal = not _VERBAL.isdisjoint(tree.tags[start : min(end, start + 2)])
    if label in _CLAUSES and verbal and (tree.tags[start] in _VERBAL or tree.tags[start] == "RB"):
        return FREE
    if previous == "," and child_index > 1 and siblings[child_index - 2] == label:
        return LISTED
    return None


def strip_punctuation(tree: Tree, start: int, end: int) -> tuple[int, int]:
    """Return the span without punctuation at its edges; at least one word remains."""
    while end - 1 > start and not has_alphanumeric(tree.words[end - 1]):
        end -= 1
    while start < end - 1 and not has_alphanumeric(tree.words[start]):
        start += 1
    return start, end


_NONE = "-"
_LENGTH_STEP, _MAX_LENGTH_STEP = 4, 5  # words per step, and the last step


def clause_features(sentence: Sentence, tree: Tree, clause: Clause) -> Iterator[str]:
    """Yield the features of a clause, each combined with the kind of the clause."""
    view = _ClauseView(sentence, tree, clause)
    yield clause.kind
    yield from (f"{clause.kind} {feature}" for feature in view.words())
    tag = tree.tags[clause.start]
    for feature in view.surroundings():
        yield f"{clause.kind} {feature}"
        yield f"{clause.kind} {tag} {feature}"
    others = view.governed() if clause.kind == FREE else view.joined()
    yield from (f"{clause.kind} {feature}" for feature in others)


class _ClauseView:
    """A clause in its tree, and its features."""

    def __init__(self, sentence: Sentence, tree: Tree, clause: Clause) -> None:
        self._sentence, self._tree, self._clause = sentence, tree, clause
        self._node = tree.nodes[clause.node]
        self._parent = tree.nodes[self._node.parent]
        self._siblings = tree.children[self._node.parent]
        self._tag = tree.tags[clause.start]

    def words(self) -> Iterator[str]:
        """Yield features of the words of the clause and of the word before it."""
        previous = self._node.start - 1
        yield f"first {self._lemma(self._clause.start)}"
        yield f"first tag {self._tag}"
        yield f"before {self._lemma(previous)}"
        yield f"tag before {self._tree.tags[previous] if previous >= 0 else _NONE}"
        yield f"begins {self._node.start == 0:d}"
        length = (self._clause.end - self._clause.start) // _LENGTH_STEP
        yield f"length {min(length, _MAX_LENGTH_STEP)}"
        verb = self._verb(self._clause.node)
        if verb is not None:
            yield f"verb {self._lemma(verb)}"
            yield f"verb {self._tag} {self._lemma(verb)}"
            yield f"verb tag {self._tree.tags[verb]}"

    def surroundings(self) -> Iterator[str]:
        """Yield features of the labels above and next to the clause."""
        clause_index, parent = self._clause.child_index, self._parent
        grandparent = self._tree.nodes[parent.parent].label if parent.parent != NO_NODE else _NONE
        sibling_labels = " ".join(self._label(index) for index in range(len(self._siblings)))
        yield f"label {self._node.label}"
        yield f"parent {parent.label}"
        yield f"above {parent.label} {grandparent}"
        yield f"left {self._label(clause_index - 1)}"
        yield f"lefts {self._label(clause_index - 2)} {self._label(clause_index - 1)}"
        yield f"right {self._label(clause_index + 1)}"
        yield f"all left {' '.join(self._label(index) for index in range(clause_index))}"
        yield f"parent left {parent.label} {self._label(clause_index - 1)}"
        yield f"rule {parent.label} > {sibling_labels}"

    def governed(self) -> Iterator[str]:
        """Yield features of the preceding verb, whose object the clause may be."""
        clause_index = self._clause.child_index
        for child in self._siblings[:clause_index]:
            node = self._tree.nodes[child]
            if node.label[:2] in ("VB", "MD") and not self._tree.children[child]:
                verb = self._lemma(node.start)
                yield f"governor {verb}"
                yield f"governor {verb} {self._label(clause_index - 1)}"
                yield f"governor {verb} {self._tag}"
                break
        is_adjacent = (
            bool(clause_index) and not self._tree.children[self._siblings[clause_index - 1]]
        )
        yield f"near {is_adjacent:d}"

    def joined(self) -> Iterator[str]:
        """Yield features of the conjunction and of the clause that it is joined to."""
        clause_index = self._clause.child_index
        link = self._lemma(self._tree.nodes[self._siblings[clause_index - 1]].start)
        yield f"by {link}"
        verb = self._verb(self._clause.node)
        other_verb = self._verb(self._siblings[max(0, clause_index - 2)])
        if verb is not None and other_verb is not None:
            yield f"verb tags {self._tree.tags[other_verb]} {self._tree.tags[verb]}"
            yield f"verb before {self._lemma(other_verb)}"
            yield f"by {link} {self._tree.tags[other_verb]}"

    def _label(self, index: int) -> str:
        if not 0 <= index < len(self._siblings):
            return _NONE
        return self._tree.nodes[self._siblings[index]].label

    def _lemma(self, index: int) -> str:
        tokens = self._sentence.tokens
        return tokens[index].lemma.lower() if 0 <= index < len(tokens) else _NONE

    def _verb(self, node: int) -> int | None:
        _, start, end, _ = self._tree.nodes[node]
        verbs = (index for index in range(start, end) if self._tree.tags[index][:2] == "VB")
        return next(verbs, None)


_NEGATIONS = frozenset(
    "not n't n’t no never none nothing nor neither without hardly nobody".split()
)
_MODALS = frozenset("can could will would may might shall should must 'll ’ll ca wo".split())
_QUOTES = frozenset('"“”')
_EMPTY_VERBS = frozenset(("be", "have", "do"))
_DEGREE_TAGS = frozenset(("JJR", "RBR", "JJS", "RBS"))
_LENGTHS = (0, 1, 2, 3, 5, 8, 13, 20, 30, 45)
_FIRST_WORDS = 3  # words with features of their own


@dataclass(frozen=True)
class SentenceFeatures:
    """Features of a sentence, and properties that are compared with those of a neighbour.

    features  features of the sentence by itself
    rules     productions of the tree
    length, verb, top, negated, modal   one value each
    content   lemmas of content words, with the first letters of their tags
    topic     lemma of the first noun, or ""
    first, last   first and last word
    """

    features: tuple[str, ...]
    rules: frozenset[str]
    length: int
    verb: str
    top: str
    negated: bool
    modal: bool
    content: Mapping[str, str]
    topic: str
    first: str
    last: str


def sentence_features(sentence: Sentence, tree: Tree) -> SentenceFeatures:
    """Return the features of a sentence with at least one word."""
    tokens = sentence.tokens
    words = [token.form.lower() for token in tokens]
    word_tokens = [token for token in tokens if has_alphanumeric(token.form)] or list(tokens)
    verbs = [token for token in tokens if token.xpos[:1] == "V" or token.xpos == "MD"]
    rules = frozenset(_productions(tree))
    features = dict.fromkeys(f"rule {rule}" for rule in rules)
    features |= dict.fromkeys(f"lemma {token.lemma.lower()}" for token in tokens)
    features |= dict.fromkeys(_edge_features(word_tokens, words))
    features |= dict.fromkeys(_verb_features(verbs))
    features |= dict.fromkeys(_token_features(tokens))
    length = max(limit for limit in _LENGTHS if limit <= len(tokens))
    nouns = (token.lemma.lower() for token in tokens if token.xpos[:2] == "NN")
    top = tree.nodes[0].label
    top_children = " ".join(tree.nodes[child].label for child in tree.children[0])
    return SentenceFeatures(
        features=(*features, f"length {length}", f"top {top}", f"below top {top_children}"),
        rules=rules,
        length=length,
        verb=verbs[0].xpos if verbs else "",
        top=top,
        negated=not _NEGATIONS.isdisjoint(words),
        modal=not _MODALS.isdisjoint(words),
        content={
            token.lemma.lower(): token.xpos[:2]
            for token in tokens
            if has_alphanumeric(token.form)
            and not is_function(token.upos, token.xpos, penn=True)
            and token.lemma.lower() not in _EMPTY_VERBS
        },
        topic=next(nouns, ""),
        first=words[0],
        last=words[-1],
    )


def _productions(tree: Tree) -> Iterator[str]:
    for node, children in zip(tree.nodes, tree.children, strict=True):
        if children:
            yield f"{node.label} > {' '.join(tree.nodes[child].label for child in children)}"


def _edge_features(word_tokens: Sequence[Token], words: Sequence[str]) -> Iterator[str]:
    first = [token.form.lower() for token in word_tokens[:_FIRST_WORDS]]
    tags = [token.xpos for token in word_tokens[:_FIRST_WORDS]]
    for index, (word, tag) in enumerate(zip(first, tags, strict=True)):
        yield f"word {index} {word}"
        yield f"tag {index} {tag}"
    yield f"words {' '.join(first[:2])}"
    yield f"words {' '.join(first)}"
    yield f"tags {' '.join(tags)}"
    yield f"last word {word_tokens[-1].form.lower()}"
    yield f"last {words[-1]}"


def _verb_features(verbs: Sequence[Token]) -> Iterator[str]:
    tags = [verb.xpos for verb in verbs]
    yield f"verbs {' '.join(tags[:_FIRST_WORDS])}"
    yield f"verb {tags[0] if tags else ''}"
    lemmas = (verb.lemma.lower() for verb in verbs if verb.xpos != "MD")
    if lexical := next((lemma for lemma in lemmas if lemma not in _EMPTY_VERBS), ""):
        yield f"verb lemma {lexical}"


def _token_features(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        word = token.form.lower()
        if word in _NEGATIONS:
            yield "negated"
        if word in _MODALS:
            yield "modal"
            yield f"modal {word}"
        if word in _QUOTES:
            yield "quote"
        if token.xpos == "CD":
            yield "number"
        if token.xpos in ("NNP", "NNPS"):
            yield "name"
        if token.xpos == "PRP":
            yield f"pronoun {word}"
        if token.xpos in _DEGREE_TAGS:
            yield "degree"


_MAX_SHARED = 4
_SHARE_STEPS = 5  # steps of the shared part of the shorter sentence


def pair_features(first: SentenceFeatures, second: SentenceFeatures) -> Iterator[str]:
    """Yield the features of two neighbouring sentences."""
    yield "always"
    yield from (f"1 {feature}" for feature in first.features)
    yield from (f"2 {feature}" for feature in second.features)
    yield from (f"both rule {rule}" for rule in first.rules & second.rules)
    yield f"verbs {first.verb} | {second.verb}"
    yield f"lengths {first.length} | {second.length}"
    yield f"tops {first.top} | {second.top}"
    yield f"negated {first.negated:d}{second.negated:d}"
    yield f"modal {first.modal:d}{second.modal:d}"
    yield f"ends {first.last} | {second.last}"
    yield from _overlap_features(first, second)


def _overlap_features(first: SentenceFeatures, second: SentenceFeatures) -> Iterator[str]:
    shared_lemmas = first.content.keys() & second.content.keys()
    shorter = min(len(first.content), len(second.content))
    yield f"shared {min(len(shared_lemmas), _MAX_SHARED)}"
    yield f"share {_SHARE_STEPS * len(shared_lemmas) // shorter if shorter else 0}"
    yield from (f"shared tag {tag}" for tag in {second.content[lemma] for lemma in shared_lemmas})
    if second.topic in shared_lemmas:
        yield "shared topic"
    if first.first == second.first:
        yield "same first"
        yield f"same first {first.first}"
