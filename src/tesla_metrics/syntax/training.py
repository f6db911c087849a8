"""A chart parser from trees. The work is done by the native core."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from .._core.native import load_native
from ..arrays import Array
from ..errors import InputError
from ..files.resource import Resource
from .binary import INNER, JOIN, to_spans
from .model import KIND, VERSION, ChartPruning, FeatureWeights, ParserModel, Symbols, encode_model
from .numbering import OTHER_TAG, ParserWords, normal, suffix_names
from .tree import ROOTS, Tree

# Words as rare as that are known by their endings, and these if they are not rare themselves.
_LEAST_WORD, _LEAST_ENDING = 5, 50
_LEAST_LABEL = 5
NO_PRUNING = ChartPruning(100_000, -100_000)
# Longer sentences take most of the time and teach little more.
LONGEST = 60
# A weight of one becomes so much.
_SCALE = 32
_LARGEST = 127
# Of all there is over a span, what is worse than the best by more than that is not gone on with.
_MARGIN, _FLOOR = 6, -2


def train_parser(
    trees: Sequence[Tree],
    *,
    language: str,
    iterations: int = 4,
    rate: float = 0.03,
    least: int = 2,
    pruning: ChartPruning = NO_PRUNING,
    seed: int = 1,
) -> Iterator[tuple[Resource, int]]:
    """A parser after each iteration, and how many spans were wrong in it.

    Only features seen `least` times in trees are learnt. `pruning` is for parsing; what is right
    for it depends on the weights.
    """
    native: Any = load_native("native")
    chosen = [
        tree for tree in trees if len(tree.words) <= LONGEST and tree.nodes[0].label not in ROOTS
    ]
    numbers, labels = _numbers(chosen), _labels(chosen)
    symbols = Symbols(numbers.tags, labels)
    examples = [
        (numbers.rows(tree.words, tree.tags), nodes)
        for tree in chosen
        if (nodes := _nodes(tree, labels)) is not None
    ]
    if not examples:
        raise InputError(f"no tree to learn from: give some of at most {LONGEST} words")
    rows, spans = zip(*examples, strict=True)
    work = native.ChartTraining(
        symbols.tags, symbols.count, symbols.ends, rows, spans, least, _MARGIN, _FLOOR
    )
    order, shuffler = list(range(len(examples))), random.Random(seed)
    settings = {"language": language, "rate": rate, "least": least, **pruning._asdict()}
    for iteration in range(1, iterations + 1):
        shuffler.shuffle(order)
        wrong = work.epoch(order, rate)
        tables = tuple(_quantised(*work.weights(over)) for over in range(3))
        rules, leaves, tops = map(np.array, work.grammar())
        model = ParserModel(numbers, labels, rules, leaves, tops, tables)
        facts = settings | {"iterations": iteration}
        yield Resource(KIND, VERSION, facts, encode_model(model)), wrong


def _numbers(trees: Sequence[Tree]) -> ParserWords:
    counts = Counter(normal(word) for tree in trees for word in tree.words)
    endings: Counter[str] = Counter()
    for word, count in counts.items():
        if count < _LEAST_WORD:
            endings.update(dict.fromkeys(suffix_names(word), count))
    listed = {word for word, count in counts.items() if count >= _LEAST_WORD}
    listed |= {ending for ending, count in endings.items() if count >= _LEAST_ENDING}
    tags = {tag for tree in trees for tag in tree.tags} | {OTHER_TAG}
    return ParserWords(sorted(listed), sorted(tags))


def _labels(trees: Sequence[Tree]) -> tuple[str, ...]:
    counts = Counter(label for tree in trees for label, _, _ in to_spans(tree))
    return tuple(
        sorted(
            label
            for label, count in counts.items()
            if count >= _LEAST_LABEL or (JOIN not in label and not label.startswith(INNER))
        )
    )


def _nodes(tree: Tree, labels: Sequence[str]) -> list[tuple[int, int, int]] | None:
    """Labels by number; the lowest part of a rare one. None where that is rare too."""
    known = {label: number for number, label in enumerate(labels)}
    found = []
    for label, start, end in to_spans(tree):
        number = known.get(label, known.get(label.rpartition(JOIN)[2]))
        if number is None:
            return None
        found.append((number, start, end))
    return found


def _quantised(keys: Array, columns: Array, values: Array) -> FeatureWeights:
    weights = np.clip(np.rint(values * _SCALE), -_LARGEST, _LARGEST).astype(np.int8)
    kept = weights != 0
    different, begins = np.unique(keys[kept], return_index=True)
    return FeatureWeights(
        different.astype(np.uint32),
        np.append(begins, kept.sum()).astype(np.uint32),
        columns[kept].astype(np.uint16),
        weights[kept],
    )
