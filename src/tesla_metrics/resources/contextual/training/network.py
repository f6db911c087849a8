"""The encoder with low-rank changes and a head, in torch.

It computes the same as `tests/oracles/numpy_encoder.py` and `features.py`, for many pairs at once;
tests compare them.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from ....arrays import Float32s, Floats, Indices
from ....optional import needs
from ..word_pieces import Architecture, Arrays
from .material import AdapterParameters, ContextSettings, TrainingMaterial

with needs("torch", "train-context"):
    import torch
    from torch.nn import functional

Tensor = Any  # torch.Tensor; torch is not installed where types are checked
# All runs start from the same parameters, so that their results can be averaged.
_INITIAL_SEED = 1000
# Maximum number of pieces of a text in training, and in scoring.
MAX_TRAINING_PIECES, MAX_SCORING_PIECES = 128, 256
# Number of pairs for estimating the spread of features, and of pieces per scoring batch.
_SPREAD_PAIRS, _SCORING_PIECES = 3000, 30000
_MIN_SPREAD = 1e-3


class PaddedTexts(NamedTuple):
    """A batch of texts.

    ids     ids of pieces, padded
    is_piece  whether a position is not padding
    is_text_piece  whether a position is neither padding nor a special token
    """

    ids: Tensor
    is_piece: Tensor
    is_text_piece: Tensor


class ContextNetwork:
    """The parameters to train, and the material to train them on."""

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
        self._arrays = {name: self._tensor(array) for name, array in arrays.items()}
        self._tesla_x_scores, self._idf = self._tensor(material.tesla_x_scores), self._tensor(idf)
        self._lengths = material.lengths()
        generator = torch.Generator().manual_seed(_INITIAL_SEED)
        self.changes = self._initial_changes(generator)
        self.head = self._initial_head(generator)
        self.deviations = torch.full_like(self.head["weights"], 0.1)

    def _tensor(self, array: Float32s) -> Tensor:
        return torch.tensor(np.asarray(array, dtype=np.float32), device=self.device)

    def _initial_changes(self, generator: Tensor) -> dict[str, Tensor]:
        changes = {}
        for layer in range(self.architecture.layers):
            for name, (rows, columns) in self.architecture.linear(layer):
                initial = torch.randn(self.settings.rank, columns, generator=generator) / sqrt(
                    columns
                )
                changes[f"{name}.a"] = initial.to(self.device)
                changes[f"{name}.b"] = torch.zeros(rows, self.settings.rank, device=self.device)
        return changes

    def _initial_head(self, generator: Tensor) -> dict[str, Tensor]:
        dim, hidden = self.architecture.dim, self.settings.hidden
        head = {"weights": torch.full((4 * len(self.layers) + 2,), 0.1)}
        if hidden:
            head["hidden"] = torch.randn(hidden, 2 * dim, generator=generator) / sqrt(2 * dim)
            head["bias"] = torch.zeros(hidden)
            head["output"] = 0.1 * torch.randn(hidden, generator=generator) / sqrt(hidden)
        if self.settings.gate:
            head["gate"] = torch.zeros(dim)
        return {name: tensor.to(self.device) for name, tensor in head.items()}

    def matrices(self) -> dict[str, Tensor]:
        """Return the matrices of the encoder with the trained changes."""
        matrices = {}
        for layer in range(self.architecture.layers):
            for name, _ in self.architecture.linear(layer):
                change = self.changes[f"{name}.b"] @ self.changes[f"{name}.a"]
                matrices[name] = self._arrays[f"{name}.weight"] + self.settings.scale * change
        return matrices

    def _pad_texts(self, texts: Sequence[int], length_limit: int) -> PaddedTexts:
        max_pieces = min(length_limit, self.architecture.positions)
        truncated = [self._truncate(self.material.pieces[text], max_pieces) for text in texts]
        lengths = np.array([len(pieces) for pieces in truncated])
        positions = np.arange(lengths.max())
        ids = np.zeros((len(truncated), len(positions)), dtype=np.int64)
        for row, pieces in zip(ids, truncated, strict=True):
            row[: len(pieces)] = pieces
        n_before, n_after = self._n_special
        is_piece = positions < lengths[:, None]
        is_text_piece = (positions >= n_before) & (positions < lengths[:, None] - n_after)
        return PaddedTexts(
            *(torch.from_numpy(array).to(self.device) for array in (ids, is_piece, is_text_piece))
        )

    def _truncate(self, pieces: Indices, max_pieces: int) -> Indices:
        n_after = self._n_special[1]
        if len(pieces) <= max_pieces:
            return pieces
        return np.concatenate([pieces[: max_pieces - n_after], pieces[len(pieces) - n_after :]])

    def _vectors(self, matrices: dict[str, Tensor], texts: PaddedTexts) -> list[Tensor]:
        """Return the vectors of the matched layers; the last layer of the encoder comes last."""
        architecture, arrays = self.architecture, self._arrays
        positions = slice(architecture.first, architecture.first + texts.ids.shape[1])
        x = arrays["words"][texts.ids] + arrays["positions"][positions] + arrays["type"]
        x = self._layer_norm(x, "norm")
        layers = []
        for layer in range(architecture.layers):
            x = self._layer(layer, matrices, x, texts.is_piece[:, None, None, :])
            if layer + 1 in self.layers:
                layers.append(x)
        return layers

    def _layer(self, layer: int, matrices: dict[str, Tensor], x: Tensor, mask: Tensor) -> Tensor:
        def linear(name: str, x: Tensor) -> Tensor:
            matrix = f"{layer}.{name}"
            return functional.linear(x, matrices[matrix], self._arrays[f"{matrix}.bias"])

        shape = (*x.shape[:2], self.architecture.heads, -1)
        q, k, v = (linear(name, x).view(shape).transpose(1, 2) for name in "qkv")
        mixed = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        mixed = linear("o", mixed.transpose(1, 2).reshape(x.shape))
        x = self._layer_norm(x + mixed, f"{layer}.norm1")
        inner = linear("down", functional.gelu(linear("up", x)))
        return self._layer_norm(x + inner, f"{layer}.norm2")

    def _layer_norm(self, x: Tensor, name: str) -> Tensor:
        weight, bias = self._arrays[f"{name}.weight"], self._arrays[f"{name}.bias"]
        return functional.layer_norm(x, x.shape[-1:], weight, bias, self.architecture.epsilon)

    def features(
        self, pairs: Indices, matrices: dict[str, Tensor], longest: int
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return one row of features per pair, and the vectors of both texts."""
        text_ids, positions = np.unique(self.material.pairs[pairs], return_inverse=True)
        r, c = torch.from_numpy(positions.reshape(-1, 2)).to(self.device).T
        texts = self._pad_texts(text_ids.tolist(), longest)
        use_bfloat16 = self.device.type == "cuda" and longest == MAX_TRAINING_PIECES
        with torch.autocast(self.device.type, torch.bfloat16, enabled=use_bfloat16):
            layers = self._vectors(matrices, texts)
        uniform_weights = texts.is_text_piece.float()
        weights = self._weights(texts, layers[-1])
        is_padding = ~(texts.is_text_piece[r][:, :, None] & texts.is_text_piece[c][:, None, :])
        columns = []
        for layer in layers:
            unit_vectors = functional.normalize(layer.float(), dim=-1)
            similarities = torch.bmm(unit_vectors[r], unit_vectors[c].transpose(1, 2)).masked_fill(
                is_padding, -1.0
            )
            precision = similarities.amax(1).masked_fill(~texts.is_text_piece[c], 0)
            recall = similarities.amax(2).masked_fill(~texts.is_text_piece[r], 0)
            for shares in (uniform_weights, weights):
                columns += [_weighted_mean(precision, shares[c]), _weighted_mean(recall, shares[r])]
        text_vectors = (layers[-1].float() * texts.is_piece[:, :, None]).sum(1)
        text_vectors = functional.normalize(text_vectors, dim=-1)
        tesla_x_scores = self._tesla_x_scores[torch.from_numpy(np.asarray(pairs)).to(self.device)]
        columns += [(text_vectors[r] * text_vectors[c]).sum(1), tesla_x_scores]
        return torch.stack(columns, 1), text_vectors[r], text_vectors[c]

    def _weights(self, texts: PaddedTexts, last_layer: Tensor) -> Tensor:
        """Return the weights of pieces, 0 for padding and special tokens."""
        weights = self._idf[texts.ids] * texts.is_text_piece
        if "gate" not in self.head:
            return weights
        # Vectors are scaled to length sqrt(dim), as in `_network`.
        scaled_vectors = functional.normalize(last_layer.float(), dim=-1) * sqrt(
            self.architecture.dim
        )
        return weights * torch.exp(2 * torch.tanh(scaled_vectors @ self.head["gate"]))

    def distance(self, features: Tensor, u: Tensor, v: Tensor) -> Tensor:
        """Return the output of the head: 0 for equal texts, negative for worse ones."""
        weighted_sum = ((features - 1) / self.deviations) @ self.head["weights"]
        if "hidden" not in self.head:
            return weighted_sum
        self_terms = (self._network(u, u) + self._network(v, v)) / 2
        return weighted_sum + self._network(u, v) - self_terms

    def _network(self, u: Tensor, v: Tensor) -> Tensor:
        # Unit vectors have small values, so they are scaled to length sqrt(dim).
        dim = self.architecture.dim
        both = torch.cat([sqrt(dim) * (u - v).abs(), dim * (u * v)], 1)
        inner = functional.linear(both, self.head["hidden"], self.head["bias"])
        return functional.relu(inner) @ self.head["output"]

    def _network_scale(self) -> Float32s:
        """Return the factors of the network's inputs for vectors of unit length."""
        dim = self.architecture.dim
        return np.repeat(np.array([sqrt(dim), dim], dtype=np.float32), dim)

    def measure_spread(self, generator: np.random.Generator) -> None:
        """Set the standard deviation of features before training."""
        judged = [self.material.ranked[:, 1:3].ravel(), self.material.scored[:, 1]]
        pairs = generator.permutation(np.unique(np.concatenate(judged)))[:_SPREAD_PAIRS]
        with torch.no_grad():
            matrices = self.matrices()
            parts = self.by_length(pairs, _SCORING_PIECES)
            rows = [self.features(part, matrices, MAX_TRAINING_PIECES)[0] for part in parts]
            self.deviations = torch.cat(rows).std(0).clamp(min=_MIN_SPREAD)

    def distances(self, pairs: Indices) -> Floats:
        """Return the distances of these pairs, in their order."""
        distances = np.zeros(len(self.material.pairs))
        with torch.no_grad():
            matrices = self.matrices()
            for part in self.by_length(np.unique(pairs), _SCORING_PIECES):
                batch_distances = self.distance(*self.features(part, matrices, MAX_SCORING_PIECES))
                distances[part] = batch_distances.cpu().numpy()
        return distances[pairs]

    def by_length(self, pairs: Indices, max_pieces: int) -> list[Indices]:
        """Split pairs into batches of similar length with about `max_pieces` pieces each."""
        order = pairs[np.argsort(self._lengths[pairs], kind="stable")]
        batch_indices = np.cumsum(2 * self._lengths[order]) // max_pieces
        return np.split(order, np.flatnonzero(np.diff(batch_indices)) + 1)

    def parameters(self) -> AdapterParameters:
        """Return the parameters as numpy arrays, for vectors of unit length."""
        arrays = {
            name: tensor.detach().cpu().numpy()
            for name, tensor in (*self.changes.items(), *self.head.items())
        }
        names = [name.removesuffix(".a") for name in self.changes if name.endswith(".a")]
        # Without a network, the file has one with a single unit whose output is 0.
        zero = np.zeros(1, dtype=np.float32)
        hidden = arrays.get("hidden", np.zeros((1, 1), dtype=np.float32)) * self._network_scale()
        gate = arrays.get("gate")
        return AdapterParameters(
            self.settings.scale,
            {name: (arrays[f"{name}.a"], arrays[f"{name}.b"]) for name in names},
            arrays["weights"] / self.deviations.cpu().numpy(),
            hidden,
            arrays.get("bias", zero),
            arrays.get("output", zero),
            None if gate is None else gate * np.float32(sqrt(self.architecture.dim)),
        )

    def load_parameters(self, learnt: AdapterParameters) -> None:
        """Replace the parameters, to score with them."""
        for name, (a, b) in learnt.changes.items():
            self.changes[f"{name}.a"], self.changes[f"{name}.b"] = self._tensor(a), self._tensor(b)
        self.settings = self.settings._replace(scale=learnt.scale)
        hidden = learnt.hidden / self._network_scale()
        self.head = {
            "weights": self._tensor(learnt.weights) * self.deviations,
            "hidden": self._tensor(hidden),
            "bias": self._tensor(learnt.bias),
            "output": self._tensor(learnt.output),
        }
        if learnt.gate is not None:
            self.head["gate"] = self._tensor(learnt.gate) / sqrt(self.architecture.dim)


def _weighted_mean(values: Tensor, shares: Tensor) -> Tensor:
    return (values * shares).sum(1) / shares.sum(1).clamp(min=1e-9)
