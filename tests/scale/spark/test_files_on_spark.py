"""Files of rows on Spark: the same output as of one machine, and the same errors."""

import gzip
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tesla_metrics import Bleu, InputError, TeslaError, TeslaM, TeslaWarning, UsageError
from tesla_metrics.resampling import Resampling
from tesla_metrics.scale.frames.job import FrameJob
from tesla_metrics.scale.frames.run import score_files as score_here
from tesla_metrics.scale.spark import file_pieces
from tesla_metrics.scale.spark.run import score_files

from .rows import drawn

HYPOTHESES, REFERENCES = drawn(300)
HYPOTHESES[7] = ""
HYPOTHESES[8] = 'a "quoted" and 日本語 text 🐈'
SYSTEMS = [["zeta", "alpha"][number % 2] for number in range(300)]
METRICS = (TeslaM(lang="en"), Bleu())

pytestmark = pytest.mark.filterwarnings("ignore:.*(are empty|looks tokenised)")


@pytest.fixture(autouse=True)
def _short_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_pieces, "MIN_PIECE_BYTES", 2000)


def write_rows(path: Path) -> Path:
    if path.suffix == ".parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq

        lists = [[one] for one in REFERENCES]
        table = pa.table({"hyp": HYPOTHESES, "ref": lists, "system": SYSTEMS})
        pq.write_table(table, path, row_group_size=70)
        return path
    rows = list(zip(HYPOTHESES, REFERENCES, SYSTEMS, strict=True))
    if path.suffix == ".jsonl":
        named = (
            {"hyp": hyp, "ref": ref, "system": who, "more": {"n": number}}
            for number, (hyp, ref, who) in enumerate(rows)
        )
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in named)
    else:
        sign = "," if path.suffix == ".csv" else "\t"
        quote = '"' if path.suffix == ".csv" else ""
        cells: list[tuple[str, ...]] = [("hyp", "ref", "system"), *rows]
        if quote:
            cells = [tuple(cell.replace('"', '""') for cell in row) for row in cells]
        lines = (sign.join(f"{quote}{cell}{quote}" for cell in row) for row in cells)
        text = "".join(f"{line}\n" for line in lines)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


def job_of(*files: Path, **more: Any) -> FrameJob:
    facts = {"columns": ("hyp=hyp,ref=ref,system=system",), "metrics": METRICS, **more}
    output = facts.pop("output", None)
    return FrameJob(tuple(map(str, files)), output=output and str(output), **facts)


@pytest.mark.parametrize("name", ["in.tsv", "in.jsonl", "in.csv", "in.tsv.gz", "a [1] 名.parquet"])
def test_the_output_is_that_of_one_machine(spark: Any, tmp_path: Path, name: str) -> None:
    path = write_rows(tmp_path / name)
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    asked = Resampling(samples=50)
    alone = score_here(job_of(path, output=here, statistics=True, resampling=asked))
    found = score_files(job_of(path, output=there, statistics=True, resampling=asked))
    assert there.read_bytes() == here.read_bytes()
    assert [name for name, _ in found] == [name for name, _ in alone]
    for (_, score), (_, other) in zip(found, alone, strict=True):
        assert score.score == other.score
        assert score.signature == other.signature
        assert score.confidence is not None
        assert other.confidence is not None
        assert score.confidence.low == pytest.approx(other.confidence.low, abs=1e-9)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, here.name, there.name])


def test_several_files_and_parquet(spark: Any, tmp_path: Path) -> None:
    files = [write_rows(tmp_path / name) for name in ("a.tsv", "b.tsv")]
    output = tmp_path / "scored.parquet"
    score_files(job_of(*files, output=output))
    found = spark.read.parquet(str(output))
    assert found.count() == 600
    assert found.columns == ["hyp", "ref", "system", "tesla-m", "bleu"]
    with pytest.raises(InputError, match="already exists"):
        score_files(job_of(*files, output=output))


def test_lines_of_bad_rows_are_those_of_the_file(spark: Any, tmp_path: Path) -> None:
    path = write_rows(tmp_path / "in.tsv")
    lines = path.read_text("utf-8").splitlines()
    for number, line, fault in (
        (290, "only one cell", r"in.tsv, line 290: 1 fields where line 1 has 3"),
        (200, "", r"in.tsv, line 200: 1 fields where line 1 has 3"),
    ):
        path.write_text("\n".join([*lines[: number - 1], line, *lines[number:]]) + "\n\n\n")
        with pytest.raises(InputError, match=fault):
            score_files(job_of(path, metrics=(Bleu(),)))
    objects = write_rows(tmp_path / "in.jsonl")
    rows = objects.read_text("utf-8").splitlines()
    rows[249] = '{"hyp": null, "ref": "x", "system": "zeta"}'
    objects.write_text("\n".join(rows) + "\n", "utf-8")
    with pytest.raises(InputError, match=r"in.jsonl, line 250: .*hyp.*--keep-bad"):
        score_files(job_of(objects, metrics=(Bleu(),)))
    with pytest.warns(TeslaWarning, match=r"1 row has no score: .*in.jsonl, line 250"):
        score_files(job_of(objects, metrics=(Bleu(),), keep_bad=True))


