"""The page of explanations; where no script may run, the flows as plain tables."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..notebooks import html_table
from .assemble import render_page

# Assets of the view of one explanation, in the order in which they need each other.
VIEW = (
    *("reasons", "pair", "strips", "telling", "drawing", "bands"),
    *("tables", "breakdown", "changes", "view"),
)


def render_explanations(title: str, explanations: Sequence[tuple[str, Mapping[str, Any]]]) -> str:
    """A whole document of explanations as plain values, each with a heading or without."""
    data = [{"title": heading, "explanation": one} for heading, one in explanations]
    plain = "".join(_plain(heading, one) for heading, one in explanations)
    return render_page(
        title,
        parts=(*VIEW, "explain"),
        data={"explanations": data},
        body=f"<noscript>{plain}</noscript>",
    )


def _plain(heading: str, explanation: Mapping[str, Any]) -> str:
    columns = ("reference", "hypothesis", "similarity", "weight", "reason")
    title = f"{heading} {explanation['metric']}: {explanation['score']:.4f}".strip()
    return html_table(title, columns, _rows(explanation))


def _rows(explanation: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
    """The flows of the first feature that has some, of the best reference; then what is left."""
    best = max(explanation["against"], key=lambda one: float(one["score"]), default=None)
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
