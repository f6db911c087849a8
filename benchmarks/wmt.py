"""How well metrics agree with people on ranked WMT sets.

    python benchmarks/wmt.py [FOLDER] [-m METRIC ...] [--tags upos|xpos] [--pairs cs-en ...]

For each language pair: segment consistency (share of the human-judged pairs of outputs, ties left
out, that the metric orders the same way; a metric tie is wrong) and Pearson correlation of system
scores. FOLDER holds one folder a language pair (default: ../shared/data/mt/wmt12).
"""

import argparse
import csv
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import correlation, fmean
from typing import Any, NamedTuple

from tesla_metrics import Score, make_metric

DEFAULT = Path(__file__).parents[2] / "shared" / "data" / "mt" / "wmt12"


class Agreement(NamedTuple):
    consistency: float
    ties: float
    pearson: float


def read(path: Path) -> list[str]:
    return path.read_text("utf-8").removesuffix("\n").split("\n")


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))


def agreement(folder: Path, scores: dict[str, Score]) -> Agreement:
    sign = 1 if next(iter(scores.values())).higher_is_better else -1
    right = ties = judged = 0
    for row in rows(folder / "human.rank.tsv"):
        if row["preference"] == "=":
            continue
        segment = int(row["seg"]) - 1
        a, b = (scores[row[key]].segments[segment] * sign for key in ("systemA", "systemB"))
        judged += 1
        ties += a == b
        right += (a > b) if row["preference"] == "A" else (b > a)
    human = {row["system"]: float(row["score"]) for row in rows(folder / "human.sys.tsv")}
    systems = [system for system in human if system in scores]
    pearson = correlation(
        [human[system] for system in systems], [scores[system].value * sign for system in systems]
    )
    return Agreement(right / judged, ties / judged, pearson)


def judge(folder: Path, name: str, options: dict[str, Any]) -> Agreement:
    metric = make_metric(name, lang=folder.name.split("-")[1], **options)
    references = [read(path) for path in sorted(folder.glob("ref.*.txt"))]
    scores = {
        path.stem: metric.score(read(path), references)
        for path in sorted((folder / "systems").glob("*.txt"))
    }
    return agreement(folder, scores)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT)
    parser.add_argument("-m", "--metric", action="append", dest="metrics")
    parser.add_argument("--pairs", nargs="+")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    for option in ("tags", "synonyms", "compounds", "analyzer"):
        parser.add_argument(f"--{option}", default="auto" if option != "analyzer" else "builtin")
    args = parser.parse_args()
    metrics = args.metrics or ["tesla-m", "maxsim", "bleu", "chrf"]
    options = {key: getattr(args, key) for key in ("tags", "synonyms", "compounds", "analyzer")}
    folders = sorted(path for path in args.folder.iterdir() if path.is_dir())
    if args.pairs:
        folders = [folder for folder in folders if folder.name in args.pairs]

    with ProcessPoolExecutor(args.jobs) as pool:
        futures = {
            (name, folder.name): pool.submit(judge, folder, name, options)
            for folder in folders
            for name in metrics
        }
        results = {key: future.result() for key, future in futures.items()}
    for title, field in (("segment consistency", 0), ("of these ties", 1), ("system Pearson", 2)):
        print(f"{title:20}" + "".join(f"{folder.name:>8}" for folder in folders) + "    mean")
        for name in metrics:
            values = [results[name, folder.name][field] for folder in folders]
            print(f"{name:20}" + "".join(f"{v:8.4f}" for v in values) + f"{fmean(values):8.4f}")


if __name__ == "__main__":
    main()
