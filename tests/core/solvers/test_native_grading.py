"""TESLA-X by the native core and by plain Python: the same features of the same texts."""

import random
import string
from collections.abc import Sequence
from threading import Thread
from typing import Any

import numpy as np
import pytest
from cores import columns, columns_of, forget, plain, using
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tesla_metrics import TeslaX
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.core.encoding.session import Session, default_session
from tesla_metrics.metrics.tesla_x_model import CONSTANT_BOUNDS
from tesla_metrics.native import load_native

if load_native() is None:
    pytest.skip("no native core is built, or TESLA_PURE is set", allow_module_level=True)

LANGUAGES = ["en", "de", "cs", "fr", "zh", "und"]
WORDS = (
    "cat Cat CATS cats the The a house dwelling big large ran run not never n't don't cannot "
    "12 twelve 1,000 1.000 1000 000 3rd 20th ٣ １２ ² ½ 9:30 half "
    "nicht kein Milchkuh Milchkühe Weihnachtsgeldzahlung Landwirtschaftsminister Zahlung zwölf "
    "STRASSE Straße straße ß ẞ ſ ſs İstanbul istanbul ı I ΑΣ ας Ǆ ǆ ﬁ ŉ K Å "
    "nemá má nejsou jsou není neděle nejlepší dva dvě pas l'eau aujourd'hui au du quatre-vingts "
    "牛 农夫 買了 二十 不 крот кот́ e\u0301 é ñ n\u0303 ά 👍 "
    "👍🏽 👨‍👩‍👧 🇨🇿 it’s z.B. U.S. co-op London Londn"
).split()
SPACES = [" "] * 12 + list("\t\n\v\f\r\x1c\x1f\x85\xa0\u1680\u2003\u2028\u202f\u3000")
MARKS = list(".,!?-—'’…()%\u0301\u0308\u200b\u200d\u00ad\ufeff\x00\x01\x7f\x9f\u2060\u202e")
pieces = st.sampled_from(WORDS) | st.sampled_from(SPACES) | st.sampled_from(MARKS)
long_words = st.builds(lambda part, times: part * times, st.text(min_size=1, max_size=3),
                       st.integers(20, 150))  # fmt: skip
any_text = (
    st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
    | st.lists(pieces, max_size=14).map("".join)
    | st.text(max_size=24)
    | st.lists(st.sampled_from(SPACES), max_size=3).map("".join)
    | long_words
)
choices: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "order": st.integers(1, 4),
        "characters": st.integers(1, 6),
        "alpha": st.sampled_from([0.0, 0.3, 0.8, 1.0]),
        "character_alpha": st.sampled_from([0.0, 0.5, 1.0]),
        "stand_in": st.sampled_from([0.0, 0.4, 1.0]),
        "least": st.sampled_from([0.0, 0.3, 0.7]),
        "spelling": st.sampled_from([0.5, 1.0, 2.0]),
        "frequencies": st.sampled_from(["auto", "references", "none"]),
    }
)
Rows = NDArray[np.float64]


def for_references(metric: TeslaX, references: Sequence[str]) -> TeslaX:
    found = metric.open(None, lambda: references).metric
    assert isinstance(found, TeslaX)
    return found


def expected_rows(metric: TeslaX, hypotheses: Sequence[str], references: Sequence[str]) -> Rows:
    with plain():
        return columns(metric, hypotheses, references)


def check(metric: TeslaX, hypotheses: Sequence[str], references: Sequence[str]) -> Rows:
    """All features and scores, with a thread and with several."""
    expected = expected_rows(metric, hypotheses, references)
    found, combine = columns(metric, hypotheses, references), metric.open().combine
    assert found.shape == (len(hypotheses), len(metric.open().comparer.columns))
    assert found == pytest.approx(expected, rel=0, abs=1e-9)
    assert combine(found) == pytest.approx(combine(expected), rel=0, abs=1e-9)
    for threads in (2, 5):
        assert (columns(metric, hypotheses, references, threads) == found).all()
    return found


