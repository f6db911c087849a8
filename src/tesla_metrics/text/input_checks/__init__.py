"""Warn about suspicious input. Checks never change a score; each warning is printed once."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from math import ceil
from operator import eq
from typing import TYPE_CHECKING, Protocol

from ...errors import MissingResourceWarning, TeslaWarning, warn_user
from ...files.field_names import REFERENCE, SOURCE
from ...files.inputs.counterparts import Counterparts
from ...files.item import Segment
from ..languages import parse_language
from .sampled_text import CheckedText, Column, MatchCount, SampledText
from .suspicious_pairs import TextPair, describe_mismatches, find_copied_sources
from .suspicious_text import (
    ARTEFACTS,
    Artefact,
    find_artefact,
    find_foreign_lines,
    find_foreign_script,
    find_tokenised,
    find_unsegmented,
)

if TYPE_CHECKING:
    from ..languages.identification import LanguageComparison

# With fewer segments, the input is probably an experiment, and only empty segments are reported.
MIN_SEGMENTS = 10
# Artefacts that are certain even in few segments: wrongly decoded and control characters.
_N_CERTAIN_ARTEFACTS = 2
_QUICK_LINES = 48  # for the first check of the language
# Lines in another language that are reported: the minimum number, and share of a text.
_MIN_OTHER_LINES = 5
_MIN_OTHER_SHARE = 0.1
_MAX_COUNTERPART_SHARE = 0.25  # maximum number of these lines in the counterpart
_MIN_CHARACTERS = 80  # of different lines, for the check of equal texts
_SPECIFIC_CODES = {"sh": "hr, bs or sr"}  # codes of a language that is identified as one
_MAX_LISTED_NAMES = 3  # maximum number of texts whose names are in a warning
_GAPS_HINT = (
    "for missing references give --skip-empty-references (in Python None instead of the text)"
)


# The message of a warning, and the names of the texts that it is about.
_Report = tuple[str, list[str]]


class InputChecker:
    """Checks system outputs, references and sources, which are added in batches.

    Parameters
    ----------
    lang : str
        Language of the texts; empty if it is not specified.
    reference_names : sequence of str
        Names of the reference sets, in the order of the columns.
    source_names : sequence of str
        Names of the source texts. Their columns follow the columns of the references.
    are_sources_scored : bool
        Whether a metric uses the sources. Otherwise outputs are only checked for copies of them.
    lacks_tagger : bool
        Whether a metric would use tags although the language has no tagger.
    splits_at_spaces : bool
        Whether a metric splits words at spaces only, because no language is specified.
    is_declared_untokenised : bool
        Whether the user has declared that the texts are not tokenised.
    min_segments : int
        With fewer segments, only empty segments, shared files and damaged characters are reported.
    """

    def __init__(
        self,
        lang: str,
        reference_names: Sequence[str],
        *,
        source_names: Sequence[str] = (),
        are_sources_scored: bool = True,
        lacks_tagger: bool = False,
        splits_at_spaces: bool = False,
        is_declared_untokenised: bool = False,
        min_segments: int = MIN_SEGMENTS,
    ) -> None:
        self._lang = parse_language(lang) if lang not in ("", "und") else ""
        self._references = [CheckedText(name) for name in reference_names]
        self._sources = [CheckedText(name) for name in source_names]
        self._are_sources_scored = are_sources_scored
        self._systems: dict[str, CheckedText] = {}
        self._with_artefacts: set[str] = set()  # names of texts with traces of processing steps
        # Names of two texts -> whether all segments so far are equal.
        self._are_identical: dict[tuple[str, str], bool] = {}  # system and reference or source
        self._are_identical_references: dict[tuple[str, str], bool] = {}
        # Names of two texts that are the same file.
        self._shared_files: list[tuple[str, str]] = []  # system and reference or source
        self._shared_reference_files: list[tuple[str, str]] = []
        self._same_names: set[str] = set()  # of files that are both system and reference
        self._lacks_tagger = lacks_tagger
        self._splits_at_spaces = splits_at_spaces
        self._is_declared_untokenised = is_declared_untokenised
        self._min_segments = min_segments

    def update(self, system: str, hypotheses: Sequence[Segment], columns: Sequence[Column]) -> None:
        """Add the next batch of a system output, with its columns of references and sources.

        All systems have the same references and sources. They are added with the first system only.
        """
        system_text = self._systems.setdefault(system, CheckedText(system))
        for reference in self._references:
            if reference.name == system and system not in self._same_names:
                reference.name = f"{system} (reference)"
        system_text.update(hypotheses)
        if len(self._systems) == 1:
            self._update_columns(columns)
        for text, column in zip(self._columns, columns, strict=True):
            key = system, text.name
            if self._are_identical.get(key, True):
                self._are_identical[key] = all(map(eq, hypotheses, column))

    def _update_columns(self, columns: Sequence[Column]) -> None:
        for text, column in zip(self._columns, columns, strict=True):
            text.update(column)
        references = list(zip(self._references, columns, strict=False))
        for (first, first_column), (second, second_column) in combinations(references, 2):
            key = first.name, second.name
            if self._are_identical_references.get(key, True):
                self._are_identical_references[key] = all(map(eq, first_column, second_column))

    def add_shared_file(self, system: str, reference: str) -> None:
        """Record that a system output and a reference (or source) are the same file."""
        self._shared_files.append((system, reference))
        if system == reference:
            self._same_names.add(system)

    def add_shared_references(self, first: str, second: str) -> None:
        """Record that two references are the same file."""
        self._shared_reference_files.append((first, second))

    def issue_warnings(self) -> None:
        """Issue all warnings."""
        no_tagger_warning = format_no_tagger_warning(self._lang)
        for message in self.generate_messages():
            is_about_tagger = message == no_tagger_warning
            warn_user(message, MissingResourceWarning if is_about_tagger else TeslaWarning)

    def generate_messages(self) -> Iterator[str]:
        """Yield the messages of all warnings."""
        yield from self._report_empty()
        yield from self._report_identical()
        n_segments = max((text.n_segments for text in self._get_texts()), default=0)
        if n_segments < self._min_segments:
            yield from self._report_artefacts(ARTEFACTS[:_N_CERTAIN_ARTEFACTS])
            return
        if self._splits_at_spaces:
            yield from self._report_unsegmented()
        unfit: set[str] = set()  # names of texts that are not compared with others
        yield from self._report_tokenised()
        for message, names in self._report_foreign_script():
            yield message
            unfit.update(names)
        for message, names in self._report_languages(frozenset(unfit)):
            yield message
            unfit.update(names)
        self._with_artefacts.clear()
        yield from self._report_artefacts(ARTEFACTS)
        yield from self._report_copied_sources()
        yield from self._report_pairs(unfit)
        if self._lacks_tagger:
            yield format_no_tagger_warning(self._lang)

    def _report_empty(self) -> Iterator[str]:
        later_references = self._references[1:]
        for text in self._get_texts():
            if text.n_empty:
                hint = _GAPS_HINT if text in later_references else "check the file"
                if later_references and text is self._references[0]:
                    hint += ", or put a reference that has all segments first"
                yield (
                    f"{text.name}: {text.n_empty} of {text.n_segments} segments are empty, the "
                    "first is "
                    f"segment {text.first_empty_index}; {hint}"
                )

    def _report_identical(self) -> Iterator[str]:
        for system, reference in self._shared_files:
            problem = f"{system} and {reference} are the same file"
            if system == reference:
                is_reference = reference in [text.name for text in self._references]
                kind = REFERENCE if is_reference or not self._sources else SOURCE
                problem = f"{system} is given as system and as {kind}"
            yield f"{problem}: give the output of a system"
        for first, second in self._shared_reference_files:
            yield f"{first} and {second}, two references, are the same file: leave one out"
        n_segments = max((text.n_segments for text in self._get_texts()), default=0)
        if n_segments < max(self._min_segments, 2) or not self._has_much_text():
            return
        for (system, reference), are_identical in self._are_identical.items():
            if are_identical and (system, reference) not in self._shared_files:
                yield (
                    f"{system}: all {n_segments} segments are those of {reference}; is it the "
                    "output of a system?"
                )
        for (first, second), are_identical in self._are_identical_references.items():
            if are_identical and (first, second) not in self._shared_reference_files:
                yield (
                    f"{second}: all {n_segments} segments are those of {first}, another reference; "
                    "leave one of them out"
                )

    def _has_much_text(self) -> bool:
        """Return whether equal texts are no coincidence, unlike a few short lines."""
        text = next(iter(self._systems.values()))
        n_characters = sum(map(len, set(text.sample.lines)))
        return text.n_segments >= MIN_SEGMENTS or n_characters >= _MIN_CHARACTERS

    def _report_unsegmented(self) -> Iterator[str]:
        if matches := self._detect_in_texts(find_unsegmented):
            yield (
                f"looks like text without spaces between words: {_describe_matches(matches)}; "
                "give -l zh, ja, th … (in Python lang=) so that it is segmented"
            )

    def _report_tokenised(self) -> Iterator[str]:
        if self._is_declared_untokenised:
            return
        matches = self._detect_in_texts(partial(find_tokenised, language=self._lang))
        if matches:
            untokenised = [text.name for text in self._get_texts() if text.name not in matches]
            exceptions = ""
            if untokenised:
                exceptions = f", but not {_join_names(untokenised)}, which affects scores"
            yield (
                f"looks tokenised: {_describe_matches(matches)}{exceptions}; give text that is not "
                "tokenised, metrics tokenise it themselves"
            )

    def _report_foreign_script(self) -> Iterator[_Report]:
        if matches := self._detect_in_texts(partial(find_foreign_script, language=self._lang)):
            message = (
                f"not in the script of {self._lang!r}: {_describe_matches(matches)}; is the "
                "language right?"
            )
            yield message, list(matches)
        for text in self._get_target_texts():
            counterpart = self._get_counterpart(text)
            if text.name not in matches and counterpart and counterpart.name not in matches:
                match = find_foreign_lines(text.sample, counterpart.sample, self._lang)
                if match is not None:
                    yield f"{text.name} looks partly untranslated: {match}", []

    def _report_languages(self, unfit: frozenset[str]) -> Iterator[_Report]:
        """Report texts in another language than the declared one, or than the first reference."""
        from ..languages.identification import compare_languages, identify_language

        texts = [
            text
            for text in self._get_target_texts()
            if text.sample.lines and text.name not in unfit
        ]
        lang = self._lang
        if not lang and self._references and self._references[0].sample.lines:
            guess = identify_language(self._references[0].sample.lines)
            lang = guess.language if guess is not None else ""
        if not lang:
            return
        other_texts: dict[str, list[str]] = {}  # language -> names of texts
        for text in texts:
            comparison = compare_languages(_sample_quickly(text), lang)
            if comparison is not None and comparison.is_other:
                comparison = compare_languages(text.sample.lines, lang)
            if comparison is None:
                continue
            if comparison.is_other:
                other_texts.setdefault(comparison.language, []).append(text.name)
            elif match := _find_other_lines(comparison, self._get_counterpart(text)):
                yield f"{text.name} looks partly untranslated: {match}", []
        for language, names in other_texts.items():
            verb = "look" if len(names) > 1 else "looks"
            message = f"{_join_names(names)} {verb} like {language!r}, not {lang!r}: "
            if len(names) == len(texts):
                message += (
                    f"give -l {_SPECIFIC_CODES.get(language, language)} (in Python lang=), or "
                )
                message += "check the files"
            elif any(reference.name in names for reference in self._references):
                message += "check the order and the language of the files"
            else:
                message += "is the text translated?"
            yield message, names

    def _report_artefacts(self, artefacts: Sequence[Artefact]) -> Iterator[str]:
        """Report traces of processing steps, such as wrongly decoded characters and markup."""
        texts = self._get_texts()
        for artefact in artefacts:
            matches = {}
            for text in texts:
                counterpart = self._get_counterpart(text)
                other_sample = counterpart.sample if counterpart else None
                if match := find_artefact(text.sample, other_sample, artefact):
                    matches[text.name] = match
            self._with_artefacts.update(matches)
            if matches:
                yield f"{artefact.problem}: {_describe_matches(matches)}; {artefact.hint}"

    def _get_counterpart(self, text: CheckedText) -> CheckedText | None:
        """Return a text in the same language: the first reference or, for references, a system."""
        if text in self._references:
            return next(iter(self._systems.values()), None)
        return self._references[0] if self._references and text.name in self._systems else None

    def _report_copied_sources(self) -> Iterator[str]:
        references = self._references[0] if self._references else None
        for source in self._sources:
            for system in self._systems.values():
                pair = TextPair(system, source)
                if self._are_identical.get((system.name, source.name)) or not pair.is_comparable:
                    continue
                if match := find_copied_sources(pair, references):
                    yield f"{system.name} looks untranslated: {match} in {source.name}"

    def _report_pairs(self, unfit: set[str]) -> Iterator[str]:
        """Report texts that do not fit the first reference, which is compared line by line."""
        if not self._references or self._references[0].name in unfit:
            return
        reference = self._references[0]
        for text in [*self._systems.values(), *self._references[1:]]:
            pair = TextPair(text, reference)
            if text.name not in unfit and pair.is_comparable:
                yield from describe_mismatches(
                    pair,
                    self._lang,
                    is_output=text.name in self._systems,
                    check_affixes=text.name not in self._with_artefacts,
                )

    def _detect_in_texts(
        self, find: Callable[[SampledText], MatchCount | None]
    ) -> dict[str, MatchCount]:
        """Return the results of `find` by the name of the text, without texts that do not match."""
        results = ((text.name, text.detect(find)) for text in self._get_texts())
        return {name: match for name, match in results if match is not None}

    def _get_target_texts(self) -> list[CheckedText]:
        """Return the texts in the target language."""
        return [*self._systems.values(), *self._references]

    def _get_texts(self) -> list[CheckedText]:
        """Return the texts that metrics use."""
        sources = self._sources if self._are_sources_scored else []
        return [*self._systems.values(), *self._references, *sources]

    @property
    def _columns(self) -> list[CheckedText]:
        """The texts of the columns of `update`."""
        return [*self._references, *self._sources]


def _sample_quickly(text: CheckedText) -> list[str]:
    """Return few lines of a text, for the first check of its language."""
    lines = text.sample.lines
    return lines[:: ceil(len(lines) / _QUICK_LINES) or 1]


def _find_other_lines(
    comparison: "LanguageComparison", counterpart: CheckedText | None
) -> MatchCount | None:
    """Detect some lines in another language while the counterpart has hardly any."""
    from ..languages.identification import compare_languages

    n_other, n_lines = comparison.n_other_lines, comparison.n_lines
    if n_other < max(_MIN_OTHER_LINES, n_lines * _MIN_OTHER_SHARE):
        return None
    if counterpart is not None:
        other = compare_languages(_sample_quickly(counterpart), comparison.declared)
        if other is not None and other.n_other_lines > n_other * _MAX_COUNTERPART_SHARE:
            return None
    description = f"lines look like {comparison.language!r}, not {comparison.declared!r}"
    return MatchCount(n_other, n_lines, description)


def format_no_tagger_warning(lang: str) -> str:
    """Return the warning for a language without a tagger."""
    return (
        f"no tagger for {lang!r} is shipped: all words count as content words of one kind, numbers "
        f"as another; 'tesla languages {lang}' shows what is available, --analyzer selects another "
        "analyser"
    )


class CheckedMetric(Protocol):
    """The properties of a metric that input checks use."""

    @property
    def name(self) -> str: ...

    @property
    def against(self) -> str: ...

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
    reference_names: Sequence[str],
    *,
    source_names: Sequence[str] = (),
    are_sources_scored: bool = True,
    is_analysed: bool,
    min_segments: int = MIN_SEGMENTS,
) -> InputChecker:
    """Create the input checks for texts that are scored with these metrics.

    `reference_names` and `source_names` are the names of the reference sets and of the source
    texts. `is_analysed` means that the texts were tagged by another program.
    """
    return InputChecker(
        lang,
        reference_names,
        source_names=source_names,
        are_sources_scored=are_sources_scored,
        lacks_tagger=not is_analysed and any(metric.untagged for metric in metrics),
        splits_at_spaces=any(metric.cuts_at_spaces for metric in metrics),
        is_declared_untokenised=any(getattr(metric, "force", False) for metric in metrics),
        min_segments=min_segments,
    )


def check_input(
    metrics: Sequence[CheckedMetric],
    systems: Mapping[str, Sequence[Segment]],
    counterparts: Counterparts,
    checker: InputChecker | None = None,
) -> None:
    """Warn about suspicious system outputs, references and sources, with all their segments.

    If `checker` is None, it is created, and the texts are called "reference set 1" and so on.
    """
    columns = [*counterparts.references, *counterparts.sources]
    if checker is None:
        reference_names, source_names = (
            [f"{kind} set {index}" for index in range(1, len(texts) + 1)]
            for kind, texts in zip((REFERENCE, SOURCE), counterparts, strict=True)
        )
        first_output = next(iter(systems.values()))
        is_analysed = not isinstance(first_output[0], str)
        languages = (getattr(metric, "lang", "") for metric in metrics)
        lang = next(filter(None, languages), "")
        if len(first_output) < MIN_SEGMENTS:
            # The checks that need the language or the tags are skipped anyway.
            is_analysed, lang = True, ""
        checker = create_input_checker(
            metrics,
            lang,
            reference_names,
            source_names=source_names,
            are_sources_scored=any(metric.against == SOURCE for metric in metrics),
            is_analysed=is_analysed,
        )
    for system, hypotheses in systems.items():
        checker.update(system, hypotheses, columns)
    checker.issue_warnings()


def _describe_matches(matches: Mapping[str, MatchCount]) -> str:
    """Return the names of the texts that match, with the counts of the first text."""
    first_name, *other_names = matches
    return _join_names([f"{first_name} ({matches[first_name]})", *other_names])


def _join_names(names: Sequence[str]) -> str:
    if len(names) > _MAX_LISTED_NAMES:
        return f"{', '.join(names[:_MAX_LISTED_NAMES])} and {len(names) - _MAX_LISTED_NAMES} more"
    if len(names) > 1:
        return f"{', '.join(names[:-1])} and {names[-1]}"
    return "".join(names)
