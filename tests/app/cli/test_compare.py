"""`tesla compare`: systems, tests, formats and what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli.running import refused, run, write
from tesla_metrics import compare as compare_systems
from tesla_metrics import make_metric

SUBJECTS = ["The gardener", "My neighbour", "A young pilot", "The old captain", "Our teacher"]
ENDS = [
    "repaired the wooden gate before lunch.",
    "sold three baskets of fresh apples.",
    "forgot a blue coat on the morning train.",
    "painted the kitchen of the small hotel.",
    "wrote long letters to the city council about the noise of the harbour.",
]
REFERENCE = [f"{subject} {end}" for subject in SUBJECTS for end in ENDS]
CLOSE = [text.replace("repaired", "mended").replace("small", "little") for text in REFERENCE]
LOOSE = [" ".join(text.split()[::-1]) if i % 3 else text for i, text in enumerate(REFERENCE)]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    texts = {"close": CLOSE, "loose": LOOSE, "ref": REFERENCE}
    return {name: write(tmp_path / f"{name}.txt", lines) for name, lines in texts.items()}


@pytest.fixture
def usual(files: dict[str, Path]) -> list[object]:
    return ["compare", files["close"], files["loose"], "-r", files["ref"], "-l", "en"]


def record(*arguments: object) -> dict[str, Any]:
    result = run(*arguments, "-f", "json")
    assert (result.code, result.err) == (0, ""), result
    found: dict[str, Any] = json.loads(result.out)
    return found


def test_json_is_what_the_library_finds(usual: list[object]) -> None:
    names, tests = ["tesla-m", "bleu", "ter"], ["bootstrap", "randomisation", "sign"]
    chosen = [word for name in names for word in ("-m", name)]
    chosen += [word for test in tests for word in ("--test", test)]
    found = record(*usual, *chosen, "--samples", "150", "--seed", "3", "--show", "2")
    own = compare_systems(
        {"close.txt": CLOSE, "loose.txt": LOOSE},
        REFERENCE,
        [make_metric(name, lang="en") for name in names],
        tests=tests,
        samples=150,
        seed=3,
        show=2,
    )
    assert (found["seed"], found["samples"]) == (3, 150)
    assert len(found["pairs"]) == 9
    for row, pair in zip(found["pairs"], own.pairs, strict=True):
        assert (
            list(row)
            == (
                "a b metric test difference interval p_value p_holm effect_size wins losses ties "
                "better"
            ).split()
        )
        for key, value in row.items():
            assert value == (list(pair.interval) if key == "interval" else getattr(pair, key))
    assert [(s["system"], s["score"]) for s in found["standings"]] == [
        (s.system, s.score) for s in own.standings
    ]
    assert len(found["contrasts"]) == 2
    assert found["signatures"] == own.signatures


def test_text_says_who_is_better(usual: list[object]) -> None:
    result = run(*usual, "-m", "tesla-m", "-m", "ter")
    assert (result.code, result.err) == (0, "")
    first = result.out.splitlines()[0]
    assert first.startswith("close.txt is better than loose.txt by tesla-m (p < .001) and ter (")
    assert "seed 12345, 1000 samples" in result.out
    assert "tesla-m|lang:en" in result.out
    assert result.out == run(*usual, "-m", "tesla-m", "-m", "ter").out


@pytest.mark.parametrize("style", ["tsv", "latex", "markdown"])
def test_other_formats(usual: list[object], style: str) -> None:
    result = run(*usual, "-f", style)
    assert (result.code, result.err) == (0, "")
    assert "close.txt" in result.out
    assert "bootstrap" in result.out


def test_a_file_against_itself(files: dict[str, Path]) -> None:
    tests = [word for test in ("bootstrap", "randomisation", "sign") for word in ("--test", test)]
    chosen = [word for name in ("tesla-m", "bleu", "chrf", "ter") for word in ("-m", name)]
    arguments = [files["loose"], files["loose"], "-r", files["ref"], "-l", "en"]
    found = record("compare", *arguments, *tests, *chosen)
    assert {row["p_value"] for row in found["pairs"]} == {1.0}
    assert {(row["a"], row["b"]) for row in found["pairs"]} == {("loose.txt", "loose.txt (2)")}
    assert {row["cluster"] for row in found["standings"]} == {1}


def test_files_of_the_same_name(tmp_path: Path, files: dict[str, Path]) -> None:
    (tmp_path / "other").mkdir()
    twin = write(tmp_path / "other" / "close.txt", LOOSE)
    found = record("compare", files["close"], twin, "-r", files["ref"], "-l", "en")
    (row,) = found["pairs"]
    assert (row["a"], row["b"]) == (str(files["close"]), str(twin))
    assert row["p_value"] < 0.05


@pytest.mark.parametrize("named", [False, True], ids=["apart", "among the systems"])
def test_baseline(tmp_path: Path, files: dict[str, Path], named: bool) -> None:
    third = write(tmp_path / "third.txt", [*REFERENCE[:-1], "Something else."])
    systems = [files["close"], third, *([files["loose"]] if named else [])]
    arguments = [*systems, "-r", files["ref"], "-l", "en", "--baseline", files["loose"]]
    found = record("compare", *arguments)
    assert found["baseline"] == "loose.txt"
    assert [(row["a"], row["b"]) for row in found["pairs"]] == [
        ("close.txt", "loose.txt"),
        ("third.txt", "loose.txt"),
    ]


def test_standard_input(files: dict[str, Path]) -> None:
    text = "".join(f"{line}\n" for line in LOOSE).encode()
    arguments = ["compare", "-", files["close"], "-r", files["ref"], "-l", "en", "-f", "json"]
    result = run(*arguments, stdin=text)
    assert json.loads(result.out)["pairs"][0]["a"] == "-"
    refused(run("compare", "-", "-", "-r", files["ref"], "-l", "en"), 2, "twice")


@pytest.mark.parametrize("suffix", ["svg", "html"])
def test_plot(tmp_path: Path, usual: list[object], suffix: str) -> None:
    chart = tmp_path / f"chart.{suffix}"
    assert run(*usual, "-m", "tesla-m", "-m", "ter", "--plot", chart).code == 0
    drawn = chart.read_text("utf-8")
    for fact in ("<svg", "close.txt", "loose.txt", "tesla-m", "ter"):
        assert fact in drawn


def test_plot_of_an_unknown_kind(tmp_path: Path, usual: list[object]) -> None:
    refused(run(*usual, "--plot", tmp_path / "chart.doc"), 2, "chart.doc", ".svg")


def test_one_system(files: dict[str, Path]) -> None:
    refused(
        run("compare", files["close"], "-r", files["ref"], "-l", "en"), 2, "close.txt", "another"
    )


@pytest.mark.parametrize(
    ("options", "fact"),
    [
        (["--test", "t"], "bootstrap"),
        (["--samples", "0"], "0 samples"),
        (["--samples", "many"], "many"),
        (["--seed", "-1"], "seed -1"),
        (["--level", "95"], "level 95"),
        (["--show", "-2"], "-2 segments"),
        (["-m", "blue"], "bleu"),
        (["-j", "0"], "0 jobs"),
    ],
)
def test_usage(usual: list[object], options: list[str], fact: str) -> None:
    refused(run(*usual, *options), 2, fact)


def test_differing_counts(tmp_path: Path, files: dict[str, Path]) -> None:
    short = write(tmp_path / "short.txt", LOOSE[:-3])
    result = run("compare", files["close"], short, "-r", files["ref"], "-l", "en")
    refused(result, 3, "short.txt has 22 segments", "ref.txt has 25")


def test_missing_file(files: dict[str, Path]) -> None:
    result = run("compare", files["close"], "nowhere.txt", "-r", files["ref"], "-l", "en")
    refused(result, 3, "nowhere.txt does not exist")


def test_one_segment(tmp_path: Path) -> None:
    a, b = write(tmp_path / "a", ["A grey cat."]), write(tmp_path / "b", ["The dog barks."])
    ref = write(tmp_path / "ref", ["A grey cat sleeps."])
    tests = [word for test in ("bootstrap", "randomisation", "sign") for word in ("--test", test)]
    result = run("compare", a, b, "-r", ref, "-l", "en", *tests, "-f", "json")
    assert result.code == 0
    assert result.err.startswith("tesla: warning: only 1 segment")
    assert {row["p_value"] for row in json.loads(result.out)["pairs"]} == {1.0}


def test_empty_references_are_warned_of_once(tmp_path: Path, files: dict[str, Path]) -> None:
    ref = write(tmp_path / "gaps.txt", ["", *REFERENCE[1:]])
    result = run("compare", files["close"], files["loose"], "-r", ref, "-l", "en")
    assert result.code == 0
    assert result.err.count("tesla: warning: ") == 1


def test_conllu(tmp_path: Path, files: dict[str, Path]) -> None:
    analysed = [
        str(
            write(
                tmp_path / f"{name}.conllu", run("analyze", files[name], "-l", "en").out.split("\n")
            )
        )
        for name in ("close", "loose", "ref")
    ]
    found = record(
        "compare",
        *analysed[:2],
        "-r",
        analysed[2],
        "-l",
        "en",
        "--input",
        "conllu",
        "--tags",
        "xpos",
    )
    assert "analyzer:given" in found["signatures"]["tesla-x"]
    assert found["pairs"][0]["p_value"] < 0.05
    assert found["contrasts"][0]["reference"] in REFERENCE


def test_as_many_reference_files_as_segments(tmp_path: Path) -> None:
    texts = {"a": CLOSE[:2], "b": LOOSE[:2], "r1": REFERENCE[:2], "r2": CLOSE[:2]}
    a, b, r1, r2 = (write(tmp_path / f"{name}.txt", lines) for name, lines in texts.items())
    result = run("compare", a, b, "-r", r1, r2, "-l", "en", "-m", "chrf", "-f", "json")
    assert result.code == 0, result.err
    sets = [REFERENCE[:2], CLOSE[:2]]
    expected = make_metric("chrf").score(CLOSE[:2], sets, references_by="set").score
    scores = {row["system"]: row["score"] for row in json.loads(result.out)["standings"]}
    assert scores["a.txt"] == expected
