"""Read the folder layout of tesla-metrics for judged test sets, and ranking files of WMT."""

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

from ...errors import InputError
from ..judgments import FaultCollector, Track
from .collector import (
    JudgmentCollector,
    make_absolute,
    read_csv,
    read_header,
    read_outputs,
    read_references,
    read_tsv,
)

# Reading ranking files of WMT
#
# Each row has up to five systems with their ranks; 1 is the best. The columns are
#
# srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id,…,system1rank,…
#
# Each row is split into all its pairs. A rank of -1 means unranked. A system's id may contain the
# test set and the language pair (newstest2012.cs-en.NAME, newstest2014.NAME.cs-en), or be the name
# of an output file.

# Names of languages in ranking files, by ISO 639-1 code.
_LANGUAGE_NAMES = {
    "cs": ("czech", "cze", "ces"), "de": ("german", "ger", "deu"), "en": ("english", "eng"),
    "es": ("spanish", "spa", "esn"), "fi": ("finnish", "fin"), "fr": ("french", "fre", "fra"),
    "hi": ("hindi", "hin"), "ht": ("haitian", "hat"), "hu": ("hungarian", "hun"),
    "ro": ("romanian", "ron", "rum"), "ru": ("russian", "rus"), "tr": ("turkish", "tur"),
    "zh": ("chinese", "zho", "chi"),
}  # fmt: skip
_CODE_BY_NAME = {name: code for code, names in _LANGUAGE_NAMES.items() for name in (code, *names)}
_UNRANKED = "-1"


def collect_wmt_rankings(
    path: Path,
    pair: str,
    segment_by_index: Mapping[str, str] | None,
    collector: JudgmentCollector,
    faults: FaultCollector,
) -> None:
    """Collect the rankings of one language pair.

    `segment_by_index` maps values of srcIndex to segments; None: they are equal.
    """
    system_numbers = _find_system_numbers(path)
    name_columns = [f"system{system_number}Id" for system_number in system_numbers]
    rank_columns = [f"system{system_number}rank" for system_number in system_numbers]
    columns = ("srclang", "trglang", "srcIndex", "judgeId", *name_columns, *rank_columns)
    for line, (source_language, target_language, source_index, judge, *values) in read_csv(
        path, columns, faults
    ):
        row_pair = f"{_get_language_code(source_language)}-{_get_language_code(target_language)}"
        if row_pair != pair:
            continue
        segment = source_index
        if segment_by_index is not None:
            segment = segment_by_index.get(source_index, f"line {source_index}")
        system_ids, ranks = values[: len(name_columns)], values[len(name_columns) :]
        ranked_systems = [
            (_get_system_name(system_id, pair), rank)
            for system_id, rank in zip(system_ids, ranks, strict=True)
            if system_id and rank != _UNRANKED
        ]
        bad_rank = next((rank for _, rank in ranked_systems if not _is_rank(rank)), None)
        if bad_rank is not None:
            faults.add(
                "malformed rank",
                path,
                line,
                f"rank {bad_rank!r} is not a whole number",
                "correct it",
            )
            continue
        for (a, rank_a), (b, rank_b) in combinations(ranked_systems, 2):
            rank_difference = int(rank_b) - int(rank_a)
            preference = "A" if rank_difference > 0 else "B" if rank_difference < 0 else "="
            collector.add_ranking(path, line, segment, judge, a, b, preference)


def _is_rank(rank: str) -> bool:
    return rank.isdecimal() and len(rank) < 20


def _find_system_numbers(path: Path) -> list[str]:
    """Return the numbers in the names of the columns systemNId."""
    header = read_header(path)
    system_numbers = [
        name.removeprefix("system").removesuffix("Id")
        for name in header
        if name.startswith("system") and name.endswith("Id")
    ]
    if len(system_numbers) < 2:
        raise InputError(
            f"{path}, line 1: no columns system1Id and system2Id; is this a WMT ranking file?"
        )
    return system_numbers


def _get_language_code(language: str) -> str:
    name = language.strip().lower()
    return _CODE_BY_NAME.get(name, name)


def _get_system_name(system_id: str, pair: str) -> str:
    """Return the name in a system's id, without test set and language pair."""
    if system_id.endswith(f".{pair}"):  # newstest2014.NAME.de-en
        return system_id.removesuffix(f".{pair}").partition(".")[2]
    _, separator, name = system_id.partition(f".{pair}.")  # newstest2012.de-en.NAME
    return (name if separator else system_id).removesuffix(".txt")


# Reading the folder layout of tesla-metrics, with one folder per language pair
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
    """Return whether a folder has the judgments of one language pair."""
    return any(
        (folder / name).is_file() for name in (RANK_FILE, WMT_RANK_FILE, SEGMENT_FILE, SYSTEM_FILE)
    )


def read_pair_folder(folder: Path, faults: FaultCollector) -> Track:
    """Read the track in the folder of a language pair."""
    reference_paths = {
        path.name.removeprefix("ref.").removesuffix(".txt"): path
        for path in sorted(folder.glob("ref.*.txt"))
    }
    references = read_references(reference_paths, folder)
    output_paths = {
        path.name.removesuffix(".txt"): path
        for path in sorted((folder / "systems").glob("[!.]*.txt"))
    }
    outputs = read_outputs(output_paths, references, folder, faults)
    n_segments = len(next(iter(references.values())))
    collector = JudgmentCollector(tuple(outputs), n_segments, faults)
    if (path := folder / RANK_FILE).is_file():
        columns = ("seg", "judge", "systemA", "systemB", "preference")
        for line, (segment, judge, a, b, preference) in read_tsv(path, columns, faults):
            collector.add_ranking(path, line, segment, judge, a, b, preference)
    if (path := folder / WMT_RANK_FILE).is_file():
        pair = make_absolute(folder).name
        collect_wmt_rankings(path, pair, _read_segment_lines(folder, faults), collector, faults)
    if (path := folder / SEGMENT_FILE).is_file():
        for line, (system, segment, score) in read_tsv(path, ("system", "seg", "score"), faults):
            collector.add_segment_score(path, line, system, segment, score)
    if (path := folder / SYSTEM_FILE).is_file():
        for line, (system, score) in read_tsv(path, ("system", "score"), faults):
            collector.add_system_score(path, line, system, score)
    return Track(
        make_absolute(folder).parent.name,
        make_absolute(folder).name,
        outputs,
        references,
        collector.get_rankings(),
        collector.build_segment_scores(),
        collector.build_system_scores(),
    )


def _read_segment_lines(folder: Path, faults: FaultCollector) -> dict[str, str] | None:
    """Return a mapping from lines of the complete test set to segments of the folder.

    Return None if the folder has no segments.tsv, because it contains the complete test set.
    """
    path = folder / "segments.tsv"
    if not path.is_file():
        return None
    return {line: segment for _, (segment, line) in read_tsv(path, ("seg", "orig_line"), faults)}
