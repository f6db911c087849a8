"""Small trees with predicates, for tests of semantic roles."""

from tesla_metrics.analysis.lemmas import Lemmatizer
from tesla_metrics.analysis.sentence import Sentence
from tesla_metrics.syntax.brackets import parse_tree
from tesla_metrics.syntax.tagged import tagged_sentence
from tesla_metrics.syntax.tree import Tree

PURCHASE = (
    "(S (NP (PRP She)) (VP (VBD made) (NP (NP (DT a) (JJ quick) (NN purchase)) "
    "(PP (IN of) (NP (DT the) (NNS boats)))) (NP (JJ last) (NNP May))) (. .))"
)


def sentence_of(tree: Tree) -> Sentence:
    """With lemmas of the package's own."""
    return tagged_sentence(tree, Lemmatizer("en").lemma)


def parsed(line: str) -> tuple[Sentence, Tree]:
    """A sentence and its tree from brackets."""
    tree = parse_tree(line)
    return sentence_of(tree), tree


def text_of(tree: Tree, node: int) -> str:
    """The words of a node."""
    own = tree.nodes[node]
    return " ".join(tree.words[own.start : own.end])
