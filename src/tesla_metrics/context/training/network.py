"""The encoder with changes of a low rank, and the head, in torch.

The same as plain.py, features.py and head.py have in numpy, for many pairs at once; tests hold them
against each other.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Floats, Indices, Singles
from ...optional import needs
from ..architecture import Architecture, Arrays
from .learnt import LearntChanges
from .material import Material
from .settings import ContextSettings

with needs("torch", "train-context"):
    import torch
    from torch.nn import functional

Tensor = Any  # torch's, which is not installed where types are checked
# One start for all seeds, so that what they learn can be averaged.
_START = 1000
# Pieces of a text that are looked at in training, and otherwise.
LONGEST, LONGEST_SCORED = 128, 256
# Pairs whose features say how far these differ, and pieces that are scored at once.
_SAMPLED, _SCORED = 3000, 30000
_SMALLEST = 1e-3


class PaddedTexts(NamedTuple):
    """Texts side by side: numbers of pieces, which there are, and which are no marks of an end."""

    ids: Tensor
    there: Tensor
    inner: Tensor


class ContextNetwork:
    """All that is learnt, and all that it is learnt with."""

    def __init__(
        self,
        architecture: Architecture,
        arrays: Arrays,
        material: Material,
        idf: Singles,
        layers: Sequence[int],
        marks: tuple[int, int],
        settings: ContextSettings,
        device: str,
    ) -> None:
        self.architecture, self.layers, self.settings = architecture, tuple(layers), settings
        self.material, self.device, self._marks = material, torch.device(device), marks
        self._arrays = {name: self._tensor(array) for name, array in arrays.items()}
        self._graded, self._idf = self._tensor(material.graded), self._tensor(idf)
        self._lengths = material.lengths()
        drawn = torch.Generator().manual_seed(_START)
        self.changes = self._first_changes(drawn)
        self.head = self._first_head(drawn)
        self.spread = torch.full_like(self.head["weights"], 0.1)

    def _tensor(self, array: Singles) -> Tensor:
        return torch.tensor(np.asarray(array, dtype=np.float32), device=self.device)

    def _first_changes(self, drawn: Tensor) -> dict[str, Tensor]:
        found = {}
        for layer in range(self.architecture.layers):
            for name, (rows, columns) in self.architecture.linear(layer):
                start = torch.randn(self.settings.rank, columns, generator=drawn) / sqrt(columns)
                found[f"{name}.a"] = start.to(self.device)
                found[f"{name}.b"] = torch.zeros(rows, self.settings.rank, device=self.device)
        return found

    def _first_head(self, drawn: Tensor) -> dict[str, Tensor]:
        dim, hidden = self.architecture.dim, self.settings.hidden
        found = {"weights": torch.full((4 * len(self.layers) + 2,), 0.1)}
        if hidden:
            found["hidden"] = torch.randn(hidden, 2 * dim, generator=drawn) / sqrt(2 * dim)
            found["bias"] = torch.zeros(hidden)
            found["output"] = 0.1 * torch.randn(hidden, generator=drawn) / sqrt(hidden)
        if self.settings.gate:
            found["gate"] = torch.zeros(dim)
        return {name: tensor.to(self.device) for name, tensor in found.items()}

    def matrices(self) -> dict[str, Tensor]:
        """The encoder's, with what was learnt."""
        found = {}
        for layer in range(self.architecture.layers):
            for name, _ in self.architecture.linear(layer):
                change = self.changes[f"{name}.b"] @ self.changes[f"{name}.a"]
                found[name] = self._arrays[f"{name}.weight"] + self.settings.scale * change
        return found

    def _padded(self, texts: Sequence[int], longest: int) -> PaddedTexts:
        most = min(longest, self.architecture.positions)
        cut = [self._cut(self.material.pieces[text], most) for text in texts]
        lengths = np.array([len(pieces) for pieces in cut])
        where = np.arange(lengths.max())
        ids = np.zeros((len(cut), len(where)), dtype=np.int64)
        for row, pieces in zip(ids, cut, strict=True):
            row[: len(pieces)] = pieces
        before, after = self._marks
        there = where < lengths[:, None]
        inner = (where >= before) & (where < lengths[:, None] - after)
        return PaddedTexts(*(torch.from_numpy(one).to(self.device) for one in (ids, there, inner)))

    def _cut(self, pieces: Indices, most: int) -> Indices:
        after = self._marks[1]
        if len(pieces) <= most:
            return pieces
        return np.concatenate([pieces[: most - after], pieces[len(pieces) - after :]])

    def _vectors(self, matrices: dict[str, Tensor], texts: PaddedTexts) -> list[Tensor]:
        """Of the layers that are matched; the last one of all is the last."""
        own, arrays = self.architecture, self._arrays
        places = slice(own.first, own.first + texts.ids.shape[1])
        x = arrays["words"][texts.ids] + arrays["positions"][places] + arrays["type"]
        x = self._normalised(x, "norm")
        found = []
        for layer in range(own.layers):
            x = self._layer(layer, matrices, x, texts.there[:, None, None, :])
            if layer + 1 in self.layers:
                found.append(x)
        return found

    def _layer(self, layer: int, matrices: dict[str, Tensor], x: Tensor, seen: Tensor) -> Tensor:
        def linear(name: str, x: Tensor) -> Tensor:
            own = f"{layer}.{name}"
            return functional.linear(x, matrices[own], self._arrays[f"{own}.bias"])

        shape = (*x.shape[:2], self.architecture.heads, -1)
        q, k, v = (linear(name, x).view(shape).transpose(1, 2) for name in "qkv")
        mixed = functional.scaled_dot_product_attention(q, k, v, attn_mask=seen)
        mixed = linear("o", mixed.transpose(1, 2).reshape(x.shape))
        x = self._normalised(x + mixed, f"{layer}.norm1")
        inner = linear("down", functional.gelu(linear("up", x)))
        return self._normalised(x + inner, f"{layer}.norm2")

    def _normalised(self, x: Tensor, name: str) -> Tensor:
        weight, bias = self._arrays[f"{name}.weight"], self._arrays[f"{name}.bias"]
        return functional.layer_norm(x, x.shape[-1:], weight, bias, self.architecture.epsilon)

    def features(
        self, pairs: Indices, matrices: dict[str, Tensor], longest: int
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Of pairs by number: a row each, and the vectors of both texts."""
        numbers, at = np.unique(self.material.pairs[pairs], return_inverse=True)
        r, c = torch.from_numpy(at.reshape(-1, 2)).to(self.device).T
        texts = self._padded(numbers.tolist(), longest)
        quick = self.device.type == "cuda" and longest == LONGEST
        with torch.autocast(self.device.type, torch.bfloat16, enabled=quick):
            layers = self._vectors(matrices, texts)
        plain = texts.inner.float()
        weights = self._weights(texts, layers[-1])
        absent = ~(texts.inner[r][:, :, None] & texts.inner[c][:, None, :])
        found = []
        for layer in layers:
            unit = functional.normalize(layer.float(), dim=-1)
            alike = torch.bmm(unit[r], unit[c].transpose(1, 2)).masked_fill(absent, -1.0)
            precision = alike.amax(1).masked_fill(~texts.inner[c], 0)
            recall = alike.amax(2).masked_fill(~texts.inner[r], 0)
            for shares in (plain, weights):
                found += [_mean(precision, shares[c]), _mean(recall, shares[r])]
        whole = (layers[-1].float() * texts.there[:, :, None]).sum(1)
        whole = functional.normalize(whole, dim=-1)
        graded = self._graded[torch.from_numpy(np.asarray(pairs)).to(self.device)]
        found += [(whole[r] * whole[c]).sum(1), graded]
        return torch.stack(found, 1), whole[r], whole[c]

    def _weights(self, texts: PaddedTexts, last: Tensor) -> Tensor:
        """What pieces weigh; nothing where there is none."""
        own = self._idf[texts.ids] * texts.inner
        if "gate" not in self.head:
            return own
        # As in the network, as if vectors were of length sqrt(dim).
        unit = functional.normalize(last.float(), dim=-1) * sqrt(self.architecture.dim)
        return own * torch.exp(2 * torch.tanh(unit @ self.head["gate"]))

    def distance(self, features: Tensor, u: Tensor, v: Tensor) -> Tensor:
        """What the head gives: 0 for equal texts, below for worse ones."""
        own = ((features - 1) / self.spread) @ self.head["weights"]
        if "hidden" not in self.head:
            return own
        alone = (self._network(u, u) + self._network(v, v)) / 2
        return own + self._network(u, v) - alone

    def _network(self, u: Tensor, v: Tensor) -> Tensor:
        # Vectors of unit length have small numbers: as if they were of length sqrt(dim).
        dim = self.architecture.dim
        both = torch.cat([sqrt(dim) * (u - v).abs(), dim * (u * v)], 1)
        inner = functional.linear(both, self.head["hidden"], self.head["bias"])
        return functional.relu(inner) @ self.head["output"]

    def _lengthened(self) -> Singles:
        """What vectors of unit length are multiplied with in the network."""
        dim = self.architecture.dim
        return np.repeat(np.array([sqrt(dim), dim], dtype=np.float32), dim)

    def measure_spread(self, drawn: np.random.Generator) -> None:
        """How far features differ before anything is learnt."""
        judged = [self.material.ranked[:, 1:3].ravel(), self.material.scored[:, 1]]
        pairs = drawn.permutation(np.unique(np.concatenate(judged)))[:_SAMPLED]
        with torch.no_grad():
            matrices = self.matrices()
            parts = self.by_length(pairs, _SCORED)
            rows = [self.features(part, matrices, LONGEST)[0] for part in parts]
            self.spread = torch.cat(rows).std(0).clamp(min=_SMALLEST)

    def distances(self, pairs: Indices) -> Floats:
        """Of pairs by number, in their order."""
        found = np.zeros(len(self.material.pairs))
        with torch.no_grad():
            matrices = self.matrices()
            for part in self.by_length(np.unique(pairs), _SCORED):
                own = self.distance(*self.features(part, matrices, LONGEST_SCORED))
                found[part] = own.cpu().numpy()
        return found[pairs]

    def by_length(self, pairs: Indices, most: int) -> list[Indices]:
        """Parts of like length with not many more pieces than that each."""
        order = pairs[np.argsort(self._lengths[pairs], kind="stable")]
        parts = np.cumsum(2 * self._lengths[order]) // most
        return np.split(order, np.flatnonzero(np.diff(parts)) + 1)

    def learnt(self) -> LearntChanges:
        """As numbers of numpy, for vectors of unit length."""
        numbers = {
            name: tensor.detach().cpu().numpy()
            for name, tensor in (*self.changes.items(), *self.head.items())
        }
        names = [name.removesuffix(".a") for name in self.changes if name.endswith(".a")]
        # Without a network the file has one of a single number, which gives nothing.
        nothing = np.zeros(1, dtype=np.float32)
        hidden = numbers.get("hidden", np.zeros((1, 1), dtype=np.float32)) * self._lengthened()
        gate = numbers.get("gate")
        return LearntChanges(
            self.settings.scale,
            {name: (numbers[f"{name}.a"], numbers[f"{name}.b"]) for name in names},
            numbers["weights"] / self.spread.cpu().numpy(),
            hidden,
            numbers.get("bias", nothing),
            numbers.get("output", nothing),
            None if gate is None else gate * np.float32(sqrt(self.architecture.dim)),
        )

    def take(self, learnt: LearntChanges) -> None:
        """What was learnt elsewhere, to score with it."""
        for name, (a, b) in learnt.changes.items():
            self.changes[f"{name}.a"], self.changes[f"{name}.b"] = self._tensor(a), self._tensor(b)
        self.settings = self.settings._replace(scale=learnt.scale)
        hidden = learnt.hidden / self._lengthened()
        self.head = {
            "weights": self._tensor(learnt.weights) * self.spread,
            "hidden": self._tensor(hidden),
            "bias": self._tensor(learnt.bias),
            "output": self._tensor(learnt.output),
        }
        if learnt.gate is not None:
            self.head["gate"] = self._tensor(learnt.gate) / sqrt(self.architecture.dim)


def _mean(values: Tensor, shares: Tensor) -> Tensor:
    return (values * shares).sum(1) / shares.sum(1).clamp(min=1e-9)
