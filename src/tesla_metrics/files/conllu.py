"""Read and write analysed text in the CoNLL-U format."""

import re
from collections.abc import Callable, Iterable, Iterator

from ..errors import InputError
from .lines import get_max_line_length, too_long_error
from .sentence import NO_VALUE, Sentence, Token

_COLUMN_COUNT = 10
# An id, with the last id of a multiword token or the decimal of an empty node.
_TOKEN_ID = re.compile(r"(\d{1,9})(?:(-\d{1,9})|(\.\d{1,9}))?")


def read_conllu(lines: Iterable[str], name: str) -> list[Sentence]:
    """Read all sentences; `name` is the name of the file for messages."""
    return list(iterate_conllu(lines, name, get_max_line_length()))


def iterate_conllu(lines: Iterable[str], name: str, max_text_length: int) -> Iterator[Sentence]:
    """Yield one sentence per block of lines; a block with only comments is an empty sentence.

    The text of a sentence has at most `max_text_length` characters.
    """
    builder = _SentenceBuilder(name, max_text_length)
    for line_number, raw in enumerate(lines, 1):
        line = raw.rstrip("\r\n")
        if line.strip():
            builder.add_line(line, line_number)
        elif builder.has_lines:
            yield builder.build()
            builder = _SentenceBuilder(name, max_text_length)
    if builder.has_lines:
        yield builder.build()


class _SentenceBuilder:
    """Build a sentence from the lines of its block."""

    def __init__(self, name: str, max_length: int) -> None:
        self.has_lines = False
        self._name, self._max_length, self._form_characters = name, max_length, 0
        self._text: str | None = None
        self._tokens: list[Token] = []
        self._surface_forms: list[str] = []
        self._last_covered_id = 0  # The last word id of the most recent multiword token.

    def add_line(self, line: str, line_number: int) -> None:
        self.has_lines = True
        if line.startswith("#"):
            key, equals, value = line[1:].partition("=")
            if equals and key.strip() == "text":
                self._text = value.strip()
            return
        columns = line.split("\t")
        if len(columns) != _COLUMN_COUNT:
            raise self._error(
                line_number, f"has {len(columns)} tab-separated columns, not {_COLUMN_COUNT}"
            )
        match = _TOKEN_ID.fullmatch(columns[0])
        if match is None:
            raise self._error(line_number, f"starts with {columns[0]!r}, which is not a token id")
        if match[3]:  # Empty nodes have no words.
            return
        form, lemma, upos, xpos, misc = *columns[1:5], columns[9]
        if not form:
            raise self._error(line_number, "has an empty FORM")
        self._form_characters += len(form)
        if self._form_characters > self._max_length:
            raise too_long_error(
                f"{self._name}, line {line_number}", self._max_length, "a sentence without an end"
            )
        space = "" if "SpaceAfter=No" in misc else " "
        if match[2]:  # The words of a multiword token follow in their own lines.
            self._last_covered_id = int(match[2][1:])
            self._surface_forms.append(form + space)
            return
        if int(match[1]) > self._last_covered_id:
            self._surface_forms.append(form + space)
        self._tokens.append(Token(form, form if lemma == NO_VALUE else lemma, upos, xpos))

    def build(self) -> Sentence:
        text = "".join(self._surface_forms).rstrip() if self._text is None else self._text
        return Sentence(text, tuple(self._tokens))

    def _error(self, line_number: int, problem: str) -> InputError:
        return InputError(f"{self._name}, line {line_number}: {problem}; expected CoNLL-U")


def format_conllu(
    sentence: Sentence, sentence_id: int, get_misc: Callable[[Token], str] = lambda token: NO_VALUE
) -> str:
    """Return the block of a sentence, including the blank line at its end.

    `get_misc` returns the value of the last column, MISC, of a token.
    """
    lines = [f"# sent_id = {sentence_id}", f"# text = {' '.join(sentence.text.split())}"]
    for token_id, token in enumerate(sentence.tokens, 1):
        columns = [str(token_id), token.form, token.lemma or NO_VALUE, token.upos, token.xpos]
        lines.append("\t".join([*columns, NO_VALUE, NO_VALUE, NO_VALUE, NO_VALUE, get_misc(token)]))
    return "\n".join(lines) + "\n\n"
