"""Features of pairs of texts from the vectors of their word pieces."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...arrays import Float32s, Floats, Indices

# A head converts the features of a pair to its score.
#
# The features are precision and recall of each matched layer, plain and with weights of pieces; the
# cosine of the vectors of both texts; and tesla-x's score. All are 1 for two equal texts.

# Features per layer: precision and recall, plain and weighted.
FEATURES_PER_LAYER = 4
# Weights of F of the layer, the cosine and tesla-x in the plain head: the smaller their differences
# between translations (0.090, 0.152 and 0.151 for WMT 2016 into English), the higher the weight.
_PLAIN_WEIGHTS = (0.46, 0.27, 0.27)


class PlainHead(NamedTuple):
    """A fixed weighted mean of F of one layer, the cosine and tesla-x."""

    layers: tuple[int, ...]

    def residual(self, references: Float32s, candidates: Float32s) -> Floats:
        """Return zeros: a plain head uses only the features."""
        return np.zeros((len(references), len(candidates)))

    def scores(self, features: Floats, residual: Floats) -> Floats:
        """Return one score per row of `features`."""
        precision, recall = features[:, 0], features[:, 1]
        total = precision + recall
        product = 2 * precision * recall
        f_scores = np.divide(product, total, out=np.zeros_like(total), where=total > 0)
        parts = np.column_stack([f_scores, features[:, -2], features[:, -1]])
        # Subtracted from 1, so that features of 1 give exactly 1.
        scores: Floats = 1 - ((1 - parts) * _PLAIN_WEIGHTS).sum(axis=1)
        return scores.clip(0.0, 1.0)


class TrainedHead(NamedTuple):
    """Weights of features, and a small network on the vectors of both texts.

    With f the features, u and v the vectors, and h(u, v) = output · relu(hidden [|u - v|, u v] +
    bias), d = weights · (f - 1) + h(u, v) - (h(u, u) + h(v, v)) / 2 is 0 for two equal texts. The
    score is s((d + shift) / temperature) / s(shift / temperature), at most 1, where s is the
    logistic function.
    """

    layers: tuple[int, ...]
    weights: Float32s
    hidden: Float32s
    bias: Float32s
    output: Float32s
    shift: float
    temperature: float

    def residual(self, references: Float32s, candidates: Float32s) -> Floats:
        """Return the output of the network, shape (n_references, n_candidates).

        Both arguments have one vector per row.
        """
        rows = [self._network(np.broadcast_to(u, candidates.shape), candidates) for u in references]
        self_references, self_candidates = (
            self._network(vectors, vectors) for vectors in (references, candidates)
        )
        self_terms = (self_references[:, None] + self_candidates) / 2
        residuals: Floats = (np.stack(rows) - self_terms).astype(np.float64)
        return residuals

    def _network(self, u: Float32s, v: Float32s) -> Float32s:
        inner = np.concatenate([np.abs(u - v), u * v], axis=1) @ self.hidden.T + self.bias
        outputs: Float32s = np.maximum(inner, 0) @ self.output
        return outputs

    def scores(self, features: Floats, residual: Floats) -> Floats:
        """Return one score per row of `features`."""
        # Sum row by row: the last digits of a matrix product depend on the number of rows.
        d = ((features - 1) * self.weights.astype(np.float64)).sum(axis=1) + residual
        maximum = _logistic(np.array(self.shift / self.temperature))
        scores: Floats = _logistic((d + self.shift) / self.temperature) / maximum
        return scores.clip(0.0, 1.0)


Head = PlainHead | TrainedHead


def feature_names(layers: Sequence[int]) -> tuple[str, ...]:
    """Return the names of the features from vectors, in order; tesla-x's score comes after them."""
    kinds = ("precision", "recall", "idf-precision", "idf-recall")
    return (*(f"{kind}-{layer}" for layer in layers for kind in kinds), "cosine")


def _logistic(x: Floats) -> Floats:
    exponential = np.exp(-np.abs(x))  # never overflows
    values: Floats = np.where(x >= 0, 1, exponential) / (1 + exponential)
    return values


# Texts as vectors of their word pieces, and the features of pairs of texts.
#
# A piece is matched with the most similar piece of the other text, by cosine. Precision is the mean
# similarity over the candidate's pieces, recall over the reference's.

Float16Array = NDArray[np.float16]
# Number of similarities in memory at once: a text of 10,000 words has 20,000 pieces.
_MAX_SIMILARITIES = 1 << 20
# Multiplications of a matrix product that BLAS computes in one thread. It splits larger ones over
# threads, whose overhead exceeds the gain up to about the second number.
_ONE_THREAD_PRODUCT, _MULTI_THREAD_PRODUCT = 1 << 18, 1 << 24
# Maximum number of pieces of stacked texts: more are not faster.
_MAX_STACKED_PIECES = 768


