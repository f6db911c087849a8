"""One table, many formats."""

from tesla_metrics.reporting.table import Table, render_table

TABLE = Table(("name", "n", "value"), [("a_b", 7, 0.123456789), ("long & name", 12, 10.0)])


def test_text_is_aligned() -> None:
    assert render_table(TABLE, "text").split("\n") == [
        "name          n    value",
        "a_b           7   0.1235",
        "long & name  12  10.0000",
        "",
    ]


def test_tsv_is_exact() -> None:
    assert (
        render_table(TABLE, "tsv") == "name\tn\tvalue\na_b\t7\t0.123456789\nlong & name\t12\t10.0\n"
    )


def test_tabs_do_not_break_tsv() -> None:
    assert render_table(Table(("a", "b"), [("x\ty", "z")]), "tsv") == "a\tb\nx y\tz\n"


def test_latex_is_escaped() -> None:
    lines = render_table(Table(*(TABLE.columns, TABLE.rows), ["a note"]), "latex").splitlines()
    assert lines[0] == "% a note"
    assert lines[1] == r"\begin{tabular}{lrr}"
    assert r"a\_b & 7 & 0.1235 \\" in lines
    assert r"long \& name & 12 & 10.0000 \\" in lines
    special = render_table(Table(("~^\\{}$#%",), []), "latex")
    escaped = r"\textasciitilde{}\textasciicircum{}\textbackslash{}\{\}\$\#\% \\"
    assert escaped in special.splitlines()


def test_no_rows() -> None:
    empty = Table(("name", "value"), [])
    assert render_table(empty, "text") == "name  value\n"
    assert render_table(empty, "tsv") == "name\tvalue\n"
    assert r"\begin{tabular}{ll}" in render_table(empty, "latex")


def test_notes_stand_under_text() -> None:
    assert render_table(Table(("a",), [("b",)], ["note"]), "text") == "a\nb\n\nnote\n"


def test_markdown() -> None:
    table = Table(("name", "value"), [("a|b_c", 0.123456)], ["tesla-m|lang:en"])
    assert render_table(table, "markdown").splitlines() == [
        "| name | value |",
        "| --- | ---: |",
        r"| a\|b\_c | 0.1235 |",
        "",
        r"- tesla-m\|lang:en",
    ]


def test_controls_do_not_break_rows() -> None:
    table = Table(("a", "b"), [("new\nline\x1b\u2028", "z")])
    for style in ("text", "tsv", "latex", "markdown"):
        assert sum(
            "z" in line and "new line" in line for line in render_table(table, style).splitlines()
        )
