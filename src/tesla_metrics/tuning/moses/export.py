"""A folder with all that Moses' `mert` needs to tune on one of our metrics."""

from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from ...files.atomic import write_atomically
from ...metrics.base import Progress
from ...nbest.nbest import Nbest
from ...nbest.weights import Weights
from ..mert.optimise import RESTARTS
from ..mert.space import default_ranges
from ..start import start_weights
from ..statistics import CandidateStatistics
from .files import MosesData, write_moses
from .kinds import moses_statistics

# As `mert` calls them where it is not told otherwise.
FEATURES, STATISTICS, START = "features.data", "statscore.data", "init.opt"


@dataclass(frozen=True)
class Exported:
    """What was written, and what to type; `mert` then writes weights.txt where it was started."""

    kind: str
    candidates: int
    command: str


def export_moses(
    folder: Path,
    nbest: Nbest,
    references: CandidateStatistics,
    start: Weights | None = None,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Exported:
    """Features, statistics and start of these lists; the folder is there."""
    begin = start_weights(nbest, start, {})
    rows = references.of(nbest, jobs, progress)
    kind, statistics = moses_statistics(references.metric, rows)
    data = MosesData(nbest.ids, nbest.starts, nbest.names, nbest.features, kind, statistics)
    write_moses(folder / FEATURES, folder / STATISTICS, data)
    lines = [begin, *default_ranges(begin).T]
    text = "".join(" ".join(map(repr, line.tolist())) + "\n" for line in lines)
    write_atomically(folder / START, text.encode())
    return Exported(kind, len(nbest.texts), _command(folder, len(nbest.names), kind))


def _command(folder: Path, width: int, kind: str) -> str:
    files = " ".join(
        f"{option} {quote(str(folder / name))}"
        for option, name in (("--ffile", FEATURES), ("--scfile", STATISTICS), ("--ifile", START))
    )
    return f"mert -d {width} -n {RESTARTS} --sctype {kind} {files}"
