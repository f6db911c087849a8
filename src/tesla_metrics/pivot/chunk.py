"""Some analysed sentences of one side: numbers of words, and which words these are here."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..arrays import Array
from .saving import save_arrays

_ARRAYS = ("numbers", "positions", "lengths", "tokens")


@dataclass(frozen=True)
class Chunk:
    """Tokens that are no words (`SideSettings.punctuation`) are left out, but counted."""

    words: Sequence[str]  # what is aligned and what is kept, see `analysing.py`
    numbers: Array  # of the words of all sentences
    positions: Array  # their positions among the tokens
    lengths: Array  # words of each sentence
    tokens: Array  # tokens of each sentence


def save_chunk(path: Path, chunk: Chunk) -> None:
    """Whole or not at all."""
    words = np.frombuffer("\n".join(chunk.words).encode(), np.uint8)
    save_arrays(path, {"words": words, **{name: getattr(chunk, name) for name in _ARRAYS}})


def load_chunk(path: Path) -> Chunk:
    """What `save_chunk` wrote."""
    with np.load(path, allow_pickle=False) as arrays:
        text = arrays["words"].tobytes().decode()
        words = text.split("\n") if text else []
        return Chunk(words, *(arrays[name] for name in _ARRAYS))
