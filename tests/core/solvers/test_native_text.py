"""Texts scored by the native core and by plain Python: the same segment by segment."""

import random
import warnings
from collections.abc import Sequence

import pytest
from cores import columns, forget, plain, using
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics import MaxSim, TeslaM, TeslaWarning
from tesla_metrics.core.encoding import pairs as encoding_pairs
from tesla_metrics.core.encoding.session import Session
from tesla_metrics.metrics.analysed_metric import AnalysedMetric
from tesla_metrics.native import load_native
from tesla_metrics.text.builtin_analyzer import get_shipped_tagger_path
from tesla_metrics.text.tagging import Tagger

if load_native() is None:
    pytest.skip("no native core is built, or TESLA_PURE is set", allow_module_level=True)

TAGGED = ["en", "de", "fr", "es", "cs"]
LANGUAGES = [*TAGGED, "ar", "ja", "ru"]
SENTENCES = {
    "en": [
        "The farmer hasn't sold his two brown cows yet; they're worth $1,200.",
        "“Snow fell,” she said, on the quiet (and silent) village at 5:30 p.m.",
        "He purchased an automobile. It can't be co-operating…",
    ],
    "de": [
        "Der Landwirtschaftsminister eröffnete die Bundesgartenschau in Mecklenburg-Vorpommern.",
        "Das Krankenhauspersonal forderte Arbeitszeitverkürzung und Weihnachtsgeldzahlungen.",
        "Im Hauptbahnhof steht z. B. ein Fahrkartenautomat; die Kinderwagenräder quietschen.",
    ],
    "fr": [
        "L'agriculteur n'a pas vendu aujourd'hui ses deux vaches : c'est dommage !",
        "Qu'est-ce qu'il y a-t-il de l’autre côté du marché ?",
        "Au cours des années 1990, les prix ont augmenté de 3,5 %.",
    ],
    "es": [
        "¿Dámelo del mercado? El granjero compró dos vacas y un perro.",
        "Al volver, decírselo a los vecinos fue difícil: vámonos ya.",
        "Los precios subieron un 3,5 % en 1999.",
    ],
    "cs": [
        "Sedlák koupil na trhu dvě krávy, abych mu věřil.",
        "Kdybys přišel dřív, bylo by to lepší; stálo to 1 200 Kč.",
        "Aby ses nebál, přišel jsem s ním.",
    ],
    "ar": ["اشترى الفلاح بقرتين من السوق.", "بَقَرَةٌ في الحَقْلِ، ٣٫٥ كيلو؟", "باع الفلاح بقرة"],
    "ja": [
        "農夫は市場で牛を二頭買った。",
        "市場で、牛が１２頭売れました！",
        "雪が静かな村に降った。",
    ],
    "ru": [
        "Крестьянин купил на рынке двух коров.",
        "Снег шёл всю ночь — и кто-то ушёл в 5:30.",
        "Коров он продал соседу.",
    ],
}
# All that str.split takes for white space, and what only looks like it.
SPACES = "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)
NOT_SPACES = "\u200b\u200c\u200d\u2060\ufeff\u180e\x00\x1b\x7f\u200e\xad"
WORDS = [
    "cat",
    "Milchkuh",
    "крот",
    "牛",
    "วัว",
    "٣",
    "12",
    "'s",
    "l'",
    "—",
    "👍🏽",
    "e\u0301",
    "İ",
    "ß",
]
pieces = st.sampled_from([*WORDS, *SPACES, *NOT_SPACES, *"aE.,'’-\u0301"])
texts_of = st.text(max_size=30) | st.lists(pieces, max_size=14).map("".join)
surrogates = st.text(st.characters(codec=None), max_size=6).map(
    lambda text: f"cat {text}\udc80 hat"
)


def scores(
    metric: AnalysedMetric, hypotheses: Sequence[str], references: Sequence[str], jobs: int = 1
) -> list[float]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TeslaWarning)  # empty references are welcome here
        return list(metric.score(hypotheses, references, jobs=jobs).segments)


def check(metric: AnalysedMetric, hypotheses: Sequence[str], references: Sequence[str]) -> None:
    found = scores(metric, hypotheses, references)
    with plain():
        expected = scores(metric, hypotheses, references)
    assert found == pytest.approx(expected, rel=0, abs=1e-12)
    assert all(0 <= value <= 1 for value in found)


