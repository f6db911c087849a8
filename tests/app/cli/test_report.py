"""--html of `tesla compare` and `tesla score`."""

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

from .running import refused, run, write

REFERENCE = [
    "The museum is closed today.",
    "He lost his keys in the garden.",
    "Snow fell all night.",
]
GOOD = [
    "The museum is closed today.",
    "He lost the keys in his garden.",
    "Snow fell the whole night.",
]
BAD = ["Museum close", "Keys garden his lost", "Rain"]


@pytest.fixture
def texts(tmp_path: Path) -> list[Path]:
    names = ("good.txt", "bad.txt", "ref.txt")
    lines = zip(names, (GOOD, BAD, REFERENCE), strict=True)
    return [write(tmp_path / name, own) for name, own in lines]


def facts(path: Path) -> dict[str, Any]:
    found = re.search(r'id="report">(.*?)</script>', path.read_text("utf-8"))
    assert found
    loaded: dict[str, Any] = json.loads(found[1])
    return loaded


def test_compare_writes_what_it_prints(texts: list[Path], tmp_path: Path) -> None:
    good, bad, reference = texts
    words = ("compare", good, bad, "-r", reference, "-l", "en", "-q")
    page = tmp_path / "page.html"
    result = run(*words, "--html", page)
    assert (result.code, result.out) == (0, run(*words).out)
    printed = json.loads(run(*words, "-f", "json").out)
    own = facts(page)
    assert own["standings"] == printed["standings"]
    assert [
        {k: v for k, v in one.items() if k != "significant"} for one in own["pairs"]
    ] == printed["pairs"]
    commands = [f"tesla explain {path} -r {reference} -l en" for path in (good, bad)]
    assert own["commands"] == {"tesla-x": commands}


def test_score_writes_what_it_prints(texts: list[Path], tmp_path: Path) -> None:
    good, _, reference = texts
    words = (
        "score",
        good,
        "-r",
        reference,
        "-l",
        "en",
        "-q",
        "-m",
        "bleu",
        "tesla-m",
        "--order",
        "2",
    )
    page = tmp_path / "page.html"
    result = run(*words, "--html", page)
    assert (result.code, result.out) == (0, run(*words).out)  # no intervals that nobody asked for
    with_intervals = json.loads(run(*words, "-ci", "-f", "json").out)
    for standing, printed in zip(facts(page)["standings"], with_intervals, strict=True):
        assert standing["score"] == printed["score"]
        assert standing["interval"] == [printed["confidence"][end] for end in ("low", "high")]
    assert facts(page)["commands"] == {
        "tesla-m": [f"tesla explain {good} -r {reference} -l en -m tesla-m --order 2"]
    }


@pytest.mark.parametrize("command", ["compare", "score"])
def test_sources_are_in_the_report(texts: list[Path], tmp_path: Path, command: str) -> None:
    good, bad, reference = texts
    sources = ["Das Museum ist heute zu.", "<b>Er</b> verlor die Schlüssel.", ""]
    source = write(tmp_path / "src.txt", sources)
    page = tmp_path / "page.html"
    words = (command, good, bad, "-r", reference, "-l", "en", "-q", "-m", "tesla-x", "bleu")
    result = run(*words, "-s", source, "--html", page)
    assert (result.code, result.out) == (0, run(*words).out)
    assert facts(page)["sources"] is True
    found = re.search(r'id="texts">(.*?)</script>', page.read_text("utf-8"))
    assert found
    packed = json.loads(zlib.decompress(base64.b64decode(found[1])))
    assert [own[:2] for own in packed] == [
        [[one], [other]] for one, other in zip(REFERENCE, sources, strict=True)
    ]
    short = write(tmp_path / "short.txt", sources[:2])
    refused(run(*words, "-s", short, "--html", page), 3, "short.txt has 2 segments", "has 3")


def test_tables_have_documents_and_ids(tmp_path: Path) -> None:
    rows = [
        {"id": f"s{k}", "doc": "ab"[k // 2], "hyp": hyp, "ref": ref}
        for k, (hyp, ref) in enumerate(zip(GOOD, REFERENCE, strict=True))
    ]
    table = write(tmp_path / "all.jsonl", map(json.dumps, rows))
    page = tmp_path / "page.html"
    result = run("score", table, "-l", "en", "-q", "--html", page)
    assert result.code == 0, result.err
    own = facts(page)
    assert own["ids"] == ["s0", "s1", "s2"]
    assert own["documents"] == {"names": ["a", "b"], "of": [0, 0, 1]}


@pytest.mark.parametrize("command", ["compare", "score"])
def test_refused(texts: list[Path], tmp_path: Path, command: str) -> None:
    good, bad, reference = texts
    words = (command, good, bad, "-r", reference, "-l", "en", "-q")
    refused(run(*words, "--html", tmp_path / "page.txt"), 2, "must end in .html")
    refused(run(*words, "--html", tmp_path / "no" / "page.html"), 3, "folder that exists")
    refused(run(*words, "--drawn", "5"), 2, "--html")
    refused(run(*words, "--html", tmp_path / "page.html", "--drawn", "-1"), 2, "of at least 0")
    page = write(tmp_path / "read.html", REFERENCE)
    words = (command, good, bad, "-r", page, "-l", "en", "-q")
    refused(run(*words, "--html", page), 3, "--html another name")
