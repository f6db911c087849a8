"""The live page in a real browser: scores as the command line has them, while one types."""

import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from browsing import Browser
from served import Served, serving

from tesla_metrics import TeslaX

REFERENCE = "The ferry leaves the harbour at nine."
HYPOTHESES = ["The ferry departs from the harbour at nine.", "A ferry leaves at ten."]
SHOWN = "document.querySelectorAll('.explained .shown').length"
VALUES = "[...document.querySelectorAll('.contest .value')].map((e) => e.textContent)"
ASKED = "document.querySelector('.told-live').textContent"


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with serving() as found:
        yield found


def open_live(browser: Browser, server: Served, **state: str) -> None:
    browser.open("about:blank")  # another fragment alone loads nothing
    texts = {"references": REFERENCE, "hypotheses": "\n".join(HYPOTHESES)}
    browser.open(f"{server.url}#{urlencode({**texts, **state})}")


def type_into(browser: Browser, field: str, text: str) -> None:
    browser.driver.execute_script(
        "const e = document.getElementById(arguments[0]); e.value = arguments[1];"
        "e.dispatchEvent(new Event('input', { bubbles: true }));",
        field,
        text,
    )


def expected(hypotheses: list[str], *references: str) -> list[str]:
    metric = TeslaX(lang="en")
    sets = [[one] for one in references]
    return [f"{metric.score([text], sets).score:.4f}" for text in hypotheses]


def wait_for_scores(browser: Browser, scores: list[str]) -> None:
    browser.wait(f"{VALUES}.join() === '{','.join(scores)}'")


def test_scores_as_the_library_does(browser: Browser, server: Served) -> None:
    open_live(browser, server)
    browser.wait(f"{SHOWN} === 1")
    assert browser.run(VALUES) == expected(HYPOTHESES, REFERENCE)
    first = TeslaX(lang="en").explain(HYPOTHESES[0], REFERENCE)
    bands = browser.run("document.querySelectorAll('path.band:not(.stub)').length")
    assert bands == len(first.best.features[0].matched)


def test_scores_while_one_types(browser: Browser, server: Served) -> None:
    open_live(browser, server)
    browser.wait(f"{SHOWN} === 1")
    for end in range(1, len(HYPOTHESES[1]) + 1):  # most of these are overtaken
        type_into(browser, "hypotheses", HYPOTHESES[1][:end])
    wait_for_scores(browser, expected(HYPOTHESES[1:], REFERENCE))
    type_into(browser, "references", f"{REFERENCE}\nAt nine the ferry sails.")
    scores = expected(HYPOTHESES[1:], REFERENCE, "At nine the ferry sails.")
    wait_for_scores(browser, scores)
    assert "At+nine" in browser.run("location.hash")


def test_nothing_typed_asks_nothing(browser: Browser, server: Served) -> None:
    open_live(browser, server, hypotheses=" \n ")
    browser.wait(f"{ASKED} === 'Type a reference and a hypothesis.'")
    assert browser.run(VALUES) == []


def test_two_side_by_side(browser: Browser, server: Served) -> None:
    open_live(browser, server)
    browser.wait(f"{SHOWN} === 1")
    browser.run("document.querySelectorAll('.contest button')[1].focus()")
    browser.press(" ")
    browser.wait(f"{SHOWN} === 2")
    assert browser.run("document.querySelectorAll('.contest [aria-pressed=true]').length") == 2
    assert browser.run("document.activeElement.closest('.contest') !== null")
    open_live(browser, server, shown="1,2")  # the address says all
    browser.wait(f"{SHOWN} === 2")


def test_markup_is_text(browser: Browser, server: Served) -> None:
    nasty = "<script>document.title='gone'</script> <img src=x onerror=alert(1)> &amp; left"
    open_live(browser, server, references=nasty, hypotheses=nasty)
    browser.wait(f"{SHOWN} === 1")
    assert browser.run(VALUES) == ["1.0000"]
    assert browser.run("document.querySelector('.contest .text').textContent") == nasty
    assert browser.driver.title == "tesla, live"
    assert browser.run("document.querySelectorAll('img').length") == 0


def test_right_to_left(browser: Browser, server: Served) -> None:
    open_live(
        browser, server, lang="ar", references="القط ينام في البيت", hypotheses="القط في البيت"
    )
    browser.wait(f"{SHOWN} === 1")
    assert browser.run("getComputedStyle(document.getElementById('references')).direction") == "rtl"


def test_a_peer_has_a_score_and_no_reasons(browser: Browser, server: Served) -> None:
    open_live(browser, server, metric="chrf")
    browser.wait(f"{ASKED}.startsWith('chrf does not explain')")
    assert len(browser.run(VALUES)) == 2
    assert browser.run(SHOWN) == 0


