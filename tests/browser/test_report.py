"""The report in a real browser."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsing import Browser

from tesla_metrics import TeslaM, TeslaX, write_report
from tesla_metrics.app.cli.main import main
from tesla_metrics.metrics.segment_metric import SegmentMetric

keys = pytest.importorskip("selenium.webdriver.common.keys", reason="no selenium")

NASTY = "<script>document.title='gone'</script> <img src=x onerror=alert(1)> &amp; a kettle"
REFERENCES = [
    "The ferry leaves the island at noon.",
    "She painted the kitchen door green.",
    "القط ينام في البيت كل يوم",
    NASTY,
    "",
    " ".join(f"word{k}" for k in range(2000)),
    "Two 😀 clowns juggled in the rain.",
]
SYSTEMS = {
    "first": [
        "The boat leaves the island at midday.",
        "She painted the kitchen door green.",
        "القط نائم في البيت",
        NASTY,
        "something",
        " ".join(f"word{k}" for k in range(1, 1990)),
        "Two 😀 clowns juggled in rain.",
    ],
    "second, <b>": [
        "A ship left.",
        "She has painted the door of the kitchen green.",
        "القط",
        "<script>",
        "",
        "word3",
        "In the rain 😀 two jugglers.",
    ],
}
Show = Callable[..., None]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    with pytest.warns():
        write_report(path, SYSTEMS, REFERENCES, lang="en", documents=list("aabbccc"))
    return path


@pytest.fixture
def show(browser: Browser, page: Path) -> Show:
    def open_page(fragment: str = "") -> None:
        browser.driver.get("about:blank")
        browser.driver.get(page.resolve().as_uri() + fragment)
        browser.wait("document.documentElement.dataset.ready")

    return open_page


def column(browser: Browser, place: int) -> list[str]:
    """The cells of a column of the table, from top to bottom."""
    cells: list[str] = browser.run(
        "[...document.querySelectorAll('.grid-row:not(.head)')]"
        ".sort((a, b) => a.ariaRowIndex - b.ariaRowIndex)"
        f".map((row) => row.children[{place}].textContent)"
    )
    return cells


def count(browser: Browser, selector: str) -> int:
    return int(browser.run(f"document.querySelectorAll({selector!r}).length"))


def test_opens_from_disk(browser: Browser, show: Show) -> None:
    show()
    assert column(browser, 0) == [str(k) for k in range(1, 8)]
    assert browser.run("document.title") == "Comparison of systems"
    assert count(browser, "img") == 0
    assert count(browser, "#scores tbody tr") == 2


def test_sorts(browser: Browser, show: Show) -> None:
    show()
    button = "document.querySelectorAll('[role=columnheader] button')[2]"
    for sign in (1, -1):
        browser.run(f"{button}.click()")
        scores = [sign * float(cell) for cell in column(browser, 2)]
        assert scores == sorted(scores)
    heading = "document.querySelectorAll('[role=columnheader]')[2].getAttribute('aria-sort')"
    assert browser.run(heading) == "descending"


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        ("kitchen", ["2"]),
        ("KITCHEN painted", ["2"]),
        ('"door green"', ["2"]),
        ("ferry kitchen", []),
        ("/[ck]lown.*rain/", ["7"]),
        ("<script>", ["4"]),
        ("القط", ["3"]),
        ("(", ["4"]),
    ],
)
def test_searches(browser: Browser, show: Show, words: str, rows: list[str]) -> None:
    show()
    browser.run("document.querySelector('.search').focus()")
    browser.press(words)
    browser.wait(f"document.querySelector('.count').textContent.startsWith('{len(rows)} of')")
    assert column(browser, 0) == rows


def test_a_wrong_pattern_is_said_to_be_one(browser: Browser, show: Show) -> None:
    show()
    browser.run("document.querySelector('.search').focus()")
    browser.press("/(/")
    browser.wait("document.querySelector('.search').getAttribute('aria-invalid') === 'true'")
    assert len(column(browser, 0)) == 7


def test_filters(browser: Browser, show: Show) -> None:
    show()
    browser.run("Tesla.app.segments.filterBy({ document: 1 })")
    assert column(browser, 0) == ["3", "4"]
    browser.run("Tesla.app.segments.filterBy({ differ: -1 })")
    assert all(cell.startswith("−") for cell in column(browser, 4))
    browser.run("Tesla.app.segments.filterBy({ low: 0.999 })")
    assert column(browser, 0) == ["2", "4"]
    browser.run("[...document.querySelectorAll('.filters button')].at(-1).click()")
    assert len(column(browser, 0)) == 7


@pytest.mark.parametrize("segment", [1, 2, 3, 4, 7])
def test_shows_the_flows_that_the_explanation_states(
    browser: Browser, show: Show, segment: int
) -> None:
    show(f"#segment={segment}&systems=first")
    assert browser.run("document.querySelector('.pane h2').textContent") == f"Segment {segment}"
    reference, output = REFERENCES[segment - 1], SYSTEMS["first"][segment - 1]
    stated = json.loads(json.dumps(TeslaX(lang="en").explain(output, reference).to_dict()))
    against = stated["against"][0]
    drawn = browser.driver.execute_async_script(
        "Tesla.app.report.explanation(0, arguments[0], 0).then(arguments[1])", segment - 1
    )
    (own,) = drawn["against"]
    assert own["score"] == pytest.approx(stated["score"], abs=1e-5)
    assert drawn["score"] == pytest.approx(stated["score"], abs=1e-5)
    assert flows(own["features"][0]) == flows(against["features"][0])
    for side in ("reference", "hypothesis"):
        for mine, theirs in zip(own[side]["words"], against[side]["words"], strict=True):
            assert mine["text"] == theirs["text"]
            assert mine["lost"] == pytest.approx(theirs["lost"], abs=1e-4)
        prices = {gram["words"][0]: gram["price"] for gram in against["features"][0][side]}
        for gram in own["features"][0][side]:
            assert gram["price"] == pytest.approx(prices.get(gram["words"][0], 0), abs=1e-4)
    bands = [one for one in against["features"][0]["matched"] if one["weight"] > 1e-4]
    assert count(browser, "path.band:not(.stub)") == len(bands)


def test_the_bar_adds_up(browser: Browser, show: Show) -> None:
    show("#segment=7&systems=second%252C%2520%253Cb%253E")
    output, reference = list(SYSTEMS.values())[1][6], REFERENCES[6]
    stated = TeslaX(lang="en").explain(output, reference).against[0]
    drawn = browser.driver.execute_async_script(
        "Tesla.app.report.explanation(0, 6, 1).then(arguments[0])"
    )
    (own,) = drawn["against"]
    assert len(stated.penalties) > 0
    assert [one["name"] for one in own["penalties"]] == [one.name for one in stated.penalties]
    for mine, theirs in zip(own["penalties"], stated.penalties, strict=True):
        assert mine["factor"] == pytest.approx(theirs.factor, abs=1e-4)
        assert mine["lost"] == pytest.approx(theirs.lost, abs=1e-4)
    lost = sum(one["lost"] for one in (*own["features"], *own["penalties"]))
    assert own["score"] + lost == pytest.approx(1, abs=1e-9)
    assert count(browser, ".score-bar .penalty") == len(stated.penalties)


def flows(feature: dict[str, Any]) -> list[tuple[object, ...]]:
    return sorted(
        (
            *one["reference_words"], *one["hypothesis_words"], round(one["weight"], 3),
            round(one["similarity"], 3), one["reasons"][0]["kind"],
        )
        for one in feature["matched"]
        if one["weight"] > 1e-3
    )  # fmt: skip


def test_two_side_by_side(browser: Browser, show: Show) -> None:
    show()
    browser.run("document.querySelector('.grid').focus()")
    browser.press(keys.Keys.ARROW_DOWN)
    browser.press(keys.Keys.ENTER)
    browser.wait("document.querySelectorAll('.shown').length === 2")
    assert browser.run("document.activeElement.textContent") == "Segment 2"
    assert "segment=2" in browser.run("location.hash")
    names = browser.run("[...document.querySelectorAll('.shown .name')].map((e) => e.textContent)")
    assert [name[2:] for name in names] == list(SYSTEMS)
    browser.press(keys.Keys.ESCAPE)
    assert count(browser, ".shown") == 0
    assert browser.run("document.activeElement.className").startswith("grid")


def test_a_fragment_is_where_one_was(browser: Browser, show: Show) -> None:
    show()
    browser.run("Tesla.app.choose({ a: 1, b: 0, segment: 2 })")
    fragment = browser.run("location.hash")
    show(fragment)
    assert browser.run("[Tesla.app.a, Tesla.app.b, Tesla.app.segment]") == [1, 0, 2]


@pytest.mark.parametrize("fragment", ["#segment=99", "#systems=%25,x&segment=-1", "#metric=no&x"])
def test_a_fragment_that_says_nothing(browser: Browser, show: Show, fragment: str) -> None:
    show(fragment)
    assert browser.run("[Tesla.app.a, Tesla.app.b, Tesla.app.segment]") == [0, 1, None]


def test_odd_segments(browser: Browser, show: Show) -> None:
    for segment in range(1, 8):
        show(f"#segment={segment}")
        browser.wait("document.querySelectorAll('.shown').length === 2")
        assert browser.run("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [400, 1000, 1800])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nobody_is_shut_out(browser: Browser, show: Show, width: int, theme: str) -> None:
    browser.resize(width)
    browser.choose_theme(theme)
    show("#segment=1")
    browser.wait("document.querySelectorAll('.shown').length === 2")
    assert browser.run("document.documentElement.scrollWidth <= innerWidth")
    assert browser.violations() == []


def test_many_rows_and_few_elements(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "many.html"
    references = [f"Number {k} is the number of the house." for k in range(10_000)]
    write_report(path, {"one": [f"House number {k}." for k in range(10_000)]}, references, ["bleu"])
    browser.open(path)
    browser.wait("document.documentElement.dataset.ready")
    assert count(browser, ".grid-row") < 60
    browser.run("document.querySelector('.grid').focus()")
    browser.press(keys.Keys.END)
    browser.wait("document.querySelector('.grid-row.active')?.textContent.startsWith('10000')")
    assert count(browser, ".grid-row") < 60
    browser.press(keys.Keys.ENTER)
    note = browser.run("document.querySelector('.alignment').textContent")
    assert note.startswith("bleu has no word-level explanation. A report with -m tesla-x")


def test_what_is_not_drawn_names_the_command(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "few.html"
    with pytest.warns():
        write_report(path, SYSTEMS, REFERENCES, lang="en", drawn=2)
    assert len(re.findall('id="block-', path.read_text("utf-8"))) == 1
    browser.open(path)
    browser.wait("document.documentElement.dataset.ready")
    drawn = browser.run("Tesla.app.facts.drawn[0].segments")
    assert len(drawn) == 1
    browser.run(f"Tesla.app.choose({{ segment: {(drawn[0] + 1) % 7} }})")
    browser.wait(
        "document.querySelector('.alignment .muted')?.textContent.includes('not in the report')"
    )


IN_SIGHT = (
    "(() => { const { top } = document.querySelector('.pane h2').getBoundingClientRect();"
    " return top >= 0 && top < innerHeight / 2; })()"
)


def test_a_link_goes_to_its_segment(browser: Browser, show: Show) -> None:
    browser.resize(1000)
    show("#segment=7&systems=first")
    assert browser.run("scrollY") > 0
    assert browser.run(IN_SIGHT)
    assert browser.run("document.activeElement.textContent") == "Segment 7"
    browser.run("scrollTo(0, 0)")
    browser.run("location.hash = '#segment=2&systems=first'")
    browser.wait("document.querySelector('.pane h2').textContent === 'Segment 2'")
    browser.wait(IN_SIGHT)


def test_without_a_segment_a_page_begins_at_its_top(browser: Browser, show: Show) -> None:
    show("#systems=first")
    assert browser.run("scrollY") == 0


def test_paper_has_all_rows_up_to_some(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "many.html"
    references = [f"Number {k} is the number of the house." for k in range(700)]
    write_report(path, {"one": [f"House number {k}." for k in range(700)]}, references, ["bleu"])
    browser.open(path)
    browser.wait("document.documentElement.dataset.ready")
    browser.run("document.querySelector('.grid').scrollTo(0, 9000)")
    rows = "[...document.querySelectorAll('.grid-row:not(.head)')].map((e) => e.ariaRowIndex - 1)"
    browser.driver.execute_script("dispatchEvent(new Event('beforeprint'))")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert browser.run(rows) == list(range(1, 501))
    note = "document.querySelector('.print-only')"
    assert browser.run(f"{note}.innerText") == "and 200 more segments, which are not printed"
    # All of them are there, each below the other.
    last = browser.run(
        "document.querySelector('.space').lastElementChild.getBoundingClientRect().bottom"
    )
    assert last <= browser.run(f"{note}.getBoundingClientRect().top")
    tops = browser.run(
        "[...document.querySelectorAll('.grid-row:not(.head)')]"
        ".map((e) => e.getBoundingClientRect().top)"
    )
    assert tops == sorted(set(tops))
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    browser.driver.execute_script("dispatchEvent(new Event('afterprint'))")
    assert count(browser, ".grid-row") < 60
    assert browser.run(f"getComputedStyle({note}).display") == "none"


@pytest.mark.parametrize("pattern", [r"/(\w+\s?)+!$/", r"/((a|b)c)*x/", "/(x{1,}){2,}/"])
def test_a_pattern_that_may_never_end_is_not_tried(
    browser: Browser, show: Show, pattern: str
) -> None:
    show()
    browser.run("document.querySelector('.search').focus()")
    browser.press(pattern)
    browser.wait("document.querySelector('.count').textContent.includes('may never end')")
    assert len(column(browser, 0)) == 7


def test_harmless_patterns_are_tried(browser: Browser, show: Show) -> None:
    show()
    patterns = ["(ab)+", "(a|b)c", r"\(a+\)+", "[(+]+", "(a+)?", "(a+)b+"]
    risky = browser.run("arguments[0].map(Tesla.repeatsRepeats)", patterns)
    assert risky == [False] * len(patterns)


def test_a_search_that_takes_too_long_is_given_up(browser: Browser, show: Show) -> None:
    show()
    browser.run("Tesla.SEARCHING = -1")
    browser.run("document.querySelector('.search').focus()")
    browser.press("kitchen")
    browser.wait("document.querySelector('.count').textContent.includes('takes too long')")
    assert len(column(browser, 0)) == 7


def test_what_is_drawn_names_the_command_for_the_rest(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "cli.html"
    texts = {"ref.txt": REFERENCES[:2], "first.txt": SYSTEMS["first"][:2]}
    for name, lines in texts.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n", "utf-8")
    files = [str(tmp_path / "first.txt"), "-r", str(tmp_path / "ref.txt"), "-l", "en", "-q"]
    assert main(["score", *files, "--html", str(path)]) == 0
    browser.open(path)
    browser.wait("document.documentElement.dataset.ready")
    browser.run("Tesla.app.choose({ segment: 1 })")
    browser.wait("document.querySelector('.alignment > details')")
    browser.run("document.querySelector('.alignment > details').open = true")
    browser.wait("document.querySelector('.alignment pre')")
    assert browser.run("document.querySelector('.alignment pre').textContent").endswith(
        "--segment 2"
    )


GERMAN = "Der Krankenhausaufenthalt war am Bundesgerichtshof zum Teil teuer."
GERMAN_OUTPUT = "Der Aufenthalt im Krankenhaus war am Gericht teuer."
GERMAN_SOURCE = "The stay <i>in hospital</i> was partly expensive."


@pytest.fixture(scope="module")
def german_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a report with sources, and with metrics with and without explanations."""
    path = tmp_path_factory.mktemp("report") / "german.html"
    systems = {"ours": [GERMAN_OUTPUT, "Es regnet."], "theirs": ["Ein Haus.", "Regen."]}
    metrics = ["bleu", "tesla-x", "tesla-m"]
    sources = [GERMAN_SOURCE, "It rains."]
    with pytest.warns():
        write_report(path, systems, [GERMAN, "Es regnet."], metrics, lang="de", sources=sources)
    return path


