"""A simplex solver for linear programs that grow.

It is the revised primal simplex method with sparse columns. The inverse of the basis is a product
of elementary matrices ("etas") and is recomputed regularly. Every row has an initial column of its
own, so that there is an initial solution. The problems here are highly degenerate, and the method
would stall. So the limits are first perturbed a little; if the final basis is not feasible for the
true limits, a few steps of the dual simplex method repair it.
"""

from collections.abc import Mapping, Sequence
from itertools import count

import numpy as np
from numpy.typing import NDArray

# Entries and limits are small integers, and solutions are fractions of small integers.
_REDUCED_COST = 1e-10
_ZERO = 1e-12
_PIVOT = 1e-7
_INFEASIBLE = 1e-9
_SHIFT = 1e-6
# Steps without gain before Bland's rule, which cannot cycle, is used.
_MAX_STALLED_STEPS = 200
_REFACTOR_EVERY = 100
# Number of steps after which it pays to maintain the Devex weights (`devex_weights`).
_MANY_STEPS = 1000

Column = Mapping[int, float]


class Simplex:
    """Maximise sum worth_j x_j, subject to sum_j column_j[i] x_j = limits[i] and x >= 0.

    Every row has an initial column of its own, whose worth (objective coefficient) is at most 0.
    The last `surplus_rows` rows have another one, which absorbs a surplus at no cost.
    """

    def __init__(
        self, limits: Sequence[float], initial_objective: Sequence[float], surplus_rows: int = 0
    ) -> None:
        rows = len(limits)
        self._limits = list(limits)
        self._columns: list[Column] = [{row: 1.0} for row in range(rows)]
        self._columns += ({row: -1.0} for row in range(rows - surplus_rows, rows))
        self._objective = [*initial_objective, *[0.0] * surplus_rows]
        self._exceeding = surplus_rows
        self._pricing_cache: _Pricing | None = None
        self._reset(_SHIFT)

    def add(self, objective: float, column: Column) -> None:
        """Add a column."""
        self._columns.append(column)
        self._objective.append(objective)
        self._pricing_cache = None

    def prices(self) -> list[float]:
        """Return the dual prices: the increase of the value per unit of each row's limit."""
        return self._btran([self._objective[column] for column in self._basis])

    def value(self) -> float:
        """Return the objective value of the solution."""
        used = zip(self._basis, self._amounts, strict=True)
        return sum(self._objective[column] * amount for column, amount in used)

    def added(self) -> list[float]:
        """Return the amount of each added column in the solution."""
        first = len(self._limits) + self._exceeding
        amounts = [0.0] * (len(self._columns) - first)
        for column, amount in zip(self._basis, self._amounts, strict=True):
            if column >= first:
                amounts[column - first] = amount
        return amounts

    def solve(self) -> None:
        """Go on from the last solution to the optimum for the perturbed limits."""
        stalled = 0
        self._pricing().devex_weights = None
        for steps in count():
            if steps == _MANY_STEPS:
                self._pricing().devex_weights = np.ones(len(self._columns))
            bland = stalled > _MAX_STALLED_STEPS
            entering = self._pricing().entering(self.prices(), bland)
            if entering is not None:
                stalled = 0 if self._step(*entering, bland) else stalled + 1
            elif self._new_etas:
                self._refactor()
            else:
                return

    def settle(self) -> None:
        """Go on from the optimum for the perturbed limits to that for the true limits."""
        self._shifted = self._limits
        for steps in count():
            self._amounts = self._ftran(list(self._limits))
            lowest = min(range(len(self._amounts)), key=self._amounts.__getitem__)
            if self._amounts[lowest] > -_INFEASIBLE:
                break
            if steps > 10 * len(self._limits) or not self._dual_step(lowest):
                self._reset(0.0)
                self.solve()
                break
        self._amounts = [max(amount, 0.0) for amount in self._amounts]

    def _reset(self, shift: float) -> None:
        rows = len(self._limits)
        self._basis = list(range(rows))  # by row
        self._etas: list[tuple[int, float, list[tuple[int, float]]]] = []
        self._new_etas = 0  # number of etas since the last refactorisation
        # The golden ratio spreads the shifts evenly and deterministically.
        spread = (0.5 + row * 0.6180339887498949 % 1 for row in range(rows))
        self._shifted = [a + shift * b for a, b in zip(self._limits, spread, strict=True)]
        self._amounts = list(self._shifted)

    def _pricing(self) -> "_Pricing":
        if self._pricing_cache is None:
            self._pricing_cache = _Pricing(self._columns, self._objective)
        return self._pricing_cache

    def _dual_step(self, row: int) -> bool:
        """Fill an infeasible row with the column that loses least; return whether there is one."""
        entering = self._pricing().filling(self.prices(), self._btran(self._unit(row)))
        if entering is None:
            return False
        direction = self._ftran(self._dense(self._columns[entering]))
        nonzero = [(i, d) for i, d in enumerate(direction) if abs(d) > _ZERO]
        self._replace(row, direction[row], nonzero, entering)
        return True

    def _step(self, entering: int, gain: float, bland: bool) -> bool:
        """Bring a column into the basis; return whether the solution moved."""
        direction = self._ftran(self._dense(self._columns[entering]))
        ratios = [(self._amounts[i] / d, i) for i, d in enumerate(direction) if d > _PIVOT]
        assert ratios, "the linear program is unbounded"
        if bland:
            min_ratio = min(ratios)[0] + _ZERO
            leaving = min((self._basis[i], i) for ratio, i in ratios if ratio <= min_ratio)[1]
        else:
            leaving = self._leaving(sorted(ratios), direction, gain)
        nonzero = [(row, d) for row, d in enumerate(direction) if abs(d) > _ZERO]
        amounts, pivot = self._amounts, direction[leaving]
        if self._pricing().devex_weights is not None:
            row_of_inverse = self._btran(self._unit(leaving))
            self._pricing().reweigh(row_of_inverse, pivot, entering, self._basis[leaving])
        amount = max(amounts[leaving] / pivot, 0.0)
        for row, d in nonzero:
            amounts[row] = max(amounts[row] - amount * d, 0.0)
        amounts[leaving] = amount
        self._replace(leaving, pivot, nonzero, entering)
        return amount > _PIVOT * _PIVOT

    def _leaving(self, ratios: list[tuple[float, int]], direction: list[float], gain: float) -> int:
        """Return the row whose column decreases to 0 and leaves the basis.

        If the opposite column of the same row can take over and there is still something to gain,
        it does: otherwise each of these exchanges would take a separate step.
        """
        last = 0
        while last < len(ratios):
            row = ratios[last][1]
            other = self._opposite(self._basis[row])
            if other is None:
                break
            gain += (self._objective[self._basis[row]] + self._objective[other]) * direction[row]
            if gain <= _REDUCED_COST:
                break
            last += 1
        assert last < len(ratios), "the linear program is unbounded"
        max_ratio = ratios[last][0] + _ZERO
        # The greatest pivot is numerically the safest.
        leaving = max((direction[i], -i) for ratio, i in ratios[last:] if ratio <= max_ratio)[1]
        for _, row in ratios[:last]:
            other = self._opposite(self._basis[row])
            assert other is not None
            self._basis[row] = other
            self._etas.append((row, -1.0, []))
            direction[row] = -direction[row]
            self._amounts[row] = -self._amounts[row]
        return -leaving

    def _opposite(self, column: int) -> int | None:
        """Return the other one of the two own columns of a row, or None."""
        rows, exceeding = len(self._limits), self._exceeding
        if not rows - exceeding <= column < rows + exceeding:
            return None
        return column + exceeding if column < rows else column - exceeding

    def _replace(
        self, row: int, pivot: float, direction: list[tuple[int, float]], entering: int
    ) -> None:
        self._append(row, pivot, direction)
        self._basis[row] = entering
        self._new_etas += 1
        if self._new_etas >= _REFACTOR_EVERY:
            self._refactor()

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

    def _ftran(self, vector: list[float]) -> list[float]:
        """Multiply the inverse of the basis by a column, in place."""
        for row, factor, rest in self._etas:
            value = vector[row]
            if value:
                vector[row] = value * factor
                for i, entry in rest:
                    vector[i] += value * entry
        return vector

    def _btran(self, vector: list[float]) -> list[float]:
        """Multiply a row by the inverse of the basis, in place."""
        for row, factor, rest in reversed(self._etas):
            value = vector[row] * factor
            for i, entry in rest:
                value += vector[i] * entry
            vector[row] = value
        return vector

    def _refactor(self) -> None:
        """Recompute the inverse, without accumulated rounding errors and with as few etas."""
        self._etas, self._new_etas = [], 0
        basis = self._basis
        self._basis = [-1] * len(basis)
        pending = {}
        for index in basis:
            # A row's own column needs no eta.
            if index < len(basis):
                self._basis[index] = index
            else:
                pending[index] = self._columns[index]
        for index, row in self._pivot_order(pending):
            column = pending[index]
            if row >= 0:
                # None of the previous pivot rows has an entry in this column, so the inverse does
                # not change it.
                self._append(row, column[row], list(column.items()))
            else:
                vector = self._ftran(self._dense(column))
                nonzero = [(i, d) for i, d in enumerate(vector) if abs(d) > _ZERO]
                row = max((abs(d), i) for i, d in nonzero if self._basis[i] < 0)[1]
                self._append(row, vector[row], nonzero)
            self._basis[row] = index
        self._amounts = [max(x, 0.0) for x in self._ftran(list(self._shifted))]

    def _pivot_order(self, pending: Mapping[int, Column]) -> list[tuple[int, int]]:
        """Return columns with their pivot rows, or -1 where these are not determined.

        The order avoids fill-in as far as possible.
        """
        columns_in_row: dict[int, set[int]] = {}
        for index, column in pending.items():
            for row in column:
                if self._basis[row] < 0:
                    columns_in_row.setdefault(row, set()).add(index)
        order = []
        remaining = set(pending)
        singletons = [row for row, indices in columns_in_row.items() if len(indices) == 1]
        while singletons:
            row = singletons.pop()
            if len(columns_in_row[row]) != 1:
                continue
            (index,) = columns_in_row[row]
            order.append((index, row))
            remaining.remove(index)
            for other in pending[index]:
                if other in columns_in_row:
                    columns_in_row[other].discard(index)
                    if len(columns_in_row[other]) == 1:
                        singletons.append(other)
        rest = sorted(remaining, key=lambda index: (len(pending[index]), index))
        return order + [(index, -1) for index in rest]


