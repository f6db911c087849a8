"""`tesla discourse`: what holds the sentences of a text together."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ExitCode
from .colours import add_colour, asked_paper
from .options import Commands, add_command, add_max_line
from .showing import put_each
from .texts import add_texts, asked_texts, read_texts, without_sentence

if TYPE_CHECKING:
    from ..discourse.document import Document
    from ..discourse.parser import DiscourseParser, Parsed
    from ..reports.terminal import Paper

_FORMATS = ("text", "jsonl")

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
    add_texts(parser)
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

    texts = asked_texts(args, "tesla discourse")
    parser = load_discourse(args.lang, args.model)
    paper = asked_paper(args)
    several = len(texts) > 1 or args.lines
    shown = (
        _shown(args, name, several, parser.read(document, name), paper)
        for name, document in _documents(args, texts, parser)
    )
    put_each(shown, args.output)
    return ExitCode.DONE


def _documents(
    args: argparse.Namespace, texts: list[str], parser: "DiscourseParser"
) -> "Iterator[tuple[str, Document]]":
    """Each with its name."""
    for given in read_texts(args, texts):
        trees = given.trees
        document = parser.of_trees(trees) if trees else parser.document(given.text)
        if not document.sentences:
            raise without_sentence(given.name)
        yield given.name, document


def _shown(
    args: argparse.Namespace, name: str, several: bool, parsed: "Parsed", paper: "Paper"
) -> str:
    if args.format == "jsonl":
        from ..discourse.records import encode_record

        return json.dumps(encode_record(name, *parsed), ensure_ascii=False) + "\n"
    from ..reports.discourse import render_discourse

    title = [paper.paint(name, "1")] if several else []
    return "".join(f"{line}\n" for line in [*title, *render_discourse(*parsed, paper)])
