"""Options that several commands share, and the argparse types they need."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ..errors import UsageError
from ..files.lines import STDIN
from ..reports.table import FORMATS

if TYPE_CHECKING:
    from ..metrics.base import Metric

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_command(
    commands: Commands, name: str, summary: str, epilog: str
) -> argparse.ArgumentParser:
    """A subcommand whose help ends in examples."""
    return commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_language(parser: argparse.ArgumentParser) -> None:
    """-l: a required choice, never a silent English."""
    parser.add_argument(
        "-l", "--lang", required=True, metavar="LANG", help="language of the texts, such as en"
    )


def add_references(parser: argparse.ArgumentParser) -> None:
    """-r: one file a reference set."""
    parser.add_argument(
        "-r", "--reference", action="append", required=True, metavar="REF", dest="references",
        help="reference translation (again for several references)",
    )  # fmt: skip


def add_metrics(parser: argparse.ArgumentParser) -> None:
    """-m, which `chosen_metrics` reads together with `add_parameters`."""
    parser.add_argument(
        "-m", "--metric", action="append", metavar="NAME", dest="metrics",
        help="tesla-m (default), maxsim, bleu, chrf, chrf++, ter (again for several metrics)",
    )  # fmt: skip


def add_work(parser: argparse.ArgumentParser, conllu: bool = True) -> None:
    """How the work is done and its result printed."""
    parser.add_argument(
        "-f", "--format", choices=FORMATS, default="text", help="default: text; json has all digits"
    )
    parser.add_argument(
        "-j",
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="threads (processes without the native core)",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress bar")
    if not conllu:
        return
    parser.add_argument(
        "--input", choices=("text", "conllu"), default="text",
        help="conllu: analysed text, which is not analysed again",
    )  # fmt: skip


def add_parameters(parser: argparse.ArgumentParser) -> None:
    """Analysis and parameters of our metrics."""
    analysis = parser.add_argument_group("analysis")
    add_analysis(analysis)
    add_tags(analysis)
    metric = parser.add_argument_group("parameters of tesla-m and maxsim")
    metric.add_argument("--order", type=int, default=3, metavar="N", help="longest n-grams (3)")
    metric.add_argument(
        "--alpha", type=float, default=0.8, metavar="A", help="weight of recall (0.8)"
    )
    metric.add_argument(
        "--discount", type=float, default=0.1, metavar="D",
        help="factor for each function word, tesla-m only (0.1)",
    )  # fmt: skip
    metric.add_argument(
        "--multi", choices=("mean", "max"), default="mean", help="over several references (mean)"
    )


def chosen_metrics(args: argparse.Namespace) -> "list[Metric]":
    """The metrics asked for, each once, with their parameters."""
    from ..metrics.registry import DEFAULT, make_metric

    parameters = {
        key: getattr(args, key) for key in ("tags", "order", "alpha", "discount", "multi")
    }
    options = analysis_options(args) | parameters
    return [make_metric(name, **options) for name in dict.fromkeys(args.metrics or [DEFAULT])]


def add_analysis(parser: argparse._ActionsContainer) -> None:
    """How texts are analysed."""
    parser.add_argument(
        "--analyzer",
        default="builtin",
        metavar="NAME",
        help="builtin (default), builtin:FILE.tagger, spacy:PIPELINE or stanza:LANG",
    )
    parser.add_argument(
        "--synonyms",
        default="auto",
        metavar="WHAT",
        help="auto (default: WordNet for en, else a MyThes thesaurus found on the system), none, "
        "wordnet, mythes, or a FILE (tab-separated synonyms, MyThes, Cilin, or compiled)",
    )
    parser.add_argument(
        "--compounds",
        default="auto",
        metavar="WHAT",
        help="auto (default: German compounds are split), none, or a FILE of counts",
    )


def add_tags(parser: argparse._ActionsContainer) -> None:
    """Which parts of speech count, and with them which closed classes."""
    parser.add_argument(
        "--tags",
        choices=("auto", "upos", "xpos"),
        default="auto",
        help="parts of speech to compare (default: Penn tags for built-in English, else upos)",
    )


def analysis_options(args: argparse.Namespace) -> dict[str, Any]:
    """What `add_analysis` and `add_language` gathered, by the names that metrics use."""
    return {key: getattr(args, key) for key in ("lang", "analyzer", "synonyms", "compounds")}


def check_stdin_once(parser_prog: str, paths: Sequence[str]) -> None:
    """Standard input can be read once only."""
    if sum(path == STDIN for path in paths) > 1:
        raise UsageError(
            f"'-' (standard input) is given twice to {parser_prog}: name files instead"
        )
