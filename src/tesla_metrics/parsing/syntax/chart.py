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
Node = tuple[int, int, int]  # label, start, end
Row = dict[int, int]


class _Item(NamedTuple):
    """Chart entry: a symbol that covers a span."""

    score: int
    symbol: int
    label: int = _NO_LABEL
    start: int = 0
    end: int = 0
    parts: "tuple[_Item, _Item] | None" = None


# Best analysis per symbol before a label is added: total score, score of this node without its
# parts, and the two parts.
Inner = dict[int, tuple[int, int, tuple[_Item, _Item]]]


class _Weights:
    """Sparse feature weights: each feature has values for few columns."""

    def __init__(self, table: FeatureWeights) -> None:
        row_starts = table.offsets.tolist()
        self._row_bounds = dict(zip(table.keys.tolist(), pairwise(row_starts), strict=True))
        self._pairs = list(zip(table.columns.tolist(), table.values.tolist(), strict=True))

    def total(self, *groups: Sequence[int]) -> Row:
        """Return the summed weights of all features by column."""
        row: Row = defaultdict(int)
        for keys in groups:
            for key in keys:
                begin, end = self._row_bounds.get(key, (0, 0))
                for column, value in self._pairs[begin:end]:
                    row[column] += value
        return row


class PlainChart:
    """Chart parser of one model. Ties go to the first split point, parts, rule and label."""

    def __init__(self, model: ParserModel, pruning: ChartPruning) -> None:
        self.pruning = pruning
        self.over_labels, self.over_symbols, self.over_rules = map(_Weights, model.tables)
        self.ends = list(enumerate(model.symbols.highest_and_lowest))
        self.leaves = [(label, ends[0]) for label, ends in self.ends if model.leaves[label]]
        self.tops = frozenset(model.tops.nonzero()[0].tolist())
        self.rules_by_parts: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for rule_index, (parent, left, right) in enumerate(model.rules.tolist()):
            self.rules_by_parts[left, right].append((parent, rule_index))

    def parse(self, rows: Array) -> list[Node]:
        """Return label, start and end of each node, parents before children."""
        sentence = _SentenceChart(self, rows.tolist())
        nodes: list[Node] = []
        for item in sentence.best():
            _append_nodes(item, nodes)
        return nodes


class _SentenceChart:
    """Chart of one sentence."""

    def __init__(self, chart: PlainChart, rows: list[list[int]]) -> None:
        self._chart, self._size = chart, len(rows)
        self._features = features = SpanFeatures(rows)
        cuts = range(1, self._size)
        self._rule = {k: chart.over_rules.total(features.rule(k)) for k in cuts}
        self._left = {
            (i, k): chart.over_symbols.total(features.cut(k), features.left(i, k))
            for k in cuts
            for i in range(k)
        }
        self._right = {
            (k, j): chart.over_symbols.total(features.right(k, j))
            for k in cuts
            for j in range(k + 1, self._size + 1)
        }
        self._cells: dict[tuple[int, int], list[_Item]] = {}
        for i, row in enumerate(rows):
            self._fill_leaf(i, row[1])
        for length in range(2, self._size + 1):
            for i in range(self._size - length + 1):
                self._fill(i, i + length)

    def best(self) -> list[_Item]:
        """Return the best tree, or the fewest adjacent trees if the grammar has no full tree."""
        tops = [item for item in self._cells[0, self._size] if item.symbol in self._chart.tops]
        return [max(tops, key=lambda item: item.score)] if tops else self._cover()

    def _fill_leaf(self, i: int, tag: int) -> None:
        score = self._label_row(i, i + 1)
        items = [_Item(score[label], top, label, i, i + 1) for label, top in self._chart.leaves]
        word = _Item(0, tag, _NO_LABEL, i, i + 1)
        self._cells[i, i + 1] = [word, *self._prune(items, _MAX_SYMBOLS_PER_SPAN - 1)]

    def _fill(self, i: int, j: int) -> None:
        inner: Inner = {}
        for k in range(i + 1, j):
            self._combine(i, k, j, inner)
        score = self._label_row(i, j)
        items = [
            _Item(inner[bottom][0] + score[label], top, label, i, j, inner[bottom][2])
            for label, (top, bottom) in self._chart.ends
            if bottom in inner and inner[bottom][1] + score[label] >= self._chart.pruning.floor
        ]
        self._cells[i, j] = self._prune(items, _MAX_SYMBOLS_PER_SPAN)

    def _combine(self, i: int, k: int, j: int, inner: Inner) -> None:
        left, right, rule = self._left[i, k], self._right[k, j], self._rule[k]
        above = self._chart.rules_by_parts
        for a in self._cells[i, k]:
            for b in self._cells[k, j]:
                for parent, rule_index in above.get((a.symbol, b.symbol), ()):
                    local_score = rule[rule_index] + left[parent] + right[parent]
                    score = a.score + b.score + local_score
                    if parent not in inner or score > inner[parent][0]:
                        inner[parent] = score, local_score, (a, b)

    def _label_row(self, i: int, j: int) -> Row:
        features, leaf = self._features, j - i == 1
        span_keys = () if leaf else features.span(i, j)
        return self._chart.over_labels.total(
            features.start(i, leaf), features.end(j, leaf), span_keys
        )

    def _prune(self, items: Iterable[_Item], max_symbols: int) -> list[_Item]:
        """Return the best item per symbol, ordered by symbol, without items below the margin."""
        best: dict[int, _Item] = {}
        for item in items:
            previous = best.get(item.symbol)
            if previous is None or item.score > previous.score:
                best[item.symbol] = item
        ranked = sorted(best.values(), key=lambda item: (-item.score, item.symbol))[:max_symbols]
        return sorted(
            (item for item in ranked if item.score >= ranked[0].score - self._chart.pruning.margin),
            key=lambda item: item.symbol,
        )

    def _cover(self) -> list[_Item]:
        steps: list[tuple[int, int, _Item | None]] = [(0, 0, None)]
        for j in range(1, self._size + 1):
            options = [
                (steps[i][0] + 1, -steps[i][1] - item.score, item)
                for i in range(j)
                for item in self._cells[i, j]
                if j - i == 1 or item.symbol in self._chart.tops
            ]
            pieces, score, item = min(options, key=lambda option: option[:2])
            steps.append((pieces, -score, item))
        items = []
        last = steps[-1][2]
        while last is not None:
            items.append(last)
            last = steps[last.start][2]
        return items[::-1]


def _append_nodes(item: _Item, nodes: list[Node]) -> None:
    if item.label != _NO_LABEL:
        nodes.append((item.label, item.start, item.end))
    for part in item.parts or ():
        _append_nodes(part, nodes)
