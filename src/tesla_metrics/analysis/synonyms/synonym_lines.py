"""Words of a stored table, which the native core finds where they lie: none is taken apart."""

from collections.abc import Callable
from typing import Any

from ..._core.native import load_native


def line_finder(lines: bytes) -> Callable[[str], str | None] | None:
    """Gives the text behind a word; None where there is no core, or lines are not in order."""
    native: Any = load_native()
    if native is None:
        return None
    try:
        table = native.SortedLines(lines)
    except ValueError:
        return None

    def find(word: str) -> str | None:
        try:
            found: str | None = table.find(word.encode())
        except UnicodeEncodeError:  # a lone surrogate: no table has it
            return None
        return found

    return find
