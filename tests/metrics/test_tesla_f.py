"""TESLA-F: features, scaling, and what a model file insists on."""

import json
from collections.abc import Sequence
from math import log
from pathlib import Path
from shutil import copy
from typing import Any

import numpy as np
import pytest
import toy_resources
from app.cli.running import core
from cores import columns

from tesla_metrics import Chrf, InputError, ResourceError, TeslaF, TeslaM, TeslaWarning, UsageError
from tesla_metrics.core.comparing.comparer import CombinedComparer, Rows
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.core.encoding.session import default_session
from tesla_metrics.files.resource import compute_checksum
from tesla_metrics.metrics.tesla_b import TeslaB
from tesla_metrics.metrics.tesla_f_model import (
    FeatureSettings,
    TeslaFModel,
    UsedFile,
    build_features,
    get_feature_group,
    read_tesla_f,
    write_tesla_f,
)
from tesla_metrics.resources.lm import load_language_model
from tesla_metrics.text.loading import load_analyzer

pytestmark = pytest.mark.filterwarnings("ignore:.*are empty:tesla_metrics.TeslaWarning")

HYPOTHESES = ["Good morning, doctor.", "the train was late", "", "cats"]
REFERENCE = ["Hello, doctor!", "The train left the station late.", "Hello.", "Goodbye, captain!"]
SECOND = ["Good morning!", "the train was not on time", "Hello!", "Adieu."]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tesla-f")
    toy_resources.make_table(folder)
    toy_resources.make_lm(folder)
    return folder


def features(folder: Path, which: str = "paper") -> CombinedComparer:
    lm = load_language_model(folder / "toy.arpa")
    tables = {"fr": str(folder / "en-fr.table")}
    return build_features(which, FeatureSettings(lang="en"), tables, {"toy": lm}, default_session())


def rows_of(
    own: CombinedComparer,
    hypotheses: Sequence[str] = HYPOTHESES,
    references: Sequence[str] = REFERENCE,
) -> Rows:
    return own.compare(Pairs.from_lines(hypotheses, references))


def make_model(folder: Path, weights: Sequence[float], which: str = "paper") -> TeslaFModel:
    own = features(folder, which)
    lm = load_language_model(folder / "toy.arpa")
    from tesla_metrics.resources.pivot.phrase_table import open_phrase_table

    table = open_phrase_table(folder / "en-fr.table")
    return TeslaFModel(
        FeatureSettings(lang="en"),
        which,
        dict(zip(own.columns, weights, strict=True)),
        {},
        (UsedFile("fr", str(folder / "en-fr.table"), table.digest),),
        (UsedFile("toy", str(folder / "toy.arpa"), lm.digest),),
        {"method": "by hand"},
    )


def written(folder: Path, weights: Sequence[float], which: str = "paper") -> TeslaF:
    path = folder / "by-hand.model"
    write_tesla_f(path, make_model(folder, weights, which))
    return TeslaF(lang="en", model=str(path))


def test_names_in_their_order(folder: Path) -> None:
    paper = ["ms-1", "ms-2", "ms-3", "pos-1", "pos-2", "pos-3"]
    paper += ["fr:lem-1", "fr:lem-2", "fr:lem-3", "fr:pos-1", "fr:pos-2", "fr:pos-3", "lm:toy"]
    assert list(features(folder).columns) == paper
    extended = list(features(folder, "extended").columns)
    assert extended[: len(paper)] == paper
    assert extended[-2:] == ["chrf", "length"]
    assert {"recall:ms-1", "precision:pos-3"} < set(extended)
    assert list(dict.fromkeys(map(get_feature_group, extended))) == [
        "ms", "pos", "fr", "lm:toy", "recall", "precision", "chrf", "length",
    ]  # fmt: skip
    with pytest.raises(UsageError, match="choose paper, extended, roles"):
        features(folder, "all")


def test_features_are_those_of_the_metrics(folder: Path) -> None:
    own = features(folder, "extended")
    rows = dict(zip(own.columns, rows_of(own).T, strict=True))
    tesla_b = TeslaB(lang="en", tables=(str(folder / "en-fr.table"),))
    expected = columns(tesla_b, HYPOTHESES, REFERENCE)
    assert np.stack(list(rows.values())[:12], axis=1) == pytest.approx(expected)
    recall = columns(TeslaM(lang="en", alpha=1.0), HYPOTHESES, REFERENCE)
    assert rows["recall:ms-2"] == pytest.approx(recall[:, 1])
    precision = columns(TeslaM(lang="en", alpha=0.0), HYPOTHESES, REFERENCE)
    assert rows["precision:pos-1"] == pytest.approx(precision[:, 3])
    chrf = Chrf().score(HYPOTHESES, REFERENCE).segments
    assert rows["chrf"] == pytest.approx(np.array(chrf) / 100)
    assert rows["length"].tolist() == pytest.approx([2 / 3, 4 / 6, 0.0, 1 / 2])


