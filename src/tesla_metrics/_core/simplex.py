"""A linear program that may grow: maximise the worth of columns, rows having given sums.

The revised primal simplex method; columns are sparse, and the inverse of the basis is a product of
elementary matrices ("etas") that is made anew every so often. Every row begins with a column of its
own, so that there is a solution to begin with. Problems here are full of ties, at which the method
would dwell. So the limits are shifted a little first; what little is then wrong with the basis for
the true limits a few steps of the dual method mend.
"""

from collections.abc import Mapping, Sequence
from itertools import count

import numpy as np
from numpy.typing import NDArray

# Entries are small whole numbers, limits too, and solutions fractions of small numbers.
_REDUCED_COST = 1e-10
_ZERO = 1e-12
_PIVOT = 1e-7
_INFEASIBLE = 1e-9
_SHIFT = 1e-6
# Steps that gain nothing before Bland's rule, which cannot cycle, takes over.
_PATIENCE = 200
_REFRESH = 100
# After these the length of steps is worth keeping account of.
_MANY_STEPS = 1000

Column = Mapping[int, float]


class Simplex:
    """maximise sum worth_j x_j, with sum_j column_j[i] x_j = limits[i] and x >= 0.

    Every row begins with a column of its own, whose worth is at most 0; the last `exceeding` rows
    have another that takes away what is too much, for nothing.
    """

    def __init__(
        self, limits: Sequence[float], first_worth: Sequence[float], exceeding: int = 0
    ) -> None:
        rows = len(limits)
        self._limits = list(limits)
        self._columns: list[Column] = [{row: 1.0} for row in range(rows)]
        self._columns += ({row: -1.0} for row in range(rows - exceeding, rows))
        self._worth = [*first_worth, *[0.0] * exceeding]
        self._exceeding = exceeding
        self._priced: _Pricing | None = None
        self._begin(_SHIFT)

    def add(self, worth: float, column: Column) -> None:
        """A further column."""
        self._columns.append(column)
        self._worth.append(worth)
        self._priced = None

    def prices(self) -> list[float]:
        """What one more of each row's limit would be worth."""
        return self._back([self._worth[column] for column in self._basis])

    def value(self) -> float:
        """The worth of the solution."""
        used = zip(self._basis, self._amounts, strict=True)
        return sum(self._worth[column] * amount for column, amount in used)

    def added(self) -> list[float]:
        """How much of each further column is in the solution."""
        first = len(self._limits) + self._exceeding
        amounts = [0.0] * (len(self._columns) - first)
        for column, amount in zip(self._basis, self._amounts, strict=True):
            if column >= first:
                amounts[column - first] = amount
        return amounts

    def solve(self) -> None:
        """Go on from the last solution to the best one, of the shifted limits."""
        stalled = 0
        self._pricing().reach = None
        for steps in count():
            if steps == _MANY_STEPS:
                self._pricing().reach = np.ones(len(self._columns))
            bland = stalled > _PATIENCE
            entering = self._pricing().entering(self.prices(), bland)
            if entering is not None:
                stalled = 0 if self._step(*entering, bland) else stalled + 1
            elif self._fresh:
                self._refresh()
            else:
                return

    def settle(self) -> None:
        """From there to that of the true limits."""
        self._shifted = self._limits
        for steps in count():
            self._amounts = self._forth(list(self._limits))
            least = min(range(len(self._amounts)), key=self._amounts.__getitem__)
            if self._amounts[least] > -_INFEASIBLE:
                break
            if steps > 10 * len(self._limits) or not self._dual_step(least):
                self._begin(0.0)
                self.solve()
                break
        self._amounts = [max(amount, 0.0) for amount in self._amounts]

    def _begin(self, shift: float) -> None:
        rows = len(self._limits)
        self._basis = list(range(rows))  # by row
        self._etas: list[tuple[int, float, list[tuple[int, float]]]] = []
        self._fresh = 0  # etas since the inverse was made
        # The golden section spreads the shifts evenly, and the same way each time.
        spread = (0.5 + row * 0.6180339887498949 % 1 for row in range(rows))
        self._shifted = [a + shift * b for a, b in zip(self._limits, spread, strict=True)]
        self._amounts = list(self._shifted)

    def _pricing(self) -> "_Pricing":
        if self._priced is None:
            self._priced = _Pricing(self._columns, self._worth)
        return self._priced

    def _dual_step(self, row: int) -> bool:
        """A row that is short is filled by the column whose gain suffers least."""
        entering = self._pricing().filling(self.prices(), self._back(self._unit(row)))
        if entering is None:
            return False
        direction = self._forth(self._dense(self._columns[entering]))
        nonzero = [(i, d) for i, d in enumerate(direction) if abs(d) > _ZERO]
        self._replace(row, direction[row], nonzero, entering)
        return True

    def _step(self, entering: int, gain: float, bland: bool) -> bool:
        """Bring a column in; whether anything was gained."""
        direction = self._forth(self._dense(self._columns[entering]))
        ratios = [(self._amounts[i] / d, i) for i, d in enumerate(direction) if d > _PIVOT]
        assert ratios, "a linear program without limits"
        if bland:
            least = min(ratios)[0] + _ZERO
            leaving = min((self._basis[i], i) for ratio, i in ratios if ratio <= least)[1]
        else:
            leaving = self._leaving(sorted(ratios), direction, gain)
        nonzero = [(row, d) for row, d in enumerate(direction) if abs(d) > _ZERO]
        amounts, pivot = self._amounts, direction[leaving]
        if self._pricing().reach is not None:
            row_of_inverse = self._back(self._unit(leaving))
            self._pricing().reweigh(row_of_inverse, pivot, entering, self._basis[leaving])
        amount = max(amounts[leaving] / pivot, 0.0)
        for row, d in nonzero:
            amounts[row] = max(amounts[row] - amount * d, 0.0)
        amounts[leaving] = amount
        self._replace(leaving, pivot, nonzero, entering)
        return amount > _PIVOT * _PIVOT

    def _leaving(self, ratios: list[tuple[float, int]], direction: list[float], gain: float) -> int:
        """The row whose column comes down to 0 and leaves.

        Where the opposite one of its row can go on in its place, and there is still something to
        gain, it does: otherwise each of these would take a step of its own.
        """
        last = 0
        while last < len(ratios):
            row = ratios[last][1]
            other = self._opposite(self._basis[row])
            if other is None:
                break
            gain += (self._worth[self._basis[row]] + self._worth[other]) * direction[row]
            if gain <= _REDUCED_COST:
                break
            last += 1
        assert last < len(ratios), "a linear program without limits"
        most = ratios[last][0] + _ZERO
        # The greatest pivot is the safest.
        leaving = max((direction[i], -i) for ratio, i in ratios[last:] if ratio <= most)[1]
        for _, row in ratios[:last]:
            other = self._opposite(self._basis[row])
            assert other is not None
            self._basis[row] = other
            self._etas.append((row, -1.0, []))
            direction[row] = -direction[row]
            self._amounts[row] = -self._amounts[row]
        return -leaving

    def _opposite(self, column: int) -> int | None:
        """The other one of the two that a row has of its own."""
        rows, exceeding = len(self._limits), self._exceeding
        if not rows - exceeding <= column < rows + exceeding:
            return None
        return column + exceeding if column < rows else column - exceeding

    def _replace(
        self, row: int, pivot: float, direction: list[tuple[int, float]], entering: int
    ) -> None:
        self._append(row, pivot, direction)
        self._basis[row] = entering
        self._fresh += 1
        if self._fresh >= _REFRESH:
            self._refresh()

    def _unit(self, row: int) -> list[float]:
        return self._dense({row: 1.0})

    def _dense(self, column: Column) -> list[float]:
        vector = [0.0] * len(self._basis)
        for row, entry in column.items():
            vector[row] = entry
        return vector

    def _append(self, row: int, pivot: float, column: list[tuple[int, float]]) -> None:
        rest = [(i, -d / pivot) for i, d in column if i != row]
        if rest or pivot != 1.0:
            self._etas.append((row, 1.0 / pivot, rest))

    def _forth(self, vector: list[float]) -> list[float]:
        """The inverse times a column, in place."""
        for row, own, rest in self._etas:
            value = vector[row]
            if value:
                vector[row] = value * own
                for i, entry in rest:
                    vector[i] += value * entry
        return vector

    def _back(self, vector: list[float]) -> list[float]:
        """A row times the inverse, in place."""
        for row, own, rest in reversed(self._etas):
            value = vector[row] * own
            for i, entry in rest:
                value += vector[i] * entry
            vector[row] = value
        return vector

    def _refresh(self) -> None:
        """The inverse anew, without what rounding has added up to, and with as few etas."""
        self._etas, self._fresh = [], 0
        basis = self._basis
        self._basis = [-1] * len(basis)
        waiting = {}
        for number in basis:
            # A row's own column needs nothing.
            if number < len(basis):
                self._basis[number] = number
            else:
                waiting[number] = self._columns[number]
        for number, row in self._ordered(waiting):
            column = waiting[number]
            if row >= 0:
                # None of the rows before has an entry here, so that the inverse leaves it alone.
                self._append(row, column[row], list(column.items()))
            else:
                vector = self._forth(self._dense(column))
                nonzero = [(i, d) for i, d in enumerate(vector) if abs(d) > _ZERO]
                row = max((abs(d), i) for i, d in nonzero if self._basis[i] < 0)[1]
                self._append(row, vector[row], nonzero)
            self._basis[row] = number
        self._amounts = [max(x, 0.0) for x in self._forth(list(self._shifted))]

    def _ordered(self, waiting: Mapping[int, Column]) -> list[tuple[int, int]]:
        """Columns, with their rows where these are clear (else -1): no fill as far as possible."""
        having: dict[int, set[int]] = {}
        for number, column in waiting.items():
            for row in column:
                if self._basis[row] < 0:
                    having.setdefault(row, set()).add(number)
        order = []
        left = set(waiting)
        single = [row for row, numbers in having.items() if len(numbers) == 1]
        while single:
            row = single.pop()
            if len(having[row]) != 1:
                continue
            (number,) = having[row]
            order.append((number, row))
            left.remove(number)
            for other in waiting[number]:
                if other in having:
                    having[other].discard(number)
                    if len(having[other]) == 1:
                        single.append(other)
        rest = sorted(left, key=lambda number: (len(waiting[number]), number))
        return order + [(number, -1) for number in rest]


