"""The challenge set: how often a metric prefers the better of two sentences.

    python benchmarks/challenge.py [-m METRIC ...] [--part dev|test|all] [--wrong]

Prints, as Markdown, the share right in per cent for each phenomenon and language of the two files
in tests/challenge; a tie counts half. Look at `dev` while working on a formula, report `test`. With
--wrong the items that a metric gets wrong or ties follow.
"""

import argparse
import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from tesla_metrics import make_metric
from tesla_metrics.metrics.registry import metric_names
from tesla_metrics.reporting.table import Cell, Table, render_table

FOLDER = Path(__file__).parents[1] / "tests" / "challenge"
FILES = ("minimal_pairs.tsv", "meaning_pairs.tsv")
METRICS = ("tesla-x", "tesla-m", "chrf", "bleu")


@dataclass(frozen=True)
class Item:
    """A minimal pair, as in a line of the file."""

    part: str
    lang: str
    phenomenon: str
    reference: str
    better: str
    worse: str


def read_items(files: Sequence[str] = FILES) -> list[Item]:
    """The items in the order of the files."""
    found = []
    for name in files:
        with (FOLDER / name).open(encoding="utf-8", newline="") as lines:
            rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
            found += [Item(**row) for row in rows]
    return found


def verdicts(name: str, items: Sequence[Item], **options: Any) -> list[float]:
    """For each item 1 (the better one scores higher), 0.5 (a tie) or 0."""
    found: dict[Item, float] = {}
    for lang in dict.fromkeys(item.lang for item in items):
        metric = make_metric(name, lang=lang, **options)
        own = [item for item in items if item.lang == lang]
        references = [item.reference for item in own]
        better = metric.score([item.better for item in own], references).segments
        worse = metric.score([item.worse for item in own], references).segments
        sign = 1 if metric.higher_is_better else -1
        for item, high, low in zip(own, better, worse, strict=True):
            ahead = sign * (high - low)
            found[item] = (1.0 if ahead > 0 else 0.0) if abs(ahead) > 1e-9 else 0.5
    return [found[item] for item in items]


def shares(name: str, items: Sequence[Item], right: Sequence[float]) -> Table:
    """Per cent right: a row a phenomenon, a column a language."""
    langs = list(dict.fromkeys(item.lang for item in items))
    phenomena = list(dict.fromkeys(item.phenomenon for item in items))

    def share(phenomenon: str | None, lang: str | None) -> str:
        chosen = [
            value
            for item, value in zip(items, right, strict=True)
            if phenomenon in (None, item.phenomenon) and lang in (None, item.lang)
        ]
        return f"{100 * mean(chosen):.1f}"

    rows: list[list[Cell]] = [
        [phenomenon or "all", *(share(phenomenon, lang) for lang in [*langs, None])]
        for phenomenon in [*phenomena, None]
    ]
    return Table((name, *langs, "all"), rows)


def overview(names: Sequence[str], tables: Sequence[Table]) -> Table:
    """The last column of each table, side by side."""
    rows = [
        [lines[0][0], *(line[-1] for line in lines)]
        for lines in zip(*(table.rows for table in tables), strict=True)
    ]
    return Table(("phenomenon", *names), rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-m", "--metric", nargs="+", default=METRICS, choices=metric_names())
    parser.add_argument("--part", choices=("dev", "test", "all"), default="all")
    parser.add_argument("--wrong", action="store_true", help="list what is not right")
    args = parser.parse_args()
    items = [item for item in read_items() if args.part in ("all", item.part)]
    right = {name: verdicts(name, items) for name in args.metric}
    tables = [shares(name, items, right[name]) for name in args.metric]
    for table in [overview(args.metric, tables), *tables]:
        print(render_table(table, "markdown"))
    if args.wrong:
        for name in args.metric:
            for item, value in zip(items, right[name], strict=True):
                if value < 1:
                    print(f"- {name}, {item.lang}, {item.phenomenon}{', tie' if value else ''}")
                    print(f"  reference: {item.reference}")
                    print(f"  better:    {item.better}\n  worse:     {item.worse}")


if __name__ == "__main__":
    main()
