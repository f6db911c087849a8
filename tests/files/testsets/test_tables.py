"""TSV, CSV and JSON lines as test sets."""

import csv
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tesla_metrics import Item, Testset, read_testset
from tesla_metrics.errors import InputError, TeslaError, TeslaWarning, UsageError
from tesla_metrics.files.testsets.formats import find_separator


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def write_rows(path: Path, rows: Iterable[dict[str, Any]]) -> str:
    return write(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def outputs(found: Testset) -> dict[str, list[Any]]:
    return {system: found.read(system)[0] for system in found.systems}


def references(found: Testset) -> dict[str, list[Any]]:
    sets = found.read(found.systems[0])[1]
    return {name: list(one) for name, one in zip(found.reference_names, sets, strict=True)}


TSV = 'id\tmt\tother\tref\n7\tA "boat.\tB\tC\n8\t\t"x"\tD\n'


def test_columns_by_name(tmp_path: Path) -> None:
    found = read_testset([write(tmp_path / "a.tsv", TSV)], columns="hyp=mt,ref=ref")
    assert found.systems == ["a.tsv"]
    # Quotes are text, and an empty cell is an empty output.
    assert outputs(found) == {"a.tsv": ['A "boat.', ""]}
    assert references(found) == {"ref": ["C", "D"]}
    assert list(found.all_references()) == ["C", "D"]


def test_several_systems_and_references(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", TSV)
    found = read_testset([path], columns="hyp=mt, hyp=other, ref=ref, ref=mt")
    assert outputs(found) == {"mt": ['A "boat.', ""], "other": ["B", '"x"']}
    assert list(references(found)) == ["ref", "mt"]
    found.choose(["other"], ["mt"])
    assert (found.systems, found.reference_names) == (["other"], ["mt"])
    with pytest.raises(UsageError, match="no system 'third': choose from other"):
        found.choose(["third"])


def test_columns_by_number(tmp_path: Path) -> None:
    path = write(tmp_path / "a", "x\ty\nz\tw\n")
    found = read_testset([path], columns="hyp=1,ref=2", header=False)
    assert (outputs(found), references(found)) == ({"a": ["x", "z"]}, {"column 2": ["y", "w"]})
    found = read_testset([path], columns="hyp=1,hyp=2,ref=2", header=True)
    assert outputs(found) == {"x": ["z"], "y": ["w"]}
    assert found.reference_names == ["y"]
    found = read_testset(
        [write(tmp_path / "a", "\t7\nz\tw\n")], columns="hyp=1,hyp=2,ref=2", header=True
    )
    assert found.systems == ["column 1", "column 2"]


def test_a_header_is_never_guessed(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", "mt\tref\nx\ty\n")
    with pytest.raises(InputError, match=r"line 1: 'mt' may be a header or a segment: give --"):
        read_testset([path], columns="hyp=1,ref=2")
    assert outputs(read_testset([path], columns="hyp=1,ref=2", header=True)) == {"a.tsv": ["x"]}
    found = read_testset([path], columns="hyp=1,ref=2", header=False)
    assert outputs(found) == {"a.tsv": ["mt", "x"]}
    with pytest.raises(UsageError, match="with --no-header columns have no names"):
        read_testset([path], columns="hyp=mt,ref=2", header=False)
    with pytest.raises(UsageError, match="--columns"):
        read_testset([path], kind="tsv", header=True)


@pytest.mark.parametrize(
    "first",
    [
        "german_mt\tgerman_ref",
        "MT output\tHuman reference",
        "A whole sentence, it seems.\tref",
        "ref\tA whole sentence, it seems.",
        "Boot.\tSchiff.",
        "船が出る。\t船が出ます。",
        "\tA boat leaves.",
    ],
)
def test_a_first_line_that_may_be_a_header(tmp_path: Path, first: str) -> None:
    path = write(tmp_path / "a.tsv", f"{first}\nThe boat sails.\tThe boat sailed.\n")
    with pytest.raises(InputError, match="may be a header or a segment: give --header or --no-"):
        read_testset([path], columns="hyp=1,ref=2")
    assert outputs(read_testset([path], columns="hyp=1,ref=2", header=True)) == {
        "a.tsv": ["The boat sails."]
    }


@pytest.mark.parametrize(
    "first",
    [
        "7\tThe boat sails.\tThe boat sailed!\td",
        "7\t“The boat sails.”\t(Is it a boat?)\td",
        f"id\tA boat without end {'and so on ' * 5}\tThe boat sailed.\tdoc",
    ],
)
def test_a_first_line_that_is_surely_none(tmp_path: Path, first: str) -> None:
    path = write(tmp_path / "a.tsv", f"{first}\n8\tx\ty\te\n")
    found = read_testset([path], columns="id=1,hyp=2,ref=3,doc=4")
    assert outputs(found) == {"a.tsv": [first.split("\t")[1].strip(), "x"]}


def test_known_names_need_no_columns(tmp_path: Path) -> None:
    path = write(tmp_path / "a", "Hyp\tREF\tnote\nx\ty\tz\n")
    found = read_testset([path], kind="tsv")
    assert (outputs(found), references(found)) == ({"a": ["x"]}, {"REF": ["y"]})
    path = write(tmp_path / "a", "summary\tcandidate\tref\nnothing\tx\ty\n")
    assert outputs(read_testset([path], kind="tsv")) == {"a": ["x"]}
    lines = '{"summary": "u", "ref": "y"}\n{"summary": "v", "mt": "x", "ref": "y"}\n'
    path = write(tmp_path / "a", lines)
    assert outputs(read_testset([path], kind="jsonl")) == {"a": ["u", "x"]}
    path = write(tmp_path / "a", "hyp\tmt\tref\nx\ty\tz\n")
    with pytest.raises(UsageError, match="hyp and mt could each be the candidate"):
        read_testset([path], kind="tsv")
    path = write(tmp_path / "a", "x\ty\nz\tw\n")
    with pytest.raises(UsageError, match=r"line 1: no column .* hyp=NAME,ref=NAME \(it has: x, y"):
        read_testset([path], kind="tsv")


def test_csv_cells_may_have_commas_and_line_ends(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", 'mt,ref\r\n"a, ""b""","one\r\n  two"\r\nx,y\r\n')
    found = read_testset([path], kind="csv")
    assert outputs(found) == {"a.csv": ['a, "b"', "x"]}
    assert references(found) == {"ref": ["one two", "y"]}


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("tsv", "mt\tref\nx\ty\nz\n", "line 3: 1 fields where line 1 has 2"),
        ("tsv", "mt\tref\nx\ty\n\nx\ty\n", "line 3: 1 fields"),
        ("csv", f'mt,ref\n"{(400_000 * "x" + chr(10)) * 3}",y\n', "is a quote never closed"),
        ("tsv", "mt\tref\nx\ty\tz\n", "line 2: 3 fields"),
        ("csv", 'mt,ref\n"x\n",y\nz\n', "line 4: 1 fields"),
        ("csv", 'mt,ref\n"x,y\n', "unexpected end of data"),
        ("csv", 'mt,ref\n"x" z,y\n', "line 2"),
        ("tsv", "", "is empty"),
        ("tsv", "mt\tref\n", "is empty"),
        ("jsonl", "", "is empty"),
        ("jsonl", '{"mt": "a", "ref": "b"}\n{"mt": "a"\n', "line 2: not valid JSON"),
        ("jsonl", '{"mt": "a", "ref": "b"}\n["a"]\n', "line 2: not a JSON object"),
        ("jsonl", '{"mt": "a", "ref": "b"}\n{"ref": "b"}\n', "line 2: 'mt' is missing"),
        ("jsonl", '{"mt": "a", "ref": "b"}\n{"mt": ["x"], "ref": "b"}\n', r"line 2: 'mt' is \[\"x"),
        ("jsonl", '{"mt": "a", "ref": 5}\n', "line 1: 'ref' is 5"),
        ("jsonl", '{"mt": NaN, "ref": "a"}\n', "line 1: 'mt' is NaN"),
        ("jsonl", '{"mt": "\\ud83d", "ref": "a"}\n', r"line 1: half a surrogate pair \(\\ud83d"),
        ("jsonl", '{"mt": "a", "ref": "b", "system": null}\n', "line 1: 'system' is missing"),
        ("tsv", "system\tmt\tref\n", "is empty"),
        ("jsonl", '{"mt": "a", "ref": "b"}\n{"mt": "a"}\n', "no reference for segment 2"),
        (
            "jsonl",
            '{"mt": "a", "ref": "b"}\n{"mt": "a", "ref": []}\n',
            "no reference for segment 2",
        ),
        ("jsonl", '{"output": "a", "ref": "b"}\n', r"hyp=NAME,ref=NAME \(it has: output, ref\)"),
        (
            "jsonl",
            '[\n{"mt": "a", "ref": "b"}\n]\n',
            r"line 1: not valid JSON .*jq -c '\.\[\]' converts",
        ),
        (
            "jsonl",
            '[{"mt": "a", "ref": "b"}]\n',
            r"line 1: not a JSON object.*jq -c '\.\[\]' converts",
        ),
        (
            "jsonl",
            '{"mt": "a", "ref": "b"}\n{"mt": "a", "ref": "b", "system": "A"}\n',
            "line 1: 'system' is missing",
        ),
        (
            "jsonl",
            '{"mt": "a", "ref": "b"}\n{"mt": "a", "ref": "b", "references": ["c"]}\n',
            "line 2: ref and references could each be the reference",
        ),
        (
            "jsonl",
            '{"mt": "a", "ref": "b"}\n{"mt": "a", "hyp": "c", "ref": "b"}\n',
            "line 2: mt and hyp could each be the candidate",
        ),
        (
            "jsonl",
            '{"mt": "a", "ref": "b", "mt": "c"}\n',
            "line 1: not valid JSON .'mt' occurs twice",
        ),
        (
            "jsonl",
            '{"mt": "a", "ref": "b"}\n{"hyp": 5, "references": "b"}\n',
            "line 2: 'hyp' is 5",
        ),
    ],
)
def test_refused(tmp_path: Path, kind: str, text: str, message: str) -> None:
    path = write(tmp_path / "file", text)
    with pytest.raises(TeslaError, match=message) as caught:
        outputs(read_testset([path], kind=kind))
    assert str(tmp_path / "file") in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ("hyp", "'hyp': give NAME=COLUMN"),
        ("hyp=", "give NAME=COLUMN"),
        ("hyp=mt,gold=ref", "NAME is one of candidate, hyp"),
        ("ref=ref", "add hyp=COLUMN"),
        ("hyp=mt,hyp=mt", "'mt' as candidate twice"),
        ("hyp=mt,ref=ref,src=1,src=2", "two columns as source"),
        ("hyp=mt,ref=gold", "no column 'gold': line 1 has id, mt, other, ref"),
        ("hyp=mt,other,ref=ref", "no column 'mt,other'"),
        ("hyp=mt,ref=9", "no column 9: line 1 has 4 fields"),
        ("hyp=mt,ref=0", "no column 0"),
        ("hyp=mt", "there is no reference: add -r REF, or name the column"),
    ],
)
def test_columns_that_are_not_there(tmp_path: Path, columns: str, message: str) -> None:
    with pytest.raises(TeslaError, match=message):
        read_testset([write(tmp_path / "a.tsv", TSV)], columns=columns)


def test_a_name_may_have_a_comma_and_stand_twice(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", "mt, raw\tref\tref\nx\ty\tz\n")
    assert outputs(read_testset([path], columns="hyp=mt, raw,ref=2")) == {"a.tsv": ["x"]}
    with pytest.raises(InputError, match="2 columns 'ref'"):
        read_testset([path], columns="hyp=mt, raw,ref=ref")


def test_json_lines_by_their_name(tmp_path: Path) -> None:
    rows = [
        {"candidate": "a", "references": ["b", "c"], "source": "s", "doc": 1},
        {"candidate": "d\ne", "references": ["f"], "source": "t", "doc": 2},
        {"candidate": "g", "references": [None, "h"], "source": "u", "doc": 2},
    ]
    found = read_testset([write_rows(tmp_path / "a.jsonl", rows)])
    assert outputs(found) == {"a.jsonl": ["a", "d e", "g"]}
    assert references(found) == {
        "references 1": ["b", "f", None],
        "references 2": ["c", None, "h"],
    }
    assert found.count() == 3
    assert list(found.all_references()) == ["b", "f", "c", "h"]
    assert list(found.items("a.jsonl")) == [
        Item("a", ("b", "c"), "s", "1"),
        Item("d e", ("f",), "t", "2"),
        Item("g", ("h",), "u", "2"),
    ]


def test_json_lines_by_columns(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "a", [{"x": "a", "y": "b", "z": "c"}])
    found = read_testset([path], columns=["hyp=x,hyp=y", "ref=z"])
    assert (outputs(found), references(found)) == ({"x": ["a"], "y": ["b"]}, {"z": ["c"]})
    with pytest.raises(InputError, match="no field 'w': it has x, y, z"):
        read_testset([path], columns="hyp=w,ref=z")


def test_rows_may_call_their_fields_differently(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"mt": "a", "ref": "b", "src": "s"},
        {"references": ["c", "d"], "Hyp": "e", "source": "t"},
        {"text": "f", "reference": "g", "src": "u"},
    ]
    found = read_testset([write_rows(tmp_path / "a.jsonl", rows)])
    assert outputs(found) == {"a.jsonl": ["a", "e", "f"]}
    assert list(references(found).values()) == [["b", "c", "g"], [None, "d", None]]
    assert [item.source for item in found.items("a.jsonl")] == ["s", "t", "u"]


def test_named_fields_count_whatever_else_a_row_has(tmp_path: Path) -> None:
    rows = [{"mt": "a", "ref": "b"}, {"mt": "c", "hyp": "x", "ref": "d", "ref2": "e"}]
    path = write_rows(tmp_path / "a.jsonl", rows)
    found = read_testset([path], columns="hyp=mt,ref=ref,ref=ref2")
    assert outputs(found) == {"a.jsonl": ["a", "c"]}
    assert references(found) == {"ref": ["b", "d"], "ref2": [None, "e"]}


def test_characters_that_json_writes_in_two_halves(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", '{"mt": "\\ud83d\\ude00", "ref": "b"}\n')
    assert outputs(read_testset([path])) == {"a.jsonl": ["😀"]}


def test_empty_segments_of_further_references(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", "mt\tr1\tr2\nx\t\t \ny\ta\tb\n")
    found = read_testset([path], columns="hyp=mt,ref=r1,ref=r2")
    assert references(found) == {"r1": ["", "a"], "r2": ["", "b"]}
    found = read_testset([path], columns="hyp=mt,ref=r1,ref=r2", skip_empty=True)
    assert references(found) == {"r1": ["", "a"], "r2": [None, "b"]}
    assert list(found.all_references()) == ["", "a", "b"]


def test_blank_lines_of_json_lines_are_none(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", '{"mt": "a", "ref": "b"}\n\n{"mt": "c", "ref": "d"}\n\n')
    assert outputs(read_testset([path])) == {"a.jsonl": ["a", "c"]}


def test_references_beside_a_table(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", TSV)
    more = write(tmp_path / "more.txt", "E\nF\n")
    found = read_testset([path], [more], columns="hyp=mt,ref=ref")
    assert references(found) == {"ref": ["C", "D"], "more.txt": ["E", "F"]}
    found = read_testset([path], [more], columns="hyp=mt")
    assert references(found) == {"more.txt": ["E", "F"]}
    short = write(tmp_path / "short.txt", "E\n")
    found = read_testset([path], [short], columns="hyp=mt,ref=ref")
    with pytest.raises(InputError, match=r"short.txt has 1 segment but .*a.tsv has 2"):
        found.read("a.tsv")
    with pytest.raises(InputError, match=r"a.tsv looks like TSV, but -r takes plain lines"):
        read_testset([path], [path], columns="hyp=mt,ref=ref", kind="tsv")


def test_two_tables_have_the_same_references(tmp_path: Path) -> None:
    first = write(tmp_path / "a.tsv", "mt\tref\nx\tr\ny\ts\n")
    second = write(tmp_path / "b.tsv", "mt\tref\nz\tr\nw\ts\n")
    found = read_testset([first, second], columns="hyp=mt,ref=ref")
    assert outputs(found) == {"a.tsv": ["x", "y"], "b.tsv": ["z", "w"]}
    assert references(found) == {"ref": ["r", "s"]}
    write(tmp_path / "b.tsv", "mt\tref\nz\ts\nw\tr\n")
    found = read_testset([first, second], columns="hyp=mt,ref=ref")
    with pytest.raises(
        InputError, match=r"b.tsv: segment 1 has a different reference than in .*a.tsv"
    ):
        found.read("b.tsv")


def test_ids_bring_two_tables_in_one_order(tmp_path: Path) -> None:
    first = write_rows(tmp_path / "a.jsonl", [
        {"id": 1, "mt": "x", "ref": "r"}, {"id": 2, "mt": "y", "ref": "s"},
    ])  # fmt: skip
    second = write_rows(tmp_path / "b.jsonl", [{"id": 2, "mt": "z"}, {"id": 1, "mt": "w"}])
    found = read_testset([second, first])
    assert outputs(found) == {"b.jsonl": ["w", "z"], "a.jsonl": ["x", "y"]}
    write_rows(tmp_path / "b.jsonl", [{"id": 2, "mt": "z"}, {"id": 3, "mt": "w"}])
    with pytest.raises(InputError, match=r"b.jsonl lacks segment 1, which .*a.jsonl has"):
        read_testset([first, second])
    write_rows(tmp_path / "b.jsonl", [{"id": 2, "mt": "z"}, {"id": 2, "mt": "w"}])
    with pytest.raises(InputError, match=r"b.jsonl has segment 2 twice"):
        read_testset([first, second])


@pytest.mark.parametrize(("name", "said"), [("src", "source"), ("doc", "group")])
def test_two_tables_have_the_same_sources_and_documents(
    tmp_path: Path, name: str, said: str
) -> None:
    references = [write(tmp_path / "ref.txt", "r\ns\n")]
    first = write(tmp_path / "a.tsv", f"mt\t{name}\nx\tp\ny\tq\n")
    second = write(tmp_path / "b.tsv", f"mt\t{name}\nz\tp\nw\tq \n")
    found = read_testset([first, second], references, kind="tsv")
    assert outputs(found) == {"a.tsv": ["x", "y"], "b.tsv": ["z", "w"]}
    write(tmp_path / "b.tsv", f"mt\t{name}\nz\tp\nw\t\n")
    assert outputs(read_testset([first, second], references, kind="tsv"))["b.tsv"] == ["z", "w"]
    write(tmp_path / "b.tsv", f"mt\t{name}\nz\tp\nw\tp\n")
    found = read_testset([first, second], references, kind="tsv")
    assert found.read("a.tsv")[0] == ["x", "y"]
    with pytest.raises(
        InputError, match=f"b.tsv: segment 2 has a different {said} than in .*a.tsv"
    ):
        found.read("b.tsv")


def test_the_same_ids_have_the_same_sources(tmp_path: Path) -> None:
    references = [write(tmp_path / "ref.txt", "r\ns\n")]
    first = write(tmp_path / "a.tsv", "id\tmt\tsrc\n7\tx\tp\n8\ty\tq\n")
    second = write(tmp_path / "b.tsv", "id\tmt\tsrc\n7\tx\tp\n8\ty\tp\n")
    with pytest.raises(InputError, match=r"b.tsv: segment 8 has a different source"):
        read_testset([first, second], references, kind="tsv").read("b.tsv")


def test_plain_lines_are_in_the_order_of_the_ids(tmp_path: Path) -> None:
    references = [write(tmp_path / "ref.txt", "r\ns\n")]
    first = write(tmp_path / "a.tsv", "id\tmt\n7\tx\n8\ty\n")
    second = write(tmp_path / "b.tsv", "id\tmt\n7 \tz\n8\tw\n")
    found = read_testset([first, second], references, kind="tsv")
    assert outputs(found)["b.tsv"] == ["z", "w"]
    write(tmp_path / "b.tsv", "id\tmt\n8\tw\n7\tz\n")
    with pytest.raises(InputError, match=r"different orders.*lines of .*ref.txt is unclear"):
        read_testset([first, second], references, kind="tsv")
    write(tmp_path / "b.tsv", "id\tmt\n8\tw\n\tz\n")
    with pytest.raises(InputError, match=r"b.tsv, line 3: the id is empty"):
        read_testset([first, second], references, kind="tsv")


LONG = [
    {"system": "A", "doc": "d", "id": 1, "mt": "a1", "ref": "r1", "src": "s1"},
    {"system": "A", "doc": "d", "id": 2, "mt": "a2", "ref": "r2", "src": "s2"},
    {"system": "B", "doc": "d", "id": 2, "mt": "b2", "ref": "r2", "src": "s2"},
    {"system": "B", "doc": "d", "id": 1, "mt": "b1", "ref": "r1", "src": "s1"},
]


def test_a_row_a_system_and_segment(tmp_path: Path) -> None:
    found = read_testset([write_rows(tmp_path / "a.jsonl", LONG)])
    assert outputs(found) == {"A": ["a1", "a2"], "B": ["b1", "b2"]}
    assert references(found) == {"ref": ["r1", "r2"]}
    assert list(found.items("B")) == [
        Item("b1", ("r1",), "s1", "d", "1"),
        Item("b2", ("r2",), "s2", "d", "2"),
    ]
    records = found.records()
    assert records is not None
    assert [(system, place) for system, place, _ in records] == [
        ("A", 0), ("A", 1), ("B", 1), ("B", 0),
    ]  # fmt: skip


def test_without_ids_the_order_counts(tmp_path: Path) -> None:
    rows = [{key: row[key] for key in ("system", "mt", "ref")} for row in LONG]
    in_order = [rows[0], rows[3], rows[1], rows[2]]
    found = read_testset([write_rows(tmp_path / "a.jsonl", in_order)])
    assert outputs(found) == {"A": ["a1", "a2"], "B": ["b1", "b2"]}
    with pytest.raises(
        InputError, match="line 3: segment 1 has a different reference or source for B"
    ):
        read_testset([write_rows(tmp_path / "a.jsonl", rows)])
    with pytest.raises(InputError, match="B lacks segment 2, which A has"):
        read_testset([write_rows(tmp_path / "a.jsonl", in_order[:3])])


def test_long_tables_that_do_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with pytest.raises(InputError, match="B lacks segment 1 of d, which A has"):
        read_testset([write_rows(path, LONG[:3])])
    with pytest.raises(InputError, match=r"line 5: B has segment 1 of d again \(first on line 4\)"):
        read_testset([write_rows(path, [*LONG, LONG[3]])])
    with pytest.raises(
        UsageError, match="a table with a system column must have one output column"
    ):
        read_testset([write_rows(path, LONG)], columns="hyp=mt,hyp=src,ref=ref,system=system")


ROWS = [["mt", "ref"], ['She said "no; never", he says.', "A tab\tinside."], ["x", 'y "z"']]


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_csv_with_another_separator(tmp_path: Path, sign: str) -> None:
    path = tmp_path / "a.csv"
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream, delimiter=sign).writerows(ROWS)
    for options in ({"kind": "csv"}, {"columns": "hyp=mt,ref=ref"}):
        found = read_testset([str(path)], **options)  # type: ignore[arg-type]
        assert outputs(found) == {"a.csv": [ROWS[1][0], "x"]}
        assert references(found) == {"ref": [ROWS[1][1], 'y "z"']}


@pytest.mark.parametrize(
    ("line", "sign"),
    [
        ("a,b", ","), ("a;b", ";"), ("a\tb", "\t"), ("a", ","), ("", ","),
        ("a;b,c", ","), ("Yes, a boat.\tNo, a mill.", "\t"),
        ('"a,b";c', ";"), ('"a;b",c', ","), ('"a ""b, c"""\td', "\t"), ('"a,\t', ","),
    ],
)  # fmt: skip
def test_separator(line: str, sign: str) -> None:
    assert find_separator(line) == sign


def test_a_tsv_that_a_spreadsheet_quoted(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    rows = [["mt", "ref"], ['He said "no".', "x"], ['"No."', 'He said "yes".'], ["y", '"z'],
            ["w", "v"]]  # fmt: skip
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream, delimiter="\t").writerows(rows)
    found = read_testset([str(path)], columns="hyp=mt,ref=ref")
    with pytest.warns(TeslaWarning, match=r"4 fields are quoted .* line 2: give --input csv to"):
        assert found.read("a.tsv")[0][0] == '"He said ""no""."'
    assert found.read("a.tsv")[0][0] == '"He said ""no""."'  # told once
    found = read_testset([str(path)], columns="hyp=mt,ref=ref", kind="csv")
    assert outputs(found) == {"a.tsv": [row[0] for row in rows[1:]]}
    assert references(found) == {"ref": [row[1] for row in rows[1:]]}


def test_a_tsv_with_quotes_around_everything(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", '"mt"\t"ref"\n"a boat"\t"a ship"\n"x"\t"y"\n')
    with pytest.raises(InputError, match=r"no column 'mt': .*; give --input csv to remove the"):
        read_testset([path], columns="hyp=mt,ref=ref")
    found = read_testset([path], columns="hyp=1,ref=2", header=True)
    with pytest.warns(TeslaWarning, match="4 fields are quoted"):
        found.read("a.tsv")
    assert outputs(read_testset([path], kind="csv")) == {"a.tsv": ["a boat", "x"]}
    path = write(tmp_path / "a.tsv", 'mt\tref\n"a\tboat"\tx\n')
    found = read_testset([path], columns="hyp=mt,ref=ref")
    with pytest.raises(
        InputError, match=r"line 2: 3 fields .* give --input csv if its fields are quoted"
    ):
        found.read("a.tsv")


def test_plain_references_beside_a_long_table(tmp_path: Path) -> None:
    reference = [write(tmp_path / "ref.txt", "r1\nr2\n")]
    rows = [{key: row[key] for key in ("system", "id", "mt")} for row in LONG]
    path = tmp_path / "a.jsonl"
    with pytest.raises(InputError, match=r"different orders.*lines of .*ref.txt.*same order"):
        read_testset([write_rows(path, rows)], reference)
    found = read_testset([write_rows(path, [rows[0], rows[3], rows[1], rows[2]])], reference)
    assert outputs(found) == {"A": ["a1", "a2"], "B": ["b1", "b2"]}
    # Without ids the sources tell.
    rows = [{key: row[key] for key in ("system", "src", "mt")} for row in LONG]
    with pytest.raises(
        InputError, match="line 3: segment 1 has a different reference or source for B"
    ):
        read_testset([write_rows(path, rows)], reference)


def test_names_in_long_tables(tmp_path: Path) -> None:
    text = "system\tid\tmt\tref\n A\t1\ta1\tr1\nA \t 2\ta2\tr2\n"
    found = read_testset([write(tmp_path / "a", text)], kind="tsv")
    assert outputs(found) == {"A": ["a1", "a2"]}
    for more, message in (
        ("A\t\ta3\tr3\n", "line 4: the id is empty: add an id"),
        (" \t3\ta3\tr3\n", "line 4: the system is empty: add its name"),
        ("A\t2 \ta3\tr3\n", "line 4: A has segment 2 again"),
    ):
        with pytest.raises(InputError, match=message):
            read_testset([write(tmp_path / "a", text + more)], kind="tsv")


def test_blank_lines_at_the_end_are_none(tmp_path: Path) -> None:
    for kind, text in (("tsv", "mt\tref\nx\ty\n\n\n"), ("csv", "mt,ref\nx,y\n\n")):
        assert outputs(read_testset([write(tmp_path / "a", text)], kind=kind)) == {"a": ["x"]}
    # Where a row has one cell they are empty segments, and so are rows of empty cells.
    reference = [write(tmp_path / "ref", "r\ns\n")]
    found = read_testset([write(tmp_path / "a", "mt\nx\n\n")], reference, kind="tsv")
    assert outputs(found) == {"a": ["x", ""]}
    found = read_testset([write(tmp_path / "a", "mt\tref\nx\ty\n\t\n")], kind="tsv")
    assert outputs(found) == {"a": ["x", ""]}


def test_a_space_after_the_comma(tmp_path: Path) -> None:
    path = write(tmp_path / "a", 'src, mt, ref\nz, "x, he said", "y"\n')
    found = read_testset([path], kind="csv")
    assert (outputs(found), references(found)) == ({"a": ["x, he said"]}, {"ref": ["y"]})


def test_an_id_is_of_one_segment(tmp_path: Path) -> None:
    rows = [{"id": n, "text": "A boat.", "reference": "A ship."} for n in (4, 5, 4)]
    found = read_testset([write_rows(tmp_path / "a.jsonl", rows)])
    with pytest.raises(InputError, match=r"line 3: segment 4 occurs again \(first on line 1\)"):
        outputs(found)
    # Of another document it is another.
    told_apart = [{**row, "doc": f"d{place}"} for place, row in enumerate(rows)]
    assert (
        len(outputs(read_testset([write_rows(tmp_path / "b.jsonl", told_apart)]))["b.jsonl"]) == 3
    )
    unnamed = read_testset([str(tmp_path / "a.jsonl")], columns="hyp=text,ref=reference")
    assert len(outputs(unnamed)["a.jsonl"]) == 3
