"""Linear classifiers and lists of strings, each by its name, as the text of a model's file.

A part stands behind the other, each ended by an empty line:

    list TAB name
    string                                          (one a line, in their order)

    classifier TAB name TAB scale TAB label TAB label ...
    feature TAB letter weight letter weight ...     (sorted by feature; A is the first label)
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite

from ..files.schema import MisfitError, decode_utf8, demand
from .lazy_rows import FIRST, LazyRows
from .linear import LinearClassifier

# Letters, and what follows them: no digit and no sign is among these.
_MOST_LABELS = 62


def encode_parts(
    lists: Mapping[str, Sequence[str]], classifiers: Mapping[str, LinearClassifier]
) -> bytes:
    """The same parts give the same bytes."""
    lines: list[str] = []
    for name in sorted(lists):
        lines += (f"list\t{name}", *lists[name], "")
    for name in sorted(classifiers):
        one = classifiers[name]
        lines.append("\t".join(("classifier", name, repr(float(one.scale)), *one.labels)))
        lines += (f"{feature}\t{_letters(one.weights[feature])}" for feature in sorted(one.weights))
        lines.append("")
    return "".join(f"{line}\n" for line in lines).encode()


def _letters(weights: Iterable[int]) -> str:
    return "".join(
        f"{chr(FIRST + label)}{weight}" for label, weight in enumerate(weights) if weight
    )


def decode_parts(
    content: bytes,
) -> tuple[dict[str, tuple[str, ...]], dict[str, LinearClassifier]]:
    """Lists and classifiers by name; MisfitError where the text is none of these."""
    text = decode_utf8(content)
    demand(not text or text.endswith("\n\n"), "its last part does not end")
    lists: dict[str, tuple[str, ...]] = {}
    classifiers: dict[str, LinearClassifier] = {}
    for part in text.split("\n\n")[:-1]:
        head, _, rest = part.partition("\n")
        kind, *facts = head.split("\t")
        demand(facts and facts[0] not in lists | classifiers, "it has a part twice, or of no name")
        if kind == "list":
            demand(len(facts) == 1, "a list has more than a name")
            lists[facts[0]] = tuple(rest.split("\n")) if rest else ()
        else:
            demand(kind == "classifier", "it has a part that is no list and no classifier")
            classifiers[facts[0]] = _classifier(facts, rest)
    return lists, classifiers


def _classifier(facts: list[str], rest: str) -> LinearClassifier:
    name, *more = facts
    labels = tuple(more[1:])
    demand(
        labels and len(set(labels)) == len(labels) <= _MOST_LABELS and all(labels),
        f"{name} has no labels, too many, or one twice",
    )
    try:
        scale = float(more[0])
    except ValueError as error:
        raise MisfitError(f"{name} has no scale") from error
    demand(isfinite(scale) and scale > 0, f"{name} has no scale")
    last = re.escape(chr(FIRST + len(labels) - 1))
    weight = rf"[A-{last}]-?[0-9]{{1,4}}+"
    demand(
        re.fullmatch(rf"(?>(?:[^\t\n]++\t(?>(?:{weight})+)(?:\n|\Z))*)", rest),
        f"{name} has malformed weights",
    )
    lines = rest.split("\n") if rest else []
    rows = dict(line.split("\t") for line in lines)
    demand(len(rows) == len(lines), f"{name} has a feature twice")
    return LinearClassifier(labels, LazyRows(rows, len(labels)), scale)
