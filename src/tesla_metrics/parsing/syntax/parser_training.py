"""Train the chart parser on trees, and measure its accuracy."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arrays import Array
from ...errors import InputError
from ...files.resource import Resource
from ...native import load_native
from .parser_model import (
    INNER,
    JOIN,
    KIND,
    OTHER_TAG,
    VERSION,
    ChartPruning,
    FeatureWeights,
    ParserModel,
    ParserVocabulary,
    Symbols,
    encode_model,
    normalise_word,
    suffix_names,
    to_spans,
)
from .tree import ROOTS, Tree

# Rarer words are represented by their suffixes; rarer suffixes are left out.
_MIN_WORD_COUNT, _MIN_SUFFIX_COUNT = 5, 50
_MIN_LABEL_COUNT = 5
NO_PRUNING = ChartPruning(100_000, -100_000)
# Maximum number of words: longer sentences take most of the time and improve little.
MAX_TRAINING_WORDS = 60
# Integer value of the weight 1.0.
_WEIGHT_SCALE = 32
_MAX_WEIGHT = 127
# Pruning during training: maximum difference to the best entry of a span, and minimum score.
_MARGIN, _FLOOR = 6, -2


def train_parser(
    trees: Sequence[Tree],
    *,
    language: str,
    iterations: int = 4,
    rate: float = 0.03,
    min_count: int = 2,
    pruning: ChartPruning = NO_PRUNING,
    seed: int = 1,
) -> Iterator[tuple[Resource, int]]:
    """Yield the parser after each iteration, with the number of wrong spans in it.

    Only features that occur at least `min_count` times in the trees are learned. `pruning` is saved
    for parsing; good values depend on the learned weights.
    """
    native: Any = load_native("native")
    usable = [
        tree
        for tree in trees
        if len(tree.words) <= MAX_TRAINING_WORDS and tree.nodes[0].label not in ROOTS
    ]
    vocabulary, labels = _vocabulary(usable), _labels(usable)
    symbols = Symbols(vocabulary.tags, labels)
    examples = [
        (vocabulary.rows(tree.words, tree.tags), nodes)
        for tree in usable
        if (nodes := _nodes(tree, labels)) is not None
    ]
    if not examples:
        raise InputError(f"no tree to learn from: give trees of at most {MAX_TRAINING_WORDS} words")
    rows, spans = zip(*examples, strict=True)
    training = native.ChartTraining(
        symbols.tag_count,
        symbols.count,
        symbols.highest_and_lowest,
        rows,
        spans,
        min_count,
        _MARGIN,
        _FLOOR,
    )
    order, generator = list(range(len(examples))), random.Random(seed)
    settings = {"language": language, "rate": rate, "least": min_count, **pruning._asdict()}
    for iteration in range(1, iterations + 1):
        generator.shuffle(order)
        errors = training.epoch(order, rate)
        tables = tuple(_quantise(*training.weights(table_index)) for table_index in range(3))
        rules, leaves, tops = map(np.array, training.grammar())
        model = ParserModel(vocabulary, labels, rules, leaves, tops, tables)
        file_settings = settings | {"iterations": iteration}
        yield Resource(KIND, VERSION, file_settings, encode_model(model)), errors


def _vocabulary(trees: Sequence[Tree]) -> ParserVocabulary:
    counts = Counter(normalise_word(word) for tree in trees for word in tree.words)
    endings: Counter[str] = Counter()
    for word, count in counts.items():
        if count < _MIN_WORD_COUNT:
            endings.update(dict.fromkeys(suffix_names(word), count))
    listed = {word for word, count in counts.items() if count >= _MIN_WORD_COUNT}
    listed |= {ending for ending, count in endings.items() if count >= _MIN_SUFFIX_COUNT}
    tags = {tag for tree in trees for tag in tree.tags} | {OTHER_TAG}
    return ParserVocabulary(sorted(listed), sorted(tags))


def _labels(trees: Sequence[Tree]) -> tuple[str, ...]:
    counts = Counter(label for tree in trees for label, _, _ in to_spans(tree))
    return tuple(
        sorted(
            label
            for label, count in counts.items()
            if count >= _MIN_LABEL_COUNT or (JOIN not in label and not label.startswith(INNER))
        )
    )


def _nodes(tree: Tree, labels: Sequence[str]) -> list[tuple[int, int, int]] | None:
    """Return nodes with label ids, or None if a label and its lowest part are both rare."""
    label_ids = {label: label_id for label_id, label in enumerate(labels)}
    nodes = []
    for label, start, end in to_spans(tree):
        label_id = label_ids.get(label, label_ids.get(label.rpartition(JOIN)[2]))
        if label_id is None:
            return None
        nodes.append((label_id, start, end))
    return nodes


def _quantise(keys: Array, columns: Array, values: Array) -> FeatureWeights:
    weights = np.clip(np.rint(values * _WEIGHT_SCALE), -_MAX_WEIGHT, _MAX_WEIGHT).astype(np.int8)
    nonzero = weights != 0
    unique_keys, begins = np.unique(keys[nonzero], return_index=True)
    return FeatureWeights(
        unique_keys.astype(np.uint32),
        np.append(begins, nonzero.sum()).astype(np.uint32),
        columns[nonzero].astype(np.uint16),
        weights[nonzero],
    )


# Labelled bracket F1 of trees, by the rules of evalb with COLLINS.prm.
#
# Root labels and tags of words are not counted. Punctuation (`, : `` '' .`) is deleted before spans
# are compared, together with constituents that become empty; ADVP and PRT are equal.

PUNCTUATION = frozenset({",", ":", "``", "''", "."})


@dataclass
class BracketCounts:
    """Number of brackets in gold trees, in parsed trees, and in both."""

    same: int = 0
    gold: int = 0
    found: int = 0

    def add(self, gold: Tree, found: Tree, deleted: frozenset[str] = PUNCTUATION) -> None:
        """Count the brackets of one sentence; words with a `deleted` gold tag are ignored."""
        keep_word = [tag not in deleted for tag in gold.tags]
        gold_brackets, found_brackets = _brackets(gold, keep_word), _brackets(found, keep_word)
        self.same += (gold_brackets & found_brackets).total()
        self.gold += gold_brackets.total()
        self.found += found_brackets.total()

    @property
    def f1(self) -> float:
        """Return F1 in per cent."""
        return 200 * self.same / (self.gold + self.found) if self.gold + self.found else 100.0


def _brackets(tree: Tree, keep_word: list[bool]) -> Counter[tuple[str, int, int]]:
    new_indices = [0]
    for keep in keep_word:
        new_indices.append(new_indices[-1] + keep)
    brackets: Counter[tuple[str, int, int]] = Counter()
    for node_index, node in enumerate(tree.nodes):
        start, end = new_indices[node.start], new_indices[node.end]
        if tree.children[node_index] and node.label not in ROOTS and start < end:
            brackets["ADVP" if node.label == "PRT" else node.label, start, end] += 1
    return brackets
