"""Train an adapter in several runs, and evaluate it on held-out segments."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ....arrays import Floats, Indices
from ....optional import needs
from ..encoder_file import PackedEncoder
from .material import (
    AdapterDescription,
    AdapterParameters,
    ContextSettings,
    TrainingMaterial,
    TrainingStep,
    average_runs,
    choose_steepness,
    correlation,
    epoch_steps,
    hold_out_groups,
    matched_layers,
    piece_weights,
    write_parameters,
)
from .network import MAX_TRAINING_PIECES, ContextNetwork, Tensor

with needs("torch", "train-context"):
    import torch
    from torch.nn.functional import softplus

_WARMUP_DIVISOR = 10  # warm up during a tenth of all steps
_MIN_RATE_SHARE = 0.3  # of the learning rate, if steps are averaged
_MAX_GRADIENT_NORM = 1.0  # gradients are clipped to this norm


def train_network(network: ContextNetwork, seed: int, progress: Callable[[int], None]) -> None:
    """Train the network in place; the same seed gives the same result on the same machine."""
    settings, material = network.settings, network.material
    generator = np.random.default_rng(seed)
    network.measure_spread(generator)
    use_synthetic = settings.synthetic > 0
    plan = [
        step
        for _ in range(settings.epochs)
        for step in epoch_steps(material, settings.budget, use_synthetic, generator)
    ]
    changes, head = list(network.changes.values()), list(network.head.values())
    rates = (settings.rate, settings.head_rate)
    with _with_gradients(changes + head), _deterministic(network.device.type):
        optimiser = torch.optim.AdamW(
            [{"params": params} for params in (changes, head)], weight_decay=0.0
        )
        mean = _ParameterMean(changes + head)
        for index, step in enumerate(plan):
            remaining = 1 - index / len(plan)
            # Averaged steps need a rate that does not fall to 0.
            decay = max(remaining, _MIN_RATE_SHARE) if settings.average else remaining
            rate_share = min(1.0, (index + 1) * _WARMUP_DIVISOR / len(plan)) * decay
            for group, rate in zip(optimiser.param_groups, rates, strict=True):
                group["lr"] = rate * rate_share
            loss = _loss(network, step)
            if loss.requires_grad:
                optimiser.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(changes + head, _MAX_GRADIENT_NORM)
                optimiser.step()
            if remaining <= settings.average:
                mean.add()
            progress(1)
    mean.apply()


class _ParameterMean:
    """The mean of parameters over several steps."""

    def __init__(self, params: list[Tensor]) -> None:
        self._params, self._count = params, 0
        self._sums = [torch.zeros_like(param) for param in params]

    def add(self) -> None:
        """Add the current values."""
        self._count += 1
        for total, param in zip(self._sums, self._params, strict=True):
            total += param.detach()

    def apply(self) -> None:
        """Set the parameters to their mean, if any values were added."""
        for total, param in zip(self._sums, self._params, strict=True):
            if self._count:
                param.copy_(total / self._count)


def count_steps(network: ContextNetwork, seed: int) -> int:
    """Return the approximate number of steps of a run."""
    settings = network.settings
    generator = np.random.default_rng(seed)
    steps = epoch_steps(network.material, settings.budget, settings.synthetic > 0, generator)
    return settings.epochs * len(steps)


@contextmanager
def _with_gradients(params: list[Tensor]) -> Iterator[None]:
    for param in params:
        param.requires_grad_(True)
    try:
        yield
    finally:
        for param in params:
            param.requires_grad_(False)


@contextmanager
def _deterministic(device: str) -> Iterator[None]:
    """Use deterministic algorithms on a CPU; the last digits of results on a GPU vary."""
    was_enabled = torch.are_deterministic_algorithms_enabled()
    torch.use_deterministic_algorithms(was_enabled or device == "cpu")
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(was_enabled)


def _loss(network: ContextNetwork, step: TrainingStep) -> Tensor:
    material, settings = network.material, network.settings
    ranked, synthetic = material.ranked[step.ranked], material.synthetic[step.synthetic]
    scored = material.scored[step.scored, 1]
    pairs = np.concatenate([ranked[:, 1:3].ravel(), synthetic[:, 1:3].ravel(), scored])
    d = _distances(network, pairs)
    ends = np.cumsum([2 * len(ranked), 2 * len(synthetic)]).tolist()
    total = torch.zeros((), device=network.device)
    if len(ranked):
        differences = d[: ends[0]].view(-1, 2)
        differences = differences[:, 0] - differences[:, 1]
        first, second = torch.from_numpy(ranked[:, 3:5].T.astype(np.float32)).to(network.device)
        losses = first * softplus(-differences) + second * softplus(differences)
        total = total + losses.sum() / (first + second).sum()
    if len(synthetic):
        differences = d[ends[0] : ends[1]].view(-1, 2)
        total = total + settings.synthetic * softplus(differences[:, 1] - differences[:, 0]).mean()
    if len(scored) > 1:
        human_scores = torch.from_numpy(material.scores[step.scored]).to(network.device)
        total = total + settings.scores * (1 - _correlation(d[ends[1] :], human_scores))
    return total


def _distances(network: ContextNetwork, pairs: Indices) -> Tensor:
    """Compute every distinct pair once, in batches of similar length."""
    matrices = network.matrices()
    parts = network.by_length(np.unique(pairs), network.settings.budget)
    distances = [
        network.distance(*network.features(part, matrices, MAX_TRAINING_PIECES)) for part in parts
    ]
    computed = np.concatenate(parts)
    order = np.argsort(computed)
    positions = order[np.searchsorted(computed, pairs, sorter=order)]
    return torch.cat(distances)[torch.from_numpy(positions).to(network.device)]


def _correlation(x: Tensor, y: Tensor) -> Tensor:
    x, y = x - x.mean(), y - y.mean()
    return (x * y).sum() / (x.norm() * y.norm() + 1e-6)


class HeldOutAgreement(NamedTuple):
    """Agreement with human judgments on held-out segments; None if there are no judgments.

    consistency     share of rankings in which the better output scores higher
    pearson         correlation with human scores
    """

    consistency: float | None
    pearson: float | None


class TrainedAdapter(NamedTuple):
    """A trained adapter, and the held-out agreement of it and of tesla-x."""

    parameters: AdapterParameters
    description: AdapterDescription
    held_out: HeldOutAgreement
    tesla_x: HeldOutAgreement

    def write(self, path: Path) -> None:
        """Write the adapter file for tesla-n."""
        write_parameters(path, self.parameters, self.description)


class AdapterTraining:
    """Trains adapters for one encoder with the same settings."""

    def __init__(self, encoder: PackedEncoder, settings: ContextSettings, device: str) -> None:
        self._encoder, self.settings, self._device = encoder, settings, device
        self.pieces, self._arrays = encoder.tokenizer, encoder.arrays()
        self.layers = matched_layers(encoder.architecture)

    def train(
        self,
        material: TrainingMaterial,
        lang: str,
        training_facts: dict[str, Any],
        on_plan: Callable[[int], None],
        progress: Callable[[int], None],
    ) -> TrainedAdapter:
        """Train an adapter.

        `on_plan` is called with the number of steps before the first call of `progress`.
        """
        groups = 1 + int(max(table[:, 0].max(initial=0) for table in _judgment_tables(material)))
        is_held_out = hold_out_groups(material, groups, self.settings.seed)
        training_part, held_out_part = material.only(~is_held_out), material.only(is_held_out)
        first = self.network(training_part)
        seeds = [self.settings.seed + run for run in range(self.settings.runs)]
        on_plan(count_steps(first, seeds[0]) * 5 // 4 * len(seeds) + count_steps(first, seeds[0]))
        train_network(first, seeds[0], progress)
        held_out_agreement = _agreement(
            held_out_part, first.distances(np.arange(len(material.pairs)))
        )
        baseline_agreement = _agreement(held_out_part, material.tesla_x_scores.astype(np.float64))
        runs = []
        for seed in seeds:
            network = self.network(material)
            train_network(network, seed, progress)
            runs.append(network.parameters())
        learnt = average_runs(runs, self.settings.rank)
        network.load_parameters(learnt)
        training = {
            "settings": self.settings.facts(),
            **training_facts,
            "held out": {
                "tesla-n": held_out_agreement._asdict(),
                "tesla-x": baseline_agreement._asdict(),
            },
        }
        steepness = self._steepness(network, material)
        idf = piece_weights(material, self._encoder.architecture.vocabulary)
        adapter_facts = AdapterDescription(
            self._encoder.weights_sha256, lang, self.layers, idf, steepness, training
        )
        return TrainedAdapter(learnt, adapter_facts, held_out_agreement, baseline_agreement)

    def network(self, material: TrainingMaterial) -> ContextNetwork:
        """Return an untrained network."""
        architecture = self._encoder.architecture
        n_special = len(self.pieces.start_ids), len(self.pieces.end_ids)
        weights = piece_weights(material, architecture.vocabulary)
        return ContextNetwork(
            architecture,
            self._arrays,
            material,
            weights,
            self.layers,
            n_special,
            self.settings,
            self._device,
        )

    def _steepness(self, network: ContextNetwork, material: TrainingMaterial) -> float:
        if len(material.scored):
            pairs = material.scored[:, 1]
            d, human_scores = network.distances(pairs), material.scores.astype(np.float64)
            return choose_steepness(d, human_scores, partial(material.checked, pairs))
        return choose_steepness(network.distances(np.unique(material.ranked[:, 1:3])), None)


def _judgment_tables(material: TrainingMaterial) -> tuple[Any, Any]:
    return material.ranked, material.scored


def _agreement(material: TrainingMaterial, values: Floats) -> HeldOutAgreement:
    """Return the agreement of `values`, one per pair of the material, with the judgments."""
    consistency = pearson = None
    if len(ranked := material.ranked):
        differences = values[ranked[:, 1]] - values[ranked[:, 2]]
        agreeing = np.where(differences > 0, ranked[:, 3], ranked[:, 4])
        consistency = float(agreeing.sum() / ranked[:, 3:5].sum())
    if len(material.scored) > 1:
        scored_values = values[material.scored[:, 1]]
        pearson = correlation(scored_values, material.scores.astype(np.float64))
    return HeldOutAgreement(consistency, pearson)
