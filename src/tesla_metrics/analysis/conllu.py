"""CoNLL-U in and out: the way for text that is already analysed."""

import re
from collections.abc import Callable, Iterable, Iterator

from ..errors import InputError
from ..files.limits import max_line, too_long
from .sentence import NONE, Sentence, Token

_COLUMNS = 10
_ID = re.compile(r"(\d{1,9})(?:(-\d{1,9})|(\.\d{1,9}))?")


def read_conllu(lines: Iterable[str], name: str) -> list[Sentence]:
    """The sentences of a file; `name` is what error messages call it."""
    return list(iterate_conllu(lines, name, max_line()))


def iterate_conllu(lines: Iterable[str], name: str, most: int) -> Iterator[Sentence]:
    """One sentence a block; a block with comments alone is an empty segment.

    Its text has at most `most` characters.
    """
    block = _Block(name, most)
    for number, raw in enumerate(lines, 1):
        line = raw.rstrip("\r\n")
        if line.strip():
            block.add(line, number)
        elif block.started:
            yield block.sentence()
            block = _Block(name, most)
    if block.started:
        yield block.sentence()


class _Block:
    """The lines of one sentence as they come in."""

    def __init__(self, name: str, most: int) -> None:
        self.started = False
        self._name, self._most, self._size = name, most, 0
        self._text: str | None = None
        self._tokens: list[Token] = []
        self._surface: list[str] = []
        self._covered = 0  # last word id inside the multiword token read last

    def add(self, line: str, number: int) -> None:
        self.started = True
        if line.startswith("#"):
            key, equals, value = line[1:].partition("=")
            if equals and key.strip() == "text":
                self._text = value.strip()
            return
        columns = line.split("\t")
        if len(columns) != _COLUMNS:
            raise self._error(number, f"has {len(columns)} tab-separated columns, not {_COLUMNS}")
        match = _ID.fullmatch(columns[0])
        if match is None:
            raise self._error(number, f"starts with {columns[0]!r}, which is no token id")
        if match[3]:  # empty node
            return
        form, lemma, upos, xpos, misc = *columns[1:5], columns[9]
        if not form:
            raise self._error(number, "has an empty FORM")
        self._size += len(form)
        if self._size > self._most:
            raise too_long(f"{self._name}, line {number}", self._most, "a sentence without its end")
        space = "" if "SpaceAfter=No" in misc else " "
        if match[2]:  # multiword token: its words follow
            self._covered = int(match[2][1:])
            self._surface.append(form + space)
            return
        if int(match[1]) > self._covered:
            self._surface.append(form + space)
        self._tokens.append(Token(form, form if lemma == NONE else lemma, upos, xpos))

    def sentence(self) -> Sentence:
        text = "".join(self._surface).rstrip() if self._text is None else self._text
        return Sentence(text, tuple(self._tokens))

    def _error(self, number: int, what: str) -> InputError:
        return InputError(f"{self._name}, line {number}: {what}; expected CoNLL-U")


def write_conllu(
    sentence: Sentence, number: int, misc: Callable[[Token], str] = lambda token: NONE
) -> str:
    """One block, with its closing blank line; `misc` fills the last column."""
    rows = [f"# sent_id = {number}", f"# text = {' '.join(sentence.text.split())}"]
    for position, token in enumerate(sentence.tokens, 1):
        columns = [str(position), token.form, token.lemma or NONE, token.upos, token.xpos]
        rows.append("\t".join([*columns, NONE, NONE, NONE, NONE, misc(token)]))
    return "\n".join(rows) + "\n\n"
