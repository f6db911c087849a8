"""Lists below an explained pair: always there, adding up, within the paper."""

import math
from dataclasses import replace
from pathlib import Path

import pytest
from small_pem import small_lm, small_table

from tesla_metrics import MaxSim, Pem, TeslaCelab, TeslaM, TeslaX
from tesla_metrics.explanation.explanation import Explanation
from tesla_metrics.metrics.segment_metric import SegmentMetric
from tesla_metrics.reporting.explanations import ExplainedSegment, render_explanation_list
from tesla_metrics.reporting.terminal import TerminalStyle, count_columns


def text(explanation: Explanation, columns: int = 100) -> str:
    return render_explanation_list([ExplainedSegment(explanation)], "text", TerminalStyle(columns))


def listed(shown: str, title: str) -> list[str]:
    """The lines of one list."""
    lines = shown.splitlines()
    (start,) = (k for k, line in enumerate(lines) if line.startswith(title))
    return lines[start + 1 : lines.index("", start)]


@pytest.fixture
def pem(tmp_path: Path) -> Explanation:
    metric = Pem(lang="en", tables=(small_table(tmp_path),), lms=(small_lm(tmp_path),))
    return metric.explain("the physician can sleep .", "hello , doctor sleep .")


@pytest.mark.parametrize("metric", [TeslaX(lang="en"), TeslaM(lang="en"), MaxSim(lang="en")])
def test_words_are_missing_where_nothing_matched(metric: SegmentMetric) -> None:
    shown = text(metric.explain("badly", "A cat."))
    name = metric.explain("badly", "A cat.").best.features[0].name
    missing = listed(shown, f"left without a partner in the hypothesis ({name})")
    assert [line.split()[:2] for line in missing] in (
        [["−", "cat"], ["−", "A"]],
        [["−", "A"], ["−", "cat"]],
    )
    (strange,) = listed(shown, f"left without a partner in the reference ({name})")
    assert strange.split()[:2] == ["+", "badly"]


def test_words_are_missing_where_there_is_nothing() -> None:
    shown = text(TeslaX(lang="en").explain("", "A cat."))
    assert len(listed(shown, "left without a partner in the hypothesis (words-1)")) == 2
    assert "left without a partner in the reference" not in shown


def test_what_is_left_of_a_word_and_what_the_word_lost() -> None:
    explanation = TeslaX(lang="en").explain("The cats slept.", "The kittens slept here.")
    best = explanation.best
    lines = listed(text(explanation), "left without a partner in the hypothesis (words-1)")
    for gram in best.features[0].missing:
        (line,) = (one for one in lines if one.split()[1] == gram.text)
        weight = f"{gram.unmatched:.3f}" + f" of {gram.weight:.3f}" * (gram.matched > 0)
        in_all = best.reference.words[gram.words[0]].lost
        assert line.endswith(
            f"weight {weight}, price {gram.price:.3f}, lost {gram.lost:.3f} of {in_all:.3f} in all"
        )
    assert any(gram.matched > 0 for gram in best.features[0].missing)
    assert any(gram.matched == 0 for gram in best.features[0].missing)


def test_a_price_that_is_open_is_not_shown() -> None:
    explanation = TeslaX(lang="en").explain("A dog.", "A cat.")
    best = explanation.best
    first = best.features[0]
    grams = tuple(gram._replace(price=math.nan) for gram in first.reference)
    features = (first._replace(reference=grams), *best.features[1:])
    shown = text(replace(explanation, against=(replace(best, features=features),)))
    assert "nan" not in shown
    assert "− cat" in shown


def test_a_source_is_called_so(pem: Explanation) -> None:
    shown = text(pem)
    assert "reference" not in shown.partition("signature")[0]
    assert "left without a partner in the source (fr:adequacy" in shown


