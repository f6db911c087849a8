"""The argument parser of commands, and options that several commands share."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn, TypeAlias

from ...errors import UsageError
from ...files.lines import MAX_LINE_LENGTH, STDIN
from ...reporting.table import FORMATS

# The object of argparse that subcommands are added to.
Commands: TypeAlias = "argparse._SubParsersAction[Command]"
# An unknown option is corrected to a known one with at least this similarity (difflib, 0 to 1).
_MIN_OPTION_SIMILARITY = 0.7
_SACREBLEU_SMOOTHING_METHODS = ("exp", "floor", "add-k", "none")


class Command(argparse.ArgumentParser):
    """Argument parser that reports a usage error in one line.

    Options of metrics are added only when they are used (`add_later`), so that a command line
    without them does not have to wait until the metrics are loaded.

    files   attribute of the parsed arguments that gets the words between options and all words
            after --; "" if the command takes no files
    hints   for options of other commands and tools, which this command does not have: the text
            that tells users which option to use instead
    """

    files_attribute: str = ""
    hints_by_option: Mapping[str, str] = MappingProxyType({})
    words: Sequence[str] = ()  # of the command line, once it is parsed

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Functions that add options, each with `always` (see `add_later`).
        self._pending: list[tuple[Callable[[], None], bool]] = []

    def add_later(self, add: Callable[[], None], *, always: bool = False) -> None:
        """Register a function that adds options when they are needed.

        It is called before help is printed, and before a command line with unknown options is
        parsed; with `always`, before any command line is parsed.
        """
        self._pending.append((add, always))

    @property
    def shows_help(self) -> bool:
        """Whether the command line asks for help, which lists plugins as well."""
        return not {"-h", "--help"}.isdisjoint(self.words)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see '{self.prog} --help')")

    def _add_pending_options(self, *, include_all: bool = True) -> None:
        """Call the registered functions: all, or only those with `always`."""
        due_entries = [(add, always) for add, always in self._pending if include_all or always]
        self._pending = [entry for entry in self._pending if entry not in due_entries]
        for add, _ in due_entries:
            add()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        words, trailing_files = list(sys.argv[1:] if args is None else args), []
        if self.files_attribute and "--" in words:
            separator_index = words.index("--")
            words, trailing_files = words[:separator_index], words[separator_index + 1 :]
        self.words = words
        self._add_pending_options(include_all=False)
        if not self._has_all_options(words):
            self._add_pending_options()
        self._check_hints(words)
        parsed, unparsed_words = super().parse_known_args(words, namespace)
        self._reject_unknown(unparsed_words)
        if self.files_attribute:
            positional_files = getattr(parsed, self.files_attribute) or []
            setattr(
                parsed, self.files_attribute, [*positional_files, *unparsed_words, *trailing_files]
            )
        return parsed, []

    def _has_all_options(self, words: Sequence[str]) -> bool:
        """Return whether all options among these words have been added already."""
        flags = (word.partition("=")[0] for word in words if word.startswith("-"))
        return all(flag in self._option_string_actions for flag in flags if flag != STDIN)

    def _check_hints(self, words: Sequence[str]) -> None:
        """Raise a usage error with a hint if the words contain an option of another tool.

        This runs before argparse parses the words, because argparse would read -sh as -s h.
        """
        for flag in (word.partition("=")[0] for word in words):
            if flag in self.hints_by_option:
                raise UsageError(f"{self.prog} has no option {flag}: {self.hints_by_option[flag]}")

    def _reject_unknown(self, unparsed_words: Sequence[str]) -> None:
        """Raise a usage error for an unknown option, or for any word if there can be no files."""
        for word in unparsed_words:
            if word.startswith("-") and word != STDIN:
                self.error(f"unknown option {word}" + self._suggest_option(word))
            if not self.files_attribute:
                self.error(f"unexpected argument {word!r}")

    def _suggest_option(self, word: str) -> str:
        """Return ": did you mean --FLAG?" for an error message, or "" if no option is similar."""
        from difflib import get_close_matches  # imported only for errors

        # Compare without dashes, which would make all short options similar.
        flags_by_name = {flag.lstrip("-"): flag for flag in self._option_string_actions}
        matches = get_close_matches(
            word.partition("=")[0].lstrip("-"), flags_by_name, 1, _MIN_OPTION_SIMILARITY
        )
        return f": did you mean {flags_by_name[matches[0]]}?" if matches else ""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        # The message of argparse lists all choices; name the most similar one instead.
        choices = list(map(str, action.choices or ()))
        is_unknown = bool(choices) and str(value) not in choices
        if is_unknown and (suggestion := suggest_name(str(value), choices)):
            label = action.option_strings[-1] if action.option_strings else "command"
            self.error(f"unknown {label} {value!r}{suggestion}")
        super()._check_value(action, value)

    def format_help(self) -> str:
        self._add_pending_options()
        return super().format_help()

    def format_usage(self) -> str:
        self._add_pending_options()
        return super().format_usage()


def suggest_name(word: str, known_names: Sequence[str]) -> str:
    """Return ": did you mean NAME?" for an error message, or "" if no known name is similar."""
    from difflib import get_close_matches

    matches = get_close_matches(word, known_names, 1)
    return f": did you mean {matches[0]}?" if matches else ""


def add_command(commands: Commands, name: str, summary: str, epilog: str) -> Command:
    """Add a subcommand; `summary` begins in lower case, `epilog` is printed below the options."""
    from .positionals import CommandHelp

    return commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=epilog,
        formatter_class=CommandHelp,
    )


def add_language_option(parser: argparse.ArgumentParser) -> None:
    """Add -l as a required option; there is no default language."""
    parser.add_argument(
        "-l",
        "--lang",
        required=True,
        metavar="LANG",
        help="language of the texts, such as en; of a pair such as de-en the second is used",
    )


def add_positional_files(
    parser: Command, files_attribute: str, metavar: str, help: str = "a system's output; - is stdin"
) -> None:
    """Add positional files, which may stand anywhere on the command line.

    `files_attribute` is the attribute that they are stored in. The command checks that there is at
    least one file.
    """
    action = parser.add_argument(
        files_attribute, nargs="+", action="extend", metavar=metavar, help=help
    )
    action.required = False  # argparse does not count files that follow -m NAME
    parser.files_attribute = files_attribute


def set_usage_with_files(parser: Command, files_usage: str) -> None:
    """Set a usage line that begins with the files; argparse would put them last, after -r REF.

    `files_usage` is the notation of the files, such as HYP [HYP ...].
    """
    parser.usage = f"%(prog)s {files_usage} -r REF [REF ...] -l LANG [-m NAME [NAME ...]] [options]"


def add_reference_and_metric_options(parser: Command) -> None:
    """Add the options of `add_reference_options` and `add_metric_choice`."""
    add_reference_options(parser)
    add_metric_choice(parser)


def add_reference_options(parser: Command) -> None:
    """Add -r (one file per reference set), -s, -t and --skip-empty-references."""
    add_counterpart_options(parser)
    parser.add_argument(
        "-t", "--test-set", metavar="SET",
        help="references of a test set that sacreBLEU has downloaded, such as wmt22 with -l en-de "
        "(tesla sets lists them)",
    )  # fmt: skip
    parser.add_argument(
        "--skip-empty-references", action="store_true",
        help="an empty line in the second or a later REF means that there is no reference "
        "(default: the reference is empty)",
    )  # fmt: skip


def add_counterpart_options(parser: Command) -> None:
    """Add -r and -s: the texts that candidates are compared with."""
    parser.add_argument(
        "-r", "--ref", "--reference", "--references", nargs="+", action="extend", default=[],
        metavar="REF", dest="references", help="reference translation; several: -r A B",
    )  # fmt: skip
    parser.add_argument(
        "-s", "--source", "--src", metavar="SRC", type=_parse_source,
        help="texts that the outputs were made from, for metrics that compare with the source "
        "(pem); -r works as well",
    )  # fmt: skip


def add_metric_choice(
    parser: Command,
    allows_several: bool = True,
    has_default: bool | None = None,
    allows_texts: bool = False,
    get_metric_choices: Callable[[], Sequence[str]] | None = None,
) -> None:
    """Add -l and -m.

    allows_several      whether help describes -m with several metrics; the command checks the count
    has_default         whether -m may be left out; None means the same as `allows_several`
    allows_texts        whether words after -m that are not metrics may be any text, not only files
    get_metric_choices  returns the loaded metrics that the command can use; None means all
    """
    from ...metrics.registry import DEFAULT_METRIC, get_loaded_names, load_plugins
    from .positionals import MetricNames

    optional_help = "; optional if all metrics are bleu, chrf, chrf++ or ter"
    parser.add_argument(
        "-l", "--lang", "--language-pair", metavar="LANG",
        help=f"language of the texts, such as en{'' if get_metric_choices else optional_help}",
    )  # fmt: skip
    default_name = DEFAULT_METRIC if has_default or (has_default is None and allows_several) else ""
    several_help = "several: -m tesla-x bleu; " if allows_several else ""
    action = parser.add_argument(
        "-m", "--metric", "--metrics", action=MetricNames, files_attribute=parser.files_attribute,
        shows_several=allows_several, dest="metrics", allows_texts=allows_texts,
    )  # fmt: skip

    def add_help() -> None:
        if parser.shows_help:
            load_plugins()
        metrics_help = ", ".join(
            f"{name} (default)" if name == default_name else name
            for name in (get_metric_choices or get_loaded_names)()
        )
        action.help = (
            f"{metrics_help}; {several_help}tesla-b needs --table, tesla-f and cremer need "
            "--model, tesla-n needs the extra context and, except for en, --encoder; tesla-celab- "
            "uses no dictionary"
        )

    parser.add_later(add_help)


def _parse_source(word: str) -> str:
    """Return the file of -s; refuse a smoothing method, because -s of sacreBLEU means smoothing."""
    if word in _SACREBLEU_SMOOTHING_METHODS and not Path(word).exists():
        raise argparse.ArgumentTypeError(
            f"-s names a file of sources; give --smooth-method {word} to smooth bleu"
        )
    return word


_STRICT_HELP = "treat warnings as errors, and print no result"


def add_format_and_jobs(
    parser: argparse.ArgumentParser, with_jobs: bool = True, default_jobs: int | None = 1
) -> None:
    """Add -f, -q, --strict and, if `with_jobs`, -j.

    `default_jobs` is the default of -j; None means that `get_job_count` chooses a number.
    """
    parser.add_argument(
        "-f", "--format", choices=FORMATS, default="text", help="default: text; json has all digits"
    )
    if with_jobs:
        add_jobs_option(parser, default_jobs=default_jobs)
    else:
        add_warning_options(parser)


def add_jobs_option(
    parser: argparse.ArgumentParser, strict_help: str = _STRICT_HELP, default_jobs: int | None = 1
) -> None:
    """Add -j, -q and --strict; `strict_help` is the help text of --strict."""
    default_help = (
        "; default: one per processor, up to 4, for texts; 1 for tables and HTML reports"
        if default_jobs is None
        else ""
    )
    parser.add_argument(
        "-j",
        "--jobs",
        type=int,
        default=default_jobs,
        metavar="N",
        help=f"threads (processes without the native core{default_help})",
    )
    add_warning_options(parser, strict_help)


def add_warning_options(parser: argparse.ArgumentParser, strict_help: str = _STRICT_HELP) -> None:
    """Add -q and --strict; `strict_help` is the help text of --strict."""
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="no progress bar and no warnings"
    )
    parser.add_argument("--strict", action="store_true", help=strict_help)


def add_judgment_options(parser: argparse.ArgumentParser, with_references: bool = False) -> None:
    """Add options that select human judgments; `with_references` adds --refs."""
    parser.add_argument(
        "--pairs", nargs="+", default=[], metavar="PAIR", help="use only these language pairs"
    )
    if with_references:
        parser.add_argument(
            "--refs", nargs="+", default=[], metavar="NAME",
            help="use only these references (A for ref.A)",
        )  # fmt: skip
    human_help = "judgments of mt-metrics-eval to use, such as mqm or wmt-z"
    if with_references:
        human_help += "; for files: human scores to use, such as relevance"
    parser.add_argument("--human", nargs="+", metavar="KIND", help=human_help)
    parser.add_argument(
        "--skip-bad", action="store_true", help="skip bad lines and report how many there are"
    )
    add_max_line_option(parser)


def add_max_line_option(parser: argparse._ActionsContainer) -> None:
    """Add --max-line, the maximum length of lines, for a command that reads text."""
    parser.add_argument(
        "--max-line", type=int, default=MAX_LINE_LENGTH, metavar="N",
        help=f"maximum number of characters in a line or segment (default: {MAX_LINE_LENGTH})",
    )  # fmt: skip


def check_stdin_once(command: str, paths: Sequence[str]) -> None:
    """Check that standard input, which can be read only once, is named at most once."""
    if sum(path == STDIN for path in paths) > 1:
        raise UsageError(f"'-' (standard input) is given twice to {command}: name files instead")
