"""Families, opposites, case and endings by the native core and by plain Python."""

import random
import unicodedata
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from cores import columns, columns_of, plain
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tesla_metrics import Sentence, TeslaX, Token
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.native import load_native

if load_native() is None:
    pytest.skip("no native core is built, or TESLA_PURE is set", allow_module_level=True)

# No numbers, and nothing that negates.
WORDS = {
    "en": "big small little bigness large angry anger angrily explain explains explanation China "
    "Chinese chinese common commonly good bad evil goodness hot cold the The boat BOAT iPhone",
    "de": "groß Groß klein gering wenig gut böse übel heiß kalt das Das Boot boot BOOT Straße",
    "fr": "grand grande Grandeur grandeur grandement petit petite l'eau l'Eau bon mauvais",
    "es": "grande grandeza Grandeza pequeño chico barco Barco ¿barco ¡barco",
    "cs": "dobrý dobrota zlý Zlý velký malý loď Loď",
    "und": "big small Big BIG bIG ǅ ǆ Ǆ Ⓐ ⓐ İ ı ß ẞ 船 ª",
}
BETWEEN = [" "] * 8 + [". ", ", ", "? ", " - ", "-", "'", " “", "” ", "/", ": ", "\u200b", "\u3000"]
ENDS = [
    "",
    ".",
    "?",
    "!",
    " ?",
    '."',
    "?»",
    "…",
    "。",
    "？",
    "？」",
    "?!",
    "!..",
    ".\u200b",
    ". )",
    "\u037e",
    ";",
    "\x00",
]
Rows = NDArray[np.float64]


def check(metric: TeslaX, hypotheses: Sequence[Any], references: Sequence[Any]) -> Rows:
    with plain():
        expected = columns(metric, hypotheses, references)
    found = columns(metric, hypotheses, references)
    assert found == pytest.approx(expected, rel=0, abs=1e-9)
    return found


def texts(lang: str) -> st.SearchStrategy[str]:
    words = st.sampled_from(WORDS[lang].split())
    pieces = st.lists(st.tuples(words, st.sampled_from(BETWEEN)).map("".join), max_size=9)
    return st.tuples(pieces.map("".join), st.sampled_from(ENDS)).map("".join)


@pytest.mark.parametrize("lang", list(WORDS))
@given(data=st.data())
@settings(max_examples=60)
def test_any_text(lang: str, data: st.DataObject) -> None:
    lines = st.lists(texts(lang), min_size=3, max_size=3)
    chosen: dict[str, Any] = {
        "order": data.draw(st.integers(1, 3)),
        "derivation": data.draw(st.sampled_from([0.0, 0.7, 1.0])),
        "stand_in": data.draw(st.sampled_from([0.0, 0.5, 1.0])),
        "relations": data.draw(st.sampled_from(["auto", "auto", "none"])),
    }
    metric = TeslaX(lang=lang, frequencies="none", **chosen)
    hypotheses, references = data.draw(lines), data.draw(lines)
    check(metric, [*hypotheses, references[0].upper()], [*references, references[0]])


def test_given_analyses() -> None:
    def sentence(text: str) -> Sentence:
        tokens = (Token(word, word.lower(), "NOUN", "NN") for word in text.split())
        return Sentence(text, tuple(tokens))

    lines = ["the big Boat sails .", "the small boat sails ?", "a bigness of Boats", ""]
    pairs = [(sentence(x), sentence(y)) for x in lines for y in lines]
    rows = check(TeslaX(lang="en"), [x for x, _ in pairs], [y for _, y in pairs])
    assert rows[1, -2] > 0
    assert rows[1, -1] == 1


def test_matrix() -> None:
    # All words are compared at once.
    rng = random.Random(3)
    words = WORDS["en"].split()
    lines = [
        " ".join(rng.choices(words, k=rng.randint(0, 9))) + rng.choice(ENDS) for _ in range(80)
    ]
    metric = TeslaX(lang="en")
    found = columns_of(metric, Pairs.from_product(lines[:40], lines[40:]))
    pairs = [(x, y) for x in lines[:40] for y in lines[40:]][::61]
    single = check(metric, [x for x, _ in pairs], [y for _, y in pairs])
    assert (found[::61] == single).all()


@pytest.mark.parametrize("words", [270, 400])
def test_long_texts(words: int) -> None:
    rng = random.Random(words)
    lines = [" ".join(rng.choices(WORDS["en"].split(), k=words)) + end for end in ("", ".", "?")]
    check(TeslaX(lang="en"), lines, lines[1:] + lines[:1])


@pytest.mark.skipif(
    unicodedata.unidata_version != "14.0.0", reason="the core knows the letters of Unicode 14"
)
def test_all_letters_with_case() -> None:
    cased = [c for c in map(chr, range(0x110000)) if c.isupper() or c.islower() or c.istitle()]
    lines = [", ".join(["x", *cased[at : at + 30]]) for at in range(0, len(cased), 30)]
    metric = TeslaX(lang="und", order=1, characters=1, frequencies="none", stand_in=0.0)
    rows = check(metric, [*map(str.lower, lines), *map(str.upper, lines)], [*lines, *lines])
    assert (rows[:, -2] > 0).sum() > len(lines) / 2
