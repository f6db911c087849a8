"""Minimum Bayes risk selection."""

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
from ..files.inputs.columns import as_list
from ..files.inputs.counterparts import check_compares
from ..files.inputs.references import check_sentences
from ..files.item import Segment
from ..metrics.base import Metric, Progress, Scorer, check_jobs
from ..metrics.registry import DEFAULT
from .nbest.nbest import CandidateList
from .rerank import (
    RankedList,
    Reranking,
    check_lists,
    rank_candidates,
    resolve_metric,
    warn_about_empty,
)


@dataclass(frozen=True)
class WeightedTexts:
    """Distinct texts, each with the probability that it is the correct translation."""

    texts: tuple[Segment, ...]
    probabilities: Floats

    @classmethod
    def of(
        cls, texts: Sequence[Segment], scores: Sequence[float] | None, temperature: float
    ) -> "WeightedTexts":
        """Return the distinct texts with their probabilities.

        Samples have equal weights, and repeated ones count several times. With scores (log
        probabilities), a text has the weight exp(score / temperature).
        """
        counts = np.ones(len(texts))
        if scores is not None:
            log_probabilities = np.asarray(scores, dtype=np.float64)
            # Scores that are too low for exp get the weight 0.
            with np.errstate(over="ignore"):
                counts = np.exp((log_probabilities - log_probabilities.max()) / temperature)
        sums: dict[Segment, float] = {}
        for text, count in zip(texts, counts.tolist(), strict=True):
            sums[text] = sums.get(text, 0.0) + count
        return cls(tuple(sums), np.array(list(sums.values())) / fsum(sums.values()))

    def expected(self, scores: Floats) -> list[float]:
        """Return the expected value of each row of scores, whatever the order of the texts."""
        return list(map(fsum, scores * self.probabilities))


def match_evidence(
    lists: Sequence[CandidateList], evidence: Sequence[CandidateList], name: str, other: str
) -> list[CandidateList]:
    """Return the evidence of another file in the order of `lists`: by id, else by position."""
    if lists[0].named != evidence[0].named:
        has, lacks = (name, other) if lists[0].named else (other, name)
        raise InputError(
            f"{has} has ids, but {lacks} has none: give ids in both files, or in neither"
        )
    if not lists[0].named:
        _check_same_order(lists, evidence, name, other)
        return list(evidence)
    by_id = {item.ident: item for item in evidence}
    for item in lists:
        if item.ident not in by_id:
            raise InputError(
                f"{other} has no evidence for id {item.ident}: give evidence for all candidates"
            )
    if unused := by_id.keys() - {item.ident for item in lists}:
        warn_user(
            f"{other} has {len(unused)} ids that {name} does not have, such as {min(unused)}: "
            "their evidence is not used"
        )
    return [by_id[item.ident] for item in lists]


def _check_same_order(
    lists: Sequence[CandidateList], evidence: Sequence[CandidateList], name: str, other: str
) -> None:
    if len(lists) != len(evidence):
        raise InputError(
            f"{name} has candidates for {len(lists)} sources and {other} for {len(evidence)}, and "
            "neither has ids: give ids, or evidence for all candidates"
        )
    for index, (first, second) in enumerate(zip(lists, evidence, strict=True), 1):
        if first.source is not None and second.source is not None and first.source != second.source:
            raise InputError(
                f"source {index} of {name} differs from that of {other}: give them in the same "
                "order, or ids"
            )


def check_temperature(temperature: float) -> None:
    """Check that the temperature is a positive number."""
    if not isinstance(temperature, int | float) or not 0 < temperature < float("inf"):
        raise UsageError(f"temperature {temperature!r}: give a number above 0, such as 1")


def check_scores(scores: Iterable[Any], texts: Sequence[Segment], where: str) -> list[float]:
    """Check that there is one finite score per text. `where` names the list in messages."""
    values = as_list(f"scores of {where}", scores)
    if len(values) != len(texts):
        raise InputError(
            f"{where} has {len(texts)} texts but {len(values)} scores: give one for each"
        )
    for index, value in enumerate(values, 1):
        if not isinstance(value, Real) or isinstance(value, bool) or not isfinite(value):
            raise InputError(f"{where}: score {index} is {value!r}: give a finite number")
    return [float(value) for value in values]


# Minimum Bayes risk: choose the candidate that agrees most with the others.
#
# The score of a candidate is its expected score if each text of the evidence (by default, the
# candidates themselves) may be the reference.

