"""What one run over tables does, said before it starts: for one machine and for Spark alike."""

from dataclasses import dataclass
from typing import Any

from ..files.limits import MAX_LINE
from ..metrics.base import Metric
from ..resampling import Resampling


@dataclass(frozen=True)
class FrameJob:
    """Files of rows, and what is to become of them.

    files       tables with the same columns: several files are more rows
    kind        tsv, csv, jsonl or parquet; None: as the file's name and looks say
    columns     what --columns said; none: columns of known names
    header      whether there is one, where columns are given by number; None: nobody said
    output      where the rows go with their scores; None: only system scores are wanted
    statistics  whether what a segment contributes to the system's score goes beside its score
    keep_bad    whether rows that cannot be scored are kept with null scores
    skip_empty  whether an empty reference beside another is none
    longest     characters that a text may have
    resampling  the interval of system scores that is asked for
    """

    files: tuple[str, ...]
    metrics: tuple[Metric[Any], ...]
    kind: str | None = None
    columns: tuple[str, ...] = ()
    header: bool | None = None
    output: str | None = None
    statistics: bool = False
    keep_bad: bool = False
    skip_empty: bool = False
    longest: int = MAX_LINE
    resampling: Resampling | None = None
    jobs: int = 1
    quiet: bool = False
