import json
from random import Random

import numpy as np
import pytest

from tesla_metrics import Bleu, TeslaM
from tesla_metrics.files.inputs.counterparts import Counterparts
from tesla_metrics.resampling import Resampling
from tesla_metrics.scale.frames.texts import BatchTexts
from tesla_metrics.scale.frames.totals import BlockSums, assign_block, assign_blocks

WORDS = "the a cat dog bird sat barked flew on under mat tree old young".split()


def drawn(rows: int) -> tuple[list[str], list[str]]:
    random = Random(7)
    texts = [[random.choice(WORDS) for _ in range(random.randint(3, 9))] for _ in range(rows)]
    others = [[w if random.random() < 0.7 else random.choice(WORDS) for w in x] for x in texts]
    return [" ".join(x) for x in texts], [" ".join(x) for x in others]


def texts(hypotheses: list[str], references: list[str]) -> BatchTexts:
    rows = list(range(len(hypotheses)))
    return BatchTexts(rows, hypotheses, Counterparts([references]), {})


@pytest.mark.parametrize("metric", [Bleu(), TeslaM(lang="en")], ids=["bleu", "tesla-m"])
def test_scores_and_intervals_are_nearly_those_of_segments(metric: Bleu | TeslaM) -> None:
    hypotheses, references = drawn(3000)
    rows = metric.open().statistics(hypotheses, [references])
    sums, blocks = BlockSums(), assign_blocks(texts(hypotheses, references))
    for start in range(0, 3000, 700):
        part = BlockSums()
        part.add(rows[start : start + 700], blocks[start : start + 700])
        sums.merge(part)
    assert sums.row_count == 3000
    whole = metric.score(hypotheses, references, confidence=0.95)
    assert metric.system_value(sums.compute_total()) == pytest.approx(whole.score, abs=1e-12)
    # Samples and the fall into blocks are random: one interval of 1,000 samples is good to a few
    # percent, and the mean of several seeds is steadier.
    widths = []
    for seed in range(5):
        asked = Resampling(samples=2000, seed=seed)
        of_blocks, plain = sums.compute_interval(metric, asked), metric.interval(rows, asked)  # type: ignore[arg-type]
        widths.append((of_blocks.high - of_blocks.low) / (plain.high - plain.low))
    assert np.mean(widths) == pytest.approx(1, abs=0.1)


def test_json_keeps_every_digit() -> None:
    hypotheses, references = drawn(50)
    sums = BlockSums()
    rows = TeslaM(lang="en").open().statistics(hypotheses, [references])
    sums.add(rows, assign_blocks(texts(hypotheses, references)))
    again = BlockSums.from_dict(json.loads(json.dumps(sums.to_dict())))
    assert (again.counts == sums.counts).all()
    assert (again.sums == sums.sums).all()
    assert BlockSums.from_dict(BlockSums().to_dict()).row_count == 0


def test_a_block_depends_on_texts_alone() -> None:
    assert assign_block(["a", "b"]) == assign_block(["a", "b"])
    assert assign_block(["ä", "b"]) == 986  # as Spark's crc32 has it too
    assert assign_block(["\ud800"]) == assign_block(["?"])
    assert assign_block(["a", "b"]) != assign_block(["ab"])


def test_copies_of_a_row_are_drawn_apart() -> None:
    draw = np.random.default_rng(5)
    values = draw.uniform(0.0, 1.0, 4)[draw.integers(0, 4, 2000)]
    pairs = [f"text {value}" for value in values]
    rows = [(value, 1.0) for value in values]
    sums = BlockSums()
    sums.add(rows, assign_blocks(texts(pairs, pairs)))
    metric, asked = TeslaM(lang="en"), Resampling(samples=2000)
    plain, found = metric.interval(rows, asked), sums.compute_interval(metric, asked)
    assert found.high - found.low == pytest.approx(plain.high - plain.low, rel=0.2)
