"""Train an adapter in several runs, and evaluate it on held-out segments."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ....arrays import Floats, Indices
from ....optional import requires_extra
from ..encoder_file import PackedEncoder
from .material import (
    AdapterDescription,
    AdapterParameters,
    ContextSettings,
    TrainingMaterial,
    TrainingStep,
    average_runs,
    choose_matched_layers,
    choose_steepness,
    compute_correlation,
    compute_piece_weights,
    hold_out_groups,
    plan_epoch,
    write_parameters,
)
from .network import MAX_TRAINING_PIECES, ContextNetwork, Tensor

with requires_extra("torch", "train-context"):
    import torch
    from torch.nn.functional import softplus

_WARMUP_DIVISOR = 10  # the learning rate rises during the first tenth of all steps
_MIN_RATE_SHARE = 0.3  # minimum share of the learning rate if parameters are averaged over steps
_MAX_GRADIENT_NORM = 1.0  # gradients are clipped to this norm


def train_network(
    network: ContextNetwork, seed: int, report_progress: Callable[[int], None]
) -> None:
    """Train the network in place; the same seed gives the same result on the same CPU.

    `report_progress` is called with 1 after each step.
    """
    settings, material = network.settings, network.material
    generator = np.random.default_rng(seed)
    network.measure_spread(generator)
    use_synthetic = settings.synthetic > 0
    steps = [
        step
        for _ in range(settings.epochs)
        for step in plan_epoch(material, settings.budget, use_synthetic, generator)
    ]
    change_parameters, head_parameters = list(network.changes.values()), list(network.head.values())
    all_parameters = change_parameters + head_parameters
    learning_rates = (settings.rate, settings.head_rate)
    with (
        _enable_gradients(all_parameters),
        _use_deterministic_algorithms(network.device.type),
    ):
        optimiser = torch.optim.AdamW(
            [{"params": params} for params in (change_parameters, head_parameters)],
            weight_decay=0.0,
        )
        parameter_mean = _ParameterMean(all_parameters)
        for index, step in enumerate(steps):
            remaining_share = 1 - index / len(steps)
            # If parameters are averaged over steps, the learning rate must not fall to 0.
            min_decay = _MIN_RATE_SHARE if settings.average else 0.0
            rate_decay = max(remaining_share, min_decay)
            warmup = min(1.0, (index + 1) * _WARMUP_DIVISOR / len(steps))
            rate_share = warmup * rate_decay
            for group, rate in zip(optimiser.param_groups, learning_rates, strict=True):
                group["lr"] = rate * rate_share
            loss = _compute_loss(network, step)
            if loss.requires_grad:
                optimiser.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(all_parameters, _MAX_GRADIENT_NORM)
                optimiser.step()
            if remaining_share <= settings.average:
                parameter_mean.add()
            report_progress(1)
    parameter_mean.apply()


class _ParameterMean:
    """Mean of parameters over several steps."""

    def __init__(self, params: list[Tensor]) -> None:
        self._params, self._count = params, 0
        self._sums = [torch.zeros_like(param) for param in params]

    def add(self) -> None:
        """Add the current values."""
        self._count += 1
        for sums, param in zip(self._sums, self._params, strict=True):
            sums += param.detach()

    def apply(self) -> None:
        """Set the parameters to their mean, if any values were added."""
        for sums, param in zip(self._sums, self._params, strict=True):
            if self._count:
                param.copy_(sums / self._count)


def count_steps(network: ContextNetwork, seed: int) -> int:
    """Return the approximate number of steps of a run; batches of other epochs may differ."""
    settings = network.settings
    generator = np.random.default_rng(seed)
    steps = plan_epoch(network.material, settings.budget, settings.synthetic > 0, generator)
    return settings.epochs * len(steps)


@contextmanager
def _enable_gradients(params: list[Tensor]) -> Iterator[None]:
    """Compute gradients of parameters inside the context."""
    for param in params:
        param.requires_grad_(True)
    try:
        yield
    finally:
        for param in params:
            param.requires_grad_(False)


@contextmanager
def _use_deterministic_algorithms(device: str) -> Iterator[None]:
    """Use deterministic algorithms on a CPU; on a GPU the last digits of results vary."""
    was_enabled = torch.are_deterministic_algorithms_enabled()
    torch.use_deterministic_algorithms(was_enabled or device == "cpu")
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(was_enabled)


def _compute_loss(network: ContextNetwork, step: TrainingStep) -> Tensor:
    """Return the loss of a step: the sum of the losses of rankings, synthetic pairs and scores.

    The loss of a ranking is logistic. The loss of scores is 1 minus the correlation.
    """
    material, settings = network.material, network.settings
    ranked_rows, synthetic_rows = material.ranked[step.ranked], material.synthetic[step.synthetic]
    scored_pairs = material.scored[step.scored, 1]
    pairs = np.concatenate(
        [ranked_rows[:, 1:3].ravel(), synthetic_rows[:, 1:3].ravel(), scored_pairs]
    )
    distances = _compute_distances(network, pairs)
    ranked_end, synthetic_end = np.cumsum([2 * len(ranked_rows), 2 * len(synthetic_rows)]).tolist()
    total_loss = torch.zeros((), device=network.device)
    if len(ranked_rows):
        ranked_distances = distances[:ranked_end].view(-1, 2)
        differences = ranked_distances[:, 0] - ranked_distances[:, 1]
        votes = torch.from_numpy(ranked_rows[:, 3:5].T.astype(np.float32))
        first_votes, second_votes = votes.to(network.device)
        losses = first_votes * softplus(-differences) + second_votes * softplus(differences)
        total_loss = total_loss + losses.sum() / (first_votes + second_votes).sum()
    if len(synthetic_rows):
        better, worse = distances[ranked_end:synthetic_end].view(-1, 2).T
        total_loss = total_loss + settings.synthetic * softplus(worse - better).mean()
    if len(scored_pairs) > 1:
        human_scores = torch.from_numpy(material.scores[step.scored]).to(network.device)
        agreement = _compute_correlation(distances[synthetic_end:], human_scores)
        total_loss = total_loss + settings.scores * (1 - agreement)
    return total_loss


def _compute_distances(network: ContextNetwork, pairs: Indices) -> Tensor:
    """Return the distances of pairs; each distinct pair is computed once, in batches."""
    matrices = network.compute_matrices()
    batches = network.split_by_length(np.unique(pairs), network.settings.budget)
    distances = [
        network.compute_distance(*network.compute_features(batch, matrices, MAX_TRAINING_PIECES))
        for batch in batches
    ]
    computed_pairs = np.concatenate(batches)
    order = np.argsort(computed_pairs)
    positions = order[np.searchsorted(computed_pairs, pairs, sorter=order)]
    return torch.cat(distances)[torch.from_numpy(positions).to(network.device)]


def _compute_correlation(x: Tensor, y: Tensor) -> Tensor:
    x, y = x - x.mean(), y - y.mean()
    return (x * y).sum() / (x.norm() * y.norm() + 1e-6)


class HeldOutAgreement(NamedTuple):
    """Agreement with human judgments on held-out segments; None without judgments of a kind.

    consistency     share of rankings in which the better output scores higher
    pearson         correlation with human scores
    """

    consistency: float | None
    pearson: float | None


class TrainedAdapter(NamedTuple):
    """Trained adapter, its agreement on held-out segments, and the agreement of tesla-x."""

    parameters: AdapterParameters
    description: AdapterDescription
    held_out: HeldOutAgreement
    tesla_x: HeldOutAgreement

    def write(self, path: Path) -> None:
        """Write the adapter file for tesla-n."""
        write_parameters(path, self.parameters, self.description)


class AdapterTraining:
    """Training of adapters for one encoder with the same settings."""

    def __init__(self, encoder: PackedEncoder, settings: ContextSettings, device: str) -> None:
        self._encoder, self.settings, self._device = encoder, settings, device
        self.tokenizer, self._arrays = encoder.tokenizer, encoder.get_arrays()
        self.layers = choose_matched_layers(encoder.architecture)

    def train(
        self,
        material: TrainingMaterial,
        lang: str,
        training_details: dict[str, Any],
        report_total: Callable[[int], None],
        report_progress: Callable[[int], None],
    ) -> TrainedAdapter:
        """Train an adapter.

        A first run without the held-out segments measures the agreement. The adapter is the mean of
        several runs with all segments. `training_details` are written to the adapter file.
        `report_total` is called once with the approximate number of steps of all runs, then
        `report_progress` after each step.
        """
        max_groups = (table[:, 0].max(initial=0) for table in (material.ranked, material.scored))
        n_groups = 1 + int(max(max_groups))
        is_held_out = hold_out_groups(material, n_groups, self.settings.seed)
        training_part, held_out_part = (
            material.select_groups(~is_held_out),
            material.select_groups(is_held_out),
        )
        held_out_network = self.make_network(training_part)
        seeds = [self.settings.seed + run for run in range(self.settings.runs)]
        # The other runs have about 5/4 as many steps, because no segments are held out.
        n_steps = count_steps(held_out_network, seeds[0])
        report_total(n_steps * 5 // 4 * len(seeds) + n_steps)
        train_network(held_out_network, seeds[0], report_progress)
        distances = held_out_network.compute_distances(np.arange(len(material.pairs)))
        held_out_agreement = _measure_agreement(held_out_part, distances)
        tesla_x_scores = material.tesla_x_scores.astype(np.float64)
        baseline_agreement = _measure_agreement(held_out_part, tesla_x_scores)
        run_parameters = []
        for seed in seeds:
            network = self.make_network(material)
            train_network(network, seed, report_progress)
            run_parameters.append(network.get_parameters())
        mean_parameters = average_runs(run_parameters, self.settings.rank)
        network.load_parameters(mean_parameters)
        training_record = {
            "settings": self.settings.to_dict(),
            **training_details,
            "held out": {
                "tesla-n": held_out_agreement._asdict(),
                "tesla-x": baseline_agreement._asdict(),
            },
        }
        steepness = self._choose_steepness(network, material)
        idf = compute_piece_weights(material, self._encoder.architecture.vocabulary)
        description = AdapterDescription(
            self._encoder.weights_sha256, lang, self.layers, idf, steepness, training_record
        )
        return TrainedAdapter(mean_parameters, description, held_out_agreement, baseline_agreement)

    def make_network(self, material: TrainingMaterial) -> ContextNetwork:
        """Return an untrained network."""
        architecture = self._encoder.architecture
        n_special = len(self.tokenizer.start_ids), len(self.tokenizer.end_ids)
        weights = compute_piece_weights(material, architecture.vocabulary)
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

    def _choose_steepness(self, network: ContextNetwork, material: TrainingMaterial) -> float:
        if len(material.scored):
            pairs = material.scored[:, 1]
            distances, human_scores = (
                network.compute_distances(pairs),
                material.scores.astype(np.float64),
            )
            return choose_steepness(
                distances, human_scores, partial(material.apply_tesla_x_checks, pairs)
            )
        return choose_steepness(network.compute_distances(np.unique(material.ranked[:, 1:3])), None)


def _measure_agreement(material: TrainingMaterial, values: Floats) -> HeldOutAgreement:
    """Return the agreement of `values` with human judgments; there is one value per pair."""
    consistency = pearson = None
    if len(ranked := material.ranked):
        differences = values[ranked[:, 1]] - values[ranked[:, 2]]
        agreeing_votes = np.where(differences > 0, ranked[:, 3], ranked[:, 4])
        consistency = float(agreeing_votes.sum() / ranked[:, 3:5].sum())
    if len(material.scored) > 1:
        scored_values = values[material.scored[:, 1]]
        pearson = compute_correlation(scored_values, material.scores.astype(np.float64))
    return HeldOutAgreement(consistency, pearson)
