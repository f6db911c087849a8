"""TESLA-X: against the formula written out slowly, and what must hold whatever its constants."""

import pickle
import random
import warnings
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cores import columns, forget, session_of, using
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import tesla_x as oracle

from tesla_metrics import TeslaWarning, TeslaX, compare
from tesla_metrics.core.comparing.graded import GradedComparer
from tesla_metrics.core.encoding.session import Session, default_session
from tesla_metrics.errors import UsageError
from tesla_metrics.evaluation.judgments import Track
from tesla_metrics.evaluation.scored import score_track
from tesla_metrics.files.resource import write_resource
from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.metrics.tesla_x_model import CONSTANT_BOUNDS, DEFAULT_CONSTANTS, OPTION_CONSTANTS
from tesla_metrics.native import load_native
from tesla_metrics.text.frequencies import (
    UNIFORM_FREQUENCIES,
    build_frequency_resource,
    count_sentences,
)
from tesla_metrics.text.negation import load_negation_detector
from tesla_metrics.text.numbers import canonicalize
from tesla_metrics.text.related_words import (
    NO_RELATIONS,
    WordRelation,
    build_paraphrase_resource,
    find_shipped_relations,
    load_relations,
)

# Explicit, since defaults may change; all different, so that each can be told from the others.
EXPLICIT: dict[str, Any] = {
    "order": 3,
    "alpha": 0.7,
    "lemma": 0.91,
    "derivation": 0.73,
    "synonym": 0.82,
    "synset": 0.63,
    "paraphrase": 0.55,
    "tag": 0.24,
    "function": 0.45,
    "spelling": 1.7,
    "unknown": 1.2,
    "least": 0.31,
    "characters": 5,
    "character_alpha": 0.6,
    "stand_in": 0.35,
    "word_share": 0.4,
    "number_penalty": 0.2,
    "negation_penalty": 0.3,
    "order_penalty": 0.1,
    "case_penalty": 0.4,
    "ending_penalty": 0.05,
}
VOCABULARY = {
    "en": "the a an big large vast house houses dwelling car automobile cars runs ran run not "
    "never 12 twelve 13 3rd he she it of at in London Londn Paris paris House , . ! "
    "quickly quick quikly small",
    "de": "der die das große großen Haus Häuser läuft lief nicht kein 12 zwölf 7 Berlin Berlni "
    "schnell schneller und oder Auto Autos , . !",
    "cs": "je není nejsou byl nebyl pes psa psi velký velkého dva 2 3 v na Praha Prahy , . !",
    "und": "alpha alphas beta gamma delta 12 13 1,000 1000 x y z , . !",
    "ru": "кот кота спит спал на в дом дома 12 13 , . !",
}
# Of lemmas, in all languages at once; hundredths, as files have them.
PARAPHRASES = {
    "car": {"house": 0.31, "not": 0.5, "quick": 0.04},
    "house": {"car": 0.31, "large": 0.77},
    "not": {"car": 0.5},
    "quick": {"car": 0.04},
    "large": {"house": 0.77},
    "haus": {"schnell": 0.12},
    "schnell": {"haus": 0.12},
    "pes": {"velký": 0.9},
    "velký": {"pes": 0.9},
    "alpha": {"gamma": 1.0, "delta": 0.07},
    "gamma": {"alpha": 1.0},
    "delta": {"alpha": 0.07},
}

# Random words are no sentences.
pytestmark = [
    pytest.mark.filterwarnings("ignore:looks tokenised:tesla_metrics.TeslaWarning"),
    pytest.mark.filterwarnings("ignore:no tagger:tesla_metrics.TeslaWarning"),
]


@pytest.fixture(params=["native", "python"])
def core(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "native" and load_native() is None:
        pytest.skip("no native core is built, or TESLA_PURE is set")
    with using(session_of(request.param)):
        yield request.param


def texts(lang: str, seed: int, count: int, longest: int = 9) -> list[str]:
    rng = random.Random(f"{lang} {seed}")
    words = VOCABULARY[lang].split()
    return [" ".join(rng.choices(words, k=rng.randint(1, longest))) for _ in range(count)]


def scores(
    metric: TeslaX, hypotheses: Sequence[str], references: Any, jobs: int = 1
) -> tuple[float, ...]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TeslaWarning)  # empty references are welcome here
        return metric.score(hypotheses, references, jobs=jobs).segments


