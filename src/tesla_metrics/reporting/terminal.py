"""Format text for a terminal: widths in columns, text direction, colours and lists."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from ..files.schema import UNPRINTABLE

# ANSI codes of the sixteen basic colours, which all terminals support and users can configure.
LOSS_COLOUR = "1;31"
MUTED_COLOUR = "2"
REASON_COLOURS = {
    "form": "",
    "lemma": "36",
    "derivation": "94",
    "synonym": "32",
    "synset": "92",
    "paraphrase": "35",
    "spelling": "33",
    "tag": "34",
    "pivot": "96",
    "cover": "",
    "context": "94",
    "missing": LOSS_COLOUR,
    "strange": LOSS_COLOUR,
}
# Unicode categories of combining and invisible characters.
_ZERO_WIDTH_CATEGORIES = ("Mn", "Me", "Cf")


@dataclass(frozen=True)
class TerminalStyle:
    """Width of the terminal in columns, and whether it shows colours."""

    columns: int
    has_colours: bool = False

    def paint(self, text: str, colour: str) -> str:
        """Add the ANSI code of a colour to text, except to spaces around it."""
        if not self.has_colours or not colour or not text.strip():
            return text
        stripped = text.strip(" ")
        left_spaces = len(text) - len(text.lstrip(" "))
        right_spaces = len(text) - left_spaces - len(stripped)
        return f"{' ' * left_spaces}\x1b[{colour}m{stripped}\x1b[0m{' ' * right_spaces}"


def make_single_line(text: str) -> str:
    """Replace line breaks and terminal control characters with spaces."""
    return UNPRINTABLE.sub(" ", text)


def count_columns(text: str) -> int:
    """Return the number of columns of text on a terminal.

    Wide characters have 2 columns, combining characters have 0.
    """
    return len(text) if text.isascii() else sum(map(_count_character_columns, text))


def _count_character_columns(character: str) -> int:
    if unicodedata.category(character) in _ZERO_WIDTH_CATEGORIES:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def pad_columns(text: str, columns: int) -> str:
    """Pad text with spaces to a width in columns."""
    return text + " " * (columns - count_columns(text))


def has_right_to_left(text: str) -> bool:
    """Return whether text has right-to-left characters, which terminals display differently."""
    return any(unicodedata.bidirectional(character) in ("R", "AL") for character in text)


def wrap_columns(text: str, columns: int) -> Iterator[str]:
    """Yield lines of at most `columns` columns, broken at spaces; longer words are not broken."""
    line, used_columns = "", 0
    for word in text.split(" "):
        word_width = count_columns(word)
        if line and used_columns + 1 + word_width > columns:
            yield line
            line, used_columns = word, word_width
        elif line:
            line, used_columns = f"{line} {word}", used_columns + 1 + word_width
        else:
            line, used_columns = word, word_width
    yield line


class ColouredText:
    """Text with the colour of each character, and at most one space between words."""

    def __init__(self) -> None:
        self._characters: list[str] = []
        self._colours: list[str] = []

    def add(self, text: str, colour: str = "") -> None:
        """Append text; any white space becomes a single space."""
        for character in make_single_line(text):
            if character.isspace():
                if not self._characters or self._characters[-1] == " ":
                    continue
                character = " "
            self._characters.append(character)
            self._colours.append(colour)

    def render_lines(self, terminal: TerminalStyle, columns: int) -> Iterator[str]:
        """Yield coloured lines of at most `columns` columns, not counting colour codes."""
        start = 0
        for line in wrap_columns("".join(self._characters).rstrip(), columns):
            runs = groupby(zip(line, self._colours[start:], strict=False), key=lambda item: item[1])
            yield "".join(
                terminal.paint("".join(character for character, _ in run), colour)
                for colour, run in runs
            )
            start += len(line) + 1


# Maximum number of lines of a list in text output; JSON output has all.
MAX_LIST_LINES = 12
# Minimum width for details next to their subject; if there is less space, they are put below it.
_MIN_DETAIL_WIDTH = 24


class ListLine(NamedTuple):
    """The subject of a line, its details, and the colour of the subject."""

    subject: str
    details: str
    colour: str = ""


def render_list(
    title: str, lines: Sequence[ListLine], terminal: TerminalStyle, max_lines: int = MAX_LIST_LINES
) -> Iterator[str]:
    """Yield a title and a list of subjects with their details next to or below them."""
    if not lines:
        return
    yield from wrap_columns(title, terminal.columns)
    shown_lines = [
        line._replace(
            subject=make_single_line(line.subject), details=make_single_line(line.details)
        )
        for line in lines[:max_lines]
    ]
    subject_width = max(count_columns(line.subject) for line in shown_lines)
    available_width = terminal.columns - subject_width - 4
    # Right-to-left text would move the numbers that follow it.
    are_details_below = available_width < _MIN_DETAIL_WIDTH or any(
        has_right_to_left(line.subject) for line in shown_lines
    )
    for line in shown_lines:
        if are_details_below:
            for line_index, text in enumerate(wrap_columns(line.subject, terminal.columns - 4)):
                yield "  " * min(line_index + 1, 2) + terminal.paint(text, line.colour)
            yield from (f"    {text}" for text in wrap_columns(line.details, terminal.columns - 4))
            continue
        first_line, *more_lines = wrap_columns(line.details, available_width)
        subject = terminal.paint(pad_columns(line.subject, subject_width), line.colour)
        yield f"  {subject}  {first_line}"
        yield from (" " * (subject_width + 4) + text for text in more_lines)
    if len(lines) > max_lines:
        omitted = f"and {len(lines) - max_lines} more (-f json has all)"
        yield from (f"  {text}" for text in wrap_columns(omitted, terminal.columns - 2))
    yield ""
