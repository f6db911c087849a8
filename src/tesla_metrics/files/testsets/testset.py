"""`Testset`: the outputs of named systems with their references, read in chunks."""

from collections.abc import Iterator, Sequence
from itertools import combinations, repeat
from typing import cast

from ...errors import InputError, UsageError
from ..field_names import GROUP, REFERENCE, SOURCE
from ..input_file import unique_names
from ..inputs.counterparts import Counterparts
from ..inputs.references import drop_without_sentence, has_sentence
from ..item import Item, ReferenceSet, Segment, text_of
from .aligned_columns import (
    RequiredScript,
    SheetColumn,
    check_letters,
    check_not_missing,
    check_same,
    check_sentences,
    read_aligned,
    reorder_by_keys,
)
from .sheet import InputColumns, Record

# A role that two files must have in common, and the column of each.
RepeatedColumn = tuple[str, SheetColumn, SheetColumn]
Chunks = Iterator[tuple[list[Segment], list[ReferenceSet]]]


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

    __test__ = False  # not a test class for pytest, in spite of its name

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
        self._script: RequiredScript | None = None
        self._sheets, others = reorder_by_keys(sheets, [*references, *([source] if source else [])])
        references = others[: len(references)]
        self._source = next(filter(None, map(_source_column, (*self._sheets, *others))), None)
        self._main = next((sheet for sheet in self._sheets if sheet.references), None)
        # Keys of the segments, if the files have ids.
        self.keys = next((s.keys for s in (*self._sheets, *references) if s.keys is not None), None)
        with_references = [*([self._main] if self._main else []), *references]
        self._systems = _by_unique_name([(s, c) for s in self._sheets for c in s.systems])
        self._references = _by_unique_name([(s, c) for s in with_references for c in s.references])

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
        return "" if self._source is None else self._source[1].name or self._source[0].file.label

    def find(self, name: str) -> str:
        """Return the name of a system, given its name or the path of a file with one system.

        Parameters
        ----------
        name : str
            Name of a system, or path as given to `read_testset`.

        Raises
        ------
        UsageError
            If there is no such system, or if the file has several.
        """
        matches = [key for key, (sheet, _) in self._systems.items() if sheet.file.path == name]
        if name in self._systems:
            return name
        if not matches or (
            len(matches) > 1 and len({self._systems[key][1] for key in matches}) > 1
        ):
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
        self._systems = _select("system", self._systems, systems)
        self._references = _select("reference", self._references, references)

    def drop_references(self) -> None:
        """Remove all references, so that errors in them are ignored."""
        self._main, self._references = None, {}

    def require_script(self, script: RequiredScript) -> None:
        """Refuse, when reading, outputs that have letters but none of this script."""
        self._script = script

    def same_files(self) -> Iterator[tuple[str, str]]:
        """Yield names of systems and references that are the same file (not columns of a table)."""
        for system, column in self._systems.items():
            for reference, reference_column in self._counterpart_columns().items():
                if _same_file(column, reference_column):
                    yield system, reference

    def same_references(self) -> Iterator[tuple[str, str]]:
        """Yield names of two references that are the same file (not columns of a table)."""
        for (first_name, first), (second_name, second) in combinations(self._references.items(), 2):
            if _same_file(first, second):
                yield first_name, second_name

    def count(self) -> int:
        """Return the number of segments, 0 if it is not known without reading the files."""
        columns = [*self._references.values(), *self._systems.values()]
        return next(iter(columns))[0].count()

    def iterate_chunks(self, system: str) -> Chunks:
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
        column = self._systems[system]
        compared = [column, *self._references.values()]
        originals = self._source_columns(column[0]) if sources else []
        # Without references and sources, systems must be as long as the first one.
        first_system = [] if self._references or originals else [next(iter(self._systems.values()))]
        repeats = [*self._repeated_references(column[0]), *self._repeated_details(column[0])]
        repeated_columns = [column for _, *pair in repeats for column in pair]
        done = 0
        for columns in read_aligned([*compared, *originals, *repeated_columns, *first_system]):
            outputs, references = columns[0], columns[1 : len(compared)]
            check_not_missing(column, outputs, compared[:2][-1][0], references, done)
            if self.documents:
                check_sentences(column, outputs, compared[:2][-1][0], references, done)
            if self._script is not None:
                check_letters(column, outputs, self._script, done)
            repeated = iter(columns[len(compared) + len(originals) :])
            for what, (main, _), _ in repeats:
                check_same(column[0], main, done, what, next(repeated), next(repeated))
            yield (
                cast(list[Segment], outputs),
                Counterparts(
                    [self._without_skipped(*indexed) for indexed in enumerate(references)],
                    columns[len(compared) :][: len(originals)],
                ),
            )
            done += len(outputs)

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
        for index, column in enumerate(self._reference_columns()):
            for segment in _texts(column):
                if segment is not None and not self._skips(index, segment):
                    yield segment

    def all_sources(self) -> Iterator[Segment]:
        """Yield all sources, for metrics that collect statistics from them."""
        return (segment for segment in _texts(self._source) if segment is not None)

    def items(self, system: str) -> Iterator[Item]:
        """Yield one `Item` per segment, with source, document and id if the files have them.

        Parameters
        ----------
        system : str
            Name of the system.
        """
        sheets = [self._systems[system][0], *(sheet for sheet, _ in self._reference_columns())]
        groups, idents = (
            next(((sheet, c) for sheet in sheets if (c := getattr(sheet, what))), None)
            for what in ("group", "ident")
        )
        originals = next(iter(self._source_columns(sheets[0])), None)
        names = _texts(idents) if self.keys is None else (ident for _, ident in self.keys)
        details = zip(_texts(originals), _texts(groups), names, strict=False)
        for outputs, references in self.iterate_chunks(system):
            for output, *aligned in zip(outputs, *references, strict=True):
                source, *labels = next(details)
                present = tuple(value for value in aligned if value is not None)
                group, ident = ("" if value is None else str(value) for value in labels)
                yield Item(output, present, source, group, ident)

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
        records = self._sheets[0].records()
        if records is None:
            return None
        names = {column.name: name for name, (_, column) in self._systems.items()}
        return (
            (names.get(system) if system is not None else None, index, fields)
            for system, index, fields in records
            if system is None or system in names
        )

    def _skips(self, set_index: int, segment: Segment) -> bool:
        if self.documents:
            return not has_sentence(segment)
        return self._skip_empty and set_index > 0 and not text_of(segment).strip()

    def _without_skipped(self, set_index: int, column: ReferenceSet) -> ReferenceSet:
        if self.documents:
            return drop_without_sentence(column)
        if not self._skip_empty or not set_index:
            return column
        return [
            None if reference is None or self._skips(set_index, reference) else reference
            for reference in column
        ]

    def _counterpart_columns(self) -> dict[str, SheetColumn]:
        """Return the columns that outputs are compared with: references, else sources."""
        return self._references or ({self.source_name: self._source} if self._source else {})

    def _source_columns(self, sheet: InputColumns) -> list[SheetColumn]:
        """Return the column of sources for the outputs of a file, from that or another file."""
        column = _source_column(sheet) or self._source
        return [column] if column else []

    def _reference_columns(self) -> list[SheetColumn]:
        return list(self._references.values())

    def _repeated_references(self, sheet: InputColumns) -> Iterator[RepeatedColumn]:
        """Yield the references of a further file, which must equal those of the main file."""
        if sheet is self._main or not sheet.references or self._main is None:
            return
        if len(sheet.references) != len(self._main.references):
            raise InputError(
                f"{sheet.file.name} has {len(sheet.references)} references but "
                f"{self._main.file.name} has {len(self._main.references)}: give files with the "
                "same references"
            )
        for main_column, sheet_column in zip(self._main.references, sheet.references, strict=True):
            if any(
                main is self._main and column == main_column
                for main, column in self._reference_columns()
            ):
                yield REFERENCE, (self._main, main_column), (sheet, sheet_column)

    def _repeated_details(self, sheet: InputColumns) -> Iterator[RepeatedColumn]:
        """Yield the sources and documents of a file, which must equal those of the first file."""
        for what in (SOURCE, GROUP):
            first = next((other for other in self._sheets if getattr(other, what)), sheet)
            if first is not sheet and (column := getattr(sheet, what)):
                yield what, (first, getattr(first, what)), (sheet, column)