def counted(metric: TeslaX, references: Sequence[str]) -> TeslaX:
    """With the frequencies of these references."""
    found = metric.open(None, lambda: references).metric
    assert isinstance(found, TeslaX)
    return found


def analysed(metric: TeslaX, lines: Sequence[str]) -> list[oracle.Text]:
    negates = load_negation_detector(metric.lang)
    made = []
    analysis = metric.analysis(default_session())
    for line, words in zip(lines, analysis.get_words(lines), strict=True):
        forms = [canonicalize(form.lower(), metric.lang) for form in words.forms]
        related = [PARAPHRASES.get(str(lemma), {}) for lemma in words.lemmas]
        analyses = words.lemmas, words.tags, words.synsets, related, *kin(words.lemmas, metric.lang)
        columns = (words.forms, forms, *analyses, words.function_flags)
        rows: list[tuple[Any, ...]] = list(zip(*columns, map(negates, forms), strict=True))
        found = [oracle.Word._make(row) for row in rows]
        made.append(oracle.Text(line, found))
    return made


def kin(lemmas: Sequence[Any], lang: str) -> list[list[frozenset[str]]]:
    """Families and opposites of lemmas, by the shipped table."""
    path = find_shipped_relations(lang)
    relations = load_relations(path, lang) if path else NO_RELATIONS
    found = [relations.get_related(str(lemma)).items() for lemma in lemmas]
    return [
        [frozenset(other for other, own in each if own is wanted) for each in found]
        for wanted in (WordRelation.DERIVED, WordRelation.OPPOSITE)
    ]


def paraphrases_file(path: Path, lang: str) -> str:
    pairs = {(x, y): s for x, found in PARAPHRASES.items() for y, s in found.items() if x < y}
    write_resource(path, build_paraphrase_resource(pairs, lang, []))
    return str(path)


# Of languages whose words all stand there as they are written.
@pytest.mark.parametrize("lang", ["en", "de", "cs", "und"])
def test_features_equal_the_oracle(lang: str, core: str, tmp_path: Path) -> None:
    references, hypotheses = texts(lang, 1, 25), texts(lang, 2, 25)
    own = paraphrases_file(tmp_path / "own", lang)
    metric = TeslaX(
        lang=lang, frequencies="references", paraphrases=own, compounds="none", **EXPLICIT
    )
    metric = counted(metric, references)
    words = oracle.rarity(
        {form.lower() for form in found.forms}
        for found in metric.analysis(default_session()).get_words(references)
    )
    spaced = [f" {line} " for line in references]
    grams = oracle.rarity(
        {line[k : k + n] for n in range(1, 5) for k in range(len(line) - n + 1)} for line in spaced
    )
    constants = oracle.Constants(**{name: EXPLICIT[name] for name in oracle.Constants._fields})
    found = columns(metric, hypotheses, references)
    pairs = zip(analysed(metric, references), analysed(metric, hypotheses), strict=True)
    for row, (x, y) in zip(found.tolist(), pairs, strict=True):
        expected = oracle.features(x, y, words, grams, constants)
        assert [*row[:-5], row[-3], row[-2]] == pytest.approx(expected, rel=0, abs=1e-9), (
            x.text,
            y.text,
        )


def test_how_features_are_combined() -> None:
    metric = TeslaX(lang="und", frequencies="none", **EXPLICIT)
    rows = np.array(
        [[0.9, 0.6, 0.3, 0.5, 0, 0, 0, 0, 0], [1.0, 1.0, 1.0, 1.0, 0.5, 1.0, 0.5, 0.25, 1.0]]
    )
    expected = [0.4 * 0.6 + 0.6 * 0.5, 0.9 * 0.7 * 0.95 * 0.9 * 0.95]
    assert metric.open().combine(rows) == pytest.approx(expected)


