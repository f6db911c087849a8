"""Warn about suspicious input. Checks never change a score; each warning is printed once."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import combinations
from math import ceil
from operator import eq
from typing import Protocol

from ..errors import warn_user
from ..files.field_names import REFERENCE, SOURCE
from ..files.inputs.counterparts import Counterparts
from ..files.item import Segment, text_of
from .languages import parse_language
from .suspicious_text import (
    MatchCount,
    SampledText,
    find_foreign_script,
    find_subwords,
    find_tokenised,
    find_unsegmented,
)

# Numbers of lines for a first, cheap check and for the check that confirms its result.
_FEW_LINES = 16
_MANY_LINES = 1000

# A column of references may have gaps (None).
Column = Sequence[Segment] | Sequence[Segment | None]


class CheckedText:
    """A system output or a reference set; only its first batch is checked in detail."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = self.empty = self.first_empty = 0
        self._lines: Column = ()

    def update(self, segments: Column) -> None:
        """Add the next segments."""
        if not self.count:
            self._lines = segments[:: ceil(len(segments) / _MANY_LINES)]
        if positions := _empty_positions(segments):
            self.first_empty = self.first_empty or self.count + positions[0]
            self.empty += len(positions)
        self.count += len(segments)

    def detect(self, find: Callable[[SampledText], MatchCount | None]) -> MatchCount | None:
        """Return what `find` detects in a few lines, if a larger sample confirms it."""
        if not self._small_sample.lines or find(self._small_sample) is None:
            return None
        return find(self._large_sample)

    @cached_property
    def _small_sample(self) -> SampledText:
        return _sample(self._lines[:: ceil(len(self._lines) / _FEW_LINES) or 1])

    @cached_property
    def _large_sample(self) -> SampledText:
        return _sample(self._lines)


def _sample(segments: Column) -> SampledText:
    """Sample the non-empty texts; analysed segments are not checked."""
    lines = [
        segment
        for segment in segments
        if isinstance(segment, str) and segment and not segment.isspace()
    ]
    return SampledText(lines, "\n".join(lines) + "\n")


def _empty_positions(segments: Column) -> list[int]:
    try:
        if all(map(str.strip, segments)):  # type: ignore[arg-type]
            return []
    except TypeError:  # analysed segments, or gaps
        pass
    return [
        position
        for position, segment in enumerate(segments, 1)
        if segment is not None and not text_of(segment).strip()
    ]


# With fewer segments the input is probably an experiment: report only empty segments.
MIN_SEGMENTS = 10
_MAX_NAMES = 3  # number of texts that a message names
_GAPS_HINT = (
    "for missing references give --skip-empty-references (in Python None instead of the text)"
)


