"""What was learnt for an encoder: small changes of its matrices, weights of pieces, a head.

A matrix W becomes W + scale B A, with A and B of a low rank.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..arrays import Array, Indices, Singles
from ..errors import ResourceError
from ..files.header import malformed
from ..files.mapped import Mapped, read_mapped, write_mapped
from ..files.schema import LANGUAGE, SHA256, MisfitError, anything, demand, list_of, number, record
from ..files.schema import whole as whole_number
from .architecture import Architecture
from .features import unit
from .head import LearntHead

KIND, VERSION = "adapter", 1
_SETTINGS = record(
    {
        "encoder": SHA256,
        "lang": LANGUAGE,
        "layers": list_of(whole_number(1, 200), 1, 200),
        "scale": number(-1e6, 1e6),
        "shift": number(-1e6, 1e6),
        "temperature": number(0.0, 1e6, above=True),
    },
    {"training": anything()},
)
_GATE = "gate"
_HEAD = ("head.weights", "head.hidden.weight", "head.hidden.bias", "head.output")


class EncoderAdapter(NamedTuple):
    """As it was read.

    encoder     SHA-256 of the weights that it is for
    changes     A and B by the names of matrices
    idf         what each piece weighs
    gate        how its vector in the last layer changes that, if it does
    """

    encoder: str
    lang: str
    scale: float
    changes: Mapping[str, tuple[Singles, Singles]]
    idf: Singles
    gate: Singles | None
    head: LearntHead
    digest: str

    def change(self, name: str, matrix: Singles) -> Singles:
        """The matrix with what was learnt."""
        if name not in self.changes:
            return matrix
        a, b = self.changes[name]
        changed: Singles = matrix + np.float32(self.scale) * (b @ a)
        return changed

    def weights(self, ids: Indices, last: Singles) -> Singles:
        """What the pieces of a text weigh, by their vectors in the last layer."""
        own: Singles = self.idf[ids]
        if self.gate is None:
            return own
        opened: Singles = own * np.exp(2 * np.tanh(unit(last) @ self.gate))
        return opened


def write_adapter(path: Path, settings: Mapping[str, Any], sections: Mapping[str, Array]) -> None:
    """Write whole or not at all; names and settings are those of this module."""
    write_mapped(path, KIND, VERSION, settings, sections)


def read_adapter(path: Path) -> EncoderAdapter:
    """A file that `tesla train tesla-n` made."""
    opened = read_mapped(path, KIND, VERSION, _SETTINGS)
    try:
        return _adapter(opened)
    except MisfitError as error:
        raise malformed(path, error, KIND) from error


def check_fits(adapter: EncoderAdapter, architecture: Architecture, path: Path) -> None:
    """Each change must be of a matrix that the encoder has, and of its size."""
    shapes = architecture.shapes
    try:
        for name, (a, b) in adapter.changes.items():
            demand(f"{name}.weight" in shapes, f"the encoder has no {name}")
            rows, columns = shapes[f"{name}.weight"]
            fits = (len(b), a.shape[1]) == (rows, columns)
            demand(fits, f"{name} is of a matrix of {len(b)} by {a.shape[1]}")
        demand(len(adapter.idf) == architecture.vocabulary, f"it weighs {len(adapter.idf)} pieces")
        dim = adapter.head.hidden.shape[1]
        demand(dim == 2 * architecture.dim, f"its head takes {dim} numbers")
        dim = architecture.dim if adapter.gate is None else adapter.gate.size
        demand(dim == architecture.dim, f"its gate takes {dim} numbers")
        last = max(adapter.head.layers)
        demand(last <= architecture.layers, f"the encoder has no layer {last}")
    except MisfitError as error:
        raise ResourceError(f"{path} does not fit the encoder ({error}): train it anew") from error


def _adapter(opened: Mapped) -> EncoderAdapter:
    found = {name: _singles(name, array) for name, array in opened.sections.items()}
    changes = {}
    for name in found:
        if name.endswith(".a"):
            own = name.removesuffix(".a")
            demand(f"{own}.b" in found, f"there is no {own}.b in it")
            a, b = found[name], found[f"{own}.b"]
            fit = a.ndim == b.ndim == 2 and len(a) == b.shape[1]
            demand(fit, f"{own}.a and {own}.b do not fit each other")
            changes[own] = a, b
    for name in ("idf", *_HEAD):
        demand(name in found, f"there is no {name} in it")
    demand(found["idf"].ndim == 1 and (found["idf"] >= 0).all(), "idf has what is no weight")
    settings = opened.settings
    head = LearntHead(
        tuple(settings["layers"]),
        found["head.weights"],
        found["head.hidden.weight"],
        found["head.hidden.bias"],
        found["head.output"],
        float(settings["shift"]),
        float(settings["temperature"]),
    )
    _check_head(head)
    return EncoderAdapter(
        settings["encoder"], settings["lang"], float(settings["scale"]), changes,
        found["idf"], found.get(_GATE), head, opened.digest,
    )  # fmt: skip


def _check_head(head: LearntHead) -> None:
    layers, hidden = head.layers, len(head.bias)
    demand(list(layers) == sorted(set(layers)), f"its layers are {list(layers)}, in no order")
    wanted = 4 * len(layers) + 2
    demand(head.weights.shape == (wanted,), f"its head weighs {head.weights.size} features")
    demand(head.hidden.ndim == 2 and len(head.hidden) == hidden, "head.hidden has two sizes")
    demand(head.output.shape == head.bias.shape == (hidden,), "head.output has another size")


def _singles(name: str, array: Array) -> Singles:
    demand(np.issubdtype(array.dtype, np.floating), f"{name} holds {array.dtype}")
    found: Singles = np.asarray(array, dtype=np.float32)
    demand(np.isfinite(found).all(), f"{name} has what is no number")
    return found
