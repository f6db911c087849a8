"""Metrics against people on every judged set: writes the tables of docs/results.md.

    python benchmarks/results.py [FOLDER] [--sets wmt12 ...] [-m METRIC ...] [-j PROCESSES]

FOLDER holds a folder a test set (default: ../shared/data/mt). The parts of docs/results.md between
the marks of each set are replaced; with --print they go to standard output instead. TER takes most
of the time: about 20 minutes for wmt12 on two cores.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import chain
from math import isnan
from pathlib import Path
from typing import Any

from tesla_metrics import make_metric
from tesla_metrics.evaluation.judgments import Track
from tesla_metrics.evaluation.meta import MeasureBlock, evaluate
from tesla_metrics.evaluation.metric_comparison import (
    compute_expected_agreement,
    compute_inter_judge_agreement,
)
from tesla_metrics.evaluation.scored import (
    Scored,
    build_baseline_scores,
    build_scored_from_statistics,
)
from tesla_metrics.evaluation.tracks import read_tracks
from tesla_metrics.metrics.base import Scorer
from tesla_metrics.reporting.table import Cell, Table, render_table

ROOT = Path(__file__).parents[1]
FOLDER = ROOT.parent / "shared" / "data" / "mt"
PAGE = ROOT / "docs" / "results.md"
METRICS = ("tesla-x", "tesla-m", "maxsim", "bleu", "chrf", "chrf++", "ter")
# What is shown track by track; of the other measures the mean over the tracks.
IN_FULL = ("consistency", "pearson-seg", "acc-eq", "pearson-sys")


def statistics(name: str, lang: str, output: list[str], references: list[list[str]]) -> list[Any]:
    return list(scorer_for(name, lang, references).statistics(output, references))


def scorer_for(name: str, lang: str, references: list[list[str]]) -> Scorer[Any]:
    return make_metric(name, lang=lang).open(None, lambda: chain(*references))


def references(track: Track) -> list[list[str]]:
    return [list(map(str, lines)) for lines in track.references.values()]


def score(tracks: Sequence[Track], metrics: Sequence[str], jobs: int) -> list[list[Scored]]:
    with ProcessPoolExecutor(jobs) as pool:
        futures = {
            (track.name, name): [
                pool.submit(
                    statistics,
                    name,
                    track.lang,
                    list(output),
                    references(track),
                )
                for output in track.outputs.values()
            ]
            for track in tracks
            for name in metrics
        }
        return [
            [
                build_scored_from_statistics(
                    scorer_for(name, track.lang, references(track)),
                    [future.result() for future in futures[track.name, name]],
                    len(track.references),
                )
                for name in metrics
            ]
            + build_baseline_scores(track, 12345)
            for track in tracks
        ]


def number(value: float) -> str:
    return "-" if isnan(value) else f"{value:.3f}".replace("0.", ".", 1)


def overview(blocks: Sequence[MeasureBlock], metrics: Sequence[str]) -> Table:
    rows: list[list[Cell]] = []
    for metric in metrics:
        cells: list[Cell] = [metric]
        for block in blocks:
            row = next(row for row in block.rows if row.metric == metric)
            place = f" ({row.cluster})" if row.cluster else ""
            cells.append(number(row.mean) + place)
        rows.append(cells)
    return Table(["", *(block.measure.name for block in blocks)], rows)


def in_full(block: MeasureBlock, metrics: Sequence[str]) -> Table:
    rows: list[list[Cell]] = []
    for metric in metrics:
        row = next(row for row in block.rows if row.metric == metric)
        interval = "" if row.interval is None else " … ".join(map(number, row.interval))
        rows.append([metric, *map(number, row.values), number(row.mean), interval])
    return Table(["", *block.tracks, "mean", "95 % of samples"], rows)


def agreement(tracks: Sequence[Track]) -> Iterator[str]:
    for track in tracks:
        found = compute_inter_judge_agreement(track.rankings) if track.rankings else None
        if found is not None and track.rankings is not None:
            by_counts = compute_expected_agreement(track.rankings)
            kappa = replace(found, expected=by_counts).kappa
            yield (
                f"{track.pair} {found.kappa:.3f} (P(A) = {found.observed:.3f}; with P(E) = "
                f"{by_counts:.3f} from the counts {kappa:.3f})"
            )


def section(tracks: Sequence[Track], blocks: Sequence[MeasureBlock], metrics: Sequence[str]) -> str:
    """One test set."""
    shown = [*metrics, "(random)", "(constant)"]
    pairs = ", ".join(track.pair for track in tracks)
    parts = [
        f"### {tracks[0].test_set}: {pairs}\n",
        render_table(overview(blocks, shown), "markdown"),
    ]
    for block in blocks:
        if block.measure.name in IN_FULL and len(block.tracks) > 1:
            parts.append(f"{block.measure.name}\n")
            parts.append(render_table(in_full(block, shown), "markdown"))
    kappas = list(agreement(tracks))
    if kappas:
        parts.append(f"Agreement of judges, kappa with P(E) = 1/3: {'; '.join(kappas)}.\n")
    return "\n".join(parts)


def put(name: str, text: str) -> None:
    """Replace a set's part of the page; a new set goes to the end."""
    begin, end = (f"<!-- benchmarks/results.py {name}: {mark} -->" for mark in ("begin", "end"))
    whole = PAGE.read_text("utf-8")
    before, found, rest = whole.partition(begin)
    after = rest.partition(end)[2] if found else "\n"
    PAGE.write_text(f"{before}{begin}\n\n{text}\n{end}{after}", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--sets", nargs="+")
    parser.add_argument("-m", "--metric", action="append", dest="metrics")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--print", action="store_true", dest="to_stdout")
    args = parser.parse_args()
    metrics = args.metrics or METRICS
    tracks = [t for t in read_tracks([args.folder]) if not args.sets or t.test_set in args.sets]
    start = time.perf_counter()
    scored = score(tracks, metrics, args.jobs)
    print(f"scored in {time.perf_counter() - start:.0f} s", file=sys.stderr)
    start = time.perf_counter()
    evaluation = evaluate(tracks, scored)
    print(f"judged in {time.perf_counter() - start:.0f} s", file=sys.stderr)
    for test_set in dict.fromkeys(track.test_set for track in tracks):
        own = [track for track in tracks if track.test_set == test_set]
        blocks = [block for block in evaluation.blocks if block.test_set == test_set]
        text = section(own, blocks, metrics)
        if args.to_stdout:
            print(text)
        else:
            put(test_set, text)


if __name__ == "__main__":
    main()
