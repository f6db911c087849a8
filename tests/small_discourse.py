"""Small documents and models for tests of the discourse parser."""

from collections.abc import Sequence

from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.parsing.discourse.explicit_relations import (
    ARG1_END,
    ARG1_PLACE,
    ARG1_START,
    ARG2_END,
    ARG2_START,
    BEFORE,
    CONNECTIVE_CLASSIFIER,
    CONNECTIVE_LIST,
    EXPLICIT_SENSE,
    EXPLICIT_TOP_SENSE,
    NO_LABEL,
    YES_LABEL,
)
from tesla_metrics.parsing.discourse.implicit_relations import (
    IMPLICIT_SENSE,
    IMPLICIT_TOP_SENSE,
    IMPLICIT_WITHIN,
)
from tesla_metrics.parsing.discourse.relation import DiscourseModel, Document
from tesla_metrics.parsing.syntax.tree import Constituent, Tree, make_tagged_sentence
from tesla_metrics.parsing.syntax.tree_formats import parse_tree
from tesla_metrics.resources.learning.linear_classifier import LinearClassifier

RAIN = "(S (NP (PRP It)) (VP (VBD rained)) (. .))"
HOME = "(S (NP (PRP We)) (VP (VBD stayed) (ADVP (RB home))) (. .))"
TRAIN = (
    "(S (NP (PRP We)) (VP (VBD left) (ADVP (RB early)) (S (VP (TO to) (VP (VB catch) "
    "(NP (DT the) (NN train)))))) (. .))"
)
KNOCK = (
    "(S (NP (PRP He)) (VP (VP (VBD knocked)) (, ,) (VP (VBD waited)) (CC and) "
    "(VP (VBD went) (PRT (RP in)))) (. .))"
)


def document(*trees: str, paragraphs: Sequence[int] = ()) -> Document:
    """Of bracketed trees, words as their own lemmas."""
    parsed = tuple(map(parse_tree, trees))
    sentences = tuple(
        make_tagged_sentence(tree, lambda form, upos: form.lower()) for tree in parsed
    )
    return Document(sentences, parsed, tuple(paragraphs))


def model(
    top: str = "Expansion", sense: str = "Expansion.Conjunction", within: str = "none"
) -> DiscourseModel:
    """One that always says the same of what no connective joins, and finds nothing explicit."""

    def always(label: str) -> LinearClassifier:
        return LinearClassifier((label,), {})

    binary = LinearClassifier((NO_LABEL, YES_LABEL), {})
    classifiers = {
        **dict.fromkeys(
            (CONNECTIVE_CLASSIFIER, ARG1_START, ARG1_END, ARG2_START, ARG2_END), binary
        ),
        ARG1_PLACE: always(BEFORE),
        EXPLICIT_TOP_SENSE: always("Expansion"),
        EXPLICIT_SENSE: always("Expansion.Conjunction"),
        IMPLICIT_TOP_SENSE: always(top),
        IMPLICIT_SENSE: always(sense),
        IMPLICIT_WITHIN: always(within),
    }
    return DiscourseModel("en", classifiers, {CONNECTIVE_LIST: ("if .. then",)})


class FlatTrees:
    """A source of trees that have all words side by side."""

    name = "flat"

    def trees(self, sentences: Sequence[Sentence]) -> list[Tree]:
        return [_flat(sentence.tokens) for sentence in sentences]


def _flat(tokens: Sequence[Token]) -> Tree:
    words = tuple(token.form for token in tokens)
    leaves = (Constituent(one.xpos, place, place + 1, 0) for place, one in enumerate(tokens))
    return Tree(words, (Constituent("S", 0, len(words), -1), *leaves))
