"""Options that several commands share, and the argparse types they need."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn, TypeAlias

from ..errors import UsageError
from ..files.limits import MAX_LINE
from ..files.lines import STDIN
from ..reports.table import FORMATS

Commands: TypeAlias = "argparse._SubParsersAction[Command]"
# How much of an option must be right: else what is meant is something else.
_NEAR_OPTION = 0.7
_SMOOTHINGS = ("exp", "floor", "add-k", "none")


class Command(argparse.ArgumentParser):
    """A command that says a slip in one line.

    Some options are added only when they are used: metrics declare them, and who gives none need
    not wait for these to be loaded. Where `files` names an attribute, words that stand between
    options, and all after --, are added to it. `hints` says what to do instead of options that it
    does not have, but others do.
    """

    files: str = ""
    hints: Mapping[str, str] = MappingProxyType({})

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._pending: list[tuple[Callable[[], None], bool]] = []

    def later(self, add: Callable[[], None], *, always: bool = False) -> None:
        """Adds options before help, and before a parse of words that may be among them (of any)."""
        self._pending.append((add, always))

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see '{self.prog} --help')")

    def _complete(self, *, all_of_them: bool = True) -> None:
        pending = [one for one in self._pending if all_of_them or one[1]]
        self._pending = [one for one in self._pending if one not in pending]
        for add, _ in pending:
            add()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        words, after = list(sys.argv[1:] if args is None else args), []
        if self.files and "--" in words:
            cut = words.index("--")
            words, after = words[:cut], words[cut + 1 :]
        self._complete(all_of_them=False)
        if not self._has(words):
            self._complete()
        self._warn_off(words)
        found, left = super().parse_known_args(words, namespace)
        self._refuse(left)
        if self.files:
            setattr(found, self.files, [*(getattr(found, self.files) or []), *left, *after])
        return found, []

    def _has(self, words: Sequence[str]) -> bool:
        """Whether all options among these are there, so that none need be added."""
        flags = (word.partition("=")[0] for word in words if word.startswith("-"))
        return all(flag in self._option_string_actions for flag in flags if flag != STDIN)

    def _warn_off(self, words: Sequence[str]) -> None:
        # Before argparse takes -sh for -s h.
        for flag in (word.partition("=")[0] for word in words):
            if flag in self.hints:
                raise UsageError(f"{self.prog} has no option {flag}: {self.hints[flag]}")

    def _refuse(self, left: Sequence[str]) -> None:
        """What is no option, and no file where there are files."""
        for word in left:
            if word.startswith("-") and word != STDIN:
                self.error(f"unknown option {word}" + self._near_option(word))
            if not self.files:
                self.error(f"{word!r} is one word too many")

    def _near_option(self, word: str) -> str:
        from difflib import get_close_matches  # for errors only

        # Without dashes, which would make short options look alike.
        own = {flag.lstrip("-"): flag for flag in self._option_string_actions}
        near = get_close_matches(word.partition("=")[0].lstrip("-"), own, 1, _NEAR_OPTION)
        return f": did you mean {own[near[0]]}?" if near else ""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        # argparse lists all choices; the nearest says more.
        choices = list(map(str, action.choices or ()))
        strange = bool(choices) and str(value) not in choices
        if strange and (near := did_you_mean(str(value), choices)):
            what = action.option_strings[-1] if action.option_strings else "command"
            self.error(f"unknown {what} {value!r}{near}")
        super()._check_value(action, value)

    def format_help(self) -> str:
        self._complete()
        return super().format_help()

    def format_usage(self) -> str:
        self._complete()
        return super().format_usage()


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """A question to end an error with, where something is near."""
    from difflib import get_close_matches

    near = get_close_matches(word, known, 1)
    return f": did you mean {near[0]}?" if near else ""


def add_command(commands: Commands, name: str, summary: str, epilog: str) -> Command:
    """A subcommand whose help ends in examples."""
    from .grammar import CommandHelp

    return commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=epilog,
        formatter_class=CommandHelp,
    )


def add_language(parser: argparse.ArgumentParser) -> None:
    """-l: a required choice, never a silent English."""
    parser.add_argument(
        "-l",
        "--lang",
        required=True,
        metavar="LANG",
        help="language of the texts, such as en; of a pair such as de-en it is the second",
    )


def add_systems(
    parser: Command, files: str, metavar: str, help: str = "a system's output; - is stdin"
) -> None:
    """Positional files, which may stand anywhere; that there are some is checked by the command."""
    systems = parser.add_argument(files, nargs="+", action="extend", metavar=metavar, help=help)
    systems.required = False  # argparse does not see those that follow -m
    parser.files = files


def show_usage(parser: Command, files: str) -> None:
    """What one types, in an order that works; argparse would put the files last."""
    parser.usage = f"%(prog)s {files} -r REF [REF ...] -l LANG [-m NAME [NAME ...]] [options]"


def add_scoring(parser: Command) -> None:
    """What `add_references` has; -l; -m, which `chosen_metrics` reads."""
    add_references(parser)
    add_metrics(parser)


def add_references(parser: Command) -> None:
    """-r, one file a reference set; -s; -t."""
    add_beside(parser)
    parser.add_argument(
        "-t", "--test-set", metavar="SET",
        help="references of a test set that sacreBLEU has downloaded, such as wmt22 with -l en-de "
        "(tesla sets lists them)",
    )  # fmt: skip
    parser.add_argument(
        "--skip-empty-references", action="store_true",
        help="an empty line of a second or later REF is no reference (default: an empty one)",
    )  # fmt: skip


def add_beside(parser: Command) -> None:
    """-r and -s: what candidates are held against."""
    parser.add_argument(
        "-r", "--ref", "--reference", "--references", nargs="+", action="extend", default=[],
        metavar="REF", dest="references", help="reference translation, or several: -r A B",
    )  # fmt: skip
    parser.add_argument(
        "-s", "--source", "--src", metavar="SRC", type=_source,
        help="what the outputs were made from, for metrics that compare with it (pem); -r does as "
        "well",
    )  # fmt: skip


def add_metrics(
    parser: Command,
    several: bool = True,
    default: bool | None = None,
    texts: bool = False,
    names: Sequence[str] = (),
) -> None:
    """-l and -m; where it is not `several`, one must be given unless there is a `default`.

    `texts`: what follows -m and is no metric may be any text, not only a file. `names`: those that
    the command can use (default: all).
    """
    from ..metrics.registry import DEFAULT, metric_names
    from .grammar import MetricNames

    parser.add_argument(
        "-l", "--lang", "--language-pair", metavar="LANG",
        help="language of the texts, such as en"
        + "; bleu, chrf, chrf++ and ter alone do without" * (not names),
    )  # fmt: skip
    default = several if default is None else default
    listed = ", ".join(
        name + " (default)" * (default and name == DEFAULT) for name in names or metric_names()
    )
    more = "or several: -m tesla-x bleu; " if several else ""
    parser.add_argument(
        "-m", "--metric", "--metrics", action=MetricNames, files=parser.files, several=several,
        dest="metrics", texts=texts,
        help=f"{listed}; {more}tesla-b wants --table, tesla-f and cremer --model, tesla-n the "
        "extra context and, but for en, --encoder; tesla-celab- has no dictionary",
    )  # fmt: skip


def _source(word: str) -> str:
    """sacreBLEU's -s is a smoothing."""
    if word in _SMOOTHINGS and not Path(word).exists():
        raise argparse.ArgumentTypeError(
            f"it names a file of sources; give --smooth-method {word} to smooth bleu"
        )
    return word