@pytest.fixture
def show_german(browser: Browser, german_page: Path) -> Show:
    def open_page(fragment: str = "") -> None:
        browser.driver.get("about:blank")
        browser.driver.get(german_page.resolve().as_uri() + fragment)
        browser.wait("document.documentElement.dataset.ready")

    return open_page


@pytest.mark.parametrize("metric", [TeslaX(lang="de"), TeslaM(lang="de")])
def test_draws_compounds_as_explanations_do(
    browser: Browser, show_german: Show, metric: SegmentMetric
) -> None:
    show_german(f"#segment=1&systems=ours&metric={metric.name}")
    browser.wait("document.querySelectorAll('.shown').length === 1")
    explained = metric.explain(GERMAN_OUTPUT, GERMAN).against[0]
    for side, words in (("reference", explained.reference), ("hypothesis", explained.hypothesis)):
        drawn = browser.run(
            f"[...document.querySelectorAll('.row.{side} .word .text')].map((e) => e.textContent)"
        )
        assert drawn == [word.text for word in words.words]
        assert "Krankenhausaufenthalt" not in drawn


def test_sources_are_shown_and_searched(browser: Browser, show_german: Show) -> None:
    show_german("#segment=1&systems=ours&metric=tesla-x")
    browser.resize(1800)
    texts = browser.run("document.querySelector('.pane .texts').innerText").split("\n")
    assert texts == ["source", GERMAN_SOURCE]
    assert count(browser, ".pane i, .grid i") == 0
    browser.run("Tesla.app.leave()")
    names = browser.run(
        "[...document.querySelectorAll('[role=columnheader] span:first-child')]"
        ".map((e) => e.textContent)"
    )
    assert names[-2:] == ["reference", "source"]
    assert column(browser, len(names) - 1) == [GERMAN_SOURCE, "It rains."]
    browser.run("document.querySelector('.search').focus()")
    browser.press("HOSPITAL")
    browser.wait("document.querySelector('.count').textContent.startsWith('1 of')")
    assert column(browser, 0) == ["1"]
    assert browser.run("document.querySelector('.grid mark').textContent") == "hospital"


