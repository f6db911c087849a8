"""The file of the discourse model."""

from dataclasses import replace
from pathlib import Path

import pytest

from tesla_metrics.errors import ResourceError
from tesla_metrics.files.resource import Resource, write_resource
from tesla_metrics.parsing.discourse.parser import load_discourse_model
from tesla_metrics.parsing.discourse.relation import DiscourseModel, find_shipped_discourse_model
from tesla_metrics.resources.learning.linear_classifier import LinearClassifier

KIND, VERSION = DiscourseModel.kind, DiscourseModel.version
CLASSIFIER = LinearClassifier(("no", "yes"), {"a b": (0, 12), "c=:": (-3, 0)}, 0.01)
MODEL = DiscourseModel(
    "en", {"one": CLASSIFIER}, {"words": ("and", "if .. then"), "none": ()}, {"language": "en"}
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "en.discourse"
    MODEL.write(path)
    found = DiscourseModel.load(path)
    assert found == MODEL
    assert found.name == "discourse-en"
    assert len(found.short_hash) == 8
    first = path.read_bytes()
    found.write(path)
    assert path.read_bytes() == first


def test_parts_are_joined() -> None:
    other = replace(MODEL, classifiers={"two": CLASSIFIER}, lists={"words": ("or",)})
    found = MODEL.merge(other)
    assert set(found.classifiers) == {"one", "two"}
    assert found.get_strings("words") == ("or",)


def test_a_part_that_is_missing_is_named() -> None:
    assert MODEL.get_classifier("one") is CLASSIFIER
    with pytest.raises(ResourceError, match="no other classifier: build it again"):
        MODEL.get_classifier("other")
    with pytest.raises(ResourceError, match="no list of other"):
        MODEL.get_strings("other")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("list\tx\na\n", "is not terminated"),
        ("odd\tx\n\n", "neither a list nor a classifier"),
        ("list\tx\n\nlist\tx\n\n", "twice"),
        ("list\n\n", "no name"),
        ("list\tx\ty\n\n", "fields after the name"),
        ("classifier\tx\t1.0\n\n", "no labels"),
        ("classifier\tx\n\n", "no labels"),
        ("classifier\tx\t1.0\ta\ta\n\n", "a duplicate label"),
        ("classifier\tx\tone\ta\n\n", "no valid scale"),
        ("classifier\tx\tnan\ta\n\n", "no valid scale"),
        ("classifier\tx\t1.0\ta\tb\nf\tC1\n\n", "malformed weights"),
        ("classifier\tx\t1.0\ta\tb\nf\tA\n\n", "malformed weights"),
        ("classifier\tx\t1.0\ta\tb\nf\tA12345\n\n", "malformed weights"),
        ("classifier\tx\t1.0\ta\tb\nf\tA1\nf\tB1\n\n", "a duplicate feature"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, body: str, said: str) -> None:
    path = tmp_path / "en.discourse"
    write_resource(path, Resource(KIND, VERSION, {"language": "en"}, body.encode()))
    with pytest.raises(ResourceError, match=f"malformed .*{said}"):
        DiscourseModel.load(path)


def test_another_version_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "en.discourse"
    write_resource(path, Resource(KIND, VERSION + 1, {"language": "en"}, b""))
    with pytest.raises(
        ResourceError, match=f"discourse of version {VERSION + 1}, expected"
    ) as error:
        DiscourseModel.load(path)
    assert "build it again with tools/make_discourse.py" in str(error.value)


def test_the_shipped_model_has_all_that_is_asked_for() -> None:
    path = find_shipped_discourse_model("en")
    assert path is not None
    assert find_shipped_discourse_model("tlh") is None
    model = load_discourse_model(path)
    assert "either .. or" in model.get_strings("connectives")
    source = model.settings["trained_on"]
    assert source["without_genres"] == ["essay", "fiction", "letter", "podcast", "whow"]
    assert model.get_classifier("explicit.top").labels == (
        "Comparison", "Contingency", "Expansion", "Temporal",
    )  # fmt: skip
