"""WMT's ranking files: up to five systems side by side, each with a rank, 1 the best.

srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id,…,system1rank,…

Each row becomes all its pairs. A rank of -1 is none. A system's id may carry the test set and the
pair (newstest2012.cs-en.NAME, newstest2014.NAME.cs-en), or be the name of an output file.
"""

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

from ...errors import InputError
from ..faults import Faults
from .collector import Collector
from .columns import read_csv, read_header

_LANGUAGES = {
    "cs": ("czech", "cze", "ces"), "de": ("german", "ger", "deu"), "en": ("english", "eng"),
    "es": ("spanish", "spa", "esn"), "fi": ("finnish", "fin"), "fr": ("french", "fre", "fra"),
    "hi": ("hindi", "hin"), "ht": ("haitian", "hat"), "hu": ("hungarian", "hun"),
    "ro": ("romanian", "ron", "rum"), "ru": ("russian", "rus"), "tr": ("turkish", "tur"),
    "zh": ("chinese", "zho", "chi"),
}  # fmt: skip
_CODES = {name: code for code, names in _LANGUAGES.items() for name in (code, *names)}
_UNRANKED = "-1"


def collect_wmt_csv(
    path: Path,
    pair: str,
    original_lines: Mapping[str, str] | None,
    collector: Collector,
    faults: Faults,
) -> None:
    """Add the rows of one language pair; `original_lines` leads from srcIndex to segments."""
    numbers = _slots(path)
    names = [f"system{number}Id" for number in numbers]
    ranks = [f"system{number}rank" for number in numbers]
    columns = ("srclang", "trglang", "srcIndex", "judgeId", *names, *ranks)
    for line, (source, target, index, judge, *rest) in read_csv(path, columns, faults):
        if f"{_code(source)}-{_code(target)}" != pair:
            continue
        segment = index if original_lines is None else original_lines.get(index, f"line {index}")
        ranked = [
            (_name(system, pair), rank)
            for system, rank in zip(rest[: len(names)], rest[len(names) :], strict=True)
            if system and rank != _UNRANKED
        ]
        bad = next((rank for _, rank in ranked if not _is_rank(rank)), None)
        if bad is not None:
            faults.add(
                "malformed rank", path, line, f"rank {bad!r} is not a whole number", "correct it"
            )
            continue
        for (a, first), (b, second) in combinations(ranked, 2):
            order = int(second) - int(first)
            preference = "A" if order > 0 else "B" if order < 0 else "="
            collector.rank(path, line, segment, judge, a, b, preference)


def _is_rank(rank: str) -> bool:
    return rank.isdecimal() and len(rank) < 20


def _slots(path: Path) -> list[str]:
    header = read_header(path)
    numbers = [name[6:-2] for name in header if name.startswith("system") and name.endswith("Id")]
    if len(numbers) < 2:
        raise InputError(
            f"{path}, line 1: no columns system1Id and system2Id; is this a WMT ranking file?"
        )
    return numbers


def _code(language: str) -> str:
    return _CODES.get(language.strip().lower(), language.strip().lower())


def _name(system: str, pair: str) -> str:
    if system.endswith(f".{pair}"):  # newstest2014.NAME.de-en
        return system.removesuffix(f".{pair}").partition(".")[2]
    _, found, name = system.partition(f".{pair}.")  # newstest2012.de-en.NAME
    return (name if found else system).removesuffix(".txt")
