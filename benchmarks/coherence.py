"""Order discrimination: how often a text scores higher than with its sentences in another order.

    python benchmarks/coherence.py ../shared/data/discourse
    python benchmarks/coherence.py --articles ../shared/data/summ/realsumm.jsonl.gz

The documents of gdtb_test and gdtb_test2 (--sets dev for choosing), each against 20 permutations of
its sentences, against 20 texts in which one sentence has moved, and cut into stretches of 6
sentences, as long as summaries are, each against 20 permutations. All systems are trained on
permutations of the documents of gdtb_train (without the genres that are not free), whole and cut.
`shipped` is what `tesla score -m dicomer` uses. Sentences are those of the treebank; words, tags,
trees and relations are ours, or with --gold the treebank's but for relations. A tie is an error.
Intervals: bootstrap over documents.

With --articles the shipped model alone is tried on stretches of 6 sentences of other texts, the
`source` of each record: the first, the second, the third.
"""

import argparse
import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np

from entity_grid import grid_features
from tesla_metrics.evaluation.training.train_dicomer import (
    PERMUTATIONS_PER_TEXT,
    SENTENCES_PER_PART,
    CoherencePairs,
    collect_training_texts,
    draw_orders,
    draw_single_move_orders,
    split_document,
)
from tesla_metrics.metrics.dicomer import read_dicomer, shipped_dicomer
from tesla_metrics.parsing.coherence import (
    FEATURE_KINDS,
    build_role_matrix,
    compute_coherence_features,
)
from tesla_metrics.parsing.discourse.parser import DiscourseParser, load_discourse
from tesla_metrics.parsing.discourse.relation import Document
from tesla_metrics.parsing.discourse.relation_records import (
    NON_COMMERCIAL_GENRES,
    AnnotatedDocument,
    read_records,
)
from tesla_metrics.resources.learning.ranking import SparseRanking
from tesla_metrics.resources.learning.regression import choose_c

GRID, SHIPPED = "entity grid", "shipped"
Orders = Callable[[int, int], list[tuple[int, ...]]]
SAMPLES = 2_000


@dataclass
class Sample:
    """Texts with their other orders: features by system, and the document of each pair."""

    features: dict[str, list[dict[str, float]]] = field(default_factory=dict)
    better: list[int] = field(default_factory=list)
    worse: list[int] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)

    def add(self, text: Document, group: int, draw: Orders, parser: DiscourseParser) -> None:
        """A text against orders of its sentences; each text has draws of its own."""
        count = len(text.sentences)
        orders = draw(count, len(self.better))
        first = len(next(iter(self.features.values()), []))
        for order in [range(count), *orders]:
            other = text.reorder_sentences(order)
            matrix = build_role_matrix(other, parser.relations(other))
            for name, kind in FEATURE_KINDS.items():
                self.features.setdefault(name, []).append(compute_coherence_features(matrix, kind))
            self.features.setdefault(GRID, []).append(grid_features(other))
        self.better += [first] * len(orders)
        self.worse += range(first + 1, first + 1 + len(orders))
        self.groups += [group] * len(orders)

    def pairs(self, name: str) -> CoherencePairs:
        own = (np.array(one) for one in (self.better, self.worse, self.groups))
        return CoherencePairs(self.features[name], *own)


def documents(path: Path, parser: DiscourseParser, gold: bool, free: bool) -> Iterator[Document]:
    for record in read_records(str(path)):
        if not (free and record.genre in NON_COMMERCIAL_GENRES):
            yield record.document if gold else ours(record, parser)


def ours(record: AnnotatedDocument, parser: DiscourseParser) -> Document:
    return parser.document([sentence.text for sentence in record.document.sentences])


def tested(texts: list[Document], parser: DiscourseParser) -> dict[str, Sample]:
    """The three tests."""
    found = {
        "permuted": Sample(),
        "one moved": Sample(),
        f"{SENTENCES_PER_PART} sentences": Sample(),
    }
    whole, moved, short = found.values()
    for group, text in enumerate(texts):
        whole.add(text, group, draw_orders, parser)
        moved.add(text, group, draw_single_move_orders, parser)
        for part in split_document(text, SENTENCES_PER_PART):
            short.add(part, group, draw_orders, parser)
    return found


