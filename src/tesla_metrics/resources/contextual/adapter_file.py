"""Adapter files for encoders, and the correction of scores by tesla-x's checks."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Array, Float32s, Floats, Indices
from ...errors import ResourceError
from ...files.mapped_arrays import MappedArrays, read_mapped, write_mapped
from ...files.resource import malformed_error
from ...files.schema import (
    LANGUAGE,
    SHA256,
    SchemaError,
    anything,
    list_of,
    number,
    record,
    require,
)
from ...files.schema import integer as whole_number
from .features import TrainedHead, normalise_rows
from .word_pieces import Architecture

# tesla-x corrects what vectors of word pieces do not show: misspellings and changes of meaning.
#
# Let h be the head's score and x tesla-x's. If x > h, b = h + g (x - h), where g rises from 0 to 1
# as x rises from TRUSTED to 1; otherwise b = h. The word pieces of a misspelt name have little in
# common with those of the name; tesla-x recognises it, and distinguishes it from another name.
#
# Let c be how much has changed of each kind and p its price; m = Π (1 - p c) is a soft upper limit
# of the score: s = (b^-k + m^-k - 1)^(-1/k). So s is m if b is 1, b if nothing has changed, and
# hardly less than b if b is small: a translation that is wrong everywhere is not penalised again
# for its numbers.

# Chosen on the dev parts of the minimal pairs and on judgments of WMT 2012, 2014 and 2016: see
# docs/tesla-n.md. Columns of tesla-x, and the penalty if all of it has changed.
PRICES = {"numbers": 0.2, "negations": 0.25, "cases": 0.3, "endings": 0.2}
TRUST_THRESHOLD = 0.8
SHARPNESS = 16


def raise_to_tesla_x(scores: Floats, tesla_x_scores: Floats) -> Floats:
    """Return b: scores raised towards tesla-x's scores where these are high."""
    trust = ((tesla_x_scores - TRUST_THRESHOLD) / (1 - TRUST_THRESHOLD)).clip(0.0, 1.0)
    result: Floats = scores + trust * np.maximum(tesla_x_scores - scores, 0.0)
    return result


def cap_by_changes(scores: Floats, changed: Sequence[Floats]) -> Floats:
    """Return s: scores softly limited by the changes, which are in the order of PRICES."""
    limit = np.ones_like(scores)
    for price, column in zip(PRICES.values(), changed, strict=True):
        limit = limit * (1 - price * column)
    # This form does not divide by b, which may be 0.
    excess = 1 + scores**SHARPNESS * (limit**-SHARPNESS - 1)
    result: Floats = scores * excess ** (-1 / SHARPNESS)
    return result


def apply_checks(scores: Floats, tesla_x_scores: Floats, changed: Sequence[Floats]) -> Floats:
    """Return the score of each pair from the head's score and tesla-x's score and changes."""
    return cap_by_changes(raise_to_tesla_x(scores, tesla_x_scores), changed)


# An adapter has what was trained for an encoder: changes of its matrices, weights of word pieces
# and a head.
#
# A matrix W becomes W + scale B A, where A and B have a low rank.

KIND, VERSION = "adapter", 1
_SETTINGS = record(
    {
        "encoder": SHA256,
        "lang": LANGUAGE,
        "layers": list_of(whole_number(1, 200), 1, 200),
        "scale": number(-1e6, 1e6),
        "shift": number(-1e6, 1e6),
        "temperature": number(0.0, 1e6, exclusive_minimum=True),
    },
    {"training": anything()},
)
_GATE = "gate"
_HEAD = ("head.weights", "head.hidden.weight", "head.hidden.bias", "head.output")


class EncoderAdapter(NamedTuple):
    """The content of an adapter file.

    encoder     SHA-256 of the weights of the encoder that it was trained for
    changes     A and B by the names of matrices
    idf         weight of each word piece
    gate        vector by which the last layer changes these weights; None: it does not
    """

    encoder: str
    lang: str
    scale: float
    changes: Mapping[str, tuple[Float32s, Float32s]]
    idf: Float32s
    gate: Float32s | None
    head: TrainedHead
    digest: str

    def apply_to(self, name: str, matrix: Float32s) -> Float32s:
        """Return a matrix with its trained change."""
        if name not in self.changes:
            return matrix
        a, b = self.changes[name]
        changed: Float32s = matrix + np.float32(self.scale) * (b @ a)
        return changed

    def weights(self, ids: Indices, last_layer: Float32s) -> Float32s:
        """Return the weights of the pieces of a text, given their vectors in the last layer."""
        weights: Float32s = self.idf[ids]
        if self.gate is None:
            return weights
        gated: Float32s = weights * np.exp(2 * np.tanh(normalise_rows(last_layer) @ self.gate))
        return gated


