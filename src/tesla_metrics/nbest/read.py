"""Candidates in files: tables, n-best lists between bars, plain lines of one original."""

from collections.abc import Sequence

import numpy as np

from ..errors import InputError, UsageError
from ..files.given import Given, give
from ..testsets.columns import Asked, parse_columns
from ..testsets.kinds import CALLED, TABLES
from ..testsets.looks import looks_like
from .against import beside_ids, warn_of_labels
from .lists import CandidateList, of_nbest
from .nbest import Nbest, grouped, read_lists
from .rows import BARS, CandidateRows
from .samples import has_lists
from .tables import read_table

# What --input takes.
NBEST_KINDS = ("nbest", "text", *TABLES)


def read_candidates(
    file: str,
    source: str | None = None,
    references: Sequence[str] = (),
    *,
    kind: str | None = None,
    columns: str | Sequence[str] = (),
    header: bool | None = None,
    max_line: int | None = None,
    alone: bool = False,
) -> list[CandidateList]:
    """The lists of a file: `id ||| text ||| …`, a table with source and candidate, or plain lines.

    The rows of a table belong together by id, else by source; one of JSON lines may have a list of
    candidates. Lists between bars, and those of JSON lines that have no source or reference beside
    them, count the lines of `source` and `references` from 0; plain lines are all of the one line
    there. `alone`: candidates need neither, and have their scores with them.
    """
    if kind is not None and kind not in NBEST_KINDS:
        raise UsageError(f"candidates cannot be {kind}: choose from {', '.join(NBEST_KINDS)}")
    wanted = parse_columns([columns] if isinstance(columns, str) else columns)
    given, *beside = give([file, *([source] if source else []), *references], max_line)
    kind = kind or _kind(given, bool(wanted))
    listed = kind == "jsonl" and not wanted and (beside or alone) and has_lists(given, not alone)
    if kind in TABLES and not listed:
        if beside:
            raise UsageError(
                f"{given.name} is a table, whose rows have their source or references: leave -s "
                "and -r out"
            )
        return read_table(given, kind, Asked(wanted, header, references=True), alone)
    if wanted or header is not None:
        raise UsageError("--columns and --header are for tables: leave them out")
    if not beside and not alone:
        raise UsageError(f"{given.name} has candidates only: add -s SRC, or -r REF")
    nbest = _lists(given, kind, beside, alone)
    if beside:
        warn_of_labels(nbest, given.name)
    texts = [beside_ids(nbest.ids, given.name, other) for other in beside]
    return of_nbest(nbest, texts[0] if source else None, texts[bool(source) :])


def _lists(file: Given, kind: str, beside: Sequence[Given], scores: bool) -> Nbest:
    if kind == "text":
        return grouped(_of_lines(file, beside), ())
    return read_lists(file, kind, features=False, scores=scores)


def _kind(file: Given, columns: bool) -> str:
    looks = looks_like(file)
    if looks == "bars":
        return "nbest"
    if looks in TABLES:
        return looks
    if columns:
        return "tsv"
    if looks != "text":
        raise InputError(
            f"{file.name} looks like {CALLED[looks]}: give a table, lines of id {BARS} text, or "
            "--input text to take it as it is"
        )
    return "text"


def _of_lines(file: Given, beside: Sequence[Given]) -> CandidateRows:
    texts = list(file.lines())
    if not texts:
        raise InputError(f"{file.name} is empty: give a file with at least one candidate")
    for other in beside:
        if (count := sum(1 for _ in other.lines())) != 1:
            raise InputError(
                f"{file.name} has plain lines, which are candidates of one original, but "
                f"{other.name} has {count} lines: give lines of id {BARS} text, or a table"
            )
    return CandidateRows([0] * len(texts), texts, (), np.zeros((len(texts), 0)), None)
