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
    """Settings of the training.

    The shipped adapter was trained with these settings in five runs, but with another program on a
    GPU that did not standardise human scores by test set; its file records the details. Synthetic
    translations improve the accuracy on minimal pairs. If they have any weight, a network in the
    head reduces the correlation with human scores.

    rank        rank of the changes of matrices
    scale       factor of the changes
    rate        learning rate of the changes
    head_rate   learning rate of the head
    epochs      number of passes over the material
    scores      weight of the correlation with human scores, relative to rankings
    synthetic   weight of synthetic translations
    budget      word pieces per step, including padding
    hidden      size of the network in the head; 0: no network
    gate        whether the last layer changes the weights of pieces
    average     share of the steps, at the end of a run, over which parameters are averaged
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

    def to_dict(self) -> dict[str, Any]:
        """Return the settings for the adapter file."""
        return self._asdict()


def choose_matched_layers(architecture: Architecture) -> tuple[int, ...]:
    """Return the layers that are compared: the upper half, and the layer below it."""
    return tuple(range(max(architecture.layers // 2, 1), architecture.layers + 1))


class TrainingMaterial(NamedTuple):
    """Texts, pairs of texts and judgments of pairs.

    Texts and pairs are referred to by index. A group is a judged segment, also an index.

    pieces          for each text, the ids of its pieces with special tokens
    pairs           one row per pair: text of the reference, text of the candidate
    tesla_x_scores  score of tesla-x for each pair
    changes         one row per pair, one column per kind of change, in the order of the penalties
                    in `adapter_file.py`: the share that has changed
    ranked          one row per ranking: group, first pair, second pair, number of people who prefer
                    the first, number of people who prefer the second
    scored          one row per human score: group, pair
    scores          human scores, standardised by test set
    synthetic       one row per two synthetic translations: group, better pair, worse pair
    is_contrast     for each row of `synthetic`, whether both translations are edits of the same
                    reference
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

    def count_pieces_per_pair(self) -> Indices:
        """Return the number of pieces of the longer text, for each pair."""
        text_lengths = np.array([len(pieces) for pieces in self.pieces], dtype=np.intp)
        lengths: Indices = text_lengths[self.pairs].max(axis=1, initial=0)
        return lengths

    def apply_tesla_x_checks(self, pairs: Indices, scores: Floats) -> Floats:
        """Return the scores of some pairs after the correction by tesla-x."""
        columns = (column.astype(np.float64) for column in self.changes[pairs].T)
        return apply_checks(scores, self.tesla_x_scores[pairs].astype(np.float64), list(columns))

    def select_groups(self, is_selected: Flags) -> "TrainingMaterial":
        """Return the material with the judgments of some groups only; indices do not change.

        `is_selected` has one flag per group.
        """
        keep_scored, keep_synthetic = (
            is_selected[self.scored[:, 0]],
            is_selected[self.synthetic[:, 0]],
        )
        return self._replace(
            ranked=self.ranked[is_selected[self.ranked[:, 0]]],
            scored=self.scored[keep_scored],
            scores=self.scores[keep_scored],
            synthetic=self.synthetic[keep_synthetic],
            is_contrast=self.is_contrast[keep_synthetic],
        )


def compute_piece_weights(material: TrainingMaterial, n_pieces: int) -> Float32s:
    """Return the inverse document frequency of each piece in the references."""
    references = np.unique(material.pairs[:, 0]).tolist()
    document_counts = np.zeros(n_pieces)
    for reference in references:
        document_counts[np.unique(material.pieces[reference])] += 1
    # The minimum is above 0, so that the weighted mean exists for texts of frequent pieces.
    weights: Floats = np.log((len(references) + 1) / (document_counts + 1)).clip(min=0.01)
    return weights.astype(np.float32)


# Low-rank matrices A and B by the name of the changed matrix.
Changes = Mapping[str, tuple[Float32s, Float32s]]


class AdapterParameters(NamedTuple):
    """Trained parameters of an adapter.

    scale                   factor of the changes
    changes                 A and B by the names of matrices; a matrix W becomes W + scale B A
    weights                 weights of features in the head
    hidden, bias, output    network of the head, see `TrainedHead`
    gate                    vector that changes the weights of pieces; None means no gate
    """

    scale: float
    changes: Changes
    weights: Float32s
    hidden: Float32s
    bias: Float32s
    output: Float32s
    gate: Float32s | None = None


class AdapterDescription(NamedTuple):
    """Content of an adapter file in addition to the trained parameters.

    encoder     SHA-256 of the weights of the encoder
    lang        language of the texts
    layers      matched layers
    idf         weight of each piece
    steepness   factor of d, the output of the head, before it is converted to a score
    training    settings, material and results of the training
    """

    encoder: str
    lang: str
    layers: Sequence[int]
    idf: Float32s
    steepness: float
    training: Mapping[str, Any]