NUMBER_WORDS = {
    "en": "a one two five twelve twenty twenty-five hundred thousand million billion and half "
    "fourth am pm minus ½",
    "de": "ein eine zwei zwanzig einundzwanzig hundert zweihundert tausend Millionen Mrd. und "
    "minus vierte ½",
    "fr": "un deux neuf vingt soixante onze quatre-vingt-douze cent cents mille millions et "
    "moins au quatrième ½",
    "es": "un uno dos treinta veintiuno ciento cien doscientos mil millones y menos lo cuarto ½",
    "cs": "jedna dvě pět dvacet jednadvacet sto stě set tisíc tisíce milionů a minus čtvrtý ½",
}
NUMERALS = (
    "0 1 2 5 12 300 000 2008 1,000 3.5 3,5 0.25 3.1415 1.2.3 9:30 8:40 20th 4th 3rd 3.5bn 5k 5km "
    "1.0 -5 −5 $3.5 12pm b2b cat"
).split()
NEGATING_WORDS = {
    "en": "not only no doubt less without exception never unaware aware impossible possible hope "
    "hopeless sugar-free sugar non-existent existent inform form nothing but the dogs run 2 half",
    "de": "nicht nur kein ohne Zweifel unklar klar beschwerdefrei Beschwerden unmöglich möglich "
    "der und nie Haus zwei hundert",
    "fr": "ne n' plus pas sans doute non seulement impossible possible inconnu connu maison la de",
    "es": "no solo sin duda imposible posible nunca desconocido conocido casa la de dos mil",
    "cs": "ne jen bez pochyby neznámý známý nemá má není je nejlepší dům a nikdy nemožné možné "
    "nic než",
}


@pytest.mark.parametrize("lang", [*NUMBER_WORDS, "und"])
@given(data=st.data())
@settings(max_examples=60)
def test_numbers_of_several_words(lang: str, data: st.DataObject) -> None:
    words = NUMBER_WORDS.get(lang, NUMBER_WORDS["en"]).split()
    some = st.lists(st.sampled_from(words) | st.sampled_from([*words, *NUMERALS]), max_size=9)
    lines = st.lists(some.map(" ".join), min_size=4, max_size=4)
    metric = TeslaX(lang=lang, order=1, characters=1, frequencies="none")
    check(metric, data.draw(lines), data.draw(lines))


@pytest.mark.parametrize("lang", list(NEGATING_WORDS))
@given(data=st.data())
@settings(max_examples=60)
def test_negations(lang: str, data: st.DataObject) -> None:
    words = st.sampled_from(NEGATING_WORDS[lang].split())
    texts = st.lists(words, max_size=12)
    references = data.draw(st.lists(texts, min_size=4, max_size=4))
    hypotheses = []
    for text in references:  # some with a word of another text
        other = data.draw(texts)
        at = data.draw(st.integers(0, len(text)))
        changed = [*text[:at], *other[:1], *text[at + 1 :]]
        hypotheses.append(data.draw(st.sampled_from([other, changed])))
    metric = TeslaX(lang=lang, order=1, characters=1, frequencies="none")
    check(metric, [" ".join(text) for text in hypotheses], [" ".join(text) for text in references])


@pytest.mark.parametrize(
    ("lang", "words", "digits"),
    [
        ("en", "two hundred and five boats", "205 boats"),
        ("en", "twenty-one boats", "21 boats"),
        ("de", "3,5 Millionen Boote", "3.500.000 Boote"),
        ("fr", "vingt et un mille bateaux", "21 000 bateaux"),
        ("es", "dos mil treinta y un barcos", "2.031 barcos"),
        ("cs", "dva tisíce pět set lodí", "2500 lodí"),
    ],
)
def test_words_and_digits(lang: str, words: str, digits: str) -> None:
    metric = TeslaX(lang=lang)
    other = digits.replace("2", "9").replace("3", "8")
    rows = check(metric, [words, digits, other, words], [digits, words, words, words])
    assert rows[:, -5].tolist() == [0, 0, 1, 0]


def random_texts(seed: int, count: int, longest: int = 12) -> list[str]:
    rng = random.Random(seed)
    return [
        "".join(
            rng.choice(WORDS) + rng.choice([*MARKS[:9], *[""] * 40, *MARKS]) + rng.choice(SPACES)
            for _ in range(rng.randint(0, longest))
        )
        for _ in range(count)
    ]  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
@given(data=st.data())
@settings(max_examples=30)
def test_any_text(lang: str, data: st.DataObject) -> None:
    hypotheses = data.draw(st.lists(any_text, min_size=1, max_size=5))
    references = [data.draw(any_text | st.just(text)) for text in hypotheses]
    chosen: dict[str, Any] = data.draw(choices)
    metric = for_references(TeslaX(lang=lang, **chosen), references)
    check(metric, hypotheses, references)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_random_texts(lang: str) -> None:
    hypotheses, references = random_texts(1, 60), random_texts(2, 60)
    check(for_references(TeslaX(lang=lang), references), hypotheses, references)


