"""The live page: texts typed into it are scored by the server that it came from."""

from collections.abc import Mapping, Sequence

from .assemble import render_page
from .explanations import VIEW

_EXAMPLE = {
    "references": "The doctor forgot his keys on the kitchen table.",
    "hypotheses": "The physician left his keys on the table in the kitchen.\n"
    "The doctor forgot her key on a kitchen chair.\n"
    "His keys, the doctor never forgot.",
}


def render_live(
    metrics: Mapping[str, bool],
    languages: Mapping[str, str],
    default: str,
    of_sources: Sequence[str] = (),
) -> str:
    """A whole document.

    metrics     whether each explains its scores
    languages   codes, with their names
    default     the metric that is chosen first
    of_sources  metrics that hold texts against their sources
    """
    return render_page(
        "tesla, live",
        parts=(*VIEW, "asking", "contest", "dropping", "live"),
        data={
            "metrics": metrics,
            "languages": languages,
            "ofSources": list(of_sources),
            "start": {**_EXAMPLE, "metric": default, "lang": "en"},
        },
        body="<noscript><p>This page scores while you type, for which it needs scripts.</p>"
        "</noscript>",
        live=True,
    )
