"""Do graded words make TESLA-S agree better with people? Folds over documents.

    python benchmarks/summaries_graded.py [--folds 10] [FOLDER]

Ways of grading words (levels of TESLA-X, weights by rarity or all the same) are chosen on all folds
but one, by the mean over SummEval's relevance and REALSumm of four correlations (Pearson and
Kendall, of summarisers and of summaries within a document), and judged on the other: so nothing is
judged by what it was chosen on. "better" is the share of 1,000 bootstrap samples of documents in
which the correlation is higher than that of `tesla-s`.
"""

import argparse
import gzip
import json
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.stats import kendalltau, pearsonr

from tesla_metrics import Session, TeslaS, TeslaWarning
from tesla_metrics.arrays import Floats
from tesla_metrics.core.comparing.skip_bigrams import GradedSkipComparer
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.files.item import Item
from tesla_metrics.metrics.tesla_x_model import DEFAULT_CONSTANTS, LEVELS_WITHOUT_TAGS

SHARED = Path(__file__).parents[2] / "shared" / "data" / "summ"
SETS = {"summeval": ("relevance", "coherence"), "realsumm": ("litepyramid_recall",)}
WAYS = {
    "as shipped": LEVELS_WITHOUT_TAGS,
    "without spelling": replace(LEVELS_WITHOUT_TAGS, least=2.0),
    "with parts of speech": replace(
        LEVELS_WITHOUT_TAGS,
        tag=float(DEFAULT_CONSTANTS["tag"]),
        function=float(DEFAULT_CONSTANTS["function"]),
    ),
}
SAMPLES = 1_000


class Rated(NamedTuple):
    """A row a document, a column a system."""

    items: list[Item]
    human: dict[str, Floats]


def read(path: Path, dimensions: tuple[str, ...]) -> Rated:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    names = list(records[0]["systems"])
    items = [
        Item(record["systems"][name]["summary"], tuple(record["references"]))
        for record in records
        for name in names
    ]
    human = {
        one: np.array([[r["systems"][name]["scores"][one] for name in names] for r in records])
        for one in dimensions
    }
    return Rated(items, human)


def scores(rated: Rated, session: Session, levels: Any = None, **options: Any) -> Floats:
    scorer = TeslaS(lang="en", **options).open(session)
    if levels is not None:
        comparer: Any = scorer.comparer
        scorer.comparer = GradedSkipComparer(comparer.encoder, comparer.alpha, levels)
    pairs = Pairs.from_items(rated.items)
    found = scorer.combine_references(scorer.scores(pairs), pairs)
    return found.reshape(next(iter(rated.human.values())).shape)


def kendall(x: Floats, y: Floats) -> float:
    return float(kendalltau(x, y)[0])


def pearson(x: Floats, y: Floats) -> float:
    return float(pearsonr(x, y)[0])


def of_summaries(measure: Callable[[Floats, Floats], float], own: Floats, human: Floats) -> Floats:
    """A value a document; one in which all are the same says nothing."""
    varied = [np.ptp(x) > 0 and np.ptp(y) > 0 for x, y in zip(own, human, strict=True)]
    return np.array(
        [measure(x, y) if v else 0.0 for x, y, v in zip(own, human, varied, strict=True)]
    )


def all_four(own: Floats, human: Floats) -> list[float]:
    systems = own.mean(axis=0), human.mean(axis=0)
    return [
        pearson(*systems),
        kendall(*systems),
        float(of_summaries(pearson, own, human).mean()),
        float(of_summaries(kendall, own, human).mean()),
    ]


def better(own: Floats, other: Floats, human: Floats) -> list[float]:
    """Shares of samples of documents in which `own` agrees more, by the same four."""
    rng = np.random.default_rng(12345)
    gains = [
        of_summaries(measure, own, human) - of_summaries(measure, other, human)
        for measure in (pearson, kendall)
    ]
    wins = np.zeros(4)
    for _ in range(SAMPLES):
        drawn = rng.integers(0, len(human), len(human))
        people = human[drawn].mean(axis=0)
        one, two = own[drawn].mean(axis=0), other[drawn].mean(axis=0)
        wins += [
            pearson(one, people) > pearson(two, people),
            kendall(one, people) > kendall(two, people),
            *(gain[drawn].mean() > 0 for gain in gains),
        ]
    return list(wins / SAMPLES)


def row(name: str, values: list[float]) -> str:
    return f"{name:44}" + "".join(f"{value:8.3f}" for value in values)


def held_out(
    sets: dict[str, Rated], found: dict[str, dict[str, Floats]], folds: int
) -> tuple[dict[str, Floats], Counter[str]]:
    """Scores of each fold by the way that is best on the others, and what was chosen."""
    ways = [way for way in next(iter(found.values())) if way != "tesla-s"]
    made = {name: np.empty_like(own["tesla-s"]) for name, own in found.items()}
    chosen: Counter[str] = Counter()
    documents = len(next(iter(made.values())))
    fold = np.random.default_rng(0).permutation(np.arange(documents) % folds)
    for number in range(folds):
        seen = fold != number

        def worth(way: str, seen: Any = seen) -> float:
            humans = {name: next(iter(rated.human.values())) for name, rated in sets.items()}
            return sum(
                sum(all_four(found[name][way][seen], human[seen])) for name, human in humans.items()
            )

        best = max(ways, key=worth)
        chosen[best] += 1
        for name, scored in made.items():
            scored[~seen] = found[name][best][~seen]
    return made, chosen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--folds", type=int, default=10)
    chosen = parser.parse_args()
    warnings.simplefilter("ignore", TeslaWarning)  # the texts are tokenised
    session = Session()
    sets = {name: read(chosen.folder / f"{name}.jsonl.gz", own) for name, own in SETS.items()}
    found: dict[str, dict[str, Floats]] = {}
    for name, rated in sets.items():
        found[name] = {"tesla-s": scores(rated, session)}
        for way, levels in WAYS.items():
            for table in ("auto", "none"):
                options = {"similarity": "graded", "frequencies": table}
                label = way + ", all weigh the same" * (table == "none")
                found[name][label] = scores(rated, session, levels, **options)
    made, counted = held_out(sets, found, chosen.folds)
    print("chosen:", ", ".join(f"{way} {times}x" for way, times in counted.most_common()))
    for name, rated in sets.items():
        for dimension, human in rated.human.items():
            print(f"\n{name}, {dimension}: Pearson, Kendall of summarisers; of summaries")
            for way, own in found[name].items():
                print(row(way, all_four(own, human)))
            print(row("graded, held out", all_four(made[name], human)))
            print(row("  better than tesla-s", better(made[name], found[name]["tesla-s"], human)))


if __name__ == "__main__":
    main()
