"""Weights in files."""

from pathlib import Path

import pytest
from app.cli.running import write
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics import InputError, UsageError
from tesla_metrics.decoding.nbest.weights import Weights, read_weights, write_weights


@settings(max_examples=25)
@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=5))
def test_weights_come_back_exactly(
    tmp_path_factory: pytest.TempPathFactory, values: list[float]
) -> None:
    weights = Weights(tuple(f"lm_{n}" for n in range(len(values))), tuple(values))
    file = str(tmp_path_factory.getbasetemp() / "weights")
    write_weights(weights, file, "bleu 0.25\nof a list")
    assert read_weights(file) == weights
    assert Path(file).read_text("utf-8").startswith("# bleu 0.25\n# of a list\nlm_0 ")


def test_moses_lines(tmp_path: Path) -> None:
    lines = ["[weight]", "", "LM0= 0.5", "TM0= 0.2 0.1 # of phrases", "x=1", "0 -0.25"]
    found = read_weights(str(write(tmp_path / "w", lines)))
    assert found.names == ("LM0_0", "TM0_0", "TM0_1", "x", "0")
    assert found.values == (0.5, 0.2, 0.1, 1, -0.25)


def test_in_the_order_of_the_list() -> None:
    weights = Weights(("a", "b"), (1, 2))
    assert weights.of(["b", "a"]).tolist() == [2, 1]
    with pytest.raises(InputError, match="w has no weight for feature c"):
        weights.of(["a", "b", "c"], "w")
    with pytest.raises(InputError, match="w has a weight for b, which is not a feature"):
        weights.of(["a"], "w")
    with pytest.raises(UsageError, match="1 feature names but 2 weights"):
        Weights(("a",), (1, 2))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a", "line 2: 'a' is not NAME VALUE"),
        ("b one", "line 2: 'b one' is not"),
        ("1 2 3", "line 2: '1 2 3' is not"),
        ("a 2", "line 2: a already has a weight"),
        ("b nan", "line 2: the weight of b is nan"),
    ],
)
def test_bad_weights(tmp_path: Path, line: str, message: str) -> None:
    file = write(tmp_path / "w", ["a 1", line])
    with pytest.raises(InputError) as error:
        read_weights(str(file))
    assert message in str(error.value)


def test_no_weights(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no weights"):
        read_weights(str(write(tmp_path / "w", ["# nothing"])))


def test_names_that_cannot_be_written(tmp_path: Path) -> None:
    file = str(tmp_path / "w")
    write_weights(Weights(("pp_a#b", "c:d"), (1, 2)), file)
    assert read_weights(file).names == ("pp_a#b", "c:d")
    for name in ("two words", "#a", "a=", "a\nb 2"):
        with pytest.raises(InputError, match="cannot be written"):
            write_weights(Weights((name,), (1,)), file)