def _source_column(sheet: InputColumns) -> SheetColumn | None:
    return (sheet, sheet.source) if sheet.source else None


def _same_file(first: SheetColumn, second: SheetColumn) -> bool:
    (sheet, column), (other_sheet, other_column) = first, second
    return (
        sheet is not other_sheet
        and column.name == other_column.name
        and sheet.file.is_same(other_sheet.file)
    )


def _texts(column: SheetColumn | None) -> Iterator[Segment | None]:
    """Yield the segments of a column; an endless sequence of None without a column."""
    if column is None:
        return repeat(None)
    return (text for (text,) in column[0].rows([column[1]]))


def _select(
    what: str, columns: dict[str, SheetColumn], names: Sequence[str]
) -> dict[str, SheetColumn]:
    for name in names:
        if name not in columns:
            raise UsageError(f"there is no {what} {name!r}: choose from {', '.join(columns)}")
    return {name: columns[name] for name in names} if names else columns


def _by_unique_name(columns: Sequence[SheetColumn]) -> dict[str, SheetColumn]:
    """Return columns by unique names: the name of the column or of the file, or longer ones."""
    names = [" ".join(column.name.split()) or sheet.file.label for sheet, column in columns]
    longer = [
        f"{sheet.file.path}:{column.name}" if column.name else sheet.file.path
        for sheet, column in columns
    ]
    return dict(zip(unique_names(names, longer), columns, strict=True))