def test_by_hand(core: str) -> None:
    # Everything weighs 1. Words: 2 of 3; bigrams: 1 of 2, and half of a mean of 1 and 0 is none.
    metric = TeslaX(
        lang="und", frequencies="none", order=2, alpha=0.8, tag=0.0, function=0.0, least=1.0,
        characters=1, character_alpha=0.5, word_share=0.5,
    )  # fmt: skip
    (row,) = columns(metric, ["aa bb zz"], ["aa bb cc"]).tolist()
    # Characters: a a b b and four spaces of ten.
    assert row == pytest.approx([2 / 3, 1 / 2, 8 / 10, 0, 0, 0, 0, 0])
    (row,) = columns(metric, ["aa"], ["aa bb cc"]).tolist()
    assert row[:2] == pytest.approx([1 / (0.8 * 3 + 0.2), 0])
    # 4 characters of 4, and of 10.
    assert row[2] == pytest.approx(2 * 0.4 / 1.4)


# -- What holds for any text


some_text = st.lists(st.sampled_from([*VOCABULARY["en"].split(), "İ", "ß", "—"]), max_size=8)
any_text = st.text(max_size=20) | some_text.map(" ".join)
constants = st.fixed_dictionaries(
    {
        **{name: st.sampled_from([least, most, (least + most) / 3])
           for name, (least, most) in CONSTANT_BOUNDS.items()},
        "characters": st.integers(1, 8),
        "order": st.integers(1, 4),
        "alpha": st.sampled_from([0.0, 0.5, 1.0]),
        "frequencies": st.sampled_from(["auto", "none", "references"]),
    }
)  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "und"])
@given(any_text, any_text, constants)
@settings(max_examples=40)
def test_scores_lie_between_0_and_1(lang: str, x: str, y: str, given: dict[str, Any]) -> None:
    metric = TeslaX(lang=lang, **given)
    assert all(0 <= score <= 1 for score in scores(metric, [x, y], [y, x]))


@pytest.mark.parametrize("lang", ["en", "de", "zh", "und"])
@given(text=any_text)
@settings(max_examples=40)
def test_the_same_text_scores_1(lang: str, text: str) -> None:
    for metric in (TeslaX(lang=lang), TeslaX(lang=lang, frequencies="none", **EXPLICIT)):
        assert scores(metric, [text, text], [text, text]) == pytest.approx([1.0, 1.0], abs=1e-12)


def test_empty_text() -> None:
    metric = TeslaX(lang="und", frequencies="none")
    assert scores(metric, ["", " ", "a", "", "\u200b"], ["", "", "", "a", "\x00"]) == (
        1,
        1,
        0,
        0,
        1,
    )


def test_the_company_of_other_segments_does_not_matter(core: str) -> None:
    hypotheses, references = texts("en", 3, 40), texts("en", 4, 40)
    metric = TeslaX(lang="en")
    whole = scores(metric, hypotheses, references)
    assert scores(metric, hypotheses, references) == whole
    assert scores(metric, hypotheses[::-1], references[::-1]) == whole[::-1]
    forget(metric.open().comparer)
    alone = [scores(metric, [x], [y])[0] for x, y in zip(hypotheses, references, strict=True)]
    assert tuple(alone) == whole
    # Frequencies of the references hang on these, and on nothing else.
    metric = TeslaX(lang="und")
    whole = scores(metric, hypotheses, references)
    scores(metric, references, hypotheses)
    assert scores(metric, hypotheses[::-1], references[::-1]) == whole[::-1]
    assert scores(metric, texts("en", 5, 40), references) != whole
    assert scores(metric, hypotheses, references) == whole


def test_references_that_differ_in_empty_lines_only(core: str) -> None:
    metric = TeslaX(lang="und", **EXPLICIT)
    few = scores(metric, ["a x", "b"], ["a b", "a"])
    many = scores(metric, ["a x", "b", "c"], ["a b", "a", ""])
    with using(Session(core=core)):
        assert scores(metric, ["a x", "b", "c"], ["a b", "a", ""]) == many
    assert many[:2] != few


# -- Recall


def recalls(metric: TeslaX, reference: str, candidate: str) -> list[float]:
    """Of n-grams of words."""
    comparer = metric.open().comparer
    assert isinstance(comparer, GradedComparer)
    x, y = comparer.encoder.encode_references([reference, candidate])
    (whole,) = comparer.match_texts(x, y)
    return [
        match.shared_weight / match.reference_weight
        for match in whole.matching.grams
        if match and match.reference_weight
    ]


