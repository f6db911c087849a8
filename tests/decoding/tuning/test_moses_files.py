"""Files for Moses' mert: they come back, and mean what our metrics say."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from app.cli.running import refused, run, write

from tesla_metrics import Bleu, Chrf, InputError, Ter, TeslaM, TeslaWarning, UsageError
from tesla_metrics.decoding.nbest.nbest import Nbest
from tesla_metrics.decoding.nbest.weights import Weights
from tesla_metrics.decoding.tuning.candidate_statistics import CandidateStatistics
from tesla_metrics.decoding.tuning.moses_mert import convert_to_bleu_rows, export_moses, read_moses

REF = ["the old boat lies in the harbour", "seven men came home"]
TEXTS = [
    "an old boat lies in a harbour", "the old boat in harbour", "boats lie here",
    "seven men came home", "7 men came",
]  # fmt: skip
LISTS = Nbest(
    (0, 1),
    np.array([0, 3, 5]),
    TEXTS,
    ("lm_0", "tm_0"),
    np.array([[-1.5, 2], [-2.25, 1e-7], [-3, 0], [0.1, -4], [1 / 3, 5]]),
)


def exported(metric: Any, folder: Path) -> Any:
    references = CandidateStatistics(metric, [REF])
    found = export_moses(folder, LISTS, references)
    data = read_moses(str(folder / "features.data"), str(folder / "statscore.data"))
    assert data.ids == LISTS.ids
    assert data.names == LISTS.names
    assert data.starts.tolist() == [0, 3, 5]
    assert data.features.tolist() == LISTS.features.tolist()
    assert data.kind == found.kind
    return data, references.compute(LISTS)


def test_bleu_as_bleu(tmp_path: Path) -> None:
    data, rows = exported(Bleu(), tmp_path)
    assert data.kind == "BLEU"
    assert convert_to_bleu_rows(data.statistics).tolist() == rows.tolist()
    # "seven men came home", four words as in the reference
    assert data.statistics[3].tolist() == [4, 4, 3, 3, 2, 2, 1, 1, 4]
    with pytest.raises(UsageError, match="up to 4 words, not 2"):
        exported(Bleu(max_ngram_order=2), tmp_path)


def value(statistics: Any) -> float:
    """As Moses has it of TER."""
    edits, lengths = statistics.sum(axis=0).tolist()
    return float(1 - edits / lengths)


@pytest.mark.parametrize("metric", [TeslaM(lang="en"), Ter()], ids=["tesla-m", "ter"])
def test_what_adds_up_as_ter(metric: Any, tmp_path: Path) -> None:
    data, _ = exported(metric, tmp_path)
    assert data.kind == "TER"
    for chosen in ([0, 3], [1, 4], [2, 3]):
        ours = metric.score([TEXTS[place] for place in chosen], REF).score
        wanted = ours if metric.higher_is_better else 1 - ours / 100
        assert value(data.statistics[chosen]) == pytest.approx(wanted, abs=1e-4)


def test_what_does_not_add_up(tmp_path: Path) -> None:
    with pytest.warns(TeslaWarning, match="cannot add up the statistics of chrf"):
        data, rows = exported(Chrf(), tmp_path)
    wanted = np.mean([Chrf().segment_value(rows[place].tolist()) for place in (0, 3)]) / 100
    assert value(data.statistics[[0, 3]]) == pytest.approx(wanted, abs=1e-4)


def test_where_to_start(tmp_path: Path) -> None:
    references = CandidateStatistics(Bleu(), [REF])
    found = export_moses(tmp_path, LISTS, references, Weights(LISTS.names, (0.25, -0.5)))
    assert (tmp_path / "init.opt").read_text() == "0.25 -0.5\n-0.5 -0.5\n0.5 0.5\n"
    assert found.command.startswith("mert -d 2 -n 20 --sctype BLEU --ffile ")


def test_features_that_cannot_be_added_up(tmp_path: Path) -> None:
    features = LISTS.features.copy()
    features[4, 0] = 1e200
    huge = replace(LISTS, features=features, scores=np.zeros(5))
    with pytest.raises(InputError, match="feature lm_0 of candidate 2 of id 1 is 1e\\+200"):
        export_moses(tmp_path, huge, CandidateStatistics(Bleu(), [REF]))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["language model", ""])
def test_names_that_are_no_word(name: str, tmp_path: Path) -> None:
    spaced = replace(LISTS, names=(name, "tm_0"))
    with pytest.raises(InputError, match=f"cannot have a feature '{name}': rename it"):
        export_moses(tmp_path, spaced, CandidateStatistics(Bleu(), [REF]))
    assert not list(tmp_path.iterdir())


def test_the_command(tmp_path: Path) -> None:
    lines = [
        f"{ident} ||| {TEXTS[place]} ||| lm= {place} tm= 1 ||| 0"
        for ident, own in ((0, (0, 1, 2)), (1, (3, 4)))
        for place in own
    ]
    nbest, ref = write(tmp_path / "nbest", lines), write(tmp_path / "ref", REF)
    how = ["--nbest", nbest, "-r", ref, "-m", "ter", "--write-moses", tmp_path / "own folder"]
    result = run("tune", *how)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("mert -d 2 -n 20 --sctype TER --ffile '")
    record = json.loads(run("tune", *how, "-f", "json").out)
    assert (record["lists"], record["candidates"], record["kind"]) == (2, 5, "TER")
    assert result.out.splitlines() == [record["command"], "", record["signature"]]
    refused(run("tune", *how, "-o", tmp_path / "weights"), 2, "-o has no effect")
    refused(run("tune", *how[:-1], tmp_path / "no" / "folder"), 3, "there is no folder")
    assert not (tmp_path / "no").exists()


HEAD = "FEATURES_TXT_BEGIN_0 0 1 2 lm_0 tm_0"
END = "FEATURES_TXT_END_0"


@pytest.mark.parametrize(
    ("lines", "fact"),
    [
        ([], "is empty"),
        (["SCORES_TXT_BEGIN_0 0 1 2 BLEU"], "line 1: .* is not FEATURES_TXT_BEGIN_0 ID"),
        (["FEATURES_TXT_BEGIN_0 0 1 x"], "line 1"),
        ([HEAD, "1 2"], "line 1: the list that begins here has no end"),
        ([HEAD, END], "line 1: a list of 1 candidates has 0"),
        ([HEAD, "1 2", "3 4", END], "a list of 1 candidates has 2"),
        ([HEAD, "1 2 3", END], "line 2: '1 2 3' is not a row of 2 numbers"),
        ([HEAD, "1 inf", END], "line 2"),
        ([HEAD, "1 x", END], "line 2"),
        (
            [HEAD, "1 2", END, HEAD.replace("lm_0", "d_0"), "1 2", END],
            "line 4: d_0 tm_0 differs from lm_0 tm_0",
        ),
        ([HEAD.replace("_0 0", "_0 1", 1), "1 2", END], "contain different lists"),
    ],
)
def test_damaged_files(lines: list[str], fact: str, tmp_path: Path) -> None:
    scores = ["SCORES_TXT_BEGIN_0 0 1 2 TER", "1 2 ", "SCORES_TXT_END_0"]
    statistics = write(tmp_path / "scores", scores)
    with pytest.raises(InputError, match=fact):
        read_moses(str(write(tmp_path / "features", lines)), str(statistics))


@pytest.mark.data
def test_moses_own_files(shared: Path) -> None:
    folder = shared / "nbest" / "moses-basic"
    data = read_moses(str(folder / "FEATSTAT.txt"), str(folder / "SCORESTAT.txt"))
    assert (len(data.ids), data.features.shape, data.kind) == (10, (1000, 14), "BLEU")
    first = convert_to_bleu_rows(data.statistics)[data.starts[:-1]]
    totals = data.statistics[data.starts[:-1]].sum(axis=0).tolist()
    # Written out: brevity penalty times the geometric mean of the precisions.
    ratio = np.prod([totals[n] / totals[n + 1] for n in (0, 2, 4, 6)]) ** 0.25
    expected = min(1.0, float(np.exp(1 - totals[8] / totals[1]))) * ratio
    found = Bleu(smooth_method="none").system_values(first.sum(axis=0)[None])
    assert found[0] / 100 == pytest.approx(expected, abs=1e-12)
