"""Pages of explanations, where no script runs, and in notebooks."""

from html import unescape

import drawn
import explained_texts

from tesla_metrics.explanation.page.explanations import Article, render_explanations


def test_without_scripts_there_is_a_table() -> None:
    one = drawn.explanation("<b>a cat", "a cat", {(1, 1): ("form", 1.0)}).to_dict()
    page = render_explanations("t", [Article("Segment 1", [("", one)])])
    table = page.partition("<noscript>")[2].partition("</noscript>")[0]
    assert "<caption>Segment 1, tesla-x: 0.7100</caption>" in table
    assert "<tr><td>cat</td><td>cat</td><td>1.0000</td><td>0.0600</td><td>form</td></tr>" in table
    assert "<td>&lt;b&gt;a</td><td></td>" in table
    assert "<td>missing</td>" in table
    assert "<td>strange</td>" in table


def test_a_notebook_gets_a_frame_that_reaches_nothing() -> None:
    cell = drawn.explanation("<script>a</script> \"'", "x", {})._repr_html_()
    assert cell.startswith('<iframe title="tesla-x 0.7100" sandbox="allow-scripts" srcdoc="')
    assert cell.count("<") == 2
    inner = unescape(cell.partition('srcdoc="')[2].partition('"')[0])
    assert inner.startswith("<!DOCTYPE html>")
    assert "connect-src" not in inner


def test_without_scripts_there_are_relations() -> None:
    one = explained_texts.explanation().to_dict()
    page = render_explanations("t", [Article("Segment 1", [("", one)])])
    table = page.partition("<noscript>")[2].partition("</noscript>")[0]
    assert "; relations</caption>" in table
    cells = "".join(
        f"<td>{cell}</td>"
        for cell in (
            "Explicit",
            "Contingency.Cause",
            "because",
            "The dam broke",
            "the rain went on",
        )
    )
    assert cells in table


def test_a_notebook_shows_a_text_that_is_held_against_nothing() -> None:
    assert "dicomer 0." in explained_texts.explanation()._repr_html_()