@pytest.mark.parametrize("name", list(CONSTANT_BOUNDS))
def test_bounds(name: str) -> None:
    hypotheses, references = random_texts(3, 25), random_texts(4, 25)
    for value in CONSTANT_BOUNDS[name]:
        given_value: dict[str, Any] = {name: value}
        check(TeslaX(lang="en", **given_value), hypotheses, references)


@pytest.mark.parametrize("order", [1, 8])
@pytest.mark.parametrize("characters", [1, 8])
def test_lengths(order: int, characters: int) -> None:
    texts = [*random_texts(5, 20), "", "a", "ab", "!"]
    check(TeslaX(lang="de", order=order, characters=characters), texts, texts[::-1])


def test_long_texts() -> None:
    # As a whole, in stretches, and between the two.
    rng = random.Random(7)
    words = [word for word in WORDS if word.strip()]
    texts = [" ".join(rng.choices(words, k=k)) for k in (200, 275, 400, 3, 520, 0)]
    check(TeslaX(lang="en"), texts, texts[1:] + texts[:1])
    check(TeslaX(lang="en", order=3), texts[2:], texts[2:])


def test_what_is_left_in_many_stretches() -> None:
    # Numbers resemble nothing, so that stretches are many and take no time.
    rng = random.Random(8)
    texts = []
    for numbers in (range(1_000, 1_500), range(3_000, 3_800)):
        words = [*rng.choices(WORDS[:40], k=90), *map(str, numbers)]
        texts.append(" ".join(rng.sample(words, len(words))))
    check(TeslaX(lang="en"), [*texts, texts[0]], [*texts[::-1], texts[0]])


def test_compounds() -> None:
    texts = [
        "Die Weihnachtsgeldzahlung kam gestern.",
        "Die Zahlung vom Weihnachtsgeld kam gestern.",
        "Die Weihnachtsgeldzahlungen kamen heute!",
        "Das Krankenhauspersonal forderte Arbeitszeitverkürzung.",
        "Das Personal des Krankenhauses fordert kürzere Arbeitszeit.",
    ]
    pairs = [(x, y) for x in texts for y in texts]
    for compounds in ("auto", "none"):
        metric = TeslaX(lang="de", compounds=compounds)
        check(metric, [x for x, _ in pairs], [y for _, y in pairs])


@pytest.mark.parametrize("tags", ["upos", "xpos"])
def test_tags(tags: str) -> None:
    texts = ["London isn't far from Paris.", "Londn is not far from Rome!", "He ran to the city."]
    pairs = [(x, y) for x in texts for y in texts]
    check(TeslaX(lang="en", tags=tags), [x for x, _ in pairs], [y for _, y in pairs])


@pytest.mark.parametrize("lang", ["en", "und"])
def test_matrix(lang: str) -> None:
    hypotheses, references = random_texts(6, 13), random_texts(7, 9)
    metric = for_references(TeslaX(lang=lang), references)
    pairs = [(x, y) for x in hypotheses for y in references]
    expected = columns(metric, [x for x, _ in pairs], [y for _, y in pairs])
    product = Pairs.from_product(hypotheses, references)
    for threads in (1, 2, 4, 40):
        for _ in range(2):  # references are kept the second time
            assert (columns_of(metric, product, threads) == expected).all()
        forget(metric.open().comparer)
    values = metric.open().combine(expected).reshape(13, 9)
    assert (metric.matrix(hypotheses, references, jobs=3) == values).all()
    with plain():
        assert metric.matrix(hypotheses, references) == pytest.approx(values, rel=0, abs=1e-9)


