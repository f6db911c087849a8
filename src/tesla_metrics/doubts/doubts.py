"""Doubts: told once, with numbers, and never so that a score changes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from operator import eq
from typing import Protocol

from ..errors import warn_user
from ..intake.beside import Beside
from ..languages import parse_language
from ..names import REFERENCE, SOURCE
from ..tasks import Segment
from .looks import Found, SampledText, pieces, strange, tokenised, uncut
from .seen import Column, SeenText

# With fewer segments somebody tries something: then only what is empty is told.
FEW = 10
_NAMED = 3  # texts that a line names
_GAPS = (
    "where there is no such reference give --skip-empty-references (in Python None instead of the "
    "text)"
)


class Doubts:
    """About outputs of systems and their references, seen a stretch at a time.

    lang        what the texts are said to be ("": nothing is said of it)
    references  names of reference sets, in the order of the columns
    sources     names of what stands behind these columns: texts that the outputs were made from
    untagged    whether a metric would use tags of a language that has no tagger
    words       whether a metric that is told no language takes what stands between spaces for words
    forced      whether the user insists that what looks tokenised is not
    few         with fewer segments only what is empty is told
    """

    def __init__(
        self,
        lang: str,
        references: Sequence[str],
        *,
        sources: Sequence[str] = (),
        untagged: bool = False,
        words: bool = False,
        forced: bool = False,
        few: int = FEW,
    ) -> None:
        self._lang = parse_language(lang) if lang else ""
        self._references = [SeenText(name) for name in references]
        self._sources = [SeenText(name) for name in sources]
        self._systems: dict[str, SeenText] = {}
        self._same: dict[tuple[str, str], bool] = {}  # all segments so far
        self._twice: dict[tuple[str, str], bool] = {}  # the same of two references
        self._files: list[tuple[str, str]] = []
        self._twice_files: list[tuple[str, str]] = []
        self._untagged, self._words, self._forced, self._few = untagged, words, forced, few

    def see(self, system: str, hypotheses: Sequence[Segment], columns: Sequence[Column]) -> None:
        """The next segments of a system, with what stands beside; that is looked at once."""
        text = self._systems.setdefault(system, SeenText(system))
        text.see(hypotheses)
        if len(self._systems) == 1:
            self._see_beside(columns)
        for reference, column in zip(self._beside, columns, strict=True):
            key = system, reference.name
            if self._same.get(key, True):
                self._same[key] = all(map(eq, hypotheses, column))

    def _see_beside(self, columns: Sequence[Column]) -> None:
        named = list(zip(self._beside, columns, strict=True))
        for text, column in named:
            text.see(column)
        for (one, column), (other, beside) in combinations(named[: len(self._references)], 2):
            key = one.name, other.name
            if self._twice.get(key, True):
                self._twice[key] = all(map(eq, column, beside))

    def same_file(self, system: str, reference: str) -> None:
        """A system's output is the file of a reference, whatever stands in it."""
        self._files.append((system, reference))

    def same_references(self, one: str, other: str) -> None:
        """Two references are one file."""
        self._twice_files.append((one, other))

    def warn(self) -> None:
        """All of them, each in one line."""
        for doubt in self.all():
            warn_user(doubt)

    def all(self) -> Iterator[str]:
        """What there is to be told."""
        yield from self._empty()
        yield from self._alike()
        if max((text.count for text in self._texts()), default=0) < self._few:
            return
        if self._words:
            yield from self._uncut()
        yield from self._pieces()
        if not self._forced:
            yield from self._tokenised()
        yield from self._strange()
        if self._untagged:
            yield no_tagger(self._lang)

    def _empty(self) -> Iterator[str]:
        further = self._references[1:]
        for text in self._texts():
            if text.empty:
                mend = _GAPS if text in further else "check the file"
                if further and text is self._references[0]:
                    mend += ", or put a reference that has all segments first"
                yield (
                    f"{text.name}: {text.empty} of {text.count} segments are empty, the first is "
                    f"segment {text.first_empty}; {mend}"
                )

    def _alike(self) -> Iterator[str]:
        for system, reference in self._files:
            what = f"{system} and {reference} are the same file"
            if system == reference:
                beside = [text.name for text in self._references]
                kind = REFERENCE if reference in beside or not self._sources else SOURCE
                what = f"{system} is given as system and as {kind}"
            yield f"{what}: give the output of a system"
        for one, other in self._twice_files:
            yield f"{one} and {other}, two references, are the same file: leave one out"
        count = max((text.count for text in self._texts()), default=0)
        if count < max(self._few, 2):
            return
        for (system, reference), same in self._same.items():
            if same and (system, reference) not in self._files:
                yield (
                    f"{system}: all {count} segments are those of {reference}; is it the output "
                    "of a system?"
                )
        for (one, other), same in self._twice.items():
            if same and (one, other) not in self._twice_files:
                yield (
                    f"{other}: all {count} segments are those of {one}, another reference; leave "
                    "one of them out"
                )

    def _uncut(self) -> Iterator[str]:
        if found := self._look(uncut):
            yield (
                f"looks like text without spaces between words: {_told(found)}; give -l zh, ja, "
                "th … (in Python lang=) so that it is cut"
            )

    def _pieces(self) -> Iterator[str]:
        if found := self._look(pieces):
            yield f"looks cut into subword pieces: {_told(found)}; join them first"

    def _tokenised(self) -> Iterator[str]:
        found = self._look(partial(tokenised, language=self._lang))
        if found:
            others = [text.name for text in self._texts() if text.name not in found]
            but = f", but not {_listed(others)}, which moves scores" if others else ""
            yield (
                f"looks tokenised: {_told(found)}{but}; give text as people write it, metrics cut "
                "it into words themselves"
            )

    def _strange(self) -> Iterator[str]:
        if found := self._look(partial(strange, language=self._lang)):
            yield f"not in the script of {self._lang!r}: {_told(found)}; is the language right?"

    def _look(self, find: Callable[[SampledText], Found | None]) -> dict[str, Found]:
        looks = ((text.name, text.look(find)) for text in self._texts())
        return {name: found for name, found in looks if found is not None}

    def _texts(self) -> list[SeenText]:
        return [*self._systems.values(), *self._beside]

    @property
    def _beside(self) -> list[SeenText]:
        return [*self._references, *self._sources]


