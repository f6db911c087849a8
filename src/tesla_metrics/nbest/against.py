"""Lines of sources and references beside n-best lists, whose ids count them from 0."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..errors import InputError, warn_user
from ..files.given import Given, give
from ..testsets.sheet import shorten

if TYPE_CHECKING:
    from .lists import CandidateList
    from .nbest import Nbest


def read_beside(
    ids: Sequence[int], lists: str, files: Sequence[str], max_line: int | None = None
) -> list[list[str]]:
    """Of each file the line of each list; `lists` is what messages call the file of lists."""
    return [beside_ids(ids, lists, file) for file in give(files, max_line)]


def warn_of_labels(nbest: "Nbest", lists: str) -> None:
    """Lines are for rows in their order where ids say nothing of these."""
    if nbest.labels:
        odd = next((own for own in nbest.labels if not own.isdecimal()), nbest.labels[0])
        warn_user(
            f"ids of {lists} are no line numbers, such as {shorten(odd)!r}: its rows are taken for "
            "lines in their order"
        )


def check_every_line(lists: "Sequence[CandidateList]", name: str) -> None:
    """That a line a list is a line for each of what they translate, where ids say which."""
    lines = [one.line for one in lists if one.line is not None]
    if len(lines) == len(lists):
        check_ids(lines, name)


def check_ids(ids: Sequence[int], lists: str, beside: str = "", lines: int | None = None) -> None:
    """Ids count lines from 0 without a gap; `beside` has these `lines`, if they are known yet."""
    if lines is not None and ids[-1] >= lines:
        raise InputError(
            f"{lists} has candidates of id {ids[-1]}, but {beside} has {lines} lines, of ids from "
            "0: give files that fit"
        )
    for wanted, ident in enumerate(ids):
        if ident != wanted:
            of = f" of {beside}" if beside else ""
            raise InputError(
                f"{lists} has no candidate of id {wanted}, line {wanted + 1}{of}, but one of id "
                f"{ident}: give some for each line"
            )


def beside_ids(ids: Sequence[int], lists: str, file: Given) -> list[str]:
    """Ids with gaps and too few lines are refused; lines after the last id are told of."""
    lines = list(file.lines())
    check_ids(ids, lists, file.name, len(lines))
    if len(lines) > len(ids):
        warn_user(
            f"{file.name} has {len(lines)} lines, but the ids of {lists} end at {ids[-1]}: lines "
            f"from {len(ids) + 1} on are not used"
        )
    return lines[: len(ids)]
