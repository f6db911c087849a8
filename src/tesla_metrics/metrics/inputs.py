"""What `score` accepts, checked so that a slip is an error and never a wrong number."""

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import Any, NamedTuple, TypeAlias

from ..analysis.sentence import Sentence
from ..errors import InputError, UsageError
from ..intake.columns import is_frame, is_missing, kind_of, listed, warn_of_order
from ..intake.documents import check_references_have_sentences, check_sentences, with_sentences
from ..intake.references import check_every_segment_has_one, no_reference, present
from ..intake.rows import columns_of, rows_of
from ..names import NOTHING, REFERENCE, SOURCE
from ..tasks import Item, ReferenceSet, Segment, text_of

# Lists, tuples, Series, arrays, generators: whatever has texts in an order.
Texts: TypeAlias = Iterable[Segment]
Rows: TypeAlias = Iterable[Mapping[str, Any]] | Iterable[Item]
References: TypeAlias = Iterable[Segment] | Iterable[Iterable[Segment | None] | Segment]
# What a list in a list of references is: a reference set, or a segment's references. Where nobody
# says so it is a set, unless it looks like the other.
REFERENCES_BY = ("set", "segment")


class Checked(NamedTuple):
    """Hypotheses, and reference sets as long as these."""

    hypotheses: Sequence[Segment]
    sets: list[ReferenceSet]


def check_inputs(
    hypotheses: "Texts | Rows",
    references: References | None = None,
    by: str | None = None,
    *,
    sources: Texts | None = None,
    against: str = REFERENCE,
    documents: bool = False,
) -> Checked:
    """Texts and their references, or rows that have both; or sources, if that is wanted.

    Where a metric is held `against` nothing, there are texts only.

    Of `documents` each text has a sentence, and a reference that has none is missing.
    """
    given: object = hypotheses
    if against == NOTHING:
        return _alone(hypotheses, documents)
    if sources is not None and (against == SOURCE or references is None):
        return _beside_sources(hypotheses, sources, against)
    if references is None:
        given = given if is_frame(given) else listed("hypotheses", given)
        if (rows := rows_of(given)) is not None:
            given, references = columns_of(rows, against)
            by = "segment"
    texts = check_segments("hypotheses", given)
    sets = check_references(references, by, against)
    check_fit(texts, sets, by)
    if documents:
        sets = list(map(with_sentences, sets))
        check_sentences(texts)
        check_references_have_sentences(sets)
    warn_of_order(given, references)
    return Checked(texts, sets)


def _alone(hypotheses: "Texts | Rows", documents: bool) -> Checked:
    """What stands beside the texts is not looked at."""
    given: object = hypotheses if is_frame(hypotheses) else listed("hypotheses", hypotheses)
    if (rows := rows_of(given)) is not None:
        given, _ = columns_of(rows, NOTHING)
    texts = check_segments("hypotheses", given)
    if documents:
        check_sentences(texts)
    return Checked(texts, [])


def _beside_sources(hypotheses: "Texts | Rows", sources: Texts, against: str) -> Checked:
    if against != SOURCE:
        raise UsageError(
            "the metric compares with references, and there are sources only: give references"
        )
    texts = check_segments("hypotheses", hypotheses)
    originals = check_sources(texts, sources)
    warn_of_order(hypotheses, sources)
    return Checked(texts, [originals])


def check_sources(hypotheses: Sequence[Segment], sources: object) -> ReferenceSet:
    """One for each hypothesis."""
    found = check_segments("sources", sources)
    _check_kinds(hypotheses, [found])
    if len(found) != len(hypotheses):
        raise InputError(
            f"there are {len(hypotheses)} hypotheses but {len(found)} sources: give one for each"
        )
    return found


def check_references(
    references: object, by: str | None, against: str = REFERENCE
) -> list[ReferenceSet]:
    """One reference set or several, whatever hypotheses they are for.

    `against`: what is wanted where there is nothing at all.
    """
    if by not in (None, *REFERENCES_BY):
        raise UsageError(f"references_by {by!r}: choose from {', '.join(REFERENCES_BY)}")
    if references is None and against == SOURCE:
        raise InputError("there are no sources: give one for each hypothesis, sources=[…]")
    if references is None or isinstance(references, str | Sentence):
        raise InputError(
            f"references are {kind_of(references)}: give a list of texts, or a list of such lists"
        )
    given = listed("references", references)
    if not given:
        raise InputError("there are no references: give one for each hypothesis")
    if by == "segment":
        return _by_segment(given)
    if isinstance(next((one for one in given if not is_missing(one)), ""), str | Sentence):
        return [_column("references", given)]
    return [_column(f"reference set {number}", column) for number, column in enumerate(given, 1)]


def check_fit(hypotheses: Sequence[Segment], sets: Sequence[ReferenceSet], by: str | None) -> None:
    """Whether these are references of these hypotheses."""
    _check_kinds(hypotheses, sets)
    _check_counts(hypotheses, sets, by)
    check_every_segment_has_one(sets)
    if len(sets) == len(hypotheses) > 1 and by is None:
        _check_orientation(sets)


