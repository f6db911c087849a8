"""Compare the case of words and the final punctuation of texts."""

from collections.abc import Sequence
from enum import IntEnum

from .word_offsets import TextSpan

# After these characters, and at the beginning of a text, capital letters are not compared, because
# they may begin a sentence.
_BOUNDARY_MARKS = frozenset(".!?:;…。！？•-–—\"'“”„‘’«»‹›()[]¿¡*|/")
# These characters are not boundaries right after a letter or number: l'Europe, Saint-Malo.
_WORD_JOINERS = frozenset("-–'’/")
# An upper-case text is a headline if it has at least this many words; otherwise it is initials.
_MIN_HEADLINE_WORDS = 2


class Case(IntEnum):
    """The case of a word."""

    UNKNOWN = 0  # not comparable: may begin a sentence, in a headline, or without cased letters
    LOWER = 1
    CAPITAL = 2  # only the first letter is upper-case
    UPPER = 3  # has upper-case letters after the first: USA, iPhone


def get_case(form: str) -> Case:
    """Return the case of a word, without regard to its context."""
    if form.islower():
        return Case.LOWER
    if not any(map(str.isupper, form)):
        return Case.UNKNOWN
    has_inner_capitals = any(map(str.isupper, form[1:]))
    return Case.UPPER if has_inner_capitals or not form[:1].isupper() else Case.CAPITAL


def get_cases(text: str, spans: Sequence[TextSpan]) -> list[Case]:
    """Return the cases of the words at these spans of a text; UNKNOWN if the span is None."""
    word_cases = [
        Case.UNKNOWN if span is None else get_case(text[span[0] : span[1]]) for span in spans
    ]
    n_cased_words = len(word_cases) - word_cases.count(Case.UNKNOWN)
    if Case.UPPER in word_cases and n_cased_words >= _MIN_HEADLINE_WORDS:
        forms = (text[span[0] : span[1]] for span in spans if span is not None)
        is_headline = not any(any(map(str.islower, form)) for form in forms)
        if is_headline:
            return [Case.UNKNOWN] * len(word_cases)
    return [
        Case.UNKNOWN if span is None or _may_start_sentence(text, span[0]) else case
        for case, span in zip(word_cases, spans, strict=True)
    ]


def _may_start_sentence(text: str, start: int) -> bool:
    """Return whether a sentence may begin at index `start` of a text."""
    end = start
    while end and text[end - 1].isspace():
        end -= 1
    if not end:
        return True
    last, second_last = text[end - 1], text[end - 2 : end - 1].strip()
    has_space = end < start
    follows_word = second_last and second_last not in _BOUNDARY_MARKS
    is_joined = not has_space and last in _WORD_JOINERS and follows_word
    return last in _BOUNDARY_MARKS and not is_joined


def has_different_case(first: Case, second: Case) -> bool:
    """Return whether the cases of a word in two texts are known and different."""
    return first != second and first != Case.UNKNOWN and second != Case.UNKNOWN


# Final punctuation

# Closing quotes and brackets that may follow the final mark.
_CLOSING_MARKS = "\"'“”‘’«»‹›)]}」』）】》〉"


class Ending(IntEnum):
    """The sentence type according to the final punctuation mark."""

    UNMARKED = 0  # no mark, or a mark that does not end a sentence
    STOP = 1
    QUESTION = 2
    EXCLAMATION = 3
    OPENED_QUESTION = 4  # with an opening question mark as well, as in Spanish
    OPENED_EXCLAMATION = 5  # with an opening exclamation mark as well


_STOPS, _QUESTIONS, _EXCLAMATIONS = ".…。｡．।॥۔։።။។", "?？؟፧⁇⁈⁉", "!！‼"
_FINAL_MARKS = _STOPS + _QUESTIONS + _EXCLAMATIONS
_QUESTION_ENDINGS = (Ending.QUESTION, Ending.OPENED_QUESTION)
# Weight of a change that does not turn a question into another sentence type or vice versa.
_MINOR_CHANGE = 0.5


def get_ending(text: str) -> Ending:
    """Return the ending of a normalised text.

    A text that has an opening question mark but no final mark is a question.
    """
    marks = _find_final_marks(text)
    has_question = any(mark in _QUESTIONS for mark in marks)
    is_unclosed = not marks and text.rfind("¿") > max(map(text.rfind, _QUESTIONS))
    if has_question or is_unclosed:
        return Ending.OPENED_QUESTION if has_question and "¿" in text else Ending.QUESTION
    if marks and marks[-1] in _EXCLAMATIONS:
        return Ending.OPENED_EXCLAMATION if "¡" in text else Ending.EXCLAMATION
    return Ending.STOP if marks else Ending.UNMARKED


def get_final_mark(text: str) -> str:
    """Return the final mark of a text, ignoring spaces, closing quotes and brackets.

    The result is empty if there is no mark. If there are several marks, it is the question mark or
    the last mark. An opening mark of the text is put before it.
    """
    marks = _find_final_marks(text)
    final_mark = next((mark for mark in marks if mark in _QUESTIONS), marks[-1:])
    opening_marks = {Ending.OPENED_QUESTION: "¿", Ending.OPENED_EXCLAMATION: "¡"}
    return opening_marks.get(get_ending(text), "") + final_mark


def _find_final_marks(text: str) -> str:
    """Return the consecutive final marks at the end of a text, ignoring quotes and brackets."""
    end = len(text)
    while end and (text[end - 1].isspace() or text[end - 1] in _CLOSING_MARKS):
        end -= 1
    trimmed = text[:end]
    return trimmed[len(trimmed.rstrip(_FINAL_MARKS)) :]


def compute_changed_ending(reference: Ending, candidate: Ending) -> float:
    """Return 1 if only one of the texts is a question, 0.5 for other differences, else 0."""
    if reference == candidate:
        return 0.0
    is_question_changed = (reference in _QUESTION_ENDINGS) != (candidate in _QUESTION_ENDINGS)
    return 1.0 if is_question_changed else _MINOR_CHANGE
