"""Find the start and end of words in their text."""

from collections.abc import Callable, Sequence

from ..files.sentence import has_alphanumeric
from .analyzer import Analyzer, WordByWordAnalyzer
from .characters import pad_text

# Start and end of a word in its text; None if the word is not in the text.
TextSpan = tuple[int, int] | None


def find_spans(text: str, forms: Sequence[str]) -> list[TextSpan]:
    """Return the spans of forms in a text, in text order; None for forms that are not found."""
    spans: list[TextSpan] = []
    end = 0  # of the previous form
    for form in forms:
        start = text.find(form, end)
        if start < 0:
            spans.append(None)
        else:
            end = start + len(form)
            spans.append((start, end))
    return spans


def find_word_spans(
    text: str,
    forms: Sequence[str],
    analyzer: Analyzer | None,
    is_counted: Callable[[str], bool] = has_alphanumeric,
) -> list[TextSpan]:
    """Return the spans of words in the padded text (see `pad_text`).

    `forms` are the words of the text for which `is_counted` is true. A word-by-word analyser is
    used to find the chunk of each word, which avoids wrong matches. Parts of a compound have no
    span.
    """
    if not isinstance(analyzer, WordByWordAnalyzer):
        return find_spans(pad_text(text), forms)
    spans: list[TextSpan] = []
    offset = 1  # of the chunk in the padded text, which begins with a space
    for chunk in text.split():
        normalized_chunk = pad_text(chunk)[1:-1]
        words = analyzer.chunk(chunk)
        for word, span in zip(words, find_spans(normalized_chunk, words), strict=True):
            if not is_counted(word):
                continue
            if len(spans) < len(forms) and forms[len(spans)] == word:
                spans.append(span and (span[0] + offset, span[1] + offset))
            else:  # `forms` has the parts of the word
                spans += [None] * sum(map(is_counted, analyzer.word(word).parts))
        offset += len(normalized_chunk) + 1 if normalized_chunk else 0
    return spans
