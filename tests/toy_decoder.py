"""A small real decoder, run by itself: translates word by word, and knows three features.

    python toy_decoder.py SOURCE WEIGHTS N [CALLS]

Prints Moses' lists. Each call leaves a line in the file CALLS.
"""

import itertools
import math
import sys
from pathlib import Path

WORDS = {
    "le": (("the", -0.5), ("it", -0.3), ("", -0.9)),
    "chat": (("cat", -0.9), ("chat", -0.4)),
    "chien": (("dog", -0.8), ("hound", -0.5)),
    "dort": (("sleeps", -1.0), ("sleep", -0.3)),
    "noir": (("black", -0.7), ("dark", -0.5)),
}
USUAL = {("the", "cat"), ("the", "dog"), ("cat", "sleeps"), ("dog", "sleeps"), ("cat", "black")}


def candidates(line: str) -> dict[str, tuple[float, float, float]]:
    """Every translation with table, language model and number of words."""
    found: dict[str, tuple[float, float, float]] = {}
    choices = [WORDS.get(word, ((word, 0.0),)) for word in line.split()]
    for chosen in itertools.product(*choices):
        words = [word for word, _ in chosen if word]
        pairs = itertools.pairwise(words)
        model = sum(math.log(0.9 if pair in USUAL else 0.1) for pair in pairs)
        table = sum(value for _, value in chosen)
        found.setdefault(" ".join(words), (table, model, float(len(words))))
    return found


def main(source: str, weights: str, most: str, *calls: str) -> None:
    lines = Path(weights).read_text(encoding="utf-8").splitlines()
    given = dict(line.split() for line in lines if not line.startswith("#"))
    values = [float(given[name]) for name in ("tm_0", "lm_0", "wp_0")]
    for file in calls:
        with Path(file).open("a", encoding="utf-8") as log:
            log.write(f"{values}\n")
    for number, line in enumerate(Path(source).read_text(encoding="utf-8").splitlines()):
        scored = [
            (sum(w * f for w, f in zip(values, features, strict=True)), text, features)
            for text, features in candidates(line).items()
        ]
        scored.sort(key=lambda one: -one[0])
        for score, text, (table, model, words) in scored[: int(most)]:
            told = f"tm= {table!r} lm= {model!r} wp= {words!r}"
            print(f"{number} ||| {text} ||| {told} ||| {score!r}")


if __name__ == "__main__":
    main(*sys.argv[1:])
