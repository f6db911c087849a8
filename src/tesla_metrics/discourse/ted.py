"""Relations as TED-MDB's records have them, made like GDTB's.

There the first argument is the one that is written first, `dir` says which one the connective
belongs to ("1>2": the first), that argument contains it, and connectives are listed apart. A
relation of several senses ("temporal.synchronous;contingency.condition") keeps the first.
"""

from collections.abc import Mapping, Sequence
from typing import Any

_WRITTEN = frozenset({"explicit", "altlex"})


def ted_relations(
    relations: Sequence[Mapping[str, Any]], connectives: Sequence[Sequence[int]]
) -> list[dict[str, Any]]:
    """With the connective taken out of the second argument; each is given to one relation."""
    free = sorted((first, last) for first, last in connectives)
    found = []
    for facts in relations:
        first, second = facts["arg1_tok"], facts["arg2_tok"]
        if facts.get("dir") == "1>2":
            first, second = second, first
        own = None
        if facts["type"].lower() in _WRITTEN:
            own = next((span for span in free if _within(span, second)), None)
        if own is not None:
            free.remove(own)
            second = _without(second, own)
        sense = facts["sense"].partition(";")[0]
        conn = [list(own)] if own is not None else []
        found.append(
            {**facts, "sense": sense, "arg1_tok": first, "arg2_tok": second, "conn_tok": conn}
        )
    return found


def _within(span: Sequence[int], spans: Sequence[Sequence[int]]) -> bool:
    return any(first <= span[0] and span[1] <= last for first, last in spans)


def _without(spans: Sequence[Sequence[int]], taken: Sequence[int]) -> list[list[int]]:
    kept = []
    for first, last in spans:
        if first <= taken[0] and taken[1] <= last:
            kept += [[first, taken[0] - 1], [taken[1] + 1, last]]
        else:
            kept.append([first, last])
    return [[first, last] for first, last in kept if first <= last]
