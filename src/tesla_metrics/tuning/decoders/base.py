"""What the loop asks of a decoder."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from ...nbest.nbest import Nbest
from ...nbest.weights import Weights

Advance = Callable[[int], None]


class Decoder(Protocol):
    """Translates the development set with any weights.

    start   the weights it begins with; their names are those of its features
    bounds  of features whose weights may not be anything
    """

    @property
    def start(self) -> Weights: ...

    @property
    def bounds(self) -> Mapping[str, tuple[float, float]]: ...

    @property
    def form(self) -> str:
        """What `as_written` does to references, as signatures tell it: nothing if empty."""

    @property
    def log(self) -> str:
        """The file in the folder that has what it says; empty if it says nothing there."""

    def decode(self, weights: Weights, n: int, folder: Path, advance: Advance) -> Nbest:
        """Up to n candidates for each sentence, the best first.

        What it writes meanwhile goes into the folder; `advance` hears of sentences that are done,
        if the decoder knows.
        """

    def as_written(self, texts: Sequence[str]) -> list[str]:
        """References as this decoder would write them: in its tokens, lower-cased if it is."""
