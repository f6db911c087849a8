"""PEM against people who judged paraphrases and rewritten sentences.

    python benchmarks/pem.py [FOLDER] [--samples N] [--table FILE ...] [--lm FILE] [--untrained]

FOLDER (default: ../shared/data/paraphrase) holds parabank_eval.tsv.gz (adequacy and grammar of
paraphrases) and rewrite_ratings.tsv (meaning and fluency of simplified sentences). Nobody judged
dissimilarity or a paraphrase as a whole there, so that a whole is built,

    overall = adequacy x grammar x (1/4 + 3/4 dissimilarity)

each in [0,1], with meaning and fluency in place of the first two for rewritten sentences. Its
dissimilarity is measured: the edit distance of lower-cased words by the length of the longer side,
which none of the metrics computes. PEM is trained in five folds over sources, each scored by a
model that has not seen its sources; C and gamma are chosen within the other four. Correlations are
over all pairs, with 95 % of bootstrap samples of the sources. The last table is of the mean over
sources of the correlation among the candidates of a source, for those that have at least 5.
`--untrained` leaves out what is trained, which takes most of the time.
"""

import argparse
import csv
import gzip
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import rankdata

from tesla_metrics import Metric, Pem, make_metric, train_pem
from tesla_metrics.arrays import Floats, Indices
from tesla_metrics.resources.learning.regression import make_folds

PARAPHRASE = Path(__file__).parents[2] / "shared" / "data" / "paraphrase"
PEERS = ("bleu", "chrf", "tesla-m", "tesla-x")
COPY = 0.25


@dataclass(frozen=True, eq=False)
class Judged:
    """Pairs with what people said of them, by name; no number where they said nothing."""

    name: str
    sources: list[str]
    candidates: list[str]
    meaning: Floats
    form: Floats
    names: tuple[str, str]  # what people were asked
    systems: list[list[str]]

    @property
    def groups(self) -> Indices:
        numbers = {text: at for at, text in enumerate(dict.fromkeys(self.sources))}
        return np.array([numbers[text] for text in self.sources])

    @property
    def overall(self) -> Floats:
        """See above; where nobody could tell the meaning there is none."""
        changed = np.array(list(map(edited, self.sources, self.candidates)))
        whole: Floats = np.nan_to_num(self.meaning) * self.form * (COPY + (1 - COPY) * changed)
        return whole


def edited(source: str, candidate: str) -> float:
    """How many words must be changed, put in or left out, of those of the longer side."""
    x, y = source.lower().split(), candidate.lower().split()
    row = list(range(len(y) + 1))
    for i, word in enumerate(x, 1):
        before, row[0] = row[0], i
        for j, other in enumerate(y, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (word != other))
    return row[-1] / max(len(x), len(y), 1)


def rows_of(path: Path) -> list[dict[str, str]]:
    """The lines of a table by the names of its columns."""
    opened: Any = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))


def read_parabank(folder: Path) -> Judged:
    """Adequacy 0 to 100, grammar 0 to 2."""
    rows = rows_of(folder / "parabank_eval.tsv.gz")
    given = [row["adequacy_0_100"].replace("NA", "nan") for row in rows]
    return Judged(
        "ParaBank",
        [row["reference"] for row in rows],
        [row["candidate"] for row in rows],
        np.array(given, dtype=np.float64) / 100,
        np.array([row["grammar_0_2"] for row in rows], dtype=np.float64) / 2,
        ("adequacy", "grammar"),
        [row["systems"].split() for row in rows],
    )


def read_rewrites(folder: Path) -> Judged:
    """Both from 0 to 100."""
    rows = rows_of(folder / "rewrite_ratings.tsv")
    return Judged(
        "rewrites",
        [row["original"] for row in rows],
        [row["rewrite"] for row in rows],
        np.array([row["meaning_0_100"] for row in rows], dtype=np.float64) / 100,
        np.array([row["fluency_0_100"] for row in rows], dtype=np.float64) / 100,
        ("meaning", "fluency"),
        [[f"{row['set']}:{row['system']}"] for row in rows],
    )


