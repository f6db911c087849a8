"""TESLA-X against people on sets that its constants have not seen, and what each part adds.

    python benchmarks/tesla_x.py [FOLDER] [--groups NAME ...] [--ablation] [-j THREADS]

FOLDER holds a folder a test set (default: ../shared/data/mt). Constants were chosen on cs-en,
de-en, en-de and en-fr of WMT 2012 (tesla_x_constants.py), which form a group of their own here; all
other sets are untouched. Prints Markdown: values track by track, their mean, and differences of
tesla-x to its peers with 95 % of 1,000 bootstrap samples of segments. With --ablation the parts of
tesla-x are left out one by one instead.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from results import number
from tesla_metrics import Metric, Scored, TeslaX, Track, make_metric, score_track
from tesla_metrics.evaluation.meta import MeasureBlock, evaluate
from tesla_metrics.evaluation.tracks import read_tracks
from tesla_metrics.reporting.table import Cell, Table, render_table

FOLDER = Path(__file__).parents[2] / "shared" / "data" / "mt"
GROUPS = {
    "seen: WMT 2012": ("wmt12/cs-en", "wmt12/de-en", "wmt12/en-de", "wmt12/en-fr"),
    "into English": ("wmt12/es-en", "wmt12/fr-en", "wmt14/de-en", "wmt14/fr-en"),
    "out of English": ("wmt12/en-cs", "wmt12/en-es"),
    "WMT 2016 and 2017": (
        *(f"wmt16da/{pair}-en" for pair in ("cs", "de", "fi", "ro", "ru", "tr")),
        "wmt16da/en-ru",
        *(f"wmt17/{pair}-en" for pair in ("cs", "de", "ru", "zh")),
    ),
    "WMT 2021 MQM": ("wmt21mqm/en-de", "wmt21mqm/zh-en"),
    "WMT 2024 ESA": ("wmt24esa/en-cs",),
    "into Chinese": ("wmt18/en-zh", "wmt24esa/en-zh"),
}
MEASURES = ("consistency", "pearson-seg", "kendall-seg", "pearson-sys", "accuracy-sys")
METRICS = ("tesla-x", "tesla-m", "chrf", "chrf++", "bleu")
CHINESE = ("tesla-x", "tesla-celab", "tesla-celab-", "chrf", "bleu")
PEERS = ("chrf", "chrf++", "bleu", "tesla-m")
ABLATION: Mapping[str, Mapping[str, Any]] = {
    "tesla-x": {},
    "words only": {"word_share": 1.0},
    "characters only": {"word_share": 0.0},
    "unigrams only": {"order": 1},
    "everything weighs the same": {"frequencies": "none"},
    "frequencies of the references": {"frequencies": "references"},
    "no synonyms": {"synonyms": "none"},
    "no paraphrases": {"paraphrases": "none"},
    "neither synonyms nor paraphrases": {"synonyms": "none", "paraphrases": "none"},
    "nothing for lemmas": {"lemma": 0.0},
    "nothing for parts of speech": {"tag": 0.0, "function": 0.0},
    "nothing for spelling": {"least": 1.0},
    "order of words not looked at": {"order_penalty": 0.0},
    "neither families nor opposites": {"relations": "none"},
    "nothing for families": {"derivation": 0.0},
    "numbers not charged": {"number_penalty": 0.0},
    "negations not charged": {"negation_penalty": 0.0},
    "case not looked at": {"case_penalty": 0.0},
    "ends of sentences not looked at": {"ending_penalty": 0.0},
    "no penalties": {
        f"{name}_penalty": 0.0 for name in ("number", "negation", "order", "case", "ending")
    },
}


def metrics_of(track: Track, ablation: bool) -> Iterator[tuple[str, Metric[Any]]]:
    if ablation:
        for label, options in ABLATION.items():
            yield label, TeslaX(lang=track.lang, **options)
    else:
        for name in CHINESE if track.lang == "zh" else METRICS:
            yield name, make_metric(name, lang=track.lang)


def scores(track: Track, ablation: bool, jobs: int) -> list[Scored]:
    return [
        replace(score_track(metric, track, jobs=jobs), metric=label)
        for label, metric in metrics_of(track, ablation)
    ]


def values(block: MeasureBlock, order: Sequence[str]) -> Table:
    rows: list[list[Cell]] = []
    for name in order:
        row = next(row for row in block.rows if row.metric == name)
        rows.append([name, *map(number, row.values), number(row.mean)])
    return Table([block.measure.name, *block.tracks, "mean"], rows)


def differences(block: MeasureBlock, first: str, others: Sequence[str]) -> str:
    """In points: hundredths of the measure."""
    found = []
    for other in others:
        for one in block.differences:
            if {one.a, one.b} == {first, other} and one.interval is not None:
                sign = 1 if one.a == first else -1
                low, high = sorted(100 * sign * end for end in one.interval)
                found.append(f"{other} {100 * sign * one.difference:+.1f} [{low:.1f}, {high:.1f}]")
    return f"{first} less ...: {'; '.join(found)}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--groups", nargs="+", choices=list(GROUPS), default=list(GROUPS))
    parser.add_argument("--ablation", action="store_true")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    args = parser.parse_args()
    for group in args.groups:
        tracks = []
        for name in GROUPS[group]:
            (track,) = read_tracks([args.folder / name])
            year = track.test_set.removeprefix("wmt")[:2]
            tracks.append(replace(track, test_set=group, pair=f"{year} {track.pair}"))
        scored = [scores(track, args.ablation, args.jobs) for track in tracks]
        order = [own.metric for own in scored[0]]
        print(f"#### {group}\n", flush=True)
        for block in evaluate(tracks, scored).blocks:
            if block.measure.name in MEASURES:
                print(render_table(values(block, order), "markdown"))
                others = order[1:] if args.ablation else [one for one in PEERS if one in order]
                if "tesla-celab" in order:
                    others += ["tesla-celab", "tesla-celab-"]
                print(differences(block, "tesla-x", others), flush=True)


if __name__ == "__main__":
    main()
