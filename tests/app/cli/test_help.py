"""Help for every command, and that it costs nothing."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from app.cli.running import core, run
from tesla_metrics import __version__
from tesla_metrics.native import core_name


@pytest.mark.parametrize(
    "command",
    [
        [],
        ["score"],
        ["compare"],
        ["explain"],
        ["mbr"],
        ["tune"],
        ["stream"],
        ["sets"],
        ["discourse"],
        ["srl"],
        ["analyze"],
        ["languages"],
        ["build"],
        ["build", "tagger"],
        ["build", "synonyms"],
        ["build", "counts"],
        ["build", "frequencies"],
        ["build", "paraphrases"],
        ["build", "lm"],
        ["build", "phrase-table"],
        ["train"],
        ["train", "tesla-f"],
        ["train", "tesla-x"],
    ],
    ids=" ".join,
)
def test_help_shows_an_example(command: list[str]) -> None:
    result = run(*command, "--help")
    assert (result.code, result.err) == (0, "")
    example = " ".join(["tesla", *(command or ["score"])])
    assert f"\n  {example}" in result.out


@pytest.mark.parametrize("command", ["tune", "rerank", "mbr", "stream", "score", "explain"])
def test_one_metric_is_shown_where_one_is_taken(command: str) -> None:
    assert ("-m NAME [NAME ...]" in run(command, "--help").out) == (command == "score")


def test_version() -> None:
    result = run("--version")
    assert result.code == 0
    assert result.out.startswith(f"tesla-metrics {__version__}")


@pytest.mark.parametrize("command", [[], ["score"]])
def test_help_imports_nothing_heavy(command: list[str]) -> None:
    # Options of metrics are known to their classes, which want numpy.
    heavy = {"numpy", "sacrebleu", "simplemma", "spacy", "multiprocessing", "lxml"}
    heavy -= {"numpy"} if command else set()
    program = (
        "import sys; from tesla_metrics.app.cli.main import main\n"
        f"try: main([*{command!r}, '--help'])\n"
        "except SystemExit: pass\n"
        f"heavy = {heavy!r}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert result.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(core_name() == "python", reason="plain Python has simplemma read its files")
def test_scoring_imports_no_more_than_it_needs(tmp_path: Path) -> None:
    for name, text in (
        ("h", "Das neue Haus ist 3 Meter hoch.\n"),
        ("r", "Ein neues Haus steht.\n"),
    ):
        (tmp_path / name).write_text(text)
    words = ["score", str(tmp_path / "h"), "-r", str(tmp_path / "r"), "-l", "de"]
    own = (
        *("app.cli.meta", "metrics.tesla_f", "metrics.pem", "resources.lm", "evaluation"),
        *("explanation.page", "explanation.columns", "explanation.explanation", "scale.frames"),
        *("files.testsets.table_layouts", "files.testsets.wmt_xml", "text.tagging.training"),
        *("text.synonyms.thesauri",),
    )
    heavy = {f"tesla_metrics.{name}" for name in own}
    assert all(map(find_spec, heavy))  # a name that is out of date would never be found loaded
    heavy |= {"sacrebleu", "simplemma", "sqlite3", "importlib.metadata", "pyarrow"}
    heavy |= {"difflib", "html", "tempfile", "statistics", "gzip", "multiprocessing"}
    program = (
        "import sys; from tesla_metrics.app.cli.main import main\n"
        f"assert main({words!r}) == 0\n"
        f"print(sorted({heavy!r} & set(sys.modules)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert result.stdout.splitlines()[-1] == "[]"


def test_an_option_of_metrics_is_known_when_it_is_given(tmp_path: Path) -> None:
    (tmp_path / "t").write_text("A cat sat there.\n")
    file = str(tmp_path / "t")
    for words in (["--lowercase"], ["--alpha=0.5"], ["--alph", "0.5"], ["--constant", "lemma=1"]):
        assert run("score", file, "-r", file, "-l", "en", "-q", *words).code == 0, words
    assert "did you mean --alpha" in run("score", file, "-r", file, "-l", "en", "--alphaa", "1").err


@pytest.mark.parametrize("which", ["python", "native"])
def test_version_says_which_core_is_in_use(which: str) -> None:
    with core(which):
        assert core_name() in run("--version").out


def test_help_says_what_is_refused() -> None:
    said = " ".join(run("score", "--help").out.split())
    assert (
        "files that look like a table or markup are refused without this option or --columns"
        in said
    )


@pytest.mark.parametrize("command", ["mbr", "stream"])
def test_help_offers_no_second_metric_where_one_is_taken(command: str) -> None:
    said = " ".join(run(command, "--help").out.split())
    assert "several: -m" not in said
    assert "tesla-x (default)" in said


def test_help_of_explain_has_what_can_be_explained() -> None:
    said = " ".join(run("explain", "--help").out.split())
    for name in ("bleu,", "chrf", "rouge", "--ter-", "--smooth-method"):
        assert name not in said.replace(
            "(our own metrics and bleu; for chrf use --chrf-lowercase)", ""
        )
    assert "weight of recall (tesla-x: 0.9; tesla-m, maxsim, tesla-b, tesla-s: 0.8)" in said
