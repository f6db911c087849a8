"""Explanations as text, as JSON, and as a page."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..explaining.explanation import Explanation
from ..page.explanations import Article, render_explanations
from .coherence import render_coherence
from .explained_lists import render_lists
from .interlinear import render_pair
from .terminal import MUTED, Paper, shown_line, wrapped


class Explained(NamedTuple):
    """An explanation, and of files whose: system, segment (counted from 1), what it is called."""

    explanation: Explanation
    system: str = ""
    segment: int = 0
    labels: Mapping[str, str] = {}

    @property
    def title(self) -> str:
        """Without the system."""
        if not self.segment:
            return ""
        return f"Segment {self.segment}" + "".join(
            f", {name} {own}" for name, own in self.labels.items()
        )

    def record(self) -> dict[str, Any]:
        """For JSON."""
        place = {"system": self.system, "segment": self.segment, **self.labels}
        return {**(place if self.segment else {}), **self.explanation.to_dict()}


def render_explained(explained: Sequence[Explained], style: str, paper: Paper) -> str:
    """In one of the formats of `tesla explain`."""
    if style == "json":
        records = [one.record() for one in explained]
        return json.dumps(records, indent=2) + "\n"
    if style == "html":
        return render_explanations("Why this score?", list(_articles(explained)))
    return "\n".join("\n".join(_text(one, paper)) + "\n" for one in explained)


def _articles(explained: Sequence[Explained]) -> Iterator[Article]:
    """In the order in which they were asked for; two systems of one segment beside each other."""
    by_segment: dict[int, list[Explained]] = {}
    for one in explained:
        by_segment.setdefault(one.segment, []).append(one)
    for own in by_segment.values():
        if len(own) == 2:
            yield Article(own[0].title, [(one.system, one.explanation.to_dict()) for one in own])
            continue
        for one in own:
            title = ", ".join(filter(None, (one.title, one.system)))
            yield Article(title, [("", one.explanation.to_dict())])


def _text(one: Explained, paper: Paper) -> Iterator[str]:
    explanation = one.explanation
    if one.segment:
        yield paper.paint(shown_line(f"{one.title} of {one.system}"), "1")
    yield paper.paint(f"{explanation.metric} {explanation.score:.4f}", "1") + _combined(explanation)
    if explanation.parts:
        parts = ", ".join(f"{name} {value:.4f}" for name, value in explanation.parts.items())
        yield from wrapped(parts, paper.columns)
    # What counts comes first.
    for number, against in sorted(enumerate(explanation.against, 1), key=lambda one: -one[1].share):
        yield ""
        if len(explanation.against) > 1:
            counts = f"counts for {against.share:.0%}"
            yield f"{explanation.held} {number}: {against.score:.4f}, {counts}"
        yield from render_pair(against, paper, explanation.held)
        yield from render_lists(against, paper, explanation.held)
    if explanation.coherence is not None:
        yield ""
        yield from render_coherence(explanation.coherence, paper)
    yield paper.paint(f"signature  {explanation.signature}", MUTED)


def _combined(explanation: Explanation) -> str:
    how = {"mean": "the mean over", "max": "the best of"}.get(explanation.combined)
    return f", {how} {len(explanation.against)} {explanation.held}s" if how else ""
