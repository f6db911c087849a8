"""Small language models for the tests."""

import gzip
from collections.abc import Sequence
from pathlib import Path

from hypothesis import strategies as st

from tesla_metrics.resources.lm import (
    FALLBACK,
    BackoffModel,
    NgramCounter,
    TextSettings,
    estimate_model,
    write_arpa,
)

Sentences = Sequence[Sequence[str]]

TEXT = [
    line.split()
    for line in """the cat sat on the mat .
the dog sat on the cat .
a dog saw the cat , and the cat saw the dog .
the mat is old

is the old dog on the mat ?""".split("\n")
]

SENTENCES = st.lists(st.lists(st.sampled_from("a b c d e é".split()), max_size=7), max_size=12)
TEXTS = SENTENCES.filter(any)
ORDERS = st.integers(1, 6)


def train(sentences: Sentences, order: int, prune: Sequence[int] = ()) -> BackoffModel:
    """A model with the discounts for small texts where it needs them."""
    counter = NgramCounter(order)
    for sentence in sentences:
        counter.add(sentence)
    settings = TextSettings().to_dict()
    return estimate_model(counter.finish(), prune=prune, fallback=FALLBACK, settings=settings)


def as_dictionary(model: BackoffModel) -> dict[tuple[str, ...], tuple[float, float]]:
    """N-gram to probability and back-off."""
    return {
        tuple(model.words[number] for number in gram): (10**log10, 10**backoff)
        for level in model.levels
        for gram, log10, backoff in zip(
            level.ngrams.tolist(), level.log10.tolist(), level.backoff.tolist(), strict=True
        )
    }


def arpa_text(path: Path) -> str:
    """What the file holds, unpacked."""
    content = path.read_bytes()
    return (gzip.decompress(content) if path.suffix == ".gz" else content).decode()


def write_small(path: Path, order: int = 3) -> Path:
    """A small model's file."""
    write_arpa(path, train(TEXT, order))
    return path
