"""The distinct n-grams of a text, numbered, and where each of them stands."""

from collections.abc import Sequence


class Grams:
    """All n-grams, n = 1 .. order, of a sequence of tokens.

    tokens      the text
    at          at[n - 1][i] is the number of the n-gram that starts at token i
    starts      where each number's n-gram stands
    lengths     n, by number; numbers ascend with n
    number      tokens to number
    """

    def __init__(self, tokens: Sequence[str], order: int) -> None:
        self.tokens = tuple(tokens)
        self.order = order
        self.at: list[list[int]] = []
        self.starts: list[list[int]] = []
        self.lengths: list[int] = []
        self.number: dict[tuple[str, ...], int] = {}
        number, starts = self.number, self.starts
        for n in range(1, min(order, len(self.tokens)) + 1):
            row = []
            for start in range(len(self.tokens) - n + 1):
                found = number.setdefault(self.tokens[start : start + n], len(starts))
                if found == len(starts):
                    starts.append([])
                    self.lengths.append(n)
                starts[found].append(start)
                row.append(found)
            self.at.append(row)

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def counts(self) -> list[int]:
        """How often each n-gram occurs."""
        return [len(starts) for starts in self.starts]
