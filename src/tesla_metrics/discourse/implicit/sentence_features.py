"""What of one sentence tells how it hangs together with its neighbours."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...analysis.sentence import Sentence, Token, has_alphanumeric, is_function
from ...syntax.tree import Tree

_NEGATIONS = frozenset(
    "not n't n’t no never none nothing nor neither without hardly nobody".split()
)
_MODALS = frozenset("can could will would may might shall should must 'll ’ll ca wo".split())
_QUOTES = frozenset('"“”')
_EMPTY_VERBS = frozenset(("be", "have", "do"))
_DEGREES = frozenset(("JJR", "RBR", "JJS", "RBS"))
_LENGTHS = (0, 1, 2, 3, 5, 8, 13, 20, 30, 45)
_FIRST = 3  # words that are looked at one by one


@dataclass(frozen=True)
class SentenceFeatures:
    """Features by themselves, and those that are held against a neighbour's.

    own       in any case
    rules     productions of the tree
    lengths, verb, top, negated, modal   one value each
    content   lemmas of content words, with the first letters of their tags
    topic     the lemma of the first noun ("": there is none)
    first, last   words
    """

    own: tuple[str, ...]
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
    """Of a sentence with a word at least."""
    tokens = sentence.tokens
    words = [token.form.lower() for token in tokens]
    spoken = [token for token in tokens if has_alphanumeric(token.form)] or list(tokens)
    verbs = [one for one in tokens if one.xpos[:1] == "V" or one.xpos == "MD"]
    rules = frozenset(_rules(tree))
    own = dict.fromkeys(f"rule {rule}" for rule in rules)
    own |= dict.fromkeys(f"lemma {token.lemma.lower()}" for token in tokens)
    own |= dict.fromkeys(_of_edges(spoken, words))
    own |= dict.fromkeys(_of_verbs(verbs))
    own |= dict.fromkeys(_of_words(tokens))
    length = max(one for one in _LENGTHS if one <= len(tokens))
    nouns = (one.lemma.lower() for one in tokens if one.xpos[:2] == "NN")
    top = tree.nodes[0].label
    below = " ".join(tree.nodes[child].label for child in tree.children[0])
    return SentenceFeatures(
        own=(*own, f"length {length}", f"top {top}", f"below top {below}"),
        rules=rules,
        length=length,
        verb=verbs[0].xpos if verbs else "",
        top=top,
        negated=not _NEGATIONS.isdisjoint(words),
        modal=not _MODALS.isdisjoint(words),
        content={
            one.lemma.lower(): one.xpos[:2]
            for one in tokens
            if has_alphanumeric(one.form)
            and not is_function(one.upos, one.xpos, penn=True)
            and one.lemma.lower() not in _EMPTY_VERBS
        },
        topic=next(nouns, ""),
        first=words[0],
        last=words[-1],
    )


def _rules(tree: Tree) -> Iterator[str]:
    for node, children in zip(tree.nodes, tree.children, strict=True):
        if children:
            yield f"{node.label} > {' '.join(tree.nodes[child].label for child in children)}"


def _of_edges(spoken: Sequence[Token], words: Sequence[str]) -> Iterator[str]:
    first = [one.form.lower() for one in spoken[:_FIRST]]
    tags = [one.xpos for one in spoken[:_FIRST]]
    for place, (word, tag) in enumerate(zip(first, tags, strict=True)):
        yield f"word {place} {word}"
        yield f"tag {place} {tag}"
    yield f"words {' '.join(first[:2])}"
    yield f"words {' '.join(first)}"
    yield f"tags {' '.join(tags)}"
    yield f"last word {spoken[-1].form.lower()}"
    yield f"last {words[-1]}"


def _of_verbs(verbs: Sequence[Token]) -> Iterator[str]:
    tags = [one.xpos for one in verbs]
    yield f"verbs {' '.join(tags[:_FIRST])}"
    yield f"verb {tags[0] if tags else ''}"
    lemmas = (one.lemma.lower() for one in verbs if one.xpos != "MD")
    if full := next((lemma for lemma in lemmas if lemma not in _EMPTY_VERBS), ""):
        yield f"verb lemma {full}"


def _of_words(tokens: Sequence[Token]) -> Iterator[str]:
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
        if token.xpos in _DEGREES:
            yield "degree"
