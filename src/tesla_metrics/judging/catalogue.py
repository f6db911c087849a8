"""What judged test sets there are, without reading them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..files.limits import max_line
from ..files.lines import open_lines, raw_lines
from .readers.layout import RANKS, SEGMENTS, SYSTEMS, WMT_RANKS, is_layout
from .readers.mt_metrics_eval import HUMAN
from .readers.naming import as_named
from .tracks import set_folders


class JudgedSet(NamedTuple):
    """One language pair of a judged set; `judgments` are the kinds that people gave."""

    test_set: str
    pair: str
    segments: int
    references: tuple[str, ...]
    systems: int
    judgments: tuple[str, ...]


def list_sets(folders: Sequence[Path]) -> Iterator[JudgedSet]:
    """Every pair in these folders and the folders below them."""
    for folder in folders:
        for found in set_folders(folder):
            if is_layout(found):
                yield _layout(found)
            else:
                yield from _mt_metrics_eval(found)


def _layout(folder: Path) -> JudgedSet:
    whole = as_named(folder)
    references = sorted(folder.glob("ref.*.txt"))
    kinds = {RANKS: "rank", WMT_RANKS: "rank", SEGMENTS: "seg", SYSTEMS: "sys"}
    return JudgedSet(
        whole.parent.name,
        whole.name,
        _count_lines(references),
        tuple(path.name[4:-4] for path in references),
        len(list((folder / "systems").glob("[!.]*.txt"))),
        tuple(dict.fromkeys(kind for name, kind in kinds.items() if (folder / name).is_file())),
    )


def _mt_metrics_eval(folder: Path) -> Iterator[JudgedSet]:
    files = sorted((folder / HUMAN).glob("*.score"))
    for pair in sorted({path.name.partition(".")[0] for path in files}):
        references = sorted((folder / "references").glob(f"{pair}.*.txt"))
        names = tuple(path.name[len(pair) + 1 : -4] for path in references)
        outputs = (folder / "system-outputs" / pair).glob("[!.]*.txt")
        own = [path.name[len(pair) + 1 :] for path in files if path.name.startswith(f"{pair}.")]
        yield JudgedSet(
            as_named(folder).name,
            pair,
            _count_lines(references),
            names,
            sum(path.name[:-4] not in names for path in outputs),
            tuple(dict.fromkeys(name.rsplit(".", 2)[0] for name in own)),
        )


def _count_lines(paths: Sequence[Path]) -> int:
    """Of the first file; 0 where there is none."""
    if not paths:
        return 0
    name = str(paths[0])
    with open_lines(name) as stream:
        return sum(1 for _ in raw_lines(stream, name, max_line()))
