"""Steps of training: judgments of segments of like length together."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...arrays import Flags, Indices
from .material import Material

_NONE = np.zeros(0, dtype=np.intp)
# So many pieces more or less do not matter: other segments come together in each epoch.
_ABOUT = 6.0


class TrainingStep(NamedTuple):
    """Numbers of rows of what the material has."""

    ranked: Indices
    made: Indices
    scored: Indices


def epoch(
    material: Material, budget: int, use_made: bool, drawn: np.random.Generator
) -> list[TrainingStep]:
    """All judgments once, by chance; of what was made at most two pairs a segment."""
    made = _some_made(material, drawn) if use_made else _NONE
    ranked_of, made_of = _by_group(material.ranked), _by_group(material.made, made)
    parts = list(_parts(material, ranked_of, made_of, budget, drawn))
    count = len(parts) or _steps(material, budget)
    scored = np.array_split(drawn.permutation(len(material.scored)), count)
    steps = []
    for place in drawn.permutation(count).tolist():
        groups = parts[place] if parts else []
        own = material.scored[scored[place], 0].tolist()
        steps.append(
            TrainingStep(
                _rows(ranked_of, groups),
                _rows(made_of, dict.fromkeys([*groups, *own])),
                scored[place],
            )
        )
    return steps


def _some_made(material: Material, drawn: np.random.Generator) -> Indices:
    """One of each sort for each group."""
    order: Indices = drawn.permutation(len(material.made))
    found = []
    for sort in (False, True):
        rows = order[material.contrast[order] == sort]
        found.append(rows[np.unique(material.made[rows, 0], return_index=True)[1]])
    return np.concatenate(found)


def _by_group(table: Indices, rows: Indices | None = None) -> dict[int, Indices]:
    chosen: Indices = np.arange(len(table)) if rows is None else rows
    if not len(chosen):
        return {}
    chosen = chosen[np.argsort(table[chosen, 0], kind="stable")]
    groups, first = np.unique(table[chosen, 0], return_index=True)
    return dict(zip(groups.tolist(), np.split(chosen, first[1:]), strict=True))


def _rows(by_group: dict[int, Indices], groups: "list[int] | dict[int, None]") -> Indices:
    found = [by_group[group] for group in groups if group in by_group]
    return np.concatenate(found) if found else _NONE


def _parts(
    material: Material,
    ranked_of: dict[int, Indices],
    made_of: dict[int, Indices],
    budget: int,
    drawn: np.random.Generator,
) -> Iterator[list[int]]:
    """Groups with rankings, as many at once as there is room for."""
    groups = list(ranked_of)
    lengths = material.lengths()
    pairs = [np.unique(material.ranked[ranked_of[group], 1:3]) for group in groups]
    longest = np.array([lengths[own].max() for own in pairs], dtype=np.intp)
    texts = [
        len(own) + 1 + 2 * len(made_of.get(group, _NONE))
        for group, own in zip(groups, pairs, strict=True)
    ]
    now: list[int] = []
    most = total = 0
    for place in np.argsort(longest + drawn.uniform(0, _ABOUT, len(groups))).tolist():
        most, total = max(most, int(longest[place])), total + texts[place]
        if now and most * total > budget:
            yield now
            now, most, total = [], int(longest[place]), texts[place]
        now.append(groups[place])
    if now:
        yield now


def _steps(material: Material, budget: int) -> int:
    """Of scores alone: two texts a pair."""
    lengths = material.lengths()[material.scored[:, 1]]
    return max(int(2 * lengths.sum()) // budget, 1)


def held_out(material: Material, groups: int, seed: int, share: int = 5) -> Flags:
    """One group in five; those of equal references go together."""
    reference: Indices = np.full(groups, -1, dtype=np.intp)
    for table in (material.ranked, material.scored):
        reference[table[:, 0]] = material.pairs[table[:, 1], 0]
    dealt = np.random.default_rng(seed).permutation(len(material.pieces))
    found: Flags = dealt[reference] % share == 0
    return found
