"""Convert columns of texts to lists, and results to data frames and HTML tables."""

from collections.abc import Iterable, Mapping, Sequence, Set
from importlib import import_module
from typing import Any

import numpy as np

from ...errors import InputError, UsageError, warn_user
from ...optional import requires_package
from ..sentence import Sentence

# Methods that convert columns of pandas, polars, NumPy or Arrow to Python lists.
_LIST_METHODS = ("to_list", "tolist", "to_pylist")
# The names of the types of missing values in pandas; importing pandas would take half a second.
_MISSING_TYPES = ("NAType", "NaTType")


def convert_to_list(name: str, value: object) -> Sequence[Any]:
    """Return the items of an ordered collection; lists and tuples are returned unchanged.

    `name` is the plural name of the collection for messages. Other values are refused.
    """
    if isinstance(value, str | bytes | Sentence | Set | Mapping) or is_frame(value):
        raise InputError(f"{name} are {describe_value(value)}: {_suggest_list(value)}")
    if isinstance(value, list | tuple):  # A Sentence is also a tuple, and was refused above.
        return value
    methods = (getattr(value, method_name, None) for method_name in _LIST_METHODS)
    method = next((method for method in methods if callable(method)), None)
    items = method() if method else value
    # The list method of a zero-dimensional array returns a single value.
    if not isinstance(items, Iterable) or isinstance(items, str | bytes):
        raise InputError(
            f"{name} are {describe_value(value)}: give a list of texts, one per segment"
        )
    return items if isinstance(items, list) else list(items)


def warn_if_reordered(hypotheses: object, references: object) -> None:
    """Warn if two series have the same labels in another order: they are paired by position."""
    indexes = [getattr(column, "index", None) for column in (hypotheses, references)]
    if not all(hasattr(index, "equals") for index in indexes) or indexes[0].equals(indexes[1]):  # type: ignore[union-attr]
        return
    if set(indexes[0]) == set(indexes[1]):  # type: ignore[arg-type]
        warn_user(
            "hypotheses and references have the same index in different orders, and are paired by "
            "position: sort them the same way"
        )


def is_missing(value: object) -> bool:
    """Return whether a value is None, NaN or the NA of pandas."""
    if isinstance(value, float | np.floating):
        return bool(np.isnan(value))
    return value is None or type(value).__name__ in _MISSING_TYPES


def is_frame(value: object) -> bool:
    """Return whether a value is a data frame; iterating over a frame yields column names."""
    return type(value).__name__.endswith("Frame")


def describe_value(value: object) -> str:
    """Return a description of a value for the message "NAME are ..."."""
    if value is None:
        return "None"
    if is_missing(value):
        return "missing"
    return "one text" if isinstance(value, str | Sentence) else f"a {type(value).__name__}"


def _suggest_list(value: object) -> str:
    if is_frame(value):
        return "give one of its columns"
    if isinstance(value, Set):
        return "give a list of texts, which is ordered"
    return "give a list of texts, one per segment"


FRAME_PACKAGES = ("pandas", "polars")


def build_data_frame(columns: Mapping[str, Sequence[Any]], package: str = "pandas") -> Any:
    """Return the columns as a DataFrame of pandas or polars."""
    if package not in FRAME_PACKAGES:
        raise UsageError(f"unknown package {package!r}: choose from {', '.join(FRAME_PACKAGES)}")
    with requires_package(package):
        return import_module(package).DataFrame(dict(columns))


def format_html_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return an HTML table for a notebook."""
    body = "".join(_format_html_row("td", map(_format_cell, row)) for row in rows)
    head = _format_html_row("th", columns)
    return f"<table><caption>{_escape_html(title)}</caption>{head}{body}</table>"


def _escape_html(text: str) -> str:
    """Escape a text for HTML."""
    from html import escape  # Imported late: the module is large.

    return escape(text)


def _format_html_row(tag: str, cells: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{_escape_html(cell)}</{tag}>" for cell in cells) + "</tr>"


def _format_cell(cell: object) -> str:
    if cell is None:
        return ""
    return f"{cell:.4f}" if isinstance(cell, float) else str(cell)
