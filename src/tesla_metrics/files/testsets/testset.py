"""`Testset`: the outputs of named systems with their references, read in chunks."""

from collections.abc import Iterator, Sequence
from itertools import combinations, repeat
from typing import NamedTuple, cast

from ...errors import InputError, UsageError
from ..field_names import GROUP, REFERENCE, SOURCE
from ..input_file import make_unique_names
from ..inputs.counterparts import Counterparts
from ..inputs.references import drop_references_without_sentence, has_sentence
from ..item import Item, ReferenceSet, Segment, get_text
from .aligned_columns import (
    RequiredScript,
    SheetColumn,
    check_not_missing,
    check_same_texts,
    check_script,
    check_sentences,
    iterate_aligned_chunks,
    reorder_by_keys,
)
from .sheet import InputColumns, Record

# Chunks of the outputs of a system and of the reference sets.
_Chunks = Iterator[tuple[list[Segment], list[ReferenceSet]]]


class _RepeatedColumn(NamedTuple):
    """A column that two files contain, and that must have the same texts in both.

    role
        The role of the column: reference, source or group (document).
    main
        The column in the first file.
    repeated
        The column in the other file.
    """

    role: str
    main: SheetColumn
    repeated: SheetColumn


class Testset:
    """System outputs with the references and sources of the same segments, from one or more files.

    Use `read_testset` to create one from files.

    Parameters
    ----------
    sheets : sequence of Sheet
        Files with system outputs. The references of the first file that has any are used; other
        files with references must have the same ones.
    references : sequence of Sheet
        Files with further references.
    skip_empty : bool
        Ignore empty segments of the second and later reference sets.
    source : Sheet, optional
        File with the sources, if no other file has them.
    documents : bool
        Texts have several sentences: an output without a sentence is refused, and a reference
        without a sentence counts as missing.
    """

    __test__ = False  # Tells pytest that this is not a test class.

    def __init__(
        self,
        sheets: Sequence[InputColumns],
        references: Sequence[InputColumns] = (),
        skip_empty: bool = False,
        source: InputColumns | None = None,
        *,
        documents: bool = False,
    ) -> None:
        self._skip_empty, self.documents = skip_empty, documents
        self._required_script: RequiredScript | None = None
        source_sheets = [source] if source else []
        self._sheets, other_sheets = reorder_by_keys(sheets, [*references, *source_sheets])
        references = other_sheets[: len(references)]
        source_columns = map(_get_source_column, (*self._sheets, *other_sheets))
        self._source = next(filter(None, source_columns), None)
        # The first file of outputs that also has references.
        self._reference_sheet = next((sheet for sheet in self._sheets if sheet.references), None)
        # Keys of the segments; None if the files have no ids.
        self.keys = next(
            (sheet.keys for sheet in (*self._sheets, *references) if sheet.keys is not None), None
        )
        reference_sheets = [
            *([self._reference_sheet] if self._reference_sheet else []),
            *references,
        ]
        self._systems = _index_by_unique_name(
            [SheetColumn(sheet, column) for sheet in self._sheets for column in sheet.systems]
        )
        self._references = _index_by_unique_name(
            [
                SheetColumn(sheet, column)
                for sheet in reference_sheets
                for column in sheet.references
            ]
        )

    @property
    def systems(self) -> list[str]:
        """Return the unique names of the systems."""
        return list(self._systems)

    @property
    def reference_names(self) -> list[str]:
        """Return the unique names of the reference sets."""
        return list(self._references)

    @property
    def source_name(self) -> str:
        """Return the name of the sources, empty if there are none."""
        if self._source is None:
            return ""
        return self._source.column.name or self._source.sheet.file.label

    def find(self, name: str) -> str:
        """Return the name of a system, given its name or the path of a file with one system.

        Parameters
        ----------
        name : str
            Name of a system, or path as given to `read_testset`.

        Raises
        ------
        UsageError
            If there is no system of this name, or if the file has several systems.
        """
        matches = [key for key, (sheet, _) in self._systems.items() if sheet.file.path == name]
        if name in self._systems:
            return name
        columns = {self._systems[key].column for key in matches}
        if len(columns) != 1:
            raise UsageError(
                f"no single system is named {name!r}: choose from "
                f"{', '.join(matches or self.systems)}"
            )
        return matches[0]

    def choose(self, systems: Sequence[str] = (), references: Sequence[str] = ()) -> None:
        """Keep only these systems and references, in this order; an empty list keeps all.

        Parameters
        ----------
        systems : sequence of str
            Names of systems.
        references : sequence of str
            Names of reference sets.

        Raises
        ------
        UsageError
            If a name is unknown.
        """
        self._systems = _select_columns("system", self._systems, systems)
        self._references = _select_columns("reference", self._references, references)

    def drop_references(self) -> None:
        """Remove all references, so that they are not read and not checked."""
        self._reference_sheet, self._references = None, {}

    def require_script(self, script: RequiredScript) -> None:
        """Require a script: outputs that have letters but none of it are refused when read."""
        self._required_script = script

    def same_files(self) -> Iterator[tuple[str, str]]:
        """Yield names of systems and references that are the same file (not columns of a table)."""
        for system, column in self._systems.items():
            for reference, reference_column in self._get_counterpart_columns().items():
                if _are_same_file(column, reference_column):
                    yield system, reference

    def same_references(self) -> Iterator[tuple[str, str]]:
        """Yield names of two references that are the same file (not columns of a table)."""
        for (first_name, first_column), (second_name, second_column) in combinations(
            self._references.items(), 2
        ):
            if _are_same_file(first_column, second_column):
                yield first_name, second_name

    def count(self) -> int:
        """Return the number of segments, 0 if it is not known without reading the files."""
        columns = [*self._references.values(), *self._systems.values()]
        return columns[0].sheet.count_segments()

    def iterate_chunks(self, system: str) -> _Chunks:
        """Yield chunks of the outputs of a system and of all reference sets.

        Parameters
        ----------
        system : str
            Name of the system.

        Returns
        -------
        iterator of (outputs, references)
            Outputs, and one list per reference set. A missing reference is None; every segment has
            at least one reference, unless there are none at all.
        """
        return (
            (outputs, list(counterparts.references))
            for outputs, counterparts in self.chunks(system)
        )

    def chunks(
        self, system: str, sources: bool = False
    ) -> Iterator[tuple[list[Segment], Counterparts]]:
        """Yield chunks of the outputs of a system and of their references and sources.

        Parameters
        ----------
        system : str
            Name of the system.
        sources : bool
            Whether to read the sources, if there are any.
        """
        if system not in self._systems:
            raise UsageError(
                f"there is no system {system!r}: choose from {', '.join(self._systems)}"
            )
        output = self._systems[system]
        columns = [output, *self._references.values()]
        # The first file with references, or the file of the outputs if there are none.
        reference_sheet = columns[1].sheet if self._references else output.sheet
        source_columns = self._get_source_columns(output.sheet) if sources else []
        n_scored = len(columns) + len(source_columns)
        # Without references and sources, systems must be as long as the first system.
        first_system = (
            [] if self._references or source_columns else [next(iter(self._systems.values()))]
        )
        repeated_columns = [
            *self._find_repeated_references(output.sheet),
            *self._find_repeated_details(output.sheet),
        ]
        checked_columns = [column for _, *pair in repeated_columns for column in pair]
        n_read = 0
        # The columns are: outputs, references, sources, columns to check, and the first system.
        for texts in iterate_aligned_chunks(
            [*columns, *source_columns, *checked_columns, *first_system]
        ):
            outputs, references = texts[0], texts[1 : len(columns)]
            check_not_missing(output, outputs, reference_sheet, references, n_read)
            if self.documents:
                check_sentences(output, outputs, reference_sheet, references, n_read)
            if self._required_script is not None:
                check_script(output, outputs, self._required_script, n_read)
            checked_texts = iter(texts[n_scored:])
            for role, main, _ in repeated_columns:
                main_texts, repeated_texts = next(checked_texts), next(checked_texts)
                check_same_texts(output.sheet, main.sheet, n_read, role, main_texts, repeated_texts)
            kept_references = [
                self._drop_skipped(index, column) for index, column in enumerate(references)
            ]
            source_texts = texts[len(columns) : n_scored]
            yield cast(list[Segment], outputs), Counterparts(kept_references, source_texts)
            n_read += len(outputs)

    def read(self, system: str) -> tuple[list[Segment], list[ReferenceSet]]:
        """Read all outputs and references of a system.

        Parameters
        ----------
        system : str
            Name of the system.

        Returns
        -------
        outputs : list of str or Sentence
        references : list of lists
            One list per reference set; None is a missing reference.
        """
        outputs, counterparts = self.read_with_counterparts(system)
        return outputs, list(counterparts.references)

    def read_with_counterparts(
        self, system: str, sources: bool = False
    ) -> tuple[list[Segment], Counterparts]:
        """Read all outputs of a system with their references and sources.

        Parameters
        ----------
        system : str
            Name of the system.
        sources : bool
            Whether to read the sources, if there are any.
        """
        outputs: list[Segment] = []
        sets: list[list[Segment | None]] = []
        for chunk, counterparts in self.chunks(system, sources):
            outputs += chunk
            columns = [*counterparts.references, *counterparts.sources]
            sets = sets or [[] for _ in columns]
            for column, texts in zip(sets, columns, strict=True):
                column += texts
        return outputs, Counterparts(sets[: len(self._references)], sets[len(self._references) :])

    def all_references(self) -> Iterator[Segment]:
        """Yield all references, for metrics that collect statistics from them."""
        for index, column in enumerate(self._get_reference_columns()):
            for segment in _iterate_texts(column):
                if segment is not None and not self._is_skipped(index, segment):
                    yield segment

    def all_sources(self) -> Iterator[Segment]:
        """Yield all sources, for metrics that collect statistics from them."""
        return (segment for segment in _iterate_texts(self._source) if segment is not None)

    def items(self, system: str) -> Iterator[Item]:
        """Yield one `Item` per segment, with source, document and id if the files have them.

        Parameters
        ----------
        system : str
            Name of the system.
        """
        sheets = [
            self._systems[system].sheet,
            *(sheet for sheet, _ in self._get_reference_columns()),
        ]
        groups = next((SheetColumn(sheet, sheet.group) for sheet in sheets if sheet.group), None)
        ids = next(
            (SheetColumn(sheet, sheet.id_column) for sheet in sheets if sheet.id_column), None
        )
        source_column = next(iter(self._get_source_columns(sheets[0])), None)
        id_texts = _iterate_texts(ids) if self.keys is None else (key_id for _, key_id in self.keys)
        details = zip(_iterate_texts(source_column), _iterate_texts(groups), id_texts, strict=False)
        for outputs, references in self.iterate_chunks(system):
            for output, *segment_references in zip(outputs, *references, strict=True):
                source, *labels = next(details)
                present_references = tuple(text for text in segment_references if text is not None)
                group, segment_id = ("" if label is None else str(label) for label in labels)
                yield Item(output, present_references, source, group, segment_id)

    def ids(self) -> list[str]:
        """Return the ids of the segments, empty if they have none."""
        names = [
            f"{item.id} of {item.group}" if item.id and item.group else item.id
            for item in self.items(self.systems[0])
        ]
        return names if any(names) else []

    def records(self) -> Iterator[Record] | None:
        """Return the rows of the table if all systems are in one table, otherwise None.

        Each row has the unique name of its system (or None), the segment index and the fields.
        """
        if len(self._sheets) != 1:
            return None
        records = self._sheets[0].iterate_records()
        if records is None:
            return None
        names = {column.name: name for name, (_, column) in self._systems.items()}
        return (
            (names.get(system) if system is not None else None, index, fields)
            for system, index, fields in records
            if system is None or system in names
        )

    def _is_skipped(self, set_index: int, segment: Segment) -> bool:
        """Return whether a reference of this reference set counts as missing."""
        if self.documents:
            return not has_sentence(segment)
        return self._skip_empty and set_index > 0 and not get_text(segment).strip()

    def _drop_skipped(self, set_index: int, column: ReferenceSet) -> ReferenceSet:
        """Replace references that count as missing by None."""
        if self.documents:
            return drop_references_without_sentence(column)
        if not self._skip_empty or not set_index:
            return column
        return [
            None if reference is None or self._is_skipped(set_index, reference) else reference
            for reference in column
        ]

    def _get_counterpart_columns(self) -> dict[str, SheetColumn]:
        """Return the columns that outputs are compared with: references, else sources."""
        return self._references or ({self.source_name: self._source} if self._source else {})

    def _get_source_columns(self, sheet: InputColumns) -> list[SheetColumn]:
        """Return the column of sources for the outputs of a file; empty if there are no sources.

        The sources of the file itself are preferred to the sources of another file.
        """
        column = _get_source_column(sheet) or self._source
        return [column] if column else []

    def _get_reference_columns(self) -> list[SheetColumn]:
        return list(self._references.values())

    def _find_repeated_references(self, sheet: InputColumns) -> Iterator[_RepeatedColumn]:
        """Yield the references of a further file, which must equal those of the main file."""
        if sheet is self._reference_sheet or not sheet.references or self._reference_sheet is None:
            return
        if len(sheet.references) != len(self._reference_sheet.references):
            raise InputError(
                f"{sheet.file.name} has {len(sheet.references)} references but "
                f"{self._reference_sheet.file.name} has {len(self._reference_sheet.references)}: "
                "give files with the "
                "same references"
            )
        for main_column, sheet_column in zip(
            self._reference_sheet.references, sheet.references, strict=True
        ):
            if any(
                main is self._reference_sheet and column == main_column
                for main, column in self._get_reference_columns()
            ):
                yield _RepeatedColumn(
                    REFERENCE,
                    SheetColumn(self._reference_sheet, main_column),
                    SheetColumn(sheet, sheet_column),
                )

    def _find_repeated_details(self, sheet: InputColumns) -> Iterator[_RepeatedColumn]:
        """Yield the sources and documents of a file, which must equal those of the first file."""
        for role in (SOURCE, GROUP):
            first_sheet = next((other for other in self._sheets if getattr(other, role)), sheet)
            if first_sheet is not sheet and (column := getattr(sheet, role)):
                main_column = SheetColumn(first_sheet, getattr(first_sheet, role))
                yield _RepeatedColumn(role, main_column, SheetColumn(sheet, column))


