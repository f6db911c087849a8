"""`tesla discourse`: what holds the sentences of a text together."""

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ExitCode, InputError, UsageError
from ..files.lines import STDIN, display_name, iterate_lines
from .colours import add_colour, asked_paper
from .options import (
    Commands,
    add_command,
    add_language,
    add_max_line,
    add_systems,
    check_stdin_once,
)
from .showing import put

if TYPE_CHECKING:
    from ..discourse.document import Document
    from ..discourse.parser import DiscourseParser, Parsed
    from ..reports.terminal import Paper

_FORMATS = ("text", "jsonl")
_INPUTS = ("text", "conllu", "trees")

# Ends as files of texts and trees do, and has no mark that ends a sentence before that.
_LIKE_A_FILE = re.compile(
    r"(?:(?![.!?…]\s)[^\n])*\.(?:txt|text|md|mrg|ptb|trees?|conllu?|jsonl?)(?:\.gz)?", re.IGNORECASE
)

_EPILOG = """\
examples:
  tesla discourse "It rained. We stayed in because the roads were bad." -l en
  tesla discourse summary.txt -l en
  tesla discourse *.txt -l en -f jsonl > relations.jsonl
  tesla discourse summaries.txt -l en --lines
  tesla discourse parsed.mrg -l en --input trees

A file is one text here: lines end sentences, empty lines paragraphs. To 'tesla score' each line is
a text of its own; with --lines it is here, too. Relations are those of the Penn Discourse Treebank:
Explicit (a connective says it), Implicit, EntRel (the next sentence tells more of the same thing)
and NoRel. -f jsonl prints a text a line with its tokens and trees, as discourse treebanks have it
(docs/discourse.md).

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "discourse", "find the discourse relations of texts", _EPILOG)
    parser.usage = "%(prog)s TEXT [TEXT ...] -l LANG [options]"
    add_systems(parser, "texts", "TEXT", "a file, or a text in quotes; - (default) is stdin")
    add_language(parser)
    parser.add_argument(
        "--input", choices=_INPUTS,
        help="what the files hold: text (default; what looks like a table or markup is refused "
        "until this says so), conllu (analysed, with Penn's tags as XPOS) or trees (in brackets, "
        "with Penn's tags)",
    )  # fmt: skip
    parser.add_argument(
        "--lines", action="store_true",
        help="each line of a file is a text of its own, as 'tesla score' has it",
    )  # fmt: skip
    parser.add_argument(
        "--model", metavar="FILE", help="made by tools/make_discourse.py (default: the shipped one)"
    )
    parser.add_argument(
        "-f", "--format", choices=_FORMATS, default="text",
        help="default: text, spans marked; jsonl: a record a text",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: stdout")
    add_colour(parser)
    add_max_line(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ..discourse.parser import load_discourse
    from ..files.distinct import check_not_read

    if args.lines and args.input not in (None, "text"):
        raise UsageError(f"--lines is for text, not for {args.input}: leave it out")
    texts = args.texts or [STDIN]
    check_stdin_once("tesla discourse", texts)
    if args.output is not None:
        check_not_read(args.output, texts)
    parser = load_discourse(args.lang, args.model)
    paper = asked_paper(args)
    several = len(texts) > 1 or args.lines
    shown = (
        _shown(args, name, several, parser.read(document, name), paper)
        for name, document in _documents(args, texts, parser)
    )
    if args.output is not None:
        put("".join(shown), args.output)
    else:
        for text in shown:  # as soon as it is there
            put(text, None)
    return ExitCode.DONE


def _documents(
    args: argparse.Namespace, texts: list[str], parser: "DiscourseParser"
) -> "Iterator[tuple[str, Document]]":
    """Each with its name."""
    for name, document in _named(args, texts, parser):
        if not document.sentences:
            raise InputError(f"{name} has no sentence: give a text with a word at least")
        yield name, document


def _named(
    args: argparse.Namespace, texts: list[str], parser: "DiscourseParser"
) -> "Iterator[tuple[str, Document]]":
    for number, text in enumerate(texts, 1):
        if args.input in ("conllu", "trees"):
            yield display_name(text), _analysed(args.input, text, parser)
        elif _is_sentence(text):
            yield f"text {number}", parser.document(_decoded(text, number))
        else:
            for name, own in _of_file(args, text):
                yield name, parser.document(own)


def _is_sentence(text: str) -> bool:
    """Whether it is no file: words stand between spaces, and no file has the name.

    What only looks like the name of a file (`my summary.txt`) is one that is missing.
    """
    if not text.strip():
        return True
    if len(text.split()) < 2 or _LIKE_A_FILE.fullmatch(text):
        return False
    try:
        return not Path(text).exists()
    except (OSError, ValueError):  # too long for a name, or with something that no name has
        return True


def _decoded(text: str, number: int) -> str:
    if any("\ud800" <= one <= "\udfff" for one in text):
        raise InputError(f"text {number} is not UTF-8: set the terminal to it, or give a file")
    return text


def _of_file(args: argparse.Namespace, path: str) -> Iterator[tuple[str, str]]:
    """The text of a file, or those of its lines, each with its name."""
    from ..files.given import give
    from ..testsets.kinds import CALLED
    from ..testsets.looks import looks_like

    (file,) = give([path])
    if args.input is None and (looks := looks_like(file)) != "text":
        mend = "--input conllu" if looks == "conllu" else "a file with the text alone"
        raise InputError(
            f"{file.name} looks like {CALLED[looks]}: give {mend}, or --input text to take it as "
            "it is"
        )
    if args.lines:
        for number, line in enumerate(file.lines(), 1):
            yield f"{file.name}, line {number}", line
    else:
        yield file.name, "\n".join(file.lines())


def _analysed(kind: str, path: str, parser: "DiscourseParser") -> "Document":
    if kind == "trees":
        from ..syntax.given import read_trees

        return parser.of_trees(read_trees(path))
    from ..analysis.conllu import read_conllu

    return parser.document(read_conllu(iterate_lines(path), display_name(path)))


def _shown(
    args: argparse.Namespace, name: str, several: bool, parsed: "Parsed", paper: "Paper"
) -> str:
    if args.format == "jsonl":
        from ..discourse.records import encode_record

        return json.dumps(encode_record(name, *parsed), ensure_ascii=False) + "\n"
    from ..reports.discourse import render_discourse

    title = [paper.paint(name, "1")] if several else []
    return "".join(f"{line}\n" for line in [*title, *render_discourse(*parsed, paper)])
