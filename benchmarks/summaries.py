"""How TESLA-S and ROUGE agree with people: the tables of docs/results.md.

    python benchmarks/summaries.py ../shared/data/summ

For each human score two tables, of summarisers (means over topics) and of summaries (within
topics), with the bootstrap's p of each metric against tesla-s.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tesla_metrics import evaluate, make_metric, read_tracks, score_track
from tesla_metrics.evaluation.judgments import Track
from tesla_metrics.evaluation.measures import MEASURES
from tesla_metrics.evaluation.meta import MeasureBlock
from tesla_metrics.evaluation.scored import Scored, build_baseline_scores

SETS = {"summeval.jsonl.gz": ("relevance", "coherence"), "realsumm.jsonl.gz": ()}
OURS = "tesla-s"
ROUGE = ("rouge-1", "rouge-2", "rouge-su4", "rouge-l")
LEVELS = {"sys": "summarisers", "within": "summaries"}
CORRELATIONS = ("pearson", "spearman", "kendall")


def scored(track: Track, jobs: int) -> list[Scored]:
    """TESLA-S with equal and with graded words, and ROUGE by F1 and by recall."""
    found = [score_track(make_metric(OURS, lang="en"), track, jobs=jobs)]
    graded = make_metric(OURS, lang="en", similarity="graded")
    found.append(replace(score_track(graded, track, jobs=jobs), metric=f"{OURS} graded"))
    for name in ROUGE:
        for measure in ("f1", "recall"):
            metric = make_metric(name, lang="en", measure=measure)
            own = score_track(metric, track, jobs=jobs)
            found.append(replace(own, metric=f"{name} {measure}"))
    return found


def p_value(block: MeasureBlock, metric: str) -> str:
    """Of the difference from ours, starred where it is significant."""
    for found in block.differences:
        if {found.a, found.b} == {metric, OURS}:
            return f"{found.p_value:.3f}" + "*" * (found.p_value < 0.05)
    return ""


def table(title: str, blocks: Sequence[MeasureBlock]) -> str:
    metrics = [row.metric for row in blocks[0].rows if row.metric != "(constant)"]
    names = [name for block in blocks for name in (block.measure.name.partition("-")[0], "p")]
    lines = [f"### {title}", "", f"| metric | {' | '.join(names)} |"]
    lines.append("| --- |" + " ---: |" * len(names))
    for metric in metrics:
        cells = []
        for block in blocks:
            (row,) = (row for row in block.rows if row.metric == metric)
            cells += [f"{row.mean:.3f}", p_value(block, metric)]
        lines.append(f"| {metric} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="with summeval.jsonl.gz and realsumm.jsonl.gz")
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    for file, human in SETS.items():
        tracks = read_tracks([args.folder / file], human=human, lang="en")
        own = scored(tracks[0], args.jobs)
        for track in tracks:
            every = [*own, *build_baseline_scores(track, 12345)]
            for level, what in LEVELS.items():
                measures = [MEASURES[f"{name}-{level}"] for name in CORRELATIONS]
                found = evaluate([track], [every], measures=measures, samples=args.samples)
                print(table(f"{track.name}, {what}", found.blocks))
    for one in own:
        print(f"- {one.signature}")


if __name__ == "__main__":
    main()