def features(metric: AnalysedMetric, hypothesis: str, reference: str) -> list[float]:
    """The native ones of one pair."""
    found: list[float] = columns(metric, [hypothesis], [reference])[0].tolist()
    return found


def random_texts(seed: int, count: int, longest: int = 20) -> list[str]:
    rng = random.Random(seed)
    words = " ".join(SENTENCES["en"]).split() + [f"word{i}" for i in range(40)]
    return [" ".join(rng.choices(words, k=rng.randint(0, longest))) for _ in range(count)]


def test_each_way_is_taken() -> None:
    metric = TeslaM(lang="en")
    assert metric.score(["a"], ["a"]).signature.core == "native"
    with plain():
        assert metric.score(["a"], ["a"]).signature.core == "python"


@pytest.mark.parametrize("kind", [TeslaM, MaxSim])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences(lang: str, kind: type[AnalysedMetric]) -> None:
    own = SENTENCES[lang]
    more = [*own, *(text.upper() for text in own), *(text.title() for text in own), ""]
    pairs = [(x, y) for x in more for y in more]
    check(kind(lang=lang), [x for x, _ in pairs], [y for _, y in pairs])


def test_german_compounds_are_split_natively() -> None:
    whole, parts = "Die Weihnachtsgeldzahlung kam.", "Die Zahlung vom Weihnachtsgeld kam."
    split, unsplit = TeslaM(lang="de"), TeslaM(lang="de", compounds="none")
    for metric in (split, unsplit):
        check(metric, [whole, parts], [parts, whole])
    assert scores(split, [whole], [parts]) > scores(unsplit, [whole], [parts])


@pytest.mark.parametrize("lang", ["en", "de", "fr", "ja", "und"])
@given(data=st.data())
@settings(max_examples=120)
def test_any_text(lang: str, data: st.DataObject) -> None:
    hypotheses = data.draw(st.lists(texts_of, min_size=1, max_size=5))
    references = data.draw(st.permutations(hypotheses)) if data.draw(st.booleans()) else None
    if references is None:
        size = len(hypotheses)
        references = data.draw(st.lists(texts_of, min_size=size, max_size=size))
    check(TeslaM(lang=lang), hypotheses, references)
    check(MaxSim(lang=lang), hypotheses, references)


@given(surrogates, st.lists(texts_of, max_size=2))
@settings(max_examples=40)
def test_lone_surrogates(text: str, more: list[str]) -> None:
    for metric in (TeslaM(lang="en"), TeslaM(lang="ja")):
        check(metric, [text, *more], ["the cat", *more])
        check(metric, ["the cat", *more], [text, *more])


@pytest.mark.parametrize("space", SPACES, ids=lambda char: f"U+{ord(char):04X}")
def test_white_space_parts_words(space: str) -> None:
    text = space + space.join(["brown", "cows", "swim"]) + space * 2
    for lang in ("en", "und"):
        check(TeslaM(lang=lang), [text], ["brown cows swim"])
        assert scores(TeslaM(lang=lang), [text], ["brown cows swim"]) == [1.0]


@pytest.mark.parametrize("char", NOT_SPACES, ids=lambda char: f"U+{ord(char):04X}")
def test_what_is_no_white_space(char: str) -> None:
    text = char.join(["brown", "cows", "swim"])
    for lang in ("en", "und"):
        check(TeslaM(lang=lang), [text, "brown cows swim"], ["brown cows swim", text])


@pytest.mark.parametrize("lang", TAGGED)
def test_the_taggers_agree_on_random_words(lang: str) -> None:
    # A word in the other text that stands elsewhere is only half alike unless its label is the
    # same: a label that differs changes the features.
    vocabulary = sorted(Tagger.load(get_shipped_tagger_path(lang)).lexicon._body.candidates_by_word)
    rng = random.Random(lang)
    metric = TeslaM(lang=lang, synonyms="none")
    for _ in range(150):
        words = rng.sample(vocabulary, 14) + rng.choices(vocabulary[::97], k=3)
        words = [rng.choice([word, word.title(), word, word[:-1] + "q"]) for word in words]
        one = " ".join(words)
        rng.shuffle(words)
        two = " ".join(words)
        with plain():
            (expected,) = columns(metric, [two], [one]).tolist()
        assert features(metric, two, one) == pytest.approx(expected, rel=0, abs=1e-12)


