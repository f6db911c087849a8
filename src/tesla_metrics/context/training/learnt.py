"""What was learnt, whoever learnt it, and the file that is made of it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Array, Singles
from ..adapter_file import write_adapter

Changes = Mapping[str, tuple[Singles, Singles]]


class LearntChanges(NamedTuple):
    """An adapter before it is a file.

    changes     A and B by the names of matrices, which become W + scale B A
    weights     of features, by how much they are below 1
    hidden, bias, output    the head's network, on vectors of unit length
    gate        changes the weights of pieces, if there is one
    """

    scale: float
    changes: Changes
    weights: Singles
    hidden: Singles
    bias: Singles
    output: Singles
    gate: Singles | None = None


class AdapterFacts(NamedTuple):
    """What the file says beside.

    encoder     SHA-256 of its weights
    idf         what each piece weighs
    steepness   of the way from what the head gives, 0 for equal texts, to a score
    training    settings, material, figures
    """

    encoder: str
    lang: str
    layers: Sequence[int]
    idf: Singles
    steepness: float
    training: Mapping[str, Any]


def write_learnt(path: Path, learnt: LearntChanges, facts: AdapterFacts) -> None:
    """Numbers of sixteen bits: an adapter's are small, and it ships."""
    sections: dict[str, Array] = {}
    for name, (a, b) in learnt.changes.items():
        sections[f"{name}.a"], sections[f"{name}.b"] = a, b
    sections["idf"] = facts.idf
    if learnt.gate is not None:
        sections["gate"] = learnt.gate
    sections["head.hidden.weight"] = learnt.hidden
    sections = {name: array.astype(np.float16) for name, array in sections.items()}
    # These few make much of the score.
    sections["head.weights"] = learnt.weights.astype(np.float32)
    sections["head.hidden.bias"] = learnt.bias.astype(np.float32)
    sections["head.output"] = learnt.output.astype(np.float32)
    settings = {
        "encoder": facts.encoder,
        "lang": facts.lang,
        "layers": list(facts.layers),
        "scale": learnt.scale,
        "shift": 0.0,
        "temperature": 1 / facts.steepness,
        "training": dict(facts.training),
    }
    write_adapter(path, settings, sections)


def averaged(several: Sequence[LearntChanges], rank: int) -> LearntChanges:
    """The mean of what was learnt from the same start, with changes cut to a low rank again."""
    changes = {}
    for name in several[0].changes:
        wholes = [one.scale * (one.changes[name][1] @ one.changes[name][0]) for one in several]
        u, s, v = np.linalg.svd(np.mean(wholes, axis=0), full_matrices=False)
        root = np.sqrt(s[:rank]).astype(np.float32)
        changes[name] = root[:, None] * v[:rank], u[:, :rank] * root

    def mean(name: str) -> Singles:
        found: Singles = np.mean([getattr(one, name) for one in several], axis=0)
        return found

    return LearntChanges(
        1.0,
        changes,
        mean("weights"),
        mean("hidden"),
        mean("bias"),
        mean("output"),
        None if several[0].gate is None else mean("gate"),
    )
