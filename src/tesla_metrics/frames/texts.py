"""Columns of Arrow as texts, and which rows cannot be scored and why."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..errors import InputError
from ..files.limits import MAX_LINE
from ..intake.beside import Beside, looked_at
from ..intake.documents import has_sentence
from ..languages.scripts import is_written_in, no_letter
from ..metrics.base import Metric
from ..tasks import ReferenceSet
from ..testsets.sheet import one_line, sentence_lines
from .columns import Columns

Held = Sequence[Metric[Any]]


class Texts(NamedTuple):
    """The rows of a batch that can be scored.

    rows    their places in the batch
    faults  of the other ones: why, by place
    """

    rows: list[int]
    hypotheses: list[str]
    beside: Beside
    faults: dict[int, str]


def texts_of(
    batch: Any,
    columns: Columns,
    metrics: Held,
    *,
    skip_empty: bool = False,
    longest: int = MAX_LINE,
    known: Mapping[int, str] | None = None,
) -> Texts:
    """What these metrics look at, of a `pyarrow.RecordBatch`, as cells of files are read.

    With `skip_empty` an empty reference beside another is none. `known` are faults that whoever
    read the rows found.
    """
    references, sources = looked_at(metrics, columns.source is not None)
    documents = any(metric.of_documents for metric in metrics)
    lines = sentence_lines if documents else one_line
    faults = dict(known or {})

    def read(column: list[str | None]) -> list[str | None]:
        return [None if one is None else lines(one) for one in column]

    hypotheses = read(_texts(batch, columns.hypothesis, faults))
    named = columns.references if references else ()
    sets = [read(one) for name in named for one in _sets(batch, name, faults)]
    if skip_empty:
        sets = [*sets[:1], *([one if one and one.strip() else None for one in x] for x in sets[1:])]
    original = columns.source if sources else None
    originals = [read(_texts(batch, original, faults))] if original else []
    if documents:
        sets = [[one if has_sentence(one) else None for one in own] for own in sets]
    written_in = next((metric.written_in for metric in metrics if metric.written_in), "")
    clean = not documents and not written_in and _are_there(hypotheses, sets, originals, longest)
    for place, hypothesis in enumerate(() if clean else hypotheses):
        fault = (
            _fault(hypothesis, columns.hypothesis, longest, documents, written_in)
            or (named and _lack([own[place] for own in sets], named, longest))
            or (original and _fault(originals[0][place], original, longest, documents, ""))
        )
        if fault:
            faults.setdefault(place, fault)
    return _scored(hypotheses, sets, originals, faults)


def _are_there(
    hypotheses: ReferenceSet,
    sets: Sequence[ReferenceSet],
    originals: Sequence[ReferenceSet],
    longest: int,
) -> bool:
    """Whether none is missing or too long: nearly every batch is done with here."""
    columns: Any = [hypotheses, *sets, *originals]
    return not any(None in own or max(map(len, own), default=0) > longest for own in columns)


def _scored(
    hypotheses: ReferenceSet,
    sets: Sequence[ReferenceSet],
    originals: Sequence[ReferenceSet],
    faults: dict[int, str],
) -> Texts:
    """Those without faults, which are put in the order of rows."""
    rows = [place for place in range(len(hypotheses)) if place not in faults]

    def chosen(column: ReferenceSet) -> list[Any]:
        return list(column) if not faults else [column[place] for place in rows]

    beside = Beside([chosen(x) for x in sets], [chosen(x) for x in originals])
    return Texts(rows, chosen(hypotheses), beside, dict(sorted(faults.items())))


def _fault(text: str | None, name: str, longest: int, documents: bool, written_in: str) -> str:
    if text is None:
        return f"{name} is null"
    if len(text) > longest:
        return f"{name} is longer than {longest} characters"
    if documents and not has_sentence(text):
        return f"{name} has no sentence"
    if written_in and not is_written_in(text, written_in):
        return f"{name} has {no_letter(written_in)}"
    return ""


def _lack(beside: Sequence[str | None], names: Sequence[str], longest: int) -> str:
    if all(one is None for one in beside):
        return f"there is no reference in {', '.join(names)}"
    if any(one is not None and len(one) > longest for one in beside):
        return f"a reference is longer than {longest} characters"
    return ""


def _texts(batch: Any, name: str, faults: dict[int, str]) -> list[str | None]:
    column = plain(batch.column(name))
    if not is_text(column.type):
        raise no_texts(name, column.type)
    return _values(column, name, faults)


def _sets(batch: Any, name: str, faults: dict[int, str]) -> list[list[str | None]]:
    """One, or as many as the longest list has."""
    column = plain(batch.column(name))
    if not is_list(column.type):
        return [_texts(batch, name, faults)]
    if not is_text(column.type.value_type):
        raise no_texts(name, column.type)
    values = _values(column, name, faults)
    lists = [[one for one in own if one is not None] if own else [] for own in values]
    most = max(map(len, lists), default=0)
    return [[own[k] if k < len(own) else None for own in lists] for k in range(max(most, 1))]


def _values(column: Any, name: str, faults: dict[int, str]) -> list[Any]:
    """What a column holds; Arrow does not check whether texts are UTF-8."""
    try:
        found: list[Any] = column.to_pylist()
    except UnicodeDecodeError:
        found = []
        for place in range(len(column)):
            try:
                found.append(column[place].as_py())
            except UnicodeDecodeError:
                found.append(None)
                faults.setdefault(place, f"{name} is not valid UTF-8")
    return found


def plain(column: Any) -> Any:
    """A column of categories as what these are."""
    import pyarrow as pa

    return column.dictionary_decode() if pa.types.is_dictionary(column.type) else column


def is_text(kind: Any) -> bool:
    """Whether a column of this type has texts; one that is null everywhere has none."""
    import pyarrow as pa

    types = pa.types
    return bool(
        types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)
        or types.is_null(kind)
    )  # fmt: skip


def is_list(kind: Any) -> bool:
    """Whether a column of this type has lists."""
    import pyarrow as pa

    types = pa.types
    return bool(types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind))


def no_texts(name: str, kind: Any) -> InputError:
    """What to say of a column that holds something else."""
    return InputError(f"column {name!r} holds {kind}: give texts")
