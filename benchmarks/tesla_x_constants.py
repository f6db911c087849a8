"""How the constants of TESLA-X were chosen: on four language pairs of WMT 2012 and nothing else.

    python benchmarks/tesla_x_constants.py [FOLDER] [--from study|first]

FOLDER is ../shared/data/mt/wmt12 unless another is given. Coordinate ascent from the constants of
the quick study (--from study), or from those that a first run of this had found from there before
the metric had paraphrases and looked at the order of words, families of words, case and the ends of
sentences, with 0.5, 0.1, 0.7, 0.2 and 0.05 for these, which cost nothing in prototypes (the
default: what it ends in are the defaults of the metric).
One constant after another is set to the value of its grid that is best with the others as they are,
or rather to the nearest to the start within a tenth of a point of it, and only if it gains that
much, until a round changes nothing: a set like this cannot tell smaller differences from chance.
What is maximised is the mean consistency with people on cs-en, de-en, en-de and en-fr and, weakly,
the share right of the dev part of the minimal pairs: a point there counts as much as 0.05 points of
consistency. Then once more, for some constants, for that share alone, as long as consistency stays
within a tenth of a point of what was reached. Character n-grams start at 4, which is how far the
shipped tables go. No other judged set is looked at. Out of English no thesaurus is used in the
consistency, so that the choice does not hang on what is installed.
"""

import argparse
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean

from challenge import Item, read_items
from tesla_metrics import TeslaX, Track
from tesla_metrics.core.comparing.comparer import Rows
from tesla_metrics.core.comparing.graded import GradedConstants
from tesla_metrics.core.encoding.encoder import EncodedPairs
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.evaluation.measures.system_measures import Consistency
from tesla_metrics.evaluation.scored import Scored
from tesla_metrics.evaluation.tracks import read_tracks
from tesla_metrics.metrics.tesla_x import GradedScorer

WMT12 = Path(__file__).parents[2] / "shared" / "data" / "mt" / "wmt12"
PAIRS = ("cs-en", "de-en", "en-de", "en-fr")
STUDY: Mapping[str, float] = {
    "alpha": 0.65, "word_share": 0.5, "character_alpha": 0.5, "characters": 4, "order": 2,
    "lemma": 0.9, "synonym": 0.8, "synset": 0.6, "tag": 0.2, "function": 0.2, "spelling": 1.5,
    "unknown": 1.5, "least": 0.3, "stand_in": 0.0, "number_penalty": 0.0, "negation_penalty": 0.0,
    "paraphrase": 0.5, "order_penalty": 0.0, "derivation": 0.7, "case_penalty": 0.0,
    "ending_penalty": 0.0,
}  # fmt: skip
FIRST: Mapping[str, float] = {
    **STUDY, "alpha": 0.9, "word_share": 0.6, "function": 0.3, "least": 0.2, "stand_in": 0.5,
    "number_penalty": 0.2, "negation_penalty": 0.2, "order_penalty": 0.1,
    "case_penalty": 0.2, "ending_penalty": 0.05,
}  # fmt: skip
GRID: Mapping[str, tuple[float, ...]] = {
    "alpha": (0.5, 0.65, 0.8, 0.9),
    "word_share": (0.4, 0.5, 0.6),
    "character_alpha": (0.3, 0.5, 0.65),
    "characters": (3, 4, 5, 6),
    "stand_in": (0.0, 0.5, 1.0),
    "lemma": (0.8, 0.9, 0.95),
    "synonym": (0.7, 0.8, 0.9),
    "synset": (0.5, 0.6, 0.7),
    "paraphrase": (0.3, 0.5, 0.7),
    "tag": (0.0, 0.1, 0.2, 0.3),
    "function": (0.2, 0.3, 0.5),
    "spelling": (1.0, 1.5, 2.0),
    "unknown": (1.0, 1.5, 2.0),
    "least": (0.2, 0.3, 0.4),
    "number_penalty": (0.0, 0.1, 0.2),
    "negation_penalty": (0.0, 0.1, 0.2),
    "order_penalty": (0.0, 0.1, 0.15, 0.2),
    "derivation": (0.5, 0.7, 0.8),
    "case_penalty": (0.0, 0.1, 0.2, 0.3),
    "ending_penalty": (0.0, 0.05, 0.1, 0.2),
}
# Of the second time: what the minimal pairs are about.
SECOND: Mapping[str, tuple[float, ...]] = {
    "ending_penalty": (0.05, 0.1, 0.2),
    "case_penalty": (0.2, 0.3, 0.4),
    "number_penalty": (0.1, 0.2, 0.3),
    "negation_penalty": (0.1, 0.2, 0.3),
    "order_penalty": (0.1, 0.15, 0.2),
    "alpha": (0.8, 0.9),
    "function": (0.2, 0.3, 0.5),
    "tag": (0.0, 0.1, 0.2),
    "derivation": (0.5, 0.7, 0.8),
}
CHALLENGE = 0.05
GAIN = 0.001