@pytest.mark.parametrize(("candidates", "references"), [(40, 30), (3, 400)])
def test_large_matrix(candidates: int, references: int) -> None:
    # All words are compared at once, where texts have many in common; the numbers stay the same.
    rng = random.Random(candidates)
    words = [word for word in WORDS if word.strip()]
    texts = [
        " ".join(rng.choices(words, k=rng.randint(0, 9))) for _ in range(candidates + references)
    ]
    metric = TeslaX(lang="en", order=3)
    product = Pairs.from_product(texts[:candidates], texts[candidates:])
    pairs = [(x, y) for x in texts[:candidates] for y in texts[candidates:]]
    single = [columns(metric, [x], [y])[0] for x, y in pairs[:: len(pairs) // 97]]
    found = columns_of(metric, product)
    assert (found[:: len(pairs) // 97] == single).all()
    assert (columns_of(metric, product, 3) == found).all()
    some = pairs[:: len(pairs) // 23]
    expected = expected_rows(metric, [x for x, _ in some], [y for _, y in some])
    assert found[:: len(pairs) // 23] == pytest.approx(expected, rel=0, abs=1e-9)


def test_large_matrix_of_words_that_do_not_come_again() -> None:
    texts = [" ".join(f"{word}{k}x{n}" for word in WORDS[:6]) for k in range(33) for n in range(2)]
    metric = TeslaX(lang="und", frequencies="none")
    product = Pairs.from_product(texts[::2], texts[1::2])
    found = columns_of(metric, product)
    assert (found[34] == columns(metric, [texts[2]], [texts[3]])[0]).all()


def test_references_kept_or_not() -> None:
    hypotheses, references = random_texts(8, 80), random_texts(9, 80)
    metric = TeslaX(lang="en")
    forget(metric.open().comparer)
    first = columns(metric, hypotheses, references)
    assert (columns(metric, hypotheses, references, 3) == first).all()
    # A text may be on both sides.
    both = columns(metric, references, hypotheses)
    forget(metric.open().comparer)
    assert (columns(metric, references, hypotheses) == both).all()
    forget(metric.open().comparer)
    assert (columns(metric, hypotheses, references, 4) == first).all()
    assert (columns(metric, hypotheses, references) == first).all()
    order = random.Random(1).sample(range(80), 80)
    shuffled = columns(metric, [hypotheses[i] for i in order], [references[i] for i in order])
    assert (shuffled == first[order]).all()


def test_after_more_words_than_are_kept() -> None:
    metric = TeslaX(lang="de", tag=0.2)
    other = TeslaX(lang="de", tag=0.1)  # shares the engine
    references = random_texts(10, 6)
    with using(Session(memory=30_000)):
        for seed in range(8):
            check(metric, random_texts(20 + seed, 6), references)
            check(other, random_texts(40 + seed, 6), references)


def test_many_references() -> None:
    # More than are kept.
    rng = random.Random(1)
    texts = ["".join(rng.choices(string.ascii_letters, k=6_000)) for _ in range(60)]
    metric = TeslaX(lang="und", frequencies="none", order=1, characters=8)
    once = columns(metric, texts, texts[::-1], 2)
    assert (columns(metric, texts, texts[::-1]) == once).all()
    assert once[:2] == pytest.approx(expected_rows(metric, texts[:2], texts[::-1][:2]), abs=1e-9)


def test_two_threads_at_once() -> None:
    hypotheses, references = random_texts(11, 60), random_texts(12, 60)
    metrics = [TeslaX(lang="fr", tag=tag) for tag in (0.11, 0.22)]
    expected = [expected_rows(metric, hypotheses, references) for metric in metrics]
    found: list[tuple[int, Rows]] = []

    def work(number: int) -> None:
        found.append((number, columns(metrics[number], hypotheses, references, 2)))

    threads = [Thread(target=work, args=(n % 2,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    for number, rows in found:
        assert rows == pytest.approx(expected[number], rel=0, abs=1e-9)


@pytest.mark.parametrize("length", [1_000, 70_000])
def test_very_long_words(length: int) -> None:
    # The longer one has more bigrams than 16 bits count.
    rng = random.Random(length)
    letters = [*string.ascii_lowercase, *map(chr, range(0xAC00, 0xB800))]
    word = "".join(rng.choices(letters, k=length))
    metric = TeslaX(lang="und", frequencies="none")
    (sentence,) = metric.analysis(default_session()).iter_sentences([word])
    assert len(sentence.tokens) == 1
    rows = check(metric, [f"{word}q", word], [f"{word}z", word])
    assert rows[0, 0] > 0.9


def test_long_lines() -> None:
    rng = random.Random(5)
    one, two = (" ".join(rng.choices(WORDS, k=150)) for _ in range(2))
    check(TeslaX(lang="en"), [one, one, ""], [two, one, one])


def test_lone_surrogates_go_the_plain_way() -> None:
    metric = TeslaX(lang="und")
    texts = ["cat \udc80 hat", "cat hat", "\ud800"]
    metric = for_references(metric, texts)
    found = columns(metric, texts, texts[::-1])
    assert (found == expected_rows(metric, texts, texts[::-1])).all()
    # The table of such references is for other texts as well.
    check(metric, ["cat hat ?", "a cat"], ["cat", "? hat"])