# Pairs per batch: enough to keep threads busy, and few enough for memory.
_PAIRS_PER_BATCH = 200_000


def mbr(
    candidates: Iterable[Iterable[Segment]],
    *,
    evidence: Iterable[Iterable[Segment]] | None = None,
    scores: Iterable[Iterable[float]] | None = None,
    temperature: float | None = None,
    metric: str | Metric[Any] = DEFAULT,
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
        `evidence` (default: the candidates) is what candidates are compared with.
    scores, temperature : log probabilities, one list per source; float, default 1
        Each text of the evidence weighs exp(score / temperature). Default: equal weights.
    metric, lang, options : metric, or its name with language and options
    jobs, progress, session : see `Metric`
    """
    lists = check_lists(candidates)
    texts = lists if evidence is None else check_lists(evidence, "evidence")
    _check_count("lists of evidence", len(texts), len(lists))
    divisor = 1.0 if temperature is None else temperature
    check_temperature(divisor)
    if temperature is not None and scores is None:
        raise UsageError("temperature needs scores: give scores= as well, or leave it out")
    list_scores: Sequence[list[float] | None] = [None] * len(lists)
    if scores is not None:
        score_lists = list(scores)
        _check_count("lists of scores", len(score_lists), len(lists))
        list_scores = [
            check_scores(items, text, f"source {index}")
            for index, (items, text) in enumerate(zip(score_lists, texts, strict=True), 1)
        ]
    return mbr_lists(
        [CandidateList(str(index), items, named=False) for index, items in enumerate(lists, 1)],
        [
            WeightedTexts.of(items, weights, divisor)
            for items, weights in zip(texts, list_scores, strict=True)
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
    """Do the same as `mbr` for checked lists.

    A metric that learns from references uses all evidence. `progress` is called with the number of
    newly scored candidates.
    """
    check_jobs(jobs)
    check_compares(metric, "candidates are chosen by comparing them with each other")
    if metric.against == SOURCE:
        raise UsageError(
            f"{metric.name} compares candidates with their source, not with other candidates: "
            "choose a metric that compares with references"
        )
    _check_texts(lists, evidence, metric)
    warn_about_empty(lists)
    scorer = metric.open(session, lambda: (text for item in evidence for text in item.texts))
    results: list[RankedList] = []
    for start, end in _batches(lists, evidence):
        expected = _expected(scorer, lists[start:end], evidence[start:end], jobs, progress)
        results += [
            rank_candidates(item, values, higher_is_better=metric.higher_is_better)
            for item, values in zip(lists[start:end], expected, strict=True)
        ]
    analysed = not isinstance(lists[0].candidates[0], str)
    return Reranking(metric.name, tuple(results), scorer.signature(1, analysed))


def _check_count(what: str, count: int, expected: int) -> None:
    if count != expected:
        raise InputError(
            f"there are {expected} lists of candidates but {count} {what}: give one for each"
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


def _batches(
    lists: Sequence[CandidateList], evidence: Sequence[WeightedTexts]
) -> Iterator[tuple[int, int]]:
    """Yield start and end of the lists of each batch."""
    start = pairs = 0
    for index, (candidate_list, item) in enumerate(zip(lists, evidence, strict=True)):
        n_pairs = len(candidate_list.candidates) * len(item.texts)
        if pairs and pairs + n_pairs > _PAIRS_PER_BATCH:
            yield start, index
            start, pairs = index, 0
        pairs += n_pairs
    yield start, len(lists)


def _expected(
    scorer: Scorer[Any],
    lists: Sequence[CandidateList],
    evidence: Sequence[WeightedTexts],
    jobs: int,
    progress: Progress | None,
) -> list[list[float]]:
    """Return the expected score of each candidate of each list. Equal ones are compared once."""
    distinct = [list(dict.fromkeys(candidate_list.candidates)) for candidate_list in lists]
    groups = [
        Product(candidate_list, weighed.texts)
        for candidate_list, weighed in zip(distinct, evidence, strict=True)
    ]
    scores: list[Floats] = scorer.matrices(groups, jobs, progress)
    if progress is not None:
        progress(
            sum(len(candidate_list.candidates) for candidate_list in lists)
            - sum(map(len, distinct))
        )
    results = []
    for candidate_list, texts, weighed, matrix in zip(
        lists, distinct, evidence, scores, strict=True
    ):
        values = dict(zip(texts, weighed.expected(matrix), strict=True))
        results.append([values[candidate] for candidate in candidate_list.candidates])
    return results
