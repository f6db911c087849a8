"""Adapter files for encoders, and the correction of scores by tesla-x."""

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
    integer,
    list_of,
    number,
    record,
    require,
)
from .features import TrainedHead, normalise_rows
from .word_pieces import Architecture

# Correction of scores by tesla-x, because vectors of word pieces hardly show misspellings and some
# changes of meaning.
#
# Misspellings: let h be the score of the head and x the score of tesla-x. If x > h, then
# b = h + g (x - h), where g rises from 0 to 1 as x rises from TRUST_THRESHOLD to 1; otherwise
# b = h. The word pieces of a misspelt name differ from those of the name. tesla-x recognises the
# name, and distinguishes it from another name.
#
# Changes of meaning: let c be the share of each kind (numbers, negations, ...) that has changed and
# p the penalty of this kind. m = Π (1 - p c) is a soft upper limit of the score, with SHARPNESS k:
# s = (b^-k + m^-k - 1)^(-1/k). Thus s = m if b = 1, s = b if nothing has changed, and s is hardly
# less than b if b is small, because a bad translation should not be penalised twice.

# Columns of tesla-x, and the penalty if everything of this kind has changed. The constants were
# chosen on the dev parts of the minimal pairs and on judgments of WMT 2012, 2014 and 2016: see
# docs/tesla-n.md.
CHANGE_PENALTIES = {"numbers": 0.2, "negations": 0.25, "cases": 0.3, "endings": 0.2}
TRUST_THRESHOLD = 0.8
SHARPNESS = 16


def raise_to_tesla_x(scores: Floats, tesla_x_scores: Floats) -> Floats:
    """Return b: scores raised towards high scores of tesla-x."""
    trust = ((tesla_x_scores - TRUST_THRESHOLD) / (1 - TRUST_THRESHOLD)).clip(0.0, 1.0)
    raised_scores: Floats = scores + trust * np.maximum(tesla_x_scores - scores, 0.0)
    return raised_scores


def cap_by_changes(scores: Floats, change_amounts: Sequence[Floats]) -> Floats:
    """Return s: scores softly limited by changes of meaning.

    `change_amounts` has one array per kind, in the order of `CHANGE_PENALTIES`: the share that has
    changed of each pair, from 0 to 1.
    """
    limit = np.ones_like(scores)
    for penalty, column in zip(CHANGE_PENALTIES.values(), change_amounts, strict=True):
        limit = limit * (1 - penalty * column)
    # This form does not divide by b, which may be 0.
    excess = 1 + scores**SHARPNESS * (limit**-SHARPNESS - 1)
    capped_scores: Floats = scores * excess ** (-1 / SHARPNESS)
    return capped_scores


def apply_checks(
    scores: Floats, tesla_x_scores: Floats, change_amounts: Sequence[Floats]
) -> Floats:
    """Return s, the corrected score of each pair.

    `change_amounts` has one array per kind, as in `cap_by_changes`.
    """
    return cap_by_changes(raise_to_tesla_x(scores, tesla_x_scores), change_amounts)


# An adapter contains everything that was trained for an encoder: changes of its matrices, weights
# of word pieces and a head. A matrix W becomes W + scale B A, where B A has a low rank.

KIND, VERSION = "adapter", 1
_SETTINGS_SHAPE = record(
    {
        "encoder": SHA256,
        "lang": LANGUAGE,
        "layers": list_of(integer(1, 200), 1, 200),
        "scale": number(-1e6, 1e6),
        "shift": number(-1e6, 1e6),
        "temperature": number(0.0, 1e6, exclusive_minimum=True),
    },
    {"training": anything()},
)
_GATE_SECTION = "gate"
_HEAD_SECTIONS = ("head.weights", "head.hidden.weight", "head.hidden.bias", "head.output")