def no_tagger(lang: str) -> str:
    """What is told of a language without one."""
    return (
        f"no tagger for {lang!r} is shipped: all words count as content words of one kind, numbers "
        f"as another; 'tesla languages {lang}' shows what there is, --analyzer takes others"
    )


class Doubtful(Protocol):
    """What a metric tells of itself."""

    @property
    def untagged(self) -> bool:
        """Whether it would compare parts of speech, in a language that has no tagger."""
        ...

    @property
    def cuts_at_spaces(self) -> bool:
        """Whether it is told no language, and what stands between spaces is a word to it."""
        ...


def open_doubts(
    metrics: Sequence[Doubtful],
    lang: str,
    references: Sequence[str],
    *,
    sources: Sequence[str] = (),
    analysed: bool,
    few: int = FEW,
) -> Doubts:
    """Of texts that these metrics are to score; `analysed`: others have tagged them."""
    return Doubts(
        lang,
        references,
        sources=sources,
        untagged=not analysed and any(metric.untagged for metric in metrics),
        words=any(metric.cuts_at_spaces for metric in metrics),
        forced=any(getattr(metric, "force", False) for metric in metrics),
        few=few,
    )


def doubt(
    metrics: Sequence[Doubtful],
    systems: Mapping[str, Sequence[Segment]],
    beside: Beside,
    doubts: Doubts | None = None,
) -> None:
    """Warns of outputs and what they are held against, as far as the metrics look at that.

    All of it is there; `doubts` may have names for it.
    """
    columns = [*beside.references, *beside.sources]
    if doubts is None:
        names, sources = (
            [f"{what} set {number}" for number in range(1, len(sets) + 1)]
            for what, sets in zip((REFERENCE, SOURCE), beside, strict=True)
        )
        first = next(iter(systems.values()))
        analysed = not isinstance(first[0], str)
        lang = next(filter(None, (getattr(metric, "lang", "") for metric in metrics)), "")
        if len(first) < FEW:  # what hangs on these would not be told
            analysed, lang = True, ""
        doubts = open_doubts(metrics, lang, names, sources=sources, analysed=analysed)
    for system, hypotheses in systems.items():
        doubts.see(system, hypotheses, columns)
    doubts.warn()


def _told(found: Mapping[str, Found]) -> str:
    """Which texts, the first with its numbers."""
    name, *others = found
    return _listed([f"{name} ({found[name]})", *others])


def _listed(names: Sequence[str]) -> str:
    if len(names) > _NAMED:
        return f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
