"""Offsets of words in their text."""

from collections.abc import Callable, Sequence

from ..files.sentence import has_alphanumeric
from .analyzer import Analyzer, WordByWordAnalyzer
from .characters import pad_text

TextSpan = tuple[int, int] | None


def find_spans(chunk: str, forms: Sequence[str]) -> list[TextSpan]:
    """Return start and end of each form in text order; None for forms that are not found."""
    spans: list[TextSpan] = []
    position = 0
    for form in forms:
        start = chunk.find(form, position)
        if start < 0:
            spans.append(None)
        else:
            position = start + len(form)
            spans.append((start, position))
    return spans


def word_spans(
    text: str,
    forms: Sequence[str],
    analyzer: Analyzer | None,
    is_counted: Callable[[str], bool] = has_alphanumeric,
) -> list[TextSpan]:
    """Return the spans in the padded text of all words for which `is_counted` is true (`forms`).

    A word-by-word analyser determines which words belong to a chunk. Parts of a compound have no
    span.
    """
    if not isinstance(analyzer, WordByWordAnalyzer):
        return find_spans(pad_text(text), forms)
    spans: list[TextSpan] = []
    offset = 1  # after the leading space
    for chunk in text.split():
        visible = pad_text(chunk)[1:-1]
        words = analyzer.chunk(chunk)
        for word, span in zip(words, find_spans(visible, words), strict=True):
            if not is_counted(word):
                continue
            if len(spans) < len(forms) and forms[len(spans)] == word:
                spans.append(span and (span[0] + offset, span[1] + offset))
            else:
                spans += [None] * sum(map(is_counted, analyzer.word(word).parts))
        offset += len(visible) + 1 if visible else 0
    return spans