@pytest.mark.parametrize("width", [400, 1000, 1800])
def test_sources_fit_and_are_accessible(browser: Browser, show_german: Show, width: int) -> None:
    browser.resize(width)
    show_german("#segment=1&metric=bleu")
    assert browser.run("document.documentElement.scrollWidth <= innerWidth")
    assert browser.violations() == []


def test_the_explanation_is_that_of_the_selected_metric(
    browser: Browser, show_german: Show
) -> None:
    show_german("#segment=1&systems=ours&metric=tesla-x")
    shown = "document.querySelector('.alignment')?.innerText"
    for place, name in ((1, "tesla-x"), (2, "tesla-m"), (1, "tesla-x")):
        browser.run(f"Tesla.app.choose({{ metric: {place} }})")
        browser.wait(f"document.querySelector('.shown .head .muted')?.textContent === '{name}'")
        score = browser.run("Number(document.querySelector('.shown .score').textContent)")
        expected = browser.run(f"Tesla.app.report.scores({place}, 0)[0]")
        assert score == pytest.approx(expected, abs=1e-4)
    browser.run("Tesla.app.choose({ metric: 0 })")
    browser.wait("document.querySelectorAll('.shown').length === 0")
    assert browser.run(shown).startswith("bleu has no word-level explanation.")
    texts = browser.run("document.querySelector('.pane .texts').innerText")
    assert all(text in texts for text in (GERMAN, GERMAN_OUTPUT, GERMAN_SOURCE))
    choices = browser.run(
        "[...document.querySelectorAll('.alignment button')].map((e) => e.textContent)"
    )
    assert choices == ["tesla-x", "tesla-m"]
    browser.run("document.querySelectorAll('.alignment button')[1].click()")
    browser.wait("document.querySelector('.shown .head .muted')?.textContent === 'tesla-m'")
    assert "metric=tesla-m" in browser.run("location.hash")
    assert browser.complaints() == []


def test_what_cannot_be_told_apart_is_neither_good_nor_bad(browser: Browser, show: Show) -> None:
    show()
    kinds = browser.run(
        "Tesla.app.facts.pairs.map((pair) => { pair.significant = false;"
        " return Tesla.verdicts(Tesla.app).querySelector('li span').className; })"
    )
    assert set(kinds) == {"even"}
