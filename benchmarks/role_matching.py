"""What roles add: TESLA-F without and with who did what to whom, trained on one year.

    python benchmarks/role_matching.py [FOLDER] [--train wmt12] [--test wmt14 ...] [--keep FOLDER]
                                       [--table FILE ...] [--lm FILE ...] [--quick]

FOLDER is ../shared/data/mt unless another is given; all sets into English are used. Features of
each judged output are computed once, and a model is fitted for each choice among them on --train,
as `tesla train tesla-f` does it. TESLA-X stands beside, alone and weighed together with roles in
the same way; `words` is the F of single words, compared and weighed as roles compare them: what it
adds is not due to roles. Consistency with rankings, Pearson's r with scores of segments, of sets
that were not trained on; differences to the same features without roles with 95 % of 1,000
bootstrap samples. Then the minimal pairs of tests/challenge/role_reversals.tsv by the same models.
--keep has the features of each track in a file there, for the next time; --quick takes every tenth
segment.
"""

import argparse
import csv
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tesla_metrics import TeslaX, Track
from tesla_metrics.core.comparing.comparer import CombinedComparer
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.core.encoding.session import default_session
from tesla_metrics.evaluation.measures.segment_measures import SegmentPearson
from tesla_metrics.evaluation.measures.system_measures import Consistency
from tesla_metrics.evaluation.meta import MeasureBlock, evaluate
from tesla_metrics.evaluation.scored import Scored, build_scored_from_segments
from tesla_metrics.evaluation.tracks import read_tracks
from tesla_metrics.evaluation.training.judged_outputs import (
    JudgedOutputs,
    TrainingExamples,
    select_outputs,
)
from tesla_metrics.metrics.tesla_f_model import (
    EXTENDED_FEATURES,
    PAPER_FEATURES,
    ROLE_FEATURES,
    FeatureSettings,
    build_features,
)
from tesla_metrics.resources.learning.regression import choose_c
from tesla_metrics.resources.lm.loading import load_language_model
from tesla_metrics.resources.pivot.phrase_table import open_phrase_table
from trained_x import judged_at

if TYPE_CHECKING:
    from numpy.typing import NDArray

MT = Path(__file__).parents[2] / "shared" / "data" / "mt"
TESTS = ("wmt14", "wmt16da", "wmt17", "wmt21mqm")
REVERSALS = Path(__file__).parents[1] / "tests" / "challenge" / "role_reversals.tsv"
TESLA_X, WORDS = "tesla-x", "words"
# TESLA-X reduced to words that are alike as in tuples.
ONLY_WORDS = {
    "order": 1, "alpha": 0.8, "tag": 0.0, "function": 0.0, "word_share": 1.0,
    "number_penalty": 0.0, "negation_penalty": 0.0, "order_penalty": 0.0,
}  # fmt: skip
_CHUNK = 500


@dataclass(frozen=True)
class Choice:
    """Some of the columns; what the same is called without those of roles."""

    columns: Sequence[str]
    without: str = ""


class Columns:
    """All features of pairs of texts: TESLA-F's with roles, and the scores that stand beside."""

    def __init__(self, tables: Sequence[str], lms: Sequence[str], keep: Path | None) -> None:
        settings, session = FeatureSettings(lang="en"), default_session()
        files = {open_phrase_table(file).pivot: file for file in tables}
        models = {Path(file).name: load_language_model(file) for file in lms}

        def features(which: str) -> CombinedComparer:
            return build_features(which, settings, files, models, session)

        self._all = features(ROLE_FEATURES)
        self._paper, self._extended = (
            features(PAPER_FEATURES).columns,
            features(EXTENDED_FEATURES).columns,
        )
        self._keep = keep
        self._beside = TeslaX(lang="en"), TeslaX(lang="en", **ONLY_WORDS)  # type: ignore[arg-type]
        self.names = (*self._all.columns, TESLA_X, WORDS)
        self.seconds = 0.0

    def choices(self) -> dict[str, Choice]:
        """What models are made of."""
        own = [name for name in self.names if name.startswith("roles:")]
        found = {
            "tesla-f, paper": Choice(self._paper),
            "tesla-f, paper + roles": Choice([*self._paper, *own], "tesla-f, paper"),
            "tesla-f, extended": Choice(self._extended),
            "tesla-f, extended + roles": Choice([*self._extended, *own], "tesla-f, extended"),
        }
        for name in own:
            label = f"tesla-f, extended + {name.removeprefix('roles:')} alone"
            found[label] = Choice([*self._extended, name], "tesla-f, extended")
        # Words alike by degrees are known here without roles, too.
        for base in ([*self._extended, WORDS], [TESLA_X], [TESLA_X, WORDS]):
            named = [name for name in base if name in (TESLA_X, WORDS)]
            label = " + ".join(["tesla-f, extended"] * (len(base) > 2) + named)
            found[label] = Choice(base)
            found[f"{label} + roles"] = Choice([*base, *own], label)
        found["roles alone"] = Choice(own)
        return found

    def of(self, judged: JudgedOutputs) -> "NDArray[np.float64]":
        """A row an output; of several references the mean."""
        path = self._keep / f"{judged.track.name.replace('/', '.')}.npy" if self._keep else None
        if path is not None and path.exists():
            kept: NDArray[np.float64] = np.load(path)
            if kept.shape == (len(judged.segment), len(self.names)):
                return kept
        outputs, columns = judged.get_texts()
        rows: NDArray[np.float64] = np.mean([self.rows(outputs, one) for one in columns], axis=0)
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            np.save(path, rows)
        return rows

    def rows(self, texts: Sequence[str], references: Sequence[str]) -> "NDArray[np.float64]":
        """Of texts beside references."""
        started = time.perf_counter()
        blocks = [
            self._all.compare(
                Pairs.from_lines(texts[at : at + _CHUNK], references[at : at + _CHUNK])
            )
            for at in range(0, len(texts), _CHUNK)
        ]
        self.seconds += time.perf_counter() - started
        beside = [one.score(list(texts), list(references)).segments for one in self._beside]
        return np.column_stack([np.concatenate(blocks), *beside])


