"""Web pages of explanations, also as frames in notebooks."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import ceil
from typing import Any, NamedTuple

from ...files.inputs.columns import format_html_table
from .document import render_page

# Assets of the view of one explanation, in the order of their dependencies.
VIEW_ASSETS = (
    *("reasons", "pair", "strips", "telling", "lengths", "drawing", "bands"),
    *("tables", "breakdown", "changes", "coherence", "view"),
)
_MIN_UNMATCHED_WEIGHT = 1e-9  # less is a rounding error
# Columns of the table of relations, for browsers without scripts.
_RELATION_COLUMNS = ("type", "sense", "connective", "first argument", "second argument", "adds")


class Article(NamedTuple):
    """A section of the page with one explanation, or with two to compare.

    explanations    pairs of a system name (or "") and the result of `Explanation.to_dict`
    """

    title: str
    explanations: Sequence[tuple[str, Mapping[str, Any]]]


def render_explanations(title: str, articles: Sequence[Article], *, is_framed: bool = False) -> str:
    """Return a complete HTML document; `is_framed` has the same meaning as in `render_page`."""
    data = [
        {
            "title": article.title,
            "names": [name for name, _ in article.explanations],
            "explanations": [explanation for _, explanation in article.explanations],
        }
        for article in articles
    ]
    tables = "".join(
        _make_tables((article.title, name), explanation)
        for article in articles
        for name, explanation in article.explanations
    )
    return render_page(
        title,
        assets=(*VIEW_ASSETS, "explain"),
        data={"articles": data},
        body=f"<noscript>{tables}</noscript>",
        is_framed=is_framed,
    )


def _make_tables(headings: Sequence[str], explanation: Mapping[str, Any]) -> str:
    score = f"{explanation['metric']}: {explanation['score']:.4f}"
    title = ", ".join(text for text in (*headings, score) if text)
    tables = []
    if explanation["against"]:
        columns = (explanation["held"], "hypothesis", "similarity", "weight", "reason")
        tables.append(format_html_table(title, columns, _list_matches(explanation)))
    if "coherence" in explanation:
        coherence = explanation["coherence"]
        tables.append(
            format_html_table(f"{title}; relations", _RELATION_COLUMNS, _list_relations(coherence))
        )
    return "".join(tables)


def _list_relations(coherence: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
    for relation in coherence["relations"]:
        arguments = (_join_argument(relation["pieces"], name) for name in ("arg1", "arg2"))
        yield (
            relation["type"],
            relation["sense"],
            relation["connective"],
            *arguments,
            relation["share"],
        )


def _join_argument(pieces: Sequence[Mapping[str, Any]], name: str) -> str:
    return " … ".join(piece["text"] for piece in pieces if name in piece["parts"])


def _list_matches(explanation: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
    """Yield matches, then unmatched n-grams, of the first feature with matches."""
    best = max(
        explanation["against"],
        key=lambda comparison: (comparison["share"], comparison["score"]),
        default=None,
    )
    features = best["features"] if best else []
    feature = next((feature for feature in features if feature["matched"]), None)
    if feature is None:
        return
    for match in feature["matched"]:
        kinds = dict.fromkeys(reason["kind"] for reason in match["reasons"])
        values = (match["reference"], match["hypothesis"], match["similarity"], match["weight"])
        yield (*values, ", ".join(kinds))
    for side, status in (("reference", "missing"), ("hypothesis", "strange")):
        for gram in feature[side]:
            unmatched = gram["weight"] - gram["matched"]
            if unmatched > _MIN_UNMATCHED_WEIGHT:
                texts = (gram["text"], "") if side == "reference" else ("", gram["text"])
                yield (*texts, 0.0, unmatched, status)


_SIDES = ("reference", "hypothesis")
# Widths in rem
_CELL_WIDTH = 52  # a typical notebook cell
_BOX_WIDTH = 2.2  # the box of a word, without its letters
_LETTER_WIDTH = 0.55
# Items per line
_BUTTONS_PER_LINE = 6
_CAUSES_PER_LINE = 5  # causes of penalties
_LETTERS_PER_LINE = 100  # letters of the signature
# Heights in rem
_STRIP_HEIGHT = 14  # a strip of words
_LINE_HEIGHT = 2.4
_RELATION_HEIGHT = 4.5  # a relation with its text
_BASE_HEIGHT = 23  # parts that every explanation has
_MAX_HEIGHT = 90  # the tallest frame


def render_notebook_view(explanation: Mapping[str, Any]) -> str:
    """Return a sandboxed iframe that shows an explanation and may run only its own scripts.

    A frame does not grow with its page, so its height is estimated generously; users can resize it.
    """
    title = f"{explanation['metric']} {explanation['score']:.4f}"
    page = render_explanations(title, [Article("", [("", explanation)])], is_framed=True)
    comparison_height = max(map(_estimate_comparison_height, explanation["against"]), default=0)
    height = min(comparison_height + _estimate_other_height(explanation), _MAX_HEIGHT)
    return (
        f'<iframe title="{escape(title)}" sandbox="allow-scripts" srcdoc="{escape(page)}" '
        f'style="width: 100%; height: {height:.0f}rem; border: 0; resize: vertical; '
        'overflow: auto"></iframe>'
    )


def _estimate_comparison_height(comparison: Mapping[str, Any]) -> float:
    """Return the height in rem of the drawing for one reference, with its buttons and penalties."""
    max_width = max(
        sum(_BOX_WIDTH + _LETTER_WIDTH * len(word["text"]) for word in comparison[side]["words"])
        for side in _SIDES
    )
    cause_counts = [
        len(penalty["causes"]) for penalty in comparison["penalties"] if penalty["factor"] != 1
    ]
    button_lines = ceil(len(comparison["features"]) / _BUTTONS_PER_LINE)
    lines = button_lines + sum(2 + count // _CAUSES_PER_LINE for count in cause_counts)
    return _STRIP_HEIGHT * max(ceil(max_width / _CELL_WIDTH), 1) + _LINE_HEIGHT * lines


def _estimate_other_height(explanation: Mapping[str, Any]) -> float:
    """Return the height in rem of the score, the choice of references, details and signature."""
    n_references = len(explanation["against"])
    button_lines = ceil(n_references / _BUTTONS_PER_LINE) + 1 if n_references > 1 else 0
    signature_lines = len(explanation["signature"]) // _LETTERS_PER_LINE
    coherence = explanation.get("coherence", {"relations": (), "sentences": ()})
    coherence_height = (
        len(coherence["relations"]) * _RELATION_HEIGHT + len(coherence["sentences"]) * _LINE_HEIGHT
    )
    return _BASE_HEIGHT + coherence_height + _LINE_HEIGHT * (button_lines + signature_lines)
