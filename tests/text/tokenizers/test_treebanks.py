"""The words of Universal Dependencies: a floor under F1, and stability on real text."""

import gzip
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from tesla_metrics.text.tokenizers import get_tokenizer

SHARED = Path(__file__).parents[3] / "../shared/data/tagging"

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not SHARED.is_dir(), reason="no shared corpora beside the checkout"),
]

FLOORS = {
    "en_ewt-dev": 98.8,
    "de_gsd-dev": 99.7,
    "fr_gsd-dev": 98.8,
    "fr_sequoia-dev": 98.2,
    "es_gsd-dev": 99.7,
    "cs_cac-dev": 99.8,
}


def _sentences(name: str) -> Iterator[tuple[str, list[str]]]:
    text = ""
    words: list[str] = []
    with gzip.open(SHARED / f"{name}.conllu.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("# text = "):
                text = line[9:]
            elif line[:1].isdigit():
                number, form, _ = line.split("\t", 2)
                words += [form.replace("’", "'")] if number.isdigit() else []
            elif words and not line.strip():
                yield text, words
                words = []


@pytest.mark.parametrize("name", FLOORS)
def test_f1(name: str) -> None:
    tokenizer = get_tokenizer(name[:2])
    right = total = 0
    for text, gold in _sentences(name):
        words = [word.replace("’", "'") for word in tokenizer.tokenize(text)]
        matcher = SequenceMatcher(None, gold, words, autojunk=False)
        right += sum(block.size for block in matcher.get_matching_blocks())
        total += len(gold) + len(words)
    assert 200 * right / total >= FLOORS[name]


@pytest.mark.parametrize("name", [name for name in FLOORS if name[:2] != "cs"])
def test_tokenised_text_stays_as_it_is(name: str) -> None:
    tokenizer = get_tokenizer(name[:2])
    for text, _ in _sentences(name):
        words = tokenizer.tokenize(text)
        assert tokenizer.tokenize(" ".join(words)) == words