greek = st.sampled_from("alpha beta gamma alphas gamm 12 13 delta".split())


@given(st.lists(greek, min_size=1, max_size=7), st.lists(greek, max_size=7), st.data())
@settings(max_examples=150)
def test_a_word_that_was_lacking_never_lowers_recall(
    reference: list[str], candidate: list[str], data: st.DataObject
) -> None:
    lacking = sorted(set(reference) - set(candidate))
    word = data.draw(st.sampled_from(lacking or reference))
    at = data.draw(st.integers(0, len(candidate)))
    metric = TeslaX(lang="und", frequencies="references", **EXPLICIT)
    metric = counted(metric, [" ".join(reference), "alpha 12"])
    lines = [candidate, [*candidate[:at], word, *candidate[at:]], [*candidate, word]]
    before, inserted, appended = (
        recalls(metric, " ".join(reference), " ".join(line)) for line in lines
    )
    assert inserted[0] >= before[0] - 1e-12
    assert all(a >= b - 1e-12 for a, b in zip(appended, before, strict=True))
    if lacking:
        assert max(inserted[0], appended[0]) <= 1 + 1e-12


# -- Words that mean the same, numbers, negations


def test_a_synonym_is_better_than_any_word(tmp_path: Path, core: str) -> None:
    path = tmp_path / "synonyms.tsv"
    path.write_text("brook\tstream\nlarge\tbig\n", encoding="utf-8")
    reference = ["The brook is large ."]
    for word, other in (("stream", "brick"), ("stream", "book"), ("stream", "castle")):
        metric = TeslaX(lang="und", frequencies="none", synonyms=str(path))
        close, far = scores(metric, [f"The {w} is large ." for w in (word, other)], reference * 2)
        # Nothing else tells these two apart but the dictionary.
        plain = TeslaX(lang="und", frequencies="none", synonyms="none")
        assert scores(plain, [f"The {word} is large ."], reference)[0] < close
        if other == "castle":
            assert close > far
    # Swapping in the synonym leaves all characters as they are.
    metric = replace(metric, stand_in=1.0)
    (row,) = columns(metric, ["The stream is big ."], reference).tolist()
    assert row[int(DEFAULT_CONSTANTS["order"])] == pytest.approx(1.0)