def test_what_texts_are_held_against(browser: Browser, server: Served) -> None:
    label = "document.querySelector('label[for=references]').textContent"
    open_live(browser, server, metric="pem")
    assert browser.run(label) == "Source, or several: one a line"
    open_live(browser, server)
    assert browser.run(label) == "Reference, or several: one a line"


def test_warns_of_another_script(browser: Browser, server: Served) -> None:
    doubts = "[...document.querySelectorAll('.doubts li')].map((e) => e.textContent).join()"
    open_live(browser, server, hypotheses="Паром уходит из гавани в девять.")
    browser.wait(f"{doubts}.includes('not in the script of')")
    type_into(browser, "hypotheses", HYPOTHESES[0])
    browser.wait(f"{doubts} === ''")


def test_after_an_error_no_old_scores_stand(browser: Browser, server: Served) -> None:
    open_live(browser, server)
    browser.wait(f"{SHOWN} === 1")
    browser.driver.execute_script(
        "window.fetch = () => Promise.reject(new Error('the line is dead'));"
    )
    type_into(browser, "hypotheses", "Something new.")
    browser.wait(f"{ASKED} === 'the line is dead'")
    assert browser.run(VALUES) == []
    assert browser.run("document.querySelector('.right').hasAttribute('aria-busy')") is False


def test_one_question_at_a_time(browser: Browser, server: Served) -> None:
    """Else a slow server would work on all that was typed meanwhile."""
    open_live(browser, server)
    browser.wait(f"{SHOWN} === 1")
    browser.driver.execute_script(
        "const ask = window.fetch; window.now = window.most = 0;"
        "window.fetch = async (...all) => {"
        "  window.most = Math.max(window.most, ++window.now);"
        "  await new Promise((done) => setTimeout(done, 500));"
        "  return ask(...all).finally(() => { window.now -= 1; });"
        "};"
    )
    texts = [f"The ferry leaves at {number}." for number in range(4)]
    for text in texts:
        type_into(browser, "hypotheses", text)
        time.sleep(0.25)
    wait_for_scores(browser, expected(texts[-1:], REFERENCE))
    assert browser.run("window.most") == 1


def test_half_a_character_is_sent_as_none(browser: Browser, server: Served) -> None:
    open_live(browser, server)
    browser.wait(f"{SHOWN} === 1")
    browser.driver.execute_script(
        "const e = document.getElementById('hypotheses'); e.value = 'A ferry \\ud83d';"
        "e.dispatchEvent(new Event('input', { bubbles: true }));"
    )
    browser.wait(f"{VALUES}.length === 1")
    assert browser.run(ASKED) == ""


def test_a_token_leaves_the_address(browser: Browser) -> None:
    token = "a-token-for-the-page"
    with serving(token=token) as guarded:
        open_live(browser, guarded, token=token)
        browser.wait(f"{SHOWN} === 1")
        assert token not in browser.run("location.href")
        browser.driver.refresh()
        browser.wait(f"{SHOWN} === 1")


@pytest.mark.parametrize("width", [400, 1000, 1800])
def test_fits(browser: Browser, server: Served, width: int) -> None:
    browser.resize(width)
    open_live(browser, server, shown="1,2")
    browser.wait(f"{SHOWN} === 2")
    assert browser.run("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nobody_is_shut_out(browser: Browser, server: Served, theme: str) -> None:
    browser.choose_theme(theme)
    open_live(browser, server, shown="1,2")
    browser.wait(f"{SHOWN} === 2")
    assert browser.violations() == []


@pytest.mark.filterwarnings("ignore::tesla_metrics.errors.TeslaWarning")
def test_files_become_a_report(browser: Browser, server: Served, tmp_path: Path) -> None:
    texts = {
        "ref.txt": ["The ferry leaves at nine.", "Gulls follow it.", "The harbour sleeps."],
        "one.txt": ["The ferry departs at nine.", "Gulls follow it.", "A harbour is asleep."],
        "<b>two.txt": ["Ferries leave.", "Birds follow.", "The harbour sleeps well."],
    }
    open_live(browser, server)
    files = []
    for name, lines in texts.items():
        files.append(tmp_path / name)
        files[-1].write_text("".join(f"{line}\n" for line in lines), "utf-8")
    browser.driver.find_element("id", "files").send_keys("\n".join(map(str, files)))
    browser.wait("document.querySelectorAll('.files tr').length === 3")
    roles = browser.run("[...document.querySelectorAll('.files select')].map((e) => e.value)")
    assert roles == ["reference", "system", "system"]
    browser.run("document.querySelector('.files button').click()")
    browser.wait("document.querySelector('.told-report a') !== null", 60)
    assert browser.violations() == []
    browser.open(browser.run("document.querySelector('.told-report a').href"))
    browser.wait("document.body.textContent.includes('<b>two.txt')")
