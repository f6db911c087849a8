"""Check the arguments of `score`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from ..errors import InputError, UsageError
from ..files.field_names import NOTHING, REFERENCE, SOURCE
from ..files.inputs.columns import (
    convert_to_list,
    describe_value,
    is_frame,
    is_missing,
    warn_if_reordered,
)
from ..files.inputs.references import (
    check_every_segment_has_reference,
    check_references_have_sentences,
    check_sentences,
    drop_references_without_sentence,
    iterate_references,
    no_reference_error,
)
from ..files.inputs.rows import build_columns, get_rows
from ..files.item import Item, ReferenceSet, Segment
from ..files.sentence import Sentence

# Any ordered collection of texts: a list, tuple, Series, array or generator.
Texts: TypeAlias = Iterable[Segment]
Rows: TypeAlias = Iterable[Mapping[str, Any]] | Iterable[Item]
References: TypeAlias = Iterable[Segment] | Iterable[Iterable[Segment | None] | Segment]
# The content of an inner list of references: a reference set, or the references of one segment. The
# default is a set; `check_orientation` refuses lists that can be both.
REFERENCES_BY = ("set", "segment")


class CheckedInputs(NamedTuple):
    """Hypotheses, and reference sets of the same length; None is a missing reference."""

    hypotheses: Sequence[Segment]
    sets: list[ReferenceSet]


def check_inputs(
    hypotheses: "Texts | Rows",
    references: References | None = None,
    references_by: str | None = None,
    *,
    sources: Texts | None = None,
    counterpart: str = REFERENCE,
    has_documents: bool = False,
) -> CheckedInputs:
    """Check the arguments of `score` and return hypotheses with their reference sets.

    The input is hypotheses with references, hypotheses with sources, or rows that contain both.
    `counterpart` is the counterpart of the metric: "reference", "source" or "nothing"; with
    "nothing", there are no reference sets in the result. `references_by` is the argument
    `references_by` of `score`.

    With `has_documents`, each text must have a sentence, and references without a sentence count as
    missing.
    """
    texts_or_rows: object = hypotheses
    if counterpart == NOTHING:
        return _check_without_references(hypotheses, has_documents)
    if sources is not None and (counterpart == SOURCE or references is None):
        return _check_with_sources(hypotheses, sources, counterpart)
    if references is None:
        texts_or_rows = (
            texts_or_rows
            if is_frame(texts_or_rows)
            else convert_to_list("hypotheses", texts_or_rows)
        )
        if (rows := get_rows(texts_or_rows)) is not None:
            texts_or_rows, references = build_columns(rows, counterpart)
            references_by = "segment"
    texts = check_segments("hypotheses", texts_or_rows)
    sets = check_references(references, references_by, counterpart)
    check_references_match(texts, sets, references_by)
    if has_documents:
        sets = list(map(drop_references_without_sentence, sets))
        check_sentences(texts)
        check_references_have_sentences(sets)
    warn_if_reordered(texts_or_rows, references)
    return CheckedInputs(texts, sets)


def _check_without_references(hypotheses: "Texts | Rows", has_documents: bool) -> CheckedInputs:
    """Check hypotheses of a metric that ignores references and sources."""
    texts_or_rows: object = (
        hypotheses if is_frame(hypotheses) else convert_to_list("hypotheses", hypotheses)
    )
    if (rows := get_rows(texts_or_rows)) is not None:
        texts_or_rows, _ = build_columns(rows, NOTHING)
    texts = check_segments("hypotheses", texts_or_rows)
    if has_documents:
        check_sentences(texts)
    return CheckedInputs(texts, [])


def _check_with_sources(
    hypotheses: "Texts | Rows", sources: Texts, counterpart: str
) -> CheckedInputs:
    if counterpart != SOURCE:
        raise UsageError(
            "the metric compares with references, and there are sources only: give references"
        )
    texts = check_segments("hypotheses", hypotheses)
    source_texts = check_sources(texts, sources)
    warn_if_reordered(hypotheses, sources)
    return CheckedInputs(texts, [source_texts])


def check_sources(hypotheses: Sequence[Segment], sources: object) -> ReferenceSet:
    """Check that there is one source per hypothesis."""
    segments = check_segments("sources", sources)
    _check_same_kind(hypotheses, [segments])
    if len(segments) != len(hypotheses):
        raise InputError(
            f"there are {len(hypotheses)} hypotheses but {len(segments)} sources: give one for each"
        )
    return segments


def check_references(
    references: object, references_by: str | None, counterpart: str = REFERENCE
) -> list[ReferenceSet]:
    """Check references by themselves, and return them as reference sets.

    `counterpart` is the counterpart to ask for if there are no references.
    """
    if references_by not in (None, *REFERENCES_BY):
        raise UsageError(f"references_by {references_by!r}: choose from {', '.join(REFERENCES_BY)}")
    if references is None and counterpart == SOURCE:
        raise InputError("there are no sources: give one for each hypothesis, sources=[…]")
    if references is None or isinstance(references, str | Sentence):
        raise InputError(
            f"references are {describe_value(references)}: give a list of texts, or a list of "
            "such lists"
        )
    items = convert_to_list("references", references)
    if not items:
        raise InputError("there are no references: give one for each hypothesis")
    if references_by == "segment":
        return _transpose_segments(items)
    if isinstance(next((item for item in items if not is_missing(item)), ""), str | Sentence):
        return [_build_reference_set("references", items)]
    return [
        _build_reference_set(f"reference set {index}", column)
        for index, column in enumerate(items, 1)
    ]


def check_references_match(
    hypotheses: Sequence[Segment], sets: Sequence[ReferenceSet], references_by: str | None
) -> None:
    """Check that these references belong to these hypotheses."""
    _check_same_kind(hypotheses, sets)
    _check_counts(hypotheses, sets, references_by)
    check_orientation(sets, len(hypotheses), references_by)
    check_every_segment_has_reference(sets)


def check_orientation(
    sets: Sequence[ReferenceSet],
    n_segments: int,
    references_by: str | None,
    allow_unused: bool = False,
) -> None:
    """Refuse lists that can be reference sets or the references of one segment each.

    The shape does not tell if there are as many lists as segments and each list has as many texts.
    With `allow_unused`, there may be references of more segments, which are not used.
    """
    n_lists = len(sets)
    can_be_segments = n_lists >= n_segments if allow_unused else n_lists == n_segments
    can_be_sets = all(len(column) >= n_segments for column in sets)
    if references_by is None and n_segments > 1 and can_be_segments and can_be_sets:
        raise InputError(
            f"{n_lists} lists of references for {n_segments} segments can be read in two ways: "
            "give references_by='set' for reference sets, or references_by='segment' for a list "
            "per segment"
        )


def check_matrix(
    hypotheses: Texts, references: Texts, has_documents: bool = False
) -> tuple[Sequence[Segment], Sequence[Segment]]:
    """Check hypotheses and references of a matrix of scores; the lists may differ in length.

    Both lists must contain texts, or both analysed sentences. With `has_documents`, each text must
    have a sentence.
    """
    hypothesis_texts = check_segments("hypotheses", hypotheses)
    reference_texts = check_segments("references", references)
    _check_same_kind(hypothesis_texts, [reference_texts])
    for texts in (hypothesis_texts, reference_texts) if has_documents else ():
        check_sentences(texts)
    return hypothesis_texts, reference_texts


def check_segments(name: str, segments: object) -> Sequence[Segment]:
    """Check a non-empty list of texts or of analysed sentences."""
    items = convert_to_list(name, segments)
    _check_items(name, items, "give texts only")
    return items


def _build_reference_set(name: str, column: object) -> ReferenceSet:
    """Return a reference set in which missing references are None."""
    if is_missing(column):
        raise InputError(
            f"{name} is {describe_value(column)}: give a list of texts, or leave it out"
        )
    items: ReferenceSet = convert_to_list(name, column)
    if set(map(type, items)) in ({str}, {Sentence}):
        return items
    items = [None if is_missing(item) else item for item in items]
    _check_items(name, items, "give texts, or None where there is none", allow_missing=True)
    return items


def _check_items(name: str, items: Sequence[Any], hint: str, allow_missing: bool = False) -> None:
    """Refuse an empty list, items that are not texts, and a mixture of texts and sentences.

    With `allow_missing`, items may be None. `hint` is the advice in the message.
    """
    if not items:
        raise InputError(f"{name} are an empty list: give at least one text")
    if set(map(type, items)) in ({str}, {Sentence}):
        return
    for item_number, segment in enumerate(items, 1):
        if not isinstance(segment, str | Sentence) and not (allow_missing and segment is None):
            if isinstance(segment, Mapping):
                hint = "rows contain their references, leave references out"
            raise InputError(f"{name}: item {item_number} is {describe_value(segment)}: {hint}")
    if len({isinstance(segment, str) for segment in items if segment is not None}) > 1:
        raise InputError(f"{name} mix texts and analysed sentences: give one or the other")


def _transpose_segments(items: Sequence[Any]) -> list[ReferenceSet]:
    """Return reference sets for lists with the references of one segment each.

    There are as many sets as the largest number of references of a segment.
    """
    references_by_segment: list[Sequence[Any]] = []
    for index, item in enumerate(items, 1):
        is_list = not isinstance(item, str | Sentence) and not is_missing(item)
        references = convert_to_list(f"references of segment {index}", item) if is_list else [item]
        references_by_segment.append(
            [reference for reference in references if not is_missing(reference)]
        )
        if not references_by_segment[-1]:
            raise no_reference_error(index)
        _check_items(f"references of segment {index}", references_by_segment[-1], "give texts only")
    n_sets = max(map(len, references_by_segment))
    return [
        [
            references[index] if index < len(references) else None
            for references in references_by_segment
        ]
        for index in range(n_sets)
    ]


def _check_same_kind(hypotheses: Sequence[Segment], sets: Sequence[ReferenceSet]) -> None:
    """Refuse texts on one side and analysed sentences on the other."""
    are_texts = {
        isinstance(next(iterate_references([column]), hypotheses[0]), str) for column in sets
    }
    if are_texts != {isinstance(hypotheses[0], str)}:
        raise InputError(
            "texts are compared with analysed sentences: give texts on both sides, or analyse both"
        )


def _check_counts(
    hypotheses: Sequence[Segment], sets: Sequence[ReferenceSet], references_by: str | None
) -> None:
    count = len(hypotheses)
    for index, column in enumerate(sets, 1):
        if len(column) != count:
            subject = f"reference set {index} has" if len(sets) > 1 else "the references have"
            hint = "give one reference for each hypothesis"
            if references_by == "segment":
                subject, hint = "references are of", "give one list for each hypothesis"
            elif len(sets) == count:
                hint = "for one list per segment give references_by='segment'"
            raise InputError(f"there are {count} hypotheses but {subject} {len(column)}: {hint}")
