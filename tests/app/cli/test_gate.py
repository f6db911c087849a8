"""`tesla compare --fail-if-worse`: exit 5 where a new system is significantly worse."""

import json
from pathlib import Path

import pytest

from app.cli.running import run, write
from tesla_metrics import UsageError, compare, make_metric

REFERENCE = [f"Room {n} on floor {n % 5} has a view of the harbour." for n in range(30)]
GOOD = [f"Room {n} on floor {n % 5} has a view of the port." for n in range(30)]
BAD = [f"Room {n} view floor has {n % 3} {'of ' * (n % 4)}harbour." for n in range(30)]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, lines in {"good": GOOD, "bad": BAD, "same": GOOD, "ref": REFERENCE}.items():
        write(tmp_path / name, lines)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("metric", ["chrf", "ter", "tesla-m"])
@pytest.mark.parametrize(
    ("line", "worse"),
    [
        ("good bad", [("bad", "good")]),
        ("bad good", []),
        ("good same", []),
        ("good same bad", [("bad", "good")]),
        ("bad good same", []),
        ("bad --baseline good", [("bad", "good")]),
        ("good --baseline bad", []),
        ("bad same --baseline good", [("bad", "good")]),
    ],
)
def test_gate(metric: str, line: str, worse: list[tuple[str, str]]) -> None:
    usual = ("compare", *line.split(), "-r", "ref", "-l", "en", "-m", metric, "--samples", "200")
    plain, gated = run(*usual), run(*usual, "--fail-if-worse")
    assert (plain.code, plain.err) == (0, "")
    assert gated.out == plain.out
    assert gated.code == (5 if worse else 0)
    lines = gated.err.splitlines()
    assert len(lines) == len(worse)
    for said, (new, base) in zip(lines, worse, strict=True):
        assert said.startswith(f"tesla: {new} is significantly worse than {base} by {metric} ")


@pytest.mark.usefixtures("files")
def test_the_first_metric_decides() -> None:
    usual = ("compare", "good", "bad", "-r", "ref", "-m", "chrf", "ter", "--samples", "50")
    result = run(*usual, "--fail-if-worse")
    assert (result.code, result.err.count("\n")) == (5, 1)
    # 50 samples cannot be surer than p = 1 / 51.
    assert run(*usual, "--level", "0.99", "--fail-if-worse").code == 0


@pytest.mark.usefixtures("files")
def test_the_report_is_whole() -> None:
    usual = ("compare", "good", "bad", "-r", "ref", "-m", "chrf", "-f", "json")
    assert json.loads(run(*usual, "--fail-if-worse").out)["standings"][0]["system"] == "good"


def test_from_python() -> None:
    metric = make_metric("ter")
    found = compare({"a": GOOD, "b": BAD}, REFERENCE, [metric], samples=200)
    assert [(pair.a, pair.b) for pair in found.pairs_worse_than("a")] == [("a", "b")]
    assert found.pairs_worse_than("b") == ()
    with pytest.raises(UsageError, match="systems were not tested against 'z': choose from a, b"):
        found.pairs_worse_than("z")
