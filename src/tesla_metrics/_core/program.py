"""The linear program of n-grams that compete: their weights, and what is left uncovered."""

from collections import Counter
from collections.abc import Sequence

from .competition import Competition
from .simplex import Simplex


class TiedProgram:
    """N-grams of one tie are of one kind and have equal weights; `ties` (by place) count from 0.

    Rows are partners with their capacities, kinds that have several partners, and covers:
    weights + uncovered - superfluous = 1, the uncovered share costing what it is worth. Covers by
    the same ties are one row. No weight need exceed 1, so that this takes no row.
    """

    def __init__(self, rivals: Competition, ties: Sequence[int]) -> None:
        self._rivals, self._ties = rivals, ties
        self._limits: list[float] = []
        self._worth: list[float] = []
        taking, shares = self._supply()
        columns = self._demand(ties, taking)
        self.covers = len(self._tied)  # that are to be told apart
        self._program = Simplex(self._limits, self._worth, self.covers)
        for column in columns + shares:
            self._program.add(0.0, column)

    def solve(self) -> float:
        """The greatest gain."""
        self._program.solve()
        self._program.settle()
        return self._program.value() - sum(self._worth)

    def weights(self) -> list[float]:
        """By place, the weights that gain it; more than 1 would be in vain."""
        amounts = self._program.added()
        return [min(amounts[tie], 1.0) for tie in self._ties]

    def prices(self) -> tuple[dict[int, float], list[float]]:
        """Of partners; and by place, what there is to cover at the prices of the covers.

        They solve the dual program, but for n-grams that have more to cover than their cheapest
        partner costs, which is possible where others that they are tied to have less.
        """
        prices = self._program.prices()
        used = zip(self._rivals.used, prices, strict=False)
        within = [0.0] * len(self._rivals.kinds)
        for row, cover in zip(self._rows, self._rivals.covers, strict=True):
            share = prices[row] / self._worth[row] * cover.weight
            for place in cover.around:
                within[place] += share
        return {partner: max(price, 0.0) for partner, price in used}, within

    def _row(self, limit: float) -> int:
        self._limits.append(limit)
        self._worth.append(0.0)
        return len(self._limits) - 1

    def _supply(self) -> tuple[dict[int, int], list[dict[int, float]]]:
        """The row that each kind takes from, and columns from partners to kinds."""
        partners, capacity = self._rivals.partners, self._rivals.capacity
        row = {partner: self._row(float(capacity[partner])) for partner in self._rivals.used}
        taking: dict[int, int] = {}
        shares: list[dict[int, float]] = []
        for kind in sorted(set(self._rivals.kinds)):
            own = partners[kind]
            if len(own) == 1:
                taking[kind] = row[own[0]]
            else:
                taking[kind] = self._row(0.0)
                shares += ({taking[kind]: -1.0, row[partner]: 1.0} for partner in own)
        return taking, shares

    def _demand(self, ties: Sequence[int], taking: dict[int, int]) -> list[dict[int, float]]:
        """The columns of ties."""
        columns: list[dict[int, float]] = [{} for _ in range(max(ties) + 1)]
        for tie, kind, times in zip(ties, self._rivals.kinds, self._rivals.times, strict=True):
            column = columns[tie]
            column[taking[kind]] = column.get(taking[kind], 0.0) + times
        self._tied: dict[tuple[int, ...], int] = {}
        self._rows: list[int] = []
        for around, weight, times in self._rivals.covers:
            by = tuple(sorted([ties[place] for place in around]))
            row = self._tied.get(by)
            if row is None:
                row = self._tied[by] = self._row(1.0)
                for tie, often in Counter(by).items():
                    columns[tie][row] = float(often)
            self._worth[row] -= weight * times
            self._rows.append(row)
        return columns
