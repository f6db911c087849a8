"""Doubts: told once, with numbers, and never so that a score changes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import eq
from typing import Protocol

from ..errors import warn_user
from ..languages import parse_language
from ..tasks import Segment
from .looks import Found, SampledText, pieces, strange, tokenised
from .seen import Column, SeenText

# With fewer segments somebody tries something: then only what is empty is told.
FEW = 10
_NAMED = 3  # texts that a line names


class Doubts:
    """About outputs of systems and their references, seen a stretch at a time.

    lang        what the texts are said to be ("": nothing is said of it)
    references  names of reference sets, in the order of the columns
    untagged    whether a metric would use tags of a language that has no tagger
    forced      whether the user insists that what looks tokenised is not
    few         with fewer segments only what is empty is told
    """

    def __init__(
        self,
        lang: str,
        references: Sequence[str],
        *,
        untagged: bool = False,
        forced: bool = False,
        few: int = FEW,
    ) -> None:
        self._lang = parse_language(lang) if lang else ""
        self._references = [SeenText(name) for name in references]
        self._systems: dict[str, SeenText] = {}
        self._same: dict[tuple[str, str], bool] = {}  # all segments so far
        self._files: list[tuple[str, str]] = []
        self._untagged, self._forced, self._few = untagged, forced, few

    def see(self, system: str, hypotheses: Sequence[Segment], columns: Sequence[Column]) -> None:
        """The next segments of a system, with their references; these are looked at once."""
        text = self._systems.setdefault(system, SeenText(system))
        text.see(hypotheses)
        first = len(self._systems) == 1
        for reference, column in zip(self._references, columns, strict=True):
            if first:
                reference.see(column)
            key = system, reference.name
            if self._same.get(key, True):
                self._same[key] = all(map(eq, hypotheses, column))

    def same_file(self, system: str, reference: str) -> None:
        """A system's output is the file of a reference, whatever stands in it."""
        self._files.append((system, reference))

    def warn(self) -> None:
        """All of them, each in one line."""
        for doubt in self.all():
            warn_user(doubt)

    def all(self) -> Iterator[str]:
        """What there is to be told."""
        texts = [*self._systems.values(), *self._references]
        for text in texts:
            if text.empty:
                yield (
                    f"{text.name}: {text.empty} of {text.count} segments are empty, the first is "
                    f"segment {text.first_empty}; check the file"
                )
        yield from self._alike()
        if max((text.count for text in texts), default=0) < self._few:
            return
        yield from self._pieces()
        if not self._forced:
            yield from self._tokenised()
        yield from self._strange()
        if self._untagged:
            yield no_tagger(self._lang)

    def _alike(self) -> Iterator[str]:
        for system, reference in self._files:
            yield f"{system} and {reference} are the same file: give the output of a system"
        for (system, reference), same in self._same.items():
            count = self._systems[system].count
            if same and count >= max(self._few, 2) and (system, reference) not in self._files:
                yield (
                    f"{system}: all {count} segments are those of {reference}; is it the output "
                    "of a system?"
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
        return [*self._systems.values(), *self._references]


def no_tagger(lang: str) -> str:
    """What is told of a language without one."""
    return (
        f"no tagger for {lang!r} is shipped: all words count as content words of one kind; "
        f"'tesla languages {lang}' shows what there is, --analyzer takes others"
    )


class Doubtful(Protocol):
    """What a metric tells of itself."""

    @property
    def untagged(self) -> bool:
        """Whether it would compare parts of speech, in a language that has no tagger."""
        ...


def doubt(
    metrics: Sequence[Doubtful],
    systems: Mapping[str, Sequence[Segment]],
    sets: Sequence[Column],
) -> None:
    """Warns of outputs and references that are all there."""
    names = [f"reference set {number}" for number in range(1, len(sets) + 1)]
    lang, untagged = "", False
    if len(sets[0]) >= FEW:  # else it would not be told
        lang = next(filter(None, (getattr(metric, "lang", "") for metric in metrics)), "")
        given = not isinstance(next(iter(systems.values()))[0], str)
        untagged = not given and any(metric.untagged for metric in metrics)
    forced = any(getattr(metric, "force", False) for metric in metrics)
    doubts = Doubts(lang, names, untagged=untagged, forced=forced)
    for system, hypotheses in systems.items():
        doubts.see(system, hypotheses, sets)
    doubts.warn()


def _told(found: Mapping[str, Found]) -> str:
    """Which texts, the first with its numbers."""
    name, *others = found
    return _listed([f"{name} ({found[name]})", *others])


def _listed(names: Sequence[str]) -> str:
    if len(names) > _NAMED:
        return f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
