"""Many linear problems over the same rows, solved side by side.

Each minimises 1/n Σ L(margin_i, y_i) + Σ_j penalty_j w_j², L being the modified Huber loss, by
Newton's method; its steps by conjugate gradients, so that only products with the rows are needed.
Problems share these products, which take nearly all of the time.
"""

from typing import Any

import numpy as np

from ..arrays import Floats
from .huber import bends, losses, slopes

_ROUNDS = 100
_STEPS = 100  # of conjugate gradients in a round
_CLOSE = 0.1  # how much of the slope a round may leave
_HALVINGS = 40
_LEAST = 1e-10  # of curvature, where there is no penalty


class Design:
    """Sparse rows, and perhaps dense columns beside them, whose weights have no penalty."""

    def __init__(self, matrix: Any, strength: float, beside: Floats | None = None):
        self.rows = matrix.shape[0]
        self._matrix, self._turned = matrix, matrix.T.tocsr()
        self._squares = self._turned.power(2)
        self._beside = np.empty((self.rows, 0)) if beside is None else beside
        self._split = matrix.shape[1]
        own = self._beside.shape[1]
        self.penalties = np.repeat([strength, 0.0], [self._split, own])[:, None]

    def margins(self, weights: Floats) -> Floats:
        """A column a problem."""
        found = _product(self._matrix, weights[: self._split])
        if self._beside.shape[1]:
            found += self._beside @ weights[self._split :]
        return found

    def pulled(self, numbers: Floats) -> Floats:
        """The mean over rows of row times number."""
        found = [_product(self._turned, numbers), self._beside.T @ numbers]
        mean: Floats = np.concatenate(found) / self.rows
        return mean

    def spreads(self, numbers: Floats) -> Floats:
        """The mean over rows of squared row times number."""
        found = [_product(self._squares, numbers), (self._beside**2).T @ numbers]
        mean: Floats = np.concatenate(found) / self.rows
        return mean


def _product(matrix: Any, columns: Floats) -> Floats:
    """scipy is far quicker with one flat column than with a table of one."""
    columns = np.ascontiguousarray(columns)
    flat: Floats = matrix @ (columns[:, 0] if columns.shape[1] == 1 else columns)
    return flat.reshape(-1, columns.shape[1])


def minimise(design: Design, signs: Floats, tolerance: float = 1e-4) -> Floats:
    """The weights of each problem, a column each; `signs` has a column of +1 and -1 for each.

    A problem is done when its slope is down to `tolerance` times its first one, or for rare signs
    to as much less as they are rarer.
    """
    weights = np.zeros((len(design.penalties), signs.shape[1]))
    margins = np.zeros(signs.shape)
    rarer = np.minimum((signs > 0).mean(axis=0), (signs < 0).mean(axis=0))
    limits, alive = np.empty(0), np.arange(signs.shape[1])
    for _ in range(_ROUNDS):
        own, at, y = weights[:, alive], margins[:, alive], signs[:, alive]
        slope = design.pulled(slopes(at, y)) + 2 * design.penalties * own
        sizes = np.sqrt(_dots(slope, slope))
        if not len(limits):
            limits = tolerance * np.maximum(rarer, 1 / len(signs)) * sizes
        going = sizes > limits[alive]
        alive = alive[going]
        if not len(alive):
            break
        own, at, y, slope = own[:, going], at[:, going], y[:, going], slope[:, going]
        step, moved = _newton_step(design, bends(at, y), slope)
        length = _length(design, (own, at, y), (step, moved), _dots(slope, step))
        weights[:, alive] = own + length * step
        margins[:, alive] = at + length * moved
    return weights


def _newton_step(design: Design, curved: Floats, slope: Floats) -> tuple[Floats, Floats]:
    """Where the quadratic that fits each problem here is nearly lowest; and the margins' move."""
    firm = np.maximum(2 * design.penalties, _LEAST)
    held = design.spreads(curved) + firm
    step, moved = np.zeros(slope.shape), np.zeros(curved.shape)
    rest = -slope
    eased = rest / held
    way, power = eased, _dots(rest, eased)
    goal = _CLOSE**2 * power
    for _ in range(_STEPS):
        across = design.margins(way)
        bent = design.pulled(curved * across) + firm * way
        # A problem that is there already stands still.
        share = np.where(power > goal, power / np.maximum(_dots(way, bent), 1e-300), 0.0)
        step += share * way
        moved += share * across
        rest -= share * bent
        eased = rest / held
        new = _dots(rest, eased)
        way = eased + new / np.maximum(power, 1e-300) * way
        power = new
        if not (power > goal).any():
            break
    return step, moved


def _length(
    design: Design,
    start: tuple[Floats, Floats, Floats],
    move: tuple[Floats, Floats],
    falls: Floats,
) -> Floats:
    """How far to go: halved until each problem gains its due; margins are known along the way."""
    (weights, margins, signs), (step, moved) = start, move
    held, crossed, bent = (
        _dots(design.penalties * a, b)
        for a, b in ((weights, weights), (weights, step), (step, step))
    )

    def risk(length: Floats) -> Floats:
        lost: Floats = losses(margins + length * moved, signs).mean(axis=0)
        return lost + held + length * (2 * crossed + length * bent)

    length = np.ones(len(falls))
    before = risk(np.zeros(len(falls)))
    for _ in range(_HALVINGS):
        # The last digits are noise.
        short = risk(length) > before * (1 + 1e-14) + 1e-4 * length * falls
        if not short.any():
            break
        length = np.where(short, length / 2, length)
    return length


def _dots(a: Floats, b: Floats) -> Floats:
    """Column by column."""
    found: Floats = np.einsum("ij,ij->j", a, b)
    return found
