"""Pivot features of the native core against the plain Python beside it."""

import random
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from cores import columns, columns_of, forget, plain, using
from hypothesis import given, settings
from hypothesis import strategies as st
from resources.pivot.small_tables import Pair, write_small

from tesla_metrics.core.comparing.comparer import Rows
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.core.encoding.pivot_codes import make_phrase_arrays
from tesla_metrics.core.encoding.session import Session
from tesla_metrics.errors import ResourceError
from tesla_metrics.files.mapped_arrays import read_mapped, write_mapped
from tesla_metrics.metrics.tesla_b import TeslaB
from tesla_metrics.native import load_native
from tesla_metrics.resources.pivot.phrase_table import KIND, VERSION, open_phrase_table

if load_native() is None:
    pytest.skip("no native core is built, or TESLA_PURE is set", allow_module_level=True)

# Some are their own pivot, some have a pivot's lemma or none of the table's words.
WORDS = "cat dog the a red house and Paris radio 12 zzyzx sleep".split()
UNITS = (
    "chat/NOUN chien/NOUN le/DET la/DET rouge/ADJ maison/NOUN et/CCONJ radio/NOUN cat/NOUN "
    "être/AUX être/VERB paris/PROPN radio/PROPN dormir/VERB x/_"
).split()
# Few words, so that phrases of several are met and compete.
phrases = st.lists(st.sampled_from(["cat", "dog", "the", "red", "radio"]), min_size=1, max_size=4)
pivots = st.lists(st.sampled_from(UNITS), min_size=1, max_size=4)
entries = st.tuples(phrases.map(" ".join), pivots.map(" ".join), st.integers(1, 9))
tables = st.lists(entries, min_size=1, max_size=25)
words = st.sampled_from(["cat", "dog", "the", "red"]) | st.sampled_from([*WORDS, "—", ".", "Cats"])
texts = st.lists(words, max_size=12).map(" ".join)
TABLE: list[Pair] = [
    ("the cat", "le/DET chat/NOUN", 6),
    ("the cat", "chat/NOUN", 2),
    ("the", "le/DET", 9),
    ("the", "la/DET", 7),
    ("cat", "chat/NOUN", 5),
    ("cat", "cat/NOUN", 1),
    ("dog", "chien/NOUN", 4),
    ("red house", "maison/NOUN rouge/ADJ", 3),
    ("house", "maison/NOUN", 4),
    ("house", "être/AUX la/DET maison/NOUN", 1),
    ("sleep", "dormir/VERB", 3),
    ("sleep", "être/VERB", 2),
]
numbers = count()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def table(folder: Path) -> str:
    return str(write_small(folder / "en-fr.table", TABLE))


def make(
    path: str,
    *more: str,
    order: int = 3,
    discount: float = 0.1,
    prune: float = 0.1,
    tags: str = "auto",
) -> TeslaB:
    return TeslaB(
        lang="en", tables=(path, *more), order=order, discount=discount, prune=prune, tags=tags
    )


def pivot_columns(
    metric: TeslaB, hypotheses: Sequence[str], references: Sequence[str], threads: int = 1
) -> Rows:
    """Those beside TESLA-M's."""
    return columns(metric, hypotheses, references, threads)[:, 2 * metric.order :]


def check(metric: TeslaB, hypotheses: Sequence[str], references: Sequence[str]) -> None:
    found = pivot_columns(metric, hypotheses, references)
    with plain():
        expected = pivot_columns(metric, hypotheses, references)
    assert found.shape == expected.shape == (len(hypotheses), 2 * metric.order)
    assert found == pytest.approx(expected, rel=0, abs=1e-9)
    assert ((found >= 0) & (found <= 1)).all()


def random_texts(seed: int, size: int, longest: int = 30) -> list[str]:
    rng = random.Random(seed)
    return [" ".join(rng.choices(WORDS, k=rng.randint(0, longest))) for _ in range(size)]


@given(tables, st.lists(texts, min_size=2, max_size=6), st.integers(1, 4), st.data())
@settings(max_examples=150)
def test_random_tables(
    folder: Path, pairs: list[Pair], segments: list[str], order: int, data: st.DataObject
) -> None:
    path = str(write_small(folder / f"{next(numbers)}.table", pairs))
    prune = data.draw(st.sampled_from([0.0, 0.1, 0.25, 0.5]))
    discount = data.draw(st.sampled_from([1.0, 0.1, 0.37]))
    tags = data.draw(st.sampled_from(["auto", "upos", "xpos"]))
    metric = make(path, order=order, discount=discount, prune=prune, tags=tags)
    check(metric, segments, segments[::-1])


