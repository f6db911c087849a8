"""The best of several candidates: each scored by itself, and all sorted."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..encoding.session import Session
from ..errors import InputError, UsageError, warn_user
from ..intake.beside import check_against
from ..intake.columns import listed
from ..intake.documents import check_sentences, with_sentences
from ..intake.references import check_every_segment_has_one, present, reference_counts
from ..metrics.base import Metric, Progress, check_jobs
from ..metrics.inputs import References, Texts, check_references, check_segments
from ..metrics.registry import make_metric
from ..metrics.signature import Signature, one_count
from ..names import NOTHING, SOURCE
from ..tasks import Segment, text_of
from .lists import CandidateList, beside_candidates

PEM = "pem"


@dataclass(frozen=True)
class RankedCandidate:
    """A candidate with its rank, its place in the list as it was given (both from 1) and score."""

    rank: int
    place: int
    candidate: str
    score: float
    parts: Mapping[str, float] = field(default_factory=dict, hash=False)

    def to_dict(self) -> dict[str, Any]:
        """By name, as JSON can have it; parts stand beside the rest."""
        return {
            "rank": self.rank, "place": self.place, "score": self.score, **self.parts,
            "candidate": self.candidate,
        }  # fmt: skip


@dataclass(frozen=True)
class RankedList:
    """The candidates of one source, the best first."""

    ident: str
    source: str | None
    candidates: tuple[RankedCandidate, ...]

    @property
    def best(self) -> str:
        """The candidate of rank 1."""
        return self.candidates[0].candidate


@dataclass(frozen=True)
class SystemScores:
    """What a metric says of a whole test set.

    first   with the first candidate of each list as it was given
    chosen  with the one of rank 1
    oracle  with the ones that make the whole best, as far as `oracle_choice` finds them
    """

    metric: str
    first: float
    chosen: float
    oracle: float


@dataclass(frozen=True)
class Reranking:
    """All lists in their order, and what scored them.

    signature  of the metric, if one was asked
    systems    what it says of the choice, where that is not its own
    """

    metric: str
    lists: tuple[RankedList, ...]
    signature: Signature | None
    systems: SystemScores | None = None

    @property
    def best(self) -> list[str]:
        """The best candidate of each."""
        return [one.best for one in self.lists]


def rerank(
    candidates: Iterable[Iterable[Segment]],
    sources: Texts | None = None,
    references: References | None = None,
    *,
    metric: str | Metric[Any] = PEM,
    lang: str = "",
    references_by: str | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    session: Session | None = None,
    **options: Any,
) -> Reranking:
    """Sort candidates, the best first; of equal ones the first stays first.

    `candidates` has a list for each source, `sources` a text for each list, which pem wants;
    other metrics want `references`, as `Metric.score` takes them, but one a list. Those that look
    at texts by themselves want neither, and do not look at any. `metric` is one, or a name with
    `lang` and options.
    """
    lists = check_lists(candidates)
    chosen = named_metric(metric, lang, options)
    if chosen.against == NOTHING:
        sources = references = None
    originals = None if sources is None else check_segments("sources", sources)
    sets = [] if references is None else check_references(references, references_by)
    for what, column in (("sources", originals), *(("references", own) for own in sets)):
        if column is not None and len(column) != len(lists):
            raise InputError(
                f"there are {len(lists)} lists of candidates but {len(column)} {what}: give one "
                "for each list"
            )
    found = [
        CandidateList(
            str(number + 1),
            own,
            None if originals is None else originals[number],
            tuple(present([[column[number] for column in sets]])),
            named=False,
        )
        for number, own in enumerate(lists)
    ]
    return rerank_lists(found, chosen, jobs=jobs, progress=progress, session=session)


def rerank_lists(
    lists: Sequence[CandidateList],
    metric: Metric[Any],
    *,
    jobs: int = 1,
    progress: Progress | None = None,
    session: Session | None = None,
) -> Reranking:
    """The same of lists that are checked already."""
    rows, signature = score_lists(lists, metric, jobs=jobs, progress=progress, session=session)
    left = iter(rows)
    found = [_ranked(one, [next(left) for _ in one.candidates], metric) for one in lists]
    return Reranking(metric.name, tuple(found), signature)


def score_lists(
    lists: Sequence[CandidateList],
    metric: Metric[Any],
    *,
    jobs: int,
    progress: Progress | None,
    session: Session | None,
) -> tuple[Sequence[Any], Signature]:
    """A row of the metric for each candidate of all lists."""
    check_jobs(jobs)
    beside = beside_candidates(lists)
    if metric.against != NOTHING and not beside.references and not beside.sources:
        sources = "sources (-s SRC, in Python sources=) or " * (metric.against == SOURCE)
        raise UsageError(
            f"candidates stand alone: {metric.name} wants {sources}references (-r REF, in Python "
            "references=)"
        )
    check_against([metric], bool(beside.references))
    sets = beside.of(metric.against)
    if sets is beside.references:
        _check_references(lists)
    texts = [candidate for one in lists for candidate in one.candidates]
    if metric.of_documents:
        check_sentences(texts)
        sets = list(map(with_sentences, sets))
        check_every_segment_has_one(sets)
    warn_of_empty(lists)
    scorer = metric.open(session, lambda: present(sets))
    rows = scorer.statistics(texts, sets, jobs, progress)
    count = one_count(reference_counts(sets))
    return rows, scorer.signature(count, not isinstance(texts[0], str))


def _check_references(lists: Sequence[CandidateList]) -> None:
    for one in lists:
        if not one.references:
            raise InputError(f"the candidates of {one.name} have no reference: give one")


def warn_of_empty(lists: Sequence[CandidateList]) -> None:
    """Of candidates without text."""
    empty = [
        f"candidate {place} of {one.name}"
        for one in lists
        for place, text in enumerate(one.candidates, 1)
        if not text_of(text).strip()
    ]
    if empty:
        count = sum(len(one.candidates) for one in lists)
        warn_user(
            f"{len(empty)} of {count} candidates are empty, the first is {empty[0]}; check them"
        )


def _ranked(own: CandidateList, rows: Sequence[Any], metric: Metric[Any]) -> RankedList:
    values = [metric.segment_value(row) for row in rows]
    parts = list(map(metric.parts_by_name, rows))
    return ranked(own, values, parts, higher_is_better=metric.higher_is_better)


def ranked(
    own: CandidateList,
    values: Sequence[float],
    parts: Sequence[Mapping[str, float]] = (),
    *,
    higher_is_better: bool,
    most: int | None = None,
) -> RankedList:
    """Candidates by what they are worth, `most` of them; of equal ones the first stays first."""
    sign = -1 if higher_is_better else 1
    order = sorted(range(len(values)), key=lambda place: sign * values[place])
    return RankedList(
        own.ident,
        None if own.source is None else text_of(own.source),
        tuple(
            RankedCandidate(
                rank,
                place + 1,
                text_of(own.candidates[place]),
                float(values[place]),
                parts[place] if parts else {},
            )
            for rank, place in enumerate(order[:most], 1)
        ),
    )


def check_lists(
    candidates: Iterable[Iterable[Segment]], what: str = "candidates"
) -> list[tuple[Segment, ...]]:
    """A list of texts for each source, none of them empty."""
    given = listed(what, candidates)
    if not given:
        raise InputError(f"there are no {what}: give a list for each source")
    return [
        tuple(check_segments(f"{what} of source {number}", own))
        for number, own in enumerate(given, 1)
    ]


def named_metric(metric: str | Metric[Any], lang: str, options: Mapping[str, Any]) -> Metric[Any]:
    """One that is made already, or one by its name."""
    if isinstance(metric, str):
        return make_metric(metric, **({"lang": lang} if lang else {}), **options)
    if lang or options:
        raise UsageError("lang and options are for a metric by name: give them where it is made")
    return metric
