"""Outputs and references, one segment a line, held to the same length."""

from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

from ...errors import InputError
from ...files.limits import count_on
from ...files.lines import iterate_lines, read_lines
from ..faults import Faults


def read_references(paths: Mapping[str, Path], folder: Path) -> dict[str, list[str]]:
    """By name; all must have as many lines."""
    if not paths:
        raise InputError(f"{folder} has no reference: add one as ref.A.txt")
    first, *others = paths
    references = {first: read_lines(str(paths[first]))}
    segments = len(references[first])
    for name in others:
        references[name], found = _read_beside(paths[name], segments)
        if found != str(segments):
            raise InputError(
                f"{paths[name]} has {found} segments but {paths[first]} has {segments}: line i of "
                "each must be the same segment"
            )
    return references


def read_outputs(
    paths: Mapping[str, Path], references: Mapping[str, Sequence[str]], folder: Path, faults: Faults
) -> dict[str, list[str]]:
    """By system; one of another length is bad."""
    segments = len(next(iter(references.values())))
    outputs: dict[str, list[str]] = {}
    for system, path in paths.items():
        lines, found = _read_beside(path, segments)
        if found == str(segments):
            outputs[system] = lines
        else:
            what = f"{found} segments where the references have {segments}"
            faults.add("output of another length", path, None, what, "give the whole output")
    if not outputs:
        raise InputError(f"{folder} has no outputs of systems: add them as systems/NAME.txt")
    return outputs


def _read_beside(path: Path, segments: int) -> tuple[list[str], str]:
    """Lines, and how many there are: a longer file than it must be is not read to its end."""
    lines = iterate_lines(str(path))
    found = list(islice(lines, segments))
    return found, count_on(len(found), lines)