@pytest.mark.parametrize("seed", range(3))
def test_swaps_by_the_dictionary(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    pool = ["".join(rng.choices(letters, k=5)) for letters in ("abc", "def", "ghi", "jkl", "mno")]
    path = tmp_path / "synonyms.tsv"
    path.write_text(f"{pool[0]}\t{pool[1]}\n", encoding="utf-8")
    metric = TeslaX(lang="und", frequencies="none", synonyms=str(path))
    line = [*pool[:1], *pool[3:]]
    rng.shuffle(line)
    swapped = [" ".join(new if w == pool[0] else w for w in line) for new in pool[1:3]]
    synonym, other = scores(metric, swapped, [" ".join(line)] * 2)
    assert synonym >= other


@pytest.mark.parametrize(
    ("lang", "reference", "same", "changed"),
    [
        ("en", "He sold 12 boats .", "He sold twelve boats .", "He sold 13 boats ."),
        ("en", "It cost 1,000 crowns .", "It cost 1 000 crowns .", "It cost 1,001 crowns ."),
        ("de", "Er kaufte 7 Boote .", "Er kaufte sieben Boote .", "Er kaufte 8 Boote ."),
        ("en", "We met 200 men .", "We met two hundred men .", "We met two thousand men ."),
        ("de", "Er kaufte 21 Boote .", "Er kaufte einundzwanzig Boote .", "Er kaufte 31 Boote ."),
        ("fr", "Il a 21 bateaux .", "Il a vingt et un bateaux .", "Il a vingt bateaux ."),
        ("es", "Son 2.000 barcos .", "Son dos mil barcos .", "Son tres mil barcos ."),
        ("cs", "Má 250 lodí .", "Má dvě stě padesát lodí .", "Má tři sta padesát lodí ."),
        ("und", "xx 12 yy", "xx 12th yy", "xx 13 yy"),
    ],
)
def test_numbers(lang: str, reference: str, same: str, changed: str, core: str) -> None:
    none, some = (
        TeslaX(lang=lang, frequencies="none", number_penalty=share) for share in (0.0, 0.25)
    )
    lines = [reference, same, changed, reference.replace("12", "")]
    free = scores(none, lines, [reference] * 4)
    fined = scores(some, lines, [reference] * 4)
    assert fined[:2] == free[:2]
    assert fined[2] == pytest.approx(0.75 * free[2])
    assert fined[3] == free[3]


@pytest.mark.parametrize(
    ("lang", "positive", "negative"),
    [
        ("en", "She does eat meat .", "She doesn't eat meat ."),
        ("de", "Sie isst heute Fleisch .", "Sie isst heute kein Fleisch ."),
        ("fr", "Elle mange du pain .", "Elle ne mange pas de pain ."),
        ("es", "Ella come pan .", "Ella no come pan ."),
        ("cs", "Jsou tady psi .", "Nejsou tady psi ."),
        ("cs", "Petr měl psa .", "Petr neměl psa ."),
    ],
)
def test_negations(lang: str, positive: str, negative: str, core: str) -> None:
    none, some = (TeslaX(lang=lang, negation_penalty=share) for share in (0.0, 0.25))
    lines = [positive, negative]
    assert scores(some, lines, lines) == scores(none, lines, lines)
    free, fined = scores(none, lines, lines[::-1]), scores(some, lines, lines[::-1])
    assert fined == pytest.approx([0.75 * score for score in free])


# -- Frequencies


def test_frequencies_of_references_from_everywhere(core: str) -> None:
    references = {"A": texts("ru", 1, 12), "B": texts("ru", 2, 12)}
    outputs = {name: texts("ru", seed, 12) for seed, name in enumerate("xyz", 3)}
    metric = TeslaX(lang="ru")
    sets = list(references.values())
    own = [metric.score(lines, sets) for lines in outputs.values()]
    track = score_track(metric, Track("own", "en-ru", outputs, references, None, None, None))
    assert track.segments is not None
    assert track.segments.tolist() == [list(score.segments) for score in own]
    assert track.signature == str(own[0].signature)
    for chosen in (["x", "y", "z"], ["z", "x"]):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", TeslaWarning)  # few segments
            found = compare({name: outputs[name] for name in chosen}, sets, [metric], samples=100)
        systems = dict(zip(outputs, own, strict=True))
        for standing in found.standings:
            assert standing.score == systems[standing.system].score
        assert found.signatures == {"tesla-x": str(own[0].signature)}
    assert "|frequencies:references@" in str(own[0].signature)
    whole = counted(metric, list(chain(*sets)))
    assert [whole.score(lines, sets) for lines in outputs.values()] == own
    # Other references are other frequencies.
    assert str(metric.score(outputs["x"], sets[:1]).signature) != str(own[0].signature)


def test_references_must_be_known() -> None:
    metric = TeslaX(lang="ru")
    with pytest.raises(
        UsageError, match=r"frequencies of 'ru' in all references, which are not known"
    ):
        metric.open()
    assert metric.matrix(["кот", "дом"], ["кот"]).tolist()[0] == [1.0]


def test_none_and_files(tmp_path: Path, core: str) -> None:
    lines, references = texts("und", 1, 20), texts("und", 2, 20)
    none = TeslaX(lang="und", frequencies="none")
    assert scores(none, lines, references) == scores(
        TeslaX(lang="und", frequencies=UNIFORM_FREQUENCIES), lines, references
    )
    assert "|frequencies:none|" in str(none.signature(1))
    path = tmp_path / "und.frequencies"
    sentences = none.analysis(default_session()).iter_sentences(references)
    write_resource(path, build_frequency_resource(count_sentences(sentences), "und", [], 1, 1))
    given = TeslaX(lang="und", frequencies=str(path))
    auto = TeslaX(lang="und")
    assert scores(given, lines, references) == scores(auto, lines, references)
    assert scores(given, lines, references) != scores(none, lines, references)
    assert "|frequencies:und@" in str(given.signature(1))
    with pytest.raises(UsageError, match="frequencies of 'und', but the texts are 'en'"):
        scores(TeslaX(lang="en", frequencies=str(path)), lines, references)


def test_a_rare_word_is_worth_more() -> None:
    metric = TeslaX(lang="en")
    reference = "the lighthouse stood near the village"
    rare, frequent = scores(
        metric,
        [reference.replace("lighthouse", ""), reference.replace("the village", "village")],
        [reference] * 2,
    )
    assert rare < frequent


# -- Settings


@pytest.mark.parametrize("name", list(CONSTANT_BOUNDS))
def test_bounds(name: str) -> None:
    least, most = CONSTANT_BOUNDS[name]
    assert least <= DEFAULT_CONSTANTS[name] <= most
    for value in (least, most):
        TeslaX(lang="und", **{name: value})  # type: ignore[arg-type]
    for bad in (least - 0.01, most + 0.01, float("nan"), float("inf"), "0.5"):
        wanted = f"^{name} .*: give a number from {least:g} to {most:g}$"
        with pytest.raises(UsageError, match=wanted):
            TeslaX(lang="und", **{name: bad})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["order", "characters"])
