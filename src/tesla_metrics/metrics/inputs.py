"""What `score` accepts, checked so that a slip is an error and never a wrong number."""

from collections.abc import Sequence
from statistics import fmean
from typing import TypeAlias, cast

from ..analysis.sentence import Sentence
from ..errors import InputError
from ..tasks import Segment, text_of

References: TypeAlias = Sequence[Segment] | Sequence[Sequence[Segment]]


def check_inputs(hypotheses: Sequence[Segment], references: References) -> list[Sequence[Segment]]:
    """The references as a list of reference sets, each as long as the hypotheses."""
    check_segments("hypotheses", hypotheses)
    if isinstance(references, str | Sentence) or not isinstance(references, Sequence):
        raise InputError(
            f"references are {_kind(references)}: give a list of texts, or a list of such lists"
        )
    if not references:
        raise InputError("there are no references: give one for each hypothesis")
    if isinstance(references[0], str | Sentence):
        sets = [cast(Sequence[Segment], references)]
        check_segments("references", references)
    else:
        sets = list(cast(Sequence[Sequence[Segment]], references))
        for number, column in enumerate(sets, 1):
            check_segments(f"reference set {number}", column)
    _check_kinds(hypotheses, sets)
    _check_counts(hypotheses, sets)
    if len(sets) == len(hypotheses) > 1:
        _check_orientation(sets)
    return sets


def check_matrix(hypotheses: object, references: object) -> None:
    """Two lists of segments of one kind; they may differ in length."""
    check_segments("hypotheses", hypotheses)
    check_segments("references", references)
    both = cast(Sequence[Segment], hypotheses), cast(Sequence[Segment], references)
    _check_kinds(both[0], [both[1]])


def check_segments(name: str, segments: object) -> None:
    """A list of texts or a list of analysed sentences, and not an empty one."""
    if isinstance(segments, str | Sentence) or not isinstance(segments, Sequence):
        raise InputError(f"{name} are {_kind(segments)}: give a list of texts, one a segment")
    if not segments:
        raise InputError(f"{name} are an empty list: give at least one text")
    if set(map(type, segments)) in ({str}, {Sentence}):
        return
    for position, segment in enumerate(segments, 1):
        if not isinstance(segment, str | Sentence):
            raise InputError(f"{name}: item {position} is {_kind(segment)}: give texts only")
    if len({isinstance(segment, str) for segment in segments}) > 1:
        raise InputError(f"{name} mix texts and analysed sentences: give one or the other")


def _check_kinds(hypotheses: Sequence[Segment], sets: Sequence[Sequence[Segment]]) -> None:
    if len({isinstance(column[0], str) for column in (hypotheses, *sets)}) > 1:
        raise InputError(
            "texts stand against analysed sentences: give texts on both sides, or analyse both"
        )


def _check_counts(hypotheses: Sequence[Segment], sets: Sequence[Sequence[Segment]]) -> None:
    wanted = len(hypotheses)
    for number, column in enumerate(sets, 1):
        if len(column) != wanted:
            hint = "give one reference for each hypothesis"
            if len(sets) == wanted:
                hint = "give one list a reference set, not one a segment (transpose it)"
            which = f"reference set {number} has" if len(sets) > 1 else "the references have"
            raise InputError(f"there are {wanted} hypotheses but {which} {len(column)}: {hint}")


def _check_orientation(sets: Sequence[Sequence[Segment]]) -> None:
    # n reference sets for n segments fit both ways round; then the texts must tell. References of
    # one segment resemble each other, those of different segments do not.
    size = range(min(len(sets), 20))
    grams = [[_bigrams(sets[i][j]) for j in size] for i in size]
    pairs = [(i, j, k) for i in size for j in size for k in range(j)]
    within = fmean(_dice(grams[i][j], grams[i][k]) for i, j, k in pairs)
    across = fmean(_dice(grams[j][i], grams[k][i]) for i, j, k in pairs)
    if within > 2 * across + 0.1:
        raise InputError(
            f"the {len(sets)} lists of references look like one list a segment: "
            "give one list a reference set, that is, transpose them"
        )


def _bigrams(segment: Segment) -> set[str]:
    text = f" {text_of(segment).strip().lower()} "
    return {text[i : i + 2] for i in range(len(text) - 1)}


def _dice(a: set[str], b: set[str]) -> float:
    return 2 * len(a & b) / (len(a) + len(b))


def _kind(value: object) -> str:
    if value is None:
        return "None"
    return "one text" if isinstance(value, str | Sentence) else f"a {type(value).__name__}"
