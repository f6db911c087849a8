"""Weights as Moses has them in its ini file: a line a feature function, NAME= VALUE VALUE."""

import re
from pathlib import Path

from ...files.atomic import write_atomically
from ...nbest.weights import Weights

_NUMBERED = re.compile(r"(.+)_[0-9]+")


def write_moses_weights(weights: Weights, path: Path) -> None:
    """lm_0 and tm_0, tm_1, … become lm= and tm=; other names stay as they are."""
    lines: dict[str, list[str]] = {}
    for name, value in zip(weights.names, weights.values, strict=True):
        found = _NUMBERED.fullmatch(name)
        lines.setdefault(found[1] if found else name, []).append(repr(value))
    text = "".join(f"{name}= {' '.join(values)}\n" for name, values in lines.items())
    write_atomically(path, text.encode())