class EncoderAdapter(NamedTuple):
    """Content of an adapter file.

    encoder     SHA-256 of the weights of the encoder that it was trained for
    changes     matrices A and B by the name of the changed matrix
    idf         weight of each word piece, independent of its context
    gate        vector that is multiplied with the vectors of the last layer, to change the weights
                of pieces in their context; None means that weights do not depend on the context
    digest      checksum of the file
    """

    encoder: str
    lang: str
    scale: float
    changes: Mapping[str, tuple[Float32s, Float32s]]
    idf: Float32s
    gate: Float32s | None
    head: TrainedHead
    digest: str

    def adapt_matrix(self, name: str, matrix: Float32s) -> Float32s:
        """Return a matrix with its trained change."""
        if name not in self.changes:
            return matrix
        a, b = self.changes[name]
        changed: Float32s = matrix + np.float32(self.scale) * (b @ a)
        return changed

    def compute_piece_weights(self, ids: Indices, last_layer: Float32s) -> Float32s:
        """Return the weights of the pieces of a text.

        `last_layer` has the vectors of the pieces in the last layer.
        """
        weights: Float32s = self.idf[ids]
        if self.gate is None:
            return weights
        gated: Float32s = weights * np.exp(2 * np.tanh(normalise_rows(last_layer) @ self.gate))
        return gated


def write_adapter(path: Path, settings: Mapping[str, Any], sections: Mapping[str, Array]) -> None:
    """Write an adapter file atomically."""
    write_mapped(path, KIND, VERSION, settings, sections)


def read_adapter(path: Path) -> EncoderAdapter:
    """Read an adapter file, which `tesla train tesla-n` writes."""
    mapped = read_mapped(path, KIND, VERSION, _SETTINGS_SHAPE)
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
            has_matching_shape = (len(b), a.shape[1]) == (rows, columns)
            require(has_matching_shape, f"{name} changes a matrix of {len(b)} by {a.shape[1]}")
        require(
            len(adapter.idf) == architecture.vocabulary,
            f"it has weights of {len(adapter.idf)} word pieces",
        )
        head_dim = adapter.head.hidden.shape[1]
        require(head_dim == 2 * architecture.dim, f"the input of its head has {head_dim} numbers")
        gate_dim = architecture.dim if adapter.gate is None else adapter.gate.size
        require(gate_dim == architecture.dim, f"the input of its gate has {gate_dim} numbers")
        last_layer = max(adapter.head.layers)
        require(last_layer <= architecture.layers, f"the encoder has no layer {last_layer}")
    except SchemaError as error:
        raise ResourceError(f"{path} does not fit the encoder ({error}): train it again") from error


def _parse_adapter(mapped: MappedArrays) -> EncoderAdapter:
    sections = {
        name: _convert_to_float32(name, array) for name, array in mapped.arrays_by_name.items()
    }
    changes = {}
    for name in sections:
        if name.endswith(".a"):
            matrix = name.removesuffix(".a")
            require(f"{matrix}.b" in sections, f"{matrix}.b is missing")
            a, b = sections[name], sections[f"{matrix}.b"]
            shapes_fit = a.ndim == b.ndim == 2 and len(a) == b.shape[1]
            require(shapes_fit, f"the shapes of {matrix}.a and {matrix}.b do not fit each other")
            changes[matrix] = a, b
    for name in ("idf", *_HEAD_SECTIONS):
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
        sections["idf"], sections.get(_GATE_SECTION), head, mapped.digest,
    )  # fmt: skip


def _check_head(head: TrainedHead) -> None:
    """Raise SchemaError if the sizes of the arrays of a head do not match."""
    layers, n_hidden = head.layers, len(head.bias)
    require(
        list(layers) == sorted(set(layers)), f"its layers {list(layers)} are not in ascending order"
    )
    n_features = 4 * len(layers) + 2
    require(
        head.weights.shape == (n_features,), f"its head has weights of {head.weights.size} features"
    )
    require(
        head.hidden.ndim == 2 and len(head.hidden) == n_hidden, "head.hidden has inconsistent sizes"
    )
    require(head.output.shape == head.bias.shape == (n_hidden,), "head.output has a different size")


def _convert_to_float32(name: str, array: Array) -> Float32s:
    require(np.issubdtype(array.dtype, np.floating), f"{name} has type {array.dtype}")
    values: Float32s = np.asarray(array, dtype=np.float32)
    require(np.isfinite(values).all(), f"{name} has values that are not numbers")
    return values
