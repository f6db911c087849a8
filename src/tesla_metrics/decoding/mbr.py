"""Minimum Bayes risk (MBR): choose the candidate with the highest expected score.

Each text of the evidence (by default, the candidates of the same source) may be the correct
translation with some probability. The expected score of a candidate is the mean of its scores
against these texts as references, weighted by the probabilities.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import fsum, isfinite
from numbers import Real
from typing import Any

import numpy as np

from ..arrays import Floats
from ..core.encoding.pairs import Product
from ..core.encoding.session import Session
from ..errors import InputError, UsageError, warn_user
from ..files.field_names import SOURCE
from ..files.inputs.columns import convert_to_list
from ..files.inputs.counterparts import check_has_counterpart
from ..files.inputs.references import check_sentences
from ..files.item import Segment
from ..metrics.base import Metric, Progress, Scorer, check_jobs
from ..metrics.registry import DEFAULT_METRIC
from .nbest.nbest import CandidateList
from .rerank import (
    RankedList,
    Reranking,
    check_lists,
    rank_candidates,
    resolve_metric,
    warn_about_empty_candidates,
)


@dataclass(frozen=True)
class WeightedTexts:
    """Distinct texts, each with the probability that it is the correct translation."""

    texts: tuple[Segment, ...]
    probabilities: Floats

    @classmethod
    def from_scores(
        cls, texts: Sequence[Segment], scores: Sequence[float] | None, temperature: float
    ) -> "WeightedTexts":
        """Return the distinct texts with their probabilities.

        `scores` are log probabilities: a text has a weight of exp(score / temperature). Without
        scores, each text has the weight 1. The weights of equal texts are added up.
        """
        weights = np.ones(len(texts))
        if scores is not None:
            log_probabilities = np.asarray(scores, dtype=np.float64)
            # Scores that are too low for exp get the weight 0.
            with np.errstate(over="ignore"):
                weights = np.exp((log_probabilities - log_probabilities.max()) / temperature)
        weights_by_text: dict[Segment, float] = {}
        for text, weight in zip(texts, weights.tolist(), strict=True):
            weights_by_text[text] = weights_by_text.get(text, 0.0) + weight
        return cls(
            tuple(weights_by_text),
            np.array(list(weights_by_text.values())) / fsum(weights_by_text.values()),
        )

    def compute_expected_scores(self, scores: Floats) -> list[float]:
        """Return the expected score of each candidate.

        `scores` has shape (n_candidates, n_texts). The exact sum does not depend on the order of
        the texts.
        """
        return list(map(fsum, scores * self.probabilities))


def match_evidence(
    lists: Sequence[CandidateList],
    evidence: Sequence[CandidateList],
    lists_name: str,
    evidence_name: str,
) -> list[CandidateList]:
    """Return the evidence for each list, matched by id, or by position if there are no ids.

    `lists_name` and `evidence_name` are the names of the files of candidates and of evidence.
    """
    if lists[0].has_file_id != evidence[0].has_file_id:
        name_with_ids, name_without_ids = (
            (lists_name, evidence_name) if lists[0].has_file_id else (evidence_name, lists_name)
        )
        raise InputError(
            f"{name_with_ids} has ids, but {name_without_ids} has none: give ids in both files, or "
            "in neither"
        )
    if not lists[0].has_file_id:
        _check_same_order(lists, evidence, lists_name, evidence_name)
        return list(evidence)
    by_id = {candidate_list.list_id: candidate_list for candidate_list in evidence}
    for candidate_list in lists:
        if candidate_list.list_id not in by_id:
            raise InputError(
                f"{evidence_name} has no evidence for id {candidate_list.list_id}: give evidence "
                "for all "
                "candidates"
            )
    if unused_ids := by_id.keys() - {candidate_list.list_id for candidate_list in lists}:
        warn_user(
            f"{evidence_name} has {len(unused_ids)} ids that {lists_name} does not have, such as "
            f"{min(unused_ids)}: their evidence is not used"
        )
    return [by_id[candidate_list.list_id] for candidate_list in lists]


def _check_same_order(
    lists: Sequence[CandidateList],
    evidence: Sequence[CandidateList],
    lists_name: str,
    evidence_name: str,
) -> None:
    if len(lists) != len(evidence):
        raise InputError(
            f"{lists_name} has candidates for {len(lists)} sources and {evidence_name} for "
            f"{len(evidence)}, and neither has ids: give ids, or evidence for all candidates"
        )
    for index, (first, second) in enumerate(zip(lists, evidence, strict=True), 1):
        if first.source is not None and second.source is not None and first.source != second.source:
            raise InputError(
                f"source {index} of {lists_name} differs from that of {evidence_name}: give them "
                "in the same order, or ids"
            )


def check_temperature(temperature: float) -> None:
    """Check that the temperature is a positive number."""
    if not isinstance(temperature, int | float) or not 0 < temperature < float("inf"):
        raise UsageError(f"temperature {temperature!r}: give a number above 0, such as 1")


def check_scores(scores: Iterable[Any], texts: Sequence[Segment], location: str) -> list[float]:
    """Check that there is one finite score per text. `location` names the list in messages."""
    values = convert_to_list(f"scores of {location}", scores)
    if len(values) != len(texts):
        raise InputError(
            f"{location} has {len(texts)} texts but {len(values)} scores: give one for each"
        )
    for index, value in enumerate(values, 1):
        if not isinstance(value, Real) or isinstance(value, bool) or not isfinite(value):
            raise InputError(f"{location}: score {index} is {value!r}: give a finite number")
    return [float(value) for value in values]


# Pairs of a candidate and a text that are scored at once: enough to keep all threads busy, and few
# enough for the memory.
_PAIRS_PER_BATCH = 200_000


def mbr(
    candidates: Iterable[Iterable[Segment]],
    *,
    evidence: Iterable[Iterable[Segment]] | None = None,
    scores: Iterable[Iterable[float]] | None = None,
    temperature: float | None = None,
    metric: str | Metric[Any] = DEFAULT_METRIC,
    lang: str = "",
    jobs: int = 1,
    progress: Progress | None = None,
    session: Session | None = None,
    **options: Any,
) -> Reranking:
    """Sort candidates by expected score (minimum Bayes risk), best first; return a `Reranking`.

    Parameters
    ----------
    candidates, evidence : lists of texts, one per source
        Candidates are compared with `evidence` (default: the candidates themselves).
    scores, temperature : log probabilities, one list per source; float, default 1
        Each text of the evidence has a weight of exp(score / temperature). Default: equal weights.
    metric, lang, options : metric, or its name with language and options
    jobs, progress, session : see `Metric`
    """
    lists = check_lists(candidates)
    evidence_lists = lists if evidence is None else check_lists(evidence, "evidence")
    _check_count("lists of evidence", len(evidence_lists), len(lists))
    used_temperature = 1.0 if temperature is None else temperature
    check_temperature(used_temperature)
    if temperature is not None and scores is None:
        raise UsageError("temperature needs scores: give scores= as well, or leave it out")
    list_scores: Sequence[list[float] | None] = [None] * len(lists)
    if scores is not None:
        score_lists = list(scores)
        _check_count("lists of scores", len(score_lists), len(lists))
        list_scores = [
            check_scores(list_values, evidence_texts, f"source {index}")
            for index, (list_values, evidence_texts) in enumerate(
                zip(score_lists, evidence_lists, strict=True), 1
            )
        ]
    return mbr_lists(
        [
            CandidateList(str(index), list_values, has_file_id=False)
            for index, list_values in enumerate(lists, 1)
        ],
        [
            WeightedTexts.from_scores(list_values, weights, used_temperature)
            for list_values, weights in zip(evidence_lists, list_scores, strict=True)
        ],
        resolve_metric(metric, lang, options),
        jobs=jobs,
        progress=progress,
        session=session,
    )


def mbr_lists(
    lists: Sequence[CandidateList],
    evidence: Sequence[WeightedTexts],
    metric: Metric[Any],
    *,
    jobs: int = 1,
    progress: Progress | None = None,
    session: Session | None = None,
) -> Reranking:
    """Sort the candidates of lists that were already checked; see `mbr`.

    A metric that learns from references uses all evidence. `progress` is called with the count of
    candidates that were scored since the last call.
    """
    check_jobs(jobs)
    check_has_counterpart(metric, "candidates are chosen by comparing them with each other")
    if metric.against == SOURCE:
        raise UsageError(
            f"{metric.name} compares candidates with their source, not with other candidates: "
            "choose a metric that compares with references"
        )
    _check_texts(lists, evidence, metric)
    warn_about_empty_candidates(lists)
    scorer = metric.open(
        session, lambda: (text for candidate_list in evidence for text in candidate_list.texts)
    )
    results: list[RankedList] = []
    for start, end in _split_batches(lists, evidence):
        expected_scores = _compute_expected_scores(
            scorer, lists[start:end], evidence[start:end], jobs, progress
        )
        results += [
            rank_candidates(candidate_list, values, higher_is_better=metric.higher_is_better)
            for candidate_list, values in zip(lists[start:end], expected_scores, strict=True)
        ]
    is_analysed = not isinstance(lists[0].candidates[0], str)
    return Reranking(metric.name, tuple(results), scorer.signature(1, is_analysed))


def _check_count(input_name: str, count: int, expected: int) -> None:
    if count != expected:
        raise InputError(
            f"there are {expected} lists of candidates but {count} {input_name}: give one for each"
        )


def _check_texts(
    lists: Sequence[CandidateList], evidence: Sequence[WeightedTexts], metric: Metric[Any]
) -> None:
    texts = [text for item in lists for text in item.candidates]
    evidence_texts = [text for item in evidence for text in item.texts]
    if len({isinstance(text, str) for text in (*texts, *evidence_texts)}) > 1:
        raise InputError(
            "texts and analysed sentences are mixed: give texts throughout, or analyse all of them"
        )
    if metric.of_documents:
        check_sentences(texts)
        check_sentences(evidence_texts)


def _split_batches(
    lists: Sequence[CandidateList], evidence: Sequence[WeightedTexts]
) -> Iterator[tuple[int, int]]:
    """Yield the range (start, end) of the lists of each batch."""
    start = n_batch_pairs = 0
    for index, (candidate_list, weighted_texts) in enumerate(zip(lists, evidence, strict=True)):
        n_pairs = len(candidate_list.candidates) * len(weighted_texts.texts)
        if n_batch_pairs and n_batch_pairs + n_pairs > _PAIRS_PER_BATCH:
            yield start, index
            start, n_batch_pairs = index, 0
        n_batch_pairs += n_pairs
    yield start, len(lists)


def _compute_expected_scores(
    scorer: Scorer[Any],
    lists: Sequence[CandidateList],
    evidence: Sequence[WeightedTexts],
    jobs: int,
    progress: Progress | None,
) -> list[list[float]]:
    """Return the expected score of each candidate of each list.

    Equal candidates of a list are scored once.
    """
    distinct_lists = [list(dict.fromkeys(candidate_list.candidates)) for candidate_list in lists]
    groups = [
        Product(candidate_list, weighted_texts.texts)
        for candidate_list, weighted_texts in zip(distinct_lists, evidence, strict=True)
    ]
    scores: list[Floats] = scorer.matrices(groups, jobs, progress)
    if progress is not None:
        progress(
            sum(len(candidate_list.candidates) for candidate_list in lists)
            - sum(map(len, distinct_lists))
        )
    results = []
    for candidate_list, texts, weighted_texts, matrix in zip(
        lists, distinct_lists, evidence, scores, strict=True
    ):
        values = dict(zip(texts, weighted_texts.compute_expected_scores(matrix), strict=True))
        results.append([values[candidate] for candidate in candidate_list.candidates])
    return results
