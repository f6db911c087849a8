"""A small parser for the tests, trained on invented trees.

The training is not part of a usual installation, so the parser is stored in small.parser:
`python tests/small_parser.py` trains it again.
"""

from functools import cache
from pathlib import Path

from tesla_metrics.files.resource import Resource, read_resource, write_resource
from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.parsing.syntax.parser_model import KIND, VERSION
from tesla_metrics.parsing.syntax.tree_formats import parse_tree

BRACKETS = """
(S (NP (DT The) (NN cat)) (VP (VBD saw) (NP (DT a) (NN bird))) (. .))
(S (NP (PRP She)) (VP (VBD left) (SBAR (IN as) (S (NP (PRP he)) (VP (VBD ate))))) (. .))
(S (PP (IN In) (NP (NNP May))) (, ,) (NP (DT the) (JJ old) (NN cat)) (VP (VBD slept)) (. .))
(S (S (NP (PRP He)) (VP (VBD ate))) (CC and) (S (NP (PRP she)) (VP (VBD was) (ADJP (JJ late)))))
(NP (NP (DT A) (NN bird)) (PP (IN in) (NP (DT the) (NN house))))
(SBARQ (WHADVP (WRB Why)) (SQ (VBD did) (NP (PRP she)) (VP (VB leave))) (. ?))
(S (NP (PRP They)) (VP (VBP want) (S (VP (TO to) (VP (VB see) (NP (DT the) (NNS birds)))))) (. .))
(FRAG (ADVP (RB Not)) (NP (PRP me)) (. !))
(INTJ (UH Yes))
""".strip().split("\n")
TREES = [parse_tree(line) for line in BRACKETS]


PATH = Path(__file__).with_name("small.parser")


@cache
def small_parser() -> Resource:
    """Return the stored parser."""
    return read_resource(PATH, KIND, VERSION)


def train_small_parser() -> Resource:
    """Train the parser: each tree several times, so that labels are not too rare."""
    from model_training.parser_training import train_parser

    *_, (resource, _) = train_parser(TREES * 6, language="en", n_iterations=3)
    return resource


def tagged(pairs: str) -> Sentence:
    """Of words with their tags: `The/DT cat/NN`."""
    tokens = [pair.rpartition("/") for pair in pairs.split()]
    return Sentence(
        " ".join(form for form, _, _ in tokens),
        tuple(Token(form, form.lower(), xpos=tag) for form, _, tag in tokens),
    )


if __name__ == "__main__":
    write_resource(PATH, train_small_parser())
