"""Outputs and references, one segment a line, held to the same length."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from ...errors import InputError
from ...files.lines import read_lines
from ..faults import Faults


def read_references(paths: Mapping[str, Path], folder: Path) -> dict[str, list[str]]:
    """By name; all must have as many lines."""
    if not paths:
        raise InputError(f"{folder} has no reference: add one as ref.A.txt")
    references = {name: read_lines(str(path)) for name, path in paths.items()}
    (first, lines), *others = references.items()
    for name, more in others:
        if len(more) != len(lines):
            raise InputError(
                f"{paths[name]} has {len(more)} segments but {paths[first]} has {len(lines)}: line "
                "i of each must be the same segment"
            )
    return references


def read_outputs(
    paths: Mapping[str, Path], references: Mapping[str, Sequence[str]], folder: Path, faults: Faults
) -> dict[str, list[str]]:
    """By system; one of another length is bad."""
    segments = len(next(iter(references.values())))
    outputs: dict[str, list[str]] = {}
    for system, path in paths.items():
        lines = read_lines(str(path))
        if len(lines) == segments:
            outputs[system] = lines
        else:
            what = f"{len(lines)} segments where the references have {segments}"
            faults.add("output of another length", path, None, what, "give the whole output")
    if not outputs:
        raise InputError(f"{folder} has no outputs of systems: add them as systems/NAME.txt")
    return outputs
