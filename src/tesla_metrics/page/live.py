"""The live page: texts typed into it are scored by the server that it came from."""

from collections.abc import Mapping

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
    against: Mapping[str, str],
) -> str:
    """A whole document.

    metrics     whether each explains its scores
    languages   codes, with their names
    default     the metric that is chosen first
    against     what each holds texts against: reference, source or nothing
    """
    return render_page(
        "tesla, live",
        parts=(*VIEW, "asking", "contest", "dropping", "live"),
        data={
            "metrics": metrics,
            "languages": languages,
            "against": against,
            "start": {**_EXAMPLE, "metric": default, "lang": "en"},
        },
        body="<noscript><p>This page scores while you type, for which it needs scripts.</p>"
        "</noscript>",
        live=True,
    )