def test_language_model_feature_by_hand(folder: Path) -> None:
    lm = load_language_model(folder / "toy.arpa", engine="numpy")
    words = ["the", "train", "was", "late"]
    expected = lm.log10(words) * log(10) / 4
    values = rows_of(features(folder))[:, -1]
    assert values[1] == pytest.approx(expected, rel=1e-5)
    assert values[2] == -15.0
    assert (values >= -15).all()
    assert (values <= 0).all()


def test_products_are_pairs(folder: Path) -> None:
    own = features(folder, "extended")
    products = own.compare(Pairs.from_product(HYPOTHESES, REFERENCE)).reshape(4, 4, -1)
    for n in range(4):
        rows = rows_of(own, HYPOTHESES, [REFERENCE[n]] * 4)
        assert products[:, n] == pytest.approx(rows)


def test_scaled_by_what_weights_allow(folder: Path) -> None:
    weights = [0.0] * 13
    weights[0], weights[3], weights[12] = 2.0, -1.0, 0.1
    metric = written(folder, weights)
    rows = rows_of(features(folder))
    least, most = -1.0 - 1.5, 2.0
    expected = (rows @ weights - least) / (most - least)
    got = metric.score(HYPOTHESES, REFERENCE)
    assert got.segments[:2] == pytest.approx(expected[:2])
    assert all(0 <= segment <= 1 for segment in got.segments)
    assert got.segments[2] == 0.0  # no word
    assert got.score == pytest.approx(np.mean(got.segments))


def test_either_end_can_be_reached(folder: Path) -> None:
    only_ms = written(folder, [1.0, 1.0, 1.0] + [0.0] * 10)
    assert only_ms.score(["a red cat sat"], ["a red cat sat"]).score == 1.0
    assert only_ms.score(["red"], ["quickly"]).score == 0.0
    assert written(folder, [0.0] * 13).score(["a"], ["a"]).score == 0.0


def test_empty_sides(folder: Path) -> None:
    metric = written(folder, [-1.0] * 13)
    assert metric.score(["", "...", "cat", ""], ["!", "", "", "cat"]).segments == (1, 1, 0, 0)
    assert metric.matrix(["", "cat"], ["", "dog"])[0].tolist() == [1.0, 0.0]


def test_several_references(folder: Path) -> None:
    metric = written(folder, np.linspace(-0.5, 1, 13).tolist())
    both = metric.score(HYPOTHESES, [REFERENCE, SECOND])
    one, two = (metric.score(HYPOTHESES, column) for column in (REFERENCE, SECOND))
    assert both.segments == pytest.approx(np.mean([one.segments, two.segments], axis=0))
    assert "refs:2" in str(both.signature)


def test_matrix(folder: Path) -> None:
    count = len(features(folder, "extended").columns)
    metric = written(folder, np.linspace(-0.5, 1, count).tolist(), "extended")
    matrix = metric.matrix(HYPOTHESES, REFERENCE)
    assert np.diag(matrix).tolist() == pytest.approx(
        list(metric.score(HYPOTHESES, REFERENCE).segments)
    )


def test_analysed_input_and_both_cores(folder: Path) -> None:
    metric = written(folder, np.linspace(0, 1, 13).tolist())
    analyzer = load_analyzer("en")
    given = metric.score(analyzer.analyze(HYPOTHESES[:2]), analyzer.analyze(REFERENCE[:2]))
    assert "analyzer:given" in str(given.signature)
    native = metric.score(HYPOTHESES, REFERENCE)
    with core("python"):
        assert metric.score(HYPOTHESES, REFERENCE).segments == pytest.approx(native.segments)


def test_round_trip(folder: Path) -> None:
    model = make_model(folder, np.linspace(-1, 1, 13).tolist())
    path = folder / "round.model"
    write_tesla_f(path, model)
    assert read_tesla_f(path) == model
    again = folder / "again.model"
    write_tesla_f(again, read_tesla_f(path))
    assert again.read_bytes() == path.read_bytes()
    facts = json.loads(path.read_text("utf-8"))
    assert (facts["kind"], facts["version"], facts["language"]) == ("tesla-f", 1, "en")
    fields = dict(TeslaF(lang="en", model=str(path)).signature(1).fields)
    assert fields["model"] == f"paper@{model.short_hash}"


