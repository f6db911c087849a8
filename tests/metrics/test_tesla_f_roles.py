"""TESLA-F with roles: features, languages, and what a model records."""

from pathlib import Path

import pytest
from toy_resources import JUDGED
from toy_roles import ToyLabeler, toy_reader

from tesla_metrics import Sentence, TeslaF, TeslaWarning, UsageError, train_tesla_f
from tesla_metrics.core.comparing.comparer import CombinedComparer
from tesla_metrics.core.encoding import role_codes
from tesla_metrics.core.encoding.analysis import open_analysis
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.core.encoding.session import Session, default_session
from tesla_metrics.evaluation.tracks import read_tracks
from tesla_metrics.metrics.tesla_f_model import (
    FeatureSettings,
    build_features,
    get_feature_group,
    read_tesla_f,
)

REFERENCE = "The dog chased the man."
ROLES = ["roles:predicates", "roles:heads", "roles:pairs", "roles:tuples", "roles:nouns"]


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(role_codes, "_make_reader", toy_reader)


def features() -> CombinedComparer:
    return build_features("roles", FeatureSettings(lang="en"), {}, {}, default_session())


def row(hypothesis: str | Sentence, reference: str | Sentence = REFERENCE) -> dict[str, float]:
    own = features()
    (values,) = own.compare(Pairs.from_lines([hypothesis], [reference])).tolist()
    return dict(zip(own.columns, values, strict=True))


def test_names() -> None:
    names = list(features().columns)
    extended = build_features("extended", FeatureSettings(lang="en"), {}, {}, default_session())
    assert names == [*extended.columns, *ROLES]
    assert {get_feature_group(name) for name in ROLES} == {"roles"}


def test_who_did_what() -> None:
    same, passive = row(REFERENCE), row("The man was chased by the dog.")
    reverse, other = row("The man chased the dog."), row("The dog chased.")
    assert all(same[name] == 1.0 for name in ROLES)
    assert passive["roles:tuples"] > 0.9 > 0 == reverse["roles:tuples"]
    assert reverse["roles:pairs"] == 1.0
    assert 0 < other["roles:tuples"] < 1
    # Predicates are compared by the lemmas of their frames, and synonyms count.
    assert 0 < row("The dog pursued the man.")["roles:tuples"] < 1


def test_several_sentences_and_none() -> None:
    twice = row("The dog chased the man. The man slept.", "The man slept. The dog chased the man.")
    assert twice["roles:tuples"] == 1.0
    assert row("Hello!", "Good morning!")["roles:tuples"] == 1.0
    assert row("", REFERENCE)["roles:tuples"] == 0.0


def test_what_was_left_in_another_script_has_no_roles() -> None:
    assert row("Собака преследовала мужчину.")["roles:tuples"] == 0.0


def test_given_analyses() -> None:
    analysis = open_analysis(default_session(), "en")
    texts = ["The dog chased the man.", "The man was chased by the dog."]
    x, y = analysis.iter_sentences(texts)
    assert row(y, x)["roles:tuples"] > 0.9


def test_other_languages_are_refused() -> None:
    with pytest.raises(UsageError, match="roles are supported for English only, not for 'de'"):
        build_features("roles", FeatureSettings(lang="de"), {}, {}, Session())


def test_a_model_says_what_found_roles(tmp_path: Path) -> None:
    trained = train_tesla_f(read_tracks([JUDGED]), features="roles")
    path = tmp_path / "roles.model"
    trained.write(path)
    model = read_tesla_f(path)
    assert model.feature_set == "roles"
    assert model.analysis["roles"] == "toy-roles@2"
    assert model.analysis["trees"] == "toy-trees@1"
    metric = TeslaF(lang="en", model=str(path))
    score = metric.score(["The man was chased by the dog."], [REFERENCE])
    assert 0 <= score.segments[0] <= 1
    assert "|trees:toy-trees@1|roles:toy-roles@2|" in str(score.signature)


def test_other_roles_than_in_training_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained = train_tesla_f(read_tracks([JUDGED]), features="roles")
    path = tmp_path / "roles.model"
    trained.write(path)
    monkeypatch.setitem(ToyLabeler.names, "roles", "toy-roles@3")
    with pytest.warns(
        TeslaWarning, match="trained with roles toy-roles@2, but now it is toy-roles@3"
    ):
        TeslaF(lang="en", model=str(path)).score([REFERENCE], [REFERENCE])