def trained(texts: list[Document], parser: DiscourseParser) -> Sample:
    sample = Sample()
    for group, text in collect_training_texts(texts):
        sample.add(text, group, partial(draw_orders, max_orders=PERMUTATIONS_PER_TEXT), parser)
    return sample


def right(sample: Sample, name: str, weights: dict[str, float]) -> np.ndarray:
    """Whether the original is above, of each pair."""
    sums = np.array(
        [sum(weights.get(one, 0.0) * value for one, value in row.items())
         for row in sample.features[name]]
    )  # fmt: skip
    return sums[sample.better] > sums[sample.worse]


def interval(correct: np.ndarray, groups: np.ndarray) -> tuple[float, float]:
    present = np.unique(groups)
    sums = np.array([correct[groups == group].sum() for group in present])
    sizes = np.array([(groups == group).sum() for group in present])
    drawn = np.random.default_rng(12345).integers(len(present), size=(SAMPLES, len(present)))
    shares = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.quantile(shares, [0.025, 0.975]).tolist()
    return low, high


def learnt(sample: Sample, name: str) -> dict[str, float]:
    """The weights that do best on held-out documents."""
    problem: SparseRanking = sample.pairs(name).build_ranking()
    strength = choose_c(problem).c
    weights = problem.fit(np.arange(len(problem.groups)), np.arange(problem.n_features), strength)
    return dict(zip(problem.feature_names, weights.tolist(), strict=True))


def articles(path: Path, reader: DiscourseParser) -> None:
    """How the shipped model does on parts of articles."""
    judge = read_dicomer(shipped_dicomer("en")).coherence_model
    weights = {name: float(weight) for name, weight in judge.weights.items()}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        texts = [reader.document(json.loads(line)["source"]).without_paragraphs() for line in lines]
    print("| sentences | articles | right |\n| --- | ---: | ---: |")
    for start in range(0, 3 * SENTENCES_PER_PART, SENTENCES_PER_PART):
        sample, end = Sample(), start + SENTENCES_PER_PART
        for group, text in enumerate(texts):
            if len(text.sentences) >= end:
                sample.add(text.reorder_sentences(range(start, end)), group, draw_orders, reader)
        correct = right(sample, judge.feature_kind.name, weights)
        low, high = interval(correct, np.array(sample.groups))
        count = len(set(sample.groups))
        print(f"| {start + 1} to {end} | {count} | {correct.mean():.3f} ({low:.3f}-{high:.3f}) |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    given = parser.add_mutually_exclusive_group(required=True)
    given.add_argument("data", type=Path, nargs="?")
    given.add_argument("--articles", type=Path)
    parser.add_argument("--sets", nargs="+", default=["test", "test2"])
    parser.add_argument("--gold", action="store_true", help="words, tags and trees of the treebank")
    args = parser.parse_args()
    reader = load_discourse("en")
    if args.articles is not None:
        articles(args.articles, reader)
        return
    train = list(documents(args.data / "gdtb_train.jsonl.gz", reader, args.gold, free=True))
    sample = trained(train, reader)
    systems = {name: (name, learnt(sample, name)) for name in [*FEATURE_KINDS, GRID]}
    shipped = read_dicomer(shipped_dicomer("en")).coherence_model
    systems[SHIPPED] = shipped.feature_kind.name, {n: float(w) for n, w in shipped.weights.items()}
    for name in args.sets:
        texts = list(documents(args.data / f"gdtb_{name}.jsonl.gz", reader, args.gold, free=False))
        tests = tested(texts, reader)
        print(f"### gdtb_{name}: {len(texts)} documents\n")
        print(f"| system | {' | '.join(tests)} |\n| --- |{' ---: |' * len(tests)}")
        for system, (features, weights) in systems.items():
            cells = []
            for test in tests.values():
                correct = right(test, features, weights)
                low, high = interval(correct, np.array(test.groups))
                cells.append(f"{correct.mean():.3f} ({low:.3f}-{high:.3f})")
            print(f"| {system} | {' | '.join(cells)} |", flush=True)
        print(f"| chance |{' 0.500 |' * len(tests)}\n")


if __name__ == "__main__":
    main()
