"""`tesla srl`: who did what to whom."""

import argparse
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ExitCode
from ..files.lines import display_name
from .colours import add_colour, asked_paper
from .options import Commands, add_command, add_max_line
from .showing import put_each
from .texts import CONLL09, add_texts, asked_texts, read_texts, without_sentence

if TYPE_CHECKING:
    from ..reports.terminal import Paper
    from ..srl.labeler import RoleLabeler
    from ..srl.records import LabelledSentence

_FORMATS = ("text", "jsonl", "conll")
_RECORDS, _CONLL = "jsonl", "conll"
# What files may hold that look like these.
_LOOKS = {"jsonl": _RECORDS, CONLL09: _CONLL}

_EPILOG = """\
examples:
  tesla srl "Its acquisition of the airline surprised the markets." -l en
  tesla srl report.txt -l en --nouns
  tesla srl *.txt -l en -f jsonl > frames.jsonl
  tesla srl parsed.mrg -l en --input trees -f conll
  tesla srl gold.jsonl -l en --input jsonl -f jsonl

A line a predicate, with what fills its roles in brackets, as PropBank names them: ARG0 is who does
it, ARG1 what it is done to, ARG2 and so on what else the predicate needs; ARGM-TMP is when, -LOC
where, -MNR how, -NEG not, -LVB the verb that a noun leans on (made a decision). Nouns have the
frames of their verbs: acquisition that of acquire. C- goes on with a role, R- refers to one.

-f jsonl is what 'tesla train srl' reads. Its predicates may be given, too (--input jsonl, or conll
for CoNLL-2009): these are labelled, and no others (docs/srl.md).

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "srl", "find who did what to whom, by verbs and nouns", _EPILOG)
    parser.usage = "%(prog)s TEXT [TEXT ...] -l LANG [options]"
    add_texts(
        parser,
        ", jsonl (sentences with trees and predicates) or conll (CoNLL-2009, with predicates)",
        (_RECORDS, _CONLL),
    )
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--nouns", action="store_true", help="predicates that are nouns, no others")
    kinds.add_argument("--verbs", action="store_true", help="predicates that are verbs, no others")
    parser.add_argument(
        "--model", metavar="FILE", help="made by 'tesla train srl' (default: the shipped one)"
    )
    parser.add_argument(
        "-f", "--format", choices=_FORMATS, default="text",
        help="default: text, roles in brackets; jsonl: a record a sentence; conll: the columns of "
        "CoNLL-2009",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: stdout")
    add_colour(parser)
    add_max_line(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ..srl.labeler import RoleLabeler

    texts = asked_texts(args, "tesla srl")
    labeler = RoleLabeler.load(args.model, args.lang)
    paper = asked_paper(args)
    found = _labelled(args, texts, labeler)
    if args.format == "text" and (len(texts) > 1 or args.lines):
        shown = _titled(found, paper)
    else:
        shown = (_shown(args.format, own, paper) for _, own in found)
    put_each(shown, args.output)
    return ExitCode.DONE


def _labelled(
    args: argparse.Namespace, texts: list[str], labeler: "RoleLabeler"
) -> "Iterator[tuple[str, list[LabelledSentence]]]":
    """The sentences of each text, with its name; those of records one by one."""
    if args.input in (_RECORDS, _CONLL):
        for path in texts:
            empty = True
            for given in _given(args.input, path, labeler):
                empty = False
                yield display_name(path), [_chosen(args, labeler.relabel(given))]
            if empty:
                raise without_sentence(display_name(path))
        return
    for given_text in read_texts(args, texts, _LOOKS):
        name, trees = given_text.name, given_text.trees
        found = labeler.of_trees(trees, name) if trees else labeler.read(given_text.text, name)
        if not found:
            raise without_sentence(name)
        yield name, [_chosen(args, one) for one in found]


def _given(kind: str, path: str, labeler: "RoleLabeler") -> "Iterable[LabelledSentence]":
    if kind == _CONLL:
        from ..srl.conll import read_conll

        return read_conll(path, labeler.trees)
    from ..srl.records import read_frames

    return read_frames(path)


def _chosen(args: argparse.Namespace, labelled: "LabelledSentence") -> "LabelledSentence":
    if not (args.nouns or args.verbs):
        return labelled
    frames = (one for one in labelled.frames if (one.is_noun if args.nouns else one.is_verb))
    return replace(labelled, frames=tuple(frames))


def _titled(found: "Iterable[tuple[str, list[LabelledSentence]]]", paper: "Paper") -> Iterator[str]:
    """Drawn, each text under its name."""
    for name, own in groupby(found, key=lambda one: one[0]):
        yield f"{paper.paint(name, '1')}\n"
        yield from (_shown("text", sentences, paper) for _, sentences in own)


def _shown(format: str, found: "list[LabelledSentence]", paper: "Paper") -> str:
    if format == "jsonl":
        from ..srl.records import encode_frames

        lines = (json.dumps(encode_frames(one), ensure_ascii=False) for one in found)
        return "".join(f"{line}\n" for line in lines)
    if format == "conll":
        from ..srl.conll import write_conll

        return "".join(map(write_conll, found))
    from ..reports.srl import render_frames

    return "".join(f"{line}\n" for one in found for line in render_frames(one, paper))
