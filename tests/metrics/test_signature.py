"""Signatures: the same for the same settings, another where a number could be another."""

from pathlib import Path
from typing import Any

import pytest
import sacrebleu

from tesla_metrics import Bleu, MaxSim, Signature, TeslaM, __version__, make_metric

HYP, REF = ["the red barn"], ["a red barn"]


def test_tells_all() -> None:
    signature = TeslaM(lang="en-GB").score(HYP, REF).signature
    facts = dict(signature.fields)
    assert signature.metric == "tesla-m"
    assert facts["analyzer"].startswith("builtin-rules-en+tagger-en@")
    del facts["analyzer"]
    assert facts == {
        "lang": "en",
        "tags": "xpos",
        "synonyms": "wordnet-3.0",
        "refs": "1",
        "n": "3",
        "alpha": "0.8",
        "discount": "0.1",
        "version": __version__,
    }
    assert str(Signature("m", (("a", "1"), ("b", "x")))) == "m|a:1|b:x"


def test_the_same_for_the_same_settings() -> None:
    settings: dict[str, Any] = {"lang": "en", "alpha": 0.5, "order": 2, "synonyms": "none"}
    assert TeslaM(**settings).signature(2) == TeslaM(**settings).signature(2)
    assert TeslaM(lang="en").signature(1) == TeslaM(lang="en", synonyms="wordnet").signature(1)
    assert TeslaM(lang="en", alpha=1).signature(1) == TeslaM(lang="en", alpha=1.0).signature(1)


@pytest.mark.parametrize(
    "change",
    [
        {"lang": "ja"},
        {"order": 4},
        {"alpha": 0.5},
        {"alpha": 0.80000001},
        {"discount": 0.2},
        {"discount": 0.10000001},
        {"multi": "max"},
        {"tags": "upos"},
        {"synonyms": "none"},
    ],
)
def test_another_for_other_settings(change: dict[str, Any]) -> None:
    settings: dict[str, Any] = {"lang": "en"}
    assert TeslaM(**settings).signature(2) != TeslaM(**(settings | change)).signature(2)


def test_compounds() -> None:
    one, other = (
        TeslaM(lang="de", compounds=choice, synonyms="none").signature(1)
        for choice in ("auto", "none")
    )
    assert one != other
    assert "compounds@" in str(one)


def test_dictionaries_of_the_same_name(tmp_path: Path) -> None:
    signatures = set()
    for folder, content in (("a", "x\ty\n"), ("b", "x\tz\n"), ("c", "x\ty\n")):
        path = tmp_path / folder / "own.tsv"
        path.parent.mkdir()
        path.write_text(content, encoding="utf-8")
        signatures.add(MaxSim(lang="en", synonyms=str(path)).signature(1))
    assert len(signatures) == 2


def test_number_of_references_and_given_analyses() -> None:
    metric = TeslaM(lang="en")
    assert len({metric.signature(1), metric.signature(2), metric.signature(1, True)}) == 3
    assert "multi" not in dict(metric.signature(1).fields)


@pytest.mark.parametrize("name", ["bleu", "chrf", "chrf++", "ter"])
def test_peers(name: str) -> None:
    metric = make_metric(name, lang="en")
    one, two = metric.signature(1), metric.signature(2)
    assert one != two
    assert one == metric.signature(1) == metric.score(HYP, REF).signature
    assert one.metric == name
    assert dict(one.fields)["version"] == sacrebleu.__version__


def test_bleu_says_how_segments_are_scored() -> None:
    facts = dict(Bleu(lang="en").signature(1).fields)
    assert facts["segments"] == "sentence-bleu-effective-order"
    assert facts["tok"] == "13a"
    for code in ("zh", "zh-CN", "zh_Hans", "zho"):
        assert dict(Bleu(lang=code).signature(1).fields)["tok"] == "zh"
