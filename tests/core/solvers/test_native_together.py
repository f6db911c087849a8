"""PEM's bags in the native core against the plain Python beside it."""

from collections.abc import Sequence
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from cores import PLAIN, using
from hypothesis import given, settings
from hypothesis import strategies as st
from resources.pivot.small_tables import Pair, write_small
from small_pem import small_lm

from tesla_metrics import Pem, Sentence, TeslaM, Token
from tesla_metrics.core.comparing.comparer import Rows
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.core.encoding.session import Session
from tesla_metrics.core.matching.pivot_bags import PooledBagSettings
from tesla_metrics.files.item import Segment
from tesla_metrics.metrics.pem_parts import PemSettings, open_parts
from tesla_metrics.native import load_native

if load_native() is None:
    pytest.skip("no native core is built, or TESLA_PURE is set", allow_module_level=True)

NATIVE = Session(core="native")
# Stems, some of which the pivot language has as lemmas.
STEMS = ["cat", "hors", "run", ",", ".", "radio", "happi"]
UNITS = ["chat/NOUN", "cheval/NOUN", "radio/NOUN", "radio/X", ",/PUNCT", "./PUNCT", "cat/NOUN"]
WORDS = ["cat", "Cats", "horses", "horse", "running", "RADIO", "happy", "happily", "zzyzx", "é"]
MARKS = [",", ".", "!", "...", "—", "n't", "12"]
phrases = st.lists(st.sampled_from(STEMS), min_size=1, max_size=4).map(" ".join)
pivots = st.lists(st.sampled_from(UNITS), min_size=1, max_size=4).map(" ".join)
tables = st.lists(st.tuples(phrases, pivots, st.integers(1, 9)), min_size=1, max_size=25)
texts = st.lists(st.sampled_from([*WORDS, *MARKS]), max_size=12).map(" ".join)
pairs_of_texts = st.lists(st.tuples(texts, texts), min_size=1, max_size=6)
numbers = count()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("together")


@pytest.fixture(scope="module")
def lm(folder: Path) -> str:
    return small_lm(folder)


def parts(table: str, lm: str, pairs: Pairs, session: Session, **facts: float) -> Rows:
    made = open_parts(PemSettings(lang="en", **facts), [table], lm, session)  # type: ignore[arg-type]
    return made.compare(pairs, 2)


def check(table: str, lm: str, pairs: Pairs, **facts: float) -> Rows:
    native = parts(table, lm, pairs, NATIVE, **facts)
    assert native == pytest.approx(parts(table, lm, pairs, PLAIN, **facts), rel=0, abs=1e-9)
    return native


def write(folder: Path, pairs: list[Pair]) -> str:
    path = folder / f"{next(numbers)}.table"
    return str(write_small(path, pairs, key="stem", punctuation=True))


@settings(max_examples=25)
@given(
    tables,
    pairs_of_texts,
    st.integers(1, 5),
    st.sampled_from([0.0, 0.1, 0.5]),
    st.sampled_from([0.0, 0.01, 0.25, 1.0]),
)
def test_parts_are_those_of_plain_python(
    folder: Path,
    lm: str,
    table: list[Pair],
    lines: list[tuple[str, str]],
    order: int,
    prune: float,
    least: float,
) -> None:
    pairs = Pairs.from_lines([one for one, _ in lines], [other for _, other in lines])
    check(write(folder, table), lm, pairs, order=order, prune=prune, least=least)


def test_texts_of_odd_characters(folder: Path, lm: str) -> None:
    table = write(folder, [("cat", "chat/NOUN", 1)])
    odd = ["cat\ud800 cat", "\ufeffcat", "ﬁne CAT", "cat\u200bcat", "", " ", "\t.", "İstanbul's"]
    check(table, lm, Pairs.from_product(odd, odd))


def given_words(forms: Sequence[str]) -> Segment:
    return Sentence(" ".join(forms), tuple(Token(form, form, "X", "X") for form in forms))


@settings(max_examples=10)
@given(st.lists(st.lists(st.sampled_from([*WORDS, *MARKS, ""]), max_size=8), min_size=2))
def test_given_analyses(folder: Path, lm: str, sentences: list[list[str]]) -> None:
    table = write(folder, [("cat ,", "chat/NOUN ,/PUNCT", 2), ("run", "courir/VERB", 1)])
    made = list(map(given_words, sentences))
    check(table, lm, Pairs.from_lines(made, made[::-1]))


def test_after_more_words_than_are_kept(folder: Path, lm: str) -> None:
    table = write(folder, [("cat", "chat/NOUN", 2), ("w1x1", "chat/NOUN", 1)])
    small = Session(core="native", memory=20_000)
    for seed in range(8):
        fresh = [f"cats w{seed}x{i} , running w{i}" for i in range(seed, seed + 6)]
        pairs = Pairs.from_lines(fresh, fresh[::-1])
        found = parts(table, lm, pairs, small)
        assert found == pytest.approx(parts(table, lm, pairs, PLAIN), rel=0, abs=1e-9)


def test_other_metrics_of_the_session_keep_their_words(folder: Path, lm: str) -> None:
    """Punctuation is a word to PEM alone, though both read the same language."""
    table = write(folder, [("cat", "chat/NOUN", 2)])
    texts = ["Cats, horses, and radios!", "A cat ... runs."]
    with using(Session(core="native")) as session:
        alone = TeslaM(lang="en").score(texts, texts[::-1]).segments
        pem = Pem(lang="en", tables=(table,), lms=(lm,)).score(texts, texts[::-1])
        assert TeslaM(lang="en").score(texts, texts[::-1]).segments == alone
        assert session.core == "native"
    # 7 and 5 words have 22 and 14 n-grams, and share "cat" alone: the marks differ.
    assert pem.segment_parts["dissimilarity"][0] == pytest.approx(1 - 2 / 36)


def test_the_core_does_the_work(folder: Path, lm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Natively no bag is made in Python."""

    def never(*arguments: object) -> None:
        raise AssertionError("plain Python")

    monkeypatch.setattr(PooledBagSettings, "of_words", never)
    monkeypatch.setattr(PooledBagSettings, "of_pivots", never)
    table = write(folder, [("cat", "chat/NOUN", 2)])
    rows = parts(table, lm, Pairs.from_lines(["A cat."], ["Cats!"]), NATIVE)
    assert np.all(rows[:, 0] > 0)