class InputChecker:
    """Collects warnings about system outputs and their references, which are added in batches.

    lang        language of the texts ("": not specified)
    references  names of the reference sets, in the order of the columns
    sources     names of the source texts, whose columns follow those of the references
    untagged    whether a metric would use tags of a language without a tagger
    splits_at_spaces       whether a metric without a language splits words at spaces only
    forced      whether the user has declared that the text is not tokenised
    min_segments         with fewer segments, only empty segments are reported
    """

    def __init__(
        self,
        lang: str,
        references: Sequence[str],
        *,
        sources: Sequence[str] = (),
        untagged: bool = False,
        splits_at_spaces: bool = False,
        forced: bool = False,
        min_segments: int = MIN_SEGMENTS,
    ) -> None:
        self._lang = parse_language(lang) if lang else ""
        self._references = [CheckedText(name) for name in references]
        self._sources = [CheckedText(name) for name in sources]
        self._systems: dict[str, CheckedText] = {}
        self._identical: dict[tuple[str, str], bool] = {}  # whether all segments so far are equal
        self._identical_references: dict[tuple[str, str], bool] = {}
        self._shared_files: list[tuple[str, str]] = []
        self._shared_reference_files: list[tuple[str, str]] = []
        self._untagged, self._words, self._forced, self._min_segments = (
            untagged,
            splits_at_spaces,
            forced,
            min_segments,
        )

    def update(self, system: str, hypotheses: Sequence[Segment], columns: Sequence[Column]) -> None:
        """Add the next segments of a system with their references and sources.

        The references and sources are checked only with the first system.
        """
        text = self._systems.setdefault(system, CheckedText(system))
        text.update(hypotheses)
        if len(self._systems) == 1:
            self._update_columns(columns)
        for reference, column in zip(self._columns, columns, strict=True):
            key = system, reference.name
            if self._identical.get(key, True):
                self._identical[key] = all(map(eq, hypotheses, column))

    def _update_columns(self, columns: Sequence[Column]) -> None:
        texts = list(zip(self._columns, columns, strict=True))
        for text, column in texts:
            text.update(column)
        for (first, column), (second, other_column) in combinations(
            texts[: len(self._references)], 2
        ):
            key = first.name, second.name
            if self._identical_references.get(key, True):
                self._identical_references[key] = all(map(eq, column, other_column))

    def add_shared_file(self, system: str, reference: str) -> None:
        """Record that a system output and a reference (or source) are the same file."""
        self._shared_files.append((system, reference))

    def add_shared_references(self, first: str, second: str) -> None:
        """Record that two references are the same file."""
        self._shared_reference_files.append((first, second))

    def warn(self) -> None:
        """Print all warnings, one line each."""
        for message in self.messages():
            warn_user(message)

    def messages(self) -> Iterator[str]:
        """Yield all warning messages."""
        yield from self._empty_messages()
        yield from self._identical_messages()
        if max((text.count for text in self._texts()), default=0) < self._min_segments:
            return
        if self._words:
            yield from self._unsegmented_messages()
        yield from self._subword_messages()
        if not self._forced:
            yield from self._tokenised_messages()
        yield from self._script_messages()
        if self._untagged:
            yield no_tagger(self._lang)

    def _empty_messages(self) -> Iterator[str]:
        later_references = self._references[1:]
        for text in self._texts():
            if text.empty:
                hint = _GAPS_HINT if text in later_references else "check the file"
                if later_references and text is self._references[0]:
                    hint += ", or put a reference that has all segments first"
                yield (
                    f"{text.name}: {text.empty} of {text.count} segments are empty, the first is "
                    f"segment {text.first_empty}; {hint}"
                )

    def _identical_messages(self) -> Iterator[str]:
        for system, reference in self._shared_files:
            problem = f"{system} and {reference} are the same file"
            if system == reference:
                reference_names = [text.name for text in self._references]
                kind = REFERENCE if reference in reference_names or not self._sources else SOURCE
                problem = f"{system} is given as system and as {kind}"
            yield f"{problem}: give the output of a system"
        for first, second in self._shared_reference_files:
            yield f"{first} and {second}, two references, are the same file: leave one out"
        count = max((text.count for text in self._texts()), default=0)
        if count < max(self._min_segments, 2):
            return
        for (system, reference), identical in self._identical.items():
            if identical and (system, reference) not in self._shared_files:
                yield (
                    f"{system}: all {count} segments are those of {reference}; is it the output "
                    "of a system?"
                )
        for (first, second), identical in self._identical_references.items():
            if identical and (first, second) not in self._shared_reference_files:
                yield (
                    f"{second}: all {count} segments are those of {first}, another reference; "
                    "leave one of them out"
                )

    def _unsegmented_messages(self) -> Iterator[str]:
        if matches := self._detect(find_unsegmented):
            yield (
                f"looks like text without spaces between words: {_describe_matches(matches)}; "
                "give -l zh, ja, th … (in Python lang=) so that it is segmented"
            )

    def _subword_messages(self) -> Iterator[str]:
        if matches := self._detect(find_subwords):
            yield f"looks cut into subword pieces: {_describe_matches(matches)}; join them first"

    def _tokenised_messages(self) -> Iterator[str]:
        matches = self._detect(partial(find_tokenised, language=self._lang))
        if matches:
            others = [text.name for text in self._texts() if text.name not in matches]
            exceptions = f", but not {_join_names(others)}, which affects scores" if others else ""
            yield (
                f"looks tokenised: {_describe_matches(matches)}{exceptions}; give text that is not "
                "tokenised, metrics tokenise it themselves"
            )

    def _script_messages(self) -> Iterator[str]:
        if matches := self._detect(partial(find_foreign_script, language=self._lang)):
            yield (
                f"not in the script of {self._lang!r}: {_describe_matches(matches)}; is the "
                "language right?"
            )

    def _detect(self, find: Callable[[SampledText], MatchCount | None]) -> dict[str, MatchCount]:
        results = ((text.name, text.detect(find)) for text in self._texts())
        return {name: evidence for name, evidence in results if evidence is not None}

    def _texts(self) -> list[CheckedText]:
        return [*self._systems.values(), *self._columns]

    @property
    def _columns(self) -> list[CheckedText]:
        return [*self._references, *self._sources]


