"""Training CREMER: support vector regression from content and coherence to what people thought."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..arrays import Floats
from ..encoding.session import Session, default_session
from ..errors import InputError, UsageError, warn_user
from ..judging.judgments import Track
from ..languages import parse_language
from ..learning.kernels import KERNELS, Kernel
from ..learning.regression import pearson
from ..learning.svr import GridPoint, RatedRows, fits, svr_pipeline
from ..learning.validation import AS_GOOD, FOLDS
from ..metrics.base import check_jobs
from ..metrics.cremer.model import CremerModel, write_cremer
from ..metrics.cremer.parts import PARTS, CremerParts, used_dicomer
from ..tasks import ReferenceSet
from .ratings import Scale
from .regression import learn_regression

Told = Callable[[int], None]
KERNEL = "rbf"
# What measures a part without this.
_ALONE = dict(zip(PARTS, ("tesla-s", "dicomer"), strict=True))
# Of the scale: ratings that fill less of it may be on another one.
_FILLED = 0.5


@dataclass(frozen=True, eq=False)
class TrainedCremer:
    """A model, what was tried on the way, and how each part alone correlates with the ratings."""

    model: CremerModel
    chosen: GridPoint
    grid: tuple[GridPoint, ...]
    alone: dict[str, float]

    def write(self, path: str | Path) -> None:
        """The model as a file for `Cremer`."""
        write_cremer(Path(path), self.model)


@dataclass(frozen=True, eq=False)
class RatedSummaries:
    """Summaries of one set with ratings in [0,1]: of each the mean of what people said of it."""

    track: Track  # one of those that have the texts
    system: list[int]
    topic: list[int]
    ratings: Floats

    def texts(self) -> tuple[list[str], list[ReferenceSet]]:
        """The summaries, and their references, a list a reference set."""
        outputs = list(self.track.outputs.values())
        places = zip(self.system, self.topic, strict=True)
        sets: list[ReferenceSet] = [
            [column[topic] for topic in self.topic] for column in self.track.references.values()
        ]
        return [outputs[system][topic] for system, topic in places], sets


def train_cremer(
    tracks: Sequence[Track],
    *,
    lang: str = "en",
    scale: tuple[float, float] = (1.0, 5.0),
    kernel: str = KERNEL,
    dicomer: str = "",
    jobs: int = 1,
    progress: Told | None = None,
    planned: Told | None = None,
    session: Session | None = None,
) -> TrainedCremer:
    """A model of judged summaries, as `read_tracks` has them: a track a human score.

    A summary's rating is the mean of its scores of all tracks of its set, mapped from `scale` to
    [0,1]. `kernel` is linear, polynomial or rbf. `dicomer` is a file (default: the one that ships).
    `planned` is told how much there is to do before `progress` hears of any.
    """
    check_jobs(jobs)
    kind = find_kernel(kernel)
    rated = rated_summaries(tracks, Scale(*scale))
    svr_pipeline(1.0, kind(1.0))  # where it is missing, that is said before the long work
    code, own = parse_language(lang), session or default_session()
    used = used_dicomer(dicomer, code, own)
    parts = CremerParts(own, code, dicomer)
    topics = sum(len(set(one.topic)) for one in rated)
    if planned is not None:
        planned(sum(len(one.ratings) for one in rated) + fits(topics, FOLDS, kind))
    rows = _rows(rated, [parts.of(*one.texts(), jobs, progress) for one in rated])
    learnt = learn_regression(rows, kind, "topics", progress)
    training = {
        **learnt.facts(Scale(*scale), topics),
        "human": "+".join(dict.fromkeys(track.pair for track in tracks)),
        "summaries": len(rows.targets),
        "topics": topics,
    }
    seen = np.stack([rows.features.min(axis=0), rows.features.max(axis=0)], axis=1)
    model = CremerModel(code, learnt.regression, seen, parts.names, used, training)
    alone = {
        name: pearson(column, rows.targets)
        for name, column in zip(PARTS, rows.features.T, strict=True)
    }
    _warn_of_parts(alone, learnt.chosen.pearson)
    return TrainedCremer(model, learnt.chosen, learnt.grid, alone)


def _warn_of_parts(alone: Mapping[str, float], together: float) -> None:
    """The parts alone learn nothing: their agreement over all rows is that on held-out folds."""
    name = max(alone, key=alone.__getitem__)
    if alone[name] > together + AS_GOOD:
        warn_user(
            f"{name} alone agrees better with the ratings (pearson {alone[name]:.4f}) than both "
            f"together on held-out topics ({together:.4f}): use {_ALONE[name]}, try another "
            "kernel, or give more topics"
        )


def find_kernel(name: str) -> type[Kernel]:
    """By its name."""
    if name not in KERNELS:
        raise UsageError(f"unknown kernel {name!r}: choose from {', '.join(KERNELS)}")
    return KERNELS[name]


def rated_summaries(tracks: Sequence[Track], scale: Scale) -> list[RatedSummaries]:
    """Of each set the summaries that have all human scores."""
    sets: dict[str, list[Track]] = {}
    for track in tracks:
        sets.setdefault(track.test_set, []).append(track)
    found = [_rated(own, scale) for own in sets.values()]
    if sum(len(set(one.topic)) for one in found) < 2:
        raise InputError(
            "there are ratings of fewer than 2 topics: two are the least that can be trained on "
            "and checked, and hundreds are wanted"
        )
    ratings = np.concatenate([one.ratings for one in found])
    _warn_of_scale(ratings, scale)
    if len(np.unique(ratings)) == 1:
        raise InputError(f"all {len(ratings)} ratings are the same: there is nothing to learn")
    return found


def _warn_of_scale(ratings: Floats, scale: Scale) -> None:
    least, most = float(ratings.min()), float(ratings.max())
    if 0 < most - least < _FILLED:
        low, high = (scale.low + share * (scale.high - scale.low) for share in (least, most))
        warn_user(
            f"ratings go from {low:g} to {high:g}, less than half of the scale from {scale.low:g} "
            f"to {scale.high:g}: see that this is what people had (--scale LOW HIGH, in Python "
            "scale=(LOW, HIGH))"
        )


def _rated(tracks: Sequence[Track], scale: Scale) -> RatedSummaries:
    scores: list[Floats] = []
    for track in tracks:
        if track.segment_scores is None:
            raise InputError(
                f"{track.name} has no scores of single summaries, which cremer learns from: give a "
                "set that has"
            )
        if not track.references:
            raise InputError(
                f"{track.name} has no references, which content is held against: add them"
            )
        _check_scale(track, track.segment_scores, scale)
        scores.append(track.segment_scores)
    means: Floats = np.mean(scores, axis=0)
    system, topic = np.nonzero(np.isfinite(means))
    shares = np.array([scale.share(one) for one in means[system, topic].tolist()])
    return RatedSummaries(tracks[0], system.tolist(), topic.tolist(), shares)


def _check_scale(track: Track, scores: Floats, scale: Scale) -> None:
    for system, own in zip(track.systems, scores.tolist(), strict=True):
        for topic, score in enumerate(own, 1):
            if np.isfinite(score) and (fault := scale.fault(score)):
                raise InputError(f"{track.name}, {system}, topic {topic}: {fault[1]}: {fault[2]}")


def _rows(rated: Sequence[RatedSummaries], features: Sequence[Floats]) -> RatedRows:
    groups, first = [], 0
    for one in rated:
        groups.append(np.array(one.topic, dtype=np.intp) + first)
        first += one.track.segments
    return RatedRows(
        np.vstack(features),
        np.concatenate([one.ratings for one in rated]),
        np.concatenate(groups),
        np.empty(0, dtype=np.intp),
    )