def metric(lang: str, constants: Mapping[str, float], synonyms: str = "auto") -> TeslaX:
    whole = {name: int(constants[name]) for name in ("characters", "order")}
    return TeslaX(lang=lang, synonyms=synonyms, **{**constants, **whole})  # type: ignore[arg-type]


class Outputs:
    """Outputs of a track, encoded and compared no more often than constants ask for."""

    def __init__(self, track: Track) -> None:
        self._track = track
        (references,) = track.references.values()
        texts = [text for output in track.outputs.values() for text in output]
        sets = [list(map(str, references)) * len(track.outputs)]
        self._pairs = Pairs.from_reference_sets(texts, sets)
        self._codes: dict[int, EncodedPairs] = {}
        self._columns: dict[tuple[int, GradedConstants], Rows] = {}

    def consistency(self, constants: Mapping[str, float]) -> float:
        characters = int(constants["characters"])
        synonyms = "auto" if self._track.lang == "en" else "none"
        scorer = metric(self._track.lang, constants, synonyms).open()
        assert isinstance(scorer, GradedScorer)
        if characters not in self._codes:
            self._codes[characters] = scorer.graded_comparer.encode(self._pairs, 2)
        # What is left to the formula is the same for many constants.
        key = characters, scorer.constants.graded_constants
        if key not in self._columns:
            codes = self._codes[characters]
            self._columns[key] = scorer.graded_comparer.compare_codes(codes, self._pairs, 2)
        scores = scorer.combine(self._columns[key]).reshape(len(self._track.outputs), -1)
        return Consistency().value(self._track, Scored("tesla-x", scores, scores.mean(axis=1)))


def consistency(outputs: list[Outputs], constants: Mapping[str, float]) -> float:
    return fmean(own.consistency(constants) for own in outputs)


def share_right(items: list[Item], constants: Mapping[str, float]) -> float:
    right = []
    for lang in dict.fromkeys(item.lang for item in items):
        own = [item for item in items if item.lang == lang]
        references = [item.reference for item in own]
        chosen = metric(lang, constants)
        better = chosen.score([item.better for item in own], references).segments
        worse = chosen.score([item.worse for item in own], references).segments
        right += [float(b > w) for b, w in zip(better, worse, strict=True)]
    return fmean(right)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=WMT12)
    parser.add_argument("--from", choices=("study", "first"), default="first", dest="start")
    args = parser.parse_args()
    origin = STUDY if args.start == "study" else FIRST
    outputs = [Outputs(track) for track in read_tracks([args.folder], pairs=PAIRS)]
    items = [item for item in read_items() if item.part == "dev"]
    tried: dict[tuple[float, ...], tuple[float, float]] = {}

    def measure(constants: Mapping[str, float]) -> tuple[float, float]:
        key = tuple(constants.values())
        if key not in tried:
            tried[key] = consistency(outputs, constants), share_right(items, constants)
        return tried[key]

    def value(constants: Mapping[str, float]) -> float:
        people, right = measure(constants)
        return people + CHALLENGE * right

    best = dict(origin)
    print(f"start: {value(best):.4f}", flush=True)
    changed = True
    while changed:
        changed = False
        for name, grid in GRID.items():
            reached = {one: value({**best, name: one}) for one in grid}
            highest = max(reached.values())
            if highest >= value(best) + GAIN:
                good = [one for one in grid if reached[one] >= highest - GAIN]
                start = grid.index(origin[name])
                best[name] = min((abs(grid.index(one) - start), one) for one in good)[1]
                changed = True
                print(f"{name} = {best[name]:g}: {value(best):.4f}", flush=True)
    least = measure(best)[0] - GAIN
    changed = True
    while changed:
        changed = False
        for name, grid in SECOND.items():
            allowed = [one for one in grid if measure({**best, name: one})[0] >= least]
            right = {one: measure({**best, name: one})[1] for one in allowed}
            found = max(allowed, key=right.__getitem__, default=best[name])
            if allowed and right[found] > measure(best)[1]:
                best[name] = found
                changed = True
                print(f"then {name} = {found:g}: {100 * measure(best)[1]:.1f} %", flush=True)
    print(f"{len(tried)} of the grid tried; consistency {consistency(outputs, best):.4f}, minimal "
          f"pairs (dev) {100 * share_right(items, best):.1f} %")  # fmt: skip
    print(best)


if __name__ == "__main__":
    main()