@pytest.mark.parametrize(
    "segments",
    [
        ["", "the cat", "", " ", "—"],
        ["zzyzx", "zzyzx qwerty", "qwerty zzyzx", "Zzyzx zzyzx"],
        ["radio", "the radio", "cat", "le chat", "paris"],
        ["the the the", "the the", "cat cat the cat", "the cat the cat"],
        ["cat", "red", "a"],
    ],
    ids=["empty", "unknown", "own-pivot", "repeated", "short"],
)
@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_odd_segments(table: str, segments: list[str], order: int) -> None:
    pairs = [(x, y) for x in segments for y in segments]
    metric = make(table, order=order)
    check(metric, [x for x, _ in pairs], [y for _, y in pairs])
    assert pivot_columns(metric, ["", "x"], ["", ""]).tolist() == [
        [1.0] * 2 * order,
        [0.0] * 2 * order,
    ]


@pytest.mark.parametrize("prune", [0.0, 0.1])
def test_long_lines(table: str, prune: float) -> None:
    rng = random.Random(1)
    one, two = (" ".join(rng.choices(WORDS, k=2000)) for _ in range(2))
    check(make(table, prune=prune), [one, two, one, ""], [two, one, one, two])


def test_orders_that_are_not_native(table: str) -> None:
    metric = make(table, order=5)
    assert metric.open().comparer.threaded is False
    assert make(table, order=4).open().comparer.threaded is True
    check(metric, ["the cat sleeps in the red house"], ["the red house and the cat"])


def test_penn_tags_of_the_pivot(folder: Path) -> None:
    pairs = [("maison", "house/NN", 3), ("le", "the/DT", 5), ("le", "that/WDT", 2)]
    path = str(write_small(folder / "fr-en.table", pairs, "fr", "en", "xpos"))
    metric = TeslaB(lang="fr", tables=(path,))
    check(metric, ["le maison", "le chat", "maison"], ["maison le", "le maison", "le le maison"])


def test_of_equal_segmentations_the_last_phrase_is_the_longer(folder: Path) -> None:
    pairs = [
        ("red", "rouge/ADJ", 1),
        ("dog", "chien/NOUN", 1),
        ("red house", "maison/NOUN", 1),
        ("house dog", "garde/NOUN", 1),
    ]
    metric = make(str(write_small(folder / "ties.table", pairs)))
    found = pivot_columns(metric, ["red house dog"] * 2, ["red", "dog"])
    assert (found[:, 0] > 0).tolist() == [True, False]
    check(metric, ["red house dog"] * 4, ["red", "dog", "red house", "house dog"])


def test_what_an_unknown_word_counts_for(folder: Path) -> None:
    # 3 x 0.5 for the red house and an unknown dog is less than 1 x 2.
    pairs = [
        ("red", "rouge/ADJ", 1),
        ("red house", "maison/NOUN", 3),
        ("house dog", "garde/NOUN", 2),
    ]
    metric = make(str(write_small(folder / "unknown.table", pairs)))
    found = pivot_columns(metric, ["red house dog"] * 2, ["red", "red house"])
    assert (found[:, 0] > 0).tolist() == [True, False]
    check(metric, ["red house dog"] * 3, ["red", "red house", "house dog"])


def test_just_as_probable_as_is_asked_for(folder: Path) -> None:
    pairs = [("dog", "chien/NOUN", 3), ("dog", "garde/NOUN", 1), ("cat", "garde/NOUN", 1)]
    path = str(write_small(folder / "quarter.table", pairs))
    for prune, kept in ((0.25, True), (0.26, False)):
        metric = make(path, prune=prune)
        check(metric, ["dog"], ["cat"])
        (features,) = pivot_columns(metric, ["dog"], ["cat"])
        assert (features[0] > 0) is np.bool_(kept)