class ContextText(NamedTuple):
    """An encoded text.

    keys        ids of its pieces, negative for pieces that the tokeniser does not know
    vectors     unit vectors, shape (n_matched_layers, n_pieces, dim)
    mean_vector  unit vector of the mean of the last layer
    weights     weights of the pieces
    """

    keys: Indices
    vectors: Float16Array
    mean_vector: Float32s
    weights: Float32s


class BestMatches(NamedTuple):
    """For each piece, the cosine with the most similar piece of the other text."""

    of_reference: Float32s
    of_candidate: Float32s


def make_text(
    keys: Indices,
    layers: Sequence[Float32s],
    mean_vector: Float32s,
    weights: Float32s | None = None,
) -> ContextText:
    """Return a text with these matched layers; without weights, all pieces have weight 1."""
    piece_weights = np.ones(len(keys), dtype=np.float32) if weights is None else weights
    # One by one, so that only one layer is in memory twice in full precision.
    vectors = np.stack([normalise_rows(layer).astype(np.float16) for layer in layers])
    return ContextText(keys, vectors, normalise_rows(mean_vector), piece_weights)


def normalise_rows(x: Float32s) -> Float32s:
    """Return vectors of length 1 in the same directions; zero vectors remain zero."""
    lengths = np.sqrt((x * x).sum(axis=-1, keepdims=True))
    vectors: Float32s = x / np.maximum(lengths, np.float32(1e-12))
    return vectors


def best_matches(
    reference: Float32s, candidate: Float32s, x_keys: Indices, y_keys: Indices
) -> BestMatches:
    """Return the best matches in one layer of two non-empty texts; similarities are in [0,1]."""
    block_rows = _rows_per_product(len(reference), *candidate.shape)
    of_reference, of_candidate = [], np.zeros(len(candidate), dtype=np.float32)
    for start in range(0, len(reference), block_rows):
        similarities = reference[start : start + block_rows] @ candidate.T
        separate_unknown_pieces(similarities, x_keys[start : start + block_rows], y_keys)
        of_reference.append(similarities.max(axis=1))
        np.maximum(of_candidate, similarities.max(axis=0), out=of_candidate)
    return BestMatches(np.concatenate(of_reference).clip(0, 1), of_candidate.clip(0, 1))


def separate_unknown_pieces(similarities: Float32s, x_keys: Indices, y_keys: Indices) -> None:
    """Set the similarity of different unknown pieces, which share one vector, to 0."""
    rows, columns = np.flatnonzero(x_keys < 0), np.flatnonzero(y_keys < 0)
    if len(rows) and len(columns):
        block = np.ix_(rows, columns)
        similarities[block] = np.where(
            x_keys[rows, None] == y_keys[columns], similarities[block], 0
        )


