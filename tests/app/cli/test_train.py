"""`tesla train tesla-f` from end to end, on the toy judgments."""

import json
import sys
from pathlib import Path
from shutil import copytree

import pytest
import toy_resources
from judged.folders import layout, texts, tsv
from toy_resources import EXAMPLES, JUDGED, done

from app.cli.running import refused, run, score
from tesla_metrics import TeslaF, UsageError, read_tracks, train_tesla_f
from tesla_metrics.metrics.tesla_f_model import read_tesla_f
from tesla_metrics.optional import get_install_command


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("train")
    table, lm = toy_resources.make_table(folder), toy_resources.make_lm(folder)
    toy_resources.make_model(folder, "--table", table, "--lm", lm)
    return folder


def train(*arguments: object) -> tuple[str, ...]:
    return ("train", "tesla-f", "--judgments", *map(str, arguments))


def test_what_it_prints(folder: Path, tmp_path: Path) -> None:
    options = ["--table", folder / "en-fr.table", "--lm", folder / "toy.arpa"]
    result = run(*train(JUDGED, *options, "--report", "-o", tmp_path / "x.model"))
    assert result.code == 0, result.err
    assert result.err.startswith(f"{tmp_path / 'x.model'}: a tesla-f model of 13 features")
    weights, study = result.out.split("\n\ngroup")
    assert weights.splitlines()[1].startswith("ms-1 ")
    assert "ranking on 170 pairs (judged/fr-en 170), 10 segments" in weights
    assert "consistency 0." in weights
    groups = [line.split()[0] for line in study.splitlines()[1:6]]
    assert groups == ["(all)", "ms", "pos", "fr", "lm:toy"]
    assert (tmp_path / "x.model").read_bytes() == (folder / "toy.model").read_bytes()


