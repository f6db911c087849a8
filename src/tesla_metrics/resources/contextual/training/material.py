"""Training data, settings and results of adapter training."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import log
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ....arrays import Array, Flags, Float32s, Floats, Indices
from ..adapter_file import apply_checks, write_adapter
from ..word_pieces import Architecture


class ContextSettings(NamedTuple):
    """Everything that training depends on, except its material.

    The shipped adapter was trained with these settings, in five runs, but with another program on a
    GPU, in which the human scores of all sets had one scale: its file records the details. A
    network in the head reduces the correlation with human scores if synthetic translations have any
    weight; synthetic translations improve the accuracy on minimal pairs.

    rank        rank of the changes of matrices
    scale       factor of these changes
    rate        learning rate of the changes
    head_rate   learning rate of the head
    epochs      number of passes over the material
    scores      weight of the correlation with human scores, relative to rankings
    synthetic   weight of synthetic translations
    budget      word pieces per step, including padding
    hidden      size of the network in the head; 0: no network
    gate        whether the last layer changes the weights of pieces
    average     share of the steps, at the end, that are averaged
    seed        seed of the order of the material
    runs        number of runs to average, with consecutive seeds
    """

    rank: int = 16
    scale: float = 2.0
    rate: float = 1e-3
    head_rate: float = 2e-3
    epochs: int = 3
    scores: float = 0.3
    synthetic: float = 0.3
    budget: int = 16000
    hidden: int = 0
    gate: bool = True
    average: float = 0.5
    seed: int = 1
    runs: int = 3

    def facts(self) -> dict[str, Any]:
        """Return the settings for the adapter file."""
        return self._asdict()


def matched_layers(architecture: Architecture) -> tuple[int, ...]:
    """Return the upper half of all layers, and one more."""
    return tuple(range(max(architecture.layers // 2, 1), architecture.layers + 1))


class TrainingMaterial(NamedTuple):
    """Texts and pairs by index; a group is a judged segment.

    pieces      ids of the pieces of each text, with special tokens
    pairs       texts of each pair, one row of reference and candidate per pair
    tesla_x_scores  tesla-x's score of each pair
    changes     amount of each kind of change, one column per kind in the order of PRICES
    ranked      group, pair, pair, how many people prefer the first, how many the second
    scored      group and pair
    scores      human scores, standardised by test set
    synthetic   group, better pair, worse pair of synthetic translations
    is_contrast  whether both synthetic translations are edits of the same reference
    """

    pieces: list[Indices]
    pairs: Indices
    tesla_x_scores: Float32s
    changes: Float32s
    ranked: Indices
    scored: Indices
    scores: Float32s
    synthetic: Indices
    is_contrast: Flags

    def lengths(self) -> Indices:
        """Return the number of pieces of the longer text of each pair."""
        text_lengths = np.array([len(pieces) for pieces in self.pieces], dtype=np.intp)
        lengths: Indices = text_lengths[self.pairs].max(axis=1, initial=0)
        return lengths

    def checked(self, pairs: Indices, scores: Floats) -> Floats:
        """Return the scores of some pairs after tesla-x's checks."""
        columns = (column.astype(np.float64) for column in self.changes[pairs].T)
        return apply_checks(scores, self.tesla_x_scores[pairs].astype(np.float64), list(columns))

    def only(self, groups: Flags) -> "TrainingMaterial":
        """Return the judgments of some groups, with unchanged indices."""
        keep_scored, keep_made = groups[self.scored[:, 0]], groups[self.synthetic[:, 0]]
        return self._replace(
            ranked=self.ranked[groups[self.ranked[:, 0]]],
            scored=self.scored[keep_scored],
            scores=self.scores[keep_scored],
            synthetic=self.synthetic[keep_made],
            is_contrast=self.is_contrast[keep_made],
        )


def piece_weights(material: TrainingMaterial, vocabulary: int) -> Float32s:
    """Return the weight of each piece: the fewer references have it, the higher."""
    references = np.unique(material.pairs[:, 0]).tolist()
    document_counts = np.zeros(vocabulary)
    for reference in references:
        document_counts[np.unique(material.pieces[reference])] += 1
    # Not 0: a text that has only frequent pieces also needs a mean.
    weights: Floats = np.log((len(references) + 1) / (document_counts + 1)).clip(min=0.01)
    return weights.astype(np.float32)


Changes = Mapping[str, tuple[Float32s, Float32s]]


