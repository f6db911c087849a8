"""A simplex solver for linear programs to which columns can be added.

It is the revised primal simplex method with sparse columns. The inverse of the basis is a product
of elementary matrices ("etas") and is recomputed regularly. Every row has an initial column, so
that there is an initial solution. The problems of this package are highly degenerate, and the
method would stall. So the limits are first perturbed a little. If the final basis is not feasible
for the true limits, a few steps of the dual simplex method repair it.
"""

from collections.abc import Mapping, Sequence
from itertools import count

import numpy as np
from numpy.typing import NDArray

# Tolerances. Entries and limits are small integers, and solutions are fractions of small integers.
_MIN_GAIN = 1e-10  # smallest gain per unit of a column that enters the basis
_ZERO = 1e-12  # absolute values up to this one count as 0
_MIN_PIVOT = 1e-7  # smallest pivot
_INFEASIBILITY_TOLERANCE = 1e-9  # amounts below minus this value are infeasible
_PERTURBATION = 1e-6  # size of the perturbation of limits
# Number of steps without gain after which Bland's rule, which cannot cycle, is used.
_MAX_STALLED_STEPS = 200
# Number of steps after which the inverse of the basis is recomputed.
_STEPS_PER_REFACTORING = 100
# Number of steps after which it pays to maintain the Devex weights (`devex_weights`).
_STEPS_BEFORE_DEVEX = 1000

Column = Mapping[int, float]  # nonzero entries by row


