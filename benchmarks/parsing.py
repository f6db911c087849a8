"""How good and how fast the parser is, on trees that it was not trained on.

    python benchmarks/parsing.py [FILE.jsonl.gz] [--parser FILE] [--tagger FILE] [--plain N]

FILE has a tree a record, as ../shared/data/srl has them (ewt_test if none is given), or a document
a record, as ../shared/data/discourse has them. Prints labelled bracket F1 (its rules are in
tools/model_training/parser_training.py) with the tags of the trees and with those of our tagger,
on the words of the trees, by length of sentence; and words a second of one thread's time,
natively and, for the first N sentences, in plain Python. Our tagger as it ships was trained on all
of EWT, and has better tags there than elsewhere: --tagger takes one that was not.
"""

import argparse
import gzip
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.parsing.syntax.parser import Parser, find_shipped_parser
from tesla_metrics.parsing.syntax.tree import Tree
from tesla_metrics.parsing.syntax.tree_formats import parse_tree
from tesla_metrics.text.builtin_analyzer import get_shipped_tagger_path
from tesla_metrics.text.tagging import Tagger

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
from model_training.parser_training import BracketCounts

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "srl" / "ewt_test.jsonl.gz"
LENGTHS = (10, 20, 30, 40, 10_000)


def read(path: Path) -> list[Tree]:
    """The trees of a file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    sentences = [one for record in records for one in record.get("sentences", [record])]
    return [parse_tree(one["tree"]) for one in sentences]


def sentence(words: Sequence[str], tags: Sequence[str]) -> Sentence:
    """Analysed as far as parsing needs."""
    tokens = (Token(word, word, xpos=tag) for word, tag in zip(words, tags, strict=True))
    return Sentence(" ".join(words), tuple(tokens))


def report(name: str, gold: Sequence[Tree], found: Sequence[Tree]) -> None:
    """F1 in all, with punctuation kept, and by length."""
    whole, kept = BracketCounts(), BracketCounts()
    by_length = {most: BracketCounts() for most in LENGTHS}
    for wanted, given in zip(gold, found, strict=True):
        whole.add(wanted, given)
        kept.add(wanted, given, frozenset())
        by_length[next(most for most in LENGTHS if len(wanted.words) <= most)].add(wanted, given)
    lengths = ", ".join(f"to {most}: {counts.f1:.1f}" for most, counts in by_length.items())
    print(f"{name}: F1 {whole.f1:.2f} (punctuation kept: {kept.f1:.2f}); words {lengths}")


def timed(name: str, parser: Parser, sentences: Sequence[Sentence]) -> list[Tree]:
    """The trees, and how fast they came."""
    start = time.thread_time()
    trees = parser.trees(sentences)
    seconds = time.thread_time() - start
    words = sum(len(one.tokens) for one in sentences)
    print(f"{name}: {words / seconds:,.0f} words a second ({words:,} words)")
    return trees


def main() -> None:
    """The command."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("file", nargs="?", type=Path, default=DATA)
    arguments.add_argument("--parser", type=Path, default=find_shipped_parser("en"))
    arguments.add_argument("--tagger", type=Path, default=get_shipped_tagger_path("en"))
    arguments.add_argument("--plain", type=int, default=100)
    chosen = arguments.parse_args()
    gold = read(chosen.file)
    parser, tagger = Parser.load(chosen.parser, "native"), Tagger.load(chosen.tagger)
    given = [sentence(tree.words, tree.tags) for tree in gold]
    report("tags of the trees", gold, timed("natively", parser, given))
    tagged = [sentence(tree.words, [x for _, x in tagger.tag(tree.words)]) for tree in gold]
    pairs = [
        (token.xpos, tag)
        for one, tree in zip(tagged, gold, strict=True)
        for token, tag in zip(one.tokens, tree.tags, strict=True)
    ]
    right = sum(own == tag for own, tag in pairs) / len(pairs)
    report(f"our own tags ({right:.2%} right)", gold, parser.trees(tagged))
    if chosen.plain:
        timed("in plain Python", Parser.load(chosen.parser, "python"), given[: chosen.plain])


if __name__ == "__main__":
    main()
