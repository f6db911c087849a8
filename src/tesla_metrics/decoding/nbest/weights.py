"""Feature weights, and reading and writing them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

import numpy as np

from ...arrays import Floats
from ...errors import InputError, UsageError
from ...files.atomic import write_atomically
from ...files.lines import get_display_name, read_lines
from .moses_format import parse_feature_field

_COMMENT_PATTERN = re.compile(r"(?:^|\s)#.*")
_NAME_PATTERN = re.compile(r"[^\s#]\S*(?<![=:])")


@dataclass(frozen=True)
class Weights:
    """Weights of features by name.

    Parameters
    ----------
    names : tuple of str
        Names of features.
    values : tuple of float
        One weight per name.
    """

    names: tuple[str, ...]
    values: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.names) != len(self.values):
            raise UsageError(f"{len(self.names)} feature names but {len(self.values)} weights")

    def of(self, names: Sequence[str], file: str = "the weights") -> Floats:
        """Return the weights in the order of these names.

        Parameters
        ----------
        names : sequence of str
            Names of all features, in any order.
        file : str
            Name of the weights in messages.

        Returns
        -------
        ndarray of shape (n_features,)

        Raises
        ------
        InputError
            If the weights have other names.
        """
        by_name = dict(zip(self.names, self.values, strict=True))
        for name in names:
            if name not in by_name:
                raise InputError(
                    f"{file} has no weight for feature {name} of the n-best list: it has "
                    f"{', '.join(self.names)[:100]}"
                )
        for name in self.names:
            if name not in names:
                raise InputError(
                    f"{file} has a weight for {name}, which is not a feature of the n-best list: "
                    f"that has {', '.join(names)[:100] or 'none'}"
                )
        return np.array([by_name[name] for name in names], dtype=float)


def weighted_sums(columns: Floats, weights: Floats) -> Floats:
    """Return the weighted sum of the features of each candidate.

    `columns` has shape (n_features, n_candidates). The sum is computed feature by feature, because
    a matrix product may round differently for equal candidates.
    """
    totals, product = np.zeros((2, columns.shape[1]))
    for weight, values in zip(weights.tolist(), columns, strict=True):
        if weight:
            totals += np.multiply(values, weight, out=product)
    return totals


def read_weights(file: str) -> Weights:
    """Read weights from a file.

    Lines are `NAME VALUE`, or `NAME= VALUE VALUE …` as in Moses. Text after # is a comment.

    Parameters
    ----------
    file : str
        Name of the file.

    Returns
    -------
    Weights
    """
    weights: dict[str, float] = {}
    for line_number, line in enumerate(read_lines(file), 1):
        location = f"{get_display_name(file)}, line {line_number}"
        for name, value in _parse_line(line, location):
            if name in weights:
                raise InputError(
                    f"{location}: {name} already has a weight: give one weight for each name"
                )
            if not isfinite(value):
                raise InputError(
                    f"{location}: the weight of {name} is {value}: give a finite number"
                )
            weights[name] = value
    if not weights:
        raise InputError(f"{get_display_name(file)} has no weights: give lines of NAME VALUE")
    return Weights(tuple(weights), tuple(weights.values()))


def _parse_line(line: str, location: str) -> Sequence[tuple[str, float]]:
    """Return the names and weights of a line; none for an empty line or a section name."""
    line = _COMMENT_PATTERN.sub("", line)
    words = line.split()
    # Section names of a Moses configuration, such as [weight], are ignored.
    if not words or (len(words) == 1 and words[0].startswith("[")):
        return []
    try:
        if len(words) == 2 and not words[0].endswith(("=", ":")):
            return [(words[0], float(words[1]))]
        field = parse_feature_field(line)
        if field.values and field.labels[0][0]:
            return list(zip(field.get_names(field.inline_labels), field.values, strict=True))
    except ValueError:
        pass
    raise InputError(f"{location}: {line.strip()[:100]!r} is not NAME VALUE: fix the line")


def write_weights(weights: Weights, file: str, note: str = "") -> None:
    """Write weights to a file that `read_weights` reads without loss.

    Parameters
    ----------
    weights : Weights
    file : str
        Name of the file.
    note : str
        Comment at the start of the file.
    """
    lines = [f"# {line}" for line in note.splitlines()]
    for name, value in zip(weights.names, weights.values, strict=True):
        if not _NAME_PATTERN.fullmatch(name):
            raise InputError(f"a weight for {name!r} cannot be written: rename the feature")
        lines.append(f"{name} {float(value)!r}")
    write_atomically(Path(file), "".join(f"{line}\n" for line in lines).encode())