def no_tagger(lang: str) -> str:
    """Return the warning for a language without a tagger."""
    return (
        f"no tagger for {lang!r} is shipped: all words count as content words of one kind, numbers "
        f"as another; 'tesla languages {lang}' shows what is available, --analyzer selects another "
        "analyser"
    )


class CheckedMetric(Protocol):
    """The properties of a metric that input checks use."""

    @property
    def untagged(self) -> bool:
        """Whether the metric would compare parts of speech in a language without a tagger."""
        ...

    @property
    def cuts_at_spaces(self) -> bool:
        """Whether the metric has no language and splits words at spaces only."""
        ...


def create_input_checker(
    metrics: Sequence[CheckedMetric],
    lang: str,
    references: Sequence[str],
    *,
    sources: Sequence[str] = (),
    analysed: bool,
    min_segments: int = MIN_SEGMENTS,
) -> InputChecker:
    """Create the input checks for texts that these metrics score.

    `analysed` means that the texts were tagged by another program.
    """
    return InputChecker(
        lang,
        references,
        sources=sources,
        untagged=not analysed and any(metric.untagged for metric in metrics),
        splits_at_spaces=any(metric.cuts_at_spaces for metric in metrics),
        forced=any(getattr(metric, "force", False) for metric in metrics),
        min_segments=min_segments,
    )


def check_input(
    metrics: Sequence[CheckedMetric],
    systems: Mapping[str, Sequence[Segment]],
    counterparts: Counterparts,
    checker: InputChecker | None = None,
) -> None:
    """Warn about suspicious system outputs, references and sources.

    The arguments contain all segments. `checker` may provide names for the texts.
    """
    columns = [*counterparts.references, *counterparts.sources]
    if checker is None:
        names, sources = (
            [f"{kind} set {index}" for index in range(1, len(sets) + 1)]
            for kind, sets in zip((REFERENCE, SOURCE), counterparts, strict=True)
        )
        first = next(iter(systems.values()))
        analysed = not isinstance(first[0], str)
        lang = next(filter(None, (getattr(metric, "lang", "") for metric in metrics)), "")
        if len(first) < MIN_SEGMENTS:  # checks that depend on these are skipped
            analysed, lang = True, ""
        checker = create_input_checker(metrics, lang, names, sources=sources, analysed=analysed)
    for system, hypotheses in systems.items():
        checker.update(system, hypotheses, columns)
    checker.warn()


def _describe_matches(matches: Mapping[str, MatchCount]) -> str:
    """Return the names of the texts, the first with its counts."""
    name, *others = matches
    return _join_names([f"{name} ({matches[name]})", *others])


def _join_names(names: Sequence[str]) -> str:
    if len(names) > _MAX_NAMES:
        return f"{', '.join(names[:_MAX_NAMES])} and {len(names) - _MAX_NAMES} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
