"""Our own layout, a folder a language pair.

    ref.A.txt, ref.B.txt …    references, one segment a line
    systems/NAME.txt          outputs
    human.rank.tsv            seg, judge, systemA, systemB, preference (A, B or =)
    human.rank.csv            the same as WMT published it (wmt_csv.py)
    human.seg.tsv             system, seg, score
    human.sys.tsv             system, score
    segments.tsv              seg, orig_line: where the segments stood in the whole test set

Segments count from 1, every score is higher for better, and any of the human files may be missing.
"""

from pathlib import Path

from ..faults import Faults
from ..judgments import Track
from .collector import Collector
from .columns import read_tsv
from .naming import as_named
from .texts import read_outputs, read_references
from .wmt_csv import collect_wmt_csv

RANKS, SEGMENTS, SYSTEMS = "human.rank.tsv", "human.seg.tsv", "human.sys.tsv"
WMT_RANKS = "human.rank.csv"


def is_layout(folder: Path) -> bool:
    """Whether a folder is one language pair with judgments."""
    return any((folder / name).is_file() for name in (RANKS, WMT_RANKS, SEGMENTS, SYSTEMS))


def read_layout(folder: Path, faults: Faults) -> Track:
    """The track that a folder holds."""
    named = {path.name[4:-4]: path for path in sorted(folder.glob("ref.*.txt"))}
    references = read_references(named, folder)
    paths = {path.name[:-4]: path for path in sorted((folder / "systems").glob("[!.]*.txt"))}
    outputs = read_outputs(paths, references, folder, faults)
    segments = len(next(iter(references.values())))
    collector = Collector(tuple(outputs), segments, faults)
    if (path := folder / RANKS).is_file():
        columns = ("seg", "judge", "systemA", "systemB", "preference")
        for line, (segment, judge, a, b, preference) in read_tsv(path, columns, faults):
            collector.rank(path, line, segment, judge, a, b, preference)
    if (path := folder / WMT_RANKS).is_file():
        pair = as_named(folder).name
        collect_wmt_csv(path, pair, _original_lines(folder, faults), collector, faults)
    if (path := folder / SEGMENTS).is_file():
        for line, (system, segment, score) in read_tsv(path, ("system", "seg", "score"), faults):
            collector.segment_score(path, line, system, segment, score)
    if (path := folder / SYSTEMS).is_file():
        for line, (system, score) in read_tsv(path, ("system", "score"), faults):
            collector.system_score(path, line, system, score)
    return Track(
        as_named(folder).parent.name,
        as_named(folder).name,
        outputs,
        references,
        collector.rankings(),
        collector.segment_scores(),
        collector.system_scores(),
    )


def _original_lines(folder: Path, faults: Faults) -> dict[str, str] | None:
    """Line in the whole test set to segment here, where the folder holds a part of it."""
    path = folder / "segments.tsv"
    if not path.is_file():
        return None
    return {line: segment for _, (segment, line) in read_tsv(path, ("seg", "orig_line"), faults)}