def test_pivot_words_stand_behind_those_of_the_text(pem: Explanation) -> None:
    shown = text(pem)
    title = "left without a partner in the hypothesis (fr:adequacy; what follows → is compared)"
    assert any(line.startswith("  − doctor → docteur ") for line in listed(shown, title))


def test_products_are_shown_where_they_add_up(pem: Explanation) -> None:
    assert "×" not in text(pem)
    told = [float(line.rpartition("lost ")[2]) for line in listed(text(pem), "made of")]
    assert sum(told) == pytest.approx(1 - pem.score, abs=1e-3)

    explanation = TeslaX(lang="en").explain("It took 3 days.", "It took two days.")
    *features, penalty = listed(text(explanation), "made of")
    assert penalty.split()[0] == "numbers"
    total = 0.0
    for line in features:
        value, _, weight = line.partition(",")[0].split()[1:]
        total += float(value) * float(weight)
    factor = float(penalty.partition(" × ")[2].partition(",")[0])
    assert factor < 1
    assert total * factor == pytest.approx(explanation.score, abs=1e-3)


def test_all_parts_are_shown() -> None:
    explanation = TeslaM(lang="en", order=7).explain("A dog sat.", "A cat sat here.")
    assert len(listed(text(explanation), "made of")) == 14


def test_what_no_part_lost_is_told(pem: Explanation) -> None:
    best = pem.best
    worse = replace(pem, against=(replace(best, score=best.score - 0.1),))
    assert listed(text(worse), "made of")[-1].split()[:4] == ["the", "rest", "lost", "0.1000,"]


def test_ngrams_have_the_spaces_of_their_language() -> None:
    shown = text(TeslaCelab(lang="zh").explain("他带了雨伞。", "他拿着伞。"))
    assert "⊂ 伞。 ↔ 雨伞。" in shown
    assert "− 拿着伞。" in shown


@pytest.mark.parametrize("columns", [30, 40, 60, 80, 100])
def test_lines_are_as_long_as_the_paper_is_wide(columns: int, pem: Explanation) -> None:
    cats = TeslaX(lang="en").explain(
        "The cats slept on the couch for 3 hours.", "The kittens slept on the sofa for two hours."
    )
    for explanation in (cats, pem):
        lines = text(explanation, columns).partition("signature")[0].splitlines()
        assert [line for line in lines if count_columns(line) > max(columns, 32)] == []


def test_how_references_combine() -> None:
    references = ["A cat slept.", "The cat was asleep."]
    mean = TeslaX(lang="en").explain("The cat slept.", references)
    assert f"tesla-x {mean.score:.4f}, the mean over 2 references\n" in text(mean)
    best = TeslaX(lang="en", multi="max").explain("The cat slept.", references)
    assert f"tesla-x {best.score:.4f}, the best of 2 references\n" in text(best)


def test_what_counts_comes_first() -> None:
    references = ["A cat slept.", "The cat was asleep.", "The cat slept."]
    shown = text(TeslaX(lang="en", multi="max").explain("The cat slept.", references))
    counts = [line for line in shown.splitlines() if "counts for" in line]
    assert [line.split()[1] for line in counts] == ["3:", "1:", "2:"]


def test_equal_lines_are_one() -> None:
    best = TeslaX(lang="en").explain("bad bad bad", "A cat and a cat and a cat.").best
    shown = text(TeslaX(lang="en").explain("bad bad bad", "A cat and a cat and a cat."))
    (cats,) = (line for line in shown.splitlines() if line.startswith("  − cat"))
    words = [word for word in best.reference.words if word.text == "cat"]
    assert cats.startswith("  − cat (3 times)  weight ")
    assert cats.endswith(f" of {sum(word.lost for word in words):.3f} in all")
    assert len([line for line in shown.splitlines() if " ↔ bad" in line]) == 2


def test_the_same_in_another_language_is_the_same(pem: Explanation) -> None:
    (line,) = listed(text(pem), "matched, though not the same (fr:adequacy)")
    assert line.split()[:4] == ["↔", "doctor", "↔", "physician"]
