"""An adapter from material: one check on held-out segments, several runs, their mean."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Floats
from ..encoder_file import PackedEncoder
from .batches import held_out
from .learning import learn, steps_of
from .learnt import AdapterFacts, LearntChanges, averaged, write_learnt
from .material import Material, piece_weights
from .network import ContextNetwork
from .settings import ContextSettings, matched_layers
from .steepness import choose_steepness, correlation


class HeldOut(NamedTuple):
    """Agreement with people on segments that were not learnt from; None: none were judged so.

    consistency     share of rankings in which the better output scores higher
    pearson         with scores
    """

    consistency: float | None
    pearson: float | None


class TrainedAdapter(NamedTuple):
    """What was learnt, and how well it and tesla-x did where it had not learnt."""

    learnt: LearntChanges
    facts: AdapterFacts
    held_out: HeldOut
    graded: HeldOut

    def write(self, path: Path) -> None:
        """For tesla-n."""
        write_learnt(path, self.learnt, self.facts)


class AdapterTraining:
    """Everything but the material stays the same from run to run."""

    def __init__(self, encoder: PackedEncoder, settings: ContextSettings, device: str) -> None:
        self._encoder, self.settings, self._device = encoder, settings, device
        self.pieces, self._arrays = encoder.pieces, encoder.arrays()
        self.layers = matched_layers(encoder.architecture)

    def train(
        self,
        material: Material,
        lang: str,
        facts: dict[str, Any],
        planned: Callable[[int], None],
        progress: Callable[[int], None],
    ) -> TrainedAdapter:
        """`planned` is told the number of steps before `progress` hears of any."""
        groups = 1 + int(max(table[:, 0].max(initial=0) for table in _judged(material)))
        aside = held_out(material, groups, self.settings.seed)
        known, unknown = material.only(~aside), material.only(aside)
        first = self.network(known)
        seeds = [self.settings.seed + run for run in range(self.settings.runs)]
        planned(steps_of(first, seeds[0]) * 5 // 4 * len(seeds) + steps_of(first, seeds[0]))
        learn(first, seeds[0], progress)
        own = _agreement(unknown, first.distances(np.arange(len(material.pairs))))
        beside = _agreement(unknown, material.graded.astype(np.float64))
        runs = []
        for seed in seeds:
            network = self.network(material)
            learn(network, seed, progress)
            runs.append(network.learnt())
        learnt = averaged(runs, self.settings.rank)
        network.take(learnt)
        training = {
            "settings": self.settings.facts(),
            **facts,
            "held out": {"tesla-n": own._asdict(), "tesla-x": beside._asdict()},
        }
        steep = self._steepness(network, material)
        idf = piece_weights(material, self._encoder.architecture.vocabulary)
        made = AdapterFacts(self._encoder.weights, lang, self.layers, idf, steep, training)
        return TrainedAdapter(learnt, made, own, beside)

    def network(self, material: Material) -> ContextNetwork:
        """One that has learnt nothing yet."""
        own = self._encoder.architecture
        marks = len(self.pieces.before), len(self.pieces.after)
        weights = piece_weights(material, own.vocabulary)
        return ContextNetwork(
            own, self._arrays, material, weights, self.layers, marks, self.settings, self._device
        )

    def _steepness(self, network: ContextNetwork, material: Material) -> float:
        if len(material.scored):
            pairs = material.scored[:, 1]
            d, people = network.distances(pairs), material.scores.astype(np.float64)
            return choose_steepness(d, people, partial(material.checked, pairs))
        return choose_steepness(network.distances(np.unique(material.ranked[:, 1:3])), None)


def _judged(material: Material) -> tuple[Any, Any]:
    return material.ranked, material.scored


def _agreement(material: Material, values: Floats) -> HeldOut:
    """`values` of all pairs by number."""
    consistency = pearson = None
    if len(ranked := material.ranked):
        apart = values[ranked[:, 1]] - values[ranked[:, 2]]
        right = np.where(apart > 0, ranked[:, 3], ranked[:, 4])
        consistency = float(right.sum() / ranked[:, 3:5].sum())
    if len(material.scored) > 1:
        own = values[material.scored[:, 1]]
        pearson = correlation(own, material.scores.astype(np.float64))
    return HeldOut(consistency, pearson)
