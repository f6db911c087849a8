"""Results in notebooks: data frames, and small tables."""

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

from .errors import UsageError
from .optional import needs_package

FRAMES = ("pandas", "polars")


def data_frame(columns: Mapping[str, Sequence[Any]], package: str = "pandas") -> Any:
    """A DataFrame of pandas or polars."""
    if package not in FRAMES:
        raise UsageError(f"unknown package {package!r}: choose from {', '.join(FRAMES)}")
    with needs_package(package):
        return import_module(package).DataFrame(dict(columns))


def html_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """What a cell of a notebook shows."""
    body = "".join(_row("td", map(_short, row)) for row in rows)
    head = _row("th", columns)
    return f"<table><caption>{_escaped(title)}</caption>{head}{body}</table>"


def _escaped(text: str) -> str:
    """As HTML has it; the module has a large table of letters that few runs need."""
    from html import escape as escaped

    return escaped(text)


def _row(tag: str, cells: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{_escaped(cell)}</{tag}>" for cell in cells) + "</tr>"


def _short(cell: object) -> str:
    if cell is None:
        return ""
    return f"{cell:.4f}" if isinstance(cell, float) else str(cell)