@pytest.mark.parametrize("bad", [0, -1, 9, 1000, 2.5, "2"])
def test_lengths(name: str, bad: object) -> None:
    with pytest.raises(UsageError, match=f"^{name} .*: give a whole number"):
        TeslaX(lang="und", **{name: bad})  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [None, 3, b"none"])
def test_what_are_no_frequencies(bad: Any) -> None:
    with pytest.raises(UsageError, match=r"^frequencies "):
        TeslaX(lang="und", frequencies=bad)


@pytest.mark.filterwarnings("ignore:.*do not look aligned")
def test_every_constant_changes_something(tmp_path: Path) -> None:
    lines, references = texts("en", 1, 150), texts("en", 2, 150)
    own = paraphrases_file(tmp_path / "own", "en")
    metric = TeslaX(lang="en", paraphrases=own, **EXPLICIT)
    plain = metric.score(lines, references)
    for name in OPTION_CONSTANTS:
        value = EXPLICIT[name] * 0.9 if name in CONSTANT_BOUNDS else EXPLICIT[name] - 1
        changed = EXPLICIT | {name: value}
        other = TeslaX(lang="en", paraphrases=own, **changed).score(lines, references)
        assert other.segments != plain.segments, name
        assert other.signature != plain.signature, name


def test_signatures_have_all_digits() -> None:
    one, two = (TeslaX(lang="en", lemma=value) for value in (0.12345678, 0.12345679))
    assert one.signature(1) != two.signature(1)
    assert "|lemma:0.12345678|" in str(one.signature(1))
    assert TeslaX(lang="en", tag=0).signature(1) == TeslaX(lang="en", tag=0.0).signature(1)
    defaults: dict[str, Any] = {
        name: TeslaX.__dataclass_fields__[name].default for name in OPTION_CONSTANTS
    }
    assert TeslaX(lang="en", **defaults).signature(1) == TeslaX(lang="en").signature(1)
    assert not any(f"|{name}:" in str(TeslaX(lang="en").signature(1)) for name in OPTION_CONSTANTS)


def test_several_references(core: str) -> None:
    lines, sets = texts("en", 1, 10), [texts("en", seed, 10) for seed in (2, 3)]
    each = [scores(TeslaX(lang="en"), lines, column) for column in sets]
    for multi, join in (("mean", lambda pair: sum(pair) / 2), ("max", max)):
        found = scores(TeslaX(lang="en", multi=multi), lines, sets)
        assert found == pytest.approx([join(pair) for pair in zip(*each, strict=True)])


# -- Analysed sentences


def given_sentences(lang: str, lines: Sequence[str]) -> list[Sentence]:
    metric = TeslaX(lang=lang, tags="upos")
    return list(metric.analysis(default_session()).iter_sentences(lines))


