"""Encode texts with an encoder and its adapter, run by onnxruntime."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...arrays import Float32s, Indices
from ...errors import ResourceError, UsageError
from ...files.cache import load_or_compute
from ...files.resource import DATA_FOLDER
from ...optional import requires_extra
from .adapter_file import EncoderAdapter, check_adapter, read_adapter
from .encoder_file import AUTO, PackedEncoder, check_installed, find_encoder
from .features import ContextText, Head, PlainHead, make_context_text
from .onnx_graph import GRAPH_VERSION, build_encoder_graph
from .word_pieces import TextPieces


class PieceWindow(NamedTuple):
    """Range of pieces that are encoded together.

    Pieces `start` to `end` are encoded; only the vectors of pieces `used_start` to `used_end` are
    used.
    """

    start: int
    end: int
    used_start: int
    used_end: int


def iterate_windows(n_pieces: int, max_pieces: int) -> Iterator[PieceWindow]:
    """Yield windows of at most `max_pieces` pieces that overlap by half and cover all pieces."""
    step = max(max_pieces // 2, 1)
    starts = [*range(0, max(n_pieces - max_pieces, 0), step), max(n_pieces - max_pieces, 0)]
    first = 0
    for index, start in enumerate(starts):
        end = min(start + max_pieces, n_pieces)
        # A piece in two windows is taken from the window with more context around the piece. So
        # the used parts meet in the middle of the overlap.
        last = (starts[index + 1] + end + 1) // 2 if index + 1 < len(starts) else n_pieces
        yield PieceWindow(start, end, first, last)
        first = last


# Maximum number of pieces of an input, as in the training of the default encoder. Longer texts are
# split into windows.
MAX_PIECES = 256


class EncodedPieces(NamedTuple):
    """Output of the encoder for a text.

    layers          vectors of the requested layers, shape (n_layers, n_pieces, dim); the last one
                    is the last layer of the encoder
    mean_vector     mean of the last layer over all pieces and special tokens
    """

    layers: Float32s
    mean_vector: Float32s


class EncoderRuntime:
    """Session of onnxruntime that runs an encoder.

    Texts are encoded one by one, so vectors do not depend on other texts.
    """

    def __init__(
        self,
        encoder: PackedEncoder,
        adapter: EncoderAdapter | None,
        layers: Sequence[int],
        arithmetic: str,
    ) -> None:
        architecture, self.encoder, self.layers = encoder.architecture, encoder, tuple(layers)
        n_special = len(encoder.tokenizer.start_ids) + len(encoder.tokenizer.end_ids)
        self.max_pieces = min(MAX_PIECES, architecture.positions) - n_special
        self._position_embeddings, self._type_embedding = (
            encoder.get_array("positions"),
            encoder.get_array("type"),
        )
        self._norm_arrays = encoder.get_array("norm.weight"), encoder.get_array("norm.bias")
        # Without this variable, onnxruntime 1.31 and later writes usage data to the user's cache
        # folder when it is imported.
        os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
        with requires_extra("onnxruntime", "context"):
            import onnxruntime
        options = onnxruntime.SessionOptions()
        # `encode_texts` starts threads, each of which encodes one text at a time.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # The graph is already optimised, and onnxruntime's fused normalisation is slow.
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        identity = encoder.digest, adapter.digest if adapter else "", self.layers, arithmetic
        graph = load_or_compute(
            f"graph {GRAPH_VERSION} {identity}".encode(),
            lambda: build_encoder_graph(
                architecture, get_adapted_arrays(encoder, adapter), self.layers, arithmetic
            ),
        )
        self._session = onnxruntime.InferenceSession(
            graph, options, providers=["CPUExecutionProvider"]
        )

    def encode(self, ids: Indices) -> EncodedPieces:
        """Encode one text; `ids` are the ids of its pieces without special tokens."""
        dim, n_summed = self.encoder.architecture.dim, 0
        # The result is filled window by window, because the windows of a long text together have
        # twice as many vectors.
        layers: Float32s = np.empty((len(self.layers), len(ids), dim), dtype=np.float32)
        mean_vector: Float32s = np.zeros(dim, dtype=np.float32)
        n_before = len(self.encoder.tokenizer.start_ids)
        for window in iterate_windows(len(ids), self.max_pieces):
            vectors = self._encode_window(ids[window.start : window.end])
            without_start = vectors[:, n_before:]
            used_vectors = without_start[
                :, window.used_start - window.start : window.used_end - window.start
            ]
            layers[:, window.used_start : window.used_end] = used_vectors
            n_special = vectors.shape[1] - (window.end - window.start)
            # The special tokens at both ends also contribute to the vector of the text.
            mean_vector += vectors[-1, :n_before].sum(axis=0) + used_vectors[-1].sum(axis=0)
            mean_vector += without_start[-1, window.end - window.start :].sum(axis=0)
            n_summed += n_special + window.used_end - window.used_start
        mean_vector /= max(n_summed, 1)
        return EncodedPieces(layers, mean_vector)

    def _encode_window(self, ids: Indices) -> Float32s:
        """Return the vectors of pieces and special tokens, shape (n_layers, n_tokens, dim)."""
        tokenizer = self.encoder.tokenizer
        window_ids = np.concatenate([tokenizer.start_ids, ids, tokenizer.end_ids])
        vectors: Float32s = self._session.run(None, {"pieces": self._embed(window_ids)})[0]
        return vectors

    def _embed(self, ids: Indices) -> Float32s:
        """Return the normalised embeddings of pieces at their positions."""
        architecture = self.encoder.architecture
        positions = slice(architecture.first, architecture.first + len(ids))
        x = (
            self.encoder.get_piece_embeddings(ids)
            + self._position_embeddings[positions]
            + self._type_embedding
        )
        x -= x.mean(axis=1, keepdims=True)
        x /= np.sqrt((x * x).mean(axis=1, keepdims=True) + np.float32(architecture.epsilon))
        return x * self._norm_arrays[0] + self._norm_arrays[1]


def get_adapted_arrays(
    encoder: PackedEncoder, adapter: EncoderAdapter | None
) -> dict[str, Float32s]:
    """Return all arrays except the embeddings of pieces, with the changes of the adapter."""
    arrays = {}
    for name in encoder.architecture.shapes:
        if name != "words":
            array, matrix = encoder.get_array(name), name.removesuffix(".weight")
            arrays[name] = (
                adapter.adapt_matrix(matrix, array) if adapter and matrix != name else array
            )
    return arrays


NO_ADAPTER = "none"
_SHIPPED_FOLDER = DATA_FOLDER / "context"


class ContextModel:
    """Encoder, adapter and the head that converts features of pairs to scores."""

    def __init__(
        self, encoder: PackedEncoder, adapter: EncoderAdapter | None, arithmetic: str
    ) -> None:
        self.encoder, self.adapter, self.arithmetic = encoder, adapter, arithmetic
        last_layer = encoder.architecture.layers
        self.head: Head = (
            adapter.head if adapter else PlainHead((choose_default_layer(last_layer),))
        )
        requested = sorted({*self.head.layers, last_layer})
        self._matched_layers = [requested.index(layer) for layer in self.head.layers]
        self.runtime = EncoderRuntime(encoder, adapter, requested, arithmetic)

    def encode_texts(self, texts: Sequence[str], n_threads: int = 1) -> list[ContextText]:
        """Encode texts; the vectors of a text do not depend on the other texts."""
        tokenized_texts = self.encoder.tokenizer.tokenize(texts)
        if n_threads == 1 or len(tokenized_texts) < 2:
            return list(map(self._encode_text, tokenized_texts))
        with ThreadPoolExecutor(n_threads) as pool:
            return list(pool.map(self._encode_text, tokenized_texts))

    def _encode_text(self, pieces: TextPieces) -> ContextText:
        # Vectors are converted here, so that only a few texts have all layers in memory at once.
        return self.make_text_vectors(pieces, self.runtime.encode(pieces.ids))

    def make_text_vectors(self, pieces: TextPieces, encoded: EncodedPieces) -> ContextText:
        """Convert the output of the encoder to a text that can be compared."""
        matched_vectors = [encoded.layers[index] for index in self._matched_layers]
        if self.adapter is None:
            return make_context_text(pieces.keys, matched_vectors, encoded.mean_vector)
        weights = self.adapter.compute_piece_weights(pieces.ids, encoded.layers[-1])
        return make_context_text(pieces.keys, matched_vectors, encoded.mean_vector, weights)


def choose_default_layer(n_layers: int) -> int:
    """Return the layer for scoring without an adapter: at two thirds, the fourth of six layers.

    Vectors of this layer represent the meaning best.
    """
    return max(round(n_layers * 2 / 3), 1)


def open_model(encoder: str, adapter: str, lang: str, arithmetic: str) -> ContextModel:
    """Open an encoder with an adapter; both are AUTO or a path, and an adapter may be "none"."""
    check_installed(encoder)
    packed_encoder = find_encoder(encoder, lang)
    return ContextModel(packed_encoder, _find_adapter(adapter, packed_encoder, lang), arithmetic)


def _find_adapter(name: str, encoder: PackedEncoder, lang: str) -> EncoderAdapter | None:
    """Return the adapter, or None if none is wanted or shipped for the encoder and language."""
    if name == NO_ADAPTER:
        return None
    if name != AUTO:
        return _read_checked_adapter(Path(name), encoder, lang)
    for path in sorted(_SHIPPED_FOLDER.glob("*.adapter")):
        adapter = read_adapter(path)
        if (adapter.encoder, adapter.lang) == (encoder.weights_sha256, lang):
            return _read_checked_adapter(path, encoder, lang)
    return None


def _read_checked_adapter(path: Path, encoder: PackedEncoder, lang: str) -> EncoderAdapter:
    """Read an adapter; raise an error if it is for another encoder or language."""
    adapter = read_adapter(path)
    if adapter.encoder != encoder.weights_sha256:
        raise ResourceError(
            f"{path} was trained for the encoder with the SHA-256 {adapter.encoder[:8]}..., this "
            f"one has {encoder.weights_sha256[:8]}...: give the right --encoder, or --adapter none"
        )
    if adapter.lang != lang:
        raise UsageError(
            f"{path} was trained on texts in {adapter.lang!r}, but these are {lang!r}: omit "
            "--adapter, or train one with 'tesla train tesla-n'"
        )
    check_adapter(adapter, encoder.architecture, path)
    return adapter
