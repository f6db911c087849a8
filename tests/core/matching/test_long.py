"""Long texts: as a whole, in stretches, and from the one to the other."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from cores import columns
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics import TeslaX
from tesla_metrics.core.matching.graded_matching import CHUNK_ITEMS, iter_chunks
from tesla_metrics.native import load_native

Words = list[str]
JUMP = 0.02

THINGS = (
    "doctor car garden street child lawyer window river song letter picture train kitchen bridge "
    "teacher forest market coat story engine island hammer candle bottle village mirror"
).split()
DEEDS = "buys begins likes finds sees repairs paints carries cleans sells forgets remembers".split()
KINDS = "big small quick old happy strange clever quiet rich lazy warm empty".split()
OTHERS = {
    "doctor": "physician", "car": "automobile", "child": "kid", "lawyer": "attorney",
    "picture": "image", "buys": "purchases", "begins": "starts", "big": "large",
    "quick": "fast", "happy": "glad", "clever": "smart", "rich": "wealthy",
}  # fmt: skip


def sentences(seed: int) -> Iterator[Words]:
    """Of 9 to 12 words, without end."""
    while True:
        thing, other = THINGS[seed % 26], THINGS[(seed * 7 + 3) % 26]
        deed, kind = DEEDS[seed * 5 % 12], KINDS[seed * 11 % 12]
        ends = ("before the war", "without 12 men", "not far from town", "every day", f"in {seed}")
        end = ends[seed % 5].split()
        yield ["The", kind, thing, "of", "our", "town", deed, "a", other, *end, "."]
        seed += 1


def text(length: int, seed: int = 1) -> Words:
    found: Words = []
    for sentence in sentences(seed):
        found += sentence
        if len(found) >= length:
            return found[:length]
    raise AssertionError


def turned(words: Words, parts: int = 2) -> Words:
    """The first part stands at the end."""
    cut = len(words) // parts
    return words[cut:] + words[:cut]


def shuffled(words: Words) -> Words:
    parts = [words[at : at + 11] for at in range(0, len(words), 11)]
    order = sorted(range(len(parts)), key=lambda part: part * 61 % 97)
    return [word for part in order for word in parts[part]]


def reworded(words: Words) -> Words:
    return [OTHERS.get(word, word) for word in words]


@given(st.integers(0, 3 * CHUNK_ITEMS))
def test_everything_that_is_left_is_in_one_stretch(count: int) -> None:
    left = [(place % 3 == 0, place) for place in range(count)]
    found = list(iter_chunks(left))
    assert sorted(place for both in found for side in both for place in side) == list(range(count))
    assert all(len(x) + len(y) == CHUNK_ITEMS for x, y in found[:-1])


def test_what_has_moved_is_found_again() -> None:
    metric = TeslaX(lang="und", frequencies="none")
    document = [f"word{number}" for number in range(600)]
    hypotheses = [document, document[:-9], turned(document), turned(document, 3), document[::-1]]
    texts = [" ".join(words) for words in hypotheses]
    whole, less, halves, thirds, backwards = metric.score(texts, texts[:1] * 5).segments
    assert whole == 1
    assert 0.95 < less < 1
    assert 0.98 < halves < 1
    assert 0.98 < thirds < 1
    assert backwards < 0.8


# What is compared with what, by length.
PAIRS: dict[str, Callable[[int], tuple[Words, Words]]] = {
    "halves swapped": lambda length: (turned(text(length)), text(length)),
    "thirds rotated": lambda length: (turned(text(length), 3), text(length)),
    "sentences shuffled": lambda length: (shuffled(text(length)), text(length)),
    "other words": lambda length: (reworded(text(length)), text(length)),
    "other words, halves swapped": lambda length: (turned(reworded(text(length))), text(length)),
    "much longer": lambda length: (text(length), reworded(text(100))),
    "much shorter": lambda length: (reworded(text(100)), text(length)),
    "the reference grows": lambda length: (reworded(text(300)), turned(text(length))),
    "the candidate grows": lambda length: (turned(text(length)), reworded(text(300))),
    "repeated": lambda length: ((reworded(text(30)) * 40)[:length], (text(31) * 40)[:length]),
    "another text": lambda length: (text(length, 500), text(length)),
}


@pytest.mark.skipif(load_native() is None, reason="takes minutes; tests/_core holds both equal")
@pytest.mark.parametrize("lang", ["en", "und"])
@pytest.mark.parametrize("name", list(PAIRS))
def test_no_score_jumps(name: str, lang: str) -> None:
    # numbers and negations change by their own counts, not by lengths: they are the same here; how
    # a text ends is not
    counted = "auto" if lang == "en" else "none"
    metric = TeslaX(lang=lang, frequencies=counted, ending_penalty=0.0)
    steps = [(length, length + 1) for length in (256, 257, 271, 287, 512, 768)]
    pairs = [PAIRS[name](length) for step in steps for length in step]
    rows = columns(metric, [" ".join(y) for y, _ in pairs], [" ".join(x) for _, x in pairs])
    scores = metric.open(None, lambda: [""]).combine(rows)
    assert np.abs(np.diff(scores)[::2]).max() < JUMP
