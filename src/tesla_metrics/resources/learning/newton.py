"""Minimise the modified Huber loss over sparse rows by Newton's method."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...arrays import Floats, Indices

# The modified Huber loss of margins p and signs y, which are +1 and -1:
#
# -4py if py < -1, (1 - py)² if -1 ≤ py < 1, 0 otherwise. It is differentiable once, and linear
# where an example is badly wrong, so that no outlier dominates.


def losses(margins: Floats, signs: Floats) -> Floats:
    """Return the loss of each margin."""
    shortfall = 1 - margins * signs
    clipped = np.clip(shortfall, 0, 2)
    # Both branches at once: clipped² where clipped is the shortfall itself, 4 shortfall - 4 beyond.
    values: Floats = clipped * (2 * shortfall - clipped)
    return values


def first_derivatives(margins: Floats, signs: Floats) -> Floats:
    """Return the first derivative of each loss by its margin."""
    values: Floats = -2 * signs * np.clip(1 - margins * signs, 0, 2)
    return values


def second_derivatives(margins: Floats, signs: Floats) -> Floats:
    """Return the second derivative of each loss: 2 where the loss is quadratic, else 0."""
    return np.where(np.abs(margins * signs) < 1, 2.0, 0.0)


# Linear problems over sparse rows: minimise 1/n Σ L(margin_i, y_i) + Σ_j penalty_j w_j².
#
# L is the modified Huber loss. Only few rows have a second derivative: those that are neither
# clearly right nor clearly wrong. Newton's method needs only these rows and their columns, so its
# steps (by conjugate gradients) are cheap even with hundreds of thousands of rows and columns.

_MAX_NEWTON_STEPS = 200
_MAX_CG_STEPS = 500  # of conjugate gradients, in each Newton step
_CG_TOLERANCE = 0.25  # remaining share of the gradient after the conjugate gradients
_MAX_HALVINGS = 50
_MIN_CURVATURE = 1e-10  # for columns without a penalty


@dataclass(frozen=True, eq=False)
class Design:
    """Sparse columns and additional dense columns, with the penalty of the weights of either.

    `penalty` is the penalty of the sparse columns `matrix`, `dense_penalty` that of the dense
    columns `dense`.
    """

    matrix: Any
    dense: Floats
    penalty: float
    dense_penalty: float = 0.0

    @classmethod
    def sparse_only(cls, matrix: Any, strength: float) -> "Design":
        """Return a design without dense columns."""
        return cls(matrix, np.empty((matrix.shape[0], 0)), strength)

    @property
    def penalties(self) -> Floats:
        """Return the penalty of each column."""
        return np.repeat(
            [self.penalty, self.dense_penalty], [self.matrix.shape[1], self.dense.shape[1]]
        )

    @cached_property
    def _columns(self) -> Any:
        return self.matrix.T  # no copy, but slow in scipy

    def margins(self, weights: Floats) -> Floats:
        """Return the margin of each row."""
        n_sparse = self.matrix.shape[1]
        margins: Floats = self.matrix @ weights[:n_sparse] + self.dense @ weights[n_sparse:]
        return margins

    def weighted_row_sum(self, row_weights: Floats) -> Floats:
        """Return the sum of all rows, each multiplied by its number."""
        return np.concatenate([self._columns @ row_weights, self.dense.T @ row_weights])

    def column_square_sums(self) -> Floats:
        """Return the sum of the squared values of each column."""
        matrix = self.matrix
        sums = np.bincount(matrix.indices, matrix.data**2, minlength=matrix.shape[1])
        return np.concatenate([sums, (self.dense**2).sum(axis=0)])

    def select_rows(self, rows: Indices) -> "tuple[Design, Indices]":
        """Return a design with only these rows and the columns they use, and these columns."""
        matrix = self.matrix[rows]
        used = np.zeros(matrix.shape[1], dtype=bool)
        used[matrix.indices] = True
        new_column = (np.cumsum(used) - 1).astype(matrix.indices.dtype)
        sparse_columns = np.flatnonzero(used)
        parts = (matrix.data, new_column[matrix.indices], matrix.indptr)
        submatrix = type(matrix)(parts, shape=(len(rows), len(sparse_columns)))
        columns = np.concatenate(
            [sparse_columns, np.arange(len(used), len(used) + self.dense.shape[1])]
        )
        return Design(submatrix, self.dense[rows], self.penalty, self.dense_penalty), columns


def minimise(design: Design, signs: Floats, tolerance: float = 1e-5) -> Floats:
    """Return the weights of all columns that minimise the loss; `signs` has +1 or -1 per row.

    Stops when the norm of the gradient is below `tolerance` times its first value, multiplied by
    the share of the rarer sign.
    """
    penalties, n_rows = design.penalties, len(signs)
    weights, margins, limit = np.zeros(len(penalties)), np.zeros(n_rows), 0.0
    rarer_share = max(min((signs > 0).mean(), (signs < 0).mean()), 1 / n_rows)
    for _ in range(_MAX_NEWTON_STEPS):
        gradient = (
            design.weighted_row_sum(first_derivatives(margins, signs) / n_rows)
            + 2 * penalties * weights
        )
        norm = float(np.sqrt(gradient @ gradient))
        limit = limit or tolerance * rarer_share * norm
        if norm <= limit:
            break
        step = _newton_step(design, np.flatnonzero(second_derivatives(margins, signs)), gradient)
        move = design.margins(step)
        old_loss = losses(margins, signs).mean()
        old_penalty, cross_penalty, step_penalty = (
            float((penalties * a) @ b)
            for a, b in ((weights, weights), (weights, step), (step, step))
        )
        length, descent = 1.0, float(gradient @ step)
        for _ in range(_MAX_HALVINGS):
            change = losses(margins + length * move, signs).mean() - old_loss
            change += length * (2 * cross_penalty + length * step_penalty)
            # The second term allows for rounding errors.
            if change <= 1e-4 * length * descent + 1e-14 * (old_loss + old_penalty):
                break
            length /= 2
        weights += length * step
        margins += length * move
    return weights


def _newton_step(design: Design, curved: Indices, gradient: Floats) -> Floats:
    """Return the approximate minimum of the quadratic approximation at the current point.

    curved  the rows whose loss has a second derivative (of 2) here
    """
    penalty_curvature = np.maximum(2 * design.penalties, _MIN_CURVATURE)
    # Columns without a curved row are independent of the others.
    step = -gradient / penalty_curvature
    part, columns = design.select_rows(curved)
    step[columns] = _conjugate_gradients(
        part, 2 / len(design.dense), penalty_curvature[columns], -gradient[columns]
    )
    return step


def _conjugate_gradients(part: Design, factor: float, diagonal: Floats, target: Floats) -> Floats:
    """Return an approximate x with (factor AᵀA + diag(diagonal)) x = target.

    A is the matrix of the rows of `part`.
    """
    preconditioner = factor * part.column_square_sums() + diagonal
    solution, residual = np.zeros(len(target)), target
    preconditioned = residual / preconditioner
    direction, residual_norm = preconditioned, float(residual @ preconditioned)
    goal = _CG_TOLERANCE**2 * residual_norm
    for _ in range(_MAX_CG_STEPS):
        if residual_norm <= goal:
            break
        product = factor * part.weighted_row_sum(part.margins(direction)) + diagonal * direction
        step = residual_norm / float(direction @ product)
        solution = solution + step * direction
        residual = residual - step * product
        preconditioned = residual / preconditioner
        residual_norm, last_norm = float(residual @ preconditioned), residual_norm
        direction = preconditioned + residual_norm / last_norm * direction
    return solution
