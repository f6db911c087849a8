"""Lines of sources and references beside n-best lists, whose ids count them from 0."""

from collections.abc import Sequence

from ..errors import InputError, warn_user
from ..files.given import Given, give


def read_beside(
    ids: Sequence[int], lists: str, files: Sequence[str], max_line: int | None = None
) -> list[list[str]]:
    """Of each file the line of each list; `lists` is what messages call the file of lists."""
    return [beside_ids(ids, lists, file) for file in give(files, max_line)]


def beside_ids(ids: Sequence[int], lists: str, file: Given) -> list[str]:
    """Ids with gaps and too few lines are refused; lines after the last id are told of."""
    lines = list(file.lines())
    for wanted, ident in enumerate(ids):
        if ident >= len(lines):
            raise InputError(
                f"{lists} has candidates of id {max(ids)}, but {file.name} has {len(lines)} lines, "
                "of ids from 0: give files that fit"
            )
        if ident != wanted:
            raise InputError(
                f"{lists} has no candidate of id {wanted}, line {wanted + 1} of {file.name}: give "
                "one for each line"
            )
    if len(lines) > len(ids):
        warn_user(
            f"{file.name} has {len(lines)} lines, but the ids of {lists} end at {ids[-1]}: lines "
            f"from {len(ids) + 1} on are not used"
        )
    return lines[: len(ids)]
