"""How many sentences a second are labelled with semantic roles, on one thread.

    python benchmarks/srl_speed.py ../shared/data/srl/ewt_dev.jsonl.gz [--model FILE] [--most N]

`given` takes the trees and the predicates of the file, `found` its trees alone, and `parsed`
nothing but its words as a text, which is then cut, tagged and parsed within the time. Each is done
once before the clock runs; the best of rounds counts, in seconds of the processor, so that a busy
machine says the same. Trees are made anew for each round: what they know of themselves counts too.
Beside each stands how many times that is what is asked for.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

from tesla_metrics.parsing.srl.frame import LabelledSentence, read_frames
from tesla_metrics.parsing.srl.labeler import RoleLabeler
from tesla_metrics.parsing.syntax.tree import Tree


def best_of(work: Callable[[], object], rounds: int) -> float:
    """Seconds of the processor that the quickest round took."""
    taken = []
    for _ in range(rounds + 1):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return min(taken[1:])


def anew(one: LabelledSentence) -> LabelledSentence:
    """With a tree of which nothing is known yet."""
    return replace(one, tree=Tree(one.tree.words, one.tree.nodes))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("frames", help="sentences with trees and frames, a JSON record a line")
    parser.add_argument("--model", type=Path, help="default: what ships")
    parser.add_argument("--most", type=int, default=1000, help="sentences (1000)")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    labeler = RoleLabeler.load(args.model)
    sentences = list(islice(read_frames(args.frames), args.most))
    words = sum(len(one.sentence.tokens) for one in sentences)
    predicates = sum(len(one.frames) for one in sentences)
    print(f"{len(sentences)} sentences, {words} words, {predicates} predicates")
    print("sentences a second:")
    for name, asked, work in (
        ("given", 500, lambda: [labeler.relabel(anew(one)) for one in sentences]),
        ("found", 500, lambda: [labeler.frames(one.sentence, anew(one).tree) for one in sentences]),
        ("parsed", 50, lambda: [labeler.label(one.sentence.text) for one in sentences]),
    ):
        speed = len(sentences) / best_of(work, args.rounds)
        print(f"  {name:8}{speed:8.0f}{speed / asked:8.2f} times {asked}")


if __name__ == "__main__":
    main()
