"""Features of pairs of texts from the vectors of their word pieces."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...arrays import Float32s, Floats, Indices

# A head converts the features of a pair to its score.
#
# The features are precision and recall of each matched layer, without and with weights of pieces;
# the cosine of the mean vectors of both texts; and the score of tesla-x. All features are 1 for two
# equal texts.

# Features per layer: precision and recall, without and with weights of pieces.
FEATURES_PER_LAYER = 4
# Weights of the F-measure, the cosine and tesla-x in the plain head. They are inversely
# proportional to the differences of these features between translations, which are 0.090, 0.152 and
# 0.151 for WMT 2016 into English.
_PLAIN_WEIGHTS = (0.46, 0.27, 0.27)


class PlainHead(NamedTuple):
    """Head without training: a weighted mean of the F-measure of one layer, cosine and tesla-x."""

    layers: tuple[int, ...]

    def compute_residuals(self, references: Float32s, candidates: Float32s) -> Floats:
        """Return zeros, shape (n_references, n_candidates): a plain head has no network."""
        return np.zeros((len(references), len(candidates)))

    def compute_scores(self, features: Floats, residuals: Floats) -> Floats:
        """Return one score per row of `features`."""
        precision, recall = features[:, 0], features[:, 1]
        total = precision + recall
        product = 2 * precision * recall
        f_scores = np.divide(product, total, out=np.zeros_like(total), where=total > 0)
        parts = np.column_stack([f_scores, features[:, -2], features[:, -1]])
        # The formula with differences from 1 returns exactly 1 if all features are 1.
        scores: Floats = 1 - ((1 - parts) * _PLAIN_WEIGHTS).sum(axis=1)
        return scores.clip(0.0, 1.0)


class TrainedHead(NamedTuple):
    """Trained head: weights of features, and a small network on the mean vectors of both texts.

    Let f be the features, u and v the vectors, s the logistic function, and

        h(u, v) = output · relu(hidden [|u - v|, u v] + bias)
        d = weights · (f - 1) + h(u, v) - (h(u, u) + h(v, v)) / 2

    d is 0 for two equal texts. The score is s((d + shift) / temperature) / s(shift / temperature),
    at most 1. The part of d without features is called the residual.
    """

    layers: tuple[int, ...]
    weights: Float32s
    hidden: Float32s
    bias: Float32s
    output: Float32s
    shift: float
    temperature: float

    def compute_residuals(self, references: Float32s, candidates: Float32s) -> Floats:
        """Return h(u, v) - (h(u, u) + h(v, v)) / 2, shape (n_references, n_candidates).

        Both arguments have one vector per row.
        """
        network_rows = [
            self._network(np.broadcast_to(u, candidates.shape), candidates) for u in references
        ]
        self_references, self_candidates = (
            self._network(vectors, vectors) for vectors in (references, candidates)
        )
        self_terms = (self_references[:, None] + self_candidates) / 2
        residuals: Floats = (np.stack(network_rows) - self_terms).astype(np.float64)
        return residuals

    def _network(self, u: Float32s, v: Float32s) -> Float32s:
        """Return h(u, v) for each row of u and v."""
        inner = np.concatenate([np.abs(u - v), u * v], axis=1) @ self.hidden.T + self.bias
        outputs: Float32s = np.maximum(inner, 0) @ self.output
        return outputs

    def compute_scores(self, features: Floats, residuals: Floats) -> Floats:
        """Return one score per row of `features`."""
        # Rows are summed separately, because the last digits of a matrix product depend on the
        # number of rows.
        d = ((features - 1) * self.weights.astype(np.float64)).sum(axis=1) + residuals
        maximum = _logistic(np.array(self.shift / self.temperature))
        scores: Floats = _logistic((d + self.shift) / self.temperature) / maximum
        return scores.clip(0.0, 1.0)


Head = PlainHead | TrainedHead


def get_feature_names(layers: Sequence[int]) -> tuple[str, ...]:
    """Return the names of the features that `compute_pair_features` returns, in the same order."""
    kinds = ("precision", "recall", "idf-precision", "idf-recall")
    return (*(f"{kind}-{layer}" for layer in layers for kind in kinds), "cosine")


def _logistic(x: Floats) -> Floats:
    exponential = np.exp(-np.abs(x))  # never overflows
    values: Floats = np.where(x >= 0, 1, exponential) / (1 + exponential)
    return values


# Texts as vectors of their word pieces, and the features of pairs of texts.
#
# Each piece is matched with the most similar piece of the other text, by cosine. Precision is the
# mean similarity over the pieces of the candidate, recall over the pieces of the reference.

Float16Array = NDArray[np.float16]
# Maximum number of similarities in memory at once. A text of 10,000 words has 20,000 pieces.
_MAX_SIMILARITIES = 1 << 20
# Number of multiplications of a matrix product up to which BLAS uses one thread, and from which
# several threads are faster. Products between these limits are split into smaller ones.
_MAX_ONE_THREAD_OPERATIONS, _MIN_MULTI_THREAD_OPERATIONS = 1 << 18, 1 << 24
# Maximum number of pieces in a stack of texts. Larger stacks are not faster.
_MAX_STACKED_PIECES = 768


class ContextText(NamedTuple):
    """Encoded text.

    keys            ids of its pieces, negative for pieces that the tokeniser does not know
    vectors         unit vectors, shape (n_matched_layers, n_pieces, dim)
    mean_vector     mean of the last layer over all pieces, scaled to length 1
    weights         weights of the pieces
    """

    keys: Indices
    vectors: Float16Array
    mean_vector: Float32s
    weights: Float32s


class BestMatches(NamedTuple):
    """Cosine of each piece with the most similar piece of the other text."""

    reference_similarities: Float32s
    candidate_similarities: Float32s


def make_context_text(
    keys: Indices,
    layers: Sequence[Float32s],
    mean_vector: Float32s,
    weights: Float32s | None = None,
) -> ContextText:
    """Return an encoded text with normalised vectors.

    `layers` has the vectors of each matched layer. Without weights, all pieces have weight 1.
    """
    piece_weights = np.ones(len(keys), dtype=np.float32) if weights is None else weights
    # Layers are converted one by one, to save memory.
    vectors = np.stack([normalise_rows(layer).astype(np.float16) for layer in layers])
    return ContextText(keys, vectors, normalise_rows(mean_vector), piece_weights)


def normalise_rows(x: Float32s) -> Float32s:
    """Scale vectors (the last axis) to length 1; zero vectors remain zero."""
    lengths = np.sqrt((x * x).sum(axis=-1, keepdims=True))
    vectors: Float32s = x / np.maximum(lengths, np.float32(1e-12))
    return vectors


def find_best_matches(
    reference: Float32s, candidate: Float32s, reference_keys: Indices, candidate_keys: Indices
) -> BestMatches:
    """Return the best matches in one layer of two non-empty texts; similarities are in [0,1]."""
    rows_per_block = _get_rows_per_product(len(reference), *candidate.shape)
    reference_maxima, candidate_maxima = [], np.zeros(len(candidate), dtype=np.float32)
    for start in range(0, len(reference), rows_per_block):
        similarities = reference[start : start + rows_per_block] @ candidate.T
        separate_unknown_pieces(
            similarities, reference_keys[start : start + rows_per_block], candidate_keys
        )
        reference_maxima.append(similarities.max(axis=1))
        np.maximum(candidate_maxima, similarities.max(axis=0), out=candidate_maxima)
    return BestMatches(np.concatenate(reference_maxima).clip(0, 1), candidate_maxima.clip(0, 1))


def separate_unknown_pieces(
    similarities: Float32s, row_keys: Indices, column_keys: Indices
) -> None:
    """Set the similarities of different unknown pieces to 0, in place.

    All unknown pieces have the same embedding. Their keys are negative and tell them apart.
    """
    rows, columns = np.flatnonzero(row_keys < 0), np.flatnonzero(column_keys < 0)
    if len(rows) and len(columns):
        block = np.ix_(rows, columns)
        similarities[block] = np.where(
            row_keys[rows, None] == column_keys[columns], similarities[block], 0
        )


def _get_rows_per_product(n_rows: int, n_others: int, dim: int) -> int:
    """Return how many rows of a matrix to multiply with the transpose of another at a time.

    The matrices have the shapes (n_rows, dim) and (n_others, dim).
    """
    if n_rows * n_others * dim < _MIN_MULTI_THREAD_OPERATIONS:
        return max(_MAX_ONE_THREAD_OPERATIONS // max(n_others * dim, 1), 1)
    return max(_MAX_SIMILARITIES // max(n_others, 1), 1)


def normalise_weights(weights: Float32s) -> Floats:
    """Return the weights divided by their sum; equal shares if the sum is 0."""
    values = weights.astype(np.float64)
    total = float(values.sum())
    return values / total if total > 0 else np.full(len(values), 1 / max(len(values), 1))


class TextStack:
    """Several texts in one matrix: the first pieces of all texts, then the second pieces, etc.

    One matrix product compares all texts of a stack with all texts of another stack. Shorter texts
    are padded with zero vectors, which have similarity 0 to all pieces. `uniform_shares` and
    `weighted_shares` have the share of each piece in its text, shape (max_length, n_texts).
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
        """Number of rows of the matrix, including padding."""
        return self.max_length * len(self.texts)

    def get_layer_vectors(self, layer: int) -> Float32s:
        """Return the vectors of all pieces in a layer, shape (n_rows, dim)."""
        # If two threads compute a layer at the same time, they get the same result.
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