@pytest.mark.filterwarnings("ignore:.*do not look aligned")
@pytest.mark.parametrize("lang", ["en", "cs", "und"])
def test_given_analyses_score_as_our_own(lang: str) -> None:
    lines, references = texts(lang, 1, 20), texts(lang, 2, 20)
    metric = TeslaX(lang=lang, tags="upos", compounds="none")
    own = metric.score(lines, references)
    given = metric.score(given_sentences(lang, lines), given_sentences(lang, references))
    assert given.segments == pytest.approx(own.segments, rel=0, abs=1e-9)
    assert "|analyzer:given|" in str(given.signature)
    matrix = metric.matrix(given_sentences(lang, lines), given_sentences(lang, references))
    assert np.diag(matrix) == pytest.approx(own.segments, rel=0, abs=1e-9)


@pytest.mark.parametrize("options", [{"tags": "xpos"}, {"analyzer": "spacy:nowhere"}])
def test_given_analyses_need_no_analyser(options: dict[str, str]) -> None:
    # None of Russian gives XPOS, and no such pipeline is installed.
    words = [("кот", "кот", "NOUN", "NN"), ("спит", "спать", "VERB", "VB")]
    given = [Sentence("кот спит", tuple(Token(*word) for word in words))]
    metric = TeslaX(lang="ru", **options)  # type: ignore[arg-type]
    assert metric.score(given, given).score == pytest.approx(1.0)
    assert metric.matrix(given, given) == pytest.approx(1.0)


@given(
    st.lists(st.tuples(st.text(max_size=6), st.text(max_size=6)), max_size=4), st.text(max_size=9)
)
def test_any_analysis(words: list[tuple[str, str]], text: str) -> None:
    odd = Sentence(text, tuple(Token(form, lemma) for form, lemma in words))
    for metric in (TeslaX(lang="und"), TeslaX(lang="en", **EXPLICIT)):
        other = Sentence("a cat", (Token("a", "a"), Token("cat", "cat")))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", TeslaWarning)
            found = metric.score([odd, odd, other], [odd, other, odd]).segments
        assert found[0] == pytest.approx(1.0)
        assert all(0 <= score <= 1 for score in found)


def test_scripts() -> None:
    pytest.importorskip("opencc")
    traditional, simplified = ["農夫買了兩頭牛。"], ["农夫买了两头牛。"]
    metric = TeslaX(lang="zh", script="simplified")
    assert metric.score(traditional, simplified).score == pytest.approx(1.0)
    assert TeslaX(lang="zh").score(traditional, simplified).score < 0.9
    references = TeslaX(lang="zh", script="simplified", frequencies="references")
    one = references.score(traditional, simplified)
    assert one.score == pytest.approx(1.0)
    assert str(references.score(simplified, traditional).signature) == str(one.signature)
    both = [
        Sentence(line, tuple(Token(char, char) for char in line))
        for line in (*traditional, *simplified)
    ]
    assert references.score(both, both[::-1]).score == pytest.approx(1.0)


# -- Processes and threads


def test_a_metric_travels_to_other_processes() -> None:
    lines, references = texts("ru", 1, 5), texts("ru", 2, 5)
    metric = counted(TeslaX(lang="ru"), references)
    again = pickle.loads(pickle.dumps(metric))  # as for a pool of processes
    assert again == metric
    assert again.score(lines, references) == metric.score(lines, references)


def test_what_is_kept_may_be_next_to_nothing(core: str) -> None:
    lines, references = texts("und", 1, 5), texts("und", 2, 5)
    metric = TeslaX(lang="und", frequencies="none")
    expected = scores(metric, lines, references)
    with using(Session(core=core, memory=1)):
        assert scores(metric, lines, references) == expected


def test_jobs(core: str) -> None:
    with nullcontext() if core == "native" else pytest.MonkeyPatch.context() as patch:
        if patch is not None:
            patch.setattr("tesla_metrics.core.encoding.pairs._BATCH_SEGMENTS", 20)
        lines, references = texts("und", 1, 40), texts("und", 2, 40)
        metric = TeslaX(lang="und")
        assert scores(metric, lines, references, jobs=2) == scores(metric, lines, references)


def test_characters_decide_where_there_is_no_word(core: str) -> None:
    metric = TeslaX(lang="en")
    pairs = [("...", "..."), ("...", "!"), ("", "..."), ("...", ""), ("", "")]
    values = scores(metric, [h for h, _ in pairs], [r for _, r in pairs])
    assert values[0] == values[4] == 1.0
    assert values[2] == values[3] == 0.0
    assert 0 < values[1] < 0.6
