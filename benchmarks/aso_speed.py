"""How long the labeller of nouns takes to learn, and how much memory: features and each learner.

    OMP_NUM_THREADS=1 python benchmarks/aso_speed.py FRAMES [--learner aso|linear|maxent]
        [--features paper|own] [--verbs] [--least-count N]

FRAMES are JSON lines with frames (../shared/data/srl/ewt_train.jsonl.gz). Both stages with one
learner, so that the memory is its own: ASO (h = 20, of the roles), the linear classifier or maximum
entropy, one thread. The aim is 10 minutes and 4 GB for all of ewt_train's nouns with ASO.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from typing import TypeVar

from tesla_metrics.evaluation.training.srl_settings import LEARNERS, RoleTraining
from tesla_metrics.evaluation.training.train_srl import RoleExamples, collect_examples, learn_bases
from tesla_metrics.parsing.srl.frame import read_frames
from tesla_metrics.parsing.srl.role_model import NO_LABEL, NOUN, VERB, YES_LABEL
from tesla_metrics.resources.learning.learners import Learner, make_value_problems

Found = TypeVar("Found")


def timed(what: str, work: Callable[[], Found]) -> Found:
    start, busy = time.perf_counter(), time.process_time()
    found = work()
    took, used = time.perf_counter() - start, time.process_time() - busy
    print(f"{what:24}{took:9.1f} s{used:9.1f} s of the processor{peak()}")
    return found


def peak() -> str:
    """The most memory that was held so far."""
    try:
        import resource
    except ImportError:  # Windows
        return ""
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return f"{held / 2 ** (30 if sys.platform == 'darwin' else 20):8.2f} GB"


def learn(learner: Learner, examples: RoleExamples) -> None:
    """Both stages."""
    whether = [NO_LABEL if label is None else YES_LABEL for label in examples.labels]
    problems = make_value_problems(examples.labels)
    timed(
        f"{learner.name}, identify",
        lambda: learner.fit(examples.identify_features, whether, problems),
    )
    labels = [label for label in examples.labels if label is not None]
    timed(f"{learner.name}, classify", lambda: learner.fit(examples.classify_features, labels))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("frames")
    parser.add_argument("--learner", choices=LEARNERS, default="aso")
    parser.add_argument("--features", default="paper")
    parser.add_argument("--verbs", action="store_true")
    parser.add_argument("--least-count", type=int, default=1)
    args = parser.parse_args()
    if os.environ.get("OMP_NUM_THREADS") != "1":
        parser.error("times are of one thread: set OMP_NUM_THREADS=1")
    learner = LEARNERS[args.learner]
    training = RoleTraining.from_paper(
        learner, features=args.features, pruned=False, least_count=args.least_count
    )
    kind = VERB if args.verbs else NOUN
    sentences = timed("sentences", lambda: list(read_frames(args.frames)))
    bases = learn_bases(sentences)
    examples = timed("features", lambda: collect_examples(sentences, kind, training, bases))
    for stage, rows in (
        ("identify", examples.identify_features),
        ("classify", examples.classify_features),
    ):
        size = rows.matrix
        print(f"{stage}: {size.shape[0]} rows, {size.shape[1]} columns, {size.nnz} numbers")
    learn(learner, examples)


if __name__ == "__main__":
    main()