def check_matrix(
    hypotheses: Texts, references: Texts, documents: bool = False
) -> tuple[Sequence[Segment], Sequence[Segment]]:
    """Two lists of segments of one kind, `documents` with a sentence; they may differ in length."""
    left = check_segments("hypotheses", hypotheses)
    right = check_segments("references", references)
    _check_kinds(left, [right])
    for side in (left, right) if documents else ():
        check_sentences(side)
    return left, right


def check_segments(name: str, segments: object) -> Sequence[Segment]:
    """A list of texts or a list of analysed sentences, and not an empty one."""
    found = listed(name, segments)
    _check_items(name, found, "give texts only")
    return found


def _column(name: str, column: object) -> ReferenceSet:
    """A reference set, None where a segment has none."""
    if is_missing(column):
        raise InputError(f"{name} is {kind_of(column)}: give a list of texts, or leave it out")
    found: ReferenceSet = listed(name, column)
    if set(map(type, found)) in ({str}, {Sentence}):
        return found
    found = [None if is_missing(one) else one for one in found]
    _check_items(name, found, "give texts, or None where there is none", gaps=True)
    return found


def _check_items(name: str, found: Sequence[Any], mend: str, gaps: bool = False) -> None:
    if not found:
        raise InputError(f"{name} are an empty list: give at least one text")
    if set(map(type, found)) in ({str}, {Sentence}):
        return
    for position, segment in enumerate(found, 1):
        if not isinstance(segment, str | Sentence) and not (gaps and segment is None):
            if isinstance(segment, Mapping):
                mend = "rows have references of their own, leave references out"
            raise InputError(f"{name}: item {position} is {kind_of(segment)}: {mend}")
    if len({isinstance(segment, str) for segment in found if segment is not None}) > 1:
        raise InputError(f"{name} mix texts and analysed sentences: give one or the other")


def _by_segment(given: Sequence[Any]) -> list[ReferenceSet]:
    """As many sets as a segment has references at the most."""
    own: list[Sequence[Any]] = []
    for number, one in enumerate(given, 1):
        several = not isinstance(one, str | Sentence) and not is_missing(one)
        beside = listed(f"references of segment {number}", one) if several else [one]
        own.append([reference for reference in beside if not is_missing(reference)])
        if not own[-1]:
            raise no_reference(number)
        _check_items(f"references of segment {number}", own[-1], "give texts only")
    most = max(map(len, own))
    return [[each[k] if k < len(each) else None for each in own] for k in range(most)]


def _check_kinds(hypotheses: Sequence[Segment], sets: Sequence[ReferenceSet]) -> None:
    kinds = {isinstance(next(present([column]), hypotheses[0]), str) for column in sets}
    if kinds != {isinstance(hypotheses[0], str)}:
        raise InputError(
            "texts stand against analysed sentences: give texts on both sides, or analyse both"
        )


def _check_counts(
    hypotheses: Sequence[Segment], sets: Sequence[ReferenceSet], by: str | None
) -> None:
    wanted = len(hypotheses)
    for number, column in enumerate(sets, 1):
        if len(column) != wanted:
            which = f"reference set {number} has" if len(sets) > 1 else "the references have"
            hint = "give one reference for each hypothesis"
            if by == "segment":
                which, hint = "references are of", "give one list for each hypothesis"
            elif len(sets) == wanted:
                hint = "for one list a segment give references_by='segment'"
            raise InputError(f"there are {wanted} hypotheses but {which} {len(column)}: {hint}")


def _check_orientation(sets: Sequence[ReferenceSet]) -> None:
    # n reference sets for n segments fit both ways round; then the texts must tell. References of
    # one segment resemble each other, those of different segments do not.
    size = range(min(len(sets), 20))
    grams = [[_bigrams(sets[i][j]) for j in size] for i in size]
    pairs = [(i, j, k) for i in size for j in size for k in range(j)]
    within = _mean_dice((grams[i][j], grams[i][k]) for i, j, k in pairs)
    across = _mean_dice((grams[j][i], grams[k][i]) for i, j, k in pairs)
    if within > 2 * across + 0.1:
        raise InputError(
            f"the {len(sets)} lists of references look like one list a segment: "
            "give references_by='segment' if they are, or references_by='set'"
        )


def _bigrams(segment: Segment | None) -> set[str]:
    if segment is None:
        return set()
    text = f" {text_of(segment).strip().lower()} "
    return {text[i : i + 2] for i in range(len(text) - 1)}


def _mean_dice(pairs: Iterable[tuple[set[str], set[str]]]) -> float:
    """The mean likeness of those that are both there; if none are, they might be alike."""
    shares = [2 * len(a & b) / (len(a) + len(b)) for a, b in pairs if a and b] or [1.0]
    return fsum(shares) / len(shares)
