"""The paper's control pairs: for each source three that nobody needs to rate."""

from collections.abc import Iterator, Sequence

import numpy as np

from .ratings import RatedPair

# On a scale from 1 to 5: the sentence itself 2, another sentence 1, words by chance 1.
COPY, OTHER = 0.25, 0.0
SEED = 12345


def control_pairs(sources: Sequence[str], seed: int = SEED) -> Iterator[RatedPair]:
    """Of distinct sources, two or more: the source, another one, a bag of words of all."""
    rng = np.random.default_rng(seed)
    words = [word for source in sources for word in source.split()] or [""]
    for place, source in enumerate(sources):
        yield RatedPair(source, source, COPY)
        step = int(rng.integers(1, len(sources)))
        yield RatedPair(source, sources[(place + step) % len(sources)], OTHER)
        drawn = rng.integers(0, len(words), max(1, len(source.split())))
        yield RatedPair(source, " ".join(words[at] for at in drawn.tolist()), OTHER)
