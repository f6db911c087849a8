"""Trees, discourse records and what judges coherence: small ones, and what is done with them."""

import json
import random
from collections.abc import Callable
from math import fsum
from pathlib import Path
from typing import Any

from tesla_metrics.explanation.coherence import explain_coherence
from tesla_metrics.metrics.dicomer import DicomerModel, read_dicomer, write_dicomer
from tesla_metrics.parsing.coherence import FEATURE_KINDS, CoherenceModel, build_role_matrix
from tesla_metrics.parsing.discourse.relation import DiscourseModel, Document, Relation
from tesla_metrics.parsing.discourse.relation_records import (
    decode_record,
    encode_record,
    read_records,
)
from tesla_metrics.parsing.syntax.parser import Parser
from tesla_metrics.parsing.syntax.tree import NO_NODE, Tree, make_tagged_sentence
from tesla_metrics.parsing.syntax.tree_formats import format_tree, parse_tree, read_trees
from tesla_metrics.reporting.annotations import render_coherence, render_discourse
from tesla_metrics.reporting.terminal import TerminalStyle
from tesla_metrics.resources.learning.linear_classifier import LinearClassifier

from .faults import check, check_range
from .place import Place

TREES = (
    "(ROOT (S (NP-SBJ (DT The) (NN farmer)) (VP (VBZ sells) (NP (DT the) (NN boat))) (. .)))",
    "(S (CC But) (NP-SBJ-1 (PRP he)) (VP (VBD had) (RB not) (VP (VBN read) (NP (-NONE- *T*-1)) "
    "(NP (PRP$ his) (NNS letters)) (SBAR (IN because) (S (NP (PRP it)) (VP (VBD rained)))))) "
    "(. .))",
    "(FRAG (NP (-LRB- -LRB-) (CD 12) (NNS cows) (-RRB- -RRB-)))",
    "((S (NP (NN Rain)) (VP (VBZ goes) (PRT (RP on)))) (. !))",
)
_PAPER = TerminalStyle(60)
_RELATIONS = (
    Relation("Explicit", "Comparison.Contrast", "but", ((0, 3),), ((6, 17),), ((5, 5),)),
    Relation("Explicit", "Contingency.Cause", "because", ((6, 11),), ((13, 14),), ((12, 12),)),
    Relation("Implicit", "Expansion.Conjunction", "and", ((16, 19),), ((20, 22),)),
    Relation("EntRel", "EntRel", "", ((0, 3),), ((16, 19),)),
)  # fmt: skip


def _document() -> Document:
    trees = tuple(map(parse_tree, TREES))
    return Document(
        tuple(make_tagged_sentence(tree, lambda form, _: form) for tree in trees), trees
    )


def tree_file(rng: random.Random, place: Place) -> bytes:
    """One a line, or over several."""
    between = rng.choice((" ", "\n  "))
    lines = (tree.replace(" (", f"{between}(") for tree in TREES)
    return rng.choice(("\n", "\n\n")).join(lines).encode() + b"\n"


def record_file(rng: random.Random, place: Place) -> bytes:
    """Two documents, of which one has no trees."""
    whole = encode_record("one", _document(), _RELATIONS)
    bare = json.loads(json.dumps(whole))
    for sentence in bare["sentences"]:
        del sentence["tree"]
    return "".join(f"{json.dumps(one)}\n" for one in (whole, bare)).encode()


def made(write: Callable[[Path], None]) -> Callable[[random.Random, Place], bytes]:
    """The bytes of what is written."""

    def source(rng: random.Random, place: Place) -> bytes:
        path = place.path()
        write(path)
        content = path.read_bytes()
        path.unlink()
        return content

    return source


def write_small_dicomer(path: Path) -> None:
    """A judge of some features."""
    weights = {"Comp.Arg1→nil": 120, "nil→EntRel.Arg2": -9_999, "Exp.Arg1↔N.Exp.Arg1": 7}
    judge = CoherenceModel(FEATURE_KINDS["dicomer"], weights, 0.01, -3.5)
    write_dicomer(path, DicomerModel("en", judge, {"analyzer": "small"}))


def write_small_model(path: Path) -> None:
    """Two classifiers and a list."""
    senses = LinearClassifier(
        ("Comparison", "Expansion"), {"but": (7, 0), "and=CC": (-3, 9), "x y": (0, -9_999)}, 0.25
    )
    whether = LinearClassifier(("no", "yes"), {"tag=CC": (-1, 1)}, 1.0)
    strings = ("but", "and", "either..or")
    DiscourseModel("en", {"sense": senses, "is": whether}, {"connectives": strings}).write(path)


def trees(place: Place, path: Path) -> Any:
    """Each is sound, and the same when it is written and read again."""
    found = read_trees(str(path))
    for tree in found:
        _check_tree(tree)
        check(parse_tree(format_tree(tree)) == tree, f"another tree: {format_tree(tree)[:200]!r}")
    return found


def _check_tree(tree: Tree) -> None:
    check(len(tree.leaves) == len(tree.words) > 0, "words without nodes of their own")
    top, *below = tree.nodes
    check(top[1:] == (0, len(tree.words), NO_NODE), f"a top of {top}")
    for place, node in enumerate(below, 1):
        above = tree.nodes[node.parent]
        within = above.start <= node.start < node.end <= above.end
        check(0 <= node.parent < place and within, f"{node} below {above}")
    for place, word in enumerate(tree.leaves):
        check(tree.nodes[word][1:3] == (place, place + 1), "a word of another place")


def records(place: Place, path: Path) -> Any:
    """Relations are within their documents, are shown, and come back."""
    found = list(read_records(str(path)))
    for one in found:
        document, tokens = one.document, one.document.sentence_starts[-1]
        for relation in one.relations:
            spans = (*relation.arg1, *relation.arg2, *relation.connective_tokens)
            check(all(0 <= a <= b < tokens for a, b in spans), f"{relation} of {tokens} tokens")
        shown = list(render_discourse(document, one.relations, _PAPER))
        check(all(line.isprintable() for line in shown), f"what cannot be printed: {shown!r}")
        again = decode_record(encode_record(one.name, document, one.relations))
        check(again.relations == one.relations, "other relations")
        check(again.document == document, "another document")
    return found


def discourse_model(place: Place, path: Path) -> Any:
    """What it decides, with features that it knows and others."""
    model = DiscourseModel.load(path)
    return {
        name: [one.predict(features) for features in ((), list(one.weights)[:5], ["zod"])]
        for name, one in model.classifiers.items()
    }


def parser(place: Place, path: Path) -> Any:
    """Sound trees of the words, the same by either core."""
    sentences = _document().sentences
    found = Parser.load(path).trees(sentences)
    for tree, sentence in zip(found, sentences, strict=True):
        _check_tree(tree)
        check(list(tree.words) == [token.form for token in sentence.tokens], "other words")
    check(Parser.load(path, "python").trees(sentences) == found, "other trees in plain Python")
    return found


def dicomer_model(place: Place, path: Path) -> Any:
    """Scores are in [0,1], and what is explained adds up to them."""
    judge = read_dicomer(path).coherence_model
    document = _document()
    told = explain_coherence(document, _RELATIONS, judge)
    check_range("dicomer", [told.score])
    check(told.score == judge.score(build_role_matrix(document, _RELATIONS)), "another score")
    shares = fsum(cell.share for term in told.terms for cell in term.cells)
    apart = abs(told.of_nil + shares - told.margin)
    size = fsum(abs(one.share) for one in told.features)
    check(apart <= 1e-9 * max(1.0, size), f"{apart} is nobody's")
    return told.score, list(render_coherence(told, _PAPER))
