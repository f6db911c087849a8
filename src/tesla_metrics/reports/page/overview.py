"""A study as plain values, which the page's scripts read by name."""

from dataclasses import asdict
from typing import Any

from ...judging.between_systems.findings import PairTest
from ...judging.between_systems.lengths import length_buckets
from ...names import REFERENCE, SOURCE
from ...tasks import shown_text
from .grams import TellingGrams
from .study import Study
from .tokens import WordNumbers


def overview(study: Study, title: str) -> dict[str, Any]:
    """All but texts, segments' scores and alignments."""
    names = list(study.systems)
    several = "Comparison of systems" if len(names) > 1 else f"Scores of {names[0]}"
    return {
        "title": title or several,
        "count": study.count,
        "systems": names,
        "metrics": [
            {
                "name": metric.name,
                "higher": metric.higher_is_better,
                "signature": study.signatures[metric.name],
            }
            for metric in study.metrics
        ],
        "standings": [asdict(standing) for standing in study.standings],
        "pairs": [_pair(study, pair) for pair in study.pairs],
        "remark": study.remark,
        "level": study.level,
        "beside": _beside(study),
        "lengths": _lengths(study),
        "documents": _documents(study),
        "ids": list(study.labels.ids),
    }


def shown_texts(study: Study) -> list[list[Any]]:
    """Of each segment its references, its sources, and what the systems say.

    All of a segment stand together, so that what is alike is packed well.
    """
    beside = study.beside
    rows = []
    for number in range(study.count):
        references, sources = (
            [shown_text(one) for column in columns if (one := column[number]) is not None]
            for columns in (beside.references, beside.sources)
        )
        outputs = [shown_text(texts[number]) for texts in study.systems.values()]
        rows.append([references, sources, *outputs])
    return rows


def shown_grams(found: TellingGrams, names: WordNumbers) -> dict[str, Any]:
    """Of one length."""
    return {
        "texts": [" ".join(names.names[word] for word in words) for words in found.words.tolist()],
        "wanted": found.wanted.tolist(),
        "got": found.got.tolist(),
    }


def _beside(study: Study) -> str:
    """What the texts are that stand for segments: the first system's where there are no others."""
    if study.beside.references:
        return REFERENCE
    return SOURCE if study.beside.sources else next(iter(study.systems))


def _pair(study: Study, pair: PairTest) -> dict[str, Any]:
    return asdict(pair) | {"significant": pair.p_holm <= round(1 - study.level, 12)}


def _lengths(study: Study) -> dict[str, Any]:
    of = [0] * study.count
    names = []
    for place, (low, high, inside) in enumerate(length_buckets(study.firsts())):
        names.append(f"{low}+" if high is None else f"{low}–{high}")
        for number in inside.nonzero()[0].tolist():
            of[number] = place
    return {"names": names, "of": of}


def _documents(study: Study) -> dict[str, Any] | None:
    """Nothing where there is one only."""
    places = {name: place for place, name in enumerate(dict.fromkeys(study.labels.documents))}
    if len(places) < 2:
        return None
    return {"names": list(places), "of": [places[name] for name in study.labels.documents]}
