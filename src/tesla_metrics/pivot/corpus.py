"""The whole bitext as numbers, in files that are mapped: no more memory than is looked at."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..arrays import Array
from .saving import save_arrays
from .vocabulary import number_words


@dataclass(frozen=True)
class SideCorpus:
    """One language: sentence s has the words starts[s] to starts[s + 1]."""

    words: Array
    starts: Array
    aligned: Array  # word -> number of what is aligned, from 0
    kept: Array  # word -> number in the pool, from 1
    pool: tuple[Array, Array]

    @property
    def aligned_size(self) -> int:
        """How many different things are aligned."""
        return int(self.aligned.max(initial=-1)) + 1


@dataclass(frozen=True)
class Corpus:
    """Both sides; links, where they were given: of sentence s those from link_starts[s] on."""

    target: SideCorpus
    pivot: SideCorpus
    links: Array
    link_starts: Array

    def __len__(self) -> int:
        return len(self.target.starts) - 1


def open_corpus(folder: Path) -> Corpus:
    """The corpus in a folder that `numbering.py` filled."""
    sides = []
    for name in ("target", "pivot"):
        with np.load(folder / f"{name}.npz", allow_pickle=False) as arrays:
            sides.append(
                SideCorpus(
                    read_array(folder / f"{name}.words", np.int32),
                    np.cumsum(np.append(0, read_array(folder / f"{name}.lengths", np.int32))),
                    arrays["aligned"],
                    arrays["kept"],
                    (arrays["pool_starts"], arrays["pool_bytes"]),
                )
            )
    return Corpus(
        sides[0],
        sides[1],
        read_array(folder / "links", np.int32).reshape(-1, 2),
        np.cumsum(np.append(0, read_array(folder / "links.lengths", np.int32))),
    )


def read_array(path: Path, dtype: Any) -> Array:
    """The numbers of a file, mapped; an empty file cannot be mapped."""
    if not path.stat().st_size:
        return np.zeros(0, dtype)
    return np.asarray(np.memmap(path, dtype, "r"))


def save_vocabulary(folder: Path, name: str, words: Iterable[str]) -> None:
    """What each word of a side is aligned by and kept as."""
    numbered = number_words(words)
    save_arrays(
        folder / f"{name}.npz",
        {
            "aligned": numbered.aligned,
            "kept": numbered.kept,
            "pool_starts": numbered.pool[0],
            "pool_bytes": numbered.pool[1],
        },
    )
