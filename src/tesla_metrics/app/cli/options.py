"""Options that several commands share."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn, TypeAlias

from ...errors import UsageError
from ...files.lines import MAX_LINE, STDIN
from ...reporting.table import FORMATS

Commands: TypeAlias = "argparse._SubParsersAction[Command]"
# Minimum similarity of a known option to an unknown one for a suggestion.
_NEAR_OPTION = 0.7
_SMOOTHINGS = ("exp", "floor", "add-k", "none")


class Command(argparse.ArgumentParser):
    """Argument parser that reports a usage error in one line.

    Some options are added only when they are used: metrics declare them, and a command line
    without such options need not wait until the metrics are loaded. If `files` names an attribute,
    words between options and all words after -- are added to it. `hints` maps options of other
    commands and tools, which this command does not have, to what to use instead.
    """

    files: str = ""
    hints: Mapping[str, str] = MappingProxyType({})
    words: Sequence[str] = ()  # of the command line, once it is parsed

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._pending: list[tuple[Callable[[], None], bool]] = []

    def add_later(self, add: Callable[[], None], *, always: bool = False) -> None:
        """Call `add` before help is printed and before words with unknown options are parsed.

        With `always`, call it before any words are parsed.
        """
        self._pending.append((add, always))

    @property
    def shows_help(self) -> bool:
        """Whether the command line asks for help, which lists plugins as well."""
        return not {"-h", "--help"}.isdisjoint(self.words)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see '{self.prog} --help')")

    def _complete(self, *, include_all: bool = True) -> None:
        pending = [entry for entry in self._pending if include_all or entry[1]]
        self._pending = [entry for entry in self._pending if entry not in pending]
        for add, _ in pending:
            add()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        words, trailing = list(sys.argv[1:] if args is None else args), []
        if self.files and "--" in words:
            split = words.index("--")
            words, trailing = words[:split], words[split + 1 :]
        self.words = words
        self._complete(include_all=False)
        if not self._has_options_of(words):
            self._complete()
        self._check_hints(words)
        parsed, rest = super().parse_known_args(words, namespace)
        self._reject_unknown(rest)
        if self.files:
            setattr(parsed, self.files, [*(getattr(parsed, self.files) or []), *rest, *trailing])
        return parsed, []

    def _has_options_of(self, words: Sequence[str]) -> bool:
        """Return whether all options among these words are known, so that none need be added."""
        flags = (word.partition("=")[0] for word in words if word.startswith("-"))
        return all(flag in self._option_string_actions for flag in flags if flag != STDIN)

    def _check_hints(self, words: Sequence[str]) -> None:
        # Runs before argparse, which would read -sh as -s h.
        for flag in (word.partition("=")[0] for word in words):
            if flag in self.hints:
                raise UsageError(f"{self.prog} has no option {flag}: {self.hints[flag]}")

    def _reject_unknown(self, rest: Sequence[str]) -> None:
        """Raise a usage error for unknown options, and for words if the command takes no files."""
        for word in rest:
            if word.startswith("-") and word != STDIN:
                self.error(f"unknown option {word}" + self._near_option(word))
            if not self.files:
                self.error(f"unexpected argument {word!r}")

    def _near_option(self, word: str) -> str:
        from difflib import get_close_matches  # for errors only

        # Compare without dashes, which would make all short options similar.
        flags_by_name = {flag.lstrip("-"): flag for flag in self._option_string_actions}
        matches = get_close_matches(
            word.partition("=")[0].lstrip("-"), flags_by_name, 1, _NEAR_OPTION
        )
        return f": did you mean {flags_by_name[matches[0]]}?" if matches else ""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        # argparse lists all choices; the most similar one is more helpful.
        choices = list(map(str, action.choices or ()))
        is_unknown = bool(choices) and str(value) not in choices
        if is_unknown and (suggestion := did_you_mean(str(value), choices)):
            label = action.option_strings[-1] if action.option_strings else "command"
            self.error(f"unknown {label} {value!r}{suggestion}")
        super()._check_value(action, value)

    def format_help(self) -> str:
        self._complete()
        return super().format_help()

    def format_usage(self) -> str:
        self._complete()
        return super().format_usage()


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """Return ": did you mean NAME?" for an error message, or "" if no known name is similar."""
    from difflib import get_close_matches

    matches = get_close_matches(word, known, 1)
    return f": did you mean {matches[0]}?" if matches else ""


def add_command(commands: Commands, name: str, summary: str, epilog: str) -> Command:
    """Add a subcommand whose help ends with examples."""
    from .positionals import CommandHelp

    return commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=epilog,
        formatter_class=CommandHelp,
    )


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add -l as a required option: English is never assumed."""
    parser.add_argument(
        "-l",
        "--lang",
        required=True,
        metavar="LANG",
        help="language of the texts, such as en; of a pair such as de-en the second is used",
    )


def add_systems(
    parser: Command, files: str, metavar: str, help: str = "a system's output; - is stdin"
) -> None:
    """Add positional files, which may stand anywhere on the command line.

    The command itself checks that there is at least one.
    """
    action = parser.add_argument(files, nargs="+", action="extend", metavar=metavar, help=help)
    action.required = False  # argparse does not see those that follow -m
    parser.files = files


def set_usage(parser: Command, files: str) -> None:
    """Set a usage line in an order that works; argparse would put the files last."""
    parser.usage = f"%(prog)s {files} -r REF [REF ...] -l LANG [-m NAME [NAME ...]] [options]"


