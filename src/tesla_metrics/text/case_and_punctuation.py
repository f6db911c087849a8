"""Compare the case of words and the final punctuation of texts."""

from collections.abc import Sequence
from enum import IntEnum

from .word_offsets import TextSpan

# A capital letter has no meaning after these characters or at the beginning of a text.
_BOUNDARY_MARKS = frozenset(".!?:;…。！？•-–—\"'“”„‘’«»‹›()[]¿¡*|/")
# Not boundaries right after a letter or number: l'Europe, Saint-Malo.
_JOINING = frozenset("-–'’/")
# Minimum number of words of an upper-case text to count as a headline, not as initials.
_MIN_HEADLINE_WORDS = 2


class Case(IntEnum):
    """The case of a word."""

    UNKNOWN = 0  # no information: begins a sentence, is in a headline, or has no cased letters
    LOWER = 1
    CAPITAL = 2
    UPPER = 3  # upper-case letters after the first: USA, iPhone


def case_of(form: str) -> Case:
    """Return the case of a word without context."""
    if form.islower():
        return Case.LOWER
    if not any(map(str.isupper, form)):
        return Case.UNKNOWN
    return (
        Case.CAPITAL if form[:1].isupper() and not any(map(str.isupper, form[1:])) else Case.UPPER
    )


def cases(text: str, places: Sequence[TextSpan]) -> list[Case]:
    """Return the cases of words at these places in a text; FREE for words without a place."""
    word_cases = [
        Case.UNKNOWN if span is None else case_of(text[span[0] : span[1]]) for span in places
    ]
    if (
        Case.UPPER in word_cases
        and len(word_cases) - word_cases.count(Case.UNKNOWN) >= _MIN_HEADLINE_WORDS
    ):
        forms = (text[span[0] : span[1]] for span in places if span is not None)
        if not any(any(map(str.islower, form)) for form in forms):
            return [Case.UNKNOWN] * len(word_cases)
    return [
        Case.UNKNOWN if span is None or _may_start_sentence(text, span[0]) else case
        for case, span in zip(word_cases, places, strict=True)
    ]


def _may_start_sentence(text: str, start: int) -> bool:
    """Return whether a sentence may begin at this position."""
    end = start
    while end and text[end - 1].isspace():
        end -= 1
    if not end:
        return True
    last, second_last = text[end - 1], text[end - 2 : end - 1].strip()
    joined = (
        end == start and last in _JOINING and second_last and second_last not in _BOUNDARY_MARKS
    )
    return last in _BOUNDARY_MARKS and not joined


def cases_differ(first: Case, second: Case) -> bool:
    """Return whether the cases of a word in two texts are contradictory."""
    return first != second and first != Case.UNKNOWN and second != Case.UNKNOWN


# Closing quotes and brackets that may follow the final mark.
_CLOSING = "\"'“”‘’«»‹›)]}」』）】》〉"


class Ending(IntEnum):
    """The sentence type according to the final mark."""

    UNMARKED = 0  # no mark, or one that does not end a sentence
    STOP = 1
    QUESTION = 2
    EXCLAMATION = 3
    OPENED_QUESTION = 4  # marked at both ends, as in Spanish
    OPENED_EXCLAMATION = 5


_STOPS, _QUESTIONS, _EXCLAMATIONS = ".…。｡．।॥۔։።။។", "?？؟፧⁇⁈⁉", "!！‼"
_MARKS = _STOPS + _QUESTIONS + _EXCLAMATIONS
_QUESTION_ENDINGS = (Ending.QUESTION, Ending.OPENED_QUESTION)
# The change of a stop, an exclamation or an opening mark; it counts less than that of a question.
_MINOR_CHANGE = 0.5


def ending_of(text: str) -> Ending:
    """Return the ending of a normalised text; a question that is only opened counts as well."""
    marks = _final_marks(text)
    has_question = any(mark in _QUESTIONS for mark in marks)
    if has_question or (not marks and text.rfind("¿") > max(map(text.rfind, _QUESTIONS))):
        return Ending.OPENED_QUESTION if has_question and "¿" in text else Ending.QUESTION
    if marks[-1:] and marks[-1] in _EXCLAMATIONS:
        return Ending.OPENED_EXCLAMATION if "¡" in text else Ending.EXCLAMATION
    return Ending.STOP if marks else Ending.UNMARKED


def mark_of(text: str) -> str:
    """Return the final mark of a text, ignoring spaces, closing quotes and brackets.

    The result is empty if there is no mark. A question mark takes precedence over other marks,
    and an opening mark is put in front.
    """
    marks = _final_marks(text)
    last = next((mark for mark in marks if mark in _QUESTIONS), marks[-1:])
    opening = {Ending.OPENED_QUESTION: "¿", Ending.OPENED_EXCLAMATION: "¡"}.get(ending_of(text), "")
    return opening + last


def _final_marks(text: str) -> str:
    """Return the consecutive marks at the end of a text."""
    end = len(text)
    while end and (text[end - 1].isspace() or text[end - 1] in _CLOSING):
        end -= 1
    trimmed = text[:end]
    return trimmed[len(trimmed.rstrip(_MARKS)) :]


def changed_ending(reference: Ending, candidate: Ending) -> float:
    """Return 1 if only one of the texts is a question, 0.5 if the marks differ otherwise."""
    if reference == candidate:
        return 0.0
    return (
        _MINOR_CHANGE
        if (reference in _QUESTION_ENDINGS) == (candidate in _QUESTION_ENDINGS)
        else 1.0
    )
