"""Commands with a metric that looks at texts by themselves."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from alone import Wordy, wordy

from app.cli.running import refused, run, score, write

TEXTS = ["One two three.", "One two."] * 10
OTHERS = [*TEXTS[1:], "One."]
ALONE = "-m", "wordy"


@pytest.fixture(autouse=True)
def _known() -> Iterator[None]:
    with wordy():
        yield


@pytest.fixture
def a(tmp_path: Path) -> Path:
    return write(tmp_path / "a.txt", TEXTS)


@pytest.fixture
def b(tmp_path: Path) -> Path:
    return write(tmp_path / "b.txt", OTHERS)


def test_files_are_scored_without_references(a: Path, b: Path, tmp_path: Path) -> None:
    one, other = score(a, b, *ALONE)
    assert one["score"] == pytest.approx(0.025)
    assert one["signature"].split("|")[0] == "wordy"
    assert "refs" not in one["signature"]
    again = score(a, b, "-r", write(tmp_path / "r.txt", ["Else."] * 20), *ALONE)
    assert [record["score"] for record in again] == [one["score"], other["score"]]


def test_every_format_and_file(a: Path, tmp_path: Path) -> None:
    for form in ("text", "json", "tsv", "latex", "markdown"):
        assert run("score", a, *ALONE, "-f", form, "--segments").code == 0
    assert run("score", a, *ALONE, "--worst", 3).code == 0
    rows, page = tmp_path / "rows.tsv", tmp_path / "page.html"
    assert run("score", a, *ALONE, "-o", rows, "--html", page, "--confidence").code == 0
    assert len(rows.read_text().splitlines()) == 21
    assert page.read_text().startswith("<!DOCTYPE html>")
    assert run("score", a, *ALONE, "--write-scores", tmp_path).code == 0
    assert (tmp_path / "wordy-src.seg.score").exists()


def test_json_lines_need_texts_only(tmp_path: Path) -> None:
    rows = [json.dumps({"system": name, "text": text}) for name in "ab" for text in TEXTS]
    found = score(write(tmp_path / "all.jsonl", rows), *ALONE)
    assert [(one["system"], len(one["segments"])) for one in found] == [("a", 20), ("b", 20)]


def test_what_references_lack_does_not_matter(tmp_path: Path) -> None:
    rows = [json.dumps({"text": "One two.", "reference": one}) for one in ("Two.", None)]
    (found,) = score(write(tmp_path / "gaps.jsonl", rows), *ALONE)
    assert found["segments"] == [0.02, 0.02]


def test_files_of_different_length_are_refused(a: Path, tmp_path: Path) -> None:
    short = write(tmp_path / "short.txt", TEXTS[:3])
    for command in ("score", "compare"):
        refused(run(command, a, short, *ALONE), 3, "short.txt has 3 segments", "has 20")


def test_beside_one_that_compares_references_are_asked_for(a: Path) -> None:
    asked = run("score", a, "-m", "wordy", "bleu")
    refused(asked, 2, "there is no reference for bleu: add -r REF")


def test_systems_are_compared(a: Path, b: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    found = run("compare", a, b, *ALONE, "--samples", 50, "--html", page, "-q")
    assert found.code == 0, found.err
    assert "nothing" not in found.out
    assert "segment 1, wordy +0.0100" in found.out


def test_candidates_are_sorted(tmp_path: Path) -> None:
    lists = write(tmp_path / "n.txt", ["0 ||| One two.", "0 ||| One two three.", "1 ||| One."])
    found = run("rerank", lists, *ALONE, "--best")
    assert (found.code, found.out) == (0, "One two three.\nOne.\n"), found.err


def judged(path: Path, *, foreign: bool = False) -> Path:
    """Topics of three systems; `foreign`: b's third text has no Latin letter."""
    texts = {
        (number, name): f"{'word ' * (number + k)}end."
        for number in range(4)
        for k, name in enumerate("abc")
    }
    if foreign:
        texts[2, "b"] = "Дождь шёл."
    rows = [
        {
            "doc": f"d{number}",
            "systems": {
                name: {"summary": texts[number, name], "scores": {"flow": number + k}}
                for k, name in enumerate("abc")
            },
        }
        for number in range(4)
    ]
    return write(path, [json.dumps(row) for row in rows])


def test_judged_sets_without_references_are_scored(tmp_path: Path) -> None:
    file = judged(tmp_path / "judged.jsonl")
    found = run("meta", file, *ALONE, "-l", "en", "-f", "json", "-q")
    assert found.code == 0, found.err


def test_a_text_of_another_script_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Wordy, "required_script_language", "en")
    texts = write(tmp_path / "ru.txt", ["One two."] * 3 + ["Дождь шёл.", "1 2 3"])
    wrong = "ru.txt, line 4: segment 4 has no Latin letter"
    refused(run("score", texts, *ALONE), 3, wrong)
    file = judged(tmp_path / "judged.jsonl", foreign=True)
    refused(run("meta", file, *ALONE, "-l", "en"), 3, "topic 3 of b has no Latin letter")


def test_candidates_are_sorted_whatever_references_are_given(tmp_path: Path) -> None:
    lists = write(tmp_path / "n.txt", ["0 ||| One two.", "0 ||| One two three.", "1 ||| One."])
    table = write(tmp_path / "n.jsonl", ['{"id": 1, "candidates": ["One.", "One two."]}'])
    other = write(tmp_path / "r.txt", TEXTS)
    found = run("rerank", lists, "-r", other, *ALONE, "--best")
    assert (found.code, found.out) == (0, "One two three.\nOne.\n"), found.err
    found = run("rerank", table, "-r", other, "-s", other, *ALONE, "--best")
    assert (found.code, found.out) == (0, "One two.\n"), found.err


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (("mbr", "{n}"), "comparing them with each other"),
        (("tune", "--nbest", "{n}", "-r", "{n}"), "tuning needs references"),
        (("stream",), "a stream needs references"),
    ],
)
def test_where_it_makes_no_sense_it_is_refused(
    command: tuple[str, ...], why: str, tmp_path: Path
) -> None:
    lists = write(tmp_path / "n.txt", ["0 ||| One two. ||| f= 1", "0 ||| One. ||| f= 2"])
    words = [word.replace("{n}", str(lists)) for word in command]
    refused(run(*words, *ALONE), 2, "wordy scores each text by itself", why)


def test_what_is_no_file_and_no_text_is_not_explained(tmp_path: Path) -> None:
    missing = tmp_path / "missing.txt"
    refused(
        run("explain", missing, "-m", "dicomer", "-l", "en"),
        3,
        "missing.txt does not exist",
        "several words",
    )
