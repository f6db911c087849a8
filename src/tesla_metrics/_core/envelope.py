"""Upper envelopes of lines: which line of each list is the highest, from left to right.

Each list jumps from its highest line to the one that overtakes it first, of several the steepest.
"""

from typing import NamedTuple

import numpy as np

from ..arrays import Flags, Floats, Indices
from .native import load_native


class Envelopes(NamedTuple):
    """What changes from left to right.

    first           of each list the line that is the highest far on the left
    points          where another line becomes the highest, list by list, each from left to right
    before, after   the line that was, and that becomes the highest there
    """

    first: Indices
    points: Floats
    before: Indices
    after: Indices


def upper_envelopes(
    starts: Indices, heights: Floats, slopes: Floats, core: str = "auto"
) -> Envelopes:
    """Of lines `heights + x * slopes`, list i being starts[i]:starts[i + 1]; none is empty.

    Of equal lines it is the first.
    """
    native = None if core == "python" else load_native(core)
    if native is None:
        return _upper_envelopes(starts, heights, slopes)
    return Envelopes(*native.upper_envelopes(starts, heights, slopes))


def _upper_envelopes(starts: Indices, heights: Floats, slopes: Floats) -> Envelopes:
    """All lists at once, a jump at a time; lines that no longer count are left out."""
    lines = np.arange(len(heights))
    owners = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    begin = starts[:-1]
    flattest = slopes == np.minimum.reduceat(slopes, begin)[owners]
    first = _first_highest(flattest, heights, begin, owners)
    now, found = first, [(np.empty(0, np.intp), np.empty(0), *[np.empty(0, np.intp)] * 2)]
    while True:
        steeper = slopes[lines] > slopes[now][owners]
        lines, owners = lines[steeper], owners[steeper]
        if not len(lines):
            break
        old, places, begin = now[owners], *_groups(owners)
        meet = (heights[old] - heights[lines]) / (slopes[lines] - slopes[old])
        soonest = np.minimum.reduceat(meet, begin)
        own = np.repeat(np.arange(len(begin)), np.diff(np.append(begin, len(lines))))
        chosen = _first_highest(meet == soonest[own], slopes[lines], begin, own)
        found.append((places, soonest, now[places], lines[chosen]))
        now = now.copy()
        now[places] = lines[chosen]
    lists, points, before, after = map(np.concatenate, zip(*found, strict=True))
    order = np.argsort(lists, kind="stable")
    return Envelopes(first, points[order], before[order], after[order])


def _groups(owners: Indices) -> tuple[Indices, Indices]:
    """The lists that are left, and where each begins."""
    begin = np.flatnonzero(np.diff(owners, prepend=-1))
    return owners[begin], begin


def _first_highest(among: Flags, values: Floats, begin: Indices, owners: Indices) -> Indices:
    """Of each list the first line with the highest value among some."""
    kept = np.where(among, values, -np.inf)
    best = np.flatnonzero(among & (kept == np.maximum.reduceat(kept, begin)[owners]))
    return best[np.searchsorted(best, begin)]