def trained(judged: Judged, targets: Floats, options: Mapping[str, Any], **how: Any) -> Floats:
    """Predictions of each fold's pairs by a model of the other four."""
    known = np.flatnonzero(np.isfinite(targets))
    found = np.full(len(targets), np.nan)
    for held in make_folds(judged.groups):
        taught = np.setdiff1d(known, held)
        ratings = [(judged.sources[i], judged.candidates[i], float(targets[i])) for i in taught]
        made = train_pem(ratings, lang="en", scale=(0.0, 1.0), jobs=2, **how, **options)
        parts = part_values(judged, held, options)
        found[held] = made.model.combine(parts)
        print(f"  {judged.name}: C {made.chosen.c} gamma {made.chosen.gamma}", flush=True)
    return found


def part_values(judged: Judged, at: Indices, options: Mapping[str, Any]) -> Floats:
    """Adequacy, fluency, dissimilarity of some of the pairs."""
    scored = Pem(lang="en", **options).score(
        [judged.candidates[i] for i in at], [judged.sources[i] for i in at], jobs=2
    )
    return np.column_stack([scored.segment_parts[name] for name in Pem.parts])


def segment_scores(metric: Metric[Any], judged: Judged) -> Floats:
    """Of every candidate against its source."""
    return np.array(metric.score(judged.candidates, judged.sources, jobs=2).segments)


def correlations(x: Floats, y: Floats) -> tuple[float, float]:
    """Pearson and Spearman."""
    return (
        float(np.corrcoef(x, y)[0, 1]),
        float(np.corrcoef(rankdata(x), rankdata(y))[0, 1]),
    )


class Bootstrap:
    """The same samples of sources for all that is asked."""

    def __init__(self, groups: Indices, samples: int) -> None:
        rng = np.random.default_rng(1)
        members = [np.flatnonzero(groups == group) for group in range(groups.max() + 1)]
        self._drawn = [
            np.concatenate([members[g] for g in rng.integers(0, len(members), len(members))])
            for _ in range(samples)
        ]

    def pearsons(self, x: Floats, y: Floats) -> Floats:
        """One a sample, of pairs that have both."""
        good = np.isfinite(x) & np.isfinite(y)
        found = []
        for drawn in self._drawn:
            kept = drawn[good[drawn]]
            found.append(np.corrcoef(x[kept], y[kept])[0, 1])
        return np.array(found)


def line(name: str, x: Floats, y: Floats, bootstrap: Bootstrap) -> None:
    """A row of a table."""
    good = np.isfinite(x) & np.isfinite(y)
    pearson, spearman = correlations(x[good], y[good])
    low, high = np.quantile(bootstrap.pearsons(x, y), [0.025, 0.975])
    print(f"| {name} | {pearson:.3f} [{low:.3f}, {high:.3f}] | {spearman:.3f} |")


def compare(title: str, scores: Mapping[str, Floats], human: Floats, bootstrap: Bootstrap) -> None:
    """Every metric against one judgment, and the difference of the last one to each other."""
    ours = list(scores)[-1]
    print(f"\n{title}\n\n| metric | Pearson | Spearman |\n|---|---|---|")
    for name, values in scores.items():
        line(name, values, human, bootstrap)
    own = bootstrap.pearsons(scores[ours], human)
    print(f"\n{ours} less another, Pearson, 95 % of samples:")
    for name, values in scores.items():
        if name != ours:
            low, high = np.quantile(own - bootstrap.pearsons(values, human), [0.025, 0.975])
            print(f"  {name}: [{low:+.3f}, {high:+.3f}]")


def by_system(values: Floats, judged: Judged) -> tuple[list[str], Floats]:
    """The mean of each system's pairs."""
    names = sorted({name for own in judged.systems for name in own})
    sums = {name: [] for name in names}  # type: dict[str, list[float]]
    for value, own in zip(values.tolist(), judged.systems, strict=True):
        for name in own:
            if np.isfinite(value):
                sums[name].append(value)
    return names, np.array([np.mean(sums[name]) for name in names])


