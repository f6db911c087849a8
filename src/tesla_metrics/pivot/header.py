"""The first line of tab-separated text: names of columns, or the first sentence pair?"""

import re
from collections.abc import Sequence

from ..errors import UsageError
from ..languages import parse_tag

# A code with script or region at most: `en-suite` is a word. So is `No`, and codes are rarely
# written with one capital.
_CODE = re.compile(r"([a-z]{2,3}|[A-Z]{2,3})([-_][A-Za-z]{4})?([-_]([A-Za-z]{2}|\d{3}))?", re.ASCII)


def find_column(names: Sequence[str], lang: str) -> int | None:
    """The column of a language: its code, else the first with a region or script of it."""
    languages = [_language(name) for name in names]
    exact = [place for place, name in enumerate(names) if name.strip().lower() == lang]
    return next(iter(exact or [n for n, own in enumerate(languages) if own == lang]), None)


def names_languages(names: Sequence[str]) -> bool:
    """Whether columns are named by languages, two different ones at least.

    Where there are two columns, both are: one alone may well be a word.
    """
    languages = [_language(name) for name in names]
    return len({own for own in languages if own is not None}) > 1


def _language(name: str) -> str | None:
    name = name.strip()
    if not _CODE.fullmatch(name):
        return None
    try:
        return parse_tag(name)
    except UsageError:
        return None
