"""The encoder as a graph for onnxruntime, made of the same arrays as the plain one.

Arithmetic `int8`: matrices have whole numbers of seven bits and a factor for each output, vectors
whole numbers of eight bits and a factor for each piece, which is found when they are there. So a
piece's vector does not depend on what other pieces there are beside it (but through attention),
and no product of whole numbers is too large for any machine's instructions: sums are exact.
Arithmetic `float32`: the same in floating point.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..arrays import Array, Singles
from ..optional import needs
from .architecture import Architecture, Arrays

INT8, FLOAT32 = "int8", "float32"
ARITHMETICS = (INT8, FLOAT32)
# 255 * 64 * 2 is less than 2**15: pairs of products are added up in sixteen bits on some machines.
_MOST_WEIGHT = 63
_MOST_VALUE = 127
_OPSET, _IR = 17, 8
# The version of what is made here: graphs are kept by it.
GRAPH = 1
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
    x, found = _INPUT, []
    for layer in range(max(wanted)):
        x = graph.layer(x, layer)
        if layer + 1 in wanted:
            found.append(graph.add("Unsqueeze", x, graph.whole([0])))
    graph.nodes.append(graph.node("Concat", found, [_OUTPUT], axis=0))
    return graph.finished(len(found))


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
        self._zero_of_each = ""

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

    def layer(self, x: str, layer: int) -> str:
        x = self._normalised(self.add("Add", x, self._attended(x, layer)), f"{layer}.norm1")
        inner = self._gelu(self._linear(self._counted(x), f"{layer}.up"))
        changed = self._linear(self._counted(inner), f"{layer}.down")
        return self._normalised(self.add("Add", x, changed), f"{layer}.norm2")

    def _attended(self, x: str, layer: int) -> str:
        own, size = self._own, self._own.dim // self._own.heads
        counted = self._counted(x)
        shape = self.whole([0, own.heads, size])
        # All three at once: one large product is quicker than three.
        whole = self._linear(counted, *(f"{layer}.{name}" for name in "qkv"))
        parts = [f"{name}_{layer}" for name in "qkv"]
        sizes = self.whole([own.dim] * 3)
        self.nodes.append(self.node("Split", [whole, sizes], parts, axis=1))
        q, k, v = (self.add("Reshape", part, shape) for part in parts)
        q, v = (self.add("Transpose", one, perm=[1, 0, 2]) for one in (q, v))
        k = self.add("Transpose", k, perm=[1, 2, 0])
        weights = self.add("Mul", self.add("MatMul", q, k), self.single(float(size) ** -0.5))
        mixed = self.add("MatMul", self.add("Softmax", weights, axis=-1), v)
        mixed = self.add("Transpose", mixed, perm=[1, 0, 2])
        flat = self.add("Reshape", mixed, self.whole([0, own.dim]))
        return self._linear(self._counted(flat), f"{layer}.o")

    def _counted(self, x: str) -> tuple[str, str]:
        """Vectors as whole numbers, and a factor for each; or as they are, where nothing counts."""
        if self._arithmetic == FLOAT32:
            return x, ""
        largest = self.add("ReduceMax", self.add("Abs", x), axes=[1], keepdims=0)
        factor = self.add("Mul", largest, self.single(1 / _MOST_VALUE))
        # What is all zeros stays so.
        factor = self.add("Max", factor, self.single(1e-30))
        whole = self.add("QuantizeLinear", x, factor, self._zeros(), axis=0)
        return whole, self.add("Unsqueeze", factor, self.whole([1]))

    def _zeros(self) -> str:
        """What stands for 0, for each piece."""
        if not self._zero_of_each:
            rows = self.add("Slice", self.add("Shape", _INPUT), self.whole([0]), self.whole([1]))
            self._zero_of_each = self.add("Expand", self._zero(), rows)
        return self._zero_of_each

    def _zero(self) -> str:
        return self.constant(np.array(_MOST_VALUE + 1, dtype=np.uint8), "zero")

    def _linear(self, counted: tuple[str, str], *names: str) -> str:
        x, factor = counted
        weight = np.concatenate([self._arrays[f"{name}.weight"] for name in names])
        bias = np.concatenate([self._arrays[f"{name}.bias"] for name in names])
        added = self.constant(bias)
        if self._arithmetic == FLOAT32:
            return self.add("Add", self.add("MatMul", x, self.constant(weight.T)), added)
        whole, scales = seven_bits(weight)
        product = self.add(
            "MatMulIntegerToFloat", x, self.constant(whole.T), self.single(1.0),
            self.constant(scales), self._zero(), domain=_OWN_DOMAIN,
        )  # fmt: skip
        return self.add("Add", self.add("Mul", product, factor), added)

    def _normalised(self, x: str, name: str) -> str:
        weight, bias = (
            self.constant(self._arrays[f"{name}.{what}"]) for what in ("weight", "bias")
        )
        return self.add("LayerNormalization", x, weight, bias, axis=-1, epsilon=self._own.epsilon)

    def _gelu(self, x: str) -> str:
        turned = self.add("Erf", self.add("Div", x, self.single(2**0.5)))
        both = self.add("Mul", x, self.add("Add", turned, self.single(1.0)))
        return self.add("Mul", both, self.single(0.5))

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


def seven_bits(weight: Singles) -> tuple[Array, Singles]:
    """Whole numbers for a matrix, and a factor for each row."""
    scales = np.abs(weight).max(axis=1) / np.float32(_MOST_WEIGHT)
    scales = np.maximum(scales, np.float32(1e-30))
    return np.round(weight / scales[:, None]).astype(np.int8), scales
