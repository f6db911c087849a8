"""The file of the model of semantic roles."""

from dataclasses import replace
from pathlib import Path

import pytest
from small_frames import small_model

from tesla_metrics.errors import ResourceError
from tesla_metrics.parsing.srl.role_model import (
    RoleModel,
    find_shipped_role_model,
    get_predicate_kind,
    load_role_model,
)
from tesla_metrics.resources.learning.linear_classifier import LinearClassifier

ODD = LinearClassifier(("yes", "no"), {}, 1.0)
NO_ROLE = LinearClassifier(("ARG0", "no role"), {}, 1.0)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "en.srl"
    small_model().write(path)
    found = load_role_model(path)
    assert found == small_model()
    assert found.name == "srl-en"
    assert found.kinds == ("noun", "verb")
    assert found.get_frame_lemma("noun", "purchase") == "buy"
    assert found.get_frame_lemma("verb", "purchase") == "purchase"
    first = path.read_bytes()
    found.write(path)
    assert path.read_bytes() == first


@pytest.mark.parametrize(
    ("classifiers", "lists", "said"),
    [
        ({}, {}, "neither nouns nor verbs"),
        ({"noun.identify": ODD, "noun.classify": ODD}, {}, "labels other than no and yes"),
        ({"noun.classify": ODD}, {}, "no noun.identify classifier"),
        (
            {
                "verb.identify": small_model().classifiers["noun.identify"],
                "verb.classify": NO_ROLE,
            },
            {},
            "'no role', which is not a role",
        ),
        (small_model().classifiers, {"bases": ("sale\tsell",)}, "not kind, word, value"),
    ],
)
def test_a_part_that_does_not_fit_is_refused(
    tmp_path: Path,
    classifiers: dict[str, LinearClassifier],
    lists: dict[str, tuple[str, ...]],
    said: str,
) -> None:
    path = tmp_path / "en.srl"
    replace(small_model(), classifiers=classifiers, lists=lists).write(path)
    with pytest.raises(ResourceError, match=said):
        load_role_model(path)


def test_features_that_nobody_knows_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "en.srl"
    replace(small_model(), settings={"features": "odd", "pruned": False}).write(path)
    with pytest.raises(ResourceError, match="features"):
        RoleModel.load(path)


def test_a_missing_part_says_what_makes_it() -> None:
    with pytest.raises(ResourceError, match=r"the srl model has no odd .*tesla train srl"):
        small_model().get_classifier("odd")


def test_kinds_go_by_tags() -> None:
    assert [get_predicate_kind(tag) for tag in ("NNS", "VBD", "JJ", "MD", "")] == [
        "noun",
        "verb",
        "",
        "",
        "",
    ]


def test_no_other_language_is_shipped() -> None:
    assert find_shipped_role_model("tlh") is None


def test_a_damaged_file_names_the_command_that_makes_it(tmp_path: Path) -> None:
    path = tmp_path / "en.srl"
    labels = LinearClassifier(("arg0", "arg1"), {})
    small_model().merge(RoleModel("en", {"noun.classify": labels}, {})).write(path)
    with pytest.raises(ResourceError, match=r"'arg0', which is not a role.*'tesla train srl'"):
        load_role_model(path)