def test_words_without_a_tag(table: str) -> None:
    # Their n-grams are in the bag, but no tag equals theirs. No shipped tagger has such labels.
    native = load_native()
    assert native is not None
    facts = [("", "", False, False, False), ("NOUN", "NOUN", False, True, False)]
    lexicon = native.Lexicon(["X", "NOUN"], None, facts, [])
    for label, word in enumerate(["zzyzx", "qwerty"]):
        lemma, surface = lexicon.add_lemma(word, []), lexicon.add_surface(word, [])
        number = lexicon.add_word(
            word, counts=True, candidates=[label], kind="", base=word, listed=False,
            features=None, lemmas=[lemma], parts=[], surface=surface,
        )  # fmt: skip
        lexicon.add_chunk(word, [number], [], [(0, 0)])
    opened = open_phrase_table(table)
    encoder = native.PivotEncoder(
        lexicon, make_phrase_arrays(native, opened), order=2, discount=0.1, least=0.1, upos=True,
        function_tags=["DET"], most_bytes=1 << 20,
    )  # fmt: skip
    texts = ["zzyzx", "qwerty", "zzyzx qwerty"]
    references, candidates = (encoder.encode(texts, side, 1) for side in (True, False))
    assert references.missing == candidates.missing == []
    lines = np.arange(3)
    with pytest.raises(ValueError, match="two kinds"):
        encoder.compare(references, references, lines, lines, 0.8, threads=1)
    features = encoder.compare(references, candidates, lines, lines, 0.8, threads=1)
    assert features.tolist() == [[1, 1, 0, 0], [1, 1, 1, 1], [1, 1, 0.5, 0]]


def test_threads_give_the_same_bits(table: str) -> None:
    hypotheses, references = random_texts(1, 333), random_texts(2, 333)
    metric = make(table)
    one = pivot_columns(metric, hypotheses, references)
    for threads in (1, 2, 4, 50):
        forget(metric.open().comparer)
        assert np.array_equal(pivot_columns(metric, hypotheses, references, threads), one)
        assert np.array_equal(pivot_columns(metric, hypotheses, references, threads), one)


def test_the_matrix_is_all_pairs(table: str) -> None:
    hypotheses, references = random_texts(3, 23), random_texts(4, 7)
    metric = make(table)
    pairs = [(x, y) for x in hypotheses for y in references]
    expected = columns(metric, [x for x, _ in pairs], [y for _, y in pairs])
    product = Pairs.from_product(hypotheses, references)
    for threads in (1, 3):
        forget(metric.open().comparer)
        assert np.array_equal(columns_of(metric, product, threads), expected)
    with plain():
        found = columns_of(metric, product)
    assert found == pytest.approx(expected, rel=0, abs=1e-9)


def test_after_more_words_than_are_kept(table: str) -> None:
    metric, small = make(table, discount=0.2), Session(memory=20_000)
    for seed in range(12):
        # The first words are more each time, so that the others' lemmas get other numbers.
        first = [f"aa{i}" for i in range(seed)]
        fresh = [f"the cat w{seed}x{i} sleeps w{i}" for i in range(6)]
        hypotheses = [" ".join(first), *fresh, "zzyzx the cat", *random_texts(seed, 4)]
        references = ["cat", *fresh[::-1], "the zzyzx qwerty", *random_texts(seed + 1, 4)]
        with using(small):
            check(metric, hypotheses, references)


def test_two_tables_share_an_engine(folder: Path, table: str) -> None:
    other = str(write_small(folder / "en-de.table", [("cat", "Katze/NOUN", 1)], pivot="de"))
    hypotheses, references = random_texts(5, 20), random_texts(6, 20)
    both = columns(make(table, other), hypotheses, references)
    one, two = (columns(make(path), hypotheses, references) for path in (table, other))
    assert np.array_equal(both, np.hstack([one, two[:, 6:]]))
    check(make(other), hypotheses, references)


def test_several_threads_of_python(table: str) -> None:
    hypotheses, references = random_texts(7, 200), random_texts(8, 200)
    metric = make(table)
    expected = columns(metric, hypotheses, references)
    forget(metric.open().comparer)
    found: list[bool] = []

    def run() -> None:
        for _ in range(5):
            features = columns(metric, hypotheses, references, 2)
            found.append(np.array_equal(features, expected))

    threads = [Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 20


def test_lone_surrogates(table: str) -> None:
    check(make(table), ["the cat \udc80", "the cat"], ["the cat", "the \udc80 cat"])
    # In a word too.
    check(make(table), ["the cat\udc80", "the cat"], ["the cat", "the \udc80cat"])


@pytest.mark.parametrize(
    "section", ["starts", "pivot-phrases", "counts", "phrases", "pivot-starts"]
)
def test_arrays_that_do_not_fit(table: str, folder: Path, section: str) -> None:
    # The checksum is right: whoever wrote it meant it.
    mapped = read_mapped(Path(table), KIND, VERSION)
    wrong = mapped.arrays_by_name[section].copy()
    if section in ("counts", "phrases"):
        wrong = wrong[:-1]
    else:
        wrong[len(wrong) // 2] = 60_000
    path = folder / f"wrong-{section}.table"
    write_mapped(path, KIND, VERSION, mapped.settings, {**mapped.arrays_by_name, section: wrong})
    with pytest.raises(ResourceError, match="malformed"):
        make(str(path)).score(["the cat"], ["the cat"])
