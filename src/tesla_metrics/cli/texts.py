"""Texts that are read one by one: files, quoted texts, lines, analyses, trees."""

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..errors import InputError, UsageError
from ..files.lines import STDIN, display_name, iterate_lines
from .options import Command, add_language, add_systems, check_stdin_once

if TYPE_CHECKING:
    from ..analysis.sentence import Sentence
    from ..files.given import Given
    from ..syntax.tree import Tree

TEXT, CONLLU, TREES = "text", "conllu", "trees"
# Ends as files of texts and trees do, and has no mark that ends a sentence before that.
_LIKE_A_FILE = re.compile(
    r"(?:(?![.!?…]\s)[^\n])*\.(?:txt|text|md|mrg|ptb|trees?|conllu?|jsonl?)(?:\.gz)?", re.IGNORECASE
)
# (S (NP ..., ((S (NP ..., or ( (S on a line.
_LIKE_A_TREE = re.compile(r"\s*\(\s*(?:\(\s*)?[A-Z]+[-=A-Z0-9]*\s*(?:\(|$)")

# The first token of CoNLL-2009, whose sentences differ in their number of columns.
_LIKE_CONLL09 = re.compile(r"1\t[^\t]+(?:\t[^\t]*){12,}")
CONLL09 = "conll09"


class GivenText(NamedTuple):
    """A text with what errors call it; it may have been analysed, or be trees."""

    name: str
    text: "str | list[Sentence]" = ""
    trees: "Sequence[Tree]" = ()


def add_texts(parser: Command, more: str = "", others: Sequence[str] = ()) -> None:
    """TEXT, -l, --input and --lines; `others` are inputs beside ours, and `more` tells of them."""
    add_systems(parser, "texts", "TEXT", "a file, or a text in quotes; - (default) is stdin")
    add_language(parser)
    parser.add_argument(
        "--input", choices=(TEXT, CONLLU, TREES, *others),
        help="what the files hold: text (default; what looks like a table or markup is refused "
        "until this says so), conllu (analysed, with Penn's tags as XPOS)"
        f"{',' if more else ' or'} trees (in brackets, with Penn's tags){more}",
    )  # fmt: skip
    parser.add_argument(
        "--lines", action="store_true",
        help="each line of a file is a text of its own, as 'tesla score' has it",
    )  # fmt: skip


def asked_texts(args: argparse.Namespace, command: str) -> list[str]:
    """What is given, once it is known to go together with the rest."""
    from ..files.distinct import check_not_read

    if args.lines and args.input not in (None, TEXT):
        raise UsageError(f"--lines is for text, not for {args.input}: leave it out")
    texts: list[str] = args.texts or [STDIN]
    check_stdin_once(command, texts)
    if args.output is not None:
        check_not_read(args.output, [*texts, *([args.model] if args.model else [])])
    return texts


def read_texts(
    args: argparse.Namespace, texts: Sequence[str], others: Mapping[str, str] | None = None
) -> Iterator[GivenText]:
    """Each with its name; `others` says of what looks like some format which input it may be."""
    inputs = {CONLLU: CONLLU, **(others or {})}
    for number, text in enumerate(texts, 1):
        if args.input in (CONLLU, TREES):
            yield _analysed(args.input, text)
        elif _is_sentence(text):
            if args.input is None and _LIKE_A_TREE.match(text.lstrip().partition("\n")[0]):
                raise InputError(
                    f"text {number} looks like trees in brackets: give a file of them and --input "
                    f"{TREES}, or --input text to take it as it is"
                )
            yield GivenText(f"text {number}", _decoded(text, number))
        else:
            yield from _of_file(args, text, inputs)


def without_sentence(name: str) -> InputError:
    """The error for a text that has nothing to read."""
    return InputError(f"{name} has no sentence: give a text with a word at least")


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


def _of_file(args: argparse.Namespace, path: str, inputs: Mapping[str, str]) -> Iterator[GivenText]:
    """The text of a file, or those of its lines."""
    from ..files.given import give

    (file,) = give([path])
    if args.input is None:
        _check_looks(file, inputs)
    if args.lines:
        for number, line in enumerate(file.lines(), 1):
            yield GivenText(f"{file.name}, line {number}", line)
    else:
        yield GivenText(file.name, "\n".join(file.lines()))


def _check_looks(file: "Given", inputs: Mapping[str, str]) -> None:
    """Refuse what is no plain text by its looks."""
    from ..testsets.kinds import CALLED
    from ..testsets.looks import looks_like

    looks = looks_like(file)
    first = next(filter(str.strip, file.lines()), "")
    if looks in (TEXT, "tsv") and _LIKE_CONLL09.fullmatch(first):
        looks = CONLL09
    called = "CoNLL-2009" if looks == CONLL09 else CALLED.get(looks)
    mend = f"--input {inputs[looks]}" if looks in inputs else "a file with the text alone"
    if looks == TEXT and _LIKE_A_TREE.match(first):
        called, mend = "trees in brackets", f"--input {TREES}"
    if called is not None:
        raise InputError(
            f"{file.name} looks like {called}: give {mend}, or --input text to take it as it is"
        )


def _analysed(kind: str, path: str) -> GivenText:
    name = display_name(path)
    if kind == TREES:
        from ..syntax.given import read_trees

        return GivenText(name, trees=read_trees(path))
    from ..analysis.conllu import read_conllu

    return GivenText(name, read_conllu(iterate_lines(path), name))
