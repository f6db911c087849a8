"""TESLA-B and TESLA-F against people, each language pair held out in turn.

    python benchmarks/trained.py FOLDER --table FILE ... --lm FILE ... [--pairs cs-en ...]

FOLDER holds ranked language pairs into one language (default: ../shared/data/mt/wmt12, its pairs
into English). For each, TESLA-F is trained on the others, without judgments of segments whose
reference is in the held-out pair too; the paper's features and the extended ones. Differences to
chrF, BLEU and TESLA-M come with 95 % of 1,000 bootstrap samples.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from tesla_metrics import Bleu, Chrf, Metric, TeslaB, TeslaF, TeslaM, Track, train_tesla_f
from tesla_metrics.judging.meta import evaluate
from tesla_metrics.judging.scored import controls, score_track
from tesla_metrics.judging.tracks import read_tracks
from tesla_metrics.reports.meta import render_meta

WMT12 = Path(__file__).parents[2] / "shared" / "data" / "mt" / "wmt12"
INTO_ENGLISH = ("cs-en", "de-en", "es-en", "fr-en")


def apart(track: Track, held_out: Track) -> Track:
    """The track without rankings of segments whose reference the other one has."""
    known = {text for lines in held_out.references.values() for text in lines}
    shared = np.array([text in known for text in next(iter(track.references.values()))])
    rankings = track.rankings
    assert rankings is not None
    kept = ~shared[rankings.segment]
    judges = [j for j, keep in zip(rankings.judges, kept, strict=True) if keep]
    return replace(
        track,
        rankings=replace(
            rankings,
            segment=rankings.segment[kept],
            a=rankings.a[kept],
            b=rankings.b[kept],
            preference=rankings.preference[kept],
            judges=judges,
        ),
    )


def trained(
    tracks: Sequence[Track], held_out: Track, tables: list[str], lms: list[str], folder: Path
) -> dict[str, Metric]:
    others = [apart(track, held_out) for track in tracks if track is not held_out]
    metrics: dict[str, Metric] = {}
    for features in ("paper", "extended"):
        path = folder / f"{held_out.pair}.{features}.model"
        train_tesla_f(others, tables=tables, lms=lms, features=features).write(str(path))
        metrics[f"tesla-f ({features})"] = TeslaF(lang=held_out.lang, model=str(path))
    return metrics


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=WMT12)
    parser.add_argument("--table", nargs="+", default=[], dest="tables")
    parser.add_argument("--lm", nargs="+", default=[], dest="lms")
    parser.add_argument("--pairs", nargs="+", default=list(INTO_ENGLISH))
    args = parser.parse_args()
    tracks = read_tracks([args.folder], pairs=args.pairs)
    scored = []
    with TemporaryDirectory() as folder:
        for track in tracks:
            metrics = trained(tracks, track, args.tables, args.lms, Path(folder))
            metrics["tesla-m"] = TeslaM(lang=track.lang)
            if args.tables:
                metrics["tesla-b"] = TeslaB(lang=track.lang, tables=tuple(args.tables))
            metrics |= {"bleu": Bleu(lang=track.lang), "chrf": Chrf()}
            own = [replace(score_track(m, track), metric=name) for name, m in metrics.items()]
            scored.append([*own, *controls(track, 12345)])
            print(f"{track.pair} done", flush=True)
    evaluation = evaluate(tracks, scored)
    print(render_meta(tracks, evaluation, [], [], "markdown", differences=True))


if __name__ == "__main__":
    main()