def test_files_may_move(folder: Path, tmp_path: Path) -> None:
    metric = written(folder, [1.0] * 13)
    expected = metric.score(HYPOTHESES, REFERENCE)
    moved = tmp_path / "home"
    moved.mkdir()
    facts = read_tesla_f(Path(metric.model))
    gone = TeslaFModel(
        facts.settings, facts.feature_set, facts.weights, {},
        tuple(UsedFile(t.label, "/nowhere/en-fr.table", t.sha256) for t in facts.tables),
        tuple(UsedFile(m.label, "/nowhere/toy.arpa", m.sha256) for m in facts.language_models),
    )  # fmt: skip
    write_tesla_f(moved / "m.model", gone)
    path = str(moved / "m.model")
    with pytest.raises(ResourceError, match=r"needs the phrase table .*--table FILE"):
        TeslaF(lang="en", model=path).score(HYPOTHESES, REFERENCE)
    copy(folder / "en-fr.table", moved)
    with pytest.raises(ResourceError, match=r"needs the language model .*--lm FILE"):
        TeslaF(lang="en", model=path).score(HYPOTHESES, REFERENCE)
    given = TeslaF(lang="en", model=path, lms=(str(folder / "toy.arpa"),))
    assert given.score(HYPOTHESES, REFERENCE).segments == expected.segments
    copy(folder / "toy.arpa", moved)
    beside = TeslaF(lang="en", model=path)
    assert beside.score(HYPOTHESES, REFERENCE).segments == expected.segments


def test_another_hash_is_refused(folder: Path, tmp_path: Path) -> None:
    metric = written(folder, [1.0] * 13)
    model = make_model(folder, [1.0] * 13)
    other = toy_resources.make_lm(tmp_path, "other", order=2)
    lost = UsedFile("toy", str(other), model.language_models[0].sha256)
    path = tmp_path / "m.model"
    write_tesla_f(
        path, TeslaFModel(model.settings, "paper", model.weights, {}, model.tables, (lost,))
    )
    expected = model.language_models[0].sha256[:8]
    with pytest.raises(ResourceError, match=rf"of hash {expected}, but only .*other.arpa \("):
        TeslaF(lang="en", model=str(path)).score(HYPOTHESES, REFERENCE)
    # A strange one that is given does no harm where the right one is at its place.
    TeslaF(lang="en", model=metric.model, lms=(str(other),)).score(HYPOTHESES, REFERENCE)


def _alter(path: Path, change: dict[str, Any], *, honest: bool) -> str:
    facts = json.loads(path.read_text("utf-8")) | change
    facts.pop("checksum")
    facts["checksum"] = compute_checksum(facts) if honest else "0" * 64
    altered = path.with_name("altered.model")
    altered.write_text(json.dumps(facts), "utf-8")
    return str(altered)


@pytest.mark.parametrize(
    ("change", "honest", "fact"),
    [
        ({}, False, "was modified after it was made"),
        ({"kind": "pem"}, True, "its kind is 'pem'"),
        ({"version": 9}, True, "of version 9, expected version 1"),
        ({"settings": {"lang": "en"}}, True, "malformed"),
        ({"features": {}}, True, "malformed"),
        ({"features": {"ms-1": "x"}}, True, "malformed"),
        ({"features": {"ms-1": 1.0}}, True, "has weights for 1 features that are not the 13"),
        ({"tables": [{"label": "fr"}]}, True, "malformed"),
    ],
)
def test_altered_models_are_refused(
    folder: Path, change: dict[str, Any], honest: bool, fact: str
) -> None:
    path = _alter(Path(written(folder, [1.0] * 13).model), change, honest=honest)
    with pytest.raises(ResourceError, match=fact) as caught:
        TeslaF(lang="en", model=path).score(HYPOTHESES, REFERENCE)
    assert "\n" not in str(caught.value)


def test_no_model_at_all(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--model FILE"):
        TeslaF(lang="en")
    with pytest.raises(UsageError, match="lms 'x'"):
        TeslaF(lang="en", model="m", lms="x")  # type: ignore[arg-type]
    with pytest.raises(ResourceError, match="cannot read"):
        TeslaF(lang="en", model=str(tmp_path / "none.model")).score(["a"], ["a"])
    text = tmp_path / "text"
    text.write_text("hello", "utf-8")
    with pytest.raises(ResourceError, match="is not a tesla-f model"):
        TeslaF(lang="en", model=str(text)).score(["a"], ["a"])
    with pytest.raises(ResourceError, match="cannot read"):
        TeslaF(lang="en", model=str(tmp_path)).score(["a"], ["a"])


def test_language_and_input_are_checked(folder: Path) -> None:
    path = written(folder, [1.0] * 13).model
    with pytest.raises(UsageError, match="a model for 'en', but the texts are 'de'"):
        TeslaF(lang="de", model=path).score(["a"], ["a"])
    with pytest.raises(InputError):
        TeslaF(lang="en", model=path).score(["a", "b"], ["a"])


def test_another_analysis_is_warned_about(folder: Path) -> None:
    model = make_model(folder, [1.0] * 13)
    path = folder / "analysed.model"
    analysis = {"synonyms": "wordnet-9"}
    write_tesla_f(
        path,
        TeslaFModel(
            model.settings, "paper", model.weights, analysis, model.tables, model.language_models
        ),
    )
    with pytest.warns(TeslaWarning, match="trained with synonyms wordnet-9, but now it is wordnet"):
        TeslaF(lang="en", model=str(path)).score(["a"], ["a"])
