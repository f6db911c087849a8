"""Whether the parts of n-best lists that somebody put together fit each other."""

from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Floats
from ..errors import InputError

if TYPE_CHECKING:
    from .nbest import Nbest


def check_shape(nbest: "Nbest") -> None:
    """Lists that have candidates, and numbers for each of these."""
    count, lists = len(nbest.texts), len(nbest.ids)
    if not lists:
        raise InputError("there are no n-best lists: give at least one")
    ids, starts = np.asarray(nbest.ids), nbest.starts
    if ids[0] < 0 or (np.diff(ids) <= 0).any():
        raise InputError("ids of n-best lists are whole numbers from 0, each above the one before")
    if starts.shape != (lists + 1,) or starts[0] or starts[-1] != count:
        raise InputError(
            f"starts of n-best lists are those of {lists} lists and the end, from 0 to {count}: "
            "give these"
        )
    if (np.diff(starts) <= 0).any():
        raise InputError("an n-best list has no candidates: give each at least one")
    if nbest.labels and len(nbest.labels) != lists:
        raise InputError(f"{len(nbest.labels)} labels of {lists} n-best lists: give one for each")
    _check_numbers("features", nbest.features, (count, len(nbest.names)))
    if nbest.scores is not None:
        _check_numbers("scores", nbest.scores, (count,))


def _check_numbers(what: str, found: Floats, wanted: tuple[int, ...]) -> None:
    if found.shape != wanted:
        raise InputError(
            f"{what} of n-best lists are {_by(found.shape)} numbers, where texts and names make "
            f"{_by(wanted)}: give these"
        )


def _by(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))
