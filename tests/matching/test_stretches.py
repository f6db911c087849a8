"""Long texts in stretches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics import TeslaX
from tesla_metrics.matching.stretches import LONGEST, ranges

lengths = st.integers(0, 5 * LONGEST)


@given(lengths, lengths)
def test_every_word_is_in_one_stretch(x: int, y: int) -> None:
    found = ranges(x, y)
    assert [place for part, _ in found for place in part] == list(range(x))
    assert [place for _, part in found for place in part] == list(range(y))
    assert all(max(len(one), len(other)) <= LONGEST for one, other in found)
    assert len(found) == max(1, -(-max(x, y) // LONGEST))


def test_sentences_are_one() -> None:
    assert ranges(LONGEST, 1) == [(range(LONGEST), range(1))]
    assert ranges(0, 0) == [(range(0), range(0))]


def test_a_document() -> None:
    metric = TeslaX(lang="und", frequencies="none")
    document = " ".join(f"word{number}" for number in range(3 * LONGEST))
    first, last = document.split(" ", LONGEST)[:LONGEST], document.split()[-LONGEST:]
    turned = " ".join([*last, *document.split()[LONGEST:-LONGEST], *first])
    whole, less, other = metric.score(
        [document, " ".join(document.split()[:-9]), turned], [document] * 3
    ).segments
    assert whole == pytest.approx(1)
    assert 0.95 < less < 1
    assert other < 0.8
