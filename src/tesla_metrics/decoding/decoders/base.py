"""The `Decoder` protocol."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from ..nbest.nbest import Nbest
from ..nbest.weights import Weights

Advance = Callable[[int], None]


class Decoder(Protocol):
    """Translate the development set with any weights.

    start   initial weights; their names are the names of the features
    bounds  bounds of features whose weights are restricted
    """

    @property
    def start(self) -> Weights: ...

    @property
    def bounds(self) -> Mapping[str, tuple[float, float]]: ...

    @property
    def reference_form(self) -> str:
        """Return what `normalise_references` does to references, for signatures; "" for nothing."""

    @property
    def log(self) -> str:
        """Return the name of the log file in the folder of `decode`; "" if there is none."""

    def decode(self, weights: Weights, n: int, folder: Path, advance: Advance) -> Nbest:
        """Return up to n candidates for each sentence, best first.

        Temporary files go into the folder. `advance` is called with the number of translated
        sentences, if the decoder knows it.
        """

    def normalise_references(self, texts: Sequence[str]) -> list[str]:
        """Return references in the form of the decoder's output, for example tokenised."""
