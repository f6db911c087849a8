"""How long 1,000 bootstrap samples take, for metrics judged and for systems compared.

    python benchmarks/resampling.py [TRACK] [--samples N]

TRACK is a judged folder (default: ../shared/data/mt/wmt12/de-en). First every measure of
`tesla meta` for five metrics; then the bootstrap of BLEU against sacreBLEU's own on the same
systems, both from texts.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.significance import PairedTest

from tesla_metrics import make_metric
from tesla_metrics.evaluation.measures import MEASURES
from tesla_metrics.evaluation.meta import evaluate
from tesla_metrics.evaluation.scored import build_baseline_scores, score_track
from tesla_metrics.evaluation.tracks import read_tracks

TRACK = Path(__file__).parents[2] / "shared" / "data" / "mt" / "wmt12" / "de-en"
METRICS = ("tesla-m", "maxsim", "bleu", "chrf", "chrf++")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("track", nargs="?", type=Path, default=TRACK)
    parser.add_argument("--samples", type=int, default=1000)
    args = parser.parse_args()
    (track,) = read_tracks([args.track])
    start = time.perf_counter()
    scored = [score_track(make_metric(name, lang=track.lang), track) for name in METRICS]
    print(f"{track.name}: {len(METRICS)} metrics scored in {time.perf_counter() - start:.1f} s")
    scored += build_baseline_scores(track, 12345)
    whole = 0.0
    for measure in MEASURES.values():
        if measure.applies(track):
            start = time.perf_counter()
            evaluate([track], [scored], measures=[measure], samples=args.samples)
            seconds = time.perf_counter() - start
            whole += seconds
            print(f"{measure.name:16} {args.samples} samples {seconds:6.2f} s")
    print(f"{'together':16} {args.samples} samples {whole:6.2f} s")

    reference = list(map(str, track.references["A"]))
    outputs = list(track.outputs.items())
    bleu = make_metric("bleu", lang=track.lang)
    start = time.perf_counter()
    scorer = bleu.open()
    statistics = [scorer.statistics(lines, [reference]) for _, lines in outputs]
    weights = np.random.default_rng(1).multinomial(
        track.segments, np.full(track.segments, 1 / track.segments), args.samples
    )
    for rows in statistics:
        bleu.resampled_values(rows, weights.astype(np.float64))
    ours = time.perf_counter() - start
    peer = PairedTest(outputs, {"BLEU": BLEU(references=[reference])}, None, "bs", args.samples, 1)
    start = time.perf_counter()
    peer()
    theirs = time.perf_counter() - start
    print(
        f"bootstrap of BLEU, {len(outputs)} systems: ours {ours:.2f} s, sacreBLEU's "
        f"{theirs:.2f} s, {theirs / ours:.1f} times"
    )


if __name__ == "__main__":
    main()