def compute_pair_features(references: TextStack, candidates: TextStack) -> Floats:
    """Return the features of all pairs, shape (n_references, n_candidates, n_features).

    The score of tesla-x is not included. The stacks must be small enough that the similarities of
    all their pieces fit into memory; `iterate_stack_batches` limits their size.
    """
    n_layers = len(references.texts[0].vectors)
    shape = len(references.texts), len(candidates.texts), FEATURES_PER_LAYER * n_layers + 1
    features = np.zeros(shape)
    if not references.max_length or not candidates.max_length:
        return features
    for layer in range(n_layers):
        layer_features = features[
            :, :, FEATURES_PER_LAYER * layer : FEATURES_PER_LAYER * (layer + 1)
        ]
        reference_maxima, candidate_maxima = _find_best_similarities(references, candidates, layer)
        for column, reference_shares, candidate_shares in (
            (0, references.uniform_shares, candidates.uniform_shares),
            (2, references.weighted_shares, candidates.weighted_shares),
        ):  # fmt: skip
            layer_features[:, :, column] = (candidate_maxima * candidate_shares).sum(axis=1)
            layer_features[:, :, column + 1] = (
                reference_maxima * reference_shares[:, :, None]
            ).sum(axis=0)
    features[:, :, -1] = references.mean_vectors @ candidates.mean_vectors.T
    features[references.lengths == 0] = 0.0
    features[:, candidates.lengths == 0] = 0.0
    features.clip(0.0, 1.0, out=features)
    # Equal texts have features of exactly 1, without rounding errors.
    features[find_equal_texts(references, candidates)] = 1.0
    return features


