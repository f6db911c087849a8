"""Read our own folder layout of judged test sets, and WMT's ranking files."""

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

from ...errors import InputError
from ..judgments import Faults, Track
from .collector import (
    JudgmentCollector,
    absolute_unresolved,
    read_csv,
    read_header,
    read_outputs,
    read_references,
    read_tsv,
)

# WMT's ranking files: each row has up to five systems with their ranks; 1 is the best.
#
# srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id,…,system1rank,…
#
# Each row is split into all its pairs. A rank of -1 means unranked. A system's id may contain the
# test set and the language pair (newstest2012.cs-en.NAME, newstest2014.NAME.cs-en), or be the name
# of an output file.

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
    collector: JudgmentCollector,
    faults: Faults,
) -> None:
    """Collect the judgments of one language pair; `original_lines` maps srcIndex to segments."""
    system_numbers = _system_numbers(path)
    names = [f"system{system_number}Id" for system_number in system_numbers]
    ranks = [f"system{system_number}rank" for system_number in system_numbers]
    columns = ("srclang", "trglang", "srcIndex", "judgeId", *names, *ranks)
    for line, (source, target, index, judge, *rest) in read_csv(path, columns, faults):
        if f"{_language_code(source)}-{_language_code(target)}" != pair:
            continue
        segment = index if original_lines is None else original_lines.get(index, f"line {index}")
        ranked = [
            (_system_name(system, pair), rank)
            for system, rank in zip(rest[: len(names)], rest[len(names) :], strict=True)
            if system and rank != _UNRANKED
        ]
        bad_rank = next((rank for _, rank in ranked if not _is_rank(rank)), None)
        if bad_rank is not None:
            faults.add(
                "malformed rank",
                path,
                line,
                f"rank {bad_rank!r} is not a whole number",
                "correct it",
            )
            continue
        for (a, first), (b, second) in combinations(ranked, 2):
            order = int(second) - int(first)
            preference = "A" if order > 0 else "B" if order < 0 else "="
            collector.rank(path, line, segment, judge, a, b, preference)


def _is_rank(rank: str) -> bool:
    return rank.isdecimal() and len(rank) < 20


def _system_numbers(path: Path) -> list[str]:
    header = read_header(path)
    system_numbers = [
        name[6:-2] for name in header if name.startswith("system") and name.endswith("Id")
    ]
    if len(system_numbers) < 2:
        raise InputError(
            f"{path}, line 1: no columns system1Id and system2Id; is this a WMT ranking file?"
        )
    return system_numbers


def _language_code(language: str) -> str:
    return _CODES.get(language.strip().lower(), language.strip().lower())


def _system_name(system: str, pair: str) -> str:
    if system.endswith(f".{pair}"):  # newstest2014.NAME.de-en
        return system.removesuffix(f".{pair}").partition(".")[2]
    _, separator, name = system.partition(f".{pair}.")  # newstest2012.de-en.NAME
    return (name if separator else system).removesuffix(".txt")


# Our own layout, with one folder per language pair.
#
#     ref.A.txt, ref.B.txt …    references, one segment per line
#     systems/NAME.txt          outputs
#     human.rank.tsv            seg, judge, systemA, systemB, preference (A, B or =)
#     human.rank.csv            rankings in WMT's format (see above)
#     human.seg.tsv             system, seg, score
#     human.sys.tsv             system, score
#     segments.tsv              seg, orig_line: line of each segment in the complete test set
#
# Segments are numbered from 1, higher scores are better, and any of the human files may be missing.

RANK_FILE, SEGMENT_FILE, SYSTEM_FILE = "human.rank.tsv", "human.seg.tsv", "human.sys.tsv"
WMT_RANK_FILE = "human.rank.csv"


def is_pair_folder(folder: Path) -> bool:
    """Return whether a folder is one language pair with judgments."""
    return any(
        (folder / name).is_file() for name in (RANK_FILE, WMT_RANK_FILE, SEGMENT_FILE, SYSTEM_FILE)
    )


def read_layout(folder: Path, faults: Faults) -> Track:
    """Read the track in a folder."""
    reference_paths = {path.name[4:-4]: path for path in sorted(folder.glob("ref.*.txt"))}
    references = read_references(reference_paths, folder)
    output_paths = {path.name[:-4]: path for path in sorted((folder / "systems").glob("[!.]*.txt"))}
    outputs = read_outputs(output_paths, references, folder, faults)
    segments = len(next(iter(references.values())))
    collector = JudgmentCollector(tuple(outputs), segments, faults)
    if (path := folder / RANK_FILE).is_file():
        columns = ("seg", "judge", "systemA", "systemB", "preference")
        for line, (segment, judge, a, b, preference) in read_tsv(path, columns, faults):
            collector.rank(path, line, segment, judge, a, b, preference)
    if (path := folder / WMT_RANK_FILE).is_file():
        pair = absolute_unresolved(folder).name
        collect_wmt_csv(path, pair, _original_lines(folder, faults), collector, faults)
    if (path := folder / SEGMENT_FILE).is_file():
        for line, (system, segment, score) in read_tsv(path, ("system", "seg", "score"), faults):
            collector.segment_score(path, line, system, segment, score)
    if (path := folder / SYSTEM_FILE).is_file():
        for line, (system, score) in read_tsv(path, ("system", "score"), faults):
            collector.system_score(path, line, system, score)
    return Track(
        absolute_unresolved(folder).parent.name,
        absolute_unresolved(folder).name,
        outputs,
        references,
        collector.rankings(),
        collector.segment_scores(),
        collector.system_scores(),
    )


def _original_lines(folder: Path, faults: Faults) -> dict[str, str] | None:
    """Map lines of the complete test set to segments, if the folder contains a part of it."""
    path = folder / "segments.tsv"
    if not path.is_file():
        return None
    return {line: segment for _, (segment, line) in read_tsv(path, ("seg", "orig_line"), faults)}
