"""`tesla discourse`: find the discourse relations of texts."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import ExitCode
from .options import Commands, add_command, add_max_line_option
from .output_options import add_colour_option, make_terminal_style, write_outputs
from .text_options import add_text_options, get_checked_texts, make_no_sentence_error, read_texts

if TYPE_CHECKING:
    from ...parsing.discourse.parser import DiscourseParser, Parsed
    from ...parsing.discourse.relation import Document
    from ...reporting.terminal import TerminalStyle

_FORMATS = ("text", "jsonl")

_EPILOG = """\
examples:
  tesla discourse "It rained. We stayed in because the roads were bad." -l en
  tesla discourse summary.txt -l en
  tesla discourse *.txt -l en -f jsonl > relations.jsonl
  tesla discourse summaries.txt -l en --lines
  tesla discourse parsed.mrg -l en --input trees

A file is one text: a line break ends a sentence, an empty line ends a paragraph. With --lines each
line is a separate text, as in 'tesla score'. Relations are those of the Penn Discourse Treebank:
Explicit (signalled by a connective), Implicit, EntRel (the next sentence continues about the same
entity) and NoRel. -f jsonl prints one text per line with its tokens and trees, in the form of
discourse treebanks (docs/discourse.md).

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "discourse", "find the discourse relations of texts", _EPILOG)
    parser.usage = "%(prog)s TEXT [TEXT ...] -l LANG [options]"
    add_text_options(parser)
    parser.add_argument(
        "--model",
        metavar="FILE",
        help="model of tools/make_discourse.py (default: the shipped one)",
    )
    parser.add_argument(
        "-f", "--format", choices=_FORMATS, default="text",
        help="text (default): spans are marked; jsonl: one record per text",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: stdout")
    add_colour_option(parser)
    add_max_line_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ...parsing.discourse.parser import load_discourse

    texts = get_checked_texts(args, "tesla discourse")
    parser = load_discourse(args.lang, args.model)
    terminal_style = make_terminal_style(args)
    with_titles = len(texts) > 1 or args.lines
    rendered_texts = (
        _render_text(args, name, with_titles, parser.read(document, name), terminal_style)
        for name, document in _read_documents(args, texts, parser)
    )
    write_outputs(rendered_texts, args.output)
    return ExitCode.DONE


def _read_documents(
    args: argparse.Namespace, texts: list[str], parser: "DiscourseParser"
) -> "Iterator[tuple[str, Document]]":
    """Yield each text as a document with its name."""
    for text in read_texts(args, texts):
        trees = text.trees
        document = parser.of_trees(trees) if trees else parser.document(text.text)
        if not document.sentences:
            raise make_no_sentence_error(text.name)
        yield text.name, document


def _render_text(
    args: argparse.Namespace,
    name: str,
    with_titles: bool,
    parsed: "Parsed",
    terminal_style: "TerminalStyle",
) -> str:
    """Return the output for one text; `with_titles` begins it with the name of the text."""
    if args.format == "jsonl":
        from ...parsing.discourse.relation_records import encode_record

        return json.dumps(encode_record(name, *parsed), ensure_ascii=False) + "\n"
    from ...reporting.annotations import render_discourse

    title = [terminal_style.paint(name, "1")] if with_titles else []
    return "".join(f"{line}\n" for line in [*title, *render_discourse(*parsed, terminal_style)])