class AdapterParameters(NamedTuple):
    """The parameters of an adapter in memory.

    changes     A and B by the names of matrices, which become W + scale B A
    weights     weights of the features' differences from 1
    hidden, bias, output    the network of the head, on vectors of unit length
    gate        changes the weights of pieces; None: no gate
    """

    scale: float
    changes: Changes
    weights: Float32s
    hidden: Float32s
    bias: Float32s
    output: Float32s
    gate: Float32s | None = None


class AdapterDescription(NamedTuple):
    """Additional content of an adapter file.

    encoder     SHA-256 of the weights of the encoder
    idf         weight of each piece
    steepness   slope of the function from the output of the head (0 for equal texts) to a score
    training    settings, material and results of the training
    """

    encoder: str
    lang: str
    layers: Sequence[int]
    idf: Float32s
    steepness: float
    training: Mapping[str, Any]


def write_parameters(path: Path, learnt: AdapterParameters, facts: AdapterDescription) -> None:
    """Write an adapter file with 16-bit floats, which keeps the shipped file small."""
    sections: dict[str, Array] = {}
    for name, (a, b) in learnt.changes.items():
        sections[f"{name}.a"], sections[f"{name}.b"] = a, b
    sections["idf"] = facts.idf
    if learnt.gate is not None:
        sections["gate"] = learnt.gate
    sections["head.hidden.weight"] = learnt.hidden
    sections = {name: array.astype(np.float16) for name, array in sections.items()}
    # These few values have a large influence on the score.
    sections["head.weights"] = learnt.weights.astype(np.float32)
    sections["head.hidden.bias"] = learnt.bias.astype(np.float32)
    sections["head.output"] = learnt.output.astype(np.float32)
    settings = {
        "encoder": facts.encoder,
        "lang": facts.lang,
        "layers": list(facts.layers),
        "scale": learnt.scale,
        "shift": 0.0,
        "temperature": 1 / facts.steepness,
        "training": dict(facts.training),
    }
    write_adapter(path, settings, sections)


def average_runs(runs: Sequence[AdapterParameters], rank: int) -> AdapterParameters:
    """Return the mean of several runs from the same start, with changes of low rank."""
    changes = {}
    for name in runs[0].changes:
        full_changes = [run.scale * (run.changes[name][1] @ run.changes[name][0]) for run in runs]
        u, s, v = np.linalg.svd(np.mean(full_changes, axis=0), full_matrices=False)
        root = np.sqrt(s[:rank]).astype(np.float32)
        changes[name] = root[:, None] * v[:rank], u[:, :rank] * root

    def mean(name: str) -> Float32s:
        result: Float32s = np.mean([getattr(run, name) for run in runs], axis=0)
        return result

    return AdapterParameters(
        1.0,
        changes,
        mean("weights"),
        mean("hidden"),
        mean("bias"),
        mean("output"),
        None if runs[0].gate is None else mean("gate"),
    )


_NO_ROWS = np.zeros(0, dtype=np.intp)
# Random variation of lengths, in pieces, so that every epoch combines other segments.
_LENGTH_NOISE = 6.0


class TrainingStep(NamedTuple):
    """Row indices of the tables `ranked`, `synthetic` and `scored` of the material."""

    ranked: Indices
    synthetic: Indices
    scored: Indices


def epoch_steps(
    material: TrainingMaterial, budget: int, use_synthetic: bool, generator: np.random.Generator
) -> list[TrainingStep]:
    """Return steps with all judgments once, in random order.

    Each segment has at most two pairs of synthetic translations.
    """
    synthetic = _sample_synthetic(material, generator) if use_synthetic else _NO_ROWS
    ranked_of, synthetic_of = _by_group(material.ranked), _by_group(material.synthetic, synthetic)
    parts = list(_group_batches(material, ranked_of, synthetic_of, budget, generator))
    count = len(parts) or _score_steps(material, budget)
    scored = np.array_split(generator.permutation(len(material.scored)), count)
    steps = []
    for index in generator.permutation(count).tolist():
        groups = parts[index] if parts else []
        scored_groups = material.scored[scored[index], 0].tolist()
        steps.append(
            TrainingStep(
                _rows(ranked_of, groups),
                _rows(synthetic_of, dict.fromkeys([*groups, *scored_groups])),
                scored[index],
            )
        )
    return steps


