"""Find the best tree of a sentence with a chart, in pure Python."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...arrays import Array
from .parser_model import ChartPruning, FeatureWeights, ParserModel
from .span_features import SpanFeatures

_MAX_SYMBOLS_PER_SPAN = 12
_NO_LABEL = -1
# Node of the parsed tree: label id, start and end.
LabelledSpan = tuple[int, int, int]
# Sums of weights by column.
ColumnSums = dict[int, int]


class _ChartItem(NamedTuple):
    """Entry of the chart: a symbol that covers words[start:end].

    score   total score of the item, including its parts
    symbol  id of the symbol
    label   id of the label that was added above the parts; _NO_LABEL for a tag
    parts   left and right part; None if the item covers a single word
    """

    score: int
    symbol: int
    label: int = _NO_LABEL
    start: int = 0
    end: int = 0
    parts: "tuple[_ChartItem, _ChartItem] | None" = None


# Best combination of two parts, by the symbol of the rule, before a label is added: the total
# score, the score without the scores of the parts, and the parts.
InnerItems = dict[int, tuple[int, int, tuple[_ChartItem, _ChartItem]]]


class _SparseWeights:
    """Weights of features: each feature has weights for a few columns."""

    def __init__(self, table: FeatureWeights) -> None:
        offsets = table.offsets.tolist()
        self._pair_bounds = dict(zip(table.keys.tolist(), pairwise(offsets), strict=True))
        self._pairs = list(zip(table.columns.tolist(), table.values.tolist(), strict=True))

    def sum_weights(self, *key_groups: Sequence[int]) -> ColumnSums:
        """Return the sum of the weights of all features by column; other columns are 0."""
        sums: ColumnSums = defaultdict(int)
        for keys in key_groups:
            for key in keys:
                start, end = self._pair_bounds.get(key, (0, 0))
                for column, value in self._pairs[start:end]:
                    sums[column] += value
        return sums


class PlainChart:
    """Chart parser of one model.

    If several analyses have the same score, the first split point, parts, rule and label win.
    """

    def __init__(self, model: ParserModel, pruning: ChartPruning) -> None:
        self.pruning = pruning
        self.label_weights, self.symbol_weights, self.rule_weights = map(
            _SparseWeights, model.tables
        )
        # Each label with its highest and lowest symbol.
        self.labels_with_symbols = list(enumerate(model.symbols.highest_and_lowest))
        # Labels that may cover a single word, with their highest symbol.
        self.word_labels = [
            (label, highest)
            for label, (highest, _) in self.labels_with_symbols
            if model.leaves[label]
        ]
        self.top_symbols = frozenset(model.tops.nonzero()[0].tolist())
        # Parent symbol and index of the rules with the same left and right symbol.
        self.rules_by_parts: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for rule_index, (parent, left, right) in enumerate(model.rules.tolist()):
            self.rules_by_parts[left, right].append((parent, rule_index))

    def parse(self, rows: Array) -> list[LabelledSpan]:
        """Return the nodes of the best tree, parents before children.

        `rows` has one row per word: word id, tag id and kind of tag.
        """
        sentence_chart = _SentenceChart(self, rows.tolist())
        nodes: list[LabelledSpan] = []
        for item in sentence_chart.find_best_trees():
            _append_nodes(item, nodes)
        return nodes


class _SentenceChart:
    """Chart of one sentence: the best items of each span of words, filled from short to long."""

    def __init__(self, chart: PlainChart, rows: list[list[int]]) -> None:
        self._chart, self._n_words = chart, len(rows)
        self._features = features = SpanFeatures(rows)
        split_points = range(1, self._n_words)
        self._rule_scores = {
            split: chart.rule_weights.sum_weights(features.get_rule_keys(split))
            for split in split_points
        }
        self._left_scores = {
            (start, split): chart.symbol_weights.sum_weights(
                features.get_split_keys(split), features.get_left_part_keys(start, split)
            )
            for split in split_points
            for start in range(split)
        }
        self._right_scores = {
            (split, end): chart.symbol_weights.sum_weights(features.get_right_part_keys(split, end))
            for split in split_points
            for end in range(split + 1, self._n_words + 1)
        }
        self._cells: dict[tuple[int, int], list[_ChartItem]] = {}
        for start, word_row in enumerate(rows):
            self._fill_word_cell(start, word_row[1])
        for length in range(2, self._n_words + 1):
            for start in range(self._n_words - length + 1):
                self._fill_cell(start, start + length)

    def find_best_trees(self) -> list[_ChartItem]:
        """Return the best tree, or the fewest adjacent trees if the grammar has no full tree."""
        tops = [
            item for item in self._cells[0, self._n_words] if item.symbol in self._chart.top_symbols
        ]
        return [max(tops, key=lambda item: item.score)] if tops else self._find_fewest_trees()

    def _fill_word_cell(self, start: int, tag: int) -> None:
        """Add the items of a single word: its tag, and the labels that may cover one word."""
        label_scores = self._compute_label_scores(start, start + 1)
        items = [
            _ChartItem(label_scores[label], highest, label, start, start + 1)
            for label, highest in self._chart.word_labels
        ]
        tag_item = _ChartItem(0, tag, _NO_LABEL, start, start + 1)
        self._cells[start, start + 1] = [tag_item, *self._prune(items, _MAX_SYMBOLS_PER_SPAN - 1)]

    def _fill_cell(self, start: int, end: int) -> None:
        """Add the items of a span of several words."""
        inner: InnerItems = {}
        for split in range(start + 1, end):
            self._combine_parts(start, split, end, inner)
        label_scores = self._compute_label_scores(start, end)
        items = []
        for label, (highest, lowest) in self._chart.labels_with_symbols:
            if lowest not in inner:
                continue
            total_score, local_score, parts = inner[lowest]
            label_score = label_scores[label]
            if local_score + label_score >= self._chart.pruning.floor:
                score = total_score + label_score
                items.append(_ChartItem(score, highest, label, start, end, parts))
        self._cells[start, end] = self._prune(items, _MAX_SYMBOLS_PER_SPAN)

    def _combine_parts(self, start: int, split: int, end: int, inner: InnerItems) -> None:
        """Apply all rules to the items left and right of a split point, and update `inner`."""
        left_scores, right_scores, rule_scores = (
            self._left_scores[start, split],
            self._right_scores[split, end],
            self._rule_scores[split],
        )
        rules_by_parts = self._chart.rules_by_parts
        for left_item in self._cells[start, split]:
            for right_item in self._cells[split, end]:
                for parent, rule_index in rules_by_parts.get(
                    (left_item.symbol, right_item.symbol), ()
                ):
                    local_score = (
                        rule_scores[rule_index] + left_scores[parent] + right_scores[parent]
                    )
                    total_score = left_item.score + right_item.score + local_score
                    if parent not in inner or total_score > inner[parent][0]:
                        inner[parent] = total_score, local_score, (left_item, right_item)

    def _compute_label_scores(self, start: int, end: int) -> ColumnSums:
        """Return the scores of labels over a span."""
        features, is_word = self._features, end - start == 1
        span_keys = () if is_word else features.get_span_keys(start, end)
        return self._chart.label_weights.sum_weights(
            features.get_start_keys(start, is_word), features.get_end_keys(end, is_word), span_keys
        )

    def _prune(self, items: Iterable[_ChartItem], max_symbols: int) -> list[_ChartItem]:
        """Return the best item per symbol, ordered by symbol.

        Items that are worse than the best by more than the margin are dropped.
        """
        best_by_symbol: dict[int, _ChartItem] = {}
        for item in items:
            previous = best_by_symbol.get(item.symbol)
            if previous is None or item.score > previous.score:
                best_by_symbol[item.symbol] = item
        ranked_items = sorted(best_by_symbol.values(), key=lambda item: (-item.score, item.symbol))
        margin, kept_items = self._chart.pruning.margin, ranked_items[:max_symbols]
        kept_items = [item for item in kept_items if item.score >= kept_items[0].score - margin]
        return sorted(kept_items, key=lambda item: item.symbol)

    def _find_fewest_trees(self) -> list[_ChartItem]:
        """Return the fewest adjacent items that cover the sentence, with the highest score."""
        # The best cover of the first words, by number of words: number of items, total score and
        # last item.
        best_covers: list[tuple[int, int, _ChartItem | None]] = [(0, 0, None)]
        for end in range(1, self._n_words + 1):
            candidates = [
                (best_covers[start][0] + 1, -best_covers[start][1] - item.score, item)
                for start in range(end)
                for item in self._cells[start, end]
                if end - start == 1 or item.symbol in self._chart.top_symbols
            ]
            n_trees, score, item = min(candidates, key=lambda candidate: candidate[:2])
            best_covers.append((n_trees, -score, item))
        items = []
        _, _, last_item = best_covers[-1]
        while last_item is not None:
            items.append(last_item)
            _, _, last_item = best_covers[last_item.start]
        return items[::-1]


def _append_nodes(item: _ChartItem, nodes: list[LabelledSpan]) -> None:
    """Append the labelled nodes of an item and its parts."""
    if item.label != _NO_LABEL:
        nodes.append((item.label, item.start, item.end))
    for part in item.parts or ():
        _append_nodes(part, nodes)
