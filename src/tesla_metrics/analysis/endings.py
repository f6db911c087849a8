"""How a text ends: with a full stop, as a question, as a call, or with no mark."""

from enum import IntEnum

# What may follow the mark.
_CLOSING = "\"'“”‘’«»‹›)]}"


class Ending(IntEnum):
    """What the last mark says."""

    OPEN = 0  # none, or one that ends no sentence
    STOP = 1
    QUESTION = 2
    CALL = 3


_MARKS = {
    **dict.fromkeys(".…。｡।۔։", Ending.STOP),
    **dict.fromkeys("?？؟", Ending.QUESTION),
    **dict.fromkeys("!！", Ending.CALL),
}
# A question is another sentence; a stop that is missing or an exclamation is not.
_HALF = 0.5


def ending_of(text: str) -> Ending:
    """Of a normalised text, by its mark."""
    return _MARKS.get(mark_of(text), Ending.OPEN)


def mark_of(text: str) -> str:
    """What it ends with, spaces and closing quotes and brackets apart; empty if it is no mark."""
    last = text.rstrip().rstrip(_CLOSING).rstrip()[-1:]
    return last if last in _MARKS else ""


def changed_ending(reference: Ending, candidate: Ending) -> float:
    """1 where one text asks and the other does not, a half where the mark is another one."""
    if reference == candidate:
        return 0.0
    return 1.0 if Ending.QUESTION in (reference, candidate) else _HALF
