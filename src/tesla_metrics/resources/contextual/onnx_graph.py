"""The encoder as an ONNX graph, quantised to int8."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Array, Float32s, Floats
from ...optional import requires_extra
from .word_pieces import Architecture, Arrays

# Quantisation of matrices to 7-bit integers, with factors that balance their inputs.
#
# The input vector of a matrix is quantised to eight bits relative to its largest value, so a few
# large values leave only coarse steps for the others. Therefore each input value is divided by a
# factor, and the corresponding column of the matrix is multiplied by it. The factor is
# sqrt(largest expected input value / largest value of the column). With it, the rounding errors of
# the input and of the matrix have about the same size. The largest expected input value is computed
# from the weights of the layer normalisation before the matrix, without texts.

# Some machines add two products of 8-bit inputs and weights in 16 bits: 255 * 63 * 2 < 2**15.
MAX_INT7 = 63
# Number of standard deviations that a normally distributed value rarely exceeds.
_N_DEVIATIONS = 3.0
# GELU has no values below -MIN_GELU.
MIN_GELU = 0.17
# Limits of the factors, which would otherwise be extreme for values near 0.
_MIN_FACTOR, _MAX_FACTOR = 1 / 64, 64.0
_MIN_DIVISOR = 1e-30


def quantise_int7(weight: Float32s) -> tuple[Array, Float32s]:
    """Return a matrix as 7-bit integers, and one factor per row."""
    scales = np.abs(weight).max(axis=1) / np.float32(MAX_INT7)
    scales = np.maximum(scales, np.float32(_MIN_DIVISOR))
    return np.round(weight / scales[:, None]).astype(np.int8), scales


def compute_balancing_factors(largest: Floats, weight: Float32s) -> Float32s:
    """Return the divisor of each input value of a matrix; their geometric mean is 1."""
    column_sizes = np.maximum(np.abs(weight).max(axis=0).astype(np.float64), _MIN_DIVISOR)
    log_factors = np.log(np.maximum(largest, _MIN_DIVISOR) / column_sizes) / 2
    factors: Float32s = (
        np.exp(log_factors - log_factors.mean()).clip(_MIN_FACTOR, _MAX_FACTOR).astype(np.float32)
    )
    return factors


def estimate_largest_normalised(arrays: Arrays, norm: str) -> Floats:
    """Return the largest expected absolute value of each dimension after a normalisation."""
    weight, bias = (_get_float64(arrays, f"{norm}.{part}") for part in ("weight", "bias"))
    return _N_DEVIATIONS * np.abs(weight) + np.abs(bias)


def estimate_largest_after_gelu(arrays: Arrays, layer: int) -> Floats:
    """Return the largest expected value of each dimension after the matrix `up` and GELU."""
    weight, bias = (_get_float64(arrays, f"{layer}.norm1.{part}") for part in ("weight", "bias"))
    up = _get_float64(arrays, f"{layer}.up.weight")
    mean = up @ bias + _get_float64(arrays, f"{layer}.up.bias")
    deviation = np.sqrt(((up * weight) ** 2).sum(axis=1))
    largest: Floats = np.maximum(mean + _N_DEVIATIONS * deviation, MIN_GELU)
    return largest


def concatenate_matrices(arrays: Arrays, names: Sequence[str]) -> Float32s:
    """Return matrices with the same input, concatenated by rows."""
    return np.concatenate([arrays[f"{name}.weight"] for name in names])


def _get_float64(arrays: Arrays, name: str) -> Floats:
    return arrays[name].astype(np.float64)


# The encoder as a graph for onnxruntime.
#
# With the arithmetic `int8`, matrices have 7-bit integers and one factor per output. Vectors have
# 8-bit integers and one factor per piece, which is computed at run time. Thus the vector of a piece
# does not depend on the quantisation of other pieces, and sums of integer products are exact on all
# machines. With the arithmetic `float32`, matrices and vectors are not quantised.

INT8, FLOAT32 = "int8", "float32"
ARITHMETICS = (INT8, FLOAT32)
# Number of quantisation steps in eight bits: on each side of zero, and for positive values only.
_SIGNED_STEPS, _UNSIGNED_STEPS = 127, 255
_OPSET_VERSION, _IR_VERSION = 17, 8
# Version of the generated graphs. It is part of the key of cached graphs.
GRAPH_VERSION = 2
_INPUT_NAME, _OUTPUT_NAME = "pieces", "layers"
# Domain of the operators that onnxruntime adds to the operators of ONNX.
_RUNTIME_DOMAIN = "com.microsoft"


def build_encoder_graph(
    architecture: Architecture, arrays: Arrays, layers: Sequence[int], arithmetic: str
) -> bytes:
    """Return a serialised graph that computes vectors of layers for the pieces of one text.

    The input has the embeddings of the pieces, shape (n_pieces, dim). The output has the vectors of
    the layers in `layers`, shape (len(layers), n_pieces, dim). Layers count from 1.
    """
    graph = _GraphBuilder(architecture, arrays, arithmetic)
    vectors, outputs = graph.add_node("Unsqueeze", _INPUT_NAME, graph.add_int64_constant([0])), []
    for layer in range(max(layers)):
        vectors = graph.add_layer(vectors, layer)
        if layer + 1 in layers:
            outputs.append(vectors)
    graph.nodes.append(graph.make_node("Concat", outputs, [_OUTPUT_NAME], axis=0))
    return graph.serialise(len(outputs))


class _QuantisedVectors(NamedTuple):
    """Names of quantised vectors in the graph; with `float32`, vectors are not quantised.

    values      name of the vectors
    factor      name of the factors, one per piece
    step        value of one quantisation step, relative to the factor
    zero        integer that represents 0
    divisors    divisor of each dimension; None means that vectors were not divided
    offsets     number added to each dimension after the division; None means that none was added
    """

    values: str
    factor: str = ""
    step: float = 1.0
    zero: int = 0
    divisors: Float32s | None = None
    offsets: Float32s | None = None


class _GraphBuilder:
    """Builder of the graph: collects nodes and constants.

    A value in the graph, for example the vectors of a layer, is represented by its name.
    """

    def __init__(self, architecture: Architecture, arrays: Arrays, arithmetic: str) -> None:
        with requires_extra("onnx", "context"):
            import onnx.helper
            import onnx.numpy_helper
        self._helper, self._numpy = onnx.helper, onnx.numpy_helper
        self._types = onnx.TensorProto
        self._architecture, self._arrays = architecture, arrays
        self._arithmetic = arithmetic
        self.nodes: list[Any] = []
        self._constants: dict[str, Any] = {}
        self._count = 0

    def make_node(
        self, kind: str, inputs: Sequence[str], outputs: Sequence[str], **attributes: Any
    ) -> Any:
        """Return a node; `kind` is the name of an ONNX operator."""
        return self._helper.make_node(kind, list(inputs), list(outputs), **attributes)

    def add_node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """Add a node with one output and return the name of the output."""
        self._count += 1
        output = f"{kind}_{self._count}"
        self.nodes.append(self.make_node(kind, inputs, [output], **attributes))
        return output

    def add_constant(self, value: Array, name: str = "") -> str:
        """Add a constant and return its name; constants with the same name are added once."""
        self._count += not name
        name = name or f"constant_{self._count}"
        if name not in self._constants:
            self._constants[name] = self._numpy.from_array(np.ascontiguousarray(value), name)
        return name

    def add_float32_constant(self, value: float) -> str:
        return self.add_constant(np.array(value, dtype=np.float32), f"single {value!r}")

    def add_int64_constant(self, value: Sequence[int]) -> str:
        return self.add_constant(np.array(value, dtype=np.int64), f"whole {value!r}")

    def add_runtime_node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """Add a node with an operator of onnxruntime's domain and return the name of its output."""
        return self.add_node(kind, *inputs, domain=_RUNTIME_DOMAIN, **attributes)

    def add_layer(self, vectors: str, layer: int) -> str:
        """Add a layer of the encoder: attention and a feed-forward network."""
        previous_norm = f"{layer - 1}.norm2" if layer else "norm"
        update, bias = self._add_attention(vectors, layer, previous_norm)
        vectors = self._add_layer_norm(vectors, update, bias, f"{layer}.norm1")
        balanced = self._balance_normalised(vectors, f"{layer}.norm1", f"{layer}.up")
        activated = self.add_runtime_node("BiasGelu", *self._add_linear(balanced, f"{layer}.up"))
        balanced = self._balance_gelu_output(activated, layer)
        update, bias = self._add_linear(balanced, f"{layer}.down")
        return self._add_layer_norm(vectors, update, bias, f"{layer}.norm2")

    def _add_attention(self, vectors: str, layer: int, norm: str) -> tuple[str, str]:
        """Add the attention of a layer; return its output without the bias, and the bias.

        `norm` is the name of the normalisation before the layer.
        """
        names = [f"{layer}.{name}" for name in "qkv"]
        # Queries, keys and values are computed together, because one large product is faster.
        product = self._add_product(
            self._balance_normalised(vectors, norm, *names),
            concatenate_matrices(self._arrays, names),
        )
        parts = [f"{name}_{layer}" for name in "qkv"]
        sizes = self.add_int64_constant([self._architecture.dim] * 3)
        self.nodes.append(self.make_node("Split", [product, sizes], parts, axis=2))
        # The bias of the keys does not change the attention. The bias of the values is added at the
        # end.
        query = self.add_node("Add", parts[0], self.add_constant(self._arrays[f"{layer}.q.bias"]))
        attended = self.add_runtime_node(
            "MultiHeadAttention", query, *parts[1:], num_heads=self._architecture.heads
        )
        weight = self._arrays[f"{layer}.o.weight"]
        bias = self._arrays[f"{layer}.o.bias"] + weight @ self._arrays[f"{layer}.v.bias"]
        return self._add_product(self._add_quantisation(attended), weight), self.add_constant(bias)

    def _balance_normalised(self, vectors: str, norm: str, *names: str) -> _QuantisedVectors:
        """Divide normalised vectors by balancing factors for some matrices, and quantise them."""
        if self._arithmetic == FLOAT32:
            return _QuantisedVectors(vectors)
        largest = estimate_largest_normalised(self._arrays, norm)
        divisors = compute_balancing_factors(largest, concatenate_matrices(self._arrays, names))
        balanced = self.add_node("Mul", vectors, self.add_constant(1 / divisors))
        return self._add_quantisation(balanced)._replace(divisors=divisors)

    def _balance_gelu_output(self, vectors: str, layer: int) -> _QuantisedVectors:
        """Divide the output of GELU by balancing factors, and quantise it.

        The values are shifted to be positive, so that all eight bits are used.
        """
        if self._arithmetic == FLOAT32:
            return _QuantisedVectors(vectors)
        largest = estimate_largest_after_gelu(self._arrays, layer)
        divisors = compute_balancing_factors(largest, self._arrays[f"{layer}.down.weight"])
        offsets = np.float32(MIN_GELU) / divisors
        balanced = self.add_node("Mul", vectors, self.add_constant(1 / divisors))
        shifted = self.add_node("Add", balanced, self.add_constant(offsets))
        values, factor = self._add_quantisation_nodes(shifted, shifted, _UNSIGNED_STEPS, 0)
        return _QuantisedVectors(values, factor, 1 / _UNSIGNED_STEPS, 0, divisors, offsets)

    def _add_quantisation(self, vectors: str) -> _QuantisedVectors:
        if self._arithmetic == FLOAT32:
            return _QuantisedVectors(vectors)
        values, factor = self._add_quantisation_nodes(
            vectors, self.add_node("Abs", vectors), _SIGNED_STEPS, _SIGNED_STEPS + 1
        )
        return _QuantisedVectors(values, factor, 1 / _SIGNED_STEPS, _SIGNED_STEPS + 1)

    def _add_quantisation_nodes(
        self, vectors: str, sizes: str, steps: int, zero: int
    ) -> tuple[str, str]:
        """Quantise vectors relative to the largest of their absolute values, `sizes`.

        Return the quantised vectors and the factor of each piece, its largest absolute value.
        """
        largest = self.add_node("ReduceMax", sizes, axes=[2], keepdims=1)
        # The addition avoids a division by zero and does not change other values.
        factor = self.add_node("Add", largest, self.add_float32_constant(1e-30))
        shares = self.add_node("Div", vectors, factor)
        step, zero_point = self.add_float32_constant(1 / steps), self._add_zero_point(zero)
        return self.add_node("QuantizeLinear", shares, step, zero_point), factor

    def _add_zero_point(self, zero: int) -> str:
        return self.add_constant(np.array(zero, dtype=np.uint8), f"zero {zero}")

    def _add_linear(self, inputs: _QuantisedVectors, name: str) -> tuple[str, str]:
        """Add the product with a matrix; return it and the bias that must be added to it."""
        weight, bias = (self._arrays[f"{name}.{part}"] for part in ("weight", "bias"))
        if inputs.divisors is not None and inputs.offsets is not None:
            # Subtract the product of the offsets with the quantised matrix, which is exactly what
            # they add to the product of the vectors.
            integers, scales = quantise_int7(weight * inputs.divisors)
            bias = bias - integers.astype(np.float32) @ inputs.offsets * scales
        return self._add_product(inputs, weight), self.add_constant(bias)

    def _add_product(self, inputs: _QuantisedVectors, weight: Float32s) -> str:
        if self._arithmetic == FLOAT32:
            return self.add_node("MatMul", inputs.values, self.add_constant(weight.T))
        integers, scales = quantise_int7(
            weight if inputs.divisors is None else weight * inputs.divisors
        )
        product = self.add_runtime_node(
            "MatMulIntegerToFloat", inputs.values, self.add_constant(integers.T),
            self.add_float32_constant(inputs.step),
            self.add_constant(scales), self._add_zero_point(inputs.zero),
        )  # fmt: skip
        return self.add_node("Mul", product, inputs.factor)

    def _add_layer_norm(self, vectors: str, update: str, bias: str, name: str) -> str:
        weight, shift = (
            self.add_constant(self._arrays[f"{name}.{part}"]) for part in ("weight", "bias")
        )
        total = self.add_node("Add", vectors, self.add_node("Add", update, bias))
        attributes = {"axis": -1, "epsilon": self._architecture.epsilon}
        return self.add_node("LayerNormalization", total, weight, shift, **attributes)

    def serialise(self, n_layers: int) -> bytes:
        """Return the model with all nodes; the output has `n_layers` layers."""
        helper, dim = self._helper, self._architecture.dim
        element_type = self._types.FLOAT
        graph = helper.make_graph(
            self.nodes,
            "encoder",
            [helper.make_tensor_value_info(_INPUT_NAME, element_type, ["pieces", dim])],
            [helper.make_tensor_value_info(_OUTPUT_NAME, element_type, [n_layers, "pieces", dim])],
            list(self._constants.values()),
        )
        opsets = [helper.make_opsetid("", _OPSET_VERSION), helper.make_opsetid(_RUNTIME_DOMAIN, 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=_IR_VERSION)
        content: bytes = model.SerializeToString()
        return content