class _Pricing:
    """Which column gains most; the program's columns end to end.

    A gain is by unit of the column, which says little of how far one gets by it: `reach`, where it
    is kept, has about how much the solution moves by a unit, squared (Devex, Harris 1973).
    """

    reach: NDArray[np.float64] | None = None

    def __init__(self, columns: Sequence[Column], worth: Sequence[float]) -> None:
        self._worth = np.array(worth)
        self._rows = np.array([row for column in columns for row in column], dtype=np.intp)
        self._entries = np.array([entry for column in columns for entry in column.values()])
        ends = np.cumsum([len(column) for column in columns])
        self._starts = np.concatenate([[0], ends[:-1]])

    def entering(self, prices: Sequence[float], bland: bool) -> tuple[int, float] | None:
        """The column that gains most at these prices, or the first that gains; and how much."""
        gains = self._worth - self._times(prices)
        merits = gains
        if self.reach is not None:
            merits = np.where(gains > _REDUCED_COST, gains**2 / self.reach, 0.0)
        best = int(np.argmax(gains > _REDUCED_COST if bland else merits))
        return (best, float(gains[best])) if gains[best] > _REDUCED_COST else None

    def reweigh(self, row: Sequence[float], pivot: float, entering: int, leaving: int) -> None:
        """`row` of the inverse, where one column comes in for another."""
        assert self.reach is not None
        own = self.reach[entering] / pivot**2
        self.reach = np.maximum(self.reach, self._times(row) ** 2 * own)
        self.reach[leaving] = max(own, 1.0)

    def filling(self, prices: Sequence[float], row: Sequence[float]) -> int | None:
        """The column that loses least for what it adds to that row of the inverse."""
        entries = self._times(row)
        usable = np.flatnonzero(entries < -_PIVOT)
        if not usable.size:
            return None
        losses = np.maximum(self._times(prices) - self._worth, 0.0)[usable] / -entries[usable]
        ties = usable[losses <= losses.min() + _ZERO]
        return int(ties[np.argmin(entries[ties])])

    def _times(self, row: Sequence[float]) -> NDArray[np.float64]:
        products: NDArray[np.float64] = np.array(row)[self._rows] * self._entries
        return np.add.reduceat(products, self._starts)
