"""Rerank n-best lists by weighted features; oracle selection."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from ..arrays import Floats, Indices
from ..core.encoding.session import Session
from ..errors import InputError, UsageError
from ..metrics.base import Metric, Progress
from ..metrics.inputs import References, Texts, check_references, check_segments
from .nbest.nbest import CandidateList, Nbest, candidate_lists, check_ids
from .nbest.weights import Weights, weighted_sums
from .rerank import (
    RankedList,
    Reranking,
    SystemScores,
    rank_candidates,
    resolve_metric,
    score_lists,
)

# Relative precision of sums of statistics: closer values are equal.
RELATIVE_TOLERANCE = 1e-12


def oracle_choice(metric: Metric[Any], starts: Indices, rows: Floats, chosen: Indices) -> Indices:
    """Return the index of one candidate per list, together at least as good as `chosen`.

    List by list, take the candidate that is best given the choices in the other lists, until none
    changes. The search starts from `chosen` and from the candidates with the best scores of their
    own. For a metric that is the mean of segments the result is optimal, otherwise a local optimum.
    """
    search = _Search(metric, starts, rows)
    values = search.values(rows)
    best_alone = np.array([begin + int(values[begin:end].argmax()) for begin, end in search.lists])
    best = chosen
    for end in (search.climb(chosen), search.climb(best_alone)):
        if search.better(search.value(end), search.value(best)):
            best = end
    return best


class _Search:
    def __init__(self, metric: Metric[Any], starts: Indices, rows: Floats) -> None:
        self._metric, self._rows = metric, rows
        self._sign = 1.0 if metric.higher_is_better else -1.0
        self.lists = list(pairwise(starts.tolist()))

    def values(self, totals: Floats) -> Floats:
        """Return the value of each row of totals, with a sign such that higher is better."""
        return self._sign * self._metric.system_values(totals)

    def value(self, chosen: Indices) -> float:
        return float(self.values(self._rows[chosen].sum(axis=0)[None])[0])

    @staticmethod
    def better(one: float, other: float) -> bool:
        return one > other + RELATIVE_TOLERANCE * abs(other)

    def climb(self, start: Indices) -> Indices:
        chosen, moved = start.copy(), True
        while moved:
            moved = False
            total = self._rows[chosen].sum(axis=0)
            for index, (begin, end) in enumerate(self.lists):
                old = int(chosen[index])
                totals = total - self._rows[old] + self._rows[begin:end]
                values = self.values(totals)
                new = int(values.argmax())
                if self.better(float(values[new]), float(values[old - begin])):
                    chosen[index], total, moved = begin + new, totals[new], True
        return chosen


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
    """Sort candidates by the weighted sum of their features, highest first; return a `Reranking`.

    Parameters
    ----------
    nbest, weights : Nbest; Weights
    metric, lang, options : metric, or its name with language and options; optional
        Evaluates the choice. Without a metric, give neither sources nor references.
    sources, references, references_by : see `rerank`; one line per id
    best : bool, default False
        Whether to keep only the first candidate of each list.
    jobs, progress, session : see `Metric`
    """
    scores = model_scores(nbest, weights)
    order = sorted_indices(nbest, scores)
    if metric is None:
        if lang or options or references is not None or sources is not None:
            raise UsageError("lang, options, sources and references are for a metric: name one")
        return Reranking(MODEL, _ranked(candidate_lists(nbest), scores, best, ()), None)
    metric_object = resolve_metric(metric, lang, options)
    originals = None if sources is None else check_segments("sources", sources)
    sets = [] if references is None else check_references(references, references_by)
    lists = candidate_lists(
        nbest,
        None if originals is None else _by_id(nbest, "sources", originals),
        [_by_id(nbest, "references", column) for column in sets],
    )
    rows, signature = score_lists(
        lists, metric_object, jobs=jobs, progress=progress, session=session
    )
    values = np.array([metric_object.segment_value(row) for row in rows])
    parts = [{metric_object.name: value} for value in values.tolist()]
    ranked_lists = _ranked(lists, scores, best, parts)
    return Reranking(MODEL, ranked_lists, signature, _systems(nbest, metric_object, rows, order))


def model_scores(nbest: Nbest, weights: Weights) -> Floats:
    """Return the weighted sum of features of each candidate."""
    if not nbest.names:
        raise InputError("the n-best list has no features: give lists with features")
    return weighted_sums(nbest.features.T, weights.of(nbest.names))


def sorted_indices(nbest: Nbest, scores: Floats) -> Indices:
    """Return indices of candidates by falling score within each list; ties keep their order."""
    return np.lexsort((-scores, nbest.owners))


def sorted_by_weights(nbest: Nbest, weights: Weights) -> Nbest:
    """Return the lists sorted by weighted features, with the sums as scores."""
    scores = model_scores(nbest, weights)
    order = sorted_indices(nbest, scores)
    return _reordered(nbest, order, scores[order])


def sorted_by_reranking(nbest: Nbest, reranking: Reranking) -> Nbest:
    """Return the lists in the order of a reranking by a metric, with its scores."""
    starts = nbest.starts[:-1].tolist()
    entries = [
        (start + candidate.place - 1, candidate.score)
        for start, ranked in zip(starts, reranking.lists, strict=True)
        for candidate in ranked.candidates
    ]
    order, scores = (np.array(column) for column in zip(*entries, strict=True))
    return _reordered(nbest, order, scores)


def _reordered(nbest: Nbest, order: Indices, scores: Floats) -> Nbest:
    texts = [nbest.texts[index] for index in order.tolist()]
    return replace(nbest, texts=texts, features=nbest.features[order], scores=scores)


def _by_id(nbest: Nbest, what: str, column: Sequence[Any]) -> Sequence[Any]:
    check_ids(nbest.ids, "the n-best list", f"the list of {what}", len(column))
    return column[: len(nbest)]


def _ranked(
    lists: Sequence[CandidateList], scores: Floats, best: bool, parts: Sequence[Mapping[str, float]]
) -> tuple[RankedList, ...]:
    ranked_lists, start = [], 0
    for item in lists:
        end = start + len(item.candidates)
        values, list_parts = scores[start:end].tolist(), parts[start:end]
        ranked_lists.append(
            rank_candidates(
                item, values, list_parts, higher_is_better=True, max_count=1 if best else None
            )
        )
        start = end
    return tuple(ranked_lists)


def _systems(
    nbest: Nbest, metric: Metric[Any], rows: Sequence[Any], order: Indices
) -> SystemScores:
    starts = nbest.starts[:-1]
    selected = order[starts]
    oracle = oracle_choice(metric, nbest.starts, np.array(rows, dtype=np.float64), selected)
    first, chosen, best = (
        metric.system_value(metric.total([rows[index] for index in indices.tolist()]))
        for indices in (starts, selected, oracle)
    )
    return SystemScores(metric.name, float(first), float(chosen), float(best))
