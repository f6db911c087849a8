"""A test set: systems by name beside reference sets, read a stretch at a time."""

from collections.abc import Iterator, Sequence
from itertools import islice, repeat
from typing import cast

from ..errors import InputError, UsageError
from ..files.given import tell_apart
from ..tasks import Item, ReferenceSet, Segment
from .sheet import Column, Key, Record, Row, Sheet, name_some

# Segments in memory at a time: enough for threads and processes to share.
_STRETCH = 20_000

Place = tuple[Sheet, Column]
Stretches = Iterator[tuple[list[Segment], list[ReferenceSet]]]


class Testset:
    """Outputs of systems and references of the same segments, wherever they stand.

    The references are those of the first of `sheets` that has any, and of `references`. A further
    sheet that has references must have the same.
    """

    __test__ = False  # no class of tests, whatever pytest makes of the name

    def __init__(self, sheets: Sequence[Sheet], references: Sequence[Sheet] = ()) -> None:
        self._sheets, references = _arrange(sheets, references)
        self._main = next((sheet for sheet in self._sheets if sheet.references), None)
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

    def count(self) -> int:
        """How many segments there are, 0 where that cannot be told at once."""
        places = [*self._references.values(), *self._systems.values()]
        return next(iter(places))[0].count()

    def beside(self, system: str) -> Stretches:
        """Stretches of a system's output with those of every reference.

        A reference that is None is missing; every segment has one.
        """
        place = self._systems[system]
        wanted = [place, *self._references.values()]
        own = self._own_references(place[0])
        done = 0
        for columns in _side_by_side([*wanted, *own]):
            outputs, references = columns[0], columns[1 : len(wanted)]
            self._check(place, outputs, references, done)
            if own:
                _check_same(place[0], self._places(), references, columns[len(wanted) :], done)
            yield cast(list[Segment], outputs), list(references)
            done += len(outputs)

    def read(self, system: str) -> tuple[list[Segment], list[ReferenceSet]]:
        """The same at once, as metrics score it."""
        outputs: list[Segment] = []
        columns: list[list[Segment | None]] = [[] for _ in self._references]
        for stretch, beside in self.beside(system):
            outputs += stretch
            for column, more in zip(columns, beside, strict=True):
                column += more
        return outputs, list(columns)

    def all(self) -> Iterator[Segment]:
        """Every segment of every reference, for metrics that learn from them."""
        for sheet, column in self._references.values():
            for (segment,) in sheet.rows([column]):
                if segment is not None:
                    yield segment

    def items(self, system: str) -> Iterator[Item]:
        """What is judged, with sources and documents where the files have them."""
        sheets = [self._systems[system][0], *(sheet for sheet, _ in self._places())]
        sources, groups = (
            next(((sheet, c) for sheet in sheets if (c := getattr(sheet, what))), None)
            for what in ("source", "group")
        )
        facts = zip(_texts(sources), _texts(groups), strict=False)
        for outputs, references in self.beside(system):
            for output, *beside in zip(outputs, *references, strict=True):
                source, group = next(facts)
                found = tuple(one for one in beside if one is not None)
                yield Item(output, found, source, "" if group is None else str(group))

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

    def _places(self) -> list[Place]:
        return list(self._references.values())

    def _own_references(self, sheet: Sheet) -> list[Place]:
        """Those of a file beside the one whose references count, which must be the same."""
        if sheet is self._main or not sheet.references or self._main is None:
            return []
        if len(sheet.references) != len(self._main.references):
            raise InputError(
                f"{sheet.file.name} has {len(sheet.references)} references but "
                f"{self._main.file.name} has {len(self._main.references)}: give files with the "
                "same ones"
            )
        pairs = dict(zip(self._main.references, sheet.references, strict=True))
        return [(sheet, pairs[c]) for main, c in self._places() if main is self._main]

    def _check(
        self, place: Place, outputs: ReferenceSet,
        references: Sequence[ReferenceSet], done: int,
    ) -> None:  # fmt: skip
        sheet, column = place
        if None in outputs:
            missing = [done + i for i, output in enumerate(outputs) if output is None]
            raise InputError(
                f"{sheet.file.name}: {column.name} lacks {_name(sheet, missing)}: add what is "
                "missing, or choose others by --systems"
            )
        if references and all(None in column for column in references):
            rows = enumerate(zip(*references, strict=True), done)
            if none := [i for i, row in rows if all(one is None for one in row)]:
                first = self._places()[0][0]
                raise InputError(
                    f"{first.file.name}: there is no reference for {_name(first, none)}: give at "
                    "least one for each"
                )


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


