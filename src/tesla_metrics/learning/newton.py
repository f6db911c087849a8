"""Linear problems over sparse rows: 1/n Σ L(margin_i, y_i) + Σ_j penalty_j w_j² is made least.

L is the modified Huber loss. It is bent for few rows only, those that are neither right by far nor
wrong by far; so Newton's method has to look at these and the columns they have, and its steps (by
conjugate gradients) are cheap even where there are hundreds of thousands of both.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..arrays import Floats, Indices
from .huber import bends, losses, slopes

_ROUNDS = 200
_STEPS = 500  # of conjugate gradients in a round
_CLOSE = 0.25  # how much of the slope a round may leave
_HALVINGS = 50
_LEAST = 1e-10  # of curvature, where there is no penalty


@dataclass(frozen=True, eq=False)
class Design:
    """Sparse rows and dense columns beside them, and the penalty of either's weights.

    Those beside may have none.
    """

    matrix: Any
    beside: Floats
    strength: float
    held: float = 0.0

    @classmethod
    def plain(cls, matrix: Any, strength: float) -> "Design":
        """With nothing beside."""
        return cls(matrix, np.empty((matrix.shape[0], 0)), strength)

    @property
    def penalties(self) -> Floats:
        """Of all columns."""
        return np.repeat([self.strength, self.held], [self.matrix.shape[1], self.beside.shape[1]])

    @cached_property
    def _columns(self) -> Any:
        return self.matrix.T  # without a copy, yet scipy takes its time

    def margins(self, weights: Floats) -> Floats:
        """Of all rows."""
        split = self.matrix.shape[1]
        found: Floats = self.matrix @ weights[:split] + self.beside @ weights[split:]
        return found

    def pulled(self, numbers: Floats) -> Floats:
        """The sum of rows, each times its number."""
        return np.concatenate([self._columns @ numbers, self.beside.T @ numbers])

    def squares(self) -> Floats:
        """The sum of squared rows."""
        own = self.matrix
        found = np.bincount(own.indices, own.data**2, minlength=own.shape[1])
        return np.concatenate([found, (self.beside**2).sum(axis=0)])

    def part(self, rows: Indices) -> "tuple[Design, Indices]":
        """Some rows, with the columns that they have, and which columns these are."""
        matrix = self.matrix[rows]
        used = np.zeros(matrix.shape[1], dtype=bool)
        used[matrix.indices] = True
        numbers = (np.cumsum(used) - 1).astype(matrix.indices.dtype)
        own = np.flatnonzero(used)
        parts = (matrix.data, numbers[matrix.indices], matrix.indptr)
        narrow = type(matrix)(parts, shape=(len(rows), len(own)))
        places = np.concatenate([own, np.arange(len(used), len(used) + self.beside.shape[1])])
        return Design(narrow, self.beside[rows], self.strength, self.held), places


def minimise(design: Design, signs: Floats, tolerance: float = 1e-5) -> Floats:
    """The weights of all columns; `signs` are +1 and -1, one a row.

    Done when the slope is down to `tolerance` times the first one; of rare signs to as much less
    as they are rarer.
    """
    penalties, number = design.penalties, len(signs)
    weights, margins, limit = np.zeros(len(penalties)), np.zeros(number), 0.0
    rarer = max(min((signs > 0).mean(), (signs < 0).mean()), 1 / number)
    for _ in range(_ROUNDS):
        slope = design.pulled(slopes(margins, signs) / number) + 2 * penalties * weights
        size = float(np.sqrt(slope @ slope))
        limit = limit or tolerance * rarer * size
        if size <= limit:
            break
        step = _newton_step(design, np.flatnonzero(bends(margins, signs)), slope)
        move = design.margins(step)
        before = losses(margins, signs).mean()
        held, crossed, bent = (
            float((penalties * a) @ b)
            for a, b in ((weights, weights), (weights, step), (step, step))
        )
        length, fall = 1.0, float(slope @ step)
        for _ in range(_HALVINGS):
            gained = losses(margins + length * move, signs).mean() - before
            gained += length * (2 * crossed + length * bent)
            # Of what is left, the last digits are noise.
            if gained <= 1e-4 * length * fall + 1e-14 * (before + held):
                break
            length /= 2
        weights += length * step
        margins += length * move
    return weights


def _newton_step(design: Design, bent: Indices, slope: Floats) -> Floats:
    """Where the quadratic that fits the problem here is nearly lowest.

    bent    the rows whose loss is bent here, by 2
    """
    firm = np.maximum(2 * design.penalties, _LEAST)
    # Columns that no bent row has stand alone.
    step = -slope / firm
    part, places = design.part(bent)
    step[places] = _conjugate(part, 2 / len(design.beside), firm[places], -slope[places])
    return step


def _conjugate(part: Design, factor: float, firm: Floats, wanted: Floats) -> Floats:
    """Nearly the x with (factor AᵀA + diag(firm)) x = wanted, A being the part's rows."""
    scale = factor * part.squares() + firm
    found, rest = np.zeros(len(wanted)), wanted
    eased = rest / scale
    way, power = eased, float(rest @ eased)
    goal = _CLOSE**2 * power
    for _ in range(_STEPS):
        if power <= goal:
            break
        bent = factor * part.pulled(part.margins(way)) + firm * way
        share = power / float(way @ bent)
        found = found + share * way
        rest = rest - share * bent
        eased = rest / scale
        power, last = float(rest @ eased), power
        way = eased + power / last * way
    return found
