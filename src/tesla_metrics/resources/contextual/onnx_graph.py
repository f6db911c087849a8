"""The encoder as an ONNX graph, quantised to int8."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Array, Float32s, Floats
from ...optional import needs
from .word_pieces import Architecture, Arrays

# Matrices are quantised to 7-bit integers, with factors that balance their inputs.
#
# An input of a matrix is quantised to eight bits relative to its largest value, so a few large
# values leave only coarse steps for the others. Each value is therefore divided by a factor, and
# the matching column of the matrix is multiplied by it. The factor is the square root of the
# largest expected value over the size of the column: thus both are rounded about equally finely.
# The largest expected value follows from the normalisation before the matrix; no texts are needed
# to determine it.

# 255 * 64 * 2 is less than 2**15: some machines add pairs of products in sixteen bits.
MAX_WEIGHT = 63
# A standard normal variable rarely exceeds this value.
_MAX_DEVIATIONS = 3.0
# GELU is nowhere less than the negative of this value.
MIN_GELU = 0.17
# Limits of the factors, which would otherwise be extreme for values near 0.
_MIN_FACTOR, _MAX_FACTOR = 1 / 64, 64.0
_TINY = 1e-30


def quantise_int7(weight: Float32s) -> tuple[Array, Float32s]:
    """Return a matrix as 7-bit integers, and one factor per row."""
    scales = np.abs(weight).max(axis=1) / np.float32(MAX_WEIGHT)
    scales = np.maximum(scales, np.float32(_TINY))
    return np.round(weight / scales[:, None]).astype(np.int8), scales


def balancing_factors(largest: Floats, weight: Float32s) -> Float32s:
    """Return the divisor of each input value of a matrix; their geometric mean is 1."""
    column_sizes = np.maximum(np.abs(weight).max(axis=0).astype(np.float64), _TINY)
    logs = np.log(np.maximum(largest, _TINY) / column_sizes) / 2
    factors: Float32s = np.exp(logs - logs.mean()).clip(_MIN_FACTOR, _MAX_FACTOR).astype(np.float32)
    return factors


def largest_normalised(arrays: Arrays, norm: str) -> Floats:
    """Return the largest expected absolute values after a normalisation."""
    weight, bias = (_as_float64(arrays, f"{norm}.{part}") for part in ("weight", "bias"))
    return _MAX_DEVIATIONS * np.abs(weight) + np.abs(bias)


def largest_after_gelu(arrays: Arrays, layer: int) -> Floats:
    """Return the largest expected values after `up` and GELU."""
    weight, bias = (_as_float64(arrays, f"{layer}.norm1.{part}") for part in ("weight", "bias"))
    up = _as_float64(arrays, f"{layer}.up.weight")
    mean = up @ bias + _as_float64(arrays, f"{layer}.up.bias")
    deviation = np.sqrt(((up * weight) ** 2).sum(axis=1))
    largest: Floats = np.maximum(mean + _MAX_DEVIATIONS * deviation, MIN_GELU)
    return largest


def concatenate_matrices(arrays: Arrays, names: Sequence[str]) -> Float32s:
    """Return matrices with the same input, concatenated by rows."""
    return np.concatenate([arrays[f"{name}.weight"] for name in names])


def _as_float64(arrays: Arrays, name: str) -> Floats:
    return arrays[name].astype(np.float64)


# The encoder as a graph for onnxruntime, with the same arrays as the numpy encoder.
#
# Arithmetic `int8`: matrices have 7-bit integers and one factor per output; vectors have 8-bit
# integers and one factor per piece, which is computed at run time. So the vector of a piece does
# not depend on the other pieces (except through attention), and integer products never overflow on
# any machine: sums are exact. Arithmetic `float32`: the same in floating point.

INT8, FLOAT32 = "int8", "float32"
ARITHMETICS = (INT8, FLOAT32)
# Quantisation steps of eight bits on one side of zero, and for values that are all positive.
_SIGNED_STEPS, _UNSIGNED_STEPS = 127, 255
_OPSET, _IR = 17, 8
# The version of the generated graphs, which are cached by it.
GRAPH_VERSION = 2
_INPUT, _OUTPUT = "pieces", "layers"
# The domain of operators that onnxruntime adds to those of ONNX.
_RUNTIME_DOMAIN = "com.microsoft"


def encoder_graph(
    architecture: Architecture, arrays: Arrays, layers: Sequence[int], arithmetic: str
) -> bytes:
    """Return a serialised graph from embeddings of the pieces of one text to layers.

    The output has the shape (len(wanted), n_pieces, dim).
    """
    graph = _GraphBuilder(architecture, arrays, arithmetic)
    x, outputs = graph.add("Unsqueeze", _INPUT, graph.int64_constant([0])), []
    for layer in range(max(layers)):
        x = graph.layer(x, layer)
        if layer + 1 in layers:
            outputs.append(x)
    graph.nodes.append(graph.node("Concat", outputs, [_OUTPUT], axis=0))
    return graph.serialise(len(outputs))


class _Quantised(NamedTuple):
    """The name of vectors in the graph, quantised to integers or, with `float32`, unchanged.

    values  name of the vectors
    factor  name of the factors, one per piece
    step    value of one quantisation step, relative to the factor
    zero    the integer that represents 0
    divisors    divisor of each value of a vector
    offsets    offset that was added to each value after the division
    """

    values: str
    factor: str = ""
    step: float = 1.0
    zero: int = 0
    divisors: Float32s | None = None
    offsets: Float32s | None = None


class _GraphBuilder:
    """Collects nodes and constants of the graph."""

    def __init__(self, architecture: Architecture, arrays: Arrays, arithmetic: str) -> None:
        with needs("onnx", "context"):
            import onnx.helper
            import onnx.numpy_helper
        self._helper, self._numpy = onnx.helper, onnx.numpy_helper
        self._types = onnx.TensorProto
        self._architecture, self._arrays = architecture, arrays
        self._arithmetic = arithmetic
        self.nodes: list[Any] = []
        self._constants: dict[str, Any] = {}
        self._count = 0

    def node(
        self, kind: str, inputs: Sequence[str], outputs: Sequence[str], **attributes: Any
    ) -> Any:
        return self._helper.make_node(kind, list(inputs), list(outputs), **attributes)

    def add(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """Add a node with one output and return the name of the output."""
        self._count += 1
        output = f"{kind}_{self._count}"
        self.nodes.append(self.node(kind, inputs, [output], **attributes))
        return output

    def constant(self, value: Array, name: str = "") -> str:
        self._count += not name
        name = name or f"constant_{self._count}"
        if name not in self._constants:
            self._constants[name] = self._numpy.from_array(np.ascontiguousarray(value), name)
        return name

    def float32_constant(self, value: float) -> str:
        return self.constant(np.array(value, dtype=np.float32), f"single {value!r}")

    def int64_constant(self, value: Sequence[int]) -> str:
        return self.constant(np.array(value, dtype=np.int64), f"whole {value!r}")

    def add_runtime(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """Add a node with an operator of onnxruntime's domain and return the name of its output."""
        return self.add(kind, *inputs, domain=_RUNTIME_DOMAIN, **attributes)

    def layer(self, x: str, layer: int) -> str:
        norm = f"{layer - 1}.norm2" if layer else "norm"
        x = self._layer_norm(x, *self._attention(x, layer, norm), f"{layer}.norm1")
        up, bias = self._linear(self._balance(x, f"{layer}.norm1", f"{layer}.up"), f"{layer}.up")
        inner = self.add_runtime("BiasGelu", up, bias)
        update = self._linear(self._balance_positive(inner, layer), f"{layer}.down")
        return self._layer_norm(x, *update, f"{layer}.norm2")

    def _attention(self, x: str, layer: int, norm: str) -> tuple[str, str]:
        names = [f"{layer}.{name}" for name in "qkv"]
        # All three at once: one large product is faster than three.
        product = self._product(
            self._balance(x, norm, *names), concatenate_matrices(self._arrays, names)
        )
        parts = [f"{name}_{layer}" for name in "qkv"]
        sizes = self.int64_constant([self._architecture.dim] * 3)
        self.nodes.append(self.node("Split", [product, sizes], parts, axis=2))
        # A bias of the keys does not change attention; the bias of the values is added at the end.
        query = self.add("Add", parts[0], self.constant(self._arrays[f"{layer}.q.bias"]))
        mixed = self.add_runtime(
            "MultiHeadAttention", query, *parts[1:], num_heads=self._architecture.heads
        )
        weight = self._arrays[f"{layer}.o.weight"]
        bias = self._arrays[f"{layer}.o.bias"] + weight @ self._arrays[f"{layer}.v.bias"]
        return self._product(self._quantise(mixed), weight), self.constant(bias)

    def _balance(self, x: str, norm: str, *names: str) -> _Quantised:
        """Balance and quantise normalised vectors for the matrices with these names."""
        if self._arithmetic == FLOAT32:
            return _Quantised(x)
        largest = largest_normalised(self._arrays, norm)
        divisors = balancing_factors(largest, concatenate_matrices(self._arrays, names))
        return self._quantise(self.add("Mul", x, self.constant(1 / divisors)))._replace(
            divisors=divisors
        )

    def _balance_positive(self, x: str, layer: int) -> _Quantised:
        """Balance and quantise the output of GELU, shifted to be positive to use the full range."""
        if self._arithmetic == FLOAT32:
            return _Quantised(x)
        largest = largest_after_gelu(self._arrays, layer)
        divisors = balancing_factors(largest, self._arrays[f"{layer}.down.weight"])
        offsets = np.float32(MIN_GELU) / divisors
        x = self.add("Add", self.add("Mul", x, self.constant(1 / divisors)), self.constant(offsets))
        values, factor = self._quantise_values(x, x, _UNSIGNED_STEPS, 0)
        return _Quantised(values, factor, 1 / _UNSIGNED_STEPS, 0, divisors, offsets)

    def _quantise(self, x: str) -> _Quantised:
        if self._arithmetic == FLOAT32:
            return _Quantised(x)
        values, factor = self._quantise_values(
            x, self.add("Abs", x), _SIGNED_STEPS, _SIGNED_STEPS + 1
        )
        return _Quantised(values, factor, 1 / _SIGNED_STEPS, _SIGNED_STEPS + 1)

    def _quantise_values(self, x: str, sizes: str, steps: int, zero: int) -> tuple[str, str]:
        """Quantise vectors relative to the largest of `sizes`; return them and that value."""
        largest = self.add("ReduceMax", sizes, axes=[2], keepdims=1)
        # Vectors of zeros remain zero; to others this adds nothing.
        factor = self.add("Add", largest, self.float32_constant(1e-30))
        shares = self.add("Div", x, factor)
        return self.add(
            "QuantizeLinear", shares, self.float32_constant(1 / steps), self._zero(zero)
        ), factor

    def _zero(self, zero: int) -> str:
        return self.constant(np.array(zero, dtype=np.uint8), f"zero {zero}")

    def _linear(self, x: _Quantised, name: str) -> tuple[str, str]:
        """Return the product with a matrix, and the bias to be added to it."""
        weight, bias = (self._arrays[f"{name}.{part}"] for part in ("weight", "bias"))
        if x.divisors is not None and x.offsets is not None:
            # With the quantised matrix, so that exactly the added offset is subtracted.
            integers, scales = quantise_int7(weight * x.divisors)
            bias = bias - integers.astype(np.float32) @ x.offsets * scales
        return self._product(x, weight), self.constant(bias)

    def _product(self, x: _Quantised, weight: Float32s) -> str:
        if self._arithmetic == FLOAT32:
            return self.add("MatMul", x.values, self.constant(weight.T))
        integers, scales = quantise_int7(weight if x.divisors is None else weight * x.divisors)
        product = self.add_runtime(
            "MatMulIntegerToFloat", x.values, self.constant(integers.T),
            self.float32_constant(x.step),
            self.constant(scales), self._zero(x.zero),
        )  # fmt: skip
        return self.add("Mul", product, x.factor)

    def _layer_norm(self, x: str, change: str, bias: str, name: str) -> str:
        weight, shift = (
            self.constant(self._arrays[f"{name}.{part}"]) for part in ("weight", "bias")
        )
        total = self.add("Add", x, self.add("Add", change, bias))
        attributes = {"axis": -1, "epsilon": self._architecture.epsilon}
        return self.add("LayerNormalization", total, weight, shift, **attributes)

    def serialise(self, wanted: int) -> bytes:
        helper, dim = self._helper, self._architecture.dim
        kind = self._types.FLOAT
        graph = helper.make_graph(
            self.nodes,
            "encoder",
            [helper.make_tensor_value_info(_INPUT, kind, ["pieces", dim])],
            [helper.make_tensor_value_info(_OUTPUT, kind, [wanted, "pieces", dim])],
            list(self._constants.values()),
        )
        opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_RUNTIME_DOMAIN, 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=_IR)
        content: bytes = model.SerializeToString()
        return content
