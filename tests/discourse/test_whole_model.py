"""A model that has a right checksum and is wrong inside is refused when it is read."""

from dataclasses import replace
from pathlib import Path

import pytest
from small_discourse import model as whole_model

from tesla_metrics.discourse.whole import load_whole
from tesla_metrics.errors import ResourceError
from tesla_metrics.learning.linear import LinearClassifier


def test_a_whole_one_is_read(tmp_path: Path) -> None:
    path = tmp_path / "own.discourse"
    whole_model().write(path)
    assert load_whole(path).strings("connectives") == ("if .. then",)


@pytest.mark.parametrize("name", sorted(whole_model().classifiers))
def test_every_classifier_must_be_there(tmp_path: Path, name: str) -> None:
    model, path = whole_model(), tmp_path / "own.discourse"
    kept = {one: own for one, own in model.classifiers.items() if one != name}
    replace(model, classifiers=kept).write(path)
    with pytest.raises(ResourceError, match=rf"own\.discourse is malformed .*no {name} classifier"):
        load_whole(path)


@pytest.mark.parametrize(
    ("name", "labels", "said"),
    [
        ("explicit.connective", ("no", "x", "yes"), "other labels than no and yes"),
        ("explicit.arg1.end", ("no",), "other labels than no and yes"),
        ("explicit.arg2.start", ("yes", "no"), "other labels than no and yes"),
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
        load_whole(path)


@pytest.mark.parametrize("string", [" ", "if .. ", "but .. ..", "as  if", " but", ".."])
def test_strings_that_are_no_connective(tmp_path: Path, string: str) -> None:
    path = tmp_path / "own.discourse"
    replace(whole_model(), lists={"connectives": ("and", string)}).write(path)
    with pytest.raises(ResourceError, match="is no connective"):
        load_whole(path)


def test_the_list_of_connectives_must_be_there(tmp_path: Path) -> None:
    path = tmp_path / "own.discourse"
    replace(whole_model(), lists={}).write(path)
    with pytest.raises(ResourceError, match="no list of connectives"):
        load_whole(path)