def _sample_synthetic(material: TrainingMaterial, generator: np.random.Generator) -> Indices:
    """Return one pair of each kind per group."""
    order: Indices = generator.permutation(len(material.synthetic))
    parts = []
    for is_contrast in (False, True):
        rows = order[material.is_contrast[order] == is_contrast]
        parts.append(rows[np.unique(material.synthetic[rows, 0], return_index=True)[1]])
    return np.concatenate(parts)


def _by_group(table: Indices, rows: Indices | None = None) -> dict[int, Indices]:
    chosen: Indices = np.arange(len(table)) if rows is None else rows
    if not len(chosen):
        return {}
    chosen = chosen[np.argsort(table[chosen, 0], kind="stable")]
    groups, first = np.unique(table[chosen, 0], return_index=True)
    return dict(zip(groups.tolist(), np.split(chosen, first[1:]), strict=True))


def _rows(by_group: dict[int, Indices], groups: "list[int] | dict[int, None]") -> Indices:
    parts = [by_group[group] for group in groups if group in by_group]
    return np.concatenate(parts) if parts else _NO_ROWS


def _group_batches(
    material: TrainingMaterial,
    ranked_of: dict[int, Indices],
    synthetic_of: dict[int, Indices],
    budget: int,
    generator: np.random.Generator,
) -> Iterator[list[int]]:
    """Yield batches of groups with rankings, as large as the budget allows."""
    groups = list(ranked_of)
    lengths = material.lengths()
    pairs = [np.unique(material.ranked[ranked_of[group], 1:3]) for group in groups]
    longest = np.array([lengths[group_pairs].max() for group_pairs in pairs], dtype=np.intp)
    n_texts = [
        len(group_pairs) + 1 + 2 * len(synthetic_of.get(group, _NO_ROWS))
        for group, group_pairs in zip(groups, pairs, strict=True)
    ]
    batch: list[int] = []
    max_length = total_texts = 0
    for index in np.argsort(longest + generator.uniform(0, _LENGTH_NOISE, len(groups))).tolist():
        max_length, total_texts = max(max_length, int(longest[index])), total_texts + n_texts[index]
        if batch and max_length * total_texts > budget:
            yield batch
            batch, max_length, total_texts = [], int(longest[index]), n_texts[index]
        batch.append(groups[index])
    if batch:
        yield batch


def _score_steps(material: TrainingMaterial, budget: int) -> int:
    """Return the number of steps for scores without rankings, with two texts per pair."""
    lengths = material.lengths()[material.scored[:, 1]]
    return max(int(2 * lengths.sum()) // budget, 1)


def hold_out_groups(material: TrainingMaterial, groups: int, seed: int, share: int = 5) -> Flags:
    """Return which groups are held out: one in five, groups with equal references together."""
    reference_of: Indices = np.full(groups, -1, dtype=np.intp)
    for table in (material.ranked, material.scored):
        reference_of[table[:, 0]] = material.pairs[table[:, 1], 0]
    shuffled = np.random.default_rng(seed).permutation(len(material.pieces))
    is_held_out: Flags = shuffled[reference_of] % share == 0
    return is_held_out


# Candidate scores of the worst 5% of the outputs; the middle one is used without human scores.
_LOWEST_SCORES = (0.1, 0.2, 0.3, 0.4, 0.5)
_WORST_PERCENT = 5


def score_of(d: Floats, steepness: float) -> Floats:
    """Convert outputs of the head to scores in [0,1]; equal texts have d = 0 and a score of 1."""
    scores: Floats = 2 / (1 + np.exp(-steepness * np.minimum(d, 0.0)).clip(max=1e20))
    return scores


def choose_steepness(
    d: Floats, human_scores: Floats | None, checked: Callable[[Floats], Floats] = np.asarray
) -> float:
    """Return the steepness whose scores, after `checked`, correlate best with human scores."""
    low = min(float(np.percentile(d, _WORST_PERCENT)), -1e-3)
    candidates = [-log(2 / lowest - 1) / low for lowest in _LOWEST_SCORES]
    if human_scores is None or not human_scores.std():
        return candidates[len(candidates) // 2]
    return max(candidates, key=lambda value: correlation(checked(score_of(d, value)), human_scores))


def correlation(x: Floats, y: Floats) -> float:
    """Return Pearson's correlation, 0 if one of both is constant."""
    x, y = x - x.mean(), y - y.mean()
    norm = float(np.sqrt((x @ x) * (y @ y)))
    return float(x @ y) / norm if norm else 0.0
