"""Check the arguments of `score`."""

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import Any, NamedTuple, TypeAlias

from ..errors import InputError, UsageError
from ..files.field_names import NOTHING, REFERENCE, SOURCE
from ..files.inputs.columns import as_list, describe_value, is_frame, is_missing, warn_if_reordered
from ..files.inputs.references import (
    check_every_segment_has_one,
    check_references_have_sentences,
    check_sentences,
    drop_without_sentence,
    iterate_present,
    no_reference_error,
)
from ..files.inputs.rows import columns_of, rows_of
from ..files.item import Item, ReferenceSet, Segment, text_of
from ..files.sentence import Sentence

# Any ordered collection of texts: a list, tuple, Series, array or generator.
Texts: TypeAlias = Iterable[Segment]
Rows: TypeAlias = Iterable[Mapping[str, Any]] | Iterable[Item]
References: TypeAlias = Iterable[Segment] | Iterable[Iterable[Segment | None] | Segment]
# The content of an inner list of references: a reference set, or the references of one segment. The
# default is a set; `_check_orientation` raises an error if the lists look like segments.
REFERENCES_BY = ("set", "segment")


class CheckedInputs(NamedTuple):
    """Hypotheses, and reference sets of the same length; None is a missing reference."""

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
) -> CheckedInputs:
    """Check the arguments of `score` and return hypotheses with their reference sets.

    The input is hypotheses with references, hypotheses with sources, or rows that contain both.
    `against` is the counterpart of the metric: "reference", "source" or "nothing"; with "nothing",
    there are no reference sets in the result. `by` is the argument `references_by` of `score`.

    With `documents`, each text must have a sentence, and references without a sentence count as
    missing.
    """
    texts_or_rows: object = hypotheses
    if against == NOTHING:
        return _without_references(hypotheses, documents)
    if sources is not None and (against == SOURCE or references is None):
        return _with_sources(hypotheses, sources, against)
    if references is None:
        texts_or_rows = (
            texts_or_rows if is_frame(texts_or_rows) else as_list("hypotheses", texts_or_rows)
        )
        if (rows := rows_of(texts_or_rows)) is not None:
            texts_or_rows, references = columns_of(rows, against)
            by = "segment"
    texts = check_segments("hypotheses", texts_or_rows)
    sets = check_references(references, by, against)
    check_fit(texts, sets, by)
    if documents:
        sets = list(map(drop_without_sentence, sets))
        check_sentences(texts)
        check_references_have_sentences(sets)
    warn_if_reordered(texts_or_rows, references)
    return CheckedInputs(texts, sets)


def _without_references(hypotheses: "Texts | Rows", documents: bool) -> CheckedInputs:
    """Check hypotheses of a metric that ignores references and sources."""
    texts_or_rows: object = (
        hypotheses if is_frame(hypotheses) else as_list("hypotheses", hypotheses)
    )
    if (rows := rows_of(texts_or_rows)) is not None:
        texts_or_rows, _ = columns_of(rows, NOTHING)
    texts = check_segments("hypotheses", texts_or_rows)
    if documents:
        check_sentences(texts)
    return CheckedInputs(texts, [])


def _with_sources(hypotheses: "Texts | Rows", sources: Texts, against: str) -> CheckedInputs:
    if against != SOURCE:
        raise UsageError(
            "the metric compares with references, and there are sources only: give references"
        )
    texts = check_segments("hypotheses", hypotheses)
    originals = check_sources(texts, sources)
    warn_if_reordered(hypotheses, sources)
    return CheckedInputs(texts, [originals])


def check_sources(hypotheses: Sequence[Segment], sources: object) -> ReferenceSet:
    """Check that there is one source per hypothesis."""
    segments = check_segments("sources", sources)
    _check_kinds(hypotheses, [segments])
    if len(segments) != len(hypotheses):
        raise InputError(
            f"there are {len(hypotheses)} hypotheses but {len(segments)} sources: give one for each"
        )
    return segments


def check_references(
    references: object, by: str | None, against: str = REFERENCE
) -> list[ReferenceSet]:
    """Check references by themselves, and return them as reference sets.

    `against` is the counterpart to ask for if there are no references.
    """
    if by not in (None, *REFERENCES_BY):
        raise UsageError(f"references_by {by!r}: choose from {', '.join(REFERENCES_BY)}")
    if references is None and against == SOURCE:
        raise InputError("there are no sources: give one for each hypothesis, sources=[…]")
    if references is None or isinstance(references, str | Sentence):
        raise InputError(
            f"references are {describe_value(references)}: give a list of texts, or a list of "
            "such lists"
        )
    items = as_list("references", references)
    if not items:
        raise InputError("there are no references: give one for each hypothesis")
    if by == "segment":
        return _by_segment(items)
    if isinstance(next((item for item in items if not is_missing(item)), ""), str | Sentence):
        return [_reference_set("references", items)]
    return [
        _reference_set(f"reference set {index}", column) for index, column in enumerate(items, 1)
    ]


def check_fit(hypotheses: Sequence[Segment], sets: Sequence[ReferenceSet], by: str | None) -> None:
    """Check that these references belong to these hypotheses."""
    _check_kinds(hypotheses, sets)
    _check_counts(hypotheses, sets, by)
    check_every_segment_has_one(sets)
    if len(sets) == len(hypotheses) > 1 and by is None:
        _check_orientation(sets)


