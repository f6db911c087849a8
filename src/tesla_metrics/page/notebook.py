"""A page inside another one, as notebooks show results."""

from collections.abc import Mapping
from html import escape
from typing import Any

from .explanations import Article, render_explanations

_SIDES = ("reference", "hypothesis")
# What a strip of words takes, and what stands around all of them, in rem.
_WORDS, _STRIP, _AROUND, _MOST = 12, 11, 28, 60


def notebook_view(explanation: Mapping[str, Any]) -> str:
    """In a frame that may run its own scripts and reach nothing else."""
    title = f"{explanation['metric']} {explanation['score']:.4f}"
    page = render_explanations(title, [Article("", [("", explanation)])])
    longest = max(
        (len(one[side]["words"]) for one in explanation["against"] for side in _SIDES), default=0
    )
    height = min(_AROUND + _STRIP * (longest // _WORDS + 1), _MOST)
    return (
        f'<iframe title="{escape(title)}" sandbox="allow-scripts" srcdoc="{escape(page)}" '
        f'style="width: 100%; height: {height}rem; border: 0"></iframe>'
    )
