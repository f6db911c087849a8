"""Options that name and describe input files."""

import argparse
import re
import warnings
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import MissingResourceWarning, UsageError
from ...files.field_names import NOTHING, SOURCE
from ...files.testsets.formats import INPUT_FORMATS, PARQUET
from ...text.languages.codes import UNDETERMINED, parse_language
from .options import add_max_line_option, check_stdin_once
from .positionals import extend_list, looks_like_file

if TYPE_CHECKING:
    from ...files.testsets.testset import Testset
    from ...metrics.base import Metric
    from ...text.input_checks import InputChecker


def use_test_set(args: argparse.Namespace) -> None:
    """With -t, set -r to the references of the test set, and -l to its target language."""
    if args.test_set is None:
        return
    from ...files.testsets.sacrebleu_cache import find_testset

    if args.references:
        raise UsageError(f"-t {args.test_set} has its own references: leave -r out")
    test_set = find_testset(args.test_set, _parse_pair(args.lang or "", args.test_set))
    args.references = list(map(str, test_set.references))
    args.lang = _parse_target(test_set.pair)


def _parse_pair(lang: str, test_set: str) -> str:
    """Return the language pair of -l in the notation of sacreBLEU, such as en-de."""
    source, dash, target = lang.replace("_", "-").lower().partition("-")
    if not (source and dash and target):
        raise UsageError(f"-t {test_set} needs a language pair: give one, such as -l en-de")
    return f"{source}-{target}"


def _parse_target(pair: str) -> str:
    """Return the target language of a pair, or `UNDETERMINED` if the code is unknown.

    Texts in an undetermined language are analysed by their script.
    """
    target = pair.partition("-")[2]
    try:
        return parse_language(target)
    except UsageError:
        return UNDETERMINED


def add_input_options(parser: argparse.ArgumentParser, with_parquet: bool = False) -> None:
    """Add options that describe input files; `with_parquet` allows Parquet files."""
    group = parser.add_argument_group("what the files contain")
    group.add_argument(
        "--input", choices=(*INPUT_FORMATS, *([PARQUET] if with_parquet else [])),
        type=_parse_input_format,
        help="default: text, and .jsonl with fields of known names (files that look like a table "
        "or markup are refused without this option or --columns); conllu is already analysed",
    )  # fmt: skip
    group.add_argument(
        "--columns", action="append", default=[], metavar="NAME=COLUMN,…",
        help="columns of a table, by name or number from 1: hyp=, ref= (repeat each for several), "
        "src=, system=, doc=, id=",
    )  # fmt: skip
    group.add_argument(
        "--header", action=argparse.BooleanOptionalAction, default=None,
        help="whether a table has a header line; columns by name imply one, with columns by number "
        "it is required where unclear",
    )  # fmt: skip
    group.add_argument(
        "--systems", nargs="+", default=[], metavar="NAME", dest="only_systems",
        help="use only these systems of the files",
    )  # fmt: skip
    group.add_argument(
        "--refs", nargs="+", default=[], metavar="NAME", dest="only_references",
        help="use only these references of the files (A for translator A)",
    )  # fmt: skip
    add_max_line_option(group)


def open_testset(
    args: argparse.Namespace, paths: Sequence[str], metrics: "Sequence[Metric[Any]]"
) -> "Testset":
    """Open the files of systems, with the references or sources that the metrics need."""
    from ...files.inputs.counterparts import check_references_given, find_required_counterpart
    from ...files.testsets.aligned_columns import RequiredScript
    from ...files.testsets.read import read_testset
    from ...text.languages.scripts import describe_missing_letters, is_written_in

    check_stdin_once("tesla", [*paths, *get_source_files(args), *args.references])
    if args.input == "conllu" and getattr(args, "analyzer", None) is not None:
        raise UsageError(
            "--analyzer has no effect on --input conllu, which is already analysed: leave it out"
        )
    counterpart_kind = find_required_counterpart(metrics)
    metrics_text = " and ".join(
        metric.name for metric in metrics if metric.against == counterpart_kind
    )
    try:
        testset = read_testset(
            paths, args.references, kind=args.input, columns=args.columns, header=args.header,
            skip_empty=args.skip_empty_references,
            documents=any(metric.of_documents for metric in metrics), source=args.source,
            against=counterpart_kind, metrics=metrics_text,
        )  # fmt: skip
        testset.choose(args.only_systems, args.only_references)
    except UsageError:
        _refuse_reference_files(args.only_references)
        raise
    if counterpart_kind == NOTHING:
        testset.drop_references()
    check_references_given(metrics, bool(testset.reference_names))
    script_languages = [metric.required_script_language for metric in metrics]
    if script_language := next(filter(None, script_languages), ""):
        has_letter = partial(is_written_in, language=script_language)
        testset.require_script(
            RequiredScript(script_language, has_letter, describe_missing_letters(script_language))
        )
    return testset


