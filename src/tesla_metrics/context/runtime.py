"""An encoder at work: texts to vectors of their pieces, by onnxruntime."""

import os
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..arrays import Indices, Singles
from ..files.cached import cached
from ..optional import needs
from .adapter_file import EncoderAdapter
from .encoder_file import PackedEncoder
from .onnx_graph import GRAPH, encoder_graph
from .windows import windows

# Those that the default one was trained with; longer texts are cut into windows.
MOST_PIECES = 256


class EncodedPieces(NamedTuple):
    """What the encoder gives of a text.

    layers  wanted layers, pieces, dimensions; the last one is the encoder's own last
    whole   the mean of the last layer over all pieces, the marks of both ends among them
    """

    layers: Singles
    whole: Singles


class Runtime:
    """Texts are encoded one by one: nothing but itself decides what a text's vectors are."""

    def __init__(
        self,
        packed: PackedEncoder,
        adapter: EncoderAdapter | None,
        wanted: Sequence[int],
        arithmetic: str,
    ) -> None:
        own, self.packed, self.wanted = packed.architecture, packed, tuple(wanted)
        marks = len(packed.pieces.before) + len(packed.pieces.after)
        self.most = min(MOST_PIECES, own.positions) - marks
        self._positions, self._type = packed.array("positions"), packed.array("type")
        self._norm = packed.array("norm.weight"), packed.array("norm.bias")
        # From 1.31 on it else writes who uses it into the user's cache folder once it is imported.
        os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
        with needs("onnxruntime", "context"):
            import onnxruntime
        options = onnxruntime.SessionOptions()
        # Our own threads have a text each.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # The graph is what it should be; onnxruntime's own way to normalise sums is a slow one.
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        facts = packed.digest, adapter.digest if adapter else "", self.wanted, arithmetic
        graph = cached(
            f"graph {GRAPH} {facts}".encode(),
            lambda: encoder_graph(own, changed(packed, adapter), self.wanted, arithmetic),
        )
        self._session = onnxruntime.InferenceSession(
            graph, options, providers=["CPUExecutionProvider"]
        )

    def encode(self, ids: Indices) -> EncodedPieces:
        """One text, by the numbers of its pieces."""
        dim, count = self.packed.architecture.dim, 0
        # Filled window by window: of a long text, windows together have twice as much.
        layers: Singles = np.empty((len(self.wanted), len(ids), dim), dtype=np.float32)
        whole: Singles = np.zeros(dim, dtype=np.float32)
        before = len(self.packed.pieces.before)
        for window in windows(len(ids), self.most):
            vectors = self._window(ids[window.start : window.end])
            own = vectors[:, before:]
            kept = own[:, window.first - window.start : window.last - window.start]
            layers[:, window.first : window.last] = kept
            marks = vectors.shape[1] - (window.end - window.start)
            # The marks of both ends are of the whole text, too.
            whole += vectors[-1, :before].sum(axis=0) + kept[-1].sum(axis=0)
            whole += own[-1, window.end - window.start :].sum(axis=0)
            count += marks + window.last - window.first
        whole /= max(count, 1)
        return EncodedPieces(layers, whole)

    def _window(self, ids: Indices) -> Singles:
        pieces = self.packed.pieces
        whole = np.concatenate([pieces.before, ids, pieces.after])
        vectors: Singles = self._session.run(None, {"pieces": self._embedded(whole)})[0]
        return vectors

    def _embedded(self, ids: Indices) -> Singles:
        own = self.packed.architecture
        places = slice(own.first, own.first + len(ids))
        x = self.packed.words(ids) + self._positions[places] + self._type
        x -= x.mean(axis=1, keepdims=True)
        x /= np.sqrt((x * x).mean(axis=1, keepdims=True) + np.float32(own.epsilon))
        return x * self._norm[0] + self._norm[1]


def changed(packed: PackedEncoder, adapter: EncoderAdapter | None) -> dict[str, Singles]:
    """All arrays but the vectors of pieces, with what was learnt."""
    found = {}
    for name in packed.architecture.shapes:
        if name != "words":
            array, what = packed.array(name), name.removesuffix(".weight")
            found[name] = adapter.change(what, array) if adapter and what != name else array
    return found
