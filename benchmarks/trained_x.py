"""TESLA-X trained on 500 judged segments, against the default, on sets it was not trained on.

    python benchmarks/trained_x.py [FOLDER] [--draws 3] [--train wmt12/de-en ...]

FOLDER is ../shared/data/mt unless another is given. Each training set is cut to 500 of its segments
at random, a few times. Tested are the segments that are left, other sets of its year without the
segments whose reference was trained on, and sets of other years and languages. Consistency with
rankings, Pearson's r with scores of segments, both in hundredths: the default's, and how much each
draw's constants change it. Out of English no thesaurus is used, so that figures do not hang on what
is installed.
"""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tesla_metrics import TeslaX, Track, read_tracks, train_tesla_x
from tesla_metrics.evaluation.measures.segment_measures import SegmentPearson
from tesla_metrics.evaluation.measures.system_measures import Consistency
from tesla_metrics.evaluation.scored import score_track
from trained import without

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

MT = Path(__file__).parents[2] / "shared" / "data" / "mt"
DA = tuple(f"wmt16da/{pair}" for pair in ("cs-en", "de-en", "fi-en", "ro-en", "ru-en", "tr-en"))
INTO_ENGLISH = ("wmt12/es-en", "wmt12/fr-en", "wmt14/de-en", "wmt14/fr-en", *DA)
TESTS = {
    "wmt12/de-en": INTO_ENGLISH,
    "wmt12/en-de": ("wmt12/en-fr", "wmt12/en-cs"),
    "wmt14/fr-en": tuple(name for name in INTO_ENGLISH if name != "wmt14/fr-en"),
    "wmt21mqm/zh-en": ("wmt14/de-en", "wmt14/fr-en", *DA),
}
SEGMENTS = 500


def judged_at(track: Track, kept: "NDArray[np.bool_]") -> Track:
    """The track with judgments of these segments alone."""
    scores = track.segment_scores
    if scores is not None:
        track = replace(track, segment_scores=np.where(kept, scores, np.nan))
    return track if track.rankings is None else without(track, ~kept)


def draw(track: Track, seed: int) -> "NDArray[np.bool_]":
    order = np.random.default_rng(seed).permutation(track.segments)
    return np.isin(np.arange(track.segments), order[:SEGMENTS])


def references(track: Track) -> list[tuple[str, ...]]:
    return list(zip(*track.references.values(), strict=True))


def synonyms(track: Track) -> str:
    return "auto" if track.lang == "en" else "none"


class Tester:
    """Scores of tracks by constants; those of the default are made once."""

    def __init__(self) -> None:
        self._default: dict[str, NDArray[np.float64]] = {}

    def compared(
        self, track: Track, kept: "NDArray[np.bool_]", constants: "Mapping[str, float]"
    ) -> tuple[float, float]:
        """The default's agreement on these segments, and the gain."""
        if track.name not in self._default:
            self._default[track.name] = _scores(track, {})
        own = judged_at(track, kept)
        before = _agreement(own, self._default[track.name])
        return before, _agreement(own, _scores(track, constants)) - before


def _scores(track: Track, constants: "Mapping[str, float]") -> "NDArray[np.float64]":
    metric = TeslaX(lang=track.lang, synonyms=synonyms(track), **constants)  # type: ignore[arg-type]
    found = score_track(metric, track, jobs=2).segments
    assert found is not None
    return found


def _agreement(track: Track, scores: "NDArray[np.float64]") -> float:
    measure = Consistency() if track.rankings is not None else SegmentPearson()
    return 100 * float(measure.matrix_values(track, scores[None])[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=MT)
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--train", nargs="+", choices=list(TESTS), default=list(TESTS))
    args = parser.parse_args()
    tester = Tester()
    for name in args.train:
        track = read_tracks([args.folder / name])[0]
        others = [read_tracks([args.folder / other])[0] for other in TESTS[name]]
        before: dict[str, list[float]] = {}
        gains: dict[str, list[float]] = {}
        notes = []
        for seed in range(args.draws):
            kept = draw(track, seed)
            trained = train_tesla_x([judged_at(track, kept)], {"synonyms": synonyms(track)}, jobs=2)
            chosen = trained.chosen
            notes.append(
                f"{chosen.strength:g} ({100 * chosen.gain:+.1f} ± {100 * chosen.error:.1f})"
            )
            known = {text for text, keep in zip(references(track), kept, strict=True) if keep}
            for other in (track, *others):
                fresh = np.array([text not in known for text in references(other)])
                row = f"{other.name}, the rest" if other is track else other.name
                was, gain = tester.compared(other, fresh, trained.model.constants)
                before.setdefault(row, []).append(was)
                gains.setdefault(row, []).append(gain)
        print(f"\nTrained on {SEGMENTS} segments of {name}; strengths, with gains on held-out "
              f"folds: {', '.join(notes)}\n")  # fmt: skip
        print(f"| tested on | default |{' change |' * args.draws}")
        print(f"|---|---:|{'---:|' * args.draws}")
        for row, values in gains.items():
            changes = " | ".join(f"{value:+.1f}" for value in values)
            print(f"| {row} | {np.mean(before[row]):.1f} | {changes} |", flush=True)


if __name__ == "__main__":
    main()