def check_matrix(
    hypotheses: Texts, references: Texts, documents: bool = False
) -> tuple[Sequence[Segment], Sequence[Segment]]:
    """Check hypotheses and references of a matrix of scores; the lists may differ in length.

    Both lists must contain texts, or both analysed sentences. With `documents`, each text must have
    a sentence.
    """
    left = check_segments("hypotheses", hypotheses)
    right = check_segments("references", references)
    _check_kinds(left, [right])
    for side in (left, right) if documents else ():
        check_sentences(side)
    return left, right


def check_segments(name: str, segments: object) -> Sequence[Segment]:
    """Check a non-empty list of texts or of analysed sentences."""
    items = as_list(name, segments)
    _check_items(name, items, "give texts only")
    return items


def _reference_set(name: str, column: object) -> ReferenceSet:
    """Return a reference set in which missing references are None."""
    if is_missing(column):
        raise InputError(
            f"{name} is {describe_value(column)}: give a list of texts, or leave it out"
        )
    items: ReferenceSet = as_list(name, column)
    if set(map(type, items)) in ({str}, {Sentence}):
        return items
    items = [None if is_missing(item) else item for item in items]
    _check_items(name, items, "give texts, or None where there is none", gaps=True)
    return items


def _check_items(name: str, items: Sequence[Any], hint: str, gaps: bool = False) -> None:
    """Refuse an empty list, items that are not texts, and a mixture of texts and sentences.

    With `gaps`, items may be None. `hint` is the advice in the message.
    """
    if not items:
        raise InputError(f"{name} are an empty list: give at least one text")
    if set(map(type, items)) in ({str}, {Sentence}):
        return
    for position, segment in enumerate(items, 1):
        if not isinstance(segment, str | Sentence) and not (gaps and segment is None):
            if isinstance(segment, Mapping):
                hint = "rows contain their references, leave references out"
            raise InputError(f"{name}: item {position} is {describe_value(segment)}: {hint}")
    if len({isinstance(segment, str) for segment in items if segment is not None}) > 1:
        raise InputError(f"{name} mix texts and analysed sentences: give one or the other")


def _by_segment(items: Sequence[Any]) -> list[ReferenceSet]:
    """Return reference sets for lists with the references of one segment each.

    There are as many sets as the largest number of references of a segment.
    """
    lists: list[Sequence[Any]] = []
    for index, item in enumerate(items, 1):
        several = not isinstance(item, str | Sentence) and not is_missing(item)
        references = as_list(f"references of segment {index}", item) if several else [item]
        lists.append([reference for reference in references if not is_missing(reference)])
        if not lists[-1]:
            raise no_reference_error(index)
        _check_items(f"references of segment {index}", lists[-1], "give texts only")
    n_sets = max(map(len, lists))
    return [
        [references[index] if index < len(references) else None for references in lists]
        for index in range(n_sets)
    ]


def _check_kinds(hypotheses: Sequence[Segment], sets: Sequence[ReferenceSet]) -> None:
    """Refuse texts on one side and analysed sentences on the other."""
    kinds = {isinstance(next(iterate_present([column]), hypotheses[0]), str) for column in sets}
    if kinds != {isinstance(hypotheses[0], str)}:
        raise InputError(
            "texts are compared with analysed sentences: give texts on both sides, or analyse both"
        )


def _check_counts(
    hypotheses: Sequence[Segment], sets: Sequence[ReferenceSet], by: str | None
) -> None:
    count = len(hypotheses)
    for index, column in enumerate(sets, 1):
        if len(column) != count:
            which = f"reference set {index} has" if len(sets) > 1 else "the references have"
            hint = "give one reference for each hypothesis"
            if by == "segment":
                which, hint = "references are of", "give one list for each hypothesis"
            elif len(sets) == count:
                hint = "for one list per segment give references_by='segment'"
            raise InputError(f"there are {count} hypotheses but {which} {len(column)}: {hint}")


def _check_orientation(sets: Sequence[ReferenceSet]) -> None:
    """Refuse lists of references that look like one list per segment, not one list per set.

    If there are as many lists as segments, only the texts can tell. References of the same segment
    are similar, references of different segments are not.
    """
    size = range(min(len(sets), 20))
    grams = [[_bigrams(sets[i][j]) for j in size] for i in size]
    pairs = [(i, j, k) for i in size for j in size for k in range(j)]
    within = _mean_dice((grams[i][j], grams[i][k]) for i, j, k in pairs)
    across = _mean_dice((grams[j][i], grams[k][i]) for i, j, k in pairs)
    if within > 2 * across + 0.1:
        raise InputError(
            f"the {len(sets)} lists of references look like one list per segment: "
            "give references_by='segment' if they are, or references_by='set'"
        )


def _bigrams(segment: Segment | None) -> set[str]:
    if segment is None:
        return set()
    text = f" {text_of(segment).strip().lower()} "
    return {text[i : i + 2] for i in range(len(text) - 1)}


def _mean_dice(pairs: Iterable[tuple[set[str], set[str]]]) -> float:
    """Return the mean Dice coefficient of pairs without empty sets; 1 if there are no pairs.

    The coefficient of sets A and B is 2 |A & B| / (|A| + |B|).
    """
    shares = [2 * len(a & b) / (len(a) + len(b)) for a, b in pairs if a and b] or [1.0]
    return fsum(shares) / len(shares)
