"""Train the chart parser on trees, and compute the F1 of its trees."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from tesla_metrics.arrays import Array
from tesla_metrics.errors import InputError, ResourceError
from tesla_metrics.files.resource import Resource
from tesla_metrics.parsing.syntax.parser_model import (
    CATEGORY_SEPARATOR,
    INNER_PREFIX,
    KIND,
    OTHER_TAG,
    VERSION,
    ChartPruning,
    FeatureWeights,
    ParserModel,
    ParserVocabulary,
    Symbols,
    encode_model,
    get_suffix_names,
    list_spans,
    normalise_word,
)
from tesla_metrics.parsing.syntax.tree import ROOT_LABELS, Tree

# Words with a lower count are represented by their suffixes. Suffixes and labels with lower counts
# are left out.
_MIN_WORD_COUNT, _MIN_SUFFIX_COUNT = 5, 50
_MIN_LABEL_COUNT = 5
NO_PRUNING = ChartPruning(100_000, -100_000)
# Maximum number of words per sentence. Longer sentences take most of the time and improve little.
MAX_TRAINING_WORDS = 60
# Weights are stored as integers. This is the integer of the weight 1.0.
_WEIGHT_SCALE = 32
_MAX_WEIGHT = 127
# Pruning during training: maximum difference from the best item of a span, and minimum score.
_TRAINING_MARGIN, _TRAINING_FLOOR = 6, -2


def _load_training_module() -> Any:
    """Return the compiled module, which a usual installation does not contain."""
    try:
        return import_module("tesla_metrics._training")
    except ImportError as error:
        raise ResourceError(
            "the training of the chart parser is not built: run "
            "pip install --no-deps -C cmake.define.TESLA_TRAINING=ON ."
        ) from error


def train_parser(
    trees: Sequence[Tree],
    *,
    language: str,
    n_iterations: int = 4,
    learning_rate: float = 0.03,
    min_count: int = 2,
    pruning: ChartPruning = NO_PRUNING,
    seed: int = 1,
) -> Iterator[tuple[Resource, int]]:
    """Yield the parser file after each iteration, and the number of wrong spans in the iteration.

    Only features that occur at least `min_count` times in the trees are learned. `pruning` is
    written to the file and used in parsing; good values depend on the learned weights.
    """
    training_module = _load_training_module()
    training_trees = [
        tree
        for tree in trees
        if len(tree.words) <= MAX_TRAINING_WORDS and tree.nodes[0].label not in ROOT_LABELS
    ]
    vocabulary, labels = _build_vocabulary(training_trees), _list_labels(training_trees)
    symbols = Symbols(vocabulary.tags, labels)
    examples = [
        (vocabulary.get_token_rows(tree.words, tree.tags), nodes)
        for tree in training_trees
        if (nodes := _get_labelled_nodes(tree, labels)) is not None
    ]
    if not examples:
        raise InputError(f"no tree to learn from: give trees of at most {MAX_TRAINING_WORDS} words")
    token_rows, spans = zip(*examples, strict=True)
    chart_training = training_module.ChartTraining(
        symbols.n_tag_ids,
        symbols.n_symbols,
        symbols.highest_and_lowest,
        token_rows,
        spans,
        min_count,
        _TRAINING_MARGIN,
        _TRAINING_FLOOR,
    )
    example_order, generator = list(range(len(examples))), random.Random(seed)
    settings = {
        "language": language,
        "rate": learning_rate,
        "least": min_count,
        **pruning._asdict(),
    }
    for iteration in range(1, n_iterations + 1):
        generator.shuffle(example_order)
        n_errors = chart_training.epoch(example_order, learning_rate)
        tables = tuple(_quantise(*chart_training.weights(table_index)) for table_index in range(3))
        rules, leaves, tops = map(np.array, chart_training.grammar())
        model = ParserModel(vocabulary, labels, rules, leaves, tops, tables)
        file_settings = settings | {"iterations": iteration}
        yield Resource(KIND, VERSION, file_settings, encode_model(model)), n_errors


def _build_vocabulary(trees: Sequence[Tree]) -> ParserVocabulary:
    word_counts = Counter(normalise_word(word) for tree in trees for word in tree.words)
    suffix_counts: Counter[str] = Counter()
    for word, count in word_counts.items():
        if count < _MIN_WORD_COUNT:
            suffix_counts.update(dict.fromkeys(get_suffix_names(word), count))
    vocabulary_words = {word for word, count in word_counts.items() if count >= _MIN_WORD_COUNT}
    vocabulary_words |= {
        suffix for suffix, count in suffix_counts.items() if count >= _MIN_SUFFIX_COUNT
    }
    tags = {tag for tree in trees for tag in tree.tags} | {OTHER_TAG}
    return ParserVocabulary(sorted(vocabulary_words), sorted(tags))


def _list_labels(trees: Sequence[Tree]) -> tuple[str, ...]:
    counts = Counter(label for tree in trees for label, _, _ in list_spans(tree))
    return tuple(
        sorted(
            label
            for label, count in counts.items()
            if count >= _MIN_LABEL_COUNT
            or (CATEGORY_SEPARATOR not in label and not label.startswith(INNER_PREFIX))
        )
    )


def _get_labelled_nodes(tree: Tree, labels: Sequence[str]) -> list[tuple[int, int, int]] | None:
    """Return label id, start and end of each span of a tree.

    A rare label is replaced by its lowest category. The result is None if that is rare, too.
    """
    label_ids = {label: label_id for label_id, label in enumerate(labels)}
    nodes = []
    for label, start, end in list_spans(tree):
        label_id = label_ids.get(label, label_ids.get(label.rpartition(CATEGORY_SEPARATOR)[2]))
        if label_id is None:
            return None
        nodes.append((label_id, start, end))
    return nodes


def _quantise(keys: Array, columns: Array, values: Array) -> FeatureWeights:
    weights = np.clip(np.rint(values * _WEIGHT_SCALE), -_MAX_WEIGHT, _MAX_WEIGHT).astype(np.int8)
    is_nonzero = weights != 0
    unique_keys, offsets = np.unique(keys[is_nonzero], return_index=True)
    return FeatureWeights(
        unique_keys.astype(np.uint32),
        np.append(offsets, is_nonzero.sum()).astype(np.uint32),
        columns[is_nonzero].astype(np.uint16),
        weights[is_nonzero],
    )


# Labelled bracket F1 of trees, by the rules of evalb with COLLINS.prm.
#
# Root labels and tags of words are not counted. Punctuation (`, : `` '' .`) and constituents that
# consist of punctuation are ignored. ADVP and PRT are treated as the same label.

IGNORED_TAGS = frozenset({",", ":", "``", "''", "."})


@dataclass
class BracketCounts:
    """Number of labelled brackets.

    `n_matching`  brackets that gold trees and parsed trees have in common
    `n_gold`      brackets in gold trees
    `n_parsed`    brackets in parsed trees
    """

    n_matching: int = 0
    n_gold: int = 0
    n_parsed: int = 0

    def add(self, gold: Tree, parsed: Tree, ignored_tags: frozenset[str] = IGNORED_TAGS) -> None:
        """Count the brackets of one sentence; words with a `ignored_tags` gold tag are ignored."""
        keep_word = [tag not in ignored_tags for tag in gold.tags]
        gold_brackets = _count_brackets(gold, keep_word)
        parsed_brackets = _count_brackets(parsed, keep_word)
        self.n_matching += (gold_brackets & parsed_brackets).total()
        self.n_gold += gold_brackets.total()
        self.n_parsed += parsed_brackets.total()

    @property
    def f1(self) -> float:
        """F1 in per cent."""
        return (
            200 * self.n_matching / (self.n_gold + self.n_parsed)
            if self.n_gold + self.n_parsed
            else 100.0
        )


def _count_brackets(tree: Tree, keep_word: list[bool]) -> Counter[tuple[str, int, int]]:
    """Count the brackets of a tree by label, start and end, in indices of the kept words."""
    kept_before = [0]
    for keep in keep_word:
        kept_before.append(kept_before[-1] + keep)
    brackets: Counter[tuple[str, int, int]] = Counter()
    for node_index, node in enumerate(tree.nodes):
        start, end = kept_before[node.start], kept_before[node.end]
        if tree.children[node_index] and node.label not in ROOT_LABELS and start < end:
            brackets["ADVP" if node.label == "PRT" else node.label, start, end] += 1
    return brackets
