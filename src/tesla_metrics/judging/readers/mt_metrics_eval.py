"""mt-metrics-eval's folders, one a test set with all its language pairs.

    references/PAIR.NAME.txt
    system-outputs/PAIR/SYSTEM.txt
    human-scores/PAIR.KIND.seg.score, PAIR.KIND.sys.score
    metric-scores/PAIR/METRIC-REFERENCE.seg.score, .sys.score

A reference among the outputs is no system here.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from ...errors import InputError, UsageError
from ..faults import Faults
from ..judgments import Track
from .naming import as_named
from .score_files import (
    SEGMENT_SUFFIX,
    SYSTEM_SUFFIX,
    read_segment_scores,
    read_system_scores,
)
from .texts import read_outputs, read_references

HUMAN = "human-scores"
# What to believe where there are several kinds of judgment, best first.
_KINDS = ("mqm", "esa", "da-sqm", "wmt-appraise-z", "wmt-z", "psqm", "csqm", "wmt", "wmt-raw")


def is_mt_metrics_eval(folder: Path) -> bool:
    """Whether a folder is one such test set."""
    return (folder / HUMAN).is_dir()


def read_mt_metrics_eval(
    folder: Path, kind: str | None, faults: Faults, wanted: Sequence[str] = ()
) -> Iterator[Track]:
    """A track for each language pair with judgments, or for those wanted.

    `kind` is that of the judgments, otherwise the best there is.
    """
    files = sorted((folder / HUMAN).glob("*.score"))
    pairs = sorted({path.name.partition(".")[0] for path in files})
    if not pairs:
        raise InputError(f"{folder / HUMAN} holds no .score file: is the test set complete?")
    for pair in pairs if not wanted else [pair for pair in pairs if pair in wanted]:
        yield _track(folder, pair, kind, faults)


def _track(folder: Path, pair: str, kind: str | None, faults: Faults) -> Track:
    named = {
        path.name[len(pair) + 1 : -4]: path
        for path in sorted((folder / "references").glob(f"{pair}.*.txt"))
    }
    references = read_references(named, folder)
    paths = {
        path.name[:-4]: path
        for path in sorted((folder / "system-outputs" / pair).glob("[!.]*.txt"))
        if path.name[:-4] not in references
    }
    outputs = read_outputs(paths, references, folder / "system-outputs" / pair, faults)
    systems, segments = tuple(outputs), len(next(iter(references.values())))
    chosen = _choose(folder, pair, kind)
    by_segment = folder / HUMAN / f"{pair}.{chosen}{SEGMENT_SUFFIX}"
    by_system = folder / HUMAN / f"{pair}.{chosen}{SYSTEM_SUFFIX}"
    return Track(
        as_named(folder).name,
        pair,
        outputs,
        references,
        None,
        read_segment_scores(by_segment, systems, segments, faults) if by_segment.exists() else None,
        read_system_scores(by_system, systems, faults) if by_system.exists() else None,
    )


def _choose(folder: Path, pair: str, kind: str | None) -> str:
    found = {
        path.name[len(pair) + 1 :].rsplit(".", 2)[0]
        for path in (folder / HUMAN).glob(f"{pair}.*.score")
    }
    if kind is not None and kind not in found:
        raise UsageError(
            f"{folder / HUMAN} has no judgments of kind {kind!r} for {pair}: choose from "
            f"{', '.join(sorted(found))}"
        )
    return kind or next((known for known in _KINDS if known in found), min(found))
