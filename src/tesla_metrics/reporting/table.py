"""Render tables as text, TSV, LaTeX and Markdown."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..files.schema import UNPRINTABLE

FORMATS = ("text", "json", "tsv", "latex", "markdown")
DEFAULT_DECIMALS = 4
Cell = str | float | int


@dataclass(frozen=True)
class Table:
    """A table with notes below it.

    decimals    number of decimals of floats, except in TSV output, which has all digits
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[str] = field(default=())
    decimals: int = DEFAULT_DECIMALS

    def format_cells(self) -> list[list[str]]:
        """Return the cells with rounded numbers."""
        return [[_format_rounded(cell, self.decimals) for cell in row] for row in self.rows]


def render_table(table: Table, style: str) -> str:
    """Render the table as text, tsv, latex or markdown, with a final newline."""
    styles = {
        "text": _render_text,
        "tsv": _render_tsv,
        "latex": _render_latex,
        "markdown": _render_markdown,
    }
    return styles[style](table)


def _render_text(table: Table) -> str:
    cells = table.format_cells()
    is_numeric_column = _find_numeric_columns(table)
    widths = [
        max([len(name), *(len(row[index]) for row in cells)])
        for index, name in enumerate(table.columns)
    ]
    lines = []
    for row in [list(table.columns), *cells]:
        padded_cells = [
            cell.rjust(width) if is_numeric else cell.ljust(width)
            for cell, width, is_numeric in zip(row, widths, is_numeric_column, strict=True)
        ]
        lines.append("  ".join(padded_cells).rstrip())
    notes = ["", *table.notes] if table.notes else []
    return "\n".join([*lines, *notes]) + "\n"


def _render_tsv(table: Table) -> str:
    rows = [table.columns, *([_format_exact(cell) for cell in row] for row in table.rows)]
    return "".join("\t".join(row) + "\n" for row in rows)


def _render_latex(table: Table) -> str:
    alignment = "".join("r" if is_numeric else "l" for is_numeric in _find_numeric_columns(table))
    lines = [f"\\begin{{tabular}}{{{alignment}}}", "\\hline"]
    lines += [_format_latex_row(table.columns), "\\hline"]
    lines += map(_format_latex_row, table.format_cells())
    lines += ["\\hline", "\\end{tabular}"]
    return "\n".join([*(f"% {note}" for note in table.notes), *lines]) + "\n"


def _format_latex_row(cells: Sequence[str]) -> str:
    return " & ".join(map(_escape_latex, cells)) + r" \\"


def _render_markdown(table: Table) -> str:
    rules = ["---:" if is_numeric else "---" for is_numeric in _find_numeric_columns(table)]
    lines = [_format_markdown_row(table.columns), f"| {' | '.join(rules)} |"]
    lines += map(_format_markdown_row, table.format_cells())
    notes = ["", *(f"- {escape_markdown(note)}" for note in table.notes)] if table.notes else []
    return "\n".join([*lines, *notes]) + "\n"


def _format_markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(escape_markdown, cells))} |"


def escape_markdown(text: str) -> str:
    """Escape the characters that have a meaning in Markdown."""
    return re.sub(r"([\\`*_|<>\[\]&~#])", r"\\\1", text)


def _escape_latex(cell: str) -> str:
    replacements = {character: f"\\{character}" for character in "&%$#_{}"}
    replacements |= {
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "\\": r"\textbackslash{}",
    }
    return "".join(replacements.get(character, character) for character in cell)


def _find_numeric_columns(table: Table) -> list[bool]:
    """Return for each column whether all its cells are numbers."""
    columns = zip(*table.rows, strict=True) if table.rows else ((),) * len(table.columns)
    return [
        bool(column) and all(isinstance(cell, float | int) for cell in column) for column in columns
    ]


def _format_rounded(cell: Cell, decimals: int) -> str:
    return f"{cell:.{decimals}f}" if isinstance(cell, float) else _remove_controls(str(cell))


def _format_exact(cell: Cell) -> str:
    return repr(cell) if isinstance(cell, float) else _remove_controls(str(cell))


def _remove_controls(text: str) -> str:
    """Replace line breaks and control characters, which may occur in file names, by spaces."""
    return UNPRINTABLE.sub(" ", text)
