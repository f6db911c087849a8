"""Upper envelopes of lists of lines, for line search over the scores of n-best lists.

The envelope of a list is followed from left to right: from the line that is highest, it changes to
the line that becomes higher first, or to the steepest of several.
"""

from typing import NamedTuple

import numpy as np

from ...arrays import Flags, Floats, Indices
from ...native import load_native


class Envelopes(NamedTuple):
    """The upper envelopes of lists of lines, as the points where the highest line changes.

    first       for each list, the line that is highest at minus infinity
    points      x of each change, list by list, and from left to right in each list
    old_line    for each change, the line that is highest to the left of it
    new_line    for each change, the line that is highest to the right of it
    """

    first: Indices
    points: Floats
    old_line: Indices
    new_line: Indices


def compute_upper_envelopes(
    starts: Indices, heights: Floats, slopes: Floats, core: str = "auto"
) -> Envelopes:
    """Return the upper envelopes of lists of lines `heights + x * slopes`.

    List i has the lines starts[i]:starts[i + 1] and is not empty. If lines are equal, the first one
    is used. `core` selects the implementation: "auto", "native" or "python".
    """
    native = None if core == "python" else load_native(core)
    if native is None:
        return _compute_in_python(starts, heights, slopes)
    return Envelopes(*native.upper_envelopes(starts, heights, slopes))


def _compute_in_python(starts: Indices, heights: Floats, slopes: Floats) -> Envelopes:
    """Compute the envelopes of all lists together, one change of every list per iteration.

    Lines that cannot become highest any more are dropped.
    """
    lines = np.arange(len(heights))
    list_of_line = np.repeat(np.arange(len(starts) - 1), np.diff(starts))  # the list of each line
    first_lines = starts[:-1]
    is_flattest = slopes == np.minimum.reduceat(slopes, first_lines)[list_of_line]
    first = _find_highest(is_flattest, heights, first_lines, list_of_line)
    current = first
    # (list, point, old line, new line) of each change, as arrays, one tuple per iteration.
    changes = [(np.empty(0, np.intp), np.empty(0), *[np.empty(0, np.intp)] * 2)]
    while True:
        is_steeper = slopes[lines] > slopes[current][list_of_line]
        lines, list_of_line = lines[is_steeper], list_of_line[is_steeper]
        if not len(lines):
            break
        old_lines = current[list_of_line]
        active_lists, first_lines = _find_groups(list_of_line)
        crossings = (heights[old_lines] - heights[lines]) / (slopes[lines] - slopes[old_lines])
        first_crossings = np.minimum.reduceat(crossings, first_lines)
        group_of_line = np.repeat(
            np.arange(len(first_lines)), np.diff(np.append(first_lines, len(lines)))
        )
        winners = _find_highest(
            crossings == first_crossings[group_of_line], slopes[lines], first_lines, group_of_line
        )
        changes.append((active_lists, first_crossings, current[active_lists], lines[winners]))
        current = current.copy()
        current[active_lists] = lines[winners]
    lists, points, old_line, new_line = map(np.concatenate, zip(*changes, strict=True))
    order = np.argsort(lists, kind="stable")
    return Envelopes(first, points[order], old_line[order], new_line[order])


def _find_groups(list_of_line: Indices) -> tuple[Indices, Indices]:
    """Return the lists that have lines left, and the index of the first line of each."""
    first_lines = np.flatnonzero(np.diff(list_of_line, prepend=-1))
    return list_of_line[first_lines], first_lines


def _find_highest(
    is_flagged: Flags, values: Floats, first_lines: Indices, list_of_line: Indices
) -> Indices:
    """Return, for each list, the first line with the highest value among the flagged lines."""
    masked = np.where(is_flagged, values, -np.inf)
    best = np.flatnonzero(
        is_flagged & (masked == np.maximum.reduceat(masked, first_lines)[list_of_line])
    )
    return best[np.searchsorted(best, first_lines)]
