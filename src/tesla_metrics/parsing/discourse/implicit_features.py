"""Features of sentences and clauses for implicit relations."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...files.sentence import Sentence, Token, has_alphanumeric, is_function_word
from ..syntax.tree import NO_NODE, Tree

# Kinds of clauses that may have an implicit relation to the rest of their sentence:
#
# free         an infinitive or a participle: `we left early to catch the train`
# coordinated  after a conjunction: `he knocked and went in`, where `and` implies `then`
# listed       after a comma: `they swept the floor, washed up, …`

FREE_CLAUSE, COORDINATED_CLAUSE, LISTED_CLAUSE = "free", "coordinated", "listed"
_VERBAL_TAGS = frozenset(("TO", "VBG", "VBN"))
_CLAUSE_LABELS = frozenset(("S", "SBAR"))
CONJUNCT_LABELS = frozenset(("S", "SBAR", "VP"))


class Clause(NamedTuple):
    """Clause in a tree that may have an implicit relation to the rest of its sentence.

    node            index of its node
    start, end      its words, without punctuation at the edges
    kind            `FREE_CLAUSE`, `COORDINATED_CLAUSE` or `LISTED_CLAUSE`
    child_index     its index among the children of its parent
    """

    node: int
    start: int
    end: int
    kind: str
    child_index: int


def find_clauses(tree: Tree) -> Iterator[Clause]:
    """Yield the clauses in the order of their nodes, parents before children."""
    for node, (label, node_start, node_end, parent) in enumerate(tree.nodes):
        if parent == NO_NODE or label not in CONJUNCT_LABELS:
            continue
        if tree.nodes[parent][1:3] == (node_start, node_end):
            continue  # the parent covers the same words
        start, end = strip_punctuation(tree, node_start, node_end)
        sibling_labels = [tree.nodes[child].label for child in tree.children[parent]]
        child_index = tree.children[parent].index(node)
        if kind := _get_clause_kind(tree, label, start, end, sibling_labels, child_index):
            yield Clause(node, start, end, kind, child_index)


def _get_clause_kind(
    tree: Tree, label: str, start: int, end: int, sibling_labels: list[str], child_index: int
) -> str | None:
    """Return the kind of a clause, or None if it cannot have an implicit relation."""
    previous_label = sibling_labels[child_index - 1] if child_index else ""
    if previous_label == "CC":
        first_conjunct_label = next(
            sibling for sibling in sibling_labels if sibling in CONJUNCT_LABELS
        )
        return COORDINATED_CLAUSE if label == first_conjunct_label else None
    has_verbal_start = not _VERBAL_TAGS.isdisjoint(tree.tags[start : min(end, start + 2)])
    is_free = has_verbal_start and (tree.tags[start] in _VERBAL_TAGS or tree.tags[start] == "RB")
    if label in _CLAUSE_LABELS and is_free:
        return FREE_CLAUSE
    if previous_label == "," and child_index > 1 and sibling_labels[child_index - 2] == label:
        return LISTED_CLAUSE
    return None


def strip_punctuation(tree: Tree, start: int, end: int) -> tuple[int, int]:
    """Return the span without punctuation at its edges; at least one word remains."""
    while end - 1 > start and not has_alphanumeric(tree.words[end - 1]):
        end -= 1
    while start < end - 1 and not has_alphanumeric(tree.words[start]):
        start += 1
    return start, end


_NO_VALUE = "-"
# Lengths of clauses are divided by the first number and limited to the second.
_WORDS_PER_LENGTH_CLASS, _MAX_LENGTH_CLASS = 4, 5


def get_clause_features(sentence: Sentence, tree: Tree, clause: Clause) -> Iterator[str]:
    """Yield the features of a clause, each combined with the kind of the clause."""
    feature_source = _ClauseFeatures(sentence, tree, clause)
    yield clause.kind
    yield from (f"{clause.kind} {feature}" for feature in feature_source.get_word_features())
    tag = tree.tags[clause.start]
    for feature in feature_source.get_surrounding_features():
        yield f"{clause.kind} {feature}"
        yield f"{clause.kind} {tag} {feature}"
    kind_features = (
        feature_source.get_governor_features()
        if clause.kind == FREE_CLAUSE
        else feature_source.get_conjunction_features()
    )
    yield from (f"{clause.kind} {feature}" for feature in kind_features)


class _ClauseFeatures:
    """Features of a clause in its tree, without the kind of the clause."""

    def __init__(self, sentence: Sentence, tree: Tree, clause: Clause) -> None:
        self._sentence, self._tree, self._clause = sentence, tree, clause
        self._node = tree.nodes[clause.node]
        self._parent = tree.nodes[self._node.parent]
        self._siblings = tree.children[self._node.parent]
        self._tag = tree.tags[clause.start]

    def get_word_features(self) -> Iterator[str]:
        """Yield features of the words of the clause and of the word before it."""
        previous = self._node.start - 1
        yield f"first {self._get_lemma(self._clause.start)}"
        yield f"first tag {self._tag}"
        yield f"before {self._get_lemma(previous)}"
        yield f"tag before {self._tree.tags[previous] if previous >= 0 else _NO_VALUE}"
        yield f"begins {self._node.start == 0:d}"
        length = (self._clause.end - self._clause.start) // _WORDS_PER_LENGTH_CLASS
        yield f"length {min(length, _MAX_LENGTH_CLASS)}"
        verb = self._find_first_verb(self._clause.node)
        if verb is not None:
            yield f"verb {self._get_lemma(verb)}"
            yield f"verb {self._tag} {self._get_lemma(verb)}"
            yield f"verb tag {self._tree.tags[verb]}"

    def get_surrounding_features(self) -> Iterator[str]:
        """Yield features of the labels above and next to the clause."""
        clause_index, parent = self._clause.child_index, self._parent
        grandparent = (
            self._tree.nodes[parent.parent].label if parent.parent != NO_NODE else _NO_VALUE
        )
        sibling_labels = [self._tree.nodes[sibling].label for sibling in self._siblings]
        left_label = self._get_sibling_label(clause_index - 1)
        yield f"label {self._node.label}"
        yield f"parent {parent.label}"
        yield f"above {parent.label} {grandparent}"
        yield f"left {left_label}"
        yield f"lefts {self._get_sibling_label(clause_index - 2)} {left_label}"
        yield f"right {self._get_sibling_label(clause_index + 1)}"
        yield f"all left {' '.join(sibling_labels[:clause_index])}"
        yield f"parent left {parent.label} {left_label}"
        yield f"rule {parent.label} > {' '.join(sibling_labels)}"

    def get_governor_features(self) -> Iterator[str]:
        """Yield features of the verb before the clause; the clause may be its object."""
        clause_index = self._clause.child_index
        for child in self._siblings[:clause_index]:
            node = self._tree.nodes[child]
            if node.label[:2] in ("VB", "MD") and not self._tree.children[child]:
                verb = self._get_lemma(node.start)
                yield f"governor {verb}"
                yield f"governor {verb} {self._get_sibling_label(clause_index - 1)}"
                yield f"governor {verb} {self._tag}"
                break
        is_adjacent = (
            bool(clause_index) and not self._tree.children[self._siblings[clause_index - 1]]
        )
        yield f"near {is_adjacent:d}"

    def get_conjunction_features(self) -> Iterator[str]:
        """Yield features of the conjunction and of the conjunct before the clause."""
        clause_index = self._clause.child_index
        link = self._get_lemma(self._tree.nodes[self._siblings[clause_index - 1]].start)
        yield f"by {link}"
        verb = self._find_first_verb(self._clause.node)
        other_verb = self._find_first_verb(self._siblings[max(0, clause_index - 2)])
        if verb is not None and other_verb is not None:
            yield f"verb tags {self._tree.tags[other_verb]} {self._tree.tags[verb]}"
            yield f"verb before {self._get_lemma(other_verb)}"
            yield f"by {link} {self._tree.tags[other_verb]}"

    def _get_sibling_label(self, index: int) -> str:
        """Return the label of a child of the parent; _NO_VALUE if the index is out of range."""
        if not 0 <= index < len(self._siblings):
            return _NO_VALUE
        return self._tree.nodes[self._siblings[index]].label

    def _get_lemma(self, index: int) -> str:
        tokens = self._sentence.tokens
        return tokens[index].lemma.lower() if 0 <= index < len(tokens) else _NO_VALUE

    def _find_first_verb(self, node: int) -> int | None:
        """Return the index of the first verb in a node, or None."""
        _, start, end, _ = self._tree.nodes[node]
        verbs = (index for index in range(start, end) if self._tree.tags[index][:2] == "VB")
        return next(verbs, None)


_NEGATIONS = frozenset(
    "not n't n’t no never none nothing nor neither without hardly nobody".split()
)
_MODALS = frozenset("can could will would may might shall should must 'll ’ll ca wo".split())
_QUOTES = frozenset('"“”')
_LIGHT_VERBS = frozenset(("be", "have", "do"))
_DEGREE_TAGS = frozenset(("JJR", "RBR", "JJS", "RBS"))
# Lower bounds of length classes, in tokens.
_LENGTH_BOUNDS = (0, 1, 2, 3, 5, 8, 13, 20, 30, 45)
_N_FIRST_WORDS = 3  # words at the beginning of a sentence with separate features


@dataclass(frozen=True)
class SentenceFeatures:
    """Features of a sentence, and properties that are compared with those of a neighbour.

    `features`        features of the sentence by itself
    `productions`     productions of the tree, for example `NP > DT NN`
    `length_class`    lower bound of the length class, in tokens
    `first_verb_tag`  tag of the first verb or modal, or ""
    `top_label`       label of the top node
    `is_negated`      whether the sentence contains a negation
    `has_modal`       whether the sentence contains a modal verb
    `content_tags`    first two letters of the tags of content words, by lemma
    `first_noun`      lemma of the first noun, or ""
    `first_word`      first word in lower case
    `last_token`      last token in lower case
    """

    features: tuple[str, ...]
    productions: frozenset[str]
    length_class: int
    first_verb_tag: str
    top_label: str
    is_negated: bool
    has_modal: bool
    content_tags: Mapping[str, str]
    first_noun: str
    first_word: str
    last_token: str


def extract_sentence_features(sentence: Sentence, tree: Tree) -> SentenceFeatures:
    """Return the features of a sentence, which must have at least one token."""
    tokens = sentence.tokens
    words = [token.form.lower() for token in tokens]
    word_tokens = [token for token in tokens if has_alphanumeric(token.form)] or list(tokens)
    verbs = [token for token in tokens if token.xpos[:1] == "V" or token.xpos == "MD"]
    rules = frozenset(_list_productions(tree))
    features = dict.fromkeys(f"rule {rule}" for rule in rules)
    features |= dict.fromkeys(f"lemma {token.lemma.lower()}" for token in tokens)
    features |= dict.fromkeys(_get_edge_features(word_tokens, words))
    features |= dict.fromkeys(_get_verb_features(verbs))
    features |= dict.fromkeys(_get_token_features(tokens))
    length = max(limit for limit in _LENGTH_BOUNDS if limit <= len(tokens))
    nouns = (token.lemma.lower() for token in tokens if token.xpos[:2] == "NN")
    top = tree.nodes[0].label
    top_children = " ".join(tree.nodes[child].label for child in tree.children[0])
    return SentenceFeatures(
        features=(*features, f"length {length}", f"top {top}", f"below top {top_children}"),
        productions=rules,
        length_class=length,
        first_verb_tag=verbs[0].xpos if verbs else "",
        top_label=top,
        is_negated=not _NEGATIONS.isdisjoint(words),
        has_modal=not _MODALS.isdisjoint(words),
        content_tags={
            token.lemma.lower(): token.xpos[:2]
            for token in tokens
            if has_alphanumeric(token.form)
            and not is_function_word(token.upos, token.xpos, use_penn=True)
            and token.lemma.lower() not in _LIGHT_VERBS
        },
        first_noun=next(nouns, ""),
        first_word=words[0],
        last_token=words[-1],
    )


def _list_productions(tree: Tree) -> Iterator[str]:
    for node, children in zip(tree.nodes, tree.children, strict=True):
        if children:
            yield f"{node.label} > {' '.join(tree.nodes[child].label for child in children)}"


def _get_edge_features(word_tokens: Sequence[Token], words: Sequence[str]) -> Iterator[str]:
    first_words = [token.form.lower() for token in word_tokens[:_N_FIRST_WORDS]]
    first_tags = [token.xpos for token in word_tokens[:_N_FIRST_WORDS]]
    for index, (word, tag) in enumerate(zip(first_words, first_tags, strict=True)):
        yield f"word {index} {word}"
        yield f"tag {index} {tag}"
    yield f"words {' '.join(first_words[:2])}"
    yield f"words {' '.join(first_words)}"
    yield f"tags {' '.join(first_tags)}"
    yield f"last word {word_tokens[-1].form.lower()}"
    yield f"last {words[-1]}"


def _get_verb_features(verbs: Sequence[Token]) -> Iterator[str]:
    tags = [verb.xpos for verb in verbs]
    yield f"verbs {' '.join(tags[:_N_FIRST_WORDS])}"
    yield f"verb {tags[0] if tags else ''}"
    lemmas = (verb.lemma.lower() for verb in verbs if verb.xpos != "MD")
    if lexical := next((lemma for lemma in lemmas if lemma not in _LIGHT_VERBS), ""):
        yield f"verb lemma {lexical}"


def _get_token_features(tokens: Sequence[Token]) -> Iterator[str]:
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


_MAX_SHARED_LEMMAS = 4
_N_SHARE_CLASSES = 5  # the share of common lemmas is multiplied by this and rounded down


def get_pair_features(first: SentenceFeatures, second: SentenceFeatures) -> Iterator[str]:
    """Yield the features of two neighbouring sentences."""
    yield "always"
    yield from (f"1 {feature}" for feature in first.features)
    yield from (f"2 {feature}" for feature in second.features)
    yield from (f"both rule {rule}" for rule in first.productions & second.productions)
    yield f"verbs {first.first_verb_tag} | {second.first_verb_tag}"
    yield f"lengths {first.length_class} | {second.length_class}"
    yield f"tops {first.top_label} | {second.top_label}"
    yield f"negated {first.is_negated:d}{second.is_negated:d}"
    yield f"modal {first.has_modal:d}{second.has_modal:d}"
    yield f"ends {first.last_token} | {second.last_token}"
    yield from _get_overlap_features(first, second)


def _get_overlap_features(first: SentenceFeatures, second: SentenceFeatures) -> Iterator[str]:
    shared_lemmas = first.content_tags.keys() & second.content_tags.keys()
    n_lemmas = min(len(first.content_tags), len(second.content_tags))
    yield f"shared {min(len(shared_lemmas), _MAX_SHARED_LEMMAS)}"
    yield f"share {_N_SHARE_CLASSES * len(shared_lemmas) // n_lemmas if n_lemmas else 0}"
    yield from (
        f"shared tag {tag}" for tag in {second.content_tags[lemma] for lemma in shared_lemmas}
    )
    if second.first_noun in shared_lemmas:
        yield "shared topic"
    if first.first_word == second.first_word:
        yield "same first"
        yield f"same first {first.first_word}"