def test_threads_give_the_same_bits() -> None:
    hypotheses, references = random_texts(1, 333), random_texts(2, 333)
    metric = TeslaM(lang="en")
    one = scores(metric, hypotheses, references)
    for jobs in (1, 2, 4, 50):
        forget(metric.open().comparer)
        assert scores(metric, hypotheses, references, jobs) == one


def test_the_order_of_segments_does_not_matter() -> None:
    pairs = list(zip(random_texts(3, 150), random_texts(4, 150), strict=True))
    metric = TeslaM(lang="en")

    def run(jobs: int) -> list[float]:
        forget(metric.open().comparer)
        return scores(metric, [x for x, _ in pairs], [y for _, y in pairs], jobs)

    expected = dict(zip(pairs, run(1), strict=True))
    for seed in range(3):
        random.Random(seed).shuffle(pairs)
        assert run(1 + seed) == [expected[pair] for pair in pairs]


def test_remembered_references_give_the_same_bits() -> None:
    metric = TeslaM(lang="de")
    texts = SENTENCES["de"] + random_texts(5, 40)
    forget(metric.open().comparer)
    first = scores(metric, texts[::-1], texts)
    assert scores(metric, texts[::-1], texts) == first
    forget(metric.open().comparer)
    assert scores(metric, texts[::-1], texts) == first


@pytest.mark.parametrize("count", [1, 15, 16, 17, 19, 20, 21, 39, 40, 41, 101])
def test_chunks(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    hypotheses, references = random_texts(6, count), random_texts(7, count)
    metric = TeslaM(lang="en")
    whole = scores(metric, hypotheses, references)
    monkeypatch.setattr(encoding_pairs, "_BATCH_SEGMENTS", 1)
    heard: list[int] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TeslaWarning)
        score = metric.score(hypotheses, references, jobs=2, progress=heard.append)
    assert list(score.segments) == whole
    assert sum(heard) == count
    assert max(heard) <= encoding_pairs._NATIVE_BATCH_FACTOR


def test_after_more_words_than_are_kept() -> None:
    metric = TeslaM(lang="de", alpha=0.7)
    rng = random.Random(9)
    vocabulary = sorted(Tagger.load(get_shipped_tagger_path("de")).lexicon._body.candidates_by_word)
    with using(Session(memory=20_000)):
        for _ in range(12):
            texts = [" ".join(rng.choices(vocabulary, k=9)) for _ in range(5)]
            check(metric, texts, [*SENTENCES["de"], *texts[:2]])


@pytest.mark.parametrize("lang", ["en", "ar"])
def test_long_lines(lang: str) -> None:
    words = " ".join(SENTENCES[lang]).split() + [f"w{i}" for i in range(300)]
    rng = random.Random(lang)
    one, two = (" ".join(rng.choices(words, k=10_000)) for _ in range(2))
    metric = TeslaM(lang=lang)
    found = scores(metric, [one, two, one], [two, one, one])
    assert all(0 < value < 1 for value in found[:2])
    assert found[2] == pytest.approx(1.0)
    check(metric, [" ".join(one.split()[:1500])], [" ".join(two.split()[:1400])])


@pytest.mark.parametrize("order", [1, 2, 4, 5])
@pytest.mark.parametrize("discount", [1.0, 0.1, 0.25, 0.999, 0.123456789])
def test_settings(order: int, discount: float) -> None:
    texts = SENTENCES["en"]
    metric = TeslaM(lang="en", order=order, discount=discount, alpha=0.3)
    check(metric, [*texts, ""], [*texts[1:], texts[0], "x"])
    for tags in ("upos", "xpos"):
        check(MaxSim(lang="en", order=order, tags=tags), texts, texts[::-1])


def test_several_references() -> None:
    texts = SENTENCES["en"]
    sets = [texts[1:] + texts[:1], texts[2:] + texts[:2]]
    for multi in ("mean", "max"):
        metric = TeslaM(lang="en", multi=multi)
        found = metric.score(texts, sets).segments
        with plain():
            assert found == pytest.approx(metric.score(texts, sets).segments, rel=0, abs=1e-12)
