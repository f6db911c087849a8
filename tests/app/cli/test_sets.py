"""`tesla sets`, and -t of `tesla score` and `tesla compare`."""

import json
from pathlib import Path

import pytest
from judged.folders import layout, mt_metrics_eval

from app.cli.running import refused, run, score, write
from tesla_metrics import TeslaX, read_tracks

HYP, REF = ["Das Boot ist klein.", "Es regnet."], ["Das Boot ist winzig.", "Es regnet heute."]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setattr("sacrebleu.utils.SACREBLEU_DIR", str(folder))
    return folder


@pytest.fixture
def hyp(tmp_path: Path) -> Path:
    return write(tmp_path / "hyp.txt", HYP)


def fill(cache: Path) -> None:
    (cache / "wmt22").mkdir(parents=True)
    write(cache / "wmt22" / "wmt22.en-de.ref-A", REF)


def test_score_by_name(cache: Path, hyp: Path) -> None:
    fill(cache)
    (record,) = score(hyp, "-t", "wmt22", "-l", "en-de")
    own = TeslaX(lang="de").score(HYP, REF)
    assert (record["score"], record["signature"]) == (own.score, str(own.signature))
    (plain,) = score(hyp, "-r", cache / "wmt22" / "wmt22.en-de.ref-A", "-l", "de")
    assert plain == record
    for spelt in ("en_de", "EN-DE"):
        assert score(hyp, "-t", "wmt22", "-l", spelt) == [record]


def test_a_language_that_we_have_no_code_of(cache: Path, hyp: Path) -> None:
    (cache / "wmt22").mkdir(parents=True)
    write(cache / "wmt22" / "wmt22.ru-sah.ref", REF)
    (record,) = score(hyp, "-t", "wmt22", "-l", "ru-sah", "-m", "tesla-x")
    assert "lang:und" in record["signature"]


def test_compare_by_name(cache: Path, hyp: Path, tmp_path: Path) -> None:
    fill(cache)
    other = write(tmp_path / "other.txt", REF)
    result = run("compare", hyp, other, "-t", "wmt22", "-l", "en-de", "-m", "chrf")
    assert result.code == 0, result.err
    assert "other.txt" in result.out


def test_not_downloaded(cache: Path, hyp: Path) -> None:
    result = run("score", hyp, "-t", "wmt22", "-l", "en-de")
    refused(result, 4, str(cache), "sacrebleu --download wmt22 -l en-de", "-r REF")


@pytest.mark.usefixtures("cache")
def test_slips(hyp: Path) -> None:
    refused(run("score", hyp, "-t", "wmt22", "-l", "de"), 2, "language pair", "-l en-de")
    refused(run("score", hyp, "-t", "wmt22"), 2, "language pair", "-l en-de")
    refused(run("score", hyp, "-t", "wmt22", "-l", "en-de", "-r", hyp), 2, "leave -r out")
    refused(run("score", hyp, "-t", "wmt2222", "-l", "en-de"), 2, "no test set 'wmt2222'")


def test_the_list_of_sacrebleu(cache: Path) -> None:
    result = run("sets")
    assert (result.code, result.err) == (0, "")
    assert "has no test set" in result.out
    assert json.loads(run("sets", "-f", "json").out) == []
    fill(cache)
    lines = run("sets").out.splitlines()
    assert lines[0].split() == ["set", "pair", "segments", "references"]
    assert lines[1].split() == ["wmt22", "en-de", "2", "A"]
    assert json.loads(run("sets", "-f", "json").out) == [
        {"set": "wmt22", "pair": "en-de", "segments": 2, "references": ["A"]}
    ]


def test_the_list_of_folders(tmp_path: Path) -> None:
    layout(tmp_path / "own" / "de-en")
    mt_metrics_eval(tmp_path / "theirs")
    records = json.loads(run("sets", tmp_path, "-f", "json").out)
    tracks = read_tracks([tmp_path])
    assert len(records) == len(tracks) > 1
    for record, track in zip(records, tracks, strict=True):
        assert (record["set"], record["pair"]) == (track.test_set, track.pair)
        assert record["references"] == list(track.references)
        assert (record["segments"], record["systems"]) == (track.segments, len(track.systems))
        assert record["judgments"]
    lines = run("sets", tmp_path).out.splitlines()
    assert lines[0].split() == ["set", "pair", "segments", "references", "systems", "judgments"]
    assert lines[1].split()[:2] == ["own", "de-en"]
    for style in ("tsv", "latex", "markdown"):
        assert "de-en" in run("sets", tmp_path, "-f", style).out


def test_folders_without_any(tmp_path: Path) -> None:
    result = run("sets", tmp_path)
    assert result.code == 0
    assert "there is no judged test set" in result.out
    refused(run("sets", tmp_path / "no"), 3, "does not exist", "check the path")


def test_rows_of_systems_and_their_scores(tmp_path: Path) -> None:
    texts = [("a", "One boat."), ("b", "Two boats.")]
    rows = [
        {"id": topic, "system": system, "text": text, "references": ["A boat."], "good": 1}
        for topic in ("x", "y", "z")
        for system, text in texts
    ]
    plain = write(tmp_path / "plain.jsonl", map(json.dumps, rows))
    inside = [{**row, "scores": {"good": 1, "short": 2}} for row in rows]
    scores = write(tmp_path / "inside.jsonl", map(json.dumps, inside))
    one, two = json.loads(run("sets", plain, scores, "-f", "json").out)
    assert (one["systems"], one["segments"], one["judgments"]) == (2, 3, ["good"])
    assert (two["systems"], two["segments"], two["judgments"]) == (2, 3, ["good", "short"])


def test_columns_to_choose_from(tmp_path: Path) -> None:
    header = "original\trewrite\tgenre\tmeaning\tyear\tseen"
    path = write(
        tmp_path / "rated.tsv", [header, "A b.\tB a.\tnews\t3\t2001\t1", "C.\tD.\t-\tNA\t2002\t1 2"]
    )
    refused(run("sets", path), 2, "--columns")
    result = run("sets", path, "--columns", "src=original,hyp=rewrite")
    assert "rated: judgments are columns, choose among them with 'tesla meta --human'" in result.out
    assert "meaning, year\n" in result.out
    (record,) = json.loads(
        run("sets", path, "--columns", "src=original,hyp=rewrite", "-f", "json").out
    )
    assert record["choose"]


def test_many_references_are_not_all_named(tmp_path: Path) -> None:
    topic = {"doc": "a", "references": ["One."] * 6, "systems": {"s": {"summary": "One."}}}
    path = write(tmp_path / "set.jsonl", [json.dumps(topic)])
    assert "reference 1, …, reference 6 " in run("sets", path).out
    assert "reference 3" in run("sets", path, "-f", "tsv").out