def write_parameters(
    path: Path, parameters: AdapterParameters, description: AdapterDescription
) -> None:
    """Write an adapter file with 16-bit floats, which keeps the shipped file small."""
    sections: dict[str, Array] = {}
    for name, (a, b) in parameters.changes.items():
        sections[f"{name}.a"], sections[f"{name}.b"] = a, b
    sections["idf"] = description.idf
    if parameters.gate is not None:
        sections["gate"] = parameters.gate
    sections["head.hidden.weight"] = parameters.hidden
    sections = {name: array.astype(np.float16) for name, array in sections.items()}
    # These few values have a large influence on the score.
    sections["head.weights"] = parameters.weights.astype(np.float32)
    sections["head.hidden.bias"] = parameters.bias.astype(np.float32)
    sections["head.output"] = parameters.output.astype(np.float32)
    settings = {
        "encoder": description.encoder,
        "lang": description.lang,
        "layers": list(description.layers),
        "scale": parameters.scale,
        "shift": 0.0,
        "temperature": 1 / description.steepness,
        "training": dict(description.training),
    }
    write_adapter(path, settings, sections)


def average_runs(runs: Sequence[AdapterParameters], rank: int) -> AdapterParameters:
    """Return the mean of several runs that started with the same parameters.

    The mean of the changes is reduced to the given rank by singular value decomposition.
    """
    changes = {}
    for name in runs[0].changes:
        full_changes = [run.scale * (run.changes[name][1] @ run.changes[name][0]) for run in runs]
        left_vectors, singular_values, right_vectors = np.linalg.svd(
            np.mean(full_changes, axis=0), full_matrices=False
        )
        root_values = np.sqrt(singular_values[:rank]).astype(np.float32)
        changes[name] = (
            root_values[:, None] * right_vectors[:rank],
            left_vectors[:, :rank] * root_values,
        )

    def compute_mean(name: str) -> Float32s:
        mean: Float32s = np.mean([getattr(run, name) for run in runs], axis=0)
        return mean

    return AdapterParameters(
        1.0,
        changes,
        compute_mean("weights"),
        compute_mean("hidden"),
        compute_mean("bias"),
        compute_mean("output"),
        None if runs[0].gate is None else compute_mean("gate"),
    )


_NO_ROWS = np.zeros(0, dtype=np.intp)
# Random number of pieces that is added to lengths before segments are sorted by length, so that
# batches differ between epochs.
_LENGTH_NOISE = 6.0


class TrainingStep(NamedTuple):
    """Batch of one step: row indices of the tables `ranked`, `synthetic` and `scored`."""

    ranked: Indices
    synthetic: Indices
    scored: Indices


def plan_epoch(
    material: TrainingMaterial,
    pieces_per_step: int,
    use_synthetic: bool,
    generator: np.random.Generator,
) -> list[TrainingStep]:
    """Return the steps of an epoch, which contain each judgment once, in random order.

    For each segment, at most two rows of synthetic translations are used. `pieces_per_step` is the
    number of pieces per step.
    """
    synthetic_rows = _sample_synthetic_rows(material, generator) if use_synthetic else _NO_ROWS
    ranked_by_group = _group_rows(material.ranked)
    synthetic_by_group = _group_rows(material.synthetic, synthetic_rows)
    group_batches = list(
        _iterate_group_batches(
            material, ranked_by_group, synthetic_by_group, pieces_per_step, generator
        )
    )
    n_steps = len(group_batches) or _count_score_steps(material, pieces_per_step)
    scored_batches = np.array_split(generator.permutation(len(material.scored)), n_steps)
    steps = []
    for index in generator.permutation(n_steps).tolist():
        batch_groups = group_batches[index] if group_batches else []
        scored_groups = material.scored[scored_batches[index], 0].tolist()
        steps.append(
            TrainingStep(
                _collect_rows(ranked_by_group, batch_groups),
                _collect_rows(synthetic_by_group, dict.fromkeys([*batch_groups, *scored_groups])),
                scored_batches[index],
            )
        )
    return steps


def _sample_synthetic_rows(material: TrainingMaterial, generator: np.random.Generator) -> Indices:
    """Return for each group one random row that is a contrast and one that is not."""
    order: Indices = generator.permutation(len(material.synthetic))
    sampled_rows = []
    for is_contrast in (False, True):
        rows = order[material.is_contrast[order] == is_contrast]
        sampled_rows.append(rows[np.unique(material.synthetic[rows, 0], return_index=True)[1]])
    return np.concatenate(sampled_rows)


