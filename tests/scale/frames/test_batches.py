"""score_batches: any reader, any types of texts, any cut."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics import (
    Bleu,
    InputError,
    Metric,
    TeslaM,
    TeslaWarning,
    TeslaX,
    UsageError,
    score_batches,
)
from tesla_metrics.scale.frames import batches as module

pa = pytest.importorskip("pyarrow")

HYPOTHESES = ["the cat sat on the mat", "a dog barked", "birds fly south in winter", "snow fell"]
REFERENCES = ["a cat sat on the mat", "the dog was barking", "in winter birds fly south", "snow"]
TABLE = pa.table({"mt": HYPOTHESES, "ref": REFERENCES})
COLUMNS = "hyp=mt,ref=ref"
EXPECTED = list(TeslaM(lang="en").score(HYPOTHESES, REFERENCES).segments)


def scores(reader: Any, metric: Any = "tesla-m", columns: Any = COLUMNS, **more: Any) -> list[Any]:
    options: dict[str, Any] = {"lang": "en"} if isinstance(metric, str) else {}
    found = pa.Table.from_batches(score_batches(reader, metric, columns, **options, **more))
    values: list[Any] = found.column("tesla-m").to_pylist()
    return values


class Stream:
    """What another package's data frame has to offer."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return TABLE.__arrow_c_stream__(requested_schema)


@pytest.mark.parametrize(
    "reader",
    [
        TABLE,
        TABLE.to_batches()[0],
        TABLE.to_reader(),
        TABLE.to_batches(max_chunksize=2),
        iter(TABLE.to_batches(max_chunksize=3)),
        [TABLE.slice(0, 1), TABLE.slice(1)],
        Stream(),
        lambda: TABLE,
        lambda: iter(TABLE.to_batches()),
    ],
)
def test_readers_of_all_kinds(reader: Any) -> None:
    assert scores(reader) == EXPECTED


def test_a_dataset(tmp_path: Any) -> None:
    dataset, parquet = (pytest.importorskip(f"pyarrow.{x}") for x in ("dataset", "parquet"))
    parquet.write_table(TABLE, tmp_path / "a.parquet")
    parquet.write_table(TABLE.slice(1), tmp_path / "b.parquet")
    assert scores(dataset.dataset(tmp_path)) == EXPECTED + EXPECTED[1:]


@pytest.mark.parametrize("reader", ["rows", 5, {"mt": HYPOTHESES}, [1, 2]])
def test_what_has_no_batches(reader: Any) -> None:
    with pytest.raises(InputError, match="no Arrow batches"):
        scores(reader)


@pytest.mark.parametrize(
    "kind",
    ["string", "large_string", "string_view", "categories", "list", "large list"],
)
def test_texts_of_all_types(kind: str) -> None:
    made: dict[str, Callable[[list[str]], Any]] = {
        "categories": lambda texts: pa.array(texts).dictionary_encode(),
        "list": lambda texts: pa.array([[one] for one in texts]),
        "large list": lambda texts: pa.array(
            [[one] for one in texts], pa.large_list(pa.large_string())
        ),
    }
    if kind == "string_view" and not hasattr(pa, "string_view"):
        pytest.skip("this pyarrow has none")
    make = made.get(kind) or (lambda texts: pa.array(texts, getattr(pa, kind)()))
    hypotheses = pa.array(HYPOTHESES) if "list" in kind else make(HYPOTHESES)
    assert scores(pa.table({"mt": hypotheses, "ref": make(REFERENCES)})) == EXPECTED


def test_several_metrics_with_statistics() -> None:
    reader = score_batches(
        TABLE, ["tesla-m", Bleu(lowercase=True), "bleu"], COLUMNS, lang="en", statistics=True
    )
    found = pa.Table.from_batches(reader)
    names = ["tesla-m", "tesla-m statistics", "bleu", "bleu statistics"]
    assert found.schema.names == ["mt", "ref", *names, "bleu (2)", "bleu statistics (2)"]
    assert found.column("bleu").to_pylist() == list(
        Bleu(lowercase=True).score(HYPOTHESES, REFERENCES).segments
    )
    assert len(found.column("bleu statistics").to_pylist()[0]) == 10


def test_options_that_no_metric_has() -> None:
    with pytest.raises(UsageError, match="lang"):
        score_batches(TABLE, Bleu(), COLUMNS, lang="en")
    with pytest.raises(UsageError, match="shape"):
        score_batches(TABLE, ["tesla-m"], COLUMNS, lang="en", shape=3)
    with pytest.raises(UsageError, match="no metric"):
        score_batches(TABLE, [], COLUMNS)
    with pytest.raises(UsageError, match="no column has a reference for tesla-m"):
        score_batches(TABLE, "tesla-m", "hyp=mt", lang="en")


def test_what_is_there_is_not_covered() -> None:
    again = TABLE.append_column("tesla-m", pa.array(["mine"] * 4))
    found = pa.Table.from_batches(score_batches(again, "tesla-m", COLUMNS, lang="en"))
    assert found.column("tesla-m").to_pylist() == ["mine"] * 4
    assert found.column("tesla-m (2)").to_pylist() == EXPECTED


