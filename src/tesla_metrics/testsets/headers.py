"""Whether a table's first line has names or segments."""

import re
from collections.abc import Sequence

# What ends a sentence, with quotes and brackets that close after it.
_END = re.compile(r"[.!?…。！？؟।][\"'”’»)\]]*$")
_LONG = 60


def is_sentence(cell: str) -> bool:
    """Surely no name: several words that end as sentences do, or many characters."""
    text = cell.strip()
    return " " in text and (len(text) > _LONG or _END.search(text) is not None)


def are_names(cells: Sequence[str]) -> bool:
    """Whether a line of these can be a header."""
    return all(cell.strip() and not cell.isdecimal() and not is_sentence(cell) for cell in cells)
