"""From scored spans to the arguments of a predicate."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from .frame import Argument


class ScoredArgument(NamedTuple):
    """What words[start:end] may be, and by how much more that is worth than being nothing."""

    start: int
    end: int
    label: str
    gain: float

    @property
    def argument(self) -> Argument:
        """Without its worth."""
        return Argument(self.label, self.start, self.end)


def independent(scored: Iterable[ScoredArgument]) -> tuple[Argument, ...]:
    """Each span by itself, as the paper decides: its best label, if that is worth something."""
    return _arguments(_best_of_spans(scored))


def best_frame(
    scored: Iterable[ScoredArgument], predicate: int | None = None
) -> tuple[Argument, ...]:
    """The arguments with the highest sum, of which no two overlap and no two have one core role.

    None is over the predicate, if that is given. Exact: of all ends of words in their order, with
    all sets of core roles that were used before, the best is kept.
    """
    useful = [
        one
        for one in scored
        if one.gain > 0 and (predicate is None or not one.start <= predicate < one.end)
    ]
    best = sorted(_best_of_spans(useful))
    if _is_frame(best):
        return _arguments(best)  # nothing else can be worth more
    return _arguments(_search(useful))


def _best_of_spans(scored: Iterable[ScoredArgument]) -> list[ScoredArgument]:
    """Of each span what is worth most, if anything; of equals the first."""
    best: dict[tuple[int, int], ScoredArgument] = {}
    for one in scored:
        span = one[:2]
        if one.gain > 0 and (span not in best or one.gain > best[span].gain):
            best[span] = one
    return list(best.values())


def _is_frame(ordered: Sequence[ScoredArgument]) -> bool:
    core = [one.label for one in ordered if one.argument.is_core]
    return len(set(core)) == len(core) and all(
        first.end <= second.start for first, second in pairwise(ordered)
    )


class _Chain(NamedTuple):
    """What was taken up to some word: its worth, the last of it, and what was before."""

    worth: float
    last: ScoredArgument | None = None
    before: "_Chain | None" = None


def _search(useful: Sequence[ScoredArgument]) -> list[ScoredArgument]:
    roles = sorted({one.label for one in useful if one.argument.is_core})
    bits = {label: 1 << place for place, label in enumerate(roles)}
    # At each edge between words: the best chain up to it with each set of used core roles.
    edges = sorted({0, *(one.start for one in useful), *(one.end for one in useful)})
    ending: dict[int, list[ScoredArgument]] = {edge: [] for edge in edges}
    for one in sorted(useful, key=lambda one: (one.end, -one.gain)):
        ending[one.end].append(one)
    best: dict[int, dict[int, _Chain]] = {}
    reached: dict[int, _Chain] = {0: _Chain(0.0)}
    for edge in edges:
        reached = dict(reached)
        for one in ending[edge]:
            bit = bits.get(one.label, 0)
            for used, chain in best[one.start].items():
                worth, now = chain.worth + one.gain, used | bit
                if not used & bit and (now not in reached or worth > reached[now].worth):
                    reached[now] = _Chain(worth, one, chain)
        best[edge] = reached
    return _taken(max(reached.values(), key=lambda chain: chain.worth))


def _taken(chain: _Chain | None) -> list[ScoredArgument]:
    found = []
    while chain is not None and chain.last is not None:
        found.append(chain.last)
        chain = chain.before
    return found


def _arguments(found: Iterable[ScoredArgument]) -> tuple[Argument, ...]:
    return tuple(sorted((one.argument for one in found), key=lambda one: (one.start, one.end)))
