"""Minimise the modified Huber loss over sparse rows by Newton's method."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...arrays import Floats, Indices

# The modified Huber loss of a margin p and a sign y (+1 or -1) is
#
#     -4py if py < -1, (1 - py)² if -1 ≤ py < 1, 0 otherwise.
#
# It is linear for clearly wrong examples, so that no outlier dominates.


def compute_losses(margins: Floats, signs: Floats) -> Floats:
    """Return the modified Huber loss of each margin."""
    shortfall = 1 - margins * signs
    clipped_shortfall = np.clip(shortfall, 0, 2)
    # This is shortfall² if the shortfall is at most 2, and 4 shortfall - 4 = -4py above.
    values: Floats = clipped_shortfall * (2 * shortfall - clipped_shortfall)
    return values


def compute_first_derivatives(margins: Floats, signs: Floats) -> Floats:
    """Return the first derivative of each loss by its margin."""
    values: Floats = -2 * signs * np.clip(1 - margins * signs, 0, 2)
    return values


def compute_second_derivatives(margins: Floats, signs: Floats) -> Floats:
    """Return the second derivative of each loss: 2 where the loss is quadratic, else 0."""
    return np.where(np.abs(margins * signs) < 1, 2.0, 0.0)


# Newton's method for linear problems over sparse rows
#
# It minimises 1/n Σ_i L(margin_i, y_i) + Σ_j penalty_j w_j², where L is the modified Huber loss.
# Only rows that are neither clearly right nor clearly wrong have a nonzero second derivative. A
# Newton step needs only these few rows and their columns, so its computation by conjugate gradients
# is fast even with hundreds of thousands of rows and columns.

_MAX_NEWTON_STEPS = 200
_MAX_CG_STEPS = 500  # steps of conjugate gradients (CG) in each Newton step
_CG_TOLERANCE = 0.25  # norm of the residual at which CG stop, as a share of the initial norm
_MAX_HALVINGS = 50  # maximum number of times that a Newton step is halved
_MIN_CURVATURE = 1e-10  # curvature of columns without a penalty


@dataclass(frozen=True, eq=False)
class DesignMatrix:
    """Design matrix of sparse and dense columns.

    matrix         sparse columns, as a scipy matrix in CSR format
    dense          dense columns, with the same number of rows
    penalty        penalty of the weights of sparse columns
    dense_penalty  penalty of the weights of dense columns
    """

    matrix: Any
    dense: Floats
    penalty: float
    dense_penalty: float = 0.0

    @classmethod
    def from_sparse(cls, matrix: Any, penalty: float) -> "DesignMatrix":
        """Return a design matrix without dense columns."""
        return cls(matrix, np.empty((matrix.shape[0], 0)), penalty)

    @property
    def penalties(self) -> Floats:
        """Penalty of each column."""
        return np.repeat(
            [self.penalty, self.dense_penalty], [self.matrix.shape[1], self.dense.shape[1]]
        )

    @cached_property
    def _transposed_matrix(self) -> Any:
        return self.matrix.T  # cached, because transposing is slow in scipy

    def compute_margins(self, weights: Floats) -> Floats:
        """Return the weighted sum of each row."""
        n_sparse = self.matrix.shape[1]
        margins: Floats = self.matrix @ weights[:n_sparse] + self.dense @ weights[n_sparse:]
        return margins

    def sum_weighted_rows(self, row_weights: Floats) -> Floats:
        """Return the sum of all rows, each multiplied by its weight."""
        return np.concatenate([self._transposed_matrix @ row_weights, self.dense.T @ row_weights])

    def sum_column_squares(self) -> Floats:
        """Return the sum of the squared values of each column."""
        matrix = self.matrix
        sums = np.bincount(matrix.indices, matrix.data**2, minlength=matrix.shape[1])
        return np.concatenate([sums, (self.dense**2).sum(axis=0)])

    def select_rows(self, rows: Indices) -> "tuple[DesignMatrix, Indices]":
        """Return a design matrix of `rows` without empty columns, and its column indices."""
        matrix = self.matrix[rows]
        is_used = np.zeros(matrix.shape[1], dtype=bool)
        is_used[matrix.indices] = True
        new_column_indices = (np.cumsum(is_used) - 1).astype(matrix.indices.dtype)
        sparse_columns = np.flatnonzero(is_used)
        csr_arrays = (matrix.data, new_column_indices[matrix.indices], matrix.indptr)
        submatrix = type(matrix)(csr_arrays, shape=(len(rows), len(sparse_columns)))
        columns = np.concatenate(
            [sparse_columns, np.arange(len(is_used), len(is_used) + self.dense.shape[1])]
        )
        return DesignMatrix(submatrix, self.dense[rows], self.penalty, self.dense_penalty), columns


def minimise(design: DesignMatrix, signs: Floats, tolerance: float = 1e-5) -> Floats:
    """Return the weights of all columns that minimise the loss; `signs` has +1 or -1 per row.

    The iteration stops if the norm of the gradient is at most `tolerance` times the share of the
    rarer sign times the initial norm.
    """
    penalties, n_rows = design.penalties, len(signs)
    weights, margins, max_norm = np.zeros(len(penalties)), np.zeros(n_rows), 0.0
    rarer_share = max(min((signs > 0).mean(), (signs < 0).mean()), 1 / n_rows)
    for _ in range(_MAX_NEWTON_STEPS):
        gradient = (
            design.sum_weighted_rows(compute_first_derivatives(margins, signs) / n_rows)
            + 2 * penalties * weights
        )
        norm = float(np.sqrt(gradient @ gradient))
        max_norm = max_norm or tolerance * rarer_share * norm
        if norm <= max_norm:
            break
        step = _compute_newton_step(
            design, np.flatnonzero(compute_second_derivatives(margins, signs)), gradient
        )
        margin_change = design.compute_margins(step)
        old_loss = compute_losses(margins, signs).mean()
        old_penalty, cross_penalty, step_penalty = (
            float((penalties * a) @ b)
            for a, b in ((weights, weights), (weights, step), (step, step))
        )
        step_length, descent = 1.0, float(gradient @ step)
        for _ in range(_MAX_HALVINGS):
            loss_change = (
                compute_losses(margins + step_length * margin_change, signs).mean() - old_loss
            )
            loss_change += step_length * (2 * cross_penalty + step_length * step_penalty)
            # Armijo's condition; the second term allows for rounding errors.
            if loss_change <= 1e-4 * step_length * descent + 1e-14 * (old_loss + old_penalty):
                break
            step_length /= 2
        weights += step_length * step
        margins += step_length * margin_change
    return weights


def _compute_newton_step(design: DesignMatrix, curved_rows: Indices, gradient: Floats) -> Floats:
    """Return the step to the approximate minimum of the quadratic approximation.

    `curved_rows` has the rows with a nonzero second derivative of the loss, which is 2.
    """
    penalty_curvature = np.maximum(2 * design.penalties, _MIN_CURVATURE)
    # A column that is empty in all curved rows is independent of the other columns.
    step = -gradient / penalty_curvature
    curved_design, columns = design.select_rows(curved_rows)
    step[columns] = _solve_by_conjugate_gradients(
        curved_design, 2 / len(design.dense), penalty_curvature[columns], -gradient[columns]
    )
    return step


def _solve_by_conjugate_gradients(
    design: DesignMatrix, factor: float, diagonal: Floats, target: Floats
) -> Floats:
    """Return an approximate solution x of (factor AᵀA + diag(diagonal)) x = target.

    A is the design matrix `design`.
    """
    preconditioner = factor * design.sum_column_squares() + diagonal
    solution, residual = np.zeros(len(target)), target
    preconditioned = residual / preconditioner
    direction, residual_norm = preconditioned, float(residual @ preconditioned)
    max_residual_norm = _CG_TOLERANCE**2 * residual_norm
    for _ in range(_MAX_CG_STEPS):
        if residual_norm <= max_residual_norm:
            break
        product = (
            factor * design.sum_weighted_rows(design.compute_margins(direction))
            + diagonal * direction
        )
        step_length = residual_norm / float(direction @ product)
        solution = solution + step_length * direction
        residual = residual - step_length * product
        preconditioned = residual / preconditioner
        residual_norm, previous_norm = float(residual @ preconditioned), residual_norm
        direction = preconditioned + residual_norm / previous_norm * direction
    return solution
