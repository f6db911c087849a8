"""Explanations as text, as JSON, and as a page."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..explaining.explanation import Against, Explanation, Feature, Gram, Matched, Penalty, Side
from ..page.explanations import Article, render_explanations
from ..page.reasons import MISSING, SHOWN, STRANGE, Shown
from .interlinear import kind_of, of_words, render_pair
from .terminal import COLOURS, LOST, MUTED, Paper, padded, shown_line, width

# What a screen has room for; json has all.
_MOST = 12


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


class _Line(NamedTuple):
    about: str
    said: str
    colour: str = ""


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
    yield paper.paint(f"{explanation.metric} {explanation.score:.4f}", "1")
    if explanation.parts:
        yield ", ".join(f"{name} {value:.4f}" for name, value in explanation.parts.items())
    for number, against in enumerate(explanation.against, 1):
        yield ""
        if len(explanation.against) > 1:
            counts = f"counts for {against.share:.0%}"
            yield f"{explanation.held} {number}: {against.score:.4f}, {counts}"
        yield from render_pair(against, paper, explanation.held)
        yield from _lists(against, paper)
    yield paper.paint(f"signature  {explanation.signature}", MUTED)


def _lists(against: Against, paper: Paper) -> Iterator[str]:
    feature = of_words(against)
    flows = [flow for flow in feature.matched if kind_of(flow) != "form"] if feature else []
    yield from _list(
        "matched, though not the same", [_flow(flow, against) for flow in flows], paper
    )
    for left, shown in ((feature.missing, MISSING), (feature.strange, STRANGE)) if feature else ():
        yield from _list(shown.title, [_gram(gram, shown) for gram in left], paper)
    parts = [*map(_feature, against.features), *map(_penalty, against.penalties)]
    yield from _list("made of", parts, paper)


def _list(title: str, lines: Sequence[_Line], paper: Paper) -> Iterator[str]:
    """What it is about, one below the other, and what is said of it."""
    if not lines:
        return
    yield title
    column = min(max(width(shown_line(line.about)) for line in lines[:_MOST]), paper.columns // 2)
    for line in lines[:_MOST]:
        about = paper.paint(padded(shown_line(line.about), column), line.colour)
        yield f"  {about}  {shown_line(line.said)}"
    if len(lines) > _MOST:
        yield f"  and {len(lines) - _MOST} more (-f json has all)"
    yield ""


def _flow(flow: Matched, against: Against) -> _Line:
    kind = kind_of(flow)
    x = _written(against.reference, flow.reference_words) or flow.reference
    y = _written(against.hypothesis, flow.hypothesis_words) or flow.hypothesis
    proofs = dict.fromkeys(proof for reason in flow.reasons for proof in reason.shown)
    proof = f" ({', '.join(proofs)})" if proofs else ""
    return _Line(
        f"{SHOWN[kind].mark} {x} ↔ {y}",
        f"{flow.weight:.3f} at similarity {flow.similarity:.2f}: {SHOWN[kind].title}{proof}",
        COLOURS[kind],
    )


def _written(side: Side, places: Sequence[int]) -> str:
    """Words of the text itself: a pivot n-gram is of another language."""
    return " ".join(side.words[place].text for place in places)


def _gram(gram: Gram, shown: Shown) -> _Line:
    said = f"weight {gram.left:.3f}, price {gram.price:.3f}, lost {gram.lost:.3f}"
    return _Line(f"{shown.mark} {gram.text}", said, LOST)


def _feature(part: Feature) -> _Line:
    return _Line(part.name, f"{part.value:.4f} × {part.slope:.4f}, lost {part.lost:.4f}")


def _penalty(penalty: Penalty) -> _Line:
    causes = ", ".join(cause.shown for cause in penalty.causes[:_MOST])
    said = f"times {penalty.factor:.4f}, lost {penalty.lost:.4f}"
    return _Line(penalty.name, f"{said}: {causes}" if causes else said)
