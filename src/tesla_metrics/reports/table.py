"""One table, many formats."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..files.schema import UNSHOWN

FORMATS = ("text", "json", "tsv", "latex", "markdown")
DECIMALS = 4
Cell = str | float | int


@dataclass(frozen=True)
class Table:
    """Columns, rows, remarks that belong under them, and decimals of what people read."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[str] = field(default=())
    decimals: int = DECIMALS

    def short(self) -> list[list[str]]:
        """The cells as people read them."""
        return [[_short(cell, self.decimals) for cell in row] for row in self.rows]


def render(table: Table, style: str) -> str:
    """The table as text, tsv, latex or markdown, with a final newline."""
    styles = {"text": _text, "tsv": _tsv, "latex": _latex, "markdown": _markdown}
    return styles[style](table)


def _text(table: Table) -> str:
    cells = table.short()
    numeric = _numeric(table)
    widths = [
        max([len(name), *(len(row[i]) for row in cells)]) for i, name in enumerate(table.columns)
    ]
    lines = []
    for row in [list(table.columns), *cells]:
        padded = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ]
        lines.append("  ".join(padded).rstrip())
    notes = ["", *table.notes] if table.notes else []
    return "\n".join([*lines, *notes]) + "\n"


def _tsv(table: Table) -> str:
    rows = [table.columns, *([_exact(cell) for cell in row] for row in table.rows)]
    return "".join("\t".join(row) + "\n" for row in rows)


def _latex(table: Table) -> str:
    alignment = "".join("r" if right else "l" for right in _numeric(table))
    lines = [f"\\begin{{tabular}}{{{alignment}}}", "\\hline"]
    lines += [_latex_row(table.columns), "\\hline"]
    lines += map(_latex_row, table.short())
    lines += ["\\hline", "\\end{tabular}"]
    return "\n".join([*(f"% {note}" for note in table.notes), *lines]) + "\n"


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(map(_escape, cells)) + r" \\"


def _markdown(table: Table) -> str:
    lines = [_markdown_row(table.columns)]
    lines.append("| " + " | ".join("---:" if right else "---" for right in _numeric(table)) + " |")
    lines += map(_markdown_row, table.short())
    notes = ["", *(f"- {escape_markdown(note)}" for note in table.notes)] if table.notes else []
    return "\n".join([*lines, *notes]) + "\n"


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(escape_markdown, cells))} |"


def escape_markdown(text: str) -> str:
    """The text as it is, whatever Markdown makes of its characters."""
    return re.sub(r"([\\`*_|<>\[\]&~#])", r"\\\1", text)


def _escape(cell: str) -> str:
    special = {c: f"\\{c}" for c in "&%$#_{}"}
    special |= {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
    return "".join(special.get(character, character) for character in cell)


def _numeric(table: Table) -> list[bool]:
    columns = zip(*table.rows, strict=True) if table.rows else ((),) * len(table.columns)
    return [bool(c) and all(isinstance(cell, float | int) for cell in c) for c in columns]


def _short(cell: Cell, decimals: int) -> str:
    return f"{cell:.{decimals}f}" if isinstance(cell, float) else _in_one_line(str(cell))


def _exact(cell: Cell) -> str:
    return repr(cell) if isinstance(cell, float) else _in_one_line(str(cell))


def _in_one_line(text: str) -> str:
    """Names of files may have line ends and other controls in them, which would break a row."""
    return UNSHOWN.sub(" ", text)
