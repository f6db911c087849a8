"""Small trees with predicates, for tests of semantic roles."""

from tesla_metrics.files.sentence import Sentence
from tesla_metrics.parsing.srl.frame import Argument, Frame, LabelledSentence
from tesla_metrics.parsing.srl.predicate_context import PredicateContext
from tesla_metrics.parsing.srl.role_assignment import make_predicate_context
from tesla_metrics.parsing.srl.role_model import RoleModel
from tesla_metrics.parsing.srl.tree_context import TreeContext
from tesla_metrics.parsing.syntax.tree import Tree, make_tagged_sentence
from tesla_metrics.parsing.syntax.tree_formats import parse_tree
from tesla_metrics.resources.learning.linear_classifier import LinearClassifier
from tesla_metrics.text.lemmatizer import Lemmatizer

PURCHASE = (
    "(S (NP (PRP She)) (VP (VBD made) (NP (NP (DT a) (JJ quick) (NN purchase)) "
    "(PP (IN of) (NP (DT the) (NNS boats)))) (NP (JJ last) (NNP May))) (. .))"
)


def sentence_of(tree: Tree) -> Sentence:
    """With lemmas of the package's own."""
    return make_tagged_sentence(tree, Lemmatizer("en").lemma)


def parsed(line: str) -> tuple[Sentence, Tree]:
    """A sentence and its tree from brackets."""
    tree = parse_tree(line)
    return sentence_of(tree), tree


def contexts_of(line: str, places: list[int], model: RoleModel) -> list[PredicateContext]:
    """Of predicates of one tree."""
    shared = TreeContext(*parsed(line))
    return [make_predicate_context(shared, place, model) for place in places]


def text_of(tree: Tree, node: int) -> str:
    """The words of a node."""
    own = tree.nodes[node]
    return " ".join(tree.words[own.start : own.end])


def node_of(tree: Tree, text: str) -> int:
    """The highest node over some words."""
    return next(place for place in range(len(tree.nodes)) if text_of(tree, place) == text)


def invented_frames() -> list[LabelledSentence]:
    """Sentences with frames of a verb and of a noun that share a lemma."""
    found = []
    for name in ("Ann", "Bob", "Eve", "Tom"):
        for thing in ("boat", "house", "farm"):
            verb = f"(S (NP (NNP {name})) (VP (VBD sold) (NP (DT the) (NN {thing}))) (. .))"
            sold = Frame(
                1, "VBD", "sell", "sell.01", (Argument("ARG0", 0, 1), Argument("ARG1", 2, 4))
            )
            found.append(LabelledSentence(*parsed(verb), (sold,)))
            noun = (
                f"(S (NP (NP (NNP {name}) (POS 's)) (NN sale) (PP (IN of) (NP (DT the) "
                f"(NN {thing})))) (VP (VBD ended) (ADVP (RB yesterday))) (. .))"
            )
            sale = Frame(
                2, "NN", "sell", "sell.01", (Argument("ARG0", 0, 2), Argument("ARG1", 3, 6))
            )
            end = (Argument("ARG1", 0, 6), Argument("ARGM-TMP", 7, 8))
            ended = Frame(6, "VBD", "end", "end.01", end)
            found.append(LabelledSentence(*parsed(noun), (sale, ended)))
    return found


def small_model(pruned: bool = False) -> RoleModel:
    """By hand: subjects are ARG0, phrases with `of` ARG1, support verbs ARGM-LVB."""
    whether = {
        "bias": (0, -5),
        "path=NP^S!VP!NP!NP!NN": (0, 9),
        "hw=of": (-4, 4),
        "ptype=IN": (0, -9),
        "ptype=VP": (0, -9),
        "ptype=S": (0, -9),
        "pred&hw=purchase made": (0, 7),
        "lastword=boats": (0, 1),
        "path=NP^S!VP!VBD": (0, 9),
        "path=NP^VP!VBD": (0, 9),
    }
    which = {
        "position=left": (2, 0, 0),
        "position=right": (0, 2, 0),
        "ptype=VBD": (0, 0, 5),
        "base&hw=buy of": (0, 3, 0),
    }
    classifiers = {
        "noun.identify": LinearClassifier(("no", "yes"), whether, 0.5),
        "noun.classify": LinearClassifier(("ARG0", "ARG1", "ARGM-LVB"), which, 0.25),
        "verb.identify": LinearClassifier(("no", "yes"), whether, 0.5),
        "verb.classify": LinearClassifier(("ARG0", "ARG1", "ARGM-LVB"), which, 0.25),
    }
    settings = {"language": "en", "features": "paper", "pruned": pruned}
    return RoleModel("en", classifiers, {"bases": ("noun\tpurchase\tbuy",)}, settings)
