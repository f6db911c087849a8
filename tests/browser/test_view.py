"""The view of an explanation in a real browser."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import drawn
import explained_texts
import pytest
from browsing import Browser

from tesla_metrics.explanation.explanation import Explanation
from tesla_metrics.explanation.page.explanations import Article, render_explanations

keys = pytest.importorskip("selenium.webdriver.common.keys", reason="no selenium")

Show = Callable[..., None]


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Show:
    def open_page(*explanations: Explanation) -> None:
        path = tmp_path / "page.html"
        shown = [
            Article(f"Segment {k}", [("", one.to_dict())]) for k, one in enumerate(explanations, 1)
        ]
        path.write_text(render_explanations("Explained", shown), "utf-8")
        browser.open(path)

    return open_page


def words(browser: Browser, side: str) -> list[str]:
    found: list[str] = browser.run(
        f"[...document.querySelectorAll('.row.{side} .word .text')].map((e) => e.textContent)"
    )
    return found


def count(browser: Browser, selector: str) -> int:
    return int(browser.run(f"document.querySelectorAll({selector!r}).length"))


def test_draws_words_and_flows(browser: Browser, show: Show) -> None:
    one = drawn.cats()
    show(one)
    against = one.against[0]
    assert words(browser, "reference") == [word.text for word in against.reference.words]
    assert words(browser, "hypothesis") == [word.text for word in against.hypothesis.words]
    assert count(browser, "path.band") == len(against.features[0].matched)


def test_bands_are_as_wide_as_their_flows(browser: Browser, show: Show) -> None:
    show(drawn.cats())
    widths = browser.run(
        "[...document.querySelectorAll('path.band.form')].map((e) => {"
        " const [, a, b] = /^M([\\d.]+) .* ([\\d.]+) 0Z$/.exec(e.getAttribute('d'));"
        " return b - a; })"
    )
    flows = drawn.cats().against[0].features[0].matched
    weights = [one.weight for one in flows if one.reasons[0].kind == "form"]
    ratios = [width / weight for width, weight in zip(widths, weights, strict=True)]
    assert max(ratios) == pytest.approx(min(ratios), rel=0.01)


def test_the_table_has_the_same_flows(browser: Browser, show: Show) -> None:
    show(drawn.cats())
    browser.run("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
    browser.wait("document.querySelectorAll('table').length === 3")
    rows = browser.run(
        "[...[...document.querySelectorAll('table')].at(-1).tBodies[0].rows]"
        ".map((row) => [...row.cells].map((cell) => cell.textContent))"
    )
    flows = drawn.cats().against[0].features[0].matched
    assert [row[:4] for row in rows] == [
        [one.reference, one.hypothesis, f"{one.weight:.4f}", f"{one.similarity:.3f}"]
        for one in flows
    ]


def test_keys_move_among_words_and_tell_of_them(browser: Browser, show: Show) -> None:
    show(drawn.cats())
    browser.run("document.querySelector('.word').focus()")
    browser.press(keys.Keys.ARROW_RIGHT)
    assert "kittens" in browser.run("document.querySelector('.panel').textContent")
    browser.press(keys.Keys.ARROW_DOWN)
    label = browser.run("document.activeElement.getAttribute('aria-label')")
    assert label.startswith("cats")
    assert "kittens (synonyms)" in label
    told = browser.run("document.querySelector('.panel').textContent")
    assert "similarity" in told
    assert "price" in told
    assert "told, by hand" in told
    browser.press(keys.Keys.END)
    assert browser.run("document.activeElement.textContent").startswith(".")
    assert count(browser, ".word[tabindex='0']") == 1


def test_another_feature(browser: Browser, show: Show) -> None:
    show(drawn.cats())
    browser.run("[...document.querySelectorAll('.chooser button')][1].click()")
    flows = drawn.cats().against[0].features[1].matched
    assert count(browser, "path.band") == len(flows)
    assert count(browser, ".chooser button[aria-pressed=true]") == 1


def test_markup_is_text(browser: Browser, show: Show) -> None:
    nasty = "<script>document.title='gone'</script> <img/src=x/onerror=alert(1)> &amp;"
    show(drawn.explanation(nasty, nasty, {(0, 0): ("form", 1.0)}))
    assert words(browser, "reference") == nasty.split(" ")
    assert browser.driver.title == "Explained"
    assert count(browser, "img") == 0


def test_right_to_left(browser: Browser, show: Show) -> None:
    text = "القط ينام في البيت"
    show(drawn.explanation(text, text, {(k, k): ("form", 1.0) for k in range(4)}))
    places = browser.run(
        "[...document.querySelectorAll('.row.reference .word')]"
        ".map((e) => e.getBoundingClientRect().left)"
    )
    assert places == sorted(places, reverse=True)
    # Bands stand where their words do.
    bands = browser.run(
        "[...document.querySelectorAll('path.band')].map((e) => e.getBoundingClientRect())"
        ".map((r) => (r.left + r.right) / 2)"
    )
    middles = browser.run(
        "[...document.querySelectorAll('.row.reference .word')]"
        ".map((e) => e.getBoundingClientRect()).map((r) => (r.left + r.right) / 2)"
    )
    assert sorted(bands) == pytest.approx(sorted(middles), abs=2)


def test_two_thousand_words(browser: Browser, show: Show) -> None:
    many = " ".join(f"word{k}" for k in range(2000))
    show(drawn.explanation(many, many, {(k, k): ("form", 1.0) for k in range(2000)}))
    assert count(browser, ".word") == 4000
    assert count(browser, "path.band:not(.stub)") == 2000
    assert browser.run("document.documentElement.scrollWidth") <= 1000


@pytest.mark.parametrize(("reference", "hypothesis"), [("", ""), ("", "a cat"), ("a cat", "")])
def test_empty_sides(browser: Browser, show: Show, reference: str, hypothesis: str) -> None:
    show(drawn.explanation(reference, hypothesis, {}))
    assert words(browser, "reference") == reference.split()
    assert words(browser, "hypothesis") == hypothesis.split()


def test_one_endless_word(browser: Browser, show: Show) -> None:
    show(drawn.explanation("x" * 3000, "x" * 3000 + " y", {(0, 0): ("form", 1.0)}))
    assert browser.run("document.documentElement.scrollWidth") <= 1000


@pytest.mark.parametrize("width", [400, 1000, 1800])
def test_fits(browser: Browser, show: Show, width: int) -> None:
    browser.resize(width)
    show(drawn.cats())
    assert browser.run("document.documentElement.scrollWidth") <= width
    browser.resize(500)
    browser.wait("document.querySelectorAll('.strip').length > 1")


def test_two_systems_side_by_side(browser: Browser, show: Show) -> None:
    show(drawn.cats())
    other = drawn.explanation(
        "The kittens slept on the sofa all afternoons .",
        "The kittens slept .",
        {(0, 0): ("form", 1.0), (1, 1): ("form", 1.0), (2, 2): ("form", 1.0)},
        ({4: 0.2}, {}),
    )
    browser.driver.execute_script(
        "Tesla.view(document.querySelector('article div'), arguments[0],"
        " { other: arguments[1], names: ['first', 'second'] })",
        *(one.to_dict() for one in (drawn.cats(), other)),
    )
    assert count(browser, ".shown") == 2
    assert count(browser, ".badge.worse") > 0
    assert "Better in first" in browser.run("document.querySelector('.changed').textContent")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nobody_is_shut_out(browser: Browser, show: Show, theme: str) -> None:
    browser.choose_theme(theme)
    show(drawn.cats(), drawn.explanation("", "a cat", {}))
    browser.run("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
    browser.wait("document.querySelectorAll('table').length > 2")
    assert browser.violations() == []


def test_what_is_left_out_is_not_missed(browser: Browser, show: Show) -> None:
    """A report has only what it draws."""

    def bare(one: dict[str, Any]) -> dict[str, Any]:
        against = one["against"][0]
        feature = against["features"][0]
        keep = ("weight", "similarity", "reasons", "reference_words", "hypothesis_words")
        return {
            "score": one["score"],
            "against": [
                {
                    "score": one["score"],
                    **{side: against[side] for side in ("reference", "hypothesis")},
                    "features": [
                        {"matched": [{name: m[name] for name in keep} for m in feature["matched"]]}
                    ],
                }
            ],
        }

    show(drawn.cats())
    browser.driver.execute_script(
        "Tesla.view(document.querySelector('article div'), arguments[0])",
        bare(drawn.cats().to_dict()),
    )
    assert count(browser, "path.band") == len(drawn.cats().against[0].features[0].matched)


def test_lengths_one_at_a_time(browser: Browser, show: Show) -> None:
    """A feature that has n-grams of all lengths."""
    one = drawn.cats()
    single, double = one.against[0].features
    both = single._replace(
        n=0,
        matched=(*single.matched, *double.matched),
        reference=(*single.reference, *double.reference),
        hypothesis=(*single.hypothesis, *double.hypothesis),
    )
    show(replace(one, against=(replace(one.against[0], features=(both,)),)))
    assert count(browser, "path.band") == len(single.matched)
    browser.run("document.querySelectorAll('.chooser button')[1].click()")
    assert count(browser, "path.band") == len(double.matched)
    assert browser.run("document.activeElement.tagName") == "BODY"


def test_a_notebook_shows_the_same_in_a_frame(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "cell.html"
    cell = drawn.cats()._repr_html_()
    path.write_text(f"<!DOCTYPE html><meta charset='utf-8'><title>cell</title>{cell}", "utf-8")
    browser.open(path)
    browser.driver.switch_to.frame(0)
    browser.wait("document.querySelectorAll('path.band').length > 0")
    assert count(browser, "path.band") == len(drawn.cats().against[0].features[0].matched)
    browser.driver.switch_to.default_content()


def test_what_caused_a_penalty_is_lit(browser: Browser, show: Show) -> None:
    show(drawn.cats())
    browser.run("document.querySelector('.cause').focus()")
    assert count(browser, ".cell.on") == 2


def test_paper_is_narrower(browser: Browser, show: Show) -> None:
    browser.resize(1800)
    show(drawn.cats())
    browser.driver.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert browser.run("document.querySelector('svg.bands').getAttribute('width')") == "640"
    browser.driver.execute_script("dispatchEvent(new Event('afterprint'))")
    assert int(browser.run("document.querySelector('svg.bands').getAttribute('width')")) > 1000


def test_the_theme_can_be_chosen(browser: Browser, show: Show) -> None:
    show(drawn.cats())
    paper = "getComputedStyle(document.body).backgroundColor"
    light = browser.run(paper)
    for name, same in (("dark", False), ("light", True), ("auto", True)):
        browser.driver.execute_script(
            "const chosen = document.querySelector('select.theme'); chosen.value = arguments[0];"
            "chosen.dispatchEvent(new Event('change'))",
            name,
        )
        assert (browser.run(paper) == light) == same


def shown_text(browser: Browser, selector: str) -> str:
    return str(browser.run("document.querySelector(arguments[0]).textContent", selector))


def of_two(combined: str, shares: tuple[float, float], scores: tuple[float, float]) -> Explanation:
    """The first reference is that of the cats, the other one is short."""
    one = drawn.cats()
    other = drawn.explanation("A cat", "The cats", {}).against[0]
    against = [
        replace(own, score=score, share=share)
        for own, score, share in zip((one.against[0], other), scores, shares, strict=True)
    ]
    return replace(one, combined=combined, against=tuple(against))


def test_several_references(browser: Browser, show: Show) -> None:
    show(of_two("mean", (0.5, 0.5), (0.71, 0.2)))
    assert words(browser, "reference")[1] == "kittens"  # the better one
    assert shown_text(browser, ".head").endswith("tesla-x, the mean of 2 references")
    note = "document.querySelector('.chooser .muted').textContent"
    assert browser.run(note) == "Shown from here on: reference 1 (the highest, counts for 50%)."
    # What the note is about comes after it, the bar too.
    order = "[...document.querySelector('.shown').children].map((e) => e.classList[0])"
    assert browser.run(order)[:3] == ["head", "chooser", "score-bar"]
    browser.run("document.querySelectorAll('.chooser button')[1].click()")
    assert words(browser, "reference") == ["A", "cat"]
    assert browser.run(note) == "Shown from here on: reference 2 (counts for 50%)."


@pytest.mark.parametrize("scores", [(0.3, 0.71), (0.9, 0.71)])
def test_the_best_alone_counts(browser: Browser, show: Show, scores: tuple[float, float]) -> None:
    """The best need not be the highest."""
    show(of_two("max", (0.0, 1.0), scores))
    assert words(browser, "reference") == ["A", "cat"]
    assert shown_text(browser, ".head").endswith("the best of 2 references")
    note = "document.querySelector('.chooser .muted').textContent"
    assert "the best, which alone counts" in browser.run(note)
    browser.run("document.querySelectorAll('.chooser button')[0].click()")
    assert "does not count" in browser.run(note)


def test_what_counts_most_is_opened(browser: Browser, show: Show) -> None:
    show(of_two("mean", (0.0, 1.0), (0.9, 0.4)))
    assert words(browser, "reference") == ["A", "cat"]


def test_what_changed_is_that_of_the_reference_shown(browser: Browser, show: Show) -> None:
    show(drawn.cats())
    both = of_two("mean", (0.5, 0.5), (0.71, 0.2))
    worse = drawn.explanation("A cat", "The cats", {}, ({1: 0.4}, {})).against[0]
    other = replace(both, against=(both.against[0], replace(worse, score=0.1)))
    browser.driver.execute_script(
        "Tesla.view(document.querySelector('article div'), arguments[0],"
        " { other: arguments[1], names: ['first', 'second'] })",
        *(one.to_dict() for one in (both, other)),
    )
    assert count(browser, ".changed") == 0
    browser.run("document.querySelectorAll('.chooser button')[1].click()")
    assert shown_text(browser, ".changed").startswith("▲ Better in first: cat")


def test_titles_stand_above_their_words(browser: Browser, show: Show) -> None:
    browser.resize(1400)
    text = "القط ينام في البيت"
    show(drawn.explanation(text, "the cat", {}))
    edges = browser.run(
        "[['.reference', 'right'], ['.hypothesis', 'left']].map(([row, edge]) =>"
        " document.querySelector(`${row} .cell`).getBoundingClientRect()[edge])"
    )
    titles = browser.run(
        "[...document.querySelectorAll('.side-name')].map((e) => {"
        " const r = document.createRange(); r.selectNodeContents(e);"
        " return r.getBoundingClientRect(); })"
        ".map((r, k) => k ? r.left : r.right)"
    )
    assert titles == pytest.approx(edges, abs=4)


def test_a_source_is_called_one(browser: Browser, show: Show) -> None:
    show(replace(drawn.cats(), held="source"))
    browser.run("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
    browser.wait("document.querySelectorAll('table').length === 3")
    text = browser.run("document.querySelector('article').innerText").lower()
    assert "reference" not in text
    assert "left without a partner in the source" in text
    assert "left without a partner in the hypothesis" in text


def test_what_is_left_over_of_what(browser: Browser, show: Show) -> None:
    show(drawn.cats())
    browser.run("document.querySelector('details').open = true")
    browser.wait("document.querySelectorAll('table').length === 2")
    head = "[...document.querySelector('thead').querySelectorAll('th')].map((e) => e.textContent)"
    assert browser.run(head) == ["of the reference", "weight left over", "of", "price", "lost"]


def test_an_endless_word_is_cut(browser: Browser, show: Show) -> None:
    browser.resize(400)
    show(drawn.explanation("x" * 3000, "y", {}))
    assert browser.run("document.querySelector('.word').offsetHeight") < 150
    browser.run("document.querySelector('.word').focus()")
    assert "x" * 3000 in shown_text(browser, ".panel")


def test_views_that_are_gone_leave_nothing(browser: Browser, show: Show) -> None:
    show(drawn.cats())

    def kept() -> tuple[float, float]:
        browser.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        found = browser.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        by_name = {one["name"]: one["value"] for one in found}
        return by_name["JSEventListeners"], by_name["Nodes"]

    browser.driver.execute_cdp_cmd("Performance.enable", {})
    view = (
        "for (let k = 0; k < arguments[1]; k++)"
        " Tesla.view(document.querySelector('article div'), arguments[0]);"
    )
    one = drawn.cats().to_dict()
    browser.driver.execute_script(view, one, 1)
    before = kept()
    browser.driver.execute_script(view, one, 200)
    browser.wait("new Promise((done) => requestAnimationFrame(() => done(true)))")
    assert [now / then for now, then in zip(kept(), before, strict=True)] == pytest.approx(
        [1, 1], abs=1
    )


def test_a_notebook_has_room_for_all_of_it(browser: Browser, tmp_path: Path) -> None:
    browser.resize(1000)
    text = " ".join(f"word{k}" for k in range(20))
    for one in (
        drawn.cats(),
        drawn.explanation("a", "b", {}),
        of_two("mean", (0.5, 0.5), (0.71, 0.2)),
        drawn.explanation(text, text, {(k, k): ("lemma", 0.9) for k in range(20)}),
    ):
        path = tmp_path / "cell.html"
        cell = one._repr_html_()
        path.write_text(f"<!DOCTYPE html><meta charset='utf-8'><title>cell</title>{cell}", "utf-8")
        browser.open(path)
        browser.driver.switch_to.frame(0)
        browser.wait("document.querySelectorAll('.word').length > 0")
        end = browser.run("document.querySelector('.signature').getBoundingClientRect().bottom")
        assert end < browser.run("innerHeight")
        # The score is seen once.
        assert browser.run("document.querySelector('header').offsetHeight") <= 1
        assert count(browser, "select.theme") == 0
        browser.driver.switch_to.default_content()


def test_coherence_is_shown_without_a_reference(browser: Browser, show: Show) -> None:
    one = explained_texts.explanation()
    show(one)
    assert one.coherence is not None
    assert count(browser, ".relations li") == len(one.coherence.relations)
    told = browser.run("document.querySelector('.relations li p').textContent")
    assert told == "[The dam broke]₁ {because} [the rain went on]₂"
    assert count(browser, ".roles tbody tr") == 3
    assert "0.538" in browser.run("document.querySelector('.margin').textContent")
    browser.run("document.querySelector('.coherence details').open = true")
    most = browser.run("Tesla.MOST_ROWS")
    assert count(browser, ".coherence details tbody tr") == min(len(one.coherence.features), most)


def test_two_texts_stand_beside_each_other(browser: Browser, tmp_path: Path) -> None:
    one = explained_texts.explanation().to_dict()
    path = tmp_path / "page.html"
    page = render_explanations("Explained", [Article("Segment 1", [("a", one), ("b", one)])])
    path.write_text(page, "utf-8")
    browser.open(path)
    assert count(browser, ".view.two .coherence") == 2


def test_coherence_stands_below_what_is_matched(browser: Browser, show: Show) -> None:
    show(replace(drawn.cats(), coherence=explained_texts.coherence()))
    assert count(browser, "path.band") > 0
    assert count(browser, ".relations li") == 5
