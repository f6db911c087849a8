"""Scores of texts that differ only in the notation of numbers or in invisible characters."""

from collections.abc import Callable
from itertools import combinations

import pytest
from cores import session_of

from tesla_metrics import MaxSim, TeslaCelabMinus, TeslaM, TeslaS, TeslaX
from tesla_metrics.metrics.segment_metric import SegmentMetric
from tesla_metrics.native import load_native

CORES = ["python"] if load_native() is None else ["python", "native"]
METRICS = [TeslaX, TeslaM, MaxSim, TeslaS, TeslaCelabMinus]


def score(metric: SegmentMetric, candidate: str, reference: str, core: str) -> float:
    return metric.score([candidate], [reference], session=session_of(core)).score


@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize(
    ("lang", "text", "notations"),
    [
        ("fr", "La chambre coûte {} euros par mois.", "1 234,50|1234,50|1.234,50|1\u202f234,50"),
        ("cs", "Pokoj stojí {} korun za měsíc.", "1 234,50|1234,50|1.234,50|1\u00a0234,50"),
        ("ru", "Комната стоит {} рублей в месяц.", "1 234,50|1234,50|1.234,50|1\u202f234,50"),
        ("ru", "Поезд уходит {} из Москвы.", "8:40 вечера|20:40"),
        ("ru", "Поезд уходит в {} из Москвы.", "16: 20|16:20|16 : 20"),
        ("de", "Das Zimmer kostet {} Euro im Monat.", "1.234,50|1234,50|1 234,50"),
        ("en", "The room costs {} euros a month.", "1,234.50|1234.50|1 234.50"),
    ],
)
def test_notations_of_the_same_number(lang: str, text: str, notations: str, core: str) -> None:
    metric = TeslaX(lang=lang)
    for candidate, reference in combinations(notations.split("|"), 2):
        for x, y in ((candidate, reference), (reference, candidate)):
            assert score(metric, text.format(x), text.format(y), core) >= 0.95, (x, y)


@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "The room costs {} euros a month."),
        ("de", "Das Zimmer kostet {} Euro im Monat."),
    ],
)
def test_a_point_differs_from_a_comma(lang: str, text: str, core: str) -> None:
    assert score(TeslaX(lang=lang), text.format("1.234"), text.format("1,234"), core) < 0.7


@pytest.mark.parametrize("core", CORES)
def test_ambiguous_numbers_agree_with_either_reading(core: str) -> None:
    metric, text = TeslaX(lang="fr"), "La longueur est de {} mètres en tout."
    for candidate, reference in (("1.234", "1 234"), ("1.234", "1,234")):
        for x, y in ((candidate, reference), (reference, candidate)):
            assert score(metric, text.format(x), text.format(y), core) >= 0.95, (x, y)
    assert score(metric, text.format("1,234"), text.format("1 234"), core) < 0.8


@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(
    ("lang", "text", "variant"),
    [
        ("en", "The room costs 1,234 euros.", "The room costs １，２３４ euros."),
        ("en", "The train leaves at 8:40 today.", "The train leaves at ８：４０ today."),
        ("en", "The train leaves today.", "The tra\u200cin\u200d le\u2063aves\ufe0f to\u00adday."),
        ("ru", "Поезд уходит сегодня.", "По\u200cезд\u200d ухо\u200bдит се\u2060годня."),
        ("fa", "کارها خوب است", "کار\u200cها خوب\u200c است\u200d"),
        ("hi", "यह घर बड़ा है", "यह घ\u200dर ब\u200cड़ा है\u200d"),
    ],
)
def test_full_width_digits_and_invisible_characters_are_free(
    metric: Callable[..., SegmentMetric], lang: str, text: str, variant: str, core: str
) -> None:
    assert score(metric(lang=lang), variant, text, core) == 1
    assert score(metric(lang=lang), text, variant, core) == 1


@pytest.mark.parametrize("core", CORES)
def test_emoji_sequences_are_single_words(core: str) -> None:
    metric, reference = TeslaX(lang="en"), "We like it 👩\u200d🚀"
    assert score(metric, "We like it 👩\u200d🚀\u200d", reference, core) == 1
    assert score(metric, "We like it 👩 🚀", reference, core) < 1


@pytest.mark.parametrize(
    ("lang", "candidate", "word"),
    [
        ("fr", "La chambre coûte 1\u202f234,50 euros.", "1\u202f234,50"),
        ("ru", "Поезд уходит в 16: 20 сегодня.", "16: 20"),
        ("ru", "Поезд уходит в 8:40 вечера.", "8:40 вечера"),
        ("en", "It co\u200csts １２３４ now 👩\u200d🚀 and th\u200den", "１２３４"),
        ("en", "It co\u200csts １２３４ now 👩\u200d🚀 and th\u200den", "co\u200csts"),
        ("en", "It co\u200csts １２３４ now 👩\u200d🚀 and th\u200den", "th\u200den"),
    ],
)
@pytest.mark.parametrize("core", CORES)
def test_explanations_show_the_characters_of_the_text(
    lang: str, candidate: str, word: str, core: str
) -> None:
    explanation = TeslaX(lang=lang).explain(candidate, "1234", session=session_of(core))
    words = explanation.against[0].hypothesis.words
    shown = [candidate[shown_word.start : shown_word.end] for shown_word in words]
    assert word in shown


@pytest.mark.parametrize("core", CORES)
def test_explanations_read_ambiguous_numbers_as_scores_do(core: str) -> None:
    metric, session = TeslaX(lang="fr"), session_of(core)
    candidate = "La tour mesure 1.234 mètres et pèse 1.500 kilos."
    reference = "La tour mesure 1,234 mètres et pèse 1 500 kilos et 3 grammes."
    explanation = metric.explain(candidate, reference, session=session)
    assert explanation.score == pytest.approx(score(metric, candidate, reference, core), abs=1e-12)
    assert not explanation.against[0].penalties
    comparison = explanation.against[0]
    losses = [
        word.lost for side in (comparison.reference, comparison.hypothesis) for word in side.words
    ]
    assert sum(losses) == pytest.approx(1 - explanation.score, abs=1e-9)


@pytest.mark.parametrize("core", CORES)
def test_ambiguous_numbers_in_a_matrix(core: str) -> None:
    # More than 1000 pairs, for which the native core precomputes the similarities of words.
    metric, session = TeslaX(lang="fr"), session_of(core)
    texts = [f"La tour mesure {notation} mètres." for notation in ("1.234", "1 234", "1,234", "5")]
    size = 40 if core == "native" else 4
    matrix = metric.matrix(texts * (size // 4), texts * (size // 4), session=session)
    for row, candidate in enumerate(texts):
        for column, reference in enumerate(texts):
            expected = score(metric, candidate, reference, core)
            assert matrix[row, column] == pytest.approx(expected, abs=1e-12)
            assert matrix[row - 4, column - 4] == pytest.approx(expected, abs=1e-12)
