"""The web page of explanations, also for notebooks."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import ceil
from typing import Any, NamedTuple

from ...files.inputs.columns import html_table
from .document import render_page

# Assets of the view of one explanation, in the order of their dependencies.
VIEW_ASSETS = (
    *("reasons", "pair", "strips", "telling", "lengths", "drawing", "bands"),
    *("tables", "breakdown", "changes", "coherence", "view"),
)
# Columns of the table of relations, for browsers without scripts.
_RELATION_COLUMNS = ("type", "sense", "connective", "first argument", "second argument", "adds")


class Article(NamedTuple):
    """A section of the page: an explanation as plain values, or two to compare.

    explanations  pairs of a system name (or "") and an explanation
    """

    title: str
    explanations: Sequence[tuple[str, Mapping[str, Any]]]


def render_explanations(title: str, articles: Sequence[Article], *, framed: bool = False) -> str:
    """Return a complete HTML document; `framed` is as in render_page."""
    data = [
        {
            "title": article.title,
            "names": [name for name, _ in article.explanations],
            "explanations": [explanation for _, explanation in article.explanations],
        }
        for article in articles
    ]
    tables = "".join(
        _plain_tables((article.title, name), explanation)
        for article in articles
        for name, explanation in article.explanations
    )
    return render_page(
        title,
        parts=(*VIEW_ASSETS, "explain"),
        data={"articles": data},
        body=f"<noscript>{tables}</noscript>",
        framed=framed,
    )


def _plain_tables(headings: Sequence[str], explanation: Mapping[str, Any]) -> str:
    score = f"{explanation['metric']}: {explanation['score']:.4f}"
    title = ", ".join(filter(None, (*headings, score)))
    tables = []
    if explanation["against"]:
        columns = (explanation["held"], "hypothesis", "similarity", "weight", "reason")
        tables.append(html_table(title, columns, _match_rows(explanation)))
    if "coherence" in explanation:
        coherence = explanation["coherence"]
        tables.append(
            html_table(f"{title}; relations", _RELATION_COLUMNS, _relation_rows(coherence))
        )
    return "".join(tables)


def _relation_rows(coherence: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
    for relation in coherence["relations"]:
        parts = (_argument_text(relation["pieces"], name) for name in ("arg1", "arg2"))
        yield (
            relation["type"],
            relation["sense"],
            relation["connective"],
            *parts,
            relation["share"],
        )


def _argument_text(pieces: Sequence[Mapping[str, Any]], name: str) -> str:
    return " … ".join(piece["text"] for piece in pieces if name in piece["parts"])


def _match_rows(explanation: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
    """Yield matches, then unmatched n-grams, of the first feature with matches."""
    best = max(
        explanation["against"], key=lambda item: (item["share"], item["score"]), default=None
    )
    features = best["features"] if best else []
    feature = next((item for item in features if item["matched"]), None)
    if feature is None:
        return
    for item in feature["matched"]:
        kinds = dict.fromkeys(reason["kind"] for reason in item["reasons"])
        yield (
            *(item["reference"], item["hypothesis"], item["similarity"], item["weight"]),
            ", ".join(kinds),
        )
    for side, status in (("reference", "missing"), ("hypothesis", "strange")):
        for gram in feature[side]:
            unmatched = gram["weight"] - gram["matched"]
            if unmatched > 1e-9:
                texts = (gram["text"], "") if side == "reference" else ("", gram["text"])
                yield (*texts, 0.0, unmatched, status)


_SIDES = ("reference", "hypothesis")
# Widths in rem: of a typical notebook cell, of the box of a word, and of each of its letters.
_CELL_WIDTH, _BOX_WIDTH, _LETTER_WIDTH = 52, 2.2, 0.55
# Items per line: buttons, causes of penalties, letters of the signature.
_BUTTONS_PER_LINE, _CAUSES_PER_LINE, _LETTERS_PER_LINE = 6, 5, 100
# Heights in rem: of a strip of words, of a line, of a relation with its text, of the fixed parts,
# and of the tallest frame.
_STRIP_HEIGHT, _LINE_HEIGHT, _RELATION_HEIGHT, _BASE_HEIGHT, _MAX_HEIGHT = 14, 2.4, 4.5, 23, 90


def render_notebook_view(explanation: Mapping[str, Any]) -> str:
    """Return an iframe that may run its own scripts but has no access to anything else.

    A frame does not grow with its page, so its height is estimated generously; it can be resized.
    """
    title = f"{explanation['metric']} {explanation['score']:.4f}"
    page = render_explanations(title, [Article("", [("", explanation)])], framed=True)
    height = min(
        max(map(_comparison_height, explanation["against"]), default=0)
        + _other_height(explanation),
        _MAX_HEIGHT,
    )
    return (
        f'<iframe title="{escape(title)}" sandbox="allow-scripts" srcdoc="{escape(page)}" '
        f'style="width: 100%; height: {height:.0f}rem; border: 0; resize: vertical; '
        'overflow: auto"></iframe>'
    )


def _comparison_height(comparison: Mapping[str, Any]) -> float:
    """Return the height of the drawing for one reference, with the parts above and below it."""
    widest = max(
        sum(_BOX_WIDTH + _LETTER_WIDTH * len(word["text"]) for word in comparison[side]["words"])
        for side in _SIDES
    )
    cause_counts = [
        len(penalty["causes"]) for penalty in comparison["penalties"] if penalty["factor"] != 1
    ]
    lines = ceil(len(comparison["features"]) / _BUTTONS_PER_LINE) + sum(
        2 + causes // _CAUSES_PER_LINE for causes in cause_counts
    )
    return _STRIP_HEIGHT * max(ceil(widest / _CELL_WIDTH), 1) + _LINE_HEIGHT * lines


def _other_height(explanation: Mapping[str, Any]) -> float:
    """Return the height of the rest: score, choice of references, details and signature."""
    references = len(explanation["against"])
    lines = ceil(references / _BUTTONS_PER_LINE) + 1 if references > 1 else 0
    coherence = explanation.get("coherence", {"relations": (), "sentences": ()})
    rows = (
        len(coherence["relations"]) * _RELATION_HEIGHT + len(coherence["sentences"]) * _LINE_HEIGHT
    )
    return (
        _BASE_HEIGHT
        + rows
        + _LINE_HEIGHT * (lines + len(explanation["signature"]) // _LETTERS_PER_LINE)
    )