def study(judged: Judged, options: Mapping[str, Any], samples: int, untrained: bool) -> None:
    """All tables of one set."""
    bootstrap = Bootstrap(judged.groups, samples)
    parts = part_values(judged, np.arange(len(judged.sources)), options)
    adequacy, fluency, dissimilarity = parts.T
    meaning, form = judged.names
    print(f"\n## {judged.name}: {len(parts)} pairs of {judged.groups.max() + 1} sources")
    print("\nparts of PEM\n\n| part, judgment | Pearson | Spearman |\n|---|---|---|")
    line(f"adequacy, {meaning}", adequacy, judged.meaning, bootstrap)
    line(f"fluency, {form}", fluency, judged.form, bootstrap)
    line(f"adequacy, {form}", adequacy, judged.form, bootstrap)
    line(f"fluency, {meaning}", fluency, judged.meaning, bootstrap)
    line(f"dissimilarity, {meaning}", dissimilarity, judged.meaning, bootstrap)
    line(f"dissimilarity, {form}", dissimilarity, judged.form, bootstrap)
    peers = {name: segment_scores(peer(name), judged) for name in PEERS}
    fixed = segment_scores(Pem(lang="en", **options), judged)
    scores = {**peers, "pem: adequacy alone": adequacy, "pem, fixed": fixed}
    of_meaning: dict[str, Floats] = {}
    of_whole: dict[str, Floats] = {}
    if not untrained:
        of_meaning[f"pem, trained for {meaning}"] = trained(judged, judged.meaning, options)
        whole = trained(judged, judged.overall, options, controls=True)
        of_whole["pem, trained for overall"] = whole
    compare(f"against {meaning}", {**scores, **of_meaning}, judged.meaning, bootstrap)
    told = {**scores, "dissimilarity": dissimilarity, **of_whole}
    compare("against overall", told, judged.overall, bootstrap)
    told |= of_meaning
    humans = {meaning: judged.meaning, form: judged.form, "overall": judged.overall}
    systems(judged, told, humans)
    copies(judged, {"pem, fixed": fixed, **of_whole})
    among(judged, {**told, "pem: fluency alone": fluency}, humans)


def within_sources(x: Floats, y: Floats, groups: Indices) -> tuple[float, int]:
    """The mean Pearson among the candidates of a source, and of how many sources."""
    found = []
    good = np.isfinite(x) & np.isfinite(y)
    for group in range(groups.max() + 1):
        own = np.flatnonzero(good & (groups == group))
        if len(own) >= 5 and np.ptp(x[own]) > 0 and np.ptp(y[own]) > 0:
            found.append(np.corrcoef(x[own], y[own])[0, 1])
    return float(np.mean(found)), len(found)


def among(judged: Judged, scores: Mapping[str, Floats], humans: Mapping[str, Floats]) -> None:
    """How well the candidates of one source are told apart, as reranking needs it."""
    print(f"\nwithin sources\n\n| metric | {' | '.join(humans)} |\n|---|{'---|' * len(humans)}")
    for name, values in scores.items():
        found = [within_sources(values, human, judged.groups) for human in humans.values()]
        shown = " | ".join(f"{value:.3f} ({count})" for value, count in found)
        print(f"| {name} | {shown} |")


def systems(judged: Judged, scores: Mapping[str, Floats], humans: Mapping[str, Floats]) -> None:
    """Pearson of means."""
    names, _ = by_system(judged.meaning, judged)
    print(f"\n{len(names)} systems, Pearson of means\n")
    print(f"| metric | {' | '.join(humans)} |\n|---|{'---|' * len(humans)}")
    for name, values in scores.items():
        own = by_system(values, judged)[1]
        found = [correlations(own, by_system(human, judged)[1])[0] for human in humans.values()]
        print(f"| {name} | {' | '.join(f'{value:.3f}' for value in found)} |")


def copies(judged: Judged, scores: Mapping[str, Floats]) -> None:
    """What a copy gets, and what the best candidates of people get."""
    same = np.array([a == b for a, b in zip(judged.sources, judged.candidates, strict=True)])
    good = (judged.overall >= np.quantile(judged.overall, 0.9)) & ~same
    for name, values in scores.items():
        print(
            f"{name}: {same.sum()} copies have {values[same].mean():.3f} in the mean, the best "
            f"tenth of the others {values[good].mean():.3f}"
        )


def peer(name: str) -> Metric[Any]:
    """Peers need no language."""
    return make_metric(name, **({"lang": "en"} if name.startswith("tesla") else {}))


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=PARAPHRASE)
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--table", action="append", default=[])
    parser.add_argument("--lm", action="append", default=[])
    parser.add_argument("--untrained", action="store_true")
    args = parser.parse_args(arguments)
    options: dict[str, Any] = {"tables": tuple(args.table), "lms": tuple(args.lm)}
    print(Pem(lang="en", **options).signature(1))
    for judged in (read_parabank(args.folder), read_rewrites(args.folder)):
        study(judged, options, args.samples, args.untrained)


if __name__ == "__main__":
    main()
