"""Weights as Moses has them in its ini file: a line a feature function, NAME= VALUE VALUE."""

from collections.abc import Iterable
from pathlib import Path

from ...errors import UsageError
from ...files.atomic import write_atomically
from ...nbest.weights import Weights
from ...nbest.writing import NUMBERED


def write_moses_weights(weights: Weights, path: Path) -> None:
    """lm_0 and tm_0, tm_1, … become lm= and tm=; other names stay as they are."""
    own = dict(zip(weights.names, weights.values, strict=True))
    lines = (
        f"{name}= {' '.join(repr(own[one]) for one in ordered)}\n"
        for name, ordered in by_function(weights.names).items()
    )
    write_atomically(path, "".join(lines).encode())


def named_as(names: Iterable[str], read: Weights) -> Weights:
    """What was read again by the names it had: a line `W= 2` does not say whether W_0 or W it was.

    Functions that only one of both knows are left as they were read.
    """
    own, read_as = by_function(names), by_function(read.names)
    meant: dict[str, str] = {}
    for function, numbered in read_as.items():
        wanted = own.get(function, ())
        meant |= dict(
            zip(numbered, wanted if len(wanted) == len(numbered) else numbered, strict=True)
        )
    return Weights(tuple(meant[name] for name in read.names), read.values)


def by_function(names: Iterable[str]) -> dict[str, list[str]]:
    """The features of each function in their order, in which alone Moses knows them."""
    found: dict[str, dict[int, str]] = {}
    for name in names:
        numbered = NUMBERED.fullmatch(name)
        function, number = (numbered[1], int(numbered[2])) if numbered else (name, 0)
        other = found.setdefault(function, {}).setdefault(number, name)
        if other != name:
            raise UsageError(f"Moses would take {other} and {name} of [features] for one: drop one")
    for function, own in found.items():
        for wanted in range(len(own)):
            if wanted not in own:
                raise UsageError(
                    f"[features] has {own[max(own)]} but not {function}_{wanted}: give all that "
                    f"Moses has of {function}, which it knows by their order"
                )
    return {name: [own[number] for number in sorted(own)] for name, own in found.items()}