def write_adapter(path: Path, settings: Mapping[str, Any], sections: Mapping[str, Array]) -> None:
    """Write an adapter file atomically."""
    write_mapped(path, KIND, VERSION, settings, sections)


def read_adapter(path: Path) -> EncoderAdapter:
    """Read an adapter file of `tesla train tesla-n`."""
    mapped = read_mapped(path, KIND, VERSION, _SETTINGS)
    try:
        return _parse_adapter(mapped)
    except SchemaError as error:
        raise malformed_error(path, error, KIND) from error


def check_adapter(adapter: EncoderAdapter, architecture: Architecture, path: Path) -> None:
    """Raise `ResourceError` if the adapter does not match the matrices of the encoder."""
    shapes = architecture.shapes
    try:
        for name, (a, b) in adapter.changes.items():
            require(f"{name}.weight" in shapes, f"the encoder has no {name}")
            rows, columns = shapes[f"{name}.weight"]
            fits = (len(b), a.shape[1]) == (rows, columns)
            require(fits, f"{name} changes a matrix of {len(b)} by {a.shape[1]}")
        require(
            len(adapter.idf) == architecture.vocabulary,
            f"it has weights of {len(adapter.idf)} word pieces",
        )
        dim = adapter.head.hidden.shape[1]
        require(dim == 2 * architecture.dim, f"the input of its head has {dim} numbers")
        dim = architecture.dim if adapter.gate is None else adapter.gate.size
        require(dim == architecture.dim, f"the input of its gate has {dim} numbers")
        last = max(adapter.head.layers)
        require(last <= architecture.layers, f"the encoder has no layer {last}")
    except SchemaError as error:
        raise ResourceError(f"{path} does not fit the encoder ({error}): train it again") from error


def _parse_adapter(mapped: MappedArrays) -> EncoderAdapter:
    sections = {name: _as_float32(name, array) for name, array in mapped.sections.items()}
    changes = {}
    for name in sections:
        if name.endswith(".a"):
            matrix = name.removesuffix(".a")
            require(f"{matrix}.b" in sections, f"{matrix}.b is missing")
            a, b = sections[name], sections[f"{matrix}.b"]
            shapes_fit = a.ndim == b.ndim == 2 and len(a) == b.shape[1]
            require(shapes_fit, f"the shapes of {matrix}.a and {matrix}.b do not fit each other")
            changes[matrix] = a, b
    for name in ("idf", *_HEAD):
        require(name in sections, f"{name} is missing")
    require(
        sections["idf"].ndim == 1 and (sections["idf"] >= 0).all(),
        "idf has values that are not weights",
    )
    settings = mapped.settings
    head = TrainedHead(
        tuple(settings["layers"]),
        sections["head.weights"],
        sections["head.hidden.weight"],
        sections["head.hidden.bias"],
        sections["head.output"],
        float(settings["shift"]),
        float(settings["temperature"]),
    )
    _check_head(head)
    return EncoderAdapter(
        settings["encoder"], settings["lang"], float(settings["scale"]), changes,
        sections["idf"], sections.get(_GATE), head, mapped.digest,
    )  # fmt: skip


def _check_head(head: TrainedHead) -> None:
    layers, hidden = head.layers, len(head.bias)
    require(
        list(layers) == sorted(set(layers)), f"its layers {list(layers)} are not in ascending order"
    )
    n_features = 4 * len(layers) + 2
    require(
        head.weights.shape == (n_features,), f"its head has weights of {head.weights.size} features"
    )
    require(
        head.hidden.ndim == 2 and len(head.hidden) == hidden, "head.hidden has inconsistent sizes"
    )
    require(head.output.shape == head.bias.shape == (hidden,), "head.output has a different size")


def _as_float32(name: str, array: Array) -> Float32s:
    require(np.issubdtype(array.dtype, np.floating), f"{name} has type {array.dtype}")
    values: Float32s = np.asarray(array, dtype=np.float32)
    require(np.isfinite(values).all(), f"{name} has values that are not numbers")
    return values