class Study:
    """A set: its judged outputs and their rows."""

    def __init__(self, folder: Path, name: str, columns: Columns, quick: bool) -> None:
        tracks = [one for one in read_tracks([folder / name]) if one.lang == "en"]
        self.tracks = [thinned(one) for one in tracks] if quick else tracks
        self.method = "ranking" if all(one.rankings for one in self.tracks) else "regression"
        self.judged = [select_outputs(one, self.method) for one in self.tracks]
        self.rows = [columns.of(one) for one in self.judged]
        print(f"{name}: {sum(map(len, self.rows))} outputs", flush=True)

    def fit(self, places: Sequence[int]) -> "tuple[NDArray[np.float64], float]":
        """Weights of these columns, and the agreement on held-out folds."""
        problem = TrainingExamples(self.judged, np.concatenate(self.rows)[:, places]).build_problem(
            self.method
        )
        validated = choose_c(problem)
        everything, own = np.arange(len(problem.groups)), np.arange(problem.n_features)
        return problem.fit(everything, own, validated.c), validated.agreement

    def scored(self, models: "Mapping[str, NDArray[np.float64]]") -> list[list[Scored]]:
        """Of each track the scores that models give, where people have judged."""
        return [
            [
                build_scored_from_segments(name, self._matrix(judged, rows @ own))
                for name, own in models.items()
            ]
            for judged, rows in zip(self.judged, self.rows, strict=True)
        ]

    def _matrix(
        self, judged: JudgedOutputs, values: "NDArray[np.float64]"
    ) -> "NDArray[np.float64]":
        scores = np.full((len(judged.track.systems), judged.track.segments), np.nan)
        scores[judged.system, judged.segment] = values
        return scores


def thinned(track: Track) -> Track:
    return judged_at(track, np.arange(track.segments) % 10 == 0)


def show(block: MeasureBlock, choices: Mapping[str, Choice], name: str) -> None:
    """A row a model; what it gains over the same without roles."""
    found = {row.metric: row for row in block.rows}
    print(f"\n| {name}, {block.measure.name} | {' | '.join(block.tracks)} | mean | roles add | p |")
    print(f"|---{'|---:' * (len(block.tracks) + 3)}|")
    for label, choice in choices.items():
        values = " | ".join(f"{value:.3f}" for value in found[label].values)
        added = gain(block, label, choice.without)
        print(f"| {label} | {values} | {found[label].mean:.3f} | {added} |")
    tuples, pairs = (f"tesla-f, extended + {view} alone" for view in ("tuples", "pairs"))
    print(f"\nWhat labels add, tuples less pairs, and p: {gain(block, tuples, pairs)}")


def gain(block: MeasureBlock, label: str, without: str) -> str:
    """In points, with what 95 % of samples hold, and p."""
    for one in block.differences:
        if {one.a, one.b} == {label, without}:
            sign = 1 if one.a == label else -1
            low, high = sorted(sign * 100 * end for end in one.interval or ())
            return f"{sign * 100 * one.difference:+.2f} [{low:.2f}, {high:.2f}] | {one.p_value:.3f}"
    return "|"


def reversals(columns: Columns, models: "Mapping[str, NDArray[np.float64]]") -> None:
    """How often the paraphrase is ahead of the reversal."""
    with REVERSALS.open(encoding="utf-8", newline="") as lines:
        items = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    references = [item["reference"] for item in items]
    better, worse = (
        columns.rows([i[name] for i in items], references) for name in ("better", "worse")
    )
    kinds = list(dict.fromkeys(item["change"] for item in items))
    print(
        f"\n| minimal pairs, right | {' | '.join(kinds)} | all |\n|---{'|---:' * (len(kinds) + 1)}|"
    )
    for label, own in models.items():
        ahead = (better - worse) @ own
        right = np.where(np.abs(ahead) < 1e-9, 0.5, ahead > 0)
        cells = [right[[item["change"] == kind for item in items]] for kind in kinds] + [right]
        print(f"| {label} | {' | '.join(f'{own.sum():g} of {len(own)}' for own in cells)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=MT)
    parser.add_argument("--train", default="wmt12")
    parser.add_argument("--test", nargs="+", default=list(TESTS))
    parser.add_argument("--table", nargs="+", default=[], dest="tables")
    parser.add_argument("--lm", nargs="+", default=[], dest="lms")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    columns = Columns(args.tables, args.lms, args.keep)
    choices, models = columns.choices(), {}
    trained = Study(args.folder, args.train, columns, args.quick)
    print(f"\n| fitted on {args.train} | held-out folds |\n|---|---:|")
    for label, choice in choices.items():
        places = [columns.names.index(name) for name in choice.columns]
        weights, agreement = trained.fit(places)
        models[label] = np.zeros(len(columns.names))
        models[label][places] = weights
        print(f"| {label} | {agreement:.4f} |", flush=True)
    for name in args.test:
        tested = Study(args.folder, name, columns, args.quick)
        measure = Consistency() if tested.method == "ranking" else SegmentPearson()
        found = evaluate(tested.tracks, tested.scored(models), measures=[measure])
        for block in found.blocks:
            show(block, choices, name)
    reversals(columns, models)
    print(f"\nfeatures: {columns.seconds:.0f} s")


if __name__ == "__main__":
    main()
