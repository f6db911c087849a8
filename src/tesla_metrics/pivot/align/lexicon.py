"""What was learned of pairs of words: how probably the one is aligned to the other."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import Array
from ..saving import save_array

# What a pair of words has that was never seen together.
UNSEEN = 1e-9

_NAMES = ("pivot", "target")  # of files, by the side that is explained


@dataclass(frozen=True)
class Direction:
    """Each word of the one side is explained by a word of the other side, or by none."""

    probabilities: Array  # by pair
    none: Array  # by word that is explained
    tension: float  # how strongly the diagonal is favoured


@dataclass(frozen=True)
class TranslationLexicon:
    """Pairs that were seen, sorted, and the two directions; a pair is target * size + pivot."""

    pairs: Array
    pivot_size: int
    pivot_given_target: Direction
    target_given_pivot: Direction

    def places(self, keys: Array) -> Array:
        """Where pairs stand; one past the last for those never seen."""
        # Sorted look-ups stay in the cache; most keys come several times.
        wanted, inverse = np.unique(keys, return_inverse=True)
        places = np.searchsorted(self.pairs, wanted)
        known = places < len(self.pairs)
        known[known] = self.pairs[places[known]] == wanted[known]
        return np.where(known, places, len(self.pairs))[inverse]


def lexicon_arrays(lexicon: TranslationLexicon) -> tuple[dict[str, Any], dict[str, Array]]:
    """A lexicon as plain facts and arrays, for a file that has more than that."""
    directions = lexicon.pivot_given_target, lexicon.target_given_pivot
    arrays = {"pairs": lexicon.pairs}
    for name, direction in zip(_NAMES, directions, strict=True):
        arrays |= {f"{name}-shares": direction.probabilities, f"{name}-none": direction.none}
    tensions = [direction.tension for direction in directions]
    return {"pivot_size": lexicon.pivot_size, "tensions": tensions}, arrays


def lexicon_of(facts: Mapping[str, Any], arrays: Mapping[str, Array]) -> TranslationLexicon:
    """What `lexicon_arrays` took apart."""
    directions = [
        Direction(arrays[f"{name}-shares"], arrays[f"{name}-none"], tension)
        for name, tension in zip(_NAMES, facts["tensions"], strict=True)
    ]
    return TranslationLexicon(arrays["pairs"], facts["pivot_size"], directions[0], directions[1])


def save_lexicon(folder: Path, lexicon: TranslationLexicon) -> None:
    """Plain arrays that other processes map; the last file says that all are there."""
    folder.mkdir(exist_ok=True)
    save_array(folder / "pairs.npy", lexicon.pairs)
    tensions = []
    directions = lexicon.pivot_given_target, lexicon.target_given_pivot
    for name, direction in zip(_NAMES, directions, strict=True):
        save_array(folder / f"{name}.npy", direction.probabilities)
        save_array(folder / f"{name}-none.npy", direction.none)
        tensions.append(direction.tension)
    save_array(folder / "facts.npy", np.array([lexicon.pivot_size, *tensions]))


def has_lexicon(folder: Path) -> bool:
    """Whether one was saved there whole."""
    return (folder / "facts.npy").is_file()


def load_lexicon(folder: Path) -> TranslationLexicon:
    """Read what `save_lexicon` wrote; arrays are mapped, so that processes share them."""
    size, *tensions = np.load(folder / "facts.npy").tolist()
    directions = [
        Direction(_load(folder / f"{name}.npy"), _load(folder / f"{name}-none.npy"), tension)
        for name, tension in zip(_NAMES, tensions, strict=True)
    ]
    return TranslationLexicon(_load(folder / "pairs.npy"), int(size), directions[0], directions[1])


def _load(path: Path) -> Array:
    return np.asarray(np.load(path, mmap_mode="r"))
