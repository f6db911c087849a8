"""Small documents and models for tests of the discourse parser."""

from collections.abc import Sequence

from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.parsing.discourse.explicit_relations import (
    ARG1_PLACE,
    BEFORE,
    CONNECTIVE,
    END1,
    END2,
    EXPLICIT_SENSE,
    EXPLICIT_TOP,
    NO,
    START1,
    START2,
    STRINGS,
    YES,
)
from tesla_metrics.parsing.discourse.implicit_relations import IMPLICIT_SENSE, IMPLICIT_TOP, WITHIN
from tesla_metrics.parsing.discourse.relation import DiscourseModel, Document
from tesla_metrics.parsing.syntax.tree import Constituent, Tree, tagged_sentence
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
    sentences = tuple(tagged_sentence(tree, lambda form, upos: form.lower()) for tree in parsed)
    return Document(sentences, parsed, tuple(paragraphs))


def model(
    top: str = "Expansion", sense: str = "Expansion.Conjunction", within: str = "none"
) -> DiscourseModel:
    """One that always says the same of what no connective joins, and finds nothing explicit."""

    def always(label: str) -> LinearClassifier:
        return LinearClassifier((label,), {})

    binary = LinearClassifier((NO, YES), {})
    classifiers = {
        **dict.fromkeys((CONNECTIVE, START1, END1, START2, END2), binary),
        ARG1_PLACE: always(BEFORE),
        EXPLICIT_TOP: always("Expansion"),
        EXPLICIT_SENSE: always("Expansion.Conjunction"),
        IMPLICIT_TOP: always(top),
        IMPLICIT_SENSE: always(sense),
        WITHIN: always(within),
    }
    return DiscourseModel("en", classifiers, {STRINGS: ("if .. then",)})


class FlatTrees:
    """A source of trees that have all words side by side."""

    name = "flat"

    def trees(self, sentences: Sequence[Sentence]) -> list[Tree]:
        return [_flat(sentence.tokens) for sentence in sentences]


def _flat(tokens: Sequence[Token]) -> Tree:
    words = tuple(token.form for token in tokens)
    leaves = (Constituent(one.xpos, place, place + 1, 0) for place, one in enumerate(tokens))
    return Tree(words, (Constituent("S", 0, len(words), -1), *leaves))
