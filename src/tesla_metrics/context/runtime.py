"""An encoder at work: texts to vectors of their pieces, by onnxruntime."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ..arrays import Indices, Singles
from ..optional import needs
from .adapter_file import EncoderAdapter
from .encoder_file import PackedEncoder
from .onnx_graph import encoder_graph
from .windows import windows

# Those that the default one was trained with; longer texts are cut into windows.
MOST_PIECES = 256


class Runtime:
    """Texts are encoded one by one: nothing but itself decides what a text's vectors are."""

    def __init__(
        self,
        packed: PackedEncoder,
        adapter: EncoderAdapter | None,
        wanted: Sequence[int],
        arithmetic: str,
    ) -> None:
        own, self.packed = packed.architecture, packed
        self.wanted = tuple(wanted)
        arrays = {name: changed(packed, adapter, name) for name in own.shapes if name != "words"}
        self._arrays = {name: arrays[name] for name in ("positions", "type")}
        self._norm = arrays["norm.weight"], arrays["norm.bias"]
        marks = len(packed.pieces.before) + len(packed.pieces.after)
        self.most = min(MOST_PIECES, own.positions) - marks
        with needs("onnxruntime", "context"):
            import onnxruntime
        options = onnxruntime.SessionOptions()
        # Our own threads have a text each.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        graph = encoder_graph(own, arrays, self.wanted, arithmetic)
        self._session = onnxruntime.InferenceSession(
            graph, options, providers=["CPUExecutionProvider"]
        )

    def all(self, texts: Sequence[Indices], threads: int = 1) -> list[Singles]:
        """For each text, by the numbers of its pieces: wanted layers, pieces, dimensions."""
        if threads == 1 or len(texts) < 2:
            return list(map(self.layers, texts))
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(self.layers, texts))

    def layers(self, ids: Indices) -> Singles:
        """Of one text."""
        found = [
            self._window(ids[window.start : window.end])[
                :, window.first - window.start : window.last - window.start
            ]
            for window in windows(len(ids), self.most)
        ]
        return np.concatenate(found, axis=1) if len(found) > 1 else found[0]

    def _window(self, ids: Indices) -> Singles:
        pieces = self.packed.pieces
        whole = np.concatenate([pieces.before, ids, pieces.after])
        vectors: Singles = self._session.run(None, {"pieces": self._embedded(whole)})[0]
        return vectors[:, len(pieces.before) : len(pieces.before) + len(ids)]

    def _embedded(self, ids: Indices) -> Singles:
        own = self.packed.architecture
        places = slice(own.first, own.first + len(ids))
        x = self.packed.words(ids) + self._arrays["positions"][places] + self._arrays["type"]
        x -= x.mean(axis=1, keepdims=True)
        x /= np.sqrt((x * x).mean(axis=1, keepdims=True) + np.float32(own.epsilon))
        return x * self._norm[0] + self._norm[1]


def changed(packed: PackedEncoder, adapter: EncoderAdapter | None, name: str) -> Singles:
    """One of the encoder's arrays, with what was learnt."""
    array, what = packed.array(name), name.removesuffix(".weight")
    return adapter.change(what, array) if adapter and what != name else array
