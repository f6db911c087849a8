"""Render tables as text, TSV, LaTeX and Markdown."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..files.schema import UNPRINTABLE

FORMATS = ("text", "json", "tsv", "latex", "markdown")
DECIMALS = 4
Cell = str | float | int


@dataclass(frozen=True)
class Table:
    """Columns, rows, notes below the table, and the number of decimals in rounded output."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[str] = field(default=())
    decimals: int = DECIMALS

    def rounded_cells(self) -> list[list[str]]:
        """Return the cells with rounded numbers."""
        return [[_format_rounded(cell, self.decimals) for cell in row] for row in self.rows]


def render_table(table: Table, style: str) -> str:
    """Render the table as text, tsv, latex or markdown, with a final newline."""
    styles = {"text": _text, "tsv": _tsv, "latex": _latex, "markdown": _markdown}
    return styles[style](table)


def _text(table: Table) -> str:
    cells = table.rounded_cells()
    numeric = _numeric_columns(table)
    widths = [
        max([len(name), *(len(row[i]) for row in cells)]) for i, name in enumerate(table.columns)
    ]
    lines = []
    for row in [list(table.columns), *cells]:
        padded = [
            cell.rjust(width) if is_numeric else cell.ljust(width)
            for cell, width, is_numeric in zip(row, widths, numeric, strict=True)
        ]
        lines.append("  ".join(padded).rstrip())
    notes = ["", *table.notes] if table.notes else []
    return "\n".join([*lines, *notes]) + "\n"


def _tsv(table: Table) -> str:
    rows = [table.columns, *([_format_exact(cell) for cell in row] for row in table.rows)]
    return "".join("\t".join(row) + "\n" for row in rows)


def _latex(table: Table) -> str:
    alignment = "".join("r" if is_numeric else "l" for is_numeric in _numeric_columns(table))
    lines = [f"\\begin{{tabular}}{{{alignment}}}", "\\hline"]
    lines += [_latex_row(table.columns), "\\hline"]
    lines += map(_latex_row, table.rounded_cells())
    lines += ["\\hline", "\\end{tabular}"]
    return "\n".join([*(f"% {note}" for note in table.notes), *lines]) + "\n"


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(map(_escape_latex, cells)) + r" \\"


def _markdown(table: Table) -> str:
    lines = [_markdown_row(table.columns)]
    lines.append(
        "| "
        + " | ".join("---:" if is_numeric else "---" for is_numeric in _numeric_columns(table))
        + " |"
    )
    lines += map(_markdown_row, table.rounded_cells())
    notes = ["", *(f"- {escape_markdown(note)}" for note in table.notes)] if table.notes else []
    return "\n".join([*lines, *notes]) + "\n"


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(escape_markdown, cells))} |"


def escape_markdown(text: str) -> str:
    """Escape the characters that have a meaning in Markdown."""
    return re.sub(r"([\\`*_|<>\[\]&~#])", r"\\\1", text)


def _escape_latex(cell: str) -> str:
    special = {c: f"\\{c}" for c in "&%$#_{}"}
    special |= {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
    return "".join(special.get(character, character) for character in cell)


def _numeric_columns(table: Table) -> list[bool]:
    columns = zip(*table.rows, strict=True) if table.rows else ((),) * len(table.columns)
    return [
        bool(column) and all(isinstance(cell, float | int) for cell in column) for column in columns
    ]


def _format_rounded(cell: Cell, decimals: int) -> str:
    return f"{cell:.{decimals}f}" if isinstance(cell, float) else _remove_controls(str(cell))


def _format_exact(cell: Cell) -> str:
    return repr(cell) if isinstance(cell, float) else _remove_controls(str(cell))


def _remove_controls(text: str) -> str:
    """Replace line breaks and control characters (of file names, say), which would break a row."""
    return UNPRINTABLE.sub(" ", text)
