"""Minimum Bayes risk: of several candidates the one that others agree with most.

The score of a candidate is the one that is expected if any text of the evidence, the candidates
themselves unless others are given, might be the reference.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..arrays import Floats
from ..encoding.pairs import Product
from ..encoding.session import Session
from ..errors import InputError, UsageError
from ..intake.beside import check_compares
from ..intake.documents import check_sentences
from ..metrics.base import Metric, Progress, Scorer, check_jobs
from ..metrics.registry import DEFAULT
from ..names import SOURCE
from ..tasks import Segment
from .evidence import WeighedTexts, check_scores, check_temperature
from .lists import CandidateList
from .rerank import (
    RankedList,
    Reranking,
    check_lists,
    named_metric,
    ranked,
    warn_of_empty,
)

# Pairs that are compared in one go: enough for threads to share, and few enough for memory.
_AT_ONCE = 200_000


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
    """Sort candidates by the score that is to be expected of each, the best first.

    `candidates` has a list for each source, and so has `evidence`, what they are held against
    (themselves). `scores` has a model's scores, logarithms of probabilities, for each text of the
    evidence, which then counts exp(score / temperature), with a temperature of 1
    unless another is given; else all count the same. `metric` is one,
    or a name with `lang` and options.
    """
    lists = check_lists(candidates)
    texts = lists if evidence is None else check_lists(evidence, "evidence")
    _check_count("lists of evidence", len(texts), len(lists))
    divisor = 1.0 if temperature is None else temperature
    check_temperature(divisor)
    if temperature is not None and scores is None:
        raise UsageError("temperature is of scores: give scores= as well, or leave it out")
    own: Sequence[list[float] | None] = [None] * len(lists)
    if scores is not None:
        given = list(scores)
        _check_count("lists of scores", len(given), len(lists))
        own = [
            check_scores(each, text, f"source {number}")
            for number, (each, text) in enumerate(zip(given, texts, strict=True), 1)
        ]
    return mbr_lists(
        [CandidateList(str(number), each, named=False) for number, each in enumerate(lists, 1)],
        [WeighedTexts.of(each, by, divisor) for each, by in zip(texts, own, strict=True)],
        named_metric(metric, lang, options),
        jobs=jobs,
        progress=progress,
        session=session,
    )


def mbr_lists(
    lists: Sequence[CandidateList],
    evidence: Sequence[WeighedTexts],
    metric: Metric[Any],
    *,
    jobs: int = 1,
    progress: Progress | None = None,
    session: Session | None = None,
) -> Reranking:
    """The same of lists that are checked already; a metric that learns from references takes all
    evidence for these. `progress` is told how many more candidates are done.
    """
    check_jobs(jobs)
    check_compares(metric, "candidates are chosen by what they have in common")
    if metric.against == SOURCE:
        raise UsageError(
            f"{metric.name} holds candidates against their source, which other candidates are not: "
            "choose a metric that takes references"
        )
    _check_texts(lists, evidence, metric)
    warn_of_empty(lists)
    scorer = metric.open(session, lambda: (text for own in evidence for text in own.texts))
    done: list[RankedList] = []
    for start, end in _stretches(lists, evidence):
        found = _expected(scorer, lists[start:end], evidence[start:end], jobs, progress)
        done += [
            ranked(own, values, higher_is_better=metric.higher_is_better)
            for own, values in zip(lists[start:end], found, strict=True)
        ]
    analysed = not isinstance(lists[0].candidates[0], str)
    return Reranking(metric.name, tuple(done), scorer.signature(1, analysed))


def _check_count(what: str, count: int, wanted: int) -> None:
    if count != wanted:
        raise InputError(
            f"there are {wanted} lists of candidates but {count} {what}: give one for each"
        )


def _check_texts(
    lists: Sequence[CandidateList], evidence: Sequence[WeighedTexts], metric: Metric[Any]
) -> None:
    texts = [one for own in lists for one in own.candidates]
    others = [one for own in evidence for one in own.texts]
    if len({isinstance(one, str) for one in (*texts, *others)}) > 1:
        raise InputError(
            "texts stand beside analysed sentences: give texts throughout, or analyse all of them"
        )
    if metric.of_documents:
        check_sentences(texts)
        check_sentences(others)


def _stretches(
    lists: Sequence[CandidateList], evidence: Sequence[WeighedTexts]
) -> Iterator[tuple[int, int]]:
    """From where to where lists go together."""
    start = pairs = 0
    for place, (own, beside) in enumerate(zip(lists, evidence, strict=True)):
        more = len(own.candidates) * len(beside.texts)
        if pairs and pairs + more > _AT_ONCE:
            yield start, place
            start, pairs = place, 0
        pairs += more
    yield start, len(lists)


def _expected(
    scorer: Scorer[Any],
    lists: Sequence[CandidateList],
    evidence: Sequence[WeighedTexts],
    jobs: int,
    progress: Progress | None,
) -> list[list[float]]:
    """The expected score of each candidate of each list; equal ones are compared once."""
    once = [list(dict.fromkeys(own.candidates)) for own in lists]
    groups = [Product(own, beside.texts) for own, beside in zip(once, evidence, strict=True)]
    scores: list[Floats] = scorer.matrices(groups, jobs, progress)
    if progress is not None:
        progress(sum(len(own.candidates) for own in lists) - sum(map(len, once)))
    found = []
    for own, texts, beside, matrix in zip(lists, once, evidence, scores, strict=True):
        values = dict(zip(texts, beside.expected(matrix), strict=True))
        found.append([values[candidate] for candidate in own.candidates])
    return found
