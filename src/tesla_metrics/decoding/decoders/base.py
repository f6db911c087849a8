"""The `Decoder` protocol."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from ..nbest.nbest import Nbest
from ..nbest.weights import Weights

# Callback that is called with the number of sentences translated since its last call.
AdvanceCallback = Callable[[int], None]


class Decoder(Protocol):
    """A decoder that translates the development set with any feature weights.

    start   initial weights; their names are the names of the features
    bounds  (low, high) by feature name, for features with restricted weights
    """

    @property
    def start(self) -> Weights: ...

    @property
    def bounds(self) -> Mapping[str, tuple[float, float]]: ...

    @property
    def reference_form(self) -> str:
        """Return the name of the changes that `normalise_references` makes, for signatures.

        "" if it changes nothing.
        """

    @property
    def log(self) -> str:
        """Return the name of the log file in the folder of `decode`; "" if there is none."""

    def decode(self, weights: Weights, n: int, folder: Path, advance: AdvanceCallback) -> Nbest:
        """Return up to n candidates for each sentence, best first.

        Temporary files go into the folder. `advance` is called during the translation with the
        number of newly translated sentences, or once at the end if the decoder reports no progress.
        """

    def normalise_references(self, texts: Sequence[str]) -> list[str]:
        """Return references in the form of the decoder's output, for example tokenised."""
