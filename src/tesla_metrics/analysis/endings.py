"""How a text ends: with a full stop, as a question, as a call, or with no mark."""

from enum import IntEnum

# What may follow the mark.
_CLOSING = "\"'“”‘’«»‹›)]}」』）】》〉"


class Ending(IntEnum):
    """What the last mark says."""

    OPEN = 0  # none, or one that ends no sentence
    STOP = 1
    QUESTION = 2
    CALL = 3
    OPENED_QUESTION = 4  # as Spanish marks it, at both ends
    OPENED_CALL = 5


_STOPS, _QUESTIONS, _CALLS = ".…。｡．।॥۔։።။។", "?？؟፧⁇⁈⁉", "!！‼"
_MARKS = _STOPS + _QUESTIONS + _CALLS
_ASKING = (Ending.QUESTION, Ending.OPENED_QUESTION)
# A question is another sentence; a stop or an opening mark that is missing, or a call, is not.
_HALF = 0.5


def ending_of(text: str) -> Ending:
    """Of a normalised text, by its marks; a question that is opened and not closed is one too."""
    marks = _marks(text)
    asks = any(mark in _QUESTIONS for mark in marks)
    if asks or (not marks and text.rfind("¿") > max(map(text.rfind, _QUESTIONS))):
        return Ending.OPENED_QUESTION if asks and "¿" in text else Ending.QUESTION
    if marks[-1:] and marks[-1] in _CALLS:
        return Ending.OPENED_CALL if "¡" in text else Ending.CALL
    return Ending.STOP if marks else Ending.OPEN


def mark_of(text: str) -> str:
    """What it ends with, spaces and closing quotes and brackets apart; empty if it is no mark.

    Of several it is the one that asks; an opening mark goes before it.
    """
    marks = _marks(text)
    last = next((mark for mark in marks if mark in _QUESTIONS), marks[-1:])
    opening = {Ending.OPENED_QUESTION: "¿", Ending.OPENED_CALL: "¡"}.get(ending_of(text), "")
    return opening + last


def _marks(text: str) -> str:
    """Those at the end, with nothing between them."""
    end = len(text)
    while end and (text[end - 1].isspace() or text[end - 1] in _CLOSING):
        end -= 1
    shown = text[:end]
    return shown[len(shown.rstrip(_MARKS)) :]


def changed_ending(reference: Ending, candidate: Ending) -> float:
    """1 where one text asks and the other does not, a half where the marks are other ones."""
    if reference == candidate:
        return 0.0
    return _HALF if (reference in _ASKING) == (candidate in _ASKING) else 1.0
