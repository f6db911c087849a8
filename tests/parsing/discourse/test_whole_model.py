"""A model that has a right checksum and is wrong inside is refused when it is read."""

from dataclasses import replace
from pathlib import Path

import pytest
from small_discourse import model as whole_model

from tesla_metrics.errors import ResourceError
from tesla_metrics.parsing.discourse.parser import load_discourse_model
from tesla_metrics.resources.learning.linear_classifier import LinearClassifier


def test_a_whole_one_is_read(tmp_path: Path) -> None:
    path = tmp_path / "own.discourse"
    whole_model().write(path)
    assert load_discourse_model(path).get_strings("connectives") == ("if .. then",)


@pytest.mark.parametrize("name", sorted(whole_model().classifiers))
def test_every_classifier_must_be_there(tmp_path: Path, name: str) -> None:
    model, path = whole_model(), tmp_path / "own.discourse"
    kept = {one: own for one, own in model.classifiers.items() if one != name}
    replace(model, classifiers=kept).write(path)
    with pytest.raises(ResourceError, match=rf"own\.discourse is malformed .*no {name} classifier"):
        load_discourse_model(path)


@pytest.mark.parametrize(
    ("name", "labels", "said"),
    [
        ("explicit.connective", ("no", "x", "yes"), "labels other than no and yes"),
        ("explicit.arg1.end", ("no",), "labels other than no and yes"),
        ("explicit.arg2.start", ("yes", "no"), "labels other than no and yes"),
        ("explicit.place", ("before", "beside"), "unknown label, 'beside'"),
        ("explicit.top", ("Expansion", "EntRel"), "unknown label, 'EntRel'"),
        ("explicit.sense", ("Expansion.A.B.C",), "unknown label"),
        ("implicit.between", ("Explicit",), "unknown label"),
        ("implicit.sense", ("none",), "unknown label"),
        ("implicit.within", ("none", "Temporally"), "unknown label, 'Temporally'"),
    ],
)
def test_labels_that_nothing_knows(
    tmp_path: Path, name: str, labels: tuple[str, ...], said: str
) -> None:
    model, path = whole_model(), tmp_path / "own.discourse"
    changed = {**model.classifiers, name: LinearClassifier(labels, {})}
    replace(model, classifiers=changed).write(path)
    with pytest.raises(ResourceError, match=f"malformed .*{name} has .*{said}"):
        load_discourse_model(path)


@pytest.mark.parametrize("string", [" ", "if .. ", "but .. ..", "as  if", " but", ".."])
def test_strings_that_are_no_connective(tmp_path: Path, string: str) -> None:
    path = tmp_path / "own.discourse"
    replace(whole_model(), lists={"connectives": ("and", string)}).write(path)
    with pytest.raises(ResourceError, match="is not a connective"):
        load_discourse_model(path)


def test_the_list_of_connectives_must_be_there(tmp_path: Path) -> None:
    path = tmp_path / "own.discourse"
    replace(whole_model(), lists={}).write(path)
    with pytest.raises(ResourceError, match="no list of connectives"):
        load_discourse_model(path)