def test_json_and_model_agree(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "m.model"
    out = json.loads(
        done(*train(JUDGED, "--features", "extended", "--report", "-o", path, "-f", "json"))
    )
    model = read_tesla_f(path)
    assert out["features"] == model.weights
    assert out["training"] == model.training
    assert {group["group"] for group in out["study"]} >= {"ms", "recall", "chrf", "length"}
    assert model.training["pairs"] == {"judged/fr-en": 170}
    assert model.feature_set == "extended"
    for style in ("tsv", "latex", "markdown"):
        assert "ms-1" in done(*train(JUDGED, "--report", "-f", style))


def test_command_line_and_python_agree(folder: Path) -> None:
    model = folder / "toy.model"
    hypothesis, reference = EXAMPLES / "careful.txt", EXAMPLES / "ref.txt"
    options = ["-l", "en", "-m", "tesla-f", "--model", model]
    [record] = score(hypothesis, "-r", reference, *options)
    sides = [path.read_text("utf-8").splitlines() for path in (hypothesis, reference)]
    own = TeslaF(lang="en", model=str(model)).score(*sides)
    assert (record["score"], record["segments"]) == (own.score, list(own.segments))
    assert record["signature"] == str(own.signature)
    assert "pivots:en-fr@" in record["signature"]
    assert "lms:3gram-en@" in record["signature"]
    assert 0 < own.score < 1
    [again] = score(hypothesis, "-r", reference, *options, "-j", 2)
    assert again["segments"] == record["segments"]


def test_training_in_python(folder: Path) -> None:
    trained = train_tesla_f(
        read_tracks([JUDGED]),
        tables=[str(folder / "en-fr.table")],
        lms=[str(folder / "toy.arpa")],
    )
    assert trained.model == read_tesla_f(folder / "toy.model")
    strange = layout(folder / "into" / "en-de")
    with pytest.raises(UsageError, match="into/en-de is not into 'en'"):
        train_tesla_f([*read_tracks([JUDGED]), *read_tracks([strange])])


def test_meta_and_compare(folder: Path) -> None:
    model = folder / "toy.model"
    out = done("meta", JUDGED, "-m", "tesla-f", "--model", model, "-m", "chrf", "--samples", 20)
    assert "tesla-f" in out
    a, b, ref = (EXAMPLES / f"{name}.txt" for name in ("careful", "hasty", "ref"))
    out = done("compare", a, b, "-r", ref, "-l", "en", "-m", "tesla-f", "--model", model)
    assert "tesla-f" in out


def test_scores_instead_of_rankings(tmp_path: Path) -> None:
    scored = tmp_path / "set" / "de-en"
    layout(scored)
    (scored / "human.rank.tsv").unlink()
    out = done(*train(tmp_path / "set", "-o", tmp_path / "pairs.model"))
    assert "ranking on " in out
    wide = done(*train(tmp_path / "set", "--margin", 1.5, "-o", tmp_path / "pairs.model"))
    assert wide != out
    out = done(*train(tmp_path / "set", "--learn", "regression", "-o", tmp_path / "r.model"))
    assert "regression on 16 outputs" in out
    assert "pearson " in out
    single = texts(tmp_path / "single" / "de-en")
    for name in ("good", "fair", "poor"):
        (single / "systems" / f"{name}.txt").unlink()
    header = ("system", "seg", "score")
    tsv(single / "human.seg.tsv", header, [f"void\t{n}\t{n * n}" for n in range(1, 5)])
    out = done(*train(tmp_path / "single", "-o", tmp_path / "s.model"))
    assert "regression on 4 outputs" in out
    result = run(*train(tmp_path / "single", "--learn", "ranking", "-o", tmp_path / "t.model"))
    refused(result, 3, "--learn regression")


def test_one_target_language(tmp_path: Path) -> None:
    for pair in ("de-en", "fr-en", "en-de"):
        layout(tmp_path / "set" / pair)
    output = tmp_path / "x.model"
    refused(
        run(*train(tmp_path / "set", "-o", output)),
        2,
        "languages of the judged sets are en, de",
        "-l",
    )
    refused(run(*train(tmp_path / "set", "-l", "cs", "-o", output)), 2, "'cs'", "en, de")
    out = done(*train(tmp_path / "set", "-l", "en", "-o", output))
    assert "set/de-en 6, set/fr-en 6" in out
    # Both have the same references, so that there are four segments and no more.
    assert ", 4 segments" in out
    assert "set/en-de 6)" in done(*train(tmp_path / "set", "--pairs", "en-de", "-o", output))
    assert read_tesla_f(output).settings.lang == "de"


def test_what_is_wrong_is_said(folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "x.model"
    refused(run(*train(JUDGED)), 2, "-o FILE")
    refused(run("train", "tesla-f", "-o", output), 2, "--judgments")
    refused(run("train", "tesla-y"), 2, "tesla-y")
    refused(run(*train(JUDGED, "-o", tmp_path / "no" / "x.model")), 3, "x.model")
    refused(run(*train(tmp_path / "nothing", "-o", output)), 3, "nothing")
    refused(run(*train(JUDGED, "-o", output, "--table", folder / "toy.arpa")), 4, "toy.arpa")
    refused(run(*train(JUDGED, "-o", output, "--lm", tmp_path / "x.arpa")), 4, "x.arpa")
    french = toy_resources.make_lm(tmp_path, "fr", lang="fr")
    result = run(*train(JUDGED, "-o", output, "--lm", french))
    refused(result, 2, "fr.arpa is a language model of 'fr'", "texts are 'en'", "-l en")
    for option, name in (("--table", "en-fr.table"), ("--lm", "toy.arpa")):
        twice = [option, folder / name] * 2
        refused(run(*train(JUDGED, "-o", output, *twice)), 2, f"{name} is given twice")
    refused(run(*train(JUDGED, "-o", output, "--margin", -1)), 2, "margin")
    refused(run(*train(JUDGED, "-o", output, "-j", 0)), 2, "0 jobs")
    refused(run(*train(JUDGED, "-o", output, "--alpha", 2)), 2, "alpha 2")
    assert not output.exists()


def test_scoring_refuses(folder: Path, tmp_path: Path) -> None:
    given = ["score", EXAMPLES / "careful.txt", "-r", EXAMPLES / "ref.txt", "-m", "tesla-f"]
    model = folder / "toy.model"
    refused(run(*given, "-l", "en"), 2, "--model")
    refused(run(*given, "-l", "de", "--model", model), 2, "'en'", "'de'")
    refused(run(*given, "-l", "en", "--model", tmp_path / "no.model"), 4, "no.model")
    altered = tmp_path / "altered.model"
    altered.write_text(model.read_text("utf-8").replace('"alpha": 0.8', '"alpha": 0.7'), "utf-8")
    refused(run(*given, "-l", "en", "--model", altered), 4, "checksum")
    home = tmp_path / "home"
    copytree(folder, home)
    text = (home / "toy.model").read_text("utf-8")
    assert str(folder) in text  # the files are still at their place, so that moving does no harm
    done(*given, "-l", "en", "--model", home / "toy.model")


def test_bad_lines_are_left_out(tmp_path: Path) -> None:
    folder = layout(tmp_path / "de-en")
    with (folder / "human.rank.tsv").open("a", encoding="utf-8") as stream:
        stream.write("9\tj1\tgood\tpoor\tA\n")
    refused(run(*train(folder, "-o", tmp_path / "x.model")), 3, "line 10")
    result = run(*train(folder, "--skip-bad", "-o", tmp_path / "x.model"))
    assert result.code == 0
    assert "1 left out" in result.err


def test_without_scikit_learn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.svm", None)
    result = run(*train(JUDGED, "-o", tmp_path / "x.model"))
    refused(result, 4, get_install_command("train"))