def add_references_and_metrics(parser: Command) -> None:
    """Add the options of `add_references`, -l, and -m, which `make_metrics` reads."""
    add_references(parser)
    add_metrics(parser)


def add_references(parser: Command) -> None:
    """Add -r (one file per reference set), -s, -t and --skip-empty-references."""
    add_counterparts(parser)
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


def add_counterparts(parser: Command) -> None:
    """Add -r and -s: the texts that candidates are compared with."""
    parser.add_argument(
        "-r", "--ref", "--reference", "--references", nargs="+", action="extend", default=[],
        metavar="REF", dest="references", help="reference translation; several: -r A B",
    )  # fmt: skip
    parser.add_argument(
        "-s", "--source", "--src", metavar="SRC", type=_source,
        help="texts that the outputs were made from, for metrics that compare with the source "
        "(pem); -r works as well",
    )  # fmt: skip


def add_metrics(
    parser: Command,
    several: bool = True,
    default: bool | None = None,
    texts: bool = False,
    names: Callable[[], Sequence[str]] | None = None,
) -> None:
    """Add -l and -m.

    several  whether -m takes several metrics
    default  whether -m may be left out (default: as `several`)
    texts    whether words after -m that are not metrics may be any text, not only files
    names    returns the loaded metrics that the command can use (default: all)
    """
    from ...metrics.registry import DEFAULT, load_plugins, loaded_names
    from .positionals import MetricNames

    parser.add_argument(
        "-l", "--lang", "--language-pair", metavar="LANG",
        help="language of the texts, such as en"
        + "; optional if all metrics are bleu, chrf, chrf++ or ter" * (not names),
    )  # fmt: skip
    default = several if default is None else default
    more = "several: -m tesla-x bleu; " if several else ""
    action = parser.add_argument(
        "-m", "--metric", "--metrics", action=MetricNames, files=parser.files, several=several,
        dest="metrics", texts=texts,
    )  # fmt: skip

    def add_help() -> None:
        if parser.shows_help:
            load_plugins()
        listed = ", ".join(
            name + " (default)" * (default and name == DEFAULT)
            for name in (names or loaded_names)()
        )
        action.help = (
            f"{listed}; {more}tesla-b needs --table, tesla-f and cremer need --model, tesla-n "
            "needs the extra context and, except for en, --encoder; tesla-celab- uses no dictionary"
        )

    parser.add_later(add_help)


def _source(word: str) -> str:
    """Return the file of -s; refuse a smoothing method, which -s of sacreBLEU takes."""
    if word in _SMOOTHINGS and not Path(word).exists():
        raise argparse.ArgumentTypeError(
            f"-s names a file of sources; give --smooth-method {word} to smooth bleu"
        )
    return word


STRICT = "treat warnings as errors, and print no result"


def add_output_and_jobs(
    parser: argparse.ArgumentParser, jobs: bool = True, default_jobs: int | None = 1
) -> None:
    """Add -f, -q, --strict and, with `jobs`, -j.

    `default_jobs` is the default of -j; None means one job per processor (see `jobs_of`).
    """
    parser.add_argument(
        "-f", "--format", choices=FORMATS, default="text", help="default: text; json has all digits"
    )
    if jobs:
        add_jobs(parser, default_jobs=default_jobs)
    else:
        add_warning_options(parser)


def add_jobs(
    parser: argparse.ArgumentParser, strict: str = STRICT, default_jobs: int | None = 1
) -> None:
    """Add -j, -q and --strict; `strict` is the help text of --strict."""
    parser.add_argument(
        "-j",
        "--jobs",
        type=int,
        default=default_jobs,
        metavar="N",
        help="threads (processes without the native core"
        + "; default: one per processor, up to 4, for texts; 1 for tables and HTML reports)"
        if default_jobs is None
        else "threads (processes without the native core)",
    )
    add_warning_options(parser, strict)


def add_warning_options(parser: argparse.ArgumentParser, strict: str = STRICT) -> None:
    """Add -q and --strict; `strict` is the help text of --strict."""
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="no progress bar and no warnings"
    )
    parser.add_argument("--strict", action="store_true", help=strict)


def add_judgments(parser: argparse.ArgumentParser, references: bool = False) -> None:
    """Add options that select judgments in the folders."""
    parser.add_argument(
        "--pairs", nargs="+", default=[], metavar="PAIR", help="use only these language pairs"
    )
    if references:
        parser.add_argument(
            "--refs", nargs="+", default=[], metavar="NAME",
            help="use only these references (A for ref.A)",
        )  # fmt: skip
    parser.add_argument(
        "--human", nargs="+", metavar="KIND",
        help="judgments of mt-metrics-eval to use, such as mqm or wmt-z"
        + "; for files: human scores to use, such as relevance" * references,
    )  # fmt: skip
    parser.add_argument(
        "--skip-bad", action="store_true", help="skip bad lines and report how many there are"
    )
    add_max_line(parser)


def add_max_line(parser: argparse._ActionsContainer) -> None:
    """Add --max-line, the length limit of lines, for all commands that read text."""
    parser.add_argument(
        "--max-line", type=int, default=MAX_LINE, metavar="N",
        help=f"maximum number of characters in a line or segment (default: {MAX_LINE})",
    )  # fmt: skip


def check_stdin_once(command: str, paths: Sequence[str]) -> None:
    """Check that standard input, which can be read only once, is named at most once."""
    if sum(path == STDIN for path in paths) > 1:
        raise UsageError(f"'-' (standard input) is given twice to {command}: name files instead")
