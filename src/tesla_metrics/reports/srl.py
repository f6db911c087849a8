"""Frames as text: a line each, with the words of every role in brackets."""

from collections.abc import Iterator, Mapping

from ..explaining.coherence.sentences import sentence_side
from ..srl.frame import Frame
from ..srl.records import LabelledSentence
from .coloured import ColouredText
from .terminal import MUTED, Paper, padded, shown_line, width

_PREDICATE = "1"
_ROLES = {"ARG0": "36", "ARG1": "33", "ARG2": "35", "ARGM": "32"}
_OTHER = "34"
NO_FRAME = "(no predicate)"


def render_frames(labelled: LabelledSentence, paper: Paper) -> Iterator[str]:
    """Lines: of each frame its roleset, or its lemma, and the sentence with the roles in it."""
    if not labelled.frames:
        text = ColouredText()
        text.put(labelled.sentence.text, MUTED)
        yield from _beside(NO_FRAME, text, paper, len(NO_FRAME), MUTED)
        return
    names = [shown_line(frame.roleset or frame.lemma) for frame in labelled.frames]
    margin = max(map(width, names))
    for frame, name in zip(labelled.frames, names, strict=True):
        yield from _beside(name, _marked(labelled, frame), paper, margin, _PREDICATE)


def _beside(name: str, text: ColouredText, paper: Paper, margin: int, colour: str) -> Iterator[str]:
    before = paper.paint(padded(name, margin), colour)
    for line in text.lines(paper, paper.columns - margin - 2):
        yield f"{before}  {line}"
        before = " " * margin


def _marked(labelled: LabelledSentence, frame: Frame) -> ColouredText:
    """The text of the sentence; of roles that overlap the first is shown."""
    side = sentence_side(labelled.sentence)
    parts = _parts(frame)
    text = ColouredText()
    at, inside = 0, ""
    for place, word in enumerate(side.words):
        own = parts.get(place, "")
        begins = own != parts.get(place - 1, "")
        if begins and inside:
            text.put("]", _colour(inside))
        between = side.text[at : word.start]
        text.put(between, "" if begins else _colour(inside))
        if begins and own:
            label = own.partition("#")[0]
            text.put(f"[{label} " if label else "[", _colour(own))
        text.put(side.text[max(at, word.start) : word.end], _colour(own))
        at, inside = max(at, word.end), own
    if inside:
        text.put("]", _colour(inside))
    text.put(side.text[at:])
    return text


def _parts(frame: Frame) -> Mapping[int, str]:
    """Of each token `ARG1#2`, a label and which argument it is of; `#` is the predicate."""
    found = {frame.predicate: "#"}
    for number, one in enumerate(frame.arguments):
        for place in range(one.start, one.end):
            found.setdefault(place, f"{one.label}#{number}")
    return found


def _colour(part: str) -> str:
    if not part:
        return ""
    if part == "#":
        return _PREDICATE
    role = part.removeprefix("C-").removeprefix("R-")[:4]
    return _ROLES.get(role, _OTHER)
