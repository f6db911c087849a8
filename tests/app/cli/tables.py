"""One small test set, for the tests of files that hold it."""

import json
from pathlib import Path

from app.cli.running import write
from tesla_metrics import make_metric

HYP = ["The boat sails today.", 'He said "no.', "Two dogs"]
OTHER = ["A ship sails today.", "He said no.", "Two dogs bark."]
REF = ["The boat sailed today.", "He said no.", "Two dogs bark."]
SIMPLE = ["-l", "en", "-m", "chrf"]


def expected(hypotheses: list[str], *references: list[str]) -> list[float]:
    return list(make_metric("chrf", lang="en").score(hypotheses, list(references)).segments)


def write_table(path: Path) -> Path:
    """As TSV, with a header."""
    rows = zip(["mt", *HYP], ["other", *OTHER], ["ref", *REF], strict=True)
    return write(path, map("\t".join, rows))


def write_json_lines(path: Path) -> Path:
    """As JSON lines, with more fields than are needed."""
    rows = [
        {"mt": mt, "ref": ref, "doc": "d", "n": n}
        for n, (mt, ref) in enumerate(zip(HYP, REF, strict=True))
    ]
    return write(path, map(json.dumps, rows))
