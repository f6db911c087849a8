"""Small tables in files of every kind, and what scores they have."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from tesla_metrics import TeslaM
from tesla_metrics.scale.frames.job import FrameJob

METRIC = TeslaM(lang="en")
Rows = list[dict[str, Any]]

WORDS = "harbour fog ship sails slowly past the old grey tower while gulls cry above".split()


def made_rows(count: int) -> Rows:
    """Pairs that share some words, each another."""
    return [
        {
            "n": str(n),
            "mt": " ".join(WORDS[(n * k) % 13] for k in range(1, 6)),
            "ref": " ".join(WORDS[(n * k + n // 13) % 13] for k in range(2, 7)),
        }
        for n in range(1, count + 1)
    ]


def scores_of(rows: Rows) -> list[float]:
    return list(METRIC.score([r["mt"] for r in rows], [r["ref"] for r in rows]).segments)


def write_rows(path: Path, rows: Rows) -> Path:
    """By the suffix."""
    if path.suffix == ".parquet":
        pq.write_table(pa.Table.from_pylist(rows), path, row_group_size=7)
        return path
    text = io.StringIO(newline="")
    if path.suffix == ".jsonl":
        text.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    elif path.suffix == ".tsv":
        text.writelines("\t".join(cells) + "\n" for cells in [list(rows[0]), *map(_cells, rows)])
    else:
        csv.writer(text, lineterminator="\n").writerows([list(rows[0]), *map(_cells, rows)])
    path.write_text(text.getvalue(), encoding="utf-8", newline="")
    return path


def _cells(row: dict[str, Any]) -> list[str]:
    return list(map(str, row.values()))


def read_parts(folder: Path) -> Rows:
    """What a folder of parts holds, in order."""
    parts = sorted(folder.iterdir())
    assert [part.name for part in parts] == [f"part-{n:06d}.parquet" for n in range(len(parts))]
    return [row for part in parts for row in pq.read_table(part).to_pylist()]


def job_of(*files: Path, output: Path | None = None, **more: Any) -> FrameJob:
    settings: dict[str, Any] = {"columns": ("hyp=mt,ref=ref",), "metrics": (METRIC,), **more}
    return FrameJob(
        tuple(map(str, files)), output=None if output is None else str(output), **settings
    )
