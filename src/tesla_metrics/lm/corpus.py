"""Counts the n-grams of text files."""

from collections.abc import Callable, Sequence

from ..errors import InputError
from ..files.lines import display_name, iterate_lines
from .counts import NgramCounter
from .symbols import IS_SYMBOL
from .text import TextSettings


def count_files(
    paths: Sequence[str],
    order: int,
    text: TextSettings,
    *,
    skip_symbols: bool = False,
    progress: Callable[[int], None] = lambda more: None,
) -> NgramCounter:
    """A counter that has seen all lines; `progress` is told of each.

    <s>, </s> and <unk> as words of the text are refused, or left out with `skip_symbols`.
    """
    counter = NgramCounter(order)
    for path in paths:
        for number, line in enumerate(iterate_lines(path), 1):
            try:
                counter.add(words_of(line, text, skip_symbols))
            except InputError as error:
                raise reserved(path, number, str(error)) from error
            progress(1)
    return counter


def words_of(line: str, text: TextSettings, skip_symbols: bool) -> list[str]:
    """The words of a line that are counted."""
    words = text.words(line)
    return [word for word in words if word not in IS_SYMBOL] if skip_symbols else words


def reserved(path: str, number: int, error: str) -> InputError:
    """What to say of a line with a word that is none."""
    return InputError(
        f"{display_name(path)}, line {number}: {error}: take it out, or give --skip-symbols"
    )
