"""Network for training in torch: the encoder with low-rank changes of its matrices, and a head.

It computes the same as `tests/oracles/numpy_encoder.py` and `features.py`, but for many
pairs at once. Tests compare the results.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from ....arrays import Float32s, Floats, Indices
from ....optional import requires_extra
from ..word_pieces import Architecture, Arrays
from .material import AdapterParameters, ContextSettings, TrainingMaterial

with requires_extra("torch", "train-context"):
    import torch
    from torch.nn import functional

Tensor = Any  # torch.Tensor; torch is not installed when types are checked
# All runs start from the same parameters, so that their results can be averaged.
_INITIAL_SEED = 1000
# Maximum number of pieces of a text in training and in scoring; longer texts are truncated.
MAX_TRAINING_PIECES, MAX_SCORING_PIECES = 128, 256
# Number of pairs for the estimation of standard deviations, and of pieces per scoring batch.
_N_SPREAD_PAIRS, _PIECES_PER_SCORING_BATCH = 3000, 30000
_MIN_DEVIATION = 1e-3


class PaddedTexts(NamedTuple):
    """Batch of texts; all tensors have the shape (n_texts, max_pieces).

    ids             ids of pieces and special tokens; 0 in the padding
    is_piece        whether a position is not padding
    is_text_piece   whether a position is neither padding nor a special token
    """

    ids: Tensor
    is_piece: Tensor
    is_text_piece: Tensor


class ContextNetwork:
    """Network with the parameters to train, and the material to train them on.

    `changes` has the low-rank matrices a and b of each changed matrix by name. `head` has
    the parameters of the head by name. `feature_deviations` has the standard deviation of each
    feature.
    """

    def __init__(
        self,
        architecture: Architecture,
        arrays: Arrays,
        material: TrainingMaterial,
        idf: Float32s,
        layers: Sequence[int],
        n_special: tuple[int, int],
        settings: ContextSettings,
        device: str,
    ) -> None:
        self.architecture, self.layers, self.settings = architecture, tuple(layers), settings
        self.material, self.device, self._n_special = material, torch.device(device), n_special
        self._arrays = {name: self._make_tensor(array) for name, array in arrays.items()}
        self._tesla_x_scores, self._idf = (
            self._make_tensor(material.tesla_x_scores),
            self._make_tensor(idf),
        )
        self._lengths = material.count_pieces_per_pair()
        generator = torch.Generator().manual_seed(_INITIAL_SEED)
        self.changes = self._make_initial_changes(generator)
        self.head = self._make_initial_head(generator)
        self.feature_deviations = torch.full_like(self.head["weights"], 0.1)

    def _make_tensor(self, array: Float32s) -> Tensor:
        return torch.tensor(np.asarray(array, dtype=np.float32), device=self.device)

    def _make_initial_changes(self, generator: Tensor) -> dict[str, Tensor]:
        matrix_changes = {}
        for layer in range(self.architecture.layers):
            for name, (rows, columns) in self.architecture.iterate_matrices(layer):
                initial = torch.randn(self.settings.rank, columns, generator=generator) / sqrt(
                    columns
                )
                matrix_changes[f"{name}.a"] = initial.to(self.device)
                matrix_changes[f"{name}.b"] = torch.zeros(
                    rows, self.settings.rank, device=self.device
                )
        return matrix_changes

    def _make_initial_head(self, generator: Tensor) -> dict[str, Tensor]:
        dim, hidden = self.architecture.dim, self.settings.hidden
        head = {"weights": torch.full((4 * len(self.layers) + 2,), 0.1)}
        if hidden:
            head["hidden"] = torch.randn(hidden, 2 * dim, generator=generator) / sqrt(2 * dim)
            head["bias"] = torch.zeros(hidden)
            head["output"] = 0.1 * torch.randn(hidden, generator=generator) / sqrt(hidden)
        if self.settings.gate:
            head["gate"] = torch.zeros(dim)
        return {name: tensor.to(self.device) for name, tensor in head.items()}

    def compute_matrices(self) -> dict[str, Tensor]:
        """Return the matrices of the encoder with the trained changes, by name."""
        matrices = {}
        for layer in range(self.architecture.layers):
            for name, _ in self.architecture.iterate_matrices(layer):
                change = self.changes[f"{name}.b"] @ self.changes[f"{name}.a"]
                matrices[name] = self._arrays[f"{name}.weight"] + self.settings.scale * change
        return matrices

    def _pad_texts(self, texts: Sequence[int], length_limit: int) -> PaddedTexts:
        """Return texts, given by their indices, as a batch; longer texts are truncated."""
        max_pieces = min(length_limit, self.architecture.positions)
        truncated_pieces = [
            self._truncate(self.material.pieces[text], max_pieces) for text in texts
        ]
        lengths = np.array([len(pieces) for pieces in truncated_pieces])
        positions = np.arange(lengths.max())
        ids = np.zeros((len(truncated_pieces), len(positions)), dtype=np.int64)
        for row, pieces in zip(ids, truncated_pieces, strict=True):
            row[: len(pieces)] = pieces
        n_start_tokens, n_end_tokens = self._n_special
        is_piece = positions < lengths[:, None]
        is_text_piece = (positions >= n_start_tokens) & (
            positions < lengths[:, None] - n_end_tokens
        )
        return PaddedTexts(
            *(torch.from_numpy(array).to(self.device) for array in (ids, is_piece, is_text_piece))
        )

    def _truncate(self, pieces: Indices, max_pieces: int) -> Indices:
        """Remove pieces at the end of a text, but keep the special tokens after them."""
        n_end_tokens = self._n_special[1]
        if len(pieces) <= max_pieces:
            return pieces
        return np.concatenate(
            [pieces[: max_pieces - n_end_tokens], pieces[len(pieces) - n_end_tokens :]]
        )

    def _compute_layers(self, matrices: dict[str, Tensor], texts: PaddedTexts) -> list[Tensor]:
        """Return the vectors of each matched layer; the last one is the encoder's last layer."""
        architecture, arrays = self.architecture, self._arrays
        positions = slice(architecture.first, architecture.first + texts.ids.shape[1])
        vectors = arrays["words"][texts.ids] + arrays["positions"][positions] + arrays["type"]
        vectors = self._normalise_layer(vectors, "norm")
        layers = []
        for layer in range(architecture.layers):
            vectors = self._compute_layer(
                layer, matrices, vectors, texts.is_piece[:, None, None, :]
            )
            if layer + 1 in self.layers:
                layers.append(vectors)
        return layers

    def _compute_layer(
        self, layer: int, matrices: dict[str, Tensor], x: Tensor, mask: Tensor
    ) -> Tensor:
        def linear(name: str, x: Tensor) -> Tensor:
            matrix_name = f"{layer}.{name}"
            return functional.linear(x, matrices[matrix_name], self._arrays[f"{matrix_name}.bias"])

        shape = (*x.shape[:2], self.architecture.heads, -1)
        q, k, v = (linear(name, x).view(shape).transpose(1, 2) for name in "qkv")
        attended = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        attended = linear("o", attended.transpose(1, 2).reshape(x.shape))
        x = self._normalise_layer(x + attended, f"{layer}.norm1")
        inner = linear("down", functional.gelu(linear("up", x)))
        return self._normalise_layer(x + inner, f"{layer}.norm2")

    def _normalise_layer(self, x: Tensor, name: str) -> Tensor:
        weight, bias = self._arrays[f"{name}.weight"], self._arrays[f"{name}.bias"]
        return functional.layer_norm(x, x.shape[-1:], weight, bias, self.architecture.epsilon)

    def compute_features(
        self, pairs: Indices, matrices: dict[str, Tensor], max_pieces: int
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return one row of features per pair, and the mean vectors of references and candidates.

        `pairs` are indices of pairs. Texts are truncated to `max_pieces` pieces.
        """
        text_ids, text_rows = np.unique(self.material.pairs[pairs], return_inverse=True)
        reference_rows, candidate_rows = (
            torch.from_numpy(text_rows.reshape(-1, 2)).to(self.device).T
        )
        texts = self._pad_texts(text_ids.tolist(), max_pieces)
        use_bfloat16 = self.device.type == "cuda" and max_pieces == MAX_TRAINING_PIECES
        with torch.autocast(self.device.type, torch.bfloat16, enabled=use_bfloat16):
            layers = self._compute_layers(matrices, texts)
        uniform_weights = texts.is_text_piece.float()
        weights = self._compute_piece_weights(texts, layers[-1])
        is_padding = ~(
            texts.is_text_piece[reference_rows][:, :, None]
            & texts.is_text_piece[candidate_rows][:, None, :]
        )
        columns = []
        for layer in layers:
            unit_vectors = functional.normalize(layer.float(), dim=-1)
            similarities = torch.bmm(
                unit_vectors[reference_rows], unit_vectors[candidate_rows].transpose(1, 2)
            ).masked_fill(is_padding, -1.0)
            precision = similarities.amax(1).masked_fill(~texts.is_text_piece[candidate_rows], 0)
            recall = similarities.amax(2).masked_fill(~texts.is_text_piece[reference_rows], 0)
            for piece_weights in (uniform_weights, weights):
                columns += [
                    _compute_weighted_mean(precision, piece_weights[candidate_rows]),
                    _compute_weighted_mean(recall, piece_weights[reference_rows]),
                ]
        text_vectors = (layers[-1].float() * texts.is_piece[:, :, None]).sum(1)
        text_vectors = functional.normalize(text_vectors, dim=-1)
        tesla_x_scores = self._tesla_x_scores[torch.from_numpy(np.asarray(pairs)).to(self.device)]
        columns += [
            (text_vectors[reference_rows] * text_vectors[candidate_rows]).sum(1),
            tesla_x_scores,
        ]
        return torch.stack(columns, 1), text_vectors[reference_rows], text_vectors[candidate_rows]

    def _compute_piece_weights(self, texts: PaddedTexts, last_layer: Tensor) -> Tensor:
        """Return the weights of pieces, 0 for padding and special tokens."""
        weights = self._idf[texts.ids] * texts.is_text_piece
        if "gate" not in self.head:
            return weights
        # Vectors are scaled to the length sqrt(dim), as in `_compute_network_output`.
        scaled_vectors = functional.normalize(last_layer.float(), dim=-1) * sqrt(
            self.architecture.dim
        )
        return weights * torch.exp(2 * torch.tanh(scaled_vectors @ self.head["gate"]))

    def compute_distance(self, features: Tensor, u: Tensor, v: Tensor) -> Tensor:
        """Return d of `TrainedHead` per pair: 0 for equal texts, negative for worse candidates.

        u and v are the mean vectors of references and candidates.
        """
        weighted_sum = ((features - 1) / self.feature_deviations) @ self.head["weights"]
        if "hidden" not in self.head:
            return weighted_sum
        self_terms = (self._compute_network_output(u, u) + self._compute_network_output(v, v)) / 2
        return weighted_sum + self._compute_network_output(u, v) - self_terms

    def _compute_network_output(self, u: Tensor, v: Tensor) -> Tensor:
        # Unit vectors have small values, so they are scaled to the length sqrt(dim).
        dim = self.architecture.dim
        network_input = torch.cat([sqrt(dim) * (u - v).abs(), dim * (u * v)], 1)
        hidden_sums = functional.linear(network_input, self.head["hidden"], self.head["bias"])
        return functional.relu(hidden_sums) @ self.head["output"]

    def _get_network_input_scale(self) -> Float32s:
        """Return the factor of each input of the head's network for vectors of unit length."""
        dim = self.architecture.dim
        return np.repeat(np.array([sqrt(dim), dim], dtype=np.float32), dim)

    def measure_spread(self, generator: np.random.Generator) -> None:
        """Estimate the standard deviations of features on a sample of pairs, before training."""
        judged_pairs = [self.material.ranked[:, 1:3].ravel(), self.material.scored[:, 1]]
        pairs = generator.permutation(np.unique(np.concatenate(judged_pairs)))[:_N_SPREAD_PAIRS]
        with torch.no_grad():
            matrices = self.compute_matrices()
            batches = self.split_by_length(pairs, _PIECES_PER_SCORING_BATCH)
            rows = [
                self.compute_features(batch, matrices, MAX_TRAINING_PIECES)[0] for batch in batches
            ]
            self.feature_deviations = torch.cat(rows).std(0).clamp(min=_MIN_DEVIATION)

    def compute_distances(self, pairs: Indices) -> Floats:
        """Return the distances of these pairs, in their order."""
        distances = np.zeros(len(self.material.pairs))
        with torch.no_grad():
            matrices = self.compute_matrices()
            for batch in self.split_by_length(np.unique(pairs), _PIECES_PER_SCORING_BATCH):
                batch_distances = self.compute_distance(
                    *self.compute_features(batch, matrices, MAX_SCORING_PIECES)
                )
                distances[batch] = batch_distances.cpu().numpy()
        return distances[pairs]

    def split_by_length(self, pairs: Indices, max_pieces: int) -> list[Indices]:
        """Split pairs into batches of similar length with about `max_pieces` pieces each."""
        order = pairs[np.argsort(self._lengths[pairs], kind="stable")]
        batch_indices = np.cumsum(2 * self._lengths[order]) // max_pieces
        return np.split(order, np.flatnonzero(np.diff(batch_indices)) + 1)

    def get_parameters(self) -> AdapterParameters:
        """Return the parameters as numpy arrays, for vectors of unit length."""
        arrays = {
            name: tensor.detach().cpu().numpy()
            for name, tensor in (*self.changes.items(), *self.head.items())
        }
        names = [name.removesuffix(".a") for name in self.changes if name.endswith(".a")]
        # Without a network in the head, the file has a network with one unit and output weight 0.
        zero_array = np.zeros(1, dtype=np.float32)
        hidden = (
            arrays.get("hidden", np.zeros((1, 1), dtype=np.float32))
            * self._get_network_input_scale()
        )
        gate = arrays.get("gate")
        return AdapterParameters(
            self.settings.scale,
            {name: (arrays[f"{name}.a"], arrays[f"{name}.b"]) for name in names},
            arrays["weights"] / self.feature_deviations.cpu().numpy(),
            hidden,
            arrays.get("bias", zero_array),
            arrays.get("output", zero_array),
            None if gate is None else gate * np.float32(sqrt(self.architecture.dim)),
        )

    def load_parameters(self, parameters: AdapterParameters) -> None:
        """Replace the parameters, to score with them."""
        for name, (a, b) in parameters.changes.items():
            self.changes[f"{name}.a"], self.changes[f"{name}.b"] = (
                self._make_tensor(a),
                self._make_tensor(b),
            )
        self.settings = self.settings._replace(scale=parameters.scale)
        hidden = parameters.hidden / self._get_network_input_scale()
        self.head = {
            "weights": self._make_tensor(parameters.weights) * self.feature_deviations,
            "hidden": self._make_tensor(hidden),
            "bias": self._make_tensor(parameters.bias),
            "output": self._make_tensor(parameters.output),
        }
        if parameters.gate is not None:
            self.head["gate"] = self._make_tensor(parameters.gate) / sqrt(self.architecture.dim)


def _compute_weighted_mean(values: Tensor, weights: Tensor) -> Tensor:
    return (values * weights).sum(1) / weights.sum(1).clamp(min=1e-9)
