"""`tesla srl`: label the semantic roles of verbs and nouns."""

import argparse
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import ExitCode
from ...files.lines import get_display_name
from .options import Commands, add_command, add_max_line_option
from .output_options import add_colour_option, make_terminal_style, write_outputs
from .text_options import (
    CONLL09,
    add_text_options,
    get_checked_texts,
    make_no_sentence_error,
    read_texts,
)

if TYPE_CHECKING:
    from ...parsing.srl.frame import LabelledSentence
    from ...parsing.srl.labeler import RoleLabeler
    from ...reporting.terminal import TerminalStyle

_FORMATS = ("text", "jsonl", "conll")
# Values of --input for sentences with predicates.
_JSONL_INPUT, _CONLL_INPUT = "jsonl", "conll"
# For formats that a file may have: the value of --input that reads them.
_INPUT_BY_FORMAT = {"jsonl": _JSONL_INPUT, CONLL09: _CONLL_INPUT}

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
    add_text_options(
        parser,
        ", jsonl (sentences with trees and predicates) or conll (CoNLL-2009, with predicates)",
        (_JSONL_INPUT, _CONLL_INPUT),
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
    add_colour_option(parser)
    add_max_line_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ...parsing.srl.labeler import RoleLabeler

    texts = get_checked_texts(args, "tesla srl")
    labeler = RoleLabeler.load(args.model, args.lang)
    terminal_style = make_terminal_style(args)
    labelled_texts = _label_texts(args, texts, labeler)
    if args.format == "text" and (len(texts) > 1 or args.lines):
        rendered_texts = _render_with_titles(labelled_texts, terminal_style)
    else:
        rendered_texts = (
            _render_sentences(args.format, sentences, terminal_style)
            for _, sentences in labelled_texts
        )
    write_outputs(rendered_texts, args.output)
    return ExitCode.DONE


def _label_texts(
    args: argparse.Namespace, texts: list[str], labeler: "RoleLabeler"
) -> "Iterator[tuple[str, list[LabelledSentence]]]":
    """Yield (name of the text, labelled sentences) pairs.

    There is one pair per text. Files with predicates are not read at once; there is one pair per
    sentence.
    """
    if args.input in (_JSONL_INPUT, _CONLL_INPUT):
        for path in texts:
            is_empty = True
            for sentence in _read_sentences(args.input, path, labeler):
                is_empty = False
                yield get_display_name(path), [_select_frames(args, labeler.relabel(sentence))]
            if is_empty:
                raise make_no_sentence_error(get_display_name(path))
        return
    for text in read_texts(args, texts, _INPUT_BY_FORMAT):
        name, trees = text.name, text.trees
        sentences = labeler.of_trees(trees, name) if trees else labeler.read(text.text, name)
        if not sentences:
            raise make_no_sentence_error(name)
        yield name, [_select_frames(args, sentence) for sentence in sentences]


def _read_sentences(
    input_format: str, path: str, labeler: "RoleLabeler"
) -> "Iterable[LabelledSentence]":
    if input_format == _CONLL_INPUT:
        from ...parsing.srl.conll2009 import read_conll

        return read_conll(path, labeler.trees)
    from ...parsing.srl.frame import read_frames

    return read_frames(path)


def _select_frames(args: argparse.Namespace, sentence: "LabelledSentence") -> "LabelledSentence":
    """Return the sentence with only the frames that --nouns or --verbs selects."""
    if args.nouns:
        return replace(sentence, frames=tuple(filter(attrgetter("is_noun"), sentence.frames)))
    if args.verbs:
        return replace(sentence, frames=tuple(filter(attrgetter("is_verb"), sentence.frames)))
    return sentence


def _render_with_titles(
    labelled_texts: "Iterable[tuple[str, list[LabelledSentence]]]", terminal_style: "TerminalStyle"
) -> Iterator[str]:
    """Yield the text output; the name of each text is printed before its sentences."""
    for name, group in groupby(labelled_texts, key=lambda item: item[0]):
        yield f"{terminal_style.paint(name, '1')}\n"
        yield from (_render_sentences("text", sentences, terminal_style) for _, sentences in group)


def _render_sentences(
    output_format: str, sentences: "list[LabelledSentence]", terminal_style: "TerminalStyle"
) -> str:
    if output_format == "jsonl":
        from ...parsing.srl.frame import encode_labelled_sentence

        lines = (
            json.dumps(encode_labelled_sentence(sentence), ensure_ascii=False)
            for sentence in sentences
        )
        return "".join(f"{line}\n" for line in lines)
    if output_format == "conll":
        from ...parsing.srl.conll2009 import format_conll

        return "".join(map(format_conll, sentences))
    from ...reporting.annotations import render_frames

    return "".join(
        f"{line}\n" for sentence in sentences for line in render_frames(sentence, terminal_style)
    )
