"""Which word depends on which, and what stands below a word."""

from collections.abc import Sequence
from functools import cached_property

from ..syntax.heads import heads
from ..syntax.tree import NO_NODE, Tree

TOP = -1


class Dependencies:
    """Words with the place of the word above each; TOP where there is none."""

    def __init__(self, above: Sequence[int]) -> None:
        self.above = tuple(above)

    @classmethod
    def of_tree(cls, tree: Tree) -> "Dependencies":
        """A word depends on the head of the lowest constituent that it is not the head of."""
        head = heads(tree)
        above = [TOP] * len(tree.words)
        for place, node in enumerate(tree.nodes):
            if node.parent != NO_NODE and head[place] != head[node.parent]:
                above[head[place]] = head[node.parent]
        return cls(above)

    def circle(self) -> int | None:
        """A word that is below itself, if there is one."""
        sound: set[int] = {TOP}
        for start in range(len(self.above)):
            way: list[int] = []
            at = start
            while at not in sound:
                if len(way) > len(self.above):
                    return start
                way.append(at)
                at = self.above[at]
            sound.update(way)
        return None

    @cached_property
    def _below(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in self.above]
        for place, above in enumerate(self.above):
            if above != TOP:
                found[above].append(place)
        return found

    def span(self, word: int, outside: int) -> tuple[int, int]:
        """The stretch around a word of all that is below it, less the branch with `outside`."""
        left_out = self._branch(word, outside)
        within = {word}
        waiting = [word]
        while waiting:
            below = [one for one in self._below[waiting.pop()] if one != left_out]
            within.update(below)
            waiting += below
        start, end = word, word + 1
        while start - 1 in within:
            start -= 1
        while end in within:
            end += 1
        return start, end

    def _branch(self, word: int, below: int) -> int:
        """The word right below the one, on the way to the other; TOP where that is no way."""
        at = below
        while at != TOP and self.above[at] != word:
            at = self.above[at]
        return at
