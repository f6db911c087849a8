"""A test set: systems by name beside reference sets, read a stretch at a time."""

from collections.abc import Iterator, Sequence
from itertools import combinations, repeat
from typing import cast

from ..errors import InputError, UsageError
from ..files.given import tell_apart
from ..intake.beside import Beside
from ..intake.documents import has_sentence, with_sentences
from ..names import GROUP, REFERENCE, SOURCE
from ..tasks import Item, ReferenceSet, Segment, text_of
from .sheet import Record, Sheet
from .side_by_side import (
    Place,
    arrange,
    check_letters,
    check_same,
    check_sentences,
    check_there,
    side_by_side,
)

# What two files must have alike, and where each has it.
Same = tuple[str, Place, Place]
Stretches = Iterator[tuple[list[Segment], list[ReferenceSet]]]


class Testset:
    """Outputs of systems and references of the same segments, wherever they stand.

    The references are those of the first of `sheets` that has any, and of `references`. A further
    sheet that has references must have the same. With `skip_empty` an empty segment of the second
    or a later reference set is none. `source` has what the outputs were made from, where no other
    file has it. With `documents` a text without a sentence is refused, and a reference without one
    is missing.
    """

    __test__ = False  # no class of tests, whatever pytest makes of the name

    def __init__(
        self,
        sheets: Sequence[Sheet],
        references: Sequence[Sheet] = (),
        skip_empty: bool = False,
        source: Sheet | None = None,
        *,
        documents: bool = False,
    ) -> None:
        self._skip_empty, self.documents = skip_empty, documents
        self._written_in = ""
        self._sheets, others = arrange(sheets, [*references, *([source] if source else [])])
        references = others[: len(references)]
        self._source = next(filter(None, map(_source, (*self._sheets, *others))), None)
        self._main = next((sheet for sheet in self._sheets if sheet.references), None)
        # Of the segments, where the files have ids.
        self.keys = next((s.keys for s in (*self._sheets, *references) if s.keys is not None), None)
        beside = [*([self._main] if self._main else []), *references]
        self._systems = _named([(s, c) for s in self._sheets for c in s.systems])
        self._references = _named([(s, c) for s in beside for c in s.references])

    @property
    def systems(self) -> list[str]:
        """What the systems are called, each by another name."""
        return list(self._systems)

    @property
    def reference_names(self) -> list[str]:
        """What the reference sets are called."""
        return list(self._references)

    @property
    def source_name(self) -> str:
        """What the sources are called; nothing where there are none."""
        return "" if self._source is None else self._source[1].name or self._source[0].file.label

    def find(self, name: str) -> str:
        """A system by its name, or by its file where that has no other."""
        own = [key for key, (sheet, _) in self._systems.items() if sheet.file.given == name]
        if name in self._systems:
            return name
        if not own or (len(own) > 1 and len({self._systems[key][1] for key in own}) > 1):
            raise UsageError(
                f"there is no one system {name!r}: choose from {', '.join(own or self.systems)}"
            )
        return own[0]

    def choose(self, systems: Sequence[str] = (), references: Sequence[str] = ()) -> None:
        """These systems and references only, in this order; none means all."""
        self._systems = _chosen("system", self._systems, systems)
        self._references = _chosen("reference", self._references, references)

    def leave_references(self) -> None:
        """None at all: what would be wrong with them does not matter."""
        self._main, self._references = None, {}

    def want_letters(self, language: str) -> None:
        """From now on an output that has letters, but none of the language, is refused."""
        self._written_in = language

    def same_files(self) -> Iterator[tuple[str, str]]:
        """Systems and references that are one file, though not columns of one table."""
        for system, place in self._systems.items():
            for reference, other in self._compared().items():
                if _one_file(place, other):
                    yield system, reference

    def same_references(self) -> Iterator[tuple[str, str]]:
        """Two references that are one file, likewise."""
        for (one, place), (two, other) in combinations(self._references.items(), 2):
            if _one_file(place, other):
                yield one, two

    def count(self) -> int:
        """How many segments there are, 0 where that cannot be told at once."""
        places = [*self._references.values(), *self._systems.values()]
        return next(iter(places))[0].count()

    def beside(self, system: str) -> Stretches:
        """Stretches of a system's output with those of every reference.

        A reference that is None is missing; every segment has one, unless there are none at all.
        """
        return ((outputs, list(found.references)) for outputs, found in self.stretches(system))

    def stretches(
        self, system: str, sources: bool = False
    ) -> Iterator[tuple[list[Segment], Beside]]:
        """The same, and sources too if they are asked for and there are some."""
        if system not in self._systems:
            raise UsageError(
                f"there is no system {system!r}: choose from {', '.join(self._systems)}"
            )
        place = self._systems[system]
        wanted = [place, *self._references.values()]
        originals = self._originals(place[0]) if sources else []
        # Systems that nothing stands beside are as long as the first of them.
        alone = [] if self._references or originals else [next(iter(self._systems.values()))]
        same = [*self._own_references(place[0]), *self._own_facts(place[0])]
        both = [place for _, *pair in same for place in pair]
        done = 0
        for columns in side_by_side([*wanted, *originals, *both, *alone]):
            outputs, references = columns[0], columns[1 : len(wanted)]
            check_there(place, outputs, wanted[:2][-1][0], references, done)
            if self.documents:
                check_sentences(place, outputs, wanted[:2][-1][0], references, done)
            if self._written_in:
                check_letters(place, outputs, self._written_in, done)
            beside = iter(columns[len(wanted) + len(originals) :])
            for what, (main, _), _ in same:
                check_same(place[0], main, done, what, next(beside), next(beside))
            yield (
                cast(list[Segment], outputs),
                Beside(
                    [self._kept(*one) for one in enumerate(references)],
                    columns[len(wanted) :][: len(originals)],
                ),
            )
            done += len(outputs)

    def read(self, system: str) -> tuple[list[Segment], list[ReferenceSet]]:
        """The same at once, as metrics score it."""
        outputs, found = self.read_beside(system)
        return outputs, list(found.references)

    def read_beside(self, system: str, sources: bool = False) -> tuple[list[Segment], Beside]:
        """All stretches at once."""
        outputs: list[Segment] = []
        sets: list[list[Segment | None]] = []
        for stretch, found in self.stretches(system, sources):
            outputs += stretch
            columns = [*found.references, *found.sources]
            sets = sets or [[] for _ in columns]
            for column, more in zip(sets, columns, strict=True):
                column += more
        return outputs, Beside(sets[: len(self._references)], sets[len(self._references) :])

    def all(self) -> Iterator[Segment]:
        """Every segment of every reference, for metrics that learn from them."""
        for number, place in enumerate(self._places()):
            for segment in _texts(place):
                if segment is not None and not self._skips(number, segment):
                    yield segment

    def all_sources(self) -> Iterator[Segment]:
        """Every source, for metrics that learn from what they are held against."""
        return (segment for segment in _texts(self._source) if segment is not None)

    def items(self, system: str) -> Iterator[Item]:
        """What is judged, with sources and documents where the files have them."""
        sheets = [self._systems[system][0], *(sheet for sheet, _ in self._places())]
        groups, idents = (
            next(((sheet, c) for sheet in sheets if (c := getattr(sheet, what))), None)
            for what in ("group", "ident")
        )
        originals = next(iter(self._originals(sheets[0])), None)
        names = _texts(idents) if self.keys is None else (ident for _, ident in self.keys)
        facts = zip(_texts(originals), _texts(groups), names, strict=False)
        for outputs, references in self.beside(system):
            for output, *beside in zip(outputs, *references, strict=True):
                source, *labels = next(facts)
                found = tuple(one for one in beside if one is not None)
                group, ident = ("" if one is None else str(one) for one in labels)
                yield Item(output, found, source, group, ident)

    def ids(self) -> list[str]:
        """What the segments are called; nothing where they have no names of their own."""
        names = [
            f"{item.id} of {item.group}" if item.id and item.group else item.id
            for item in self.items(self.systems[0])
        ]
        return names if any(names) else []

    def records(self) -> Iterator[Record] | None:
        """The rows of a table that is the only file of systems, with the names used here."""
        if len(self._sheets) != 1:
            return None
        records = self._sheets[0].records()
        if records is None:
            return None
        names = {column.name: name for name, (_, column) in self._systems.items()}
        return (
            (names.get(system) if system is not None else None, place, fields)
            for system, place, fields in records
            if system is None or system in names
        )

    def _skips(self, number: int, segment: Segment) -> bool:
        if self.documents:
            return not has_sentence(segment)
        return self._skip_empty and number > 0 and not text_of(segment).strip()

    def _kept(self, number: int, column: ReferenceSet) -> ReferenceSet:
        if self.documents:
            return with_sentences(column)
        if not self._skip_empty or not number:
            return column
        return [None if one is None or self._skips(number, one) else one for one in column]

    def _compared(self) -> dict[str, Place]:
        """What stands beside the outputs."""
        return self._references or ({self.source_name: self._source} if self._source else {})

    def _originals(self, sheet: Sheet) -> list[Place]:
        """Where the sources of a file's outputs are: there, or in another file."""
        found = _source(sheet) or self._source
        return [found] if found else []

    def _places(self) -> list[Place]:
        return list(self._references.values())

    def _own_references(self, sheet: Sheet) -> Iterator[Same]:
        """Those of a file beside the main one, which must be those of the main one."""
        if sheet is self._main or not sheet.references or self._main is None:
            return
        if len(sheet.references) != len(self._main.references):
            raise InputError(
                f"{sheet.file.name} has {len(sheet.references)} references but "
                f"{self._main.file.name} has {len(self._main.references)}: give files with the "
                "same ones"
            )
        for theirs, ours in zip(self._main.references, sheet.references, strict=True):
            if any(main is self._main and column == theirs for main, column in self._places()):
                yield REFERENCE, (self._main, theirs), (sheet, ours)

    def _own_facts(self, sheet: Sheet) -> Iterator[Same]:
        """The sources and documents of a file beside those of the first that has them."""
        for what in (SOURCE, GROUP):
            first = next((other for other in self._sheets if getattr(other, what)), sheet)
            if first is not sheet and (column := getattr(sheet, what)):
                yield what, (first, getattr(first, what)), (sheet, column)


def _source(sheet: Sheet) -> Place | None:
    return (sheet, sheet.source) if sheet.source else None


def _one_file(place: Place, other: Place) -> bool:
    (sheet, column), (beside, its) = place, other
    return sheet is not beside and column.name == its.name and sheet.file.is_same(beside.file)


def _texts(place: Place | None) -> Iterator[Segment | None]:
    """A column's segments; without end where there is none."""
    if place is None:
        return repeat(None)
    return (text for (text,) in place[0].rows([place[1]]))


def _chosen(what: str, places: dict[str, Place], wanted: Sequence[str]) -> dict[str, Place]:
    for name in wanted:
        if name not in places:
            raise UsageError(f"there is no {what} {name!r}: choose from {', '.join(places)}")
    return {name: places[name] for name in wanted} if wanted else places


def _named(places: Sequence[Place]) -> dict[str, Place]:
    """By the column's name, else by the file's; by more where that is not enough."""
    names = [" ".join(column.name.split()) or sheet.file.label for sheet, column in places]
    longer = [
        f"{sheet.file.given}:{column.name}" if column.name else sheet.file.given
        for sheet, column in places
    ]
    return dict(zip(tell_apart(names, longer), places, strict=True))
