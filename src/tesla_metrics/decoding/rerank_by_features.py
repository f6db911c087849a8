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
from ..metrics.inputs import References, Texts, check_orientation, check_references, check_segments
from .nbest.nbest import CandidateList, Nbest, build_candidate_lists, check_ids
from .nbest.weights import Weights, weighted_sums
from .rerank import (
    RankedList,
    Reranking,
    SystemScores,
    rank_candidates,
    resolve_metric,
    score_lists,
)

# Values whose relative difference is smaller count as equal, because sums are rounded.
RELATIVE_TOLERANCE = 1e-12


def choose_oracle(
    metric: Metric[Any], starts: Indices, statistics: Floats, initial_choice: Indices
) -> Indices:
    """Select one candidate per list so that the system score is as good as possible.

    `starts` has the start of each list and the end, `statistics` the statistics of each candidate,
    and `chosen` the index of one candidate per list. The result has this form too, and its system
    score is not worse than the score of `chosen`. The search replaces one candidate at a time by
    the best one of its list until nothing changes. It starts from `chosen`, and from the candidates
    with the best segment scores. The result is optimal if the system score is the mean of segment
    scores, otherwise it is a local optimum.
    """
    search = _OracleSearch(metric, starts, statistics)
    values = search.evaluate_totals(statistics)
    best_by_segment = np.array(
        [start + int(values[start:end].argmax()) for start, end in search.list_ranges]
    )
    best_choice = initial_choice
    for end in (search.improve(initial_choice), search.improve(best_by_segment)):
        if search.is_better(search.evaluate_choice(end), search.evaluate_choice(best_choice)):
            best_choice = end
    return best_choice


class _OracleSearch:
    """Local search for the best choice: an array with the index of one candidate per list."""

    def __init__(self, metric: Metric[Any], starts: Indices, statistics: Floats) -> None:
        self._metric, self._statistics = metric, statistics
        self._sign = 1.0 if metric.higher_is_better else -1.0
        self.list_ranges = list(pairwise(starts.tolist()))

    def evaluate_totals(self, totals: Floats) -> Floats:
        """Return the system score of each row of totals, negated if lower is better."""
        return self._sign * self._metric.system_values(totals)

    def evaluate_choice(self, choice: Indices) -> float:
        return float(self.evaluate_totals(self._statistics[choice].sum(axis=0)[None])[0])

    @staticmethod
    def is_better(value: float, other_value: float) -> bool:
        return value > other_value + RELATIVE_TOLERANCE * abs(other_value)

    def improve(self, initial_choice: Indices) -> Indices:
        choice, has_changed = initial_choice.copy(), True
        while has_changed:
            has_changed = False
            total = self._statistics[choice].sum(axis=0)
            for index, (list_start, end) in enumerate(self.list_ranges):
                old_index = int(choice[index])
                totals = total - self._statistics[old_index] + self._statistics[list_start:end]
                values = self.evaluate_totals(totals)
                new_offset = int(values.argmax())
                if self.is_better(float(values[new_offset]), float(values[old_index - list_start])):
                    choice[index], total, has_changed = (
                        list_start + new_offset,
                        totals[new_offset],
                        True,
                    )
        return choice


