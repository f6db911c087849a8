"""Speed of TESLA-S against rouge-score's rouge2 on SummEval: 1,600 summaries x 11 references.

    python benchmarks/summaries_speed.py [--rounds 3] [FILE]

Text in, scores out, everything in one run and one thread; CPU time. "cold" is the first call of a
new session: the tagger is loaded and all words are met for the first time. In the other rounds
words are known and texts are forgotten; medians. rouge-score (pip install rouge-score) has one
object for all calls, and keeps nothing. With TESLA_PURE=1 ours runs on the plain Python path.
"""

import argparse
import gzip
import json
import time
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from rouge_score.rouge_scorer import RougeScorer

from forgetting import forget
from tesla_metrics import TeslaWarning, make_metric
from tesla_metrics.core.encoding.session import Session
from tesla_metrics.native import core_name

SUMMEVAL = Path(__file__).parents[2] / "shared" / "data" / "summ" / "summeval.jsonl.gz"
PEERS = ("rouge-1", "rouge-2", "rouge-su4", "rouge-l")


def read(path: Path) -> tuple[list[str], list[list[str]]]:
    """Summaries, each with its references."""
    summaries, references = [], []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            for system in record["systems"].values():
                summaries.append(system["summary"])
                references.append(record["references"])
    return summaries, references


def measure(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def rouge_score(summaries: Sequence[str], references: Sequence[Sequence[str]]) -> None:
    scorer = RougeScorer(["rouge2"])
    for summary, own in zip(summaries, references, strict=True):
        scorer.score_multi(own, summary)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, default=SUMMEVAL)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    warnings.simplefilter("ignore", TeslaWarning)  # the texts are tokenised
    summaries, references = read(chosen.file)
    session = Session()

    def score(name: str, **options: str) -> None:
        metric: Any = make_metric(name, lang="en", **options)
        metric.score(summaries, references, references_by="segment", session=session)

    times: dict[str, list[float]] = {}
    cold = measure(partial(score, "tesla-s"))
    for _ in range(chosen.rounds):
        forget(make_metric("tesla-s", lang="en").open(session))
        times.setdefault("tesla-s", []).append(measure(partial(score, "tesla-s")))
        theirs = measure(partial(rouge_score, summaries, references))
        times.setdefault("rouge-score's rouge2", []).append(theirs)
    score("tesla-s", similarity="graded")  # its words are known from here on
    graded = make_metric("tesla-s", lang="en", similarity="graded")
    forget(graded.open(session))
    times["tesla-s, graded"] = [measure(partial(score, "tesla-s", similarity="graded"))]
    for name in PEERS:
        times[name] = [measure(partial(score, name))]
    whole = median(times["rouge-score's rouge2"])
    print(f"{len(summaries)} summaries x {len(references[0])} references, {core_name()} core")
    rows = {"tesla-s, cold": cold} | {name: median(own) for name, own in times.items()}
    for name, seconds in rows.items():
        print(f"{name:22}{seconds:8.2f} s  {whole / seconds:6.1f} times rouge-score's speed")


if __name__ == "__main__":
    main()
