"""Text whose characters have colours, broken into lines."""

from collections.abc import Iterator
from itertools import groupby

from .terminal import Paper, shown_line, wrapped


class ColouredText:
    """Text with the colour of each character, one space at most between words."""

    def __init__(self) -> None:
        self._characters: list[str] = []
        self._colours: list[str] = []

    def put(self, text: str, colour: str = "") -> None:
        """At the end."""
        for character in shown_line(text):
            if character.isspace():
                if not self._characters or self._characters[-1] == " ":
                    continue
                character = " "
            self._characters.append(character)
            self._colours.append(colour)

    def lines(self, paper: Paper, columns: int) -> Iterator[str]:
        """Broken at spaces first: colours have no width."""
        at = 0
        for line in wrapped("".join(self._characters).rstrip(), columns):
            runs = groupby(zip(line, self._colours[at:], strict=False), key=lambda one: one[1])
            yield "".join(
                paper.paint("".join(character for character, _ in run), colour)
                for colour, run in runs
            )
            at += len(line) + 1