class _Pricing:
    """Selection of the entering column; the columns of the program are concatenated.

    A gain is per unit of the column, which says little about how far the solution moves.
    `devex_weights`, if maintained, is approximately the squared distance that the solution moves
    per unit (Devex, Harris 1973).
    """

    devex_weights: NDArray[np.float64] | None = None

    def __init__(self, columns: Sequence[Column], objective: Sequence[float]) -> None:
        self._objective = np.array(objective)
        self._rows = np.array([row for column in columns for row in column], dtype=np.intp)
        self._entries = np.array([entry for column in columns for entry in column.values()])
        ends = np.cumsum([len(column) for column in columns])
        self._starts = np.concatenate([[0], ends[:-1]])

    def entering(self, prices: Sequence[float], bland: bool) -> tuple[int, float] | None:
        """Return a column that gains at these prices, and its gain, or None.

        It is the column that gains most, or with Bland's rule the first one.
        """
        gains = self._objective - self._row_product(prices)
        merits = gains
        if self.devex_weights is not None:
            merits = np.where(gains > _REDUCED_COST, gains**2 / self.devex_weights, 0.0)
        best = int(np.argmax(gains > _REDUCED_COST if bland else merits))
        return (best, float(gains[best])) if gains[best] > _REDUCED_COST else None

    def reweigh(self, row: Sequence[float], pivot: float, entering: int, leaving: int) -> None:
        """Update `devex_weights` with the pivot row of the inverse, after a column was replaced."""
        assert self.devex_weights is not None
        weight = self.devex_weights[entering] / pivot**2
        self.devex_weights = np.maximum(self.devex_weights, self._row_product(row) ** 2 * weight)
        self.devex_weights[leaving] = max(weight, 1.0)

    def filling(self, prices: Sequence[float], row: Sequence[float]) -> int | None:
        """Return the column that loses least relative to its entry in this row of the inverse."""
        entries = self._row_product(row)
        usable = np.flatnonzero(entries < -_PIVOT)
        if not usable.size:
            return None
        losses = (
            np.maximum(self._row_product(prices) - self._objective, 0.0)[usable] / -entries[usable]
        )
        ties = usable[losses <= losses.min() + _ZERO]
        return int(ties[np.argmin(entries[ties])])

    def _row_product(self, row: Sequence[float]) -> NDArray[np.float64]:
        products: NDArray[np.float64] = np.array(row)[self._rows] * self._entries
        return np.add.reduceat(products, self._starts)