def _find_best_similarities(
    references: TextStack, candidates: TextStack, layer: int
) -> tuple[Float32s, Float32s]:
    """Return the highest similarity of each piece with the pieces of each text of the other stack.

    The first array is for pieces of references, with axes (position, reference, candidate), the
    second for pieces of candidates, with axes (reference, position, candidate).
    """
    reference_vectors, candidate_vectors = (
        references.get_layer_vectors(layer),
        candidates.get_layer_vectors(layer),
    )
    if len(references.texts) == len(candidates.texts) == 1:  # both texts may be long
        matches = find_best_matches(
            reference_vectors, candidate_vectors, references.keys, candidates.keys
        )
        return matches.reference_similarities[:, None, None], matches.candidate_similarities[
            None, :, None
        ]
    similarities = reference_vectors @ candidate_vectors.T
    separate_unknown_pieces(similarities, references.keys, candidates.keys)
    shape = (
        references.max_length,
        len(references.texts),
        candidates.max_length,
        len(candidates.texts),
    )
    candidate_maxima = similarities.reshape(shape[0], -1).max(axis=0).reshape(shape[1:])
    return _max_over_positions(similarities.reshape(shape)).clip(0, 1), candidate_maxima.clip(0, 1)


def _max_over_positions(similarities: Float32s) -> Float32s:
    """Return the maximum over axis 2, the positions of candidates, faster than `max(axis=2)`."""
    maxima: Float32s = similarities[:, :, 0].copy()
    for position in range(1, similarities.shape[2]):
        np.maximum(maxima, similarities[:, :, position], out=maxima)
    return maxima


def find_equal_texts(references: TextStack, candidates: TextStack) -> tuple[list[int], list[int]]:
    """Return the pairs of texts with the same pieces: indices of references and of candidates.

    Empty texts are left out.
    """
    candidates_by_keys: dict[bytes, list[int]] = {}
    for index, text in enumerate(candidates.texts):
        candidates_by_keys.setdefault(text.keys.tobytes(), []).append(index)
    pairs = [
        (reference, candidate)
        for reference, text in enumerate(references.texts)
        for candidate in candidates_by_keys.get(text.keys.tobytes() or b"none", ())
    ]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def iterate_stack_batches(texts: Sequence[ContextText], max_other_pieces: int) -> Iterator[Indices]:
    """Yield the indices of the texts of each stack.

    The stacks will be compared with texts of at most `max_other_pieces` pieces. The texts of a
    stack have similar lengths, so that there is little padding.
    """
    lengths = np.array([len(text.keys) for text in texts])
    order = np.argsort(lengths, kind="stable")
    max_pieces = min(_MAX_SIMILARITIES // max(max_other_pieces, 1), _MAX_STACKED_PIECES)
    start = 0
    for end, index in enumerate(order[1:].tolist(), start=1):
        has_similar_length = lengths[index] <= lengths[order[start]] * 7 // 5 + 2
        if not has_similar_length or (end + 1 - start) * lengths[index] > max_pieces:
            yield order[start:end]
            start = end
    yield order[start:]