def test_every_cut_gives_the_same_lines(tmp_path: Path) -> None:
    from tesla_metrics.scale.frames.open_files import open_rows
    from tesla_metrics.scale.frames.tables import TableRows

    path = tmp_path / "in.tsv"
    for text, header in (("hyp\tref\na\tb\n\tc\nd\t\ne\tf\n\n\n", None), ("a b.\tb\nc\td", False)):
        path.write_text(text, "utf-8")
        columns = "hyp=hyp,ref=ref" if header is None else "hyp=1,ref=2"
        rows = open_rows(job_of(path, columns=(columns,), header=header))
        assert isinstance(rows, TableRows)
        whole = [row for own in rows.iter_batches() for row in own.output_rows.to_pylist()]
        size = len(text)
        for first in range(1, size):
            cut = [file_pieces.FilePiece(0, 0, first), file_pieces.FilePiece(0, first, size)]
            read = file_pieces.PieceReader(rows, cut)
            assert [row for own in _read(read, 2) for row in own.output_rows.to_pylist()] == whole
            for own in _read(read, 2):
                for place, row in enumerate(own.output_rows.to_pylist()):
                    line = int(own.describe_location(place).rpartition(" ")[2])
                    assert text.split("\n")[line - 1] == "\t".join(row.values())


def _read(read: file_pieces.PieceReader, count: int) -> Iterator[Any]:
    import pyarrow as pa

    return read(iter([pa.RecordBatch.from_pydict({"id": list(range(count))})]))


def test_what_spark_cannot_read(spark: Any, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        score_files(job_of(tmp_path / "none.tsv"))
    with pytest.raises(UsageError, match="tsv cannot be read from a URI"):
        score_files(FrameJob(("hdfs://x/in.tsv",), METRICS, kind="tsv"))
    with pytest.raises(UsageError, match=r"give a name that ends in \.parquet"):
        score_files(job_of(tmp_path / "in.tsv", output="s3a://bucket/out.tsv"))


def test_a_full_disk(spark: Any, tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mounted = os.name == "posix" and os.geteuid() == 0
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(small)]
    if not mounted or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        path = write_rows(tmp_path / "in.tsv")
        for name in ("out.parquet", "out.tsv"):
            with pytest.raises(TeslaError, match=r"cannot write .*out.*No space left") as caught:
                score_files(job_of(path, path.with_name("in.tsv"), output=small / name))
            assert "\n" not in str(caught.value)
            assert list(small.iterdir()) == []
    finally:
        # Spark forgets to close what it could not write.
        subprocess.run(["umount", "-l", str(small)], check=True)


def test_files_keep_their_order_whatever_their_size(spark: Any, tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    paths, start = [], 0
    for number, rows in enumerate((3, 200, 20)):
        chosen = slice(start, start + rows)
        table = {"hyp": HYPOTHESES[chosen], "ref": REFERENCES[chosen], "system": SYSTEMS[chosen]}
        columns = pa.table({**table, "number": list(range(300))[chosen], "none": pa.nulls(rows)})
        columns = columns.set_column(2, "system", columns["system"].dictionary_encode())
        paths.append(tmp_path / f"{number}.parquet")
        pq.write_table(columns, paths[-1], row_group_size=70)
        start += rows
    here, there = tmp_path / "here.tsv", tmp_path / "there.tsv"
    score_here(job_of(*paths, output=here))
    score_files(job_of(*paths, output=there))
    assert there.read_bytes() == here.read_bytes()
    numbers = [line.split("\t")[3] for line in there.read_text().splitlines()[1:]]
    assert numbers == list(map(str, range(223)))


def test_a_file_in_a_folder_that_is_read_is_no_output(spark: Any, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    path = write_rows(folder / "a.tsv")
    before = path.read_bytes()
    with pytest.raises(TeslaError, match=r"a\.tsv"):
        score_files(job_of(folder, kind="tsv", output=path))
    assert path.read_bytes() == before