def _group_rows(table: Indices, rows: Indices | None = None) -> dict[int, Indices]:
    """Return the row indices of a table by group, its first column; None means all rows."""
    selected_rows: Indices = np.arange(len(table)) if rows is None else rows
    if not len(selected_rows):
        return {}
    selected_rows = selected_rows[np.argsort(table[selected_rows, 0], kind="stable")]
    groups, group_starts = np.unique(table[selected_rows, 0], return_index=True)
    return dict(zip(groups.tolist(), np.split(selected_rows, group_starts[1:]), strict=True))


def _collect_rows(by_group: dict[int, Indices], groups: "list[int] | dict[int, None]") -> Indices:
    """Return the row indices of some groups."""
    row_arrays = [by_group[group] for group in groups if group in by_group]
    return np.concatenate(row_arrays) if row_arrays else _NO_ROWS


def _iterate_group_batches(
    material: TrainingMaterial,
    ranked_by_group: dict[int, Indices],
    synthetic_by_group: dict[int, Indices],
    budget: int,
    generator: np.random.Generator,
) -> Iterator[list[int]]:
    """Yield batches of groups with rankings, as large as the budget allows."""
    groups = list(ranked_by_group)
    lengths = material.count_pieces_per_pair()
    pairs_by_group = [np.unique(material.ranked[ranked_by_group[group], 1:3]) for group in groups]
    max_lengths = np.array(
        [lengths[group_pairs].max() for group_pairs in pairs_by_group], dtype=np.intp
    )
    n_texts = [
        len(group_pairs) + 1 + 2 * len(synthetic_by_group.get(group, _NO_ROWS))
        for group, group_pairs in zip(groups, pairs_by_group, strict=True)
    ]
    batch: list[int] = []
    batch_max_length = batch_texts = 0
    noisy_lengths = max_lengths + generator.uniform(0, _LENGTH_NOISE, len(groups))
    for index in np.argsort(noisy_lengths).tolist():
        batch_max_length = max(batch_max_length, int(max_lengths[index]))
        batch_texts += n_texts[index]
        if batch and batch_max_length * batch_texts > budget:
            yield batch
            batch, batch_max_length, batch_texts = [], int(max_lengths[index]), n_texts[index]
        batch.append(groups[index])
    if batch:
        yield batch


def _count_score_steps(material: TrainingMaterial, budget: int) -> int:
    """Return the number of steps of an epoch if there are only human scores and no rankings."""
    lengths = material.count_pieces_per_pair()[material.scored[:, 1]]
    return max(int(2 * lengths.sum()) // budget, 1)


def hold_out_groups(
    material: TrainingMaterial, n_groups: int, seed: int, every_nth: int = 5
) -> Flags:
    """Return one flag per group: whether it is held out.

    One in `every_nth` groups is held out. Groups with the same reference are treated alike.
    """
    reference_by_group: Indices = np.full(n_groups, -1, dtype=np.intp)
    for table in (material.ranked, material.scored):
        reference_by_group[table[:, 0]] = material.pairs[table[:, 1], 0]
    shuffled_indices = np.random.default_rng(seed).permutation(len(material.pieces))
    is_held_out: Flags = shuffled_indices[reference_by_group] % every_nth == 0
    return is_held_out


# Possible scores of the output at the 5th percentile. Without human scores, the middle one is used.
_LOW_SCORES = (0.1, 0.2, 0.3, 0.4, 0.5)
_WORST_PERCENT = 5


def distances_to_scores(distances: Floats, steepness: float) -> Floats:
    """Convert d, the output of the head, to scores in [0,1]; d = 0 becomes a score of 1."""
    scores: Floats = 2 / (1 + np.exp(-steepness * np.minimum(distances, 0.0)).clip(max=1e20))
    return scores


def choose_steepness(
    distances: Floats,
    human_scores: Floats | None,
    correct_scores: Callable[[Floats], Floats] = np.asarray,
) -> float:
    """Return the steepness whose scores correlate best with human scores.

    `distances` is the output of the head. `correct_scores` is applied to scores before they are
    correlated. Without human scores, a medium steepness is returned.
    """
    low_distance = min(float(np.percentile(distances, _WORST_PERCENT)), -1e-3)
    candidates = [-log(2 / low_score - 1) / low_distance for low_score in _LOW_SCORES]
    if human_scores is None or not human_scores.std():
        return candidates[len(candidates) // 2]
    return max(
        candidates,
        key=lambda value: compute_correlation(
            correct_scores(distances_to_scores(distances, value)), human_scores
        ),
    )


def compute_correlation(x: Floats, y: Floats) -> float:
    """Return Pearson's correlation; 0 if x or y is constant."""
    x, y = x - x.mean(), y - y.mean()
    norm = float(np.sqrt((x @ x) * (y @ y)))
    return float(x @ y) / norm if norm else 0.0
