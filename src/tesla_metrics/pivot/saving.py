"""Arrays in the work folder: what is there is whole."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..arrays import Array
from ..files.atomic import open_atomically

_HEADER = 128  # bytes that numpy puts before an array


def save_arrays(path: Path, arrays: dict[str, Array]) -> None:
    """An .npz file, whole or not at all."""
    # What a killed process leaves here goes with the folder.
    size = sum(array.nbytes for array in arrays.values())  # and a little more
    with open_atomically(path, size, clear=False) as stream:
        np.savez(stream, **arrays)  # type: ignore[arg-type]


def save_array(path: Path, array: Array) -> None:
    """An .npy file, which can be mapped; whole or not at all."""
    with open_atomically(path, array.nbytes + _HEADER, clear=False) as stream:
        # Into a real file numpy writes by C's stdio, and does not hear that a disk is full.
        plain: Any = SimpleNamespace(write=stream.write)
        np.save(plain, array)
