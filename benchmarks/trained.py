"""TESLA-B and TESLA-F against people, judged on what they were not trained on.

    python benchmarks/trained.py FOLDER --table FILE ... --lm FILE ... [--pairs cs-en ...]
    python benchmarks/trained.py FOLDER --within --table FILE ... --lm FILE ... [--pairs en-fr ...]

FOLDER holds ranked language pairs (default: ../shared/data/mt/wmt12). They are into one language
(default: English), and TESLA-F is trained for each on the others, without judgments of segments
whose reference is in the held-out pair too. With --within pairs may be into several languages
(default: out of English): the segments of each are dealt to five folds, equal references together,
and each fold is scored by a model that was trained on the other four. The paper's features and the
extended ones; a pair takes the tables and language models that are of its language. Differences to
chrF, BLEU and TESLA-M come with 95 % of 1,000 bootstrap samples.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from tesla_metrics import Bleu, Chrf, Metric, TeslaB, TeslaF, TeslaM, Track, train_tesla_f
from tesla_metrics.evaluation.meta import evaluate
from tesla_metrics.evaluation.scored import (
    Scored,
    build_baseline_scores,
    build_scored_from_segments,
    score_track,
)
from tesla_metrics.evaluation.tracks import read_tracks
from tesla_metrics.metrics.tesla_f_model import EXTENDED_FEATURES, PAPER_FEATURES
from tesla_metrics.reporting.meta import render_meta
from tesla_metrics.resources.learning.regression import make_folds
from tesla_metrics.resources.lm.arpa import read_settings
from tesla_metrics.resources.pivot.phrase_table import open_phrase_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

WMT12 = Path(__file__).parents[2] / "shared" / "data" / "mt" / "wmt12"
INTO_ENGLISH = ("cs-en", "de-en", "es-en", "fr-en")
OUT_OF_ENGLISH = ("en-cs", "en-de", "en-es", "en-fr")


def without(track: Track, left_out: "NDArray[np.bool_]") -> Track:
    """The track without rankings of these segments."""
    rankings = track.rankings
    assert rankings is not None
    kept = ~left_out[rankings.segment]
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


def reference(track: Track) -> Sequence[str]:
    return [line or "" for line in next(iter(track.references.values()))]


def apart(track: Track, held_out: Track) -> Track:
    """The track without rankings of segments whose reference the other one has."""
    known = {text for lines in held_out.references.values() for text in lines}
    return without(track, np.array([text in known for text in reference(track)]))


def segments_of(track: Track, numbers: "NDArray[np.intp]") -> Track:
    """These segments alone, unjudged: what a metric sees of them."""

    def some(lines: Sequence[str | None]) -> list[str]:
        return [lines[number] or "" for number in numbers]

    return replace(
        track,
        outputs={name: some(lines) for name, lines in track.outputs.items()},
        references={name: some(lines) for name, lines in track.references.items()},
        rankings=None,
        segment_scores=None,
    )


class Trainer:
    """Trains with the files that are of a track's language."""

    def __init__(self, tables: Sequence[str], lms: Sequence[str], folder: Path) -> None:
        self._tables = [(open_phrase_table(table).target, table) for table in tables]
        self._lms = [(read_settings(Path(lm)).get("language"), lm) for lm in lms]
        self._folder = folder

    def tables(self, lang: str) -> tuple[str, ...]:
        return tuple(table for own, table in self._tables if own == lang)

    def train(self, tracks: Sequence[Track], features: str) -> TeslaF:
        lang = tracks[0].lang
        lms = [lm for own, lm in self._lms if own == lang]
        trained = train_tesla_f(tracks, tables=self.tables(lang), lms=lms, features=features)
        path = self._folder / f"{len(list(self._folder.iterdir()))}.model"
        trained.write(path)
        return TeslaF(lang=lang, model=str(path))


def by_other_pairs(trainer: Trainer, tracks: Sequence[Track], track: Track) -> Iterator[Scored]:
    others = [apart(other, track) for other in tracks if other is not track]
    for features in (PAPER_FEATURES, EXTENDED_FEATURES):
        scored = score_track(trainer.train(others, features), track)
        yield replace(scored, metric=f"tesla-f ({features})")


def by_other_folds(trainer: Trainer, tracks: Sequence[Track], track: Track) -> Iterator[Scored]:
    _, groups = np.unique(np.array(reference(track), dtype=object), return_inverse=True)
    folds = make_folds(groups)
    for features in (PAPER_FEATURES, EXTENDED_FEATURES):
        segments = np.full((len(track.systems), track.segments), np.nan)
        for fold in folds:
            held_out = np.isin(np.arange(track.segments), fold)
            metric = trainer.train([without(track, held_out)], features)
            found = score_track(metric, segments_of(track, fold)).segments
            assert found is not None
            segments[:, fold] = found
        yield build_scored_from_segments(f"tesla-f ({features})", segments)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=WMT12)
    parser.add_argument("--within", action="store_true", help="cross-validate inside each pair")
    parser.add_argument("--table", nargs="+", default=[], dest="tables")
    parser.add_argument("--lm", nargs="+", default=[], dest="lms")
    parser.add_argument("--pairs", nargs="+")
    args = parser.parse_args()
    pairs = args.pairs or list(OUT_OF_ENGLISH if args.within else INTO_ENGLISH)
    tracks = read_tracks([args.folder], pairs=pairs)
    held_out = by_other_folds if args.within else by_other_pairs
    scored = []
    with TemporaryDirectory() as folder:
        trainer = Trainer(args.tables, args.lms, Path(folder))
        for track in tracks:
            metrics: list[Metric[Any]] = [TeslaM(lang=track.lang), Bleu(lang=track.lang), Chrf()]
            if tables := trainer.tables(track.lang):
                metrics.insert(1, TeslaB(lang=track.lang, tables=tables))
            own = [score_track(metric, track) for metric in metrics]
            scored.append(
                [*held_out(trainer, tracks, track), *own, *build_baseline_scores(track, 12345)]
            )
            print(f"{track.pair} done", flush=True)
    evaluation = evaluate(tracks, scored)
    print(render_meta(tracks, evaluation, [], [], "markdown", with_differences=True))


if __name__ == "__main__":
    main()