STRICT = "a warning is an error, and nothing is printed"


def add_work(parser: argparse.ArgumentParser, jobs: bool = True, usual: int | None = 1) -> None:
    """How the work is done and its result printed; without `jobs` it cannot be shared out.

    `usual`: how many there are by default; None: as many as there are processors (`jobs_of`).
    """
    parser.add_argument(
        "-f", "--format", choices=FORMATS, default="text", help="default: text; json has all digits"
    )
    if jobs:
        add_jobs(parser, usual=usual)
    else:
        add_care(parser)


def add_jobs(parser: argparse.ArgumentParser, strict: str = STRICT, usual: int | None = 1) -> None:
    """How the work is done, and what is said of it; `strict`: what --strict is."""
    parser.add_argument(
        "-j",
        "--jobs",
        type=int,
        default=usual,
        metavar="N",
        help="threads (processes without the native core"
        + "; default: a thread a processor, up to 4, for texts; 1 for tables and pages)"
        if usual is None
        else "threads (processes without the native core)",
    )
    add_care(parser, strict)


def add_care(parser: argparse.ArgumentParser, strict: str = STRICT) -> None:
    """What is said of the work; `strict`: what --strict is."""
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="no progress bar and no warnings"
    )
    parser.add_argument("--strict", action="store_true", help=strict)


def add_judgments(parser: argparse.ArgumentParser, references: bool = False) -> None:
    """Which of the judgments in the folders."""
    parser.add_argument(
        "--pairs", nargs="+", default=[], metavar="PAIR", help="these language pairs only"
    )
    if references:
        parser.add_argument(
            "--refs", nargs="+", default=[], metavar="NAME",
            help="these references only (A for ref.A)",
        )  # fmt: skip
    parser.add_argument(
        "--human", nargs="+", metavar="KIND",
        help="judgments of mt-metrics-eval to use, such as mqm or wmt-z"
        + "; human scores of files, such as relevance" * references,
    )  # fmt: skip
    parser.add_argument(
        "--skip-bad", action="store_true", help="leave bad lines out and count them"
    )
    add_max_line(parser)


def add_max_line(parser: argparse._ActionsContainer) -> None:
    """How long lines may be, for all commands that read text."""
    parser.add_argument(
        "--max-line", type=int, default=MAX_LINE, metavar="N",
        help=f"characters that a line or segment may have (default: {MAX_LINE})",
    )  # fmt: skip


def check_stdin_once(parser_prog: str, paths: Sequence[str]) -> None:
    """Standard input can be read once only."""
    if sum(path == STDIN for path in paths) > 1:
        raise UsageError(
            f"'-' (standard input) is given twice to {parser_prog}: name files instead"
        )