def get_source_files(args: argparse.Namespace) -> list[str]:
    """Return a list with the file of -s, or an empty list without -s."""
    return [] if args.source is None else [args.source]


def _parse_input_format(word: str) -> str:
    """Return the format of --input; refuse a file, because --input of sacreBLEU takes files."""
    if looks_like_file(word):
        raise argparse.ArgumentTypeError(
            f"it is the format of the files ({', '.join(INPUT_FORMATS)}); put hypotheses such as "
            f"{word} "
            "before -r, without an option"
        )
    return word


def _refuse_reference_files(names: Sequence[str]) -> None:
    """Refuse files after --refs, which takes names of references; -r takes files."""
    if files := [name for name in names if Path(name).is_file()]:
        raise UsageError(
            f"--refs chooses references by their names, and {files[0]} is a file: give -r "
            f"{' '.join(files)}"
        )


def needs_sources(metrics: "Sequence[Metric[Any]]") -> bool:
    """Return whether one of the metrics compares with sources."""
    return any(metric.against == SOURCE for metric in metrics)


def reads_sources(args: argparse.Namespace, metrics: "Sequence[Metric[Any]]") -> bool:
    """Return whether to read sources: a metric or an HTML report uses them, or -s gives a file.

    The column of sources of a table may have gaps. It is not read only for the input checks.
    """
    uses_html = getattr(args, "html", None) is not None
    return needs_sources(metrics) or uses_html or args.source is not None


# Numbers and ranges that are separated by commas, such as 3,8-12.
_SEGMENT_NUMBERS = re.compile(r"\d{1,12}(-\d{1,12})?(,\d{1,12}(-\d{1,12})?)*", re.ASCII)


def add_segment_option(parser: argparse.ArgumentParser, files_attribute: str) -> None:
    """Add --segment; words after it that are not numbers are stored as files."""
    parser.add_argument(
        "--segment", "--segments", action=SegmentNumbers, files_attribute=files_attribute,
        default=[], dest="segment_ranges",
        help="segment of the files to explain, counted from 1; several: 3 8 or 3,8 or 3-8",
    )  # fmt: skip


class SegmentNumbers(argparse.Action):
    """Action of --segment N…: collect ranges of segment numbers, counted from 1.

    The ranges stay unexpanded, because the number of segments is not known yet. Words that are
    not numbers are added to the attribute `files_attribute` of the parsed arguments.
    """

    def __init__(self, *, files_attribute: str, **kwargs: Any) -> None:
        super().__init__(nargs="+", metavar="N", **kwargs)
        self._files_attribute = files_attribute

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        first, *others = values
        number_words = [first, *filter(_SEGMENT_NUMBERS.fullmatch, others)]
        files = [word for word in others if not _SEGMENT_NUMBERS.fullmatch(word)]
        range_texts = [text for word in number_words for text in word.split(",")]
        extend_list(namespace, self.dest, list(map(self._parse_range, range_texts)))
        extend_list(namespace, self._files_attribute, files)

    def _parse_range(self, text: str) -> range:
        start, _, end = text.partition("-")
        if not _SEGMENT_NUMBERS.fullmatch(text) or (end and int(end) < int(start)):
            raise argparse.ArgumentError(
                self, f"{text!r} is not a segment: give a number such as 3, or several, 3,8 or 3-8"
            )
        return range(int(start), int(end or start) + 1)


# Minimum number of segments for input checks. It is small, so that a trial run on a few lines shows
# the same warnings as a run on the complete files.
_MIN_CHECKED_SEGMENTS = 2


def open_input_checks(
    args: argparse.Namespace, metrics: "Sequence[Metric[Any]]", testset: "Testset"
) -> "InputChecker":
    """Create the input checks of a test set; tell them which files are identical."""
    from ...files.inputs.counterparts import find_used_counterparts
    from ...text.input_checks import create_input_checker

    uses_references, uses_sources = find_used_counterparts(metrics, bool(testset.source_name))
    input_checker = create_input_checker(
        metrics,
        args.lang or "",
        testset.reference_names if uses_references else [],
        source_names=[testset.source_name]
        if testset.source_name and reads_sources(args, metrics)
        else [],
        are_sources_scored=uses_sources,
        is_analysed=args.input == "conllu",
        min_segments=_MIN_CHECKED_SEGMENTS,
    )
    for system, reference in testset.same_files():
        input_checker.add_shared_file(system, reference)
    for first, second in testset.same_references():
        input_checker.add_shared_references(first, second)
    return input_checker


def warn_missing_tagger(
    metrics: "Sequence[Metric[Any]]", lang: str, warned_languages: set[str]
) -> None:
    """Warn that there is no tagger for a language, once per language.

    Languages with a warning are added to `warned_languages`.
    """
    from ...text.input_checks import format_no_tagger_warning

    if lang not in warned_languages and any(metric.untagged for metric in metrics):
        warned_languages.add(lang)
        warnings.warn(format_no_tagger_warning(lang), MissingResourceWarning, stacklevel=2)
