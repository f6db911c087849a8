"""The best point on a line of weights: exact, since the choice changes at few points."""

from typing import NamedTuple

import numpy as np

from ..._core.envelope import upper_envelopes
from ...arrays import Floats
from ...nbest.oracle import NOISE
from .problem import TuningProblem

# What is narrower than this, relative to where it lies, cannot be hit.
_NARROW = 1e-12
# What lies beyond the last change is looked at from at least this far, relative to where that is.
_FAR = 1e-3


class Step(NamedTuple):
    """How far to go, and the value that is promised there."""

    length: float
    value: float


class Window(NamedTuple):
    """How far one may go; `reach`: how far beyond the last change, where nothing ends it."""

    low: float
    high: float
    reach: float


def best_step(
    problem: TuningProblem, scores: Floats, slopes: Floats, window: Window
) -> Step | None:
    """To the middle of the best interval, of equal ones the widest; None where there is none."""
    found = upper_envelopes(problem.starts, scores, slopes, problem.core)
    order = np.argsort(found.points, kind="stable")
    rows = problem.statistics
    # In the order of lists, where neighbours lie together, and sorted after that.
    changes = rows.take(found.after, axis=0) - rows.take(found.before, axis=0)
    total = rows.take(found.first, axis=0).sum(axis=0)
    totals = np.concatenate([total[None], changes.take(order, axis=0)]).cumsum(axis=0)
    edges = _edges(found.points[order], window)
    widths = np.diff(edges)
    wide = np.flatnonzero(widths > _NARROW * np.abs(edges[1:]))
    if not len(wide):
        return None
    values = problem.sign * problem.values(totals[wide])
    best = float(values.max())
    equal = wide[values >= best - NOISE * abs(best)]
    place = int(equal[np.argmax(widths[equal])])
    return Step(float(edges[place] + widths[place] / 2), best)


def _edges(points: Floats, window: Window) -> Floats:
    """Of intervals: one more than points lie between them."""
    first, last = (points[0], points[-1]) if len(points) else (0.0, 0.0)
    ends = min(first, window.high), max(last, window.low)
    # Far out, the reach is less than the digits that numbers have there.
    before, after = (max(window.reach, _FAR * abs(end)) for end in ends)
    edges: Floats = np.concatenate([[ends[0] - before], points, [ends[1] + after]])
    return edges.clip(window.low, window.high)
