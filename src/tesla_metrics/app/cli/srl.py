"""`tesla srl`: label the semantic roles of verbs and nouns."""

import argparse
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import ExitCode
from ...files.lines import display_name
from .options import Commands, add_command, add_max_line
from .output_options import add_colour, terminal_style_from, write_outputs
from .text_options import CONLL09, add_texts, checked_texts, no_sentence_error, read_texts

if TYPE_CHECKING:
    from ...parsing.srl.frame import LabelledSentence
    from ...parsing.srl.labeler import RoleLabeler
    from ...reporting.terminal import TerminalStyle

_FORMATS = ("text", "jsonl", "conll")
_RECORDS, _CONLL = "jsonl", "conll"
# The value of --input for files that look like these formats.
_LOOKS = {"jsonl": _RECORDS, CONLL09: _CONLL}

_EPILOG = """\
examples:
  tesla srl "Its acquisition of the airline surprised the markets." -l en
  tesla srl report.txt -l en --nouns
  tesla srl *.txt -l en -f jsonl > frames.jsonl
  tesla srl parsed.mrg -l en --input trees -f conll
  tesla srl gold.jsonl -l en --input jsonl -f jsonl

The output has one line per predicate, with its arguments in brackets, labelled as in PropBank: ARG0
is the agent, ARG1 the patient, ARG2 and so on are further arguments of the predicate; ARGM-TMP is
the time, -LOC the place, -MNR the manner, -NEG a negation, -LVB the light verb of a noun (made a
decision). Nouns have the frames of their verbs: acquisition has that of acquire. C- continues a
role, R- refers to one.

-f jsonl is the format that 'tesla train srl' reads. The input may contain predicates, too (--input
jsonl, or conll for CoNLL-2009): then only these are labelled (docs/srl.md).

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "srl", "label the semantic roles of verbs and nouns", _EPILOG)
    parser.usage = "%(prog)s TEXT [TEXT ...] -l LANG [options]"
    add_texts(
        parser,
        ", jsonl (sentences with trees and predicates) or conll (CoNLL-2009, with predicates)",
        (_RECORDS, _CONLL),
    )
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--nouns", action="store_true", help="label only predicates that are nouns")
    kinds.add_argument("--verbs", action="store_true", help="label only predicates that are verbs")
    parser.add_argument(
        "--model", metavar="FILE", help="model of 'tesla train srl' (default: the shipped one)"
    )
    parser.add_argument(
        "-f", "--format", choices=_FORMATS, default="text",
        help="text (default): arguments in brackets; jsonl: one record per sentence; conll: the "
        "columns of CoNLL-2009",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: stdout")
    add_colour(parser)
    add_max_line(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ...parsing.srl.labeler import RoleLabeler

    texts = checked_texts(args, "tesla srl")
    labeler = RoleLabeler.load(args.model, args.lang)
    paper = terminal_style_from(args)
    labelled = _labelled(args, texts, labeler)
    if args.format == "text" and (len(texts) > 1 or args.lines):
        shown = _titled(labelled, paper)
    else:
        shown = (_shown(args.format, sentences, paper) for _, sentences in labelled)
    write_outputs(shown, args.output)
    return ExitCode.DONE


def _labelled(
    args: argparse.Namespace, texts: list[str], labeler: "RoleLabeler"
) -> "Iterator[tuple[str, list[LabelledSentence]]]":
    """Yield the name and the labelled sentences of each text; sentences of records one by one."""
    if args.input in (_RECORDS, _CONLL):
        for path in texts:
            empty = True
            for sentence in _read_labelled(args.input, path, labeler):
                empty = False
                yield display_name(path), [_chosen(args, labeler.relabel(sentence))]
            if empty:
                raise no_sentence_error(display_name(path))
        return
    for text in read_texts(args, texts, _LOOKS):
        name, trees = text.name, text.trees
        sentences = labeler.of_trees(trees, name) if trees else labeler.read(text.text, name)
        if not sentences:
            raise no_sentence_error(name)
        yield name, [_chosen(args, labelled) for labelled in sentences]


def _read_labelled(kind: str, path: str, labeler: "RoleLabeler") -> "Iterable[LabelledSentence]":
    if kind == _CONLL:
        from ...parsing.srl.conll2009 import read_conll

        return read_conll(path, labeler.trees)
    from ...parsing.srl.frame import read_frames

    return read_frames(path)


def _chosen(args: argparse.Namespace, labelled: "LabelledSentence") -> "LabelledSentence":
    if not (args.nouns or args.verbs):
        return labelled
    frames = (
        frame for frame in labelled.frames if (frame.is_noun if args.nouns else frame.is_verb)
    )
    return replace(labelled, frames=tuple(frames))


def _titled(
    labelled: "Iterable[tuple[str, list[LabelledSentence]]]", paper: "TerminalStyle"
) -> Iterator[str]:
    """Yield the output as text, with the name of each text as its title."""
    for name, group in groupby(labelled, key=lambda item: item[0]):
        yield f"{paper.paint(name, '1')}\n"
        yield from (_shown("text", sentences, paper) for _, sentences in group)


def _shown(format: str, sentences: "list[LabelledSentence]", paper: "TerminalStyle") -> str:
    if format == "jsonl":
        from ...parsing.srl.frame import encode_frames

        lines = (json.dumps(encode_frames(sentence), ensure_ascii=False) for sentence in sentences)
        return "".join(f"{line}\n" for line in lines)
    if format == "conll":
        from ...parsing.srl.conll2009 import write_conll

        return "".join(map(write_conll, sentences))
    from ...reporting.annotations import render_frames

    return "".join(f"{line}\n" for sentence in sentences for line in render_frames(sentence, paper))
