"""The page of explanations; where no script may run, the flows as plain tables."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..notebooks import html_table
from .assemble import render_page

# Assets of the view of one explanation, in the order in which they need each other.
VIEW = (
    *("reasons", "pair", "strips", "telling", "lengths", "drawing", "bands"),
    *("tables", "breakdown", "changes", "coherence", "view"),
)
# Of a relation, where no script runs.
_RELATION = ("type", "sense", "connective", "first argument", "second argument", "adds")


class Article(NamedTuple):
    """What stands under one heading (or none): an explanation as plain values, or two to compare.

    shown   each with the name of its system, or none
    """

    title: str
    shown: Sequence[tuple[str, Mapping[str, Any]]]


def render_explanations(title: str, articles: Sequence[Article], *, framed: bool = False) -> str:
    """A whole document; `framed` as in render_page."""
    data = [
        {
            "title": article.title,
            "names": [name for name, _ in article.shown],
            "explanations": [one for _, one in article.shown],
        }
        for article in articles
    ]
    plain = "".join(
        _plain((article.title, name), one) for article in articles for name, one in article.shown
    )
    return render_page(
        title,
        parts=(*VIEW, "explain"),
        data={"articles": data},
        body=f"<noscript>{plain}</noscript>",
        framed=framed,
    )


def _plain(headings: Sequence[str], explanation: Mapping[str, Any]) -> str:
    score = f"{explanation['metric']}: {explanation['score']:.4f}"
    title = ", ".join(filter(None, (*headings, score)))
    tables = []
    if explanation["against"]:
        columns = (explanation["held"], "hypothesis", "similarity", "weight", "reason")
        tables.append(html_table(title, columns, _rows(explanation)))
    if "coherence" in explanation:
        told = explanation["coherence"]
        tables.append(html_table(f"{title}; relations", _RELATION, _relations(told)))
    return "".join(tables)


def _relations(coherence: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
    for one in coherence["relations"]:
        parts = (_part(one["pieces"], name) for name in ("arg1", "arg2"))
        yield (one["type"], one["sense"], one["connective"], *parts, one["share"])


def _part(pieces: Sequence[Mapping[str, Any]], name: str) -> str:
    return " … ".join(piece["text"] for piece in pieces if name in piece["parts"])


def _rows(explanation: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
    """The flows of what counts most, by the first feature that has some; then what is left."""
    best = max(explanation["against"], key=lambda one: (one["share"], one["score"]), default=None)
    features = best["features"] if best else []
    feature = next((one for one in features if one["matched"]), None)
    if feature is None:
        return
    for one in feature["matched"]:
        kinds = dict.fromkeys(reason["kind"] for reason in one["reasons"])
        yield (
            *(one["reference"], one["hypothesis"], one["similarity"], one["weight"]),
            ", ".join(kinds),
        )
    for side, said in (("reference", "missing"), ("hypothesis", "strange")):
        for gram in feature[side]:
            left = gram["weight"] - gram["matched"]
            if left > 1e-9:
                texts = (gram["text"], "") if side == "reference" else ("", gram["text"])
                yield (*texts, 0.0, left, said)
