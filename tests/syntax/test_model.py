"""Parser files: what is damaged is refused."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from small_parser import small_parser

from tesla_metrics.arrays import Array
from tesla_metrics.errors import ResourceError
from tesla_metrics.files.resource import write_resource
from tesla_metrics.files.schema import MisfitError
from tesla_metrics.syntax.model import ParserModel, decode_model, encode_model
from tesla_metrics.syntax.parser import Parser


def test_a_model_comes_back() -> None:
    body = small_parser().body
    assert encode_model(decode_model(body)) == body


def test_a_file_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "small.parser"
    write_resource(path, small_parser())
    assert Parser.load(path).language == "en"


def test_another_version_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "small.parser"
    write_resource(path, replace(small_parser(), version=2))
    with pytest.raises(ResourceError, match=r"small\.parser.*version"):
        Parser.load(path)


@pytest.mark.parametrize("size", [0, 10, 40, 500, -1])
def test_a_body_cut_short_is_refused(size: int) -> None:
    with pytest.raises(MisfitError):
        decode_model(small_parser().body[:size])


def test_a_body_with_more_is_refused() -> None:
    with pytest.raises(MisfitError, match="too long"):
        decode_model(small_parser().body + b"0")


Change = Callable[[ParserModel], ParserModel]


def _with_rules(rules: Callable[[Array], Array]) -> Change:
    return lambda model: replace(model, rules=rules(model.rules))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_with_rules(lambda rules: rules[::-1]), "out of order"),
        (_with_rules(lambda rules: rules + 40), "unknown symbols"),
        (lambda model: replace(model, labels=(*model.labels[:-1], model.labels[0])), "twice"),
        (
            lambda model: replace(
                model,
                tables=(
                    replace(model.tables[0], columns=np.full_like(model.tables[0].columns, 999)),
                    *model.tables[1:],
                ),
            ),
            "unknown columns",
        ),
    ],
)
def test_what_does_not_fit_is_refused(change: Change, said: str) -> None:
    body = encode_model(change(decode_model(small_parser().body)))
    with pytest.raises(MisfitError, match=said):
        decode_model(body)