MODEL_NAME = "model"


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
        Whether to keep only the best candidate of each list.
    jobs, progress, session : see `Metric`
    """
    scores = compute_model_scores(nbest, weights)
    order = sort_indices(nbest, scores)
    if metric is None:
        if lang or options or references is not None or sources is not None:
            raise UsageError("lang, options, sources and references are for a metric: name one")
        return Reranking(
            MODEL_NAME, _rank_lists(build_candidate_lists(nbest), scores, best, ()), None
        )
    metric_object = resolve_metric(metric, lang, options)
    source_segments = None if sources is None else check_segments("sources", sources)
    reference_sets = [] if references is None else check_references(references, references_by)
    check_orientation(reference_sets, len(nbest), references_by, allow_unused=True)
    lists = build_candidate_lists(
        nbest,
        None if source_segments is None else _get_list_texts(nbest, "sources", source_segments),
        [_get_list_texts(nbest, "references", column) for column in reference_sets],
    )
    statistics, signature = score_lists(
        lists, metric_object, jobs=jobs, progress=progress, session=session
    )
    values = np.array([metric_object.segment_value(row) for row in statistics])
    parts = [{metric_object.name: value} for value in values.tolist()]
    ranked_lists = _rank_lists(lists, scores, best, parts)
    return Reranking(
        MODEL_NAME,
        ranked_lists,
        signature,
        _score_selections(nbest, metric_object, statistics, order),
    )


def compute_model_scores(nbest: Nbest, weights: Weights) -> Floats:
    """Return the weighted sum of features of each candidate."""
    if not nbest.names:
        raise InputError("the n-best list has no features: give lists with features")
    return weighted_sums(nbest.features.T, weights.of(nbest.names))


def sort_indices(nbest: Nbest, scores: Floats) -> Indices:
    """Return the indices of all candidates, sorted by falling score within each list.

    Candidates with equal scores keep their order.
    """
    return np.lexsort((-scores, nbest.owners))


def sort_by_weights(nbest: Nbest, weights: Weights) -> Nbest:
    """Return the lists sorted by weighted features, with the sums as scores."""
    scores = compute_model_scores(nbest, weights)
    order = sort_indices(nbest, scores)
    return _reorder(nbest, order, scores[order])


def sort_by_reranking(nbest: Nbest, reranking: Reranking) -> Nbest:
    """Return the lists in the order of a reranking, with the scores of the reranking."""
    starts = nbest.starts[:-1].tolist()
    entries = [
        (start + candidate.place - 1, candidate.score)
        for start, ranked_list in zip(starts, reranking.lists, strict=True)
        for candidate in ranked_list.candidates
    ]
    order, scores = (np.array(column) for column in zip(*entries, strict=True))
    return _reorder(nbest, order, scores)


def _reorder(nbest: Nbest, order: Indices, scores: Floats) -> Nbest:
    texts = [nbest.texts[index] for index in order.tolist()]
    return replace(nbest, texts=texts, features=nbest.features[order], scores=scores)


def _get_list_texts(nbest: Nbest, texts_name: str, texts: Sequence[Any]) -> Sequence[Any]:
    """Check that there is a text for each list, and return the texts of the lists."""
    check_ids(nbest.ids, "the n-best list", f"the list of {texts_name}", len(texts))
    return texts[: len(nbest)]


def _rank_lists(
    lists: Sequence[CandidateList],
    scores: Floats,
    only_best: bool,
    parts: Sequence[Mapping[str, float]],
) -> tuple[RankedList, ...]:
    ranked_lists, start = [], 0
    for candidate_list in lists:
        end = start + len(candidate_list.candidates)
        values, list_parts = scores[start:end].tolist(), parts[start:end]
        ranked_lists.append(
            rank_candidates(
                candidate_list,
                values,
                list_parts,
                higher_is_better=True,
                max_count=1 if only_best else None,
            )
        )
        start = end
    return tuple(ranked_lists)


def _score_selections(
    nbest: Nbest, metric: Metric[Any], statistics: Sequence[Any], order: Indices
) -> SystemScores:
    """Score the first, the selected and the oracle candidates as systems.

    `statistics` has one row per candidate, and `order` the indices of candidates, best first in
    each list.
    """
    starts = nbest.starts[:-1]
    selected = order[starts]
    oracle_indices = choose_oracle(
        metric, nbest.starts, np.array(statistics, dtype=np.float64), selected
    )
    first_score, chosen_score, oracle_score = (
        metric.system_value(metric.total([statistics[index] for index in indices.tolist()]))
        for indices in (starts, selected, oracle_indices)
    )
    return SystemScores(metric.name, float(first_score), float(chosen_score), float(oracle_score))
