"""TESLA-N against people on years that it was not trained on, and on minimal pairs.

    python benchmarks/tesla_n.py [FOLDER] [--adapter FILE ...] [--groups NAME ...]
        [--part dev|test] [--pairs-only] [-j THREADS]

FOLDER holds a folder a test set (default: ../shared/data/mt). Beside tesla-n as it ships stand
tesla-x, chrF, and tesla-n with each FILE: the one that was trained on 2012, 2014 and 2016 alone has
seen neither WMT 2017 nor WMT 2021. Prints Markdown: the share of minimal pairs in English that each
gets right, with 95 % of 1,000 bootstrap samples of pairs; then values track by track, their mean,
the same of samples of segments, and differences to tesla-x and chrF. Choose by the group "trained
on" and the part dev alone.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from challenge import FILES, Item, read_items, shares, verdicts
from tesla_metrics import Scored, Track, make_metric, score_track
from tesla_metrics.evaluation.meta import MeasureBlock, evaluate
from tesla_metrics.evaluation.tracks import read_tracks
from tesla_metrics.reporting.table import Cell, Table, render_table
from tesla_metrics.resampling import (
    DEFAULT_LEVEL,
    DEFAULT_SAMPLES,
    DEFAULT_SEED,
    compute_percentile_interval,
)
from tesla_x import FOLDER, MEASURES, differences, values

TRAINED = "trained on"
GROUPS = {
    TRAINED: (
        *(f"wmt14/{pair}-en" for pair in ("de", "fr")),
        *(f"wmt16da/{pair}-en" for pair in ("cs", "de", "fi", "ro", "ru", "tr")),
    ),
    "WMT 2017": tuple(f"wmt17/{pair}-en" for pair in ("cs", "de", "ru", "zh")),
    "WMT 2021 MQM": ("wmt21mqm/zh-en",),
}
PEERS = ("tesla-x", "chrf")
# Name of a metric, and the options that it is made with.
Made = tuple[str, Mapping[str, str]]


def judged(adapters: Sequence[Path]) -> dict[str, Made]:
    """Labels of all metrics."""
    own: dict[str, Made] = {
        f"tesla-n {path.stem}": ("tesla-n", {"adapter": str(path)}) for path in adapters
    }
    return {"tesla-n": ("tesla-n", {}), **own, **{name: (name, {}) for name in PEERS}}


def scores(track: Track, made: Mapping[str, Made], jobs: int) -> list[Scored]:
    return [
        replace(
            score_track(make_metric(name, lang=track.lang, **options), track, jobs=jobs),
            metric=label,
        )
        for label, (name, options) in made.items()
    ]


def intervals(block: MeasureBlock, order: Sequence[str]) -> str:
    """Of each metric's mean."""
    rows = {row.metric: row for row in block.rows}
    found = [
        f"{name} {rows[name].mean:.3f} [{own[0]:.3f}, {own[1]:.3f}]"
        for name in order
        if (own := rows[name].interval) is not None
    ]
    return f"means: {'; '.join(found)}\n"


def print_group(group: str, args: argparse.Namespace, made: Mapping[str, Made]) -> None:
    tracks = []
    for name in GROUPS[group]:
        (track,) = read_tracks([args.folder / name])
        year = track.test_set.removeprefix("wmt")[:2]
        tracks.append(replace(track, test_set=group, pair=f"{year} {track.pair}"))
    scored = [scores(track, made, args.jobs) for track in tracks]
    order = list(made)
    print(f"#### {group}\n", flush=True)
    for block in evaluate(tracks, scored).blocks:
        if block.measure.name in MEASURES:
            print(render_table(values(block, order), "markdown"))
            print(intervals(block, order))
            for label in order[: -len(PEERS)]:
                print(differences(block, label, PEERS), flush=True)


def sampled(right: Sequence[float]) -> str:
    """The share right, with what most samples of pairs have."""
    rng = np.random.default_rng(DEFAULT_SEED)
    drawn = rng.choice(np.array(right), (DEFAULT_SAMPLES, len(right))).mean(axis=1)
    low, high = compute_percentile_interval(drawn, DEFAULT_LEVEL)
    return f"{100 * float(np.mean(right)):.1f} [{100 * low:.1f}, {100 * high:.1f}]"


def print_pairs(file: str, items: Sequence[Item], made: Mapping[str, Made]) -> None:
    right = {label: verdicts(name, items, **options) for label, (name, options) in made.items()}
    tables = [shares(label, items, own) for label, own in right.items()]
    rows: list[list[Cell]] = [
        [lines[0][0], *(line[-1] for line in lines)]
        for lines in zip(*(table.rows[:-1] for table in tables), strict=True)
    ]
    rows.append(["all", *map(sampled, right.values())])
    print(f"#### {file}: {len(items)} pairs\n")
    print(render_table(Table(("per cent right", *made), rows), "markdown"), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--adapter", nargs="+", type=Path, default=[], metavar="FILE")
    parser.add_argument("--groups", nargs="+", choices=list(GROUPS), default=list(GROUPS))
    parser.add_argument("--part", choices=("dev", "test"), default="test")
    parser.add_argument("--pairs-only", action="store_true")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    args = parser.parse_args()
    made = judged(args.adapter)
    for file in FILES:
        items = [one for one in read_items([file]) if one.lang == "en" and one.part == args.part]
        print_pairs(file, items, made)
    for group in [] if args.pairs_only else args.groups:
        print_group(group, args, made)


if __name__ == "__main__":
    main()
