"""What a segment costs, told before anything is done for it: threads cannot be stopped within."""

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from ..tasks import ReferenceSet, Segment, text_of
from .bounds import Bounds
from .reply import RefusedError

# From the number of words on both sides to units of which a slow core does a million a second.
Cost: TypeAlias = Callable[[int, int], int]
# Every character of scripts without spaces is a word, at the worst.
_ALONE = r"\u0e00-\u109f\u1780-\u17ff\u2e80-\ua4cf\uf900-\ufaff\U0001b000-\U0003ffff"
# Of a word in the mean, or more.
_LETTERS = 5
_WORD = re.compile(rf"[{_ALONE}]|[^\W{_ALONE}]+|[^\w\s]")


def score_cost(left: int, right: int) -> int:
    """Words are analysed; all pairs are looked at, at the worst (rouge-l)."""
    return left * right + 100 * (left + right)


def explain_cost(left: int, right: int) -> int:
    """Every word is told of."""
    return left * right + 1500 * (left + right)


def ter_cost(left: int, right: int) -> int:
    """sacreBLEU's TER tries to move every stretch of words to everywhere."""
    return 4 * left * right * (left + right)


def check_cost(
    hypotheses: Sequence[Segment], sets: Sequence[ReferenceSet], cost: Cost, bounds: Bounds
) -> list[int]:
    """The cost of each segment with all its references; one that has too much is refused."""
    found = [0] * len(hypotheses)
    own = list(map(_words, hypotheses))
    # Who looks at texts by themselves has work with them too.
    for column in sets or [hypotheses]:
        for place, reference in enumerate(column):
            if reference is not None:
                found[place] += cost(own[place], _words(reference))
    for number, one in enumerate(found, 1):
        if one > bounds.work:
            raise RefusedError(
                413,
                f"segment {number} has {own[number - 1]} words and {len(sets)} reference"
                f"{'s' * (len(sets) > 1)}, which takes too long at once: send shorter texts or "
                "fewer references, or ask the command line",
            )
    return found


def _words(segment: Segment) -> int:
    """At least one: nothing is free, and neither are the characters of a long word."""
    text = text_of(segment)
    return max(len(_WORD.findall(text)), len(text) // _LETTERS, 1)