class Simplex:
    """Maximise sum_j objective_j x_j, subject to sum_j column_j[i] x_j = limits[i] and x >= 0.

    Every row has an initial column with a single entry of 1; its objective coefficient is at most
    0. The last `surplus_rows` rows also have a surplus column with a single entry of -1 and the
    objective coefficient 0. The amount of a column is the value of its variable x_j.
    """

    def __init__(
        self, limits: Sequence[float], initial_objective: Sequence[float], surplus_rows: int = 0
    ) -> None:
        n_rows = len(limits)
        self._limits = list(limits)
        self._columns: list[Column] = [{row: 1.0} for row in range(n_rows)]
        self._columns += ({row: -1.0} for row in range(n_rows - surplus_rows, n_rows))
        self._objective = [*initial_objective, *[0.0] * surplus_rows]
        self._n_surplus_rows = surplus_rows
        self._pricing_cache: _Pricing | None = None
        self._reset(_PERTURBATION)

    def add(self, objective: float, column: Column) -> None:
        """Add a column."""
        self._columns.append(column)
        self._objective.append(objective)
        self._pricing_cache = None

    def get_prices(self) -> list[float]:
        """Return the dual price of each row: the increase of the value per unit of its limit."""
        return self._apply_inverse_to_row([self._objective[column] for column in self._basis])

    def get_value(self) -> float:
        """Return the objective value of the solution."""
        basis_amounts = zip(self._basis, self._amounts, strict=True)
        return sum(self._objective[column] * amount for column, amount in basis_amounts)

    def get_added_amounts(self) -> list[float]:
        """Return the amount of each added column in the solution."""
        first_added = len(self._limits) + self._n_surplus_rows
        amounts = [0.0] * (len(self._columns) - first_added)
        for column, amount in zip(self._basis, self._amounts, strict=True):
            if column >= first_added:
                amounts[column - first_added] = amount
        return amounts

    def solve(self) -> None:
        """Find the optimum for the perturbed limits, starting from the last solution."""
        n_stalled = 0
        self._get_pricing().devex_weights = None
        for n_steps in count():
            if n_steps == _STEPS_BEFORE_DEVEX:
                self._get_pricing().devex_weights = np.ones(len(self._columns))
            use_bland = n_stalled > _MAX_STALLED_STEPS
            entering = self._get_pricing().choose_entering(self.get_prices(), use_bland)
            if entering is not None:
                n_stalled = 0 if self._step(*entering, use_bland) else n_stalled + 1
            elif self._new_etas:
                self._recompute_inverse()
            else:
                return

    def remove_perturbation(self) -> None:
        """Find the optimum for the true limits, starting from the one for the perturbed limits."""
        self._perturbed_limits = self._limits
        for n_steps in count():
            self._amounts = self._apply_inverse(list(self._limits))
            lowest_row = min(range(len(self._amounts)), key=self._amounts.__getitem__)
            if self._amounts[lowest_row] > -_INFEASIBILITY_TOLERANCE:
                break
            if n_steps > 10 * len(self._limits) or not self._dual_step(lowest_row):
                self._reset(0.0)
                self.solve()
                break
        self._amounts = [max(amount, 0.0) for amount in self._amounts]

    def _reset(self, shift: float) -> None:
        """Start with the initial columns as the basis, and with limits shifted by about `shift`."""
        n_rows = len(self._limits)
        self._basis = list(range(n_rows))  # the basic column of each row
        # (row, diagonal entry, [(row, entry), ...]): an identity matrix with one other column.
        self._etas: list[tuple[int, float, list[tuple[int, float]]]] = []
        self._new_etas = 0  # number of etas since the last refactorisation
        # Multiples of the golden ratio are spread evenly and are reproducible.
        factors = (0.5 + row * 0.6180339887498949 % 1 for row in range(n_rows))
        self._perturbed_limits = [
            limit + shift * factor for limit, factor in zip(self._limits, factors, strict=True)
        ]
        self._amounts = list(self._perturbed_limits)

    def _get_pricing(self) -> "_Pricing":
        if self._pricing_cache is None:
            self._pricing_cache = _Pricing(self._columns, self._objective)
        return self._pricing_cache

    def _dual_step(self, row: int) -> bool:
        """Replace the basic column of an infeasible row by the column that loses least.

        Return whether there is such a column.
        """
        entering = self._get_pricing().choose_dual_entering(
            self.get_prices(), self._apply_inverse_to_row(self._make_unit_vector(row))
        )
        if entering is None:
            return False
        direction = self._apply_inverse(self._make_vector(self._columns[entering]))
        self._replace_column(row, direction[row], _get_nonzero(direction), entering)
        return True

    def _step(self, entering: int, gain: float, use_bland: bool) -> bool:
        """Bring a column into the basis; return whether the amounts changed.

        `gain` is the gain per unit of the column. `use_bland` selects Bland's rule.
        """
        direction = self._apply_inverse(self._make_vector(self._columns[entering]))
        # (amount of the entering column at which the row's amount becomes 0, row)
        ratios = [
            (self._amounts[row] / entry, row)
            for row, entry in enumerate(direction)
            if entry > _MIN_PIVOT
        ]
        assert ratios, "the linear program is unbounded"
        if use_bland:
            min_ratio = min(ratios)[0] + _ZERO
            leaving_row = min(
                (self._basis[row], row) for ratio, row in ratios if ratio <= min_ratio
            )[1]
        else:
            leaving_row = self._choose_leaving_row(sorted(ratios), direction, gain)
        nonzero = _get_nonzero(direction)
        amounts, pivot = self._amounts, direction[leaving_row]
        if self._get_pricing().devex_weights is not None:
            row_of_inverse = self._apply_inverse_to_row(self._make_unit_vector(leaving_row))
            self._get_pricing().update_devex_weights(
                row_of_inverse, pivot, entering, self._basis[leaving_row]
            )
        amount = max(amounts[leaving_row] / pivot, 0.0)
        for row, entry in nonzero:
            amounts[row] = max(amounts[row] - amount * entry, 0.0)
        amounts[leaving_row] = amount
        self._replace_column(leaving_row, pivot, nonzero, entering)
        return amount > _MIN_PIVOT * _MIN_PIVOT

    def _choose_leaving_row(
        self, ratios: list[tuple[float, int]], direction: list[float], gain: float
    ) -> int:
        """Return the row of the basic column that leaves the basis.

        Its amount decreases to 0. If the opposite column of the same row can replace it in the
        basis, and the entering column then still gains, it does, and a later row is chosen:
        otherwise each of these exchanges would take a separate step.
        """
        n_exchanged = 0
        while n_exchanged < len(ratios):
            row = ratios[n_exchanged][1]
            opposite = self._get_opposite(self._basis[row])
            if opposite is None:
                break
            gain += (self._objective[self._basis[row]] + self._objective[opposite]) * direction[row]
            if gain <= _MIN_GAIN:
                break
            n_exchanged += 1
        assert n_exchanged < len(ratios), "the linear program is unbounded"
        max_ratio = ratios[n_exchanged][0] + _ZERO
        # The greatest pivot is numerically the safest.
        negative_row = max(
            (direction[row], -row) for ratio, row in ratios[n_exchanged:] if ratio <= max_ratio
        )[1]
        for _, row in ratios[:n_exchanged]:
            opposite = self._get_opposite(self._basis[row])
            assert opposite is not None
            self._basis[row] = opposite
            self._etas.append((row, -1.0, []))
            direction[row] = -direction[row]
            self._amounts[row] = -self._amounts[row]
        return -negative_row

    def _get_opposite(self, column: int) -> int | None:
        """Return the surplus column of an initial column's row, or vice versa; None without one."""
        n_rows, n_surplus_rows = len(self._limits), self._n_surplus_rows
        if not n_rows - n_surplus_rows <= column < n_rows + n_surplus_rows:
            return None
        return column + n_surplus_rows if column < n_rows else column - n_surplus_rows

    def _replace_column(
        self, row: int, pivot: float, direction: list[tuple[int, float]], entering: int
    ) -> None:
        """Replace the basic column of a row by the entering column."""
        self._append_eta(row, pivot, direction)
        self._basis[row] = entering
        self._new_etas += 1
        if self._new_etas >= _STEPS_PER_REFACTORING:
            self._recompute_inverse()

    def _make_unit_vector(self, row: int) -> list[float]:
        return self._make_vector({row: 1.0})

    def _make_vector(self, column: Column) -> list[float]:
        vector = [0.0] * len(self._basis)
        for row, entry in column.items():
            vector[row] = entry
        return vector

    def _append_eta(self, row: int, pivot: float, column: list[tuple[int, float]]) -> None:
        """Append the eta of a pivot to the inverse of the basis."""
        others = [(other_row, -entry / pivot) for other_row, entry in column if other_row != row]
        if others or pivot != 1.0:
            self._etas.append((row, 1.0 / pivot, others))

    def _apply_inverse(self, vector: list[float]) -> list[float]:
        """Multiply the inverse of the basis by a column, in place."""
        for row, factor, others in self._etas:
            value = vector[row]
            if value:
                vector[row] = value * factor
                for other_row, entry in others:
                    vector[other_row] += value * entry
        return vector

    def _apply_inverse_to_row(self, vector: list[float]) -> list[float]:
        """Multiply a row by the inverse of the basis, in place."""
        for row, factor, others in reversed(self._etas):
            value = vector[row] * factor
            for other_row, entry in others:
                value += vector[other_row] * entry
            vector[row] = value
        return vector

    def _recompute_inverse(self) -> None:
        """Recompute the inverse of the basis, with few etas and without old rounding errors."""
        self._etas, self._new_etas = [], 0
        basis = self._basis
        self._basis = [-1] * len(basis)
        pending = {}
        for index in basis:
            # The initial column of a row needs no eta.
            if index < len(basis):
                self._basis[index] = index
            else:
                pending[index] = self._columns[index]
        for index, row in self._order_pivots(pending):
            column = pending[index]
            if row >= 0:
                # The column has no entries in the previous pivot rows, so that multiplication by
                # the inverse would not change it.
                self._append_eta(row, column[row], list(column.items()))
            else:
                vector = self._apply_inverse(self._make_vector(column))
                nonzero = _get_nonzero(vector)
                free_entries = ((abs(entry), i) for i, entry in nonzero if self._basis[i] < 0)
                row = max(free_entries)[1]
                self._append_eta(row, vector[row], nonzero)
            self._basis[row] = index
        self._amounts = [
            max(amount, 0.0) for amount in self._apply_inverse(list(self._perturbed_limits))
        ]

    def _order_pivots(self, pending: Mapping[int, Column]) -> list[tuple[int, int]]:
        """Return pairs of a column and its pivot row, in an order that avoids fill-in.

        The pivot row is -1 if it is chosen later. `pending` has the columns by index.
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
        undetermined = sorted(remaining, key=lambda index: (len(pending[index]), index))
        return order + [(index, -1) for index in undetermined]


def _get_nonzero(vector: Sequence[float]) -> list[tuple[int, float]]:
    """Return the entries of a vector that are not 0, as (index, entry)."""
    return [(index, entry) for index, entry in enumerate(vector) if abs(entry) > _ZERO]


class _Pricing:
    """Selection of the column that enters the basis.

    By default it is the column with the greatest gain per unit. `devex_weights`, if it is not None,
    has for each column approximately the squared distance that the solution moves per unit (Devex,
    Harris 1973); gains are then related to this distance.
    """

    devex_weights: NDArray[np.float64] | None = None

    def __init__(self, columns: Sequence[Column], objective: Sequence[float]) -> None:
        # The entries of all columns, concatenated, with their rows.
        self._objective = np.array(objective)
        self._rows = np.array([row for column in columns for row in column], dtype=np.intp)
        self._entries = np.array([entry for column in columns for entry in column.values()])
        ends = np.cumsum([len(column) for column in columns])
        self._starts = np.concatenate([[0], ends[:-1]])

    def choose_entering(self, prices: Sequence[float], use_bland: bool) -> tuple[int, float] | None:
        """Return the column that gains most at these prices, and its gain per unit, or None.

        With Bland's rule (`use_bland`) it is the first column that gains.
        """
        gains = self._objective - self._multiply_columns(prices)
        criteria = gains
        if self.devex_weights is not None:
            criteria = np.where(gains > _MIN_GAIN, gains**2 / self.devex_weights, 0.0)
        best = int(np.argmax(gains > _MIN_GAIN if use_bland else criteria))
        return (best, float(gains[best])) if gains[best] > _MIN_GAIN else None

    def update_devex_weights(
        self, row: Sequence[float], pivot: float, entering: int, leaving: int
    ) -> None:
        """Update `devex_weights` when a column is replaced; `row` is the inverse's pivot row."""
        assert self.devex_weights is not None
        weight = self.devex_weights[entering] / pivot**2
        self.devex_weights = np.maximum(
            self.devex_weights, self._multiply_columns(row) ** 2 * weight
        )
        self.devex_weights[leaving] = max(weight, 1.0)

    def choose_dual_entering(self, prices: Sequence[float], row: Sequence[float]) -> int | None:
        """Return the column that loses least at these prices, for the dual simplex method.

        The loss is relative to the column's entry in the product of `row`, a row of the inverse,
        with all columns. Return None if no entry is negative.
        """
        entries = self._multiply_columns(row)
        usable = np.flatnonzero(entries < -_MIN_PIVOT)
        if not usable.size:
            return None
        reduced_costs = np.maximum(self._multiply_columns(prices) - self._objective, 0.0)
        losses = reduced_costs[usable] / -entries[usable]
        ties = usable[losses <= losses.min() + _ZERO]
        return int(ties[np.argmin(entries[ties])])

    def _multiply_columns(self, row: Sequence[float]) -> NDArray[np.float64]:
        """Return the product of a row vector with each column."""
        products: NDArray[np.float64] = np.array(row)[self._rows] * self._entries
        return np.add.reduceat(products, self._starts)
