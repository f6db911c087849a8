"""N-grams that systems get, against plain counting."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.reporting.report.ngram_differences import (
    MAX_NGRAM_LENGTH,
    compute_matched_shares,
    find_distinctive_ngrams,
)
from tesla_metrics.reporting.report.study import ReportVocabulary

WORDS = st.lists(st.sampled_from("a b c d".split()), max_size=6).map(" ".join)
ROWS = st.lists(st.tuples(WORDS, WORDS, WORDS, WORDS), min_size=1, max_size=5)


def grams(text: str, n: int) -> Counter[str]:
    words = text.split()
    return Counter(" ".join(words[k : k + n]) for k in range(len(words) - n + 1))


@given(ROWS)
def test_counts_are_those_of_plain_counting(rows: list[tuple[str, str, str, str]]) -> None:
    """Two references, of which the better one counts, and two systems."""
    names = ReportVocabulary()
    references = names.number_texts((row[:2]) for row in rows)
    systems = [names.number_texts([row[place]] for row in rows) for place in (2, 3)]
    found = list(find_distinctive_ngrams(references, systems, len(names.words), max_ngrams=10**6))
    for n in range(1, MAX_NGRAM_LENGTH + 1):
        wanted: Counter[str] = Counter()
        got: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        for first, second, *outputs in rows:
            own = grams(first, n) | grams(second, n)
            wanted += own
            for system, output in zip(got, outputs, strict=True):
                system.update(own & grams(output, n))
        telling = {gram for gram in wanted if got[0][gram] != got[1][gram]}
        level = found[n - 1] if n <= len(found) else None
        texts = [" ".join(names.words[w] for w in words) for words in level.words] if level else []
        assert set(texts) == telling
        for place, text in enumerate(texts):
            assert level is not None
            assert level.reference_counts[place] == wanted[text]
            assert tuple(level.matched_counts[place]) == (got[0][text], got[1][text])


def test_the_surest_differences_come_first() -> None:
    names = ReportVocabulary()
    references = names.number_texts([["cat cat dog"]] * 10)
    systems = [names.number_texts([["cat cat"]] * 10), names.number_texts([["cat dog"]] * 10)]
    (first, *_) = find_distinctive_ngrams(references, systems, len(names.words), max_ngrams=1)
    assert [names.words[w] for w in first.words[0]] == ["dog"]
    assert first.matched_counts.tolist() == [[0, 10]]


def test_of_one_system_what_is_missed() -> None:
    names = ReportVocabulary()
    references = names.number_texts([["cat dog"], ["dog"]])
    systems = [names.number_texts([["cat"], ["bird"]])]
    (first, *_) = find_distinctive_ngrams(references, systems, len(names.words))
    assert [names.words[w] for w in first.words[0]] == ["dog"]
    assert (first.reference_counts[0], first.matched_counts[0, 0]) == (2, 0)


def test_matched_words_are_shares() -> None:
    names = ReportVocabulary()
    references = names.number_texts([["Cat cat dog"], ["dog"]])
    texts = names.number_texts([["cat"], ["the DOG"]])
    assert np.allclose(compute_matched_shares(references, texts), [0.5, 0.5, 0.0, 1.0])


def test_texts_without_words() -> None:
    names = ReportVocabulary()
    empty = names.number_texts([["..."], [""]])
    assert list(find_distinctive_ngrams(empty, [empty, empty], 1)) == []