def _get_source_column(sheet: InputColumns) -> SheetColumn | None:
    return SheetColumn(sheet, sheet.source) if sheet.source else None


def _are_same_file(first_column: SheetColumn, second_column: SheetColumn) -> bool:
    (sheet, column), (other_sheet, other_column) = first_column, second_column
    return (
        sheet is not other_sheet
        and column.name == other_column.name
        and sheet.file.is_same(other_sheet.file)
    )


def _iterate_texts(column: SheetColumn | None) -> Iterator[Segment | None]:
    """Yield the texts of a column; an endless sequence of None if `column` is None."""
    if column is None:
        return repeat(None)
    return (text for (text,) in column.sheet.iterate_rows([column.column]))


def _select_columns(
    kind: str, columns: dict[str, SheetColumn], names: Sequence[str]
) -> dict[str, SheetColumn]:
    for name in names:
        if name not in columns:
            raise UsageError(f"there is no {kind} {name!r}: choose from {', '.join(columns)}")
    return {name: columns[name] for name in names} if names else columns


def _index_by_unique_name(columns: Sequence[SheetColumn]) -> dict[str, SheetColumn]:
    """Return columns by unique names.

    A column has its name in the file, or else the name of the file. Names that are not unique are
    extended by the path.
    """
    names = [" ".join(column.name.split()) or sheet.file.label for sheet, column in columns]
    long_names = [
        f"{sheet.file.path}:{column.name}" if column.name else sheet.file.path
        for sheet, column in columns
    ]
    return dict(zip(make_unique_names(names, long_names), columns, strict=True))
