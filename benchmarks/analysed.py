"""Speed on analyses from elsewhere against the same texts as text, everything in one run.

    python benchmarks/analysed.py [--rounds 7] [--segments 200] [--repeats 5]

English segments of about 10, 25, 50 and 100 tokens (see pairs.py), three ways: as text; as
sentences that our own analyser made beforehand, as CoNLL-U gives them; and as text with an analyser
of another package, a blank spaCy pipeline, whose own time is not counted but shown beside. All
words have been met before; in the columns "new" codes of texts are forgotten before every time, in
"again" the references have just been met. Each batch of segments is timed several times in turn,
its shortest CPU time counts, one thread. Parts of speech are UPOS everywhere, so that sentences
score as their texts do.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from typing import Any

import spacy

from forgetting import forget
from pairs import SOURCE
from tesla_metrics import Metric, Sentence, TeslaM, TeslaX, Token, load_analyzer
from tesla_metrics.native import core_name
from timing import LENGTHS, draw, measure

Batch = tuple[Sequence[Any], Sequence[Any]]


class BlankSpacy:
    """Tokens of a spaCy pipeline without components; what it made is kept outside of our caches."""

    name = "blank-spacy"
    preferred_tags = "upos"

    def __init__(self) -> None:
        self._pipeline = spacy.blank("en")
        self._made: dict[str, Sentence] = {}
        self.seconds = 0.0  # that spaCy took

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        start = time.process_time()
        fresh = [text for text in dict.fromkeys(texts) if text not in self._made]
        for text, doc in zip(fresh, self._pipeline.pipe(fresh), strict=True):
            tokens = (Token(token.text, token.lower_) for token in doc if not token.is_space)
            self._made[text] = Sentence(text, tuple(tokens))
        if fresh:
            self.seconds += time.process_time() - start
        return [self._made[text] for text in texts]


def shortest(runs: Sequence[tuple[Metric[Any], Batch]], repeats: int) -> list[tuple[float, float]]:
    """For each, the least time with codes forgotten and the least with references known."""
    found = [(float("inf"), float("inf"))] * len(runs)
    for _ in range(repeats):
        for place, (metric, batch) in enumerate(runs):
            forget(metric.open())
            run = partial(metric.score, *batch)
            new, again = found[place]
            found[place] = min(new, measure(run)), min(again, measure(run))
    return found


def table(kind: Callable[..., Metric[Any]], rounds: int, segments: int, repeats: int) -> None:
    other = BlankSpacy()
    analyze = load_analyzer("en").analyze
    own, spaced = kind(lang="en", tags="upos"), kind(lang="en", tags="upos", analyzer=other)
    print(f"\n{own.name:12}  µs a segment{'':36}times the time of text")
    print("              text         given        spaCy    (alone)      given        spaCy")
    print("tokens     new  again    new  again    new  again          new  again    new  again")
    for tokens in LENGTHS:
        columns = []
        other.seconds = 0.0
        for texts in draw(tokens, rounds, segments):
            given = analyze(texts[0]), analyze(texts[1])
            runs: list[tuple[Metric[Any], Batch]] = [(own, texts), (own, given), (spaced, texts)]
            for metric, batch in runs:
                metric.score(*batch)  # meets the words
            columns.append([taken for pair in shortest(runs, repeats) for taken in pair])
        sums = map(sum, zip(*columns, strict=True))
        a, b, c, d, e, f = (taken / rounds / segments * 1e6 for taken in sums)
        alone = other.seconds / rounds / segments * 1e6
        print(
            f"{tokens:6} {a:7.1f}{b:7.1f}{c:7.1f}{d:7.1f}{e:7.1f}{f:7.1f}{alone:9.1f} "
            f"{c / a:7.2f}{d / b:7.2f}{e / a:7.2f}{f / b:7.2f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--segments", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    print(f"core: {core_name()}; text: {SOURCE}; spaCy {version('spacy')}")
    for kind in (TeslaX, TeslaM):
        table(kind, args.rounds, args.segments, args.repeats)


if __name__ == "__main__":
    main()
