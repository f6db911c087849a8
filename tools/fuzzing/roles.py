"""Propositions, frames as records and in columns, and models of roles: small ones, and what is done
with them.
"""

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

from tesla_metrics.parsing.srl.conll2009 import format_conll, read_conll
from tesla_metrics.parsing.srl.frame import (
    Argument,
    Frame,
    LabelledSentence,
    decode_labelled_sentence,
    encode_labelled_sentence,
    read_frames,
)
from tesla_metrics.parsing.srl.labeler import RoleLabeler
from tesla_metrics.parsing.srl.propbank import read_release
from tesla_metrics.parsing.srl.role_model import RoleModel
from tesla_metrics.parsing.syntax.parser import load_shipped_parser
from tesla_metrics.parsing.syntax.tree import make_tagged_sentence
from tesla_metrics.parsing.syntax.tree_formats import parse_tree
from tesla_metrics.reporting.annotations import render_frames
from tesla_metrics.reporting.terminal import TerminalStyle
from tesla_metrics.resources.learning.linear_classifier import LinearClassifier
from tesla_metrics.text.lemmatizer import Lemmatizer

from .discourse import TREES
from .faults import check
from .place import Place

_FRAMES = (
    (Frame(2, "VBZ", "sell", "sell.01", (Argument("ARG0", 0, 2), Argument("ARG1", 3, 5))),),
    (
        Frame(4, "VBN", "read", "read.01",
              (Argument("ARG0", 1, 2), Argument("ARGM-NEG", 3, 4), Argument("C-ARG1", 5, 7))),
        Frame(6, "NNS", "write", "letter.01", (Argument("ARG0", 5, 6),)),
    ),
    (),
    (Frame(0, "NN", "rain", "", (Argument("ARGM-LVB", 1, 2),)),),
)  # fmt: skip
_PROPOSITIONS = """wsj/00/wsj_0001.mrg 0 2 gold sell sell.01 ----- 0:1-ARG0 2:0-rel 3:1-ARG1
wsj/00/wsj_0001.mrg 1 6 letter 01 1:1*5:1-ARG0 2:0-Support 6:0,7:0-ARG1-H0 6:0-rel
wsj/00/wsj_0001.mrg 3 0 gold rain.01 vp--a 0:0-rel 2:1;3:0-ARGM-TMP 0:1*2:0-LINK-SLC
"""
_PAPER = TerminalStyle(60)


def _labelled() -> list[LabelledSentence]:
    lemma = Lemmatizer("en").lemma
    trees = map(parse_tree, TREES)
    return [
        LabelledSentence(make_tagged_sentence(tree, lemma), tree, frames, "one", number)
        for number, (tree, frames) in enumerate(zip(trees, _FRAMES, strict=True))
    ]


def frame_file(rng: random.Random, place: Place) -> bytes:
    """A sentence a line."""
    return "".join(f"{json.dumps(encode_labelled_sentence(one))}\n" for one in _labelled()).encode()


def column_file(rng: random.Random, place: Place) -> bytes:
    """In the columns of CoNLL-2009."""
    return "".join(map(format_conll, _labelled())).encode()


def proposition_file(rng: random.Random, place: Place) -> bytes:
    """Of all three formats."""
    return _PROPOSITIONS.encode()


def write_small_roles(path: Path) -> None:
    """Subjects and objects, of nouns too."""
    whether = {"bias": (0, -5), "ptype=NP": (0, 7), "ptype=PRP$": (0, 9), "hw=it": (9_999, -9_999)}
    which = {"position=left": (2, 0, 0), "position=right": (0, 2, 0), "ptype=VBD": (0, 0, 5)}
    classifiers = {}
    for kind in ("noun", "verb"):
        classifiers[f"{kind}.identify"] = LinearClassifier(("no", "yes"), whether, 0.5)
        classifiers[f"{kind}.classify"] = LinearClassifier(
            ("ARG0", "ARG1", "ARGM-LVB"), which, 0.25
        )
    classifiers["predicate"] = LinearClassifier(("no", "yes"), {"bias": (0, 3)}, 1.0)
    classifiers["sense"] = LinearClassifier(("0", "1"), {"bias": (0, 2)}, 1.0)
    lists = {
        "bases": ("noun\tletter\twrite",),
        "rolesets": ("noun\tletter\tletter.01 write.01", "verb\tsell\tsell.01"),
    }
    settings = {"language": "en", "features": "paper", "pruned": False}
    RoleModel("en", classifiers, lists, settings).write(path)


def frames(place: Place, path: Path) -> Any:
    """Frames are within their sentences, are shown, and come back, as columns too."""
    found = list(read_frames(str(path)))
    for one in found:
        _check(one)
        again = decode_labelled_sentence(encode_labelled_sentence(one), Lemmatizer("en"))
        check(again == one, f"another sentence: {again!r:.300}")
    return found


def columns(place: Place, path: Path) -> Any:
    """The same, with trees of our own."""
    found = list(read_conll(str(path), load_shipped_parser("en")))
    for one in found:
        _check(one)
    return found


def propositions(place: Place, path: Path) -> Any:
    """Over the trees that they were made for."""
    trees = place.path()
    lines = (f"wsj_0001\t{number}\t{tree}\n" for number, tree in enumerate(TREES))
    trees.write_text("".join(lines), encoding="utf-8")
    found = list(read_release(str(path), str(trees), with_support=True))
    trees.unlink()
    for one in found:
        _check(one)
    return found


def role_model(place: Place, path: Path) -> Any:
    """No two arguments overlap, and none is over its predicate."""
    labeler = RoleLabeler.load(path, trees=_NoTrees())
    found = labeler.of_trees(list(map(parse_tree, TREES)))
    for one in found:
        _check(one)
        for frame in one.frames:
            spans = [argument[1:] for argument in frame.arguments]
            check(all(a[1] <= b[0] for a, b in pairwise(spans)), f"{frame} overlaps")
            check(all(not a <= frame.predicate < b for a, b in spans), f"{frame} is its own")
    return [one.frames for one in found]


class _NoTrees:
    """Trees are given."""

    def trees(self, sentences: object) -> list[str]:
        return []


def _check(one: LabelledSentence) -> None:
    words = len(one.sentence.tokens)
    for frame in one.frames:
        check(0 <= frame.predicate < words, f"{frame} of {words} words")
        spans = (argument[1:] for argument in frame.arguments)
        check(all(0 <= a < b <= words for a, b in spans), f"{frame} of {words} words")
    shown = list(render_frames(one, _PAPER))
    check(all(line.isprintable() for line in shown), f"what cannot be printed: {shown!r:.300}")
    rows = format_conll(one).splitlines()
    check(rows.count("") == 1, "a line within columns")