def test_a_metric_that_learns_reads_twice() -> None:
    metric = TeslaX(lang="nl")
    expected = list(metric.score(HYPOTHESES, REFERENCES).segments)

    def found(reader: Any) -> list[Any]:
        parts = score_batches(reader, metric, COLUMNS)
        values: list[Any] = pa.Table.from_batches(parts).column("tesla-x").to_pylist()
        return values

    assert found(TABLE) == expected
    assert found(TABLE.to_batches(max_chunksize=1)) == expected
    assert found(lambda: TABLE.to_reader(max_chunksize=1)) == expected
    for once in (TABLE.to_reader(), iter(TABLE.to_batches())):
        with pytest.raises(UsageError, match="give a function"):
            score_batches(once, metric, COLUMNS)


def test_bad_rows_by_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BATCH_ROWS", 2)
    rows = pa.table({"mt": ["a", "b", None, "d", None], "ref": ["a", "b", "c", None, "e"]})
    with pytest.raises(InputError, match=r"^row 3: mt is null; correct it, or use keep_bad=True"):
        scores(rows)
    told = "3 rows have no score: row 3: mt is null; row 4: there is no reference in ref; row 5"
    with pytest.warns(TeslaWarning, match=told):
        found = scores(rows, keep_bad=True)
    assert [one is None for one in found] == [False, False, True, True, True]


def test_a_column_of_nothing() -> None:
    rows = pa.table({"mt": pa.nulls(2), "ref": ["a", "b"]})
    with pytest.raises(InputError, match="row 1: mt is null"):
        scores(rows)
    with pytest.warns(TeslaWarning, match="2 rows"):
        assert scores(rows, keep_bad=True) == [None, None]


def test_bytes_that_are_no_text() -> None:
    data = pa.py_buffer(b"good\xff\xfegood")
    offsets = pa.py_buffer(b"".join(n.to_bytes(4, "little") for n in (0, 4, 6, 10)))
    broken = pa.StringArray.from_buffers(3, offsets, data)
    rows = pa.table({"mt": broken, "ref": ["good", "good", "good"]})
    with pytest.raises(InputError, match="row 2: mt is not valid UTF-8"):
        scores(rows)
    with pytest.warns(TeslaWarning, match="not valid UTF-8"):
        assert scores(rows, keep_bad=True) == [1.0, None, 1.0]
    lists = pa.ListArray.from_arrays([0, 1, 3], broken)
    rows = pa.table({"mt": ["good", "good"], "ref": lists})
    with pytest.warns(TeslaWarning, match="row 2: ref is not valid UTF-8"):
        assert scores(rows, keep_bad=True) == [1.0, None]


def test_a_text_that_is_too_long() -> None:
    with pytest.raises(InputError, match="row 1: mt is longer than 10 characters"):
        scores(TABLE, longest=10)


def test_no_rows_at_all() -> None:
    assert list(score_batches(iter(()), TeslaM(lang="en"), COLUMNS)) == []
    assert list(score_batches(TABLE.slice(0, 0), TeslaM(lang="en"), COLUMNS)) == []


def test_large_batches_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BATCH_BYTES", 1)
    sizes = [len(batch) for batch in score_batches(TABLE, TeslaM(lang="en"), COLUMNS)]
    assert sizes == [1, 1, 1, 1]
    monkeypatch.setattr(module, "MAX_BATCH_BYTES", 1 << 20)
    huge = " ".join(["word"] * 3000)
    rows = pa.table({"mt": [huge, "a"], "ref": [huge, "a"]})
    assert scores(rows) == [1.0, 1.0]


TEXTS = st.text(st.sampled_from("ab cé中\n\t\"'.,\u200f😀"), max_size=12)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=12), st.data())
def test_any_cut_gives_the_same(rows: list[tuple[str, str]], data: st.DataObject) -> None:
    table = pa.table({"mt": [one for one, _ in rows], "ref": [two for _, two in rows]})
    metrics: list[Metric[Any]] = [TeslaM(lang="en"), TeslaX(lang="en"), Bleu()]

    def cut() -> Iterator[Any]:
        start = 0
        while start < len(rows):
            size = data.draw(st.integers(1, len(rows)))
            yield from table.slice(start, size).to_batches()
            start += size

    whole = pa.Table.from_batches(score_batches(table, metrics, COLUMNS))
    pieces = pa.Table.from_batches(score_batches(cut(), metrics, COLUMNS))
    assert json.dumps(whole.to_pylist()) == json.dumps(pieces.to_pylist())


def test_a_parquet_file_is_read_as_often_as_it_must_be(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"hyp": ["een kat"], "ref": ["de kat"]}), path)
    with pq.ParquetFile(path) as file:
        (found,) = score_batches(file, "tesla-x", "hyp=hyp,ref=ref", lang="nl")
    assert found.num_rows == 1


def test_a_function_must_open_a_new_reader() -> None:
    table = pa.table({"hyp": ["een kat"], "ref": ["de kat"]})
    reader = table.to_reader()
    with pytest.raises(UsageError, match="the same reader twice"):
        list(score_batches(lambda: reader, "tesla-x", "hyp=hyp,ref=ref", lang="nl"))


def test_a_column_that_is_not_there() -> None:
    table = pa.table({"hyp": ["een kat"], "ref": [["de kat"]]})
    with pytest.raises(UsageError, match="no column 'mt'"):
        list(score_batches(table, "bleu", "hyp=mt,ref=ref"))
    fixed = table.set_column(1, "ref", table["ref"].cast(pa.list_(pa.string(), 1)))
    (found,) = score_batches(fixed, "bleu", "hyp=hyp,ref=ref")
    assert found.column("bleu").null_count == 0
