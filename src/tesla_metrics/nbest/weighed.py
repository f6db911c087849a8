"""The best of several candidates by weights of their features, as tuning finds them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..arrays import Floats, Indices
from ..encoding.session import Session
from ..errors import InputError, UsageError
from ..metrics.base import Metric, Progress
from ..metrics.inputs import References, Texts, check_references, check_segments
from .against import check_ids
from .lists import CandidateList, of_nbest
from .nbest import Nbest
from .oracle import oracle_choice
from .rerank import (
    RankedList,
    Reranking,
    SystemScores,
    named_metric,
    ranked,
    score_lists,
)
from .weights import Weights, weighted

MODEL = "model"


def rerank_nbest(
    nbest: Nbest,
    weights: Weights,
    sources: Texts | None = None,
    references: References | None = None,
    *,
    metric: str | Metric[Any] | None = None,
    lang: str = "",
    references_by: str | None = None,
    best: bool = False,
    jobs: int = 1,
    progress: Progress | None = None,
    session: Session | None = None,
    **options: Any,
) -> Reranking:
    """Sort candidates by the sum of their features times `weights`, the highest first.

    A `metric`, if one is given, says beside what the choice is worth, with `sources` and
    `references` as `rerank` takes them, by the ids of the lists. `best` leaves out all but the
    first of each list.
    """
    scores = model_scores(nbest, weights)
    order = sorted_places(nbest, scores)
    if metric is None:
        if lang or options or references is not None or sources is not None:
            raise UsageError("lang, options, sources and references are for a metric: name one")
        return Reranking(MODEL, _ranked(of_nbest(nbest), scores, best, ()), None)
    chosen = named_metric(metric, lang, options)
    originals = None if sources is None else check_segments("sources", sources)
    sets = [] if references is None else check_references(references, references_by)
    lists = of_nbest(
        nbest,
        None if originals is None else _by_id(nbest, "sources", originals),
        [_by_id(nbest, "references", column) for column in sets],
    )
    rows, signature = score_lists(lists, chosen, jobs=jobs, progress=progress, session=session)
    values = np.array([chosen.segment_value(row) for row in rows])
    parts = [{chosen.name: value} for value in values.tolist()]
    found = _ranked(lists, scores, best, parts)
    return Reranking(MODEL, found, signature, _systems(nbest, chosen, rows, order))


def model_scores(nbest: Nbest, weights: Weights) -> Floats:
    """What weights say of each candidate."""
    if not nbest.names:
        raise InputError("the n-best list has no features that weights could be of: give others")
    return weighted(nbest.features.T, weights.of(nbest.names))


def sorted_places(nbest: Nbest, scores: Floats) -> Indices:
    """Candidates by place, those of a list by falling score; of equal ones the first first."""
    return np.lexsort((-scores, nbest.owners))


def resorted(nbest: Nbest, weights: Weights) -> Nbest:
    """The lists in the new order, with what they are sorted by as scores."""
    scores = model_scores(nbest, weights)
    order = sorted_places(nbest, scores)
    return _reordered(nbest, order, scores[order])


def resorted_by(nbest: Nbest, found: Reranking) -> Nbest:
    """The same by a metric."""
    starts = nbest.starts[:-1].tolist()
    own = [
        (start + one.place - 1, one.score)
        for start, ranked in zip(starts, found.lists, strict=True)
        for one in ranked.candidates
    ]
    order, scores = (np.array(column) for column in zip(*own, strict=True))
    return _reordered(nbest, order, scores)


def _reordered(nbest: Nbest, order: Indices, scores: Floats) -> Nbest:
    texts = [nbest.texts[place] for place in order.tolist()]
    return replace(nbest, texts=texts, features=nbest.features[order], scores=scores)


def _by_id(nbest: Nbest, what: str, column: Sequence[Any]) -> Sequence[Any]:
    check_ids(nbest.ids, "the n-best list", f"the list of {what}", len(column))
    return column[: len(nbest)]


def _ranked(
    lists: Sequence[CandidateList], scores: Floats, best: bool, parts: Sequence[Mapping[str, float]]
) -> tuple[RankedList, ...]:
    found, start = [], 0
    for own in lists:
        end = start + len(own.candidates)
        values, beside = scores[start:end].tolist(), parts[start:end]
        found.append(ranked(own, values, beside, higher_is_better=True, most=1 if best else None))
        start = end
    return tuple(found)


def _systems(
    nbest: Nbest, metric: Metric[Any], rows: Sequence[Any], order: Indices
) -> SystemScores:
    starts = nbest.starts[:-1]
    own = order[starts]
    oracle = oracle_choice(metric, nbest.starts, np.array(rows, dtype=np.float64), own)
    first, chosen, best = (
        metric.system_value(metric.total([rows[place] for place in places.tolist()]))
        for places in (starts, own, oracle)
    )
    return SystemScores(metric.name, float(first), float(chosen), float(best))