def _name(sheet: Sheet, numbers: Sequence[int]) -> str:
    keys: Sequence[Key] = sheet.keys or ()
    return name_some([keys[i] if keys else ("", str(i + 1)) for i in numbers])


def _arrange(
    sheets: Sequence[Sheet], references: Sequence[Sheet]
) -> tuple[list[Sheet], list[Sheet]]:
    """Segments with keys in the order of the first reference that has them."""
    order = [s for s in (*sheets, *references) if s.references] + list(sheets)
    first = next((sheet for sheet in order if sheet.keys is not None), None)

    def arranged(sheet: Sheet) -> Sheet:
        if first is None or first.keys is None or sheet.keys is None or sheet is first:
            return sheet
        return sheet.arranged(first.keys, first.file.name)

    return list(map(arranged, sheets)), list(map(arranged, references))


def _named(places: Sequence[Place]) -> dict[str, Place]:
    """By the column's name, else by the file's; by more where that is not enough."""
    names = [column.name or sheet.file.label for sheet, column in places]
    longer = [
        f"{sheet.file.given}:{column.name}" if column.name else sheet.file.given
        for sheet, column in places
    ]
    return dict(zip(tell_apart(names, longer), places, strict=True))


def _side_by_side(places: Sequence[Place]) -> Iterator[list[list[Segment | None]]]:
    """Columns a stretch at a time; each file is read once for all its columns."""
    sheets: list[Sheet] = []
    for sheet, _ in places:
        if not any(sheet is other for other in sheets):
            sheets.append(sheet)
    columns = [[column for other, column in places if other is sheet] for sheet in sheets]
    streams = [sheet.rows(own) for sheet, own in zip(sheets, columns, strict=True)]
    done = 0
    while True:
        stretches = []
        for sheet, stream in zip(sheets, streams, strict=True):
            stretches.append(list(islice(stream, _STRETCH)))
            if not done and not stretches[-1]:
                raise InputError(
                    f"{sheet.file.name} is empty: give a file with at least one segment"
                )
        _check_lengths(sheets, streams, stretches, done, places)
        if not stretches[0]:
            return
        found = {
            (id(sheet), column): list(texts)
            for sheet, own, rows in zip(sheets, columns, stretches, strict=True)
            for column, texts in zip(own, zip(*rows, strict=True), strict=True)
        }
        yield [found[id(sheet), column] for sheet, column in places]
        done += len(stretches[0])


def _check_lengths(
    sheets: Sequence[Sheet], streams: Sequence[Iterator[Row]], stretches: Sequence[list[Row]],
    done: int, places: Sequence[Place],
) -> None:  # fmt: skip
    if len(set(map(len, stretches))) == 1:
        return
    counts = [
        done + len(rows) + sum(1 for _ in stream)
        for rows, stream in zip(stretches, streams, strict=True)
    ]
    reference = places[1][0] if len(places) > 1 else sheets[0]
    expected = next(n for sheet, n in zip(sheets, counts, strict=True) if sheet is reference)
    sheet, count = next(pair for pair in zip(sheets, counts, strict=True) if pair[1] != expected)
    raise InputError(
        f"{sheet.file.name} has {count} segments but {reference.file.name} has {expected}: line i "
        "of each file must be the same segment"
    )


def _check_same(
    sheet: Sheet, places: Sequence[Place], references: Sequence[ReferenceSet],
    own: Sequence[ReferenceSet], done: int,
) -> None:  # fmt: skip
    main = places[0][0]
    for ours, theirs in zip(references, own, strict=False):
        for number, (one, other) in enumerate(zip(ours, theirs, strict=True), done):
            if one != other:
                raise InputError(
                    f"{sheet.file.name}: {_name(sheet, [number])} has another reference than in "
                    f"{main.file.name}: give files with the same references, or score them one by "
                    "one"
                )
