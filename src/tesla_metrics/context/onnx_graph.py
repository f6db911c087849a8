"""The encoder as a graph for onnxruntime, made of the same arrays as the plain one.

Arithmetic `int8`: matrices have whole numbers of seven bits and a factor for each output, vectors
whole numbers of eight bits and a factor for each piece, which is found when they are there. So a
piece's vector does not depend on what other pieces there are beside it (but through attention),
and no product of whole numbers is too large for any machine's instructions: sums are exact.
Arithmetic `float32`: the same in floating point.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..arrays import Array, Singles
from ..optional import needs
from .architecture import Architecture, Arrays
from .rounding import (
    LEAST_GELU,
    even_factors,
    joined,
    largest_inside,
    largest_normalised,
    seven_bits,
)

INT8, FLOAT32 = "int8", "float32"
ARITHMETICS = (INT8, FLOAT32)
# Steps of eight bits on one side of zero, and where there is but one side.
_STEPS, _ALL_STEPS = 127, 255
_OPSET, _IR = 17, 8
# The version of what is made here: graphs are kept by it.
GRAPH = 2
_INPUT, _OUTPUT = "pieces", "layers"
# Operators that onnxruntime has beside those of ONNX.
_OWN_DOMAIN = "com.microsoft"


def encoder_graph(
    architecture: Architecture, arrays: Arrays, wanted: Sequence[int], arithmetic: str
) -> bytes:
    """From vectors of pieces before the first layer, of one text, to those after wanted ones.

    The output has the shape (wanted, pieces, dim).
    """
    graph = _Graph(architecture, arrays, arithmetic)
    x, found = graph.add("Unsqueeze", _INPUT, graph.whole([0])), []
    for layer in range(max(wanted)):
        x = graph.layer(x, layer)
        if layer + 1 in wanted:
            found.append(x)
    graph.nodes.append(graph.node("Concat", found, [_OUTPUT], axis=0))
    return graph.finished(len(found))


class _Counted(NamedTuple):
    """Vectors as whole numbers; or as they are, where nothing is counted.

    step    what one more means, by the factor of the piece
    zero    the number that stands for zero
    even    what each of a vector's numbers was divided by
    less    what each had added to it, after that
    """

    values: str
    factor: str = ""
    step: float = 1.0
    zero: int = 0
    even: Singles | None = None
    less: Singles | None = None


class _Graph:
    """Nodes and constants as they are added."""

    def __init__(self, architecture: Architecture, arrays: Arrays, arithmetic: str) -> None:
        with needs("onnx", "context"):
            import onnx.helper
            import onnx.numpy_helper
        self._helper, self._numpy = onnx.helper, onnx.numpy_helper
        self._types = onnx.TensorProto
        self._own, self._arrays = architecture, arrays
        self._arithmetic = arithmetic
        self.nodes: list[Any] = []
        self._constants: dict[str, Any] = {}
        self._count = 0

    def node(self, kind: str, inputs: Sequence[str], outputs: Sequence[str], **facts: Any) -> Any:
        return self._helper.make_node(kind, list(inputs), list(outputs), **facts)

    def add(self, kind: str, *inputs: str, **facts: Any) -> str:
        """A node with one output, whose name it gives."""
        self._count += 1
        output = f"{kind}_{self._count}"
        self.nodes.append(self.node(kind, inputs, [output], **facts))
        return output

    def constant(self, value: Array, name: str = "") -> str:
        self._count += not name
        name = name or f"constant_{self._count}"
        if name not in self._constants:
            self._constants[name] = self._numpy.from_array(np.ascontiguousarray(value), name)
        return name

    def single(self, value: float) -> str:
        return self.constant(np.array(value, dtype=np.float32), f"single {value!r}")

    def whole(self, value: Sequence[int]) -> str:
        return self.constant(np.array(value, dtype=np.int64), f"whole {value!r}")

    def own(self, kind: str, *inputs: str, **facts: Any) -> str:
        """The same of an operator of onnxruntime's own."""
        return self.add(kind, *inputs, domain=_OWN_DOMAIN, **facts)

    def layer(self, x: str, layer: int) -> str:
        before = f"{layer - 1}.norm2" if layer else "norm"
        x = self._normalised(x, *self._attended(x, layer, before), f"{layer}.norm1")
        up, bias = self._linear(self._even(x, f"{layer}.norm1", f"{layer}.up"), f"{layer}.up")
        inner = self.own("BiasGelu", up, bias)
        changed = self._linear(self._positive(inner, layer), f"{layer}.down")
        return self._normalised(x, *changed, f"{layer}.norm2")

    def _attended(self, x: str, layer: int, before: str) -> tuple[str, str]:
        names = [f"{layer}.{name}" for name in "qkv"]
        # All three at once: one large product is quicker than three.
        whole = self._product(self._even(x, before, *names), joined(self._arrays, names))
        parts = [f"{name}_{layer}" for name in "qkv"]
        sizes = self.whole([self._own.dim] * 3)
        self.nodes.append(self.node("Split", [whole, sizes], parts, axis=2))
        # What is added to all keys alike changes no share; to values, it is there in the end.
        query = self.add("Add", parts[0], self.constant(self._arrays[f"{layer}.q.bias"]))
        mixed = self.own("MultiHeadAttention", query, *parts[1:], num_heads=self._own.heads)
        weight = self._arrays[f"{layer}.o.weight"]
        bias = self._arrays[f"{layer}.o.bias"] + weight @ self._arrays[f"{layer}.v.bias"]
        return self._product(self._counted(mixed), weight), self.constant(bias)

    def _even(self, x: str, norm: str, *names: str) -> _Counted:
        """What was normalised, before it is multiplied with the matrices of these names."""
        if self._arithmetic == FLOAT32:
            return _Counted(x)
        largest = largest_normalised(self._arrays, norm)
        even = even_factors(largest, joined(self._arrays, names))
        return self._counted(self.add("Mul", x, self.constant(1 / even)))._replace(even=even)

    def _positive(self, x: str, layer: int) -> _Counted:
        """What comes of GELU, made positive: it has but half of the range below zero otherwise."""
        if self._arithmetic == FLOAT32:
            return _Counted(x)
        largest = largest_inside(self._arrays, layer)
        even = even_factors(largest, self._arrays[f"{layer}.down.weight"])
        less = np.float32(LEAST_GELU) / even
        x = self.add("Add", self.add("Mul", x, self.constant(1 / even)), self.constant(less))
        values, factor = self._rounded(x, x, _ALL_STEPS, 0)
        return _Counted(values, factor, 1 / _ALL_STEPS, 0, even, less)

    def _counted(self, x: str) -> _Counted:
        if self._arithmetic == FLOAT32:
            return _Counted(x)
        values, factor = self._rounded(x, self.add("Abs", x), _STEPS, _STEPS + 1)
        return _Counted(values, factor, 1 / _STEPS, _STEPS + 1)

    def _rounded(self, x: str, sizes: str, steps: int, zero: int) -> tuple[str, str]:
        """Vectors over the largest of their sizes in so many steps, and these largest ones."""
        largest = self.add("ReduceMax", sizes, axes=[2], keepdims=1)
        # What is all zeros stays so; to all else this adds nothing.
        factor = self.add("Add", largest, self.single(1e-30))
        shares = self.add("Div", x, factor)
        return self.add("QuantizeLinear", shares, self.single(1 / steps), self._zero(zero)), factor

    def _zero(self, zero: int) -> str:
        return self.constant(np.array(zero, dtype=np.uint8), f"zero {zero}")

    def _linear(self, x: _Counted, name: str) -> tuple[str, str]:
        """A product with a matrix, and what is to be added to it."""
        weight, bias = (self._arrays[f"{name}.{what}"] for what in ("weight", "bias"))
        if x.even is not None and x.less is not None:
            # By the matrix as it is rounded, so that no more than what was added is taken away.
            whole, scales = seven_bits(weight * x.even)
            bias = bias - whole.astype(np.float32) @ x.less * scales
        return self._product(x, weight), self.constant(bias)

    def _product(self, x: _Counted, weight: Singles) -> str:
        if self._arithmetic == FLOAT32:
            return self.add("MatMul", x.values, self.constant(weight.T))
        whole, scales = seven_bits(weight if x.even is None else weight * x.even)
        product = self.own(
            "MatMulIntegerToFloat", x.values, self.constant(whole.T), self.single(x.step),
            self.constant(scales), self._zero(x.zero),
        )  # fmt: skip
        return self.add("Mul", product, x.factor)

    def _normalised(self, x: str, change: str, bias: str, name: str) -> str:
        weight, shift = (
            self.constant(self._arrays[f"{name}.{what}"]) for what in ("weight", "bias")
        )
        whole = self.add("Add", x, self.add("Add", change, bias))
        facts = {"axis": -1, "epsilon": self._own.epsilon}
        return self.add("LayerNormalization", whole, weight, shift, **facts)

    def finished(self, wanted: int) -> bytes:
        helper, dim = self._helper, self._own.dim
        kind = self._types.FLOAT
        graph = helper.make_graph(
            self.nodes,
            "encoder",
            [helper.make_tensor_value_info(_INPUT, kind, ["pieces", dim])],
            [helper.make_tensor_value_info(_OUTPUT, kind, [wanted, "pieces", dim])],
            list(self._constants.values()),
        )
        opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_OWN_DOMAIN, 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=_IR)
        content: bytes = model.SerializeToString()
        return content
