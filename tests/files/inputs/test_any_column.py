"""Whatever has texts in an order is a list of texts."""

from array import array
from collections import UserList, deque
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

from tesla_metrics import Bleu, InputError, Metric, TeslaWarning, TeslaX, compare
from tesla_metrics.files.inputs.columns import convert_to_list, is_missing

HYP = ["the kettle sings", "a lamp is lit", "the guests are late"]
REF = ["the kettle whistles", "someone lit a lamp", "the guests come late"]
METRICS: list[Metric[Any]] = [TeslaX(lang="en"), Bleu(lang="en")]


def pandas_series(texts: list[Any]) -> Any:
    return pytest.importorskip("pandas").Series(texts, index=range(7, 7 + len(texts)))


def polars_series(texts: list[Any]) -> Any:
    return pytest.importorskip("polars").Series(texts)


COLUMNS: list[Callable[[list[Any]], Any]] = [
    tuple,
    deque,
    UserList,
    iter,
    np.array,
    pandas_series,
    polars_series,
]


@pytest.mark.integrations
@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("metric", METRICS, ids=["tesla-x", "bleu"])
def test_any_column(metric: Metric[Any], column: Callable[[list[str]], Iterable[str]]) -> None:
    expected = metric.score(HYP, REF)
    assert metric.score(column(HYP), column(REF)) == expected
    assert metric.score(column(HYP), [column(REF)]) == expected
    assert metric.score(column(HYP), iter([column(REF)])) == expected
    matrix = metric.matrix(column(HYP), column(REF))
    assert np.array_equal(matrix, metric.matrix(HYP, REF))


@pytest.mark.integrations
@pytest.mark.parametrize("column", COLUMNS)
def test_gaps_in_any_column(column: Callable[[list[Any]], Iterable[Any]]) -> None:
    other = ["the kettle sings", None, "guests are late"]
    if column is np.array:
        other[1] = float("nan")  # type: ignore[call-overload]
        given: Any = np.array(other, dtype=object)
    else:
        given = column(other)
    expected = METRICS[0].score(HYP, [REF, ["the kettle sings", None, "guests are late"]])
    assert METRICS[0].score(HYP, [REF, given]) == expected


@pytest.mark.integrations
def test_missing_values_of_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    for nothing in (None, float("nan"), np.float32("nan"), pandas.NA, pandas.NaT):
        assert is_missing(nothing)
    assert not any(map(is_missing, ("", "nan", 0.0, 0, [], np.float64(1))))
    holed = pandas.Series(["a lamp", None, "late"])
    with pytest.raises(InputError, match=r"hypotheses: item 2 is (missing|None): give texts only"):
        METRICS[0].score(holed, REF)


@pytest.mark.integrations
@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_data_frames_are_rows(package: str) -> None:
    frames = pytest.importorskip(package)
    frame = frames.DataFrame({"mt": HYP, "ref": REF, "length": [1, 2, 3]})
    assert METRICS[0].score(frame) == METRICS[0].score(HYP, REF)
    assert METRICS[0].score(frame["mt"], frame["ref"]) == METRICS[0].score(HYP, REF)
    with pytest.raises(InputError, match="references are a DataFrame: give one of its columns"):
        METRICS[0].score(HYP, frame)
    with pytest.raises(InputError, match="hypotheses are a DataFrame"):
        METRICS[0].score(frame, REF)


def test_lists_and_tuples_are_not_copied() -> None:
    for value in (HYP, tuple(HYP)):
        assert convert_to_list("texts", value) is value


def test_what_has_no_texts() -> None:
    for value, fact in [(np.array("one"), "texts are a ndarray"), (object(), "texts are a object")]:
        with pytest.raises(InputError, match=fact):
            convert_to_list("texts", value)
    with pytest.raises(InputError, match="item 1 is a int"):
        METRICS[0].score(array("b", [1, 2, 3]), REF)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="item 1 is a bytes"):
        METRICS[0].score(np.array(HYP, dtype="S"), REF)


def test_generators_of_a_comparison() -> None:
    systems = {"a": [f"{text} so" for text in HYP * 10], "b": [f"so {text}" for text in REF * 10]}
    expected = compare(systems, [REF * 10, HYP * 10], METRICS)
    lazy = {name: (text for text in texts) for name, texts in systems.items()}
    assert compare(lazy, ((text for text in c * 10) for c in (REF, HYP)), METRICS) == expected
    by_segment = [list(both) for both in zip(REF * 10, HYP * 10, strict=True)]
    assert compare(systems, by_segment, METRICS, references_by="segment") == expected


class Labels(list[int]):
    """As an index of pandas is."""

    def equals(self, other: object) -> bool:
        return self == other


class SomeSeries(UserList[str]):
    def __init__(self, texts: list[str], labels: list[int]) -> None:
        super().__init__(texts)
        self.index: Any = Labels(labels)


def test_the_same_index_in_another_order_is_told() -> None:
    metric, hypotheses = METRICS[0], SomeSeries(HYP, [0, 1, 2])
    expected = metric.score(HYP, REF)
    for labels in ([0, 1, 2], [7, 8, 9]):
        assert metric.score(hypotheses, SomeSeries(REF, labels)) == expected
    with pytest.warns(TeslaWarning, match="same index in different orders"):
        assert metric.score(hypotheses, SomeSeries(REF, [2, 1, 0])) == expected


@pytest.mark.integrations
def test_series_that_are_sorted_in_another_way() -> None:
    frame = pytest.importorskip("pandas").DataFrame({"mt": HYP, "ref": REF})
    with pytest.warns(TeslaWarning, match="same index in different orders"):
        METRICS[0].score(frame["mt"], frame["ref"][::-1])
