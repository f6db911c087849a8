"""One run of training: rankings, scores and pairs that were made, step by step."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from ...arrays import Indices
from ...optional import needs
from .batches import TrainingStep, epoch
from .network import LONGEST, ContextNetwork, Tensor

with needs("torch", "train-context"):
    import torch
    from torch.nn.functional import softplus

_WARM = 10  # a tenth of all steps
_LEAST = 0.3  # of the rate, where steps are averaged
_LARGEST = 1.0  # length of all slopes together


def learn(network: ContextNetwork, seed: int, progress: Callable[[int], None]) -> None:
    """Change the network; the same seed does the same on the same machine."""
    settings, material = network.settings, network.material
    drawn = np.random.default_rng(seed)
    network.measure_spread(drawn)
    use_made = settings.synthetic > 0
    plan = [
        step
        for _ in range(settings.epochs)
        for step in epoch(material, settings.budget, use_made, drawn)
    ]
    changes, head = list(network.changes.values()), list(network.head.values())
    rates = (settings.rate, settings.head_rate)
    with _learnable(changes + head), _repeatable(network.device.type):
        optimiser = torch.optim.AdamW(
            [{"params": params} for params in (changes, head)], weight_decay=0.0
        )
        mean = _MeanOfSteps(changes + head)
        for number, step in enumerate(plan):
            left = 1 - number / len(plan)
            # Steps that are averaged have to go somewhere.
            fall = max(left, _LEAST) if settings.average else left
            rise = min(1.0, (number + 1) * _WARM / len(plan)) * fall
            for group, rate in zip(optimiser.param_groups, rates, strict=True):
                group["lr"] = rate * rise
            loss = _loss(network, step)
            if loss.requires_grad:
                optimiser.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(changes + head, _LARGEST)
                optimiser.step()
            if left <= settings.average:
                mean.add()
            progress(1)
    mean.take()


class _MeanOfSteps:
    """Of numbers as they were after several steps."""

    def __init__(self, params: list[Tensor]) -> None:
        self._params, self._count = params, 0
        self._sums = [torch.zeros_like(param) for param in params]

    def add(self) -> None:
        """As they are now."""
        self._count += 1
        for total, param in zip(self._sums, self._params, strict=True):
            total += param.detach()

    def take(self) -> None:
        """The mean, if there is one."""
        for total, param in zip(self._sums, self._params, strict=True):
            if self._count:
                param.copy_(total / self._count)


def steps_of(network: ContextNetwork, seed: int) -> int:
    """How many steps a run has, nearly."""
    settings = network.settings
    drawn = np.random.default_rng(seed)
    once = epoch(network.material, settings.budget, settings.synthetic > 0, drawn)
    return settings.epochs * len(once)


@contextmanager
def _learnable(params: list[Tensor]) -> Iterator[None]:
    for param in params:
        param.requires_grad_(True)
    try:
        yield
    finally:
        for param in params:
            param.requires_grad_(False)


@contextmanager
def _repeatable(device: str) -> Iterator[None]:
    """On a GPU sums are made in any order: last digits differ there."""
    before = torch.are_deterministic_algorithms_enabled()
    torch.use_deterministic_algorithms(before or device == "cpu")
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(before)


def _loss(network: ContextNetwork, step: TrainingStep) -> Tensor:
    material, settings = network.material, network.settings
    ranked, made = material.ranked[step.ranked], material.made[step.made]
    scored = material.scored[step.scored, 1]
    pairs = np.concatenate([ranked[:, 1:3].ravel(), made[:, 1:3].ravel(), scored])
    d = _distances(network, pairs)
    ends = np.cumsum([2 * len(ranked), 2 * len(made)]).tolist()
    total = torch.zeros((), device=network.device)
    if len(ranked):
        apart = d[: ends[0]].view(-1, 2)
        apart = apart[:, 0] - apart[:, 1]
        first, second = torch.from_numpy(ranked[:, 3:5].T.astype(np.float32)).to(network.device)
        lost = first * softplus(-apart) + second * softplus(apart)
        total = total + lost.sum() / (first + second).sum()
    if len(made):
        apart = d[ends[0] : ends[1]].view(-1, 2)
        total = total + settings.synthetic * softplus(apart[:, 1] - apart[:, 0]).mean()
    if len(scored) > 1:
        people = torch.from_numpy(material.scores[step.scored]).to(network.device)
        total = total + settings.scores * (1 - _correlation(d[ends[1] :], people))
    return total


def _distances(network: ContextNetwork, pairs: Indices) -> Tensor:
    """Every pair once, however often it is asked for; long ones are not beside short ones."""
    matrices = network.matrices()
    parts = network.by_length(np.unique(pairs), network.settings.budget)
    found = [network.distance(*network.features(part, matrices, LONGEST)) for part in parts]
    numbers = np.concatenate(parts)
    order = np.argsort(numbers)
    at = order[np.searchsorted(numbers, pairs, sorter=order)]
    return torch.cat(found)[torch.from_numpy(at).to(network.device)]


def _correlation(x: Tensor, y: Tensor) -> Tensor:
    x, y = x - x.mean(), y - y.mean()
    return (x * y).sum() / (x.norm() * y.norm() + 1e-6)
