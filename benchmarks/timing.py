"""What benchmarks of speed share: texts, clocks, and forgetting what would make a round unfair."""

import time
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

import sacrebleu
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_re import TokenizerRegexp

from forgetting import forget as forget_texts
from pairs import pairs
from tesla_metrics import Metric

LENGTHS = (10, 25, 50, 100)

Lines = tuple[list[str], list[str]]


def measure(run: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    start = clock()
    run()
    return clock() - start


def forget(metric: Metric[Any]) -> None:
    """Codes of texts, and sacreBLEU's tokenised lines; words stay known."""
    Tokenizer13a.__call__.cache_clear()
    TokenizerRegexp.__call__.cache_clear()
    forget_texts(metric.open())


def sentence_bleu(hypotheses: Sequence[str], references: Sequence[str]) -> None:
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        sacrebleu.sentence_bleu(hypothesis, [reference])


def draw(tokens: int, rounds: int, segments: int) -> list[Lines]:
    """So many pairs of texts in each round, other ones in each (see pairs.py)."""
    stream = pairs(tokens)
    drawn = [list(islice(stream, segments)) for _ in range(rounds)]
    return [([h for h, _ in part], [r for _, r in part]) for part in drawn]