def _rows_per_product(n_rows: int, n_others: int, dim: int) -> int:
    """Return how many rows of the first matrix to multiply with the second at a time."""
    if n_rows * n_others * dim < _MULTI_THREAD_PRODUCT:
        return max(_ONE_THREAD_PRODUCT // max(n_others * dim, 1), 1)
    return max(_MAX_SIMILARITIES // max(n_others, 1), 1)


def normalise_weights(weights: Float32s) -> Floats:
    """Return the weights divided by their sum; equal shares if the sum is 0."""
    values = weights.astype(np.float64)
    total = float(values.sum())
    return values / total if total > 0 else np.full(len(values), 1 / max(len(values), 1))


class TextStack:
    """Several texts in one matrix: the first pieces of all texts, then the second ones, and so on.

    One matrix product then compares all texts with all texts of another stack, and the most similar
    pieces are determined for many texts at once. Shorter texts are padded with zeros, which are
    similar to nothing.
    """

    def __init__(self, texts: Sequence[ContextText]) -> None:
        self.texts = list(texts)
        self.lengths = np.array([len(text.keys) for text in texts])
        self.max_length = int(self.lengths.max(initial=0))
        is_piece = np.arange(self.max_length)[:, None] < self.lengths
        self.uniform_shares: Floats = is_piece / np.maximum(self.lengths, 1)
        self.weighted_shares: Floats = np.zeros(is_piece.shape)
        keys: Indices = np.zeros(is_piece.shape, dtype=np.intp)
        for index, text in enumerate(texts):
            self.weighted_shares[: len(text.keys), index] = normalise_weights(text.weights)
            keys[: len(text.keys), index] = text.keys
        self.keys = keys.reshape(-1)
        self.mean_vectors: Float32s = np.stack([text.mean_vector for text in texts])
        self._layers: dict[int, Float32s] = {}

    @property
    def n_rows(self) -> int:
        """The number of rows, including padding."""
        return self.max_length * len(self.texts)

    def layer(self, layer: int) -> Float32s:
        """Return the vectors of all pieces in a layer."""
        # Two threads that get here at the same time compute the same result.
        if layer in self._layers:
            return self._layers[layer]
        size = self.texts[0].vectors.shape[-1]
        stacked: Float32s = np.zeros((self.max_length, len(self.texts), size), dtype=np.float32)
        for index, text in enumerate(self.texts):
            stacked[: len(text.keys), index] = text.vectors[layer]
        vectors = stacked.reshape(self.n_rows, size)
        if self.n_rows <= _MAX_STACKED_PIECES:
            self._layers[layer] = vectors
        return vectors


def pair_features(references: TextStack, candidates: TextStack) -> Floats:
    """Return the features of all pairs, shape (n_references, n_candidates, n_features).

    The texts must be few enough to be compared at once.
    """
    layers = len(references.texts[0].vectors)
    shape = len(references.texts), len(candidates.texts), FEATURES_PER_LAYER * layers + 1
    rows = np.zeros(shape)
    if not references.max_length or not candidates.max_length:
        return rows
    for layer in range(layers):
        layer_features = rows[:, :, FEATURES_PER_LAYER * layer : FEATURES_PER_LAYER * (layer + 1)]
        of_references, of_candidates = _best_of_texts(references, candidates, layer)
        for column, x, y in (
            (0, references.uniform_shares, candidates.uniform_shares),
            (2, references.weighted_shares, candidates.weighted_shares),
        ):  # fmt: skip
            layer_features[:, :, column] = (of_candidates * y).sum(axis=1)
            layer_features[:, :, column + 1] = (of_references * x[:, :, None]).sum(axis=0)
    rows[:, :, -1] = references.mean_vectors @ candidates.mean_vectors.T
    rows[references.lengths == 0] = 0.0
    rows[:, candidates.lengths == 0] = 0.0
    rows.clip(0.0, 1.0, out=rows)
    # Equal texts have features of exactly 1, without rounding errors.
    rows[same_pieces(references, candidates)] = 1.0
    return rows


def _best_of_texts(
    references: TextStack, candidates: TextStack, layer: int
) -> tuple[Float32s, Float32s]:
    """Return for each piece the highest similarity with each text of the other side.

    The axes are (position, reference, candidate) and (reference, position, candidate).
    """
    x, y = references.layer(layer), candidates.layer(layer)
    if len(references.texts) == len(candidates.texts) == 1:  # which may be long
        matches = best_matches(x, y, references.keys, candidates.keys)
        return matches.of_reference[:, None, None], matches.of_candidate[None, :, None]
    similarities = x @ y.T
    separate_unknown_pieces(similarities, references.keys, candidates.keys)
    shape = (
        references.max_length,
        len(references.texts),
        candidates.max_length,
        len(candidates.texts),
    )
    of_candidates = similarities.reshape(shape[0], -1).max(axis=0).reshape(shape[1:])
    return _max_over_positions(similarities.reshape(shape)).clip(0, 1), of_candidates.clip(0, 1)


def _max_over_positions(similarities: Float32s) -> Float32s:
    """Return the maximum over the positions of the candidate, twice as fast as `max(axis=2)`."""
    maxima: Float32s = similarities[:, :, 0].copy()
    for position in range(1, similarities.shape[2]):
        np.maximum(maxima, similarities[:, :, position], out=maxima)
    return maxima


def same_pieces(references: TextStack, candidates: TextStack) -> tuple[list[int], list[int]]:
    """Return the indices of references and candidates with the same pieces, except empty texts."""
    candidates_of: dict[bytes, list[int]] = {}
    for index, text in enumerate(candidates.texts):
        candidates_of.setdefault(text.keys.tobytes(), []).append(index)
    pairs = [
        (reference, candidate)
        for reference, text in enumerate(references.texts)
        for candidate in candidates_of.get(text.keys.tobytes() or b"none", ())
    ]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def stack_batches(texts: Sequence[ContextText], longest: int) -> Iterator[Indices]:
    """Yield indices of texts to stack for a comparison with texts of at most `longest` pieces.

    The texts of a stack have similar lengths, so that there is little padding.
    """
    lengths = np.array([len(text.keys) for text in texts])
    order = np.argsort(lengths, kind="stable")
    max_pieces = min(_MAX_SIMILARITIES // max(longest, 1), _MAX_STACKED_PIECES)
    start = 0
    for end, index in enumerate(order[1:].tolist(), start=1):
        is_similar = lengths[index] <= lengths[order[start]] * 7 // 5 + 2
        if not is_similar or (end + 1 - start) * lengths[index] > max_pieces:
            yield order[start:end]
            start = end
    yield order[start:]
