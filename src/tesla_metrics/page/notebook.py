"""A page inside another one, as notebooks show results."""

from collections.abc import Mapping
from html import escape
from math import ceil
from typing import Any

from .explanations import Article, render_explanations

_SIDES = ("reference", "hypothesis")
# A cell about as wide as most are, a word's box and each of its letters, in rem.
_WIDTH, _BOX, _LETTER = 52, 2.2, 0.55
# What stands in a line there: buttons, penalties' causes, letters of the signature.
_BUTTONS, _CAUSES, _LETTERS = 6, 5, 100
# Heights in rem: of one of them, of a relation with its text, of what is always there, and of the
# tallest frame.
_STRIP, _LINE, _RELATION, _ALWAYS, _MOST = 14, 2.4, 4.5, 23, 90


def notebook_view(explanation: Mapping[str, Any]) -> str:
    """In a frame that may run its own scripts and reach nothing else.

    A frame does not grow with its page, so its height is a guess, rather too large; it can be
    pulled.
    """
    title = f"{explanation['metric']} {explanation['score']:.4f}"
    page = render_explanations(title, [Article("", [("", explanation)])], framed=True)
    height = min(max(map(_height, explanation["against"]), default=0) + _beside(explanation), _MOST)
    return (
        f'<iframe title="{escape(title)}" sandbox="allow-scripts" srcdoc="{escape(page)}" '
        f'style="width: 100%; height: {height:.0f}rem; border: 0; resize: vertical; '
        'overflow: auto"></iframe>'
    )


def _height(one: Mapping[str, Any]) -> float:
    """Of the drawing against one reference, with what stands above and below it."""
    longest = max(
        sum(_BOX + _LETTER * len(word["text"]) for word in one[side]["words"]) for side in _SIDES
    )
    struck = [len(penalty["causes"]) for penalty in one["penalties"] if penalty["factor"] != 1]
    lines = ceil(len(one["features"]) / _BUTTONS) + sum(2 + causes // _CAUSES for causes in struck)
    return _STRIP * max(ceil(longest / _WIDTH), 1) + _LINE * lines


def _beside(explanation: Mapping[str, Any]) -> float:
    """Of all else: the score, references to choose, details to open, the signature."""
    references = len(explanation["against"])
    lines = ceil(references / _BUTTONS) + 1 if references > 1 else 0
    told = explanation.get("coherence", {"relations": (), "sentences": ()})
    rows = len(told["relations"]) * _RELATION + len(told["sentences"]) * _LINE
    return _ALWAYS + rows + _LINE * (lines + len(explanation["signature"]) // _LETTERS)
