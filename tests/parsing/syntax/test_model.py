"""Parser files: what is damaged is refused."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from small_parser import small_parser, tagged, train_small_parser

from model_training.parser_training import train_parser
from tesla_metrics.arrays import Array
from tesla_metrics.errors import ResourceError
from tesla_metrics.files.resource import write_resource
from tesla_metrics.files.schema import SchemaError
from tesla_metrics.parsing.syntax.parser import Parser
from tesla_metrics.parsing.syntax.parser_model import (
    FeatureWeights,
    ParserModel,
    ParserVocabulary,
    decode_model,
    encode_model,
)
from tesla_metrics.parsing.syntax.tree_formats import parse_tree


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
    with pytest.raises(SchemaError):
        decode_model(small_parser().body[:size])


def test_a_body_with_more_is_refused() -> None:
    with pytest.raises(SchemaError, match="too long"):
        decode_model(small_parser().body + b"0")


Change = Callable[[ParserModel], ParserModel]
_EMPTY = FeatureWeights(*(np.zeros(size, int) for size in (0, 1, 0, 0)))


def _with_tag(tag: str) -> Change:
    """`tag` in the place of NN."""

    def changed(model: ParserModel) -> ParserModel:
        tags = [tag if one == "NN" else one for one in model.vocabulary.tags]
        return replace(model, vocabulary=ParserVocabulary(model.vocabulary.words, tags))

    return changed


def _with_labels(count: int) -> Change:
    def changed(model: ParserModel) -> ParserModel:
        symbols = model.symbols.n_tag_ids + count
        return replace(
            model,
            labels=tuple(f"L{number}" for number in range(count)),
            rules=np.array([[1, 1, 1]]),
            leaves=np.zeros(count, int),
            tops=np.zeros(symbols, int),
            tables=(_EMPTY,) * 3,
        )

    return changed


def _with_columns(columns: list[int]) -> Change:
    """One feature that has these."""
    table = FeatureWeights(
        np.array([7]), np.array([0, len(columns)]), np.array(columns), np.ones(len(columns), int)
    )
    return lambda model: replace(model, tables=(table, *model.tables[1:]))


def _with_rules(rules: Callable[[Array], Array]) -> Change:
    return lambda model: replace(model, rules=rules(model.rules))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_with_rules(lambda rules: rules[::-1]), "not sorted"),
        (_with_rules(lambda rules: rules + 40), "unknown symbols"),
        (
            lambda model: replace(model, labels=(*model.labels[:-1], model.labels[0])),
            "duplicate or empty",
        ),
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
        (_with_tag("NX"), "no tag NN"),
        (
            lambda model: replace(model, labels=("+", *model.labels[1:])),
            "that bracketed trees cannot contain",
        ),
        (
            lambda model: replace(model, labels=("(", *model.labels[1:])),
            "that bracketed trees cannot contain",
        ),
        (_with_labels(2_000), "more than 1000 tags and labels"),
        (_with_labels(70_000), "more than 1000 tags and labels"),
        (_with_columns([1, 1]), "duplicate or not sorted"),
        (_with_columns([2, 1]), "duplicate or not sorted"),
    ],
)
def test_what_does_not_fit_is_refused(change: Change, said: str) -> None:
    body = encode_model(change(decode_model(small_parser().body)))
    with pytest.raises(SchemaError, match=said):
        decode_model(body)


def test_features_may_have_the_same_columns() -> None:
    columns, model = np.array([0, 1, 0, 1]), decode_model(small_parser().body)
    table = FeatureWeights(np.array([7, 9]), np.array([0, 2, 4]), columns, np.ones(4, int))
    body = encode_model(replace(model, tables=(table, *model.tables[1:])))
    assert decode_model(body).tables[0].columns.tolist() == [0, 1, 0, 1]


def test_the_small_parser_is_what_training_makes() -> None:
    pytest.importorskip("tesla_metrics._training")
    trained, stored = train_small_parser(), small_parser()
    assert decode_model(trained.body).labels == decode_model(stored.body).labels


def test_a_parser_of_trees_without_nouns_knows_what_unknown_tags_are() -> None:
    pytest.importorskip("tesla_metrics._training")
    *_, (resource, _) = train_parser(
        [parse_tree("(S (NP (PRP She)) (VP (VBD left)))")] * 6, language="en", n_iterations=1
    )
    (tree,) = Parser(resource).trees([tagged("She/PRP zorked/ZZ")])
    assert tree.tags == ("PRP", "ZZ")
