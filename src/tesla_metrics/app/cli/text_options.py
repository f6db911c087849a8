"""Options of commands that analyse texts, which are files or arguments in quotes."""

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ...errors import InputError, UsageError
from ...files.lines import STDIN, get_display_name, iterate_lines
from .options import Command, add_language_option, add_positional_files, check_stdin_once

if TYPE_CHECKING:
    from ...files.input_file import InputFile
    from ...files.sentence import Sentence
    from ...parsing.syntax.tree import Tree

TEXT, CONLLU, TREES = "text", "conllu", "trees"
# A word that ends like the name of a file of texts or trees, and contains no end of a sentence.
_FILE_NAME = re.compile(
    r"(?:(?![.!?…]\s)[^\n])*\.(?:txt|text|md|mrg|ptb|trees?|conllu?|jsonl?)(?:\.gz)?", re.IGNORECASE
)
# The first line of trees in brackets: (S (NP ..., or ((S (NP ..., or ( (S.
_TREE_START = re.compile(r"\s*\(\s*(?:\(\s*)?[A-Z]+[-=A-Z0-9]*\s*(?:\(|$)")

# The first line of a CoNLL-2009 file: token 1, and at least 12 further columns after the form.
_CONLL09_FIRST_TOKEN = re.compile(r"1\t[^\t]+(?:\t[^\t]*){12,}")
CONLL09 = "conll09"


class InputText(NamedTuple):
    """A text with its name for error messages.

    name    file name, or the position of the argument
    text    plain text, or sentences that are analysed already; empty if there are trees
    trees   syntax trees, if the input consists of them
    """

    name: str
    text: "str | list[Sentence]" = ""
    trees: "Sequence[Tree]" = ()


def add_text_options(parser: Command, formats_help: str = "", formats: Sequence[str] = ()) -> None:
    """Add TEXT, -l, --input and --lines.

    `formats` are further formats of --input, and `formats_help` is their help text.
    """
    add_positional_files(
        parser, "texts", "TEXT", "a file, or a text in quotes; - (default) is stdin"
    )
    add_language_option(parser)
    parser.add_argument(
        "--input", choices=(TEXT, CONLLU, TREES, *formats),
        help="what the files contain: text (default; files that look like a table or markup are "
        "refused without this option), conllu (analysed, with Penn Treebank tags as XPOS)"
        f"{',' if formats_help else ' or'} trees (in brackets, with Penn Treebank "
        f"tags){formats_help}",
    )  # fmt: skip
    parser.add_argument(
        "--lines", action="store_true",
        help="treat each line of a file as a separate text, as 'tesla score' does",
    )  # fmt: skip


def get_checked_texts(args: argparse.Namespace, command: str) -> list[str]:
    """Return the text arguments (default: standard input), after checking the options."""
    from ...files.atomic import check_not_input_file

    if args.lines and args.input not in (None, TEXT):
        raise UsageError(f"--lines is for text, not for {args.input}: leave it out")
    texts: list[str] = args.texts or [STDIN]
    check_stdin_once(command, texts)
    if args.output is not None:
        check_not_input_file(args.output, [*texts, *([args.model] if args.model else [])])
    return texts


def read_texts(
    args: argparse.Namespace, texts: Sequence[str], extra_formats: Mapping[str, str] | None = None
) -> Iterator[InputText]:
    """Yield each text with its name.

    `extra_formats` maps formats that the command can read, in addition to CoNLL-U, to the value
    of --input that reads them. It is used in hints for files that do not look like text.
    """
    input_by_format = {CONLLU: CONLLU, **(extra_formats or {})}
    for index, text in enumerate(texts, 1):
        if args.input in (CONLLU, TREES):
            yield _read_analysed(args.input, text)
        elif _is_sentence(text):
            if args.input is None and _TREE_START.match(text.lstrip().partition("\n")[0]):
                raise InputError(
                    f"text {index} looks like trees in brackets: give a file of them and --input "
                    f"{TREES}, or --input text to take it as it is"
                )
            yield InputText(f"text {index}", _check_utf8(text, index))
        else:
            yield from _read_file(args, text, input_by_format)


def make_no_sentence_error(name: str) -> InputError:
    """Return the error for a text without a sentence."""
    return InputError(f"{name} has no sentence: give a text with at least one word")


def _is_sentence(text: str) -> bool:
    """Return whether an argument is a text: it has several words and is not the name of a file.

    An argument that looks like the name of a file (`my summary.txt`) is treated as a missing file.
    """
    if not text.strip():
        return True
    if len(text.split()) < 2 or _FILE_NAME.fullmatch(text):
        return False
    try:
        return not Path(text).exists()
    except (OSError, ValueError):  # too long for a file name, or with an invalid character
        return True


def _check_utf8(text: str, index: int) -> str:
    """Return the text; refuse one that the terminal sent in another encoding than UTF-8."""
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise InputError(f"text {index} is not UTF-8: set the terminal to it, or give a file")
    return text


def _read_file(
    args: argparse.Namespace, path: str, input_by_format: Mapping[str, str]
) -> Iterator[InputText]:
    """Yield the text of a file, or with --lines the text of each line."""
    from ...files.input_file import open_inputs

    (file,) = open_inputs([path])
    if args.input is None:
        _check_plain_text(file, input_by_format)
    if args.lines:
        for index, line in enumerate(file.lines(), 1):
            yield InputText(f"{file.name}, line {index}", line)
    else:
        yield InputText(file.name, "\n".join(file.lines()))


def _check_plain_text(file: "InputFile", input_by_format: Mapping[str, str]) -> None:
    """Refuse a file that does not look like plain text."""
    from ...files.testsets.formats import FORMAT_NAMES, detect_format

    file_format = detect_format(file)
    first_line = next(filter(str.strip, file.lines()), "")
    if file_format in (TEXT, "tsv") and _CONLL09_FIRST_TOKEN.fullmatch(first_line):
        file_format = CONLL09
    format_name = "CoNLL-2009" if file_format == CONLL09 else FORMAT_NAMES.get(file_format)
    hint = "a file that has only the text"
    if file_format in input_by_format:
        hint = f"--input {input_by_format[file_format]}"
    if file_format == TEXT and _TREE_START.match(first_line):
        format_name, hint = "trees in brackets", f"--input {TREES}"
    if format_name is not None:
        raise InputError(
            f"{file.name} looks like {format_name}: give {hint}, or --input text to take it as it "
            "is"
        )


def _read_analysed(input_format: str, path: str) -> InputText:
    """Read a file of trees or CoNLL-U."""
    name = get_display_name(path)
    if input_format == TREES:
        from ...parsing.syntax.tree_formats import read_trees

        return InputText(name, trees=read_trees(path))
    from ...files.conllu import read_conllu

    return InputText(name, read_conllu(iterate_lines(path), name))
