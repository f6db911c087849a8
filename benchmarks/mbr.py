"""Minimum Bayes risk over 100 lists of 100 candidates, on one core, everything in one run.

    python benchmarks/mbr.py [LIST] [-m tesla-m tesla-x ...] [--candidates 100] [--peer 5]

LIST is an n-best list (default: moses-large of the shared corpora, 18 words a candidate). It is
timed as it is, where candidates that are there again are compared once, and with lists in which all
differ: to make these up, words of candidates are replaced by others of their list, as samples of a
neural system differ in a word here and there. CPU time of all pairs with every candidate as its own
reference, tables loaded. Beside it the naive double loop with sacreBLEU's sentence chrF and
sentence BLEU, of --peer lists only and scaled up.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import sacrebleu

from tesla_metrics import Session, make_metric, mbr
from tesla_metrics.decoding.nbest.nbest_files import read_nbest
from tesla_metrics.native import core_name

SHARED = Path(__file__).parents[2] / "shared" / "data" / "nbest" / "moses-large" / "nbest.gz"
_CHANGED = 3  # words that are replaced at the most


def samples(candidates: Sequence[str], count: int, random: Random) -> list[str]:
    """As many different texts."""
    words = sorted({word for text in candidates for word in text.split()})
    found = dict.fromkeys(candidates)
    while len(found) < count:
        text = random.choice(candidates).split()
        for _ in range(random.randint(1, _CHANGED)):
            text[random.randrange(len(text))] = random.choice(words)
        found[" ".join(text)] = None
    return list(found)[:count]


def timed(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def peers(lists: Sequence[Sequence[str]]) -> Iterator[tuple[str, Callable[[], object]]]:
    for name, score in (
        ("sentence chrF", sacrebleu.sentence_chrf),
        ("sentence BLEU", sacrebleu.sentence_bleu),
    ):
        yield (
            name,
            lambda score=score: [  # type: ignore[misc]
                score(one, [other]) for own in lists for one in own for other in own
            ],
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("list", nargs="?", default=str(SHARED))
    parser.add_argument("-m", "--metrics", nargs="+", default=["tesla-m", "tesla-x"])
    parser.add_argument("--candidates", type=int, default=100)
    parser.add_argument("--peer", type=int, default=5)
    args = parser.parse_args()
    nbest = read_nbest([args.list], features=False, scores=False)
    own = [list(nbest.candidates(place)) for place in range(len(nbest))]
    random = Random(1)
    different = [samples(one, args.candidates, random) for one in own]
    once = sum(len(set(one)) for one in own)
    print(f"{len(own)} lists, {core_name()} core; seconds of CPU")
    print(f"{'':16}{sum(map(len, own))} candidates ({once} different)    all different")
    for name in args.metrics:
        session = Session()
        metric = make_metric(name, lang="en")
        mbr([["a word", "words"]], metric=metric, session=session)
        as_they_are = timed(lambda m=metric, s=session: mbr(own, metric=m, session=s))  # type: ignore[misc]
        session = Session()
        mbr([["a word", "words"]], metric=metric, session=session)
        made_up = timed(lambda m=metric, s=session: mbr(different, metric=m, session=s))  # type: ignore[misc]
        print(f"{name:16}{as_they_are:12.1f}{made_up:28.1f}", flush=True)
    part = different[: args.peer]
    for name, run in peers(part):
        print(f"{name:16}{'':12}{timed(run) * len(own) / len(part):28.0f}  (double loop, scaled)")


if __name__ == "__main__":
    main()
