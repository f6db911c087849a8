"""How long a summary takes to be read: tags, trees, relations, and its score by dicomer.

    python benchmarks/discourse_speed.py [FILE] [--rounds N]

FILE has a text a line (default: a text of about 100 words from here). One thread, warm: each text
is read once before the clock runs. Medians of rounds, in ms for 100 words.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from tesla_metrics.metrics.dicomer import read_dicomer, shipped_dicomer
from tesla_metrics.parsing.coherence import build_role_matrix
from tesla_metrics.parsing.discourse.parser import DiscourseParser, load_discourse

TEXT = (
    "The city council closed the old bridge on Monday because engineers had found cracks in two of "
    "its pillars. Traffic was sent over the northern bridge, which soon became crowded. Although "
    "buses ran more often than usual, many people came late to work. Shops near the river lost "
    "customers, and some of them closed in the afternoon. The mayor said that repairs would begin "
    "next week, but he did not say how long they would take. Meanwhile, a ferry carries "
    "pedestrians and bicycles across the river. If the weather stays dry, the first lane could "
    "open again before the end of the summer."
)


def timed(work: Callable[[], object], rounds: int) -> float:
    """Milliseconds, the median."""
    taken = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        taken.append(1e3 * (time.perf_counter() - start))
    return statistics.median(taken)


def figures(text: str, parser: DiscourseParser, rounds: int) -> tuple[int, list[float]]:
    """The number of tokens, and the time of trees (with tags), relations and the score."""
    judge = read_dicomer(shipped_dicomer("en")).coherence_model
    document = parser.document(text)
    relations = parser.relations(document)
    return document.sentence_starts[-1], [
        timed(lambda: parser.document(text), rounds),
        timed(lambda: parser.relations(document), rounds),
        timed(lambda: judge.score(build_role_matrix(document, relations)), rounds),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--rounds", type=int, default=20)
    args = parser.parse_args()
    texts = args.file.read_text(encoding="utf-8").splitlines() if args.file else [TEXT]
    reader = load_discourse("en")
    found = [figures(text, reader, args.rounds) for text in texts if text.strip()]
    tokens = sum(count for count, _ in found)
    sums = [sum(column) for column in zip(*(times for _, times in found), strict=True)]
    shares = [100 * total / tokens for total in sums]
    print(f"{len(found)} texts, {tokens} tokens; ms for 100 tokens:")
    for name, value in zip(
        ("tags and trees", "relations", "matrix and score"), shares, strict=True
    ):
        print(f"  {name:17}{value:8.1f}")
    print(f"  {'together':17}{sum(shares):8.1f}   (aim 60, floor 150)")


if __name__ == "__main__":
    main()
