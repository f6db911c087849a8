"""Speed of tesla-celab against sacreBLEU's Chinese sentence BLEU, everything in one run.

    python benchmarks/celab.py [--rounds 7] [--segments 200]

Text in, score out, for pairs of about 10, 40 and 80 characters, with a dictionary. Rounds are
interleaved, each with other segments; sacreBLEU's cache of tokenised lines is cleared in every
round, and we see no text twice. Medians of CPU time, one thread. Growth is for single pairs of up
to 5,000 characters, and for texts against themselves repeated, where nearly all competes.
"""

import argparse
import random
import resource
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import sacrebleu
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh

from tesla_metrics import TeslaCelab
from tesla_metrics.core.comparing.covers import CoverComparer
from tesla_metrics.core.encoding.session import Session

LENGTHS = (10, 40, 80)
CILIN = Path(__file__).parents[2] / "shared" / "data" / "celab" / "cilin.txt"

# A small grammar; members of a line mean the same.
SUBJECTS = "我们 咱们|老师 教师|那个孩子 那个小孩|医生 大夫|邻居的女儿|公司经理|他 她|很多人 许多人"
TIMES = "昨天|今天早上|下个星期 下周|最近 近来|星期天 周日|去年冬天|刚才 方才"
VERBS = "买 购买|看见 看到|喜欢 喜爱|修理 维修|介绍|寻找 找寻|带来|打开|卖掉"
OBJECTS = (
    "雨伞 伞|旧自行车 旧单车|电脑 计算机|图书馆的书|红色的帽子|一张地图|新手机|两瓶啤酒|晚饭 晚餐"
)
JOINTS = "，但是|，而且|，所以|，因为|，然后"


def words(lines: str) -> list[list[str]]:
    return [line.split() for line in lines.split("|")]


def clause(rng: random.Random) -> list[list[str]]:
    return [rng.choice(words(lines)) for lines in (TIMES, SUBJECTS, VERBS, OBJECTS)]


def pair(rng: random.Random, characters: int) -> tuple[str, str]:
    """A text and a paraphrase with faults."""
    text, other = "", ""
    while len(text) < characters:
        if text:
            joint = rng.choice(JOINTS.split("|"))
            text, other = text + joint, other + joint
        for choices in clause(rng):
            text += rng.choice(choices)
            other += rng.choice(choices if rng.random() < 0.8 else rng.choice(words(OBJECTS)))
    return other[:characters], text[:characters]


def draw(
    rng: random.Random, characters: int, segments: int, seen: set[str]
) -> tuple[list[str], list[str]]:
    """So many hypotheses and references, none of which was seen: tokens of texts are kept."""
    hypotheses, references = list[str](), list[str]()
    while len(references) < segments:
        hypothesis, reference = pair(rng, characters)
        if seen.isdisjoint((hypothesis, reference)):
            seen |= {hypothesis, reference}
            hypotheses.append(hypothesis)
            references.append(reference)
    return hypotheses, references


def measure(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def sentence_bleu(hypotheses: Sequence[str], references: Sequence[str]) -> None:
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        sacrebleu.sentence_bleu(hypothesis, [reference], tokenize="zh")


def text_in(metric: TeslaCelab, sessions: Sequence[Session], rounds: int, segments: int) -> None:
    print("              µs a segment                      times the speed of sentence_bleu")
    print("characters    native    python  sentence_bleu    native    python")
    for characters in LENGTHS:
        rng, seen = random.Random(characters), set[str]()
        times = []
        for _ in range(rounds):
            batch = draw(rng, characters, segments, seen)
            TokenizerZh.__call__.cache_clear()
            taken = []
            for session in sessions:
                taken.append(measure(partial(metric.score, *batch, session=session)))
            times.append((*taken, measure(partial(sentence_bleu, *batch))))
        a, b, c = (median(column) / segments * 1e6 for column in zip(*times, strict=True))
        print(f"{characters:10} {a:9.1f} {b:9.1f} {c:14.1f} {c / a:9.1f} {c / b:9.2f}")


def growth(metric: TeslaCelab, native: Session, python: Session) -> None:
    print("\none pair, ms        native    python")
    rng = random.Random(1)
    long = {n: pair(rng, n) for n in (40, 200, 1000, 5000)}
    cases = {f"{n} characters": (h, r) for n, (h, r) in long.items()}
    cases |= {f"{n} against twice {n}": (2 * long[n][1], long[n][1]) for n in (40, 200)}
    cases["2,000 and 5,000 haha"] = "哈" * 5000, "哈" * 2000
    sentence = pair(rng, 20)[1]
    cases["20, 100 and 10 times"] = 100 * sentence, 10 * sentence
    # A loop whose seams are in the reference too.
    cases["200 in a loop of 20"] = 20 * long[200][1][:190], long[200][1][:190] + long[200][1][:10]
    for name, (hypothesis, reference) in cases.items():
        run = partial(metric.score, [hypothesis], [reference])
        print(f"{name:20} {measure(partial(run, session=native)) * 1e3:9.1f}", end="", flush=True)
        print(f" {measure(partial(run, session=python)) * 1e3:9.1f}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"peak memory: {peak / (2**20 if sys.platform == 'darwin' else 2**10):.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--segments", type=int, default=200)
    args = parser.parse_args()
    sessions = Session(core="native"), Session(core="python")
    with TemporaryDirectory() as folder:
        own = Path(folder) / "own.tsv"
        lines = [line for lines in (SUBJECTS, TIMES, VERBS, OBJECTS) for line in words(lines)]
        own.write_text("".join("\t".join(line) + "\n" for line in lines), encoding="utf-8")
        metric = TeslaCelab(lang="zh", synonyms=str(CILIN if CILIN.is_file() else own))
        comparer = metric.open(sessions[0]).comparer
        assert isinstance(comparer, CoverComparer)
        print(f"dictionary: {comparer.encoder.phrase_codes.synonyms.name}")
        for session in sessions:
            metric.score(["表"], ["表"], session=session)  # load the tables
        text_in(metric, sessions, args.rounds, args.segments)
        growth(metric, *sessions)


if __name__ == "__main__":
    main()
