"""Upper envelopes of lines.

From left to right, each list jumps from its highest line to the one that overtakes it first, or to
the steepest of several.
"""

from typing import NamedTuple

import numpy as np

from ...arrays import Flags, Floats, Indices
from ...native import load_native


class Envelopes(NamedTuple):
    """The changes of the highest line from left to right.

    first           of each list, the line that is highest at minus infinity
    points          where another line becomes the highest, list by list, each from left to right
    old_line, new_line  the line that was highest before each point, and the one after it
    """

    first: Indices
    points: Floats
    old_line: Indices
    new_line: Indices


def upper_envelopes(
    starts: Indices, heights: Floats, slopes: Floats, core: str = "auto"
) -> Envelopes:
    """Return the upper envelopes of lists of lines `heights + x * slopes`.

    List i is starts[i]:starts[i + 1] and is not empty. Of equal lines the first one counts.
    """
    native = None if core == "python" else load_native(core)
    if native is None:
        return _upper_envelopes(starts, heights, slopes)
    return Envelopes(*native.upper_envelopes(starts, heights, slopes))


def _upper_envelopes(starts: Indices, heights: Floats, slopes: Floats) -> Envelopes:
    """Process all lists at once, one jump per iteration; drop lines that cannot become highest."""
    lines = np.arange(len(heights))
    owners = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    begin = starts[:-1]
    flattest = slopes == np.minimum.reduceat(slopes, begin)[owners]
    first = _first_highest(flattest, heights, begin, owners)
    current, jumps = first, [(np.empty(0, np.intp), np.empty(0), *[np.empty(0, np.intp)] * 2)]
    while True:
        steeper = slopes[lines] > slopes[current][owners]
        lines, owners = lines[steeper], owners[steeper]
        if not len(lines):
            break
        old, active, begin = current[owners], *_groups(owners)
        meet = (heights[old] - heights[lines]) / (slopes[lines] - slopes[old])
        soonest = np.minimum.reduceat(meet, begin)
        group = np.repeat(np.arange(len(begin)), np.diff(np.append(begin, len(lines))))
        chosen = _first_highest(meet == soonest[group], slopes[lines], begin, group)
        jumps.append((active, soonest, current[active], lines[chosen]))
        current = current.copy()
        current[active] = lines[chosen]
    lists, points, before, after = map(np.concatenate, zip(*jumps, strict=True))
    order = np.argsort(lists, kind="stable")
    return Envelopes(first, points[order], before[order], after[order])


def _groups(owners: Indices) -> tuple[Indices, Indices]:
    """Return the remaining lists and where each begins."""
    begin = np.flatnonzero(np.diff(owners, prepend=-1))
    return owners[begin], begin


def _first_highest(among: Flags, values: Floats, begin: Indices, owners: Indices) -> Indices:
    """Return, for each list, the first line with the highest value among the flagged ones."""
    masked = np.where(among, values, -np.inf)
    best = np.flatnonzero(among & (masked == np.maximum.reduceat(masked, begin)[owners]))
    return best[np.searchsorted(best, begin)]
