"""Weights of features in files: what tuning finds, and decoders and rerankers take."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

import numpy as np

from ..arrays import Floats
from ..errors import InputError, UsageError
from ..files.atomic import write_atomically
from ..files.lines import display_name, read_lines
from .fields import parse_field

_COMMENT = re.compile(r"(?:^|\s)#.*")
_NAME = re.compile(r"[^\s#]\S*(?<![=:])")


@dataclass(frozen=True)
class Weights:
    """A number for each feature by its name."""

    names: tuple[str, ...]
    values: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.names) != len(self.values):
            raise UsageError(f"{len(self.names)} names of features but {len(self.values)} weights")

    def of(self, names: Sequence[str], file: str = "the weights") -> Floats:
        """In the order of these names, which must be all that there are."""
        own = dict(zip(self.names, self.values, strict=True))
        for name in names:
            if name not in own:
                raise InputError(
                    f"{file} has no weight of feature {name}, which the n-best list has: it has "
                    f"{', '.join(self.names)[:100]}"
                )
        for name in self.names:
            if name not in names:
                raise InputError(
                    f"{file} has a weight of {name}, which is no feature of the n-best list: that "
                    f"has {', '.join(names)[:100] or 'none'}"
                )
        return np.array([own[name] for name in names], dtype=float)


def weighted(columns: Floats, weights: Floats) -> Floats:
    """What weights say of each candidate, of features by rows.

    Feature by feature: a product of matrices may round equal candidates apart.
    """
    total, part = np.zeros((2, columns.shape[1]))
    for weight, values in zip(weights.tolist(), columns, strict=True):
        if weight:
            total += np.multiply(values, weight, out=part)
    return total


def read_weights(file: str) -> Weights:
    """`NAME VALUE` a line, or Moses' `NAME= VALUE VALUE …`; a # and what follows is a comment."""
    found: dict[str, float] = {}
    for number, line in enumerate(read_lines(file), 1):
        where = f"{display_name(file)}, line {number}"
        for name, value in _line(line, where):
            if name in found:
                raise InputError(f"{where}: {name} has a weight already: give each one")
            if not isfinite(value):
                raise InputError(f"{where}: the weight of {name} is {value}: give a finite number")
            found[name] = value
    if not found:
        raise InputError(f"{display_name(file)} has no weights: give lines of NAME VALUE")
    return Weights(tuple(found), tuple(found.values()))


def _line(line: str, where: str) -> Sequence[tuple[str, float]]:
    line = _COMMENT.sub("", line)
    words = line.split()
    # Sections of Moses' configuration, such as [weight], say nothing here.
    if not words or (len(words) == 1 and words[0].startswith("[")):
        return []
    try:
        if len(words) == 2 and not words[0].endswith(("=", ":")):
            return [(words[0], float(words[1]))]
        field = parse_field(line)
        if field.values and field.labels[0][0]:
            return list(zip(field.names(field.glued), field.values, strict=True))
    except ValueError:
        pass
    raise InputError(f"{where}: {line.strip()[:100]!r} is not NAME VALUE: mend the line")


def write_weights(weights: Weights, file: str, note: str = "") -> None:
    """A line each, which comes back exactly; `note` goes before as comments."""
    lines = [f"# {line}" for line in note.splitlines()]
    for name, value in zip(weights.names, weights.values, strict=True):
        if not _NAME.fullmatch(name):
            raise InputError(f"a weight of {name!r} cannot be written: rename the feature")
        lines.append(f"{name} {float(value)!r}")
    write_atomically(Path(file), "".join(f"{line}\n" for line in lines).encode())
