"""Speed of tesla-m, text in, against sacreBLEU's sentence BLEU in the same run.

    python benchmarks/speed.py [--hyp FILE --ref FILE] [--rounds 5]

Segments of about 10, 25, 50 and 100 tokens: real ones, lines of the two English files joined until
they are long enough (default: a system of WMT 2012 beside the checkout), each round others; where
there are no files, sentences of a small grammar. Rounds are interleaved; sacreBLEU's cache of
tokenised lines is cleared in every round, and so is ours of analysed texts. Medians of CPU time,
one thread. "Cold" scores the two files whole in a process that has met no word yet (tables are
loaded); the table is of words met before, as in any long file.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from statistics import median

import sacrebleu
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_re import TokenizerRegexp

from tesla_metrics import TeslaM

WMT = Path(__file__).parents[2] / "shared" / "data" / "mt" / "wmt12" / "de-en"
NOUNS = """committee minister river market umbrella engine teacher garden proposal village winter
    doctor window letter agreement harbour budget forest machine question answer election reader
    bridge painter story kitchen museum engineer decision result village mountain company""".split()
VERBS = """accepts rejected opened closes repaired described sells bought painted discusses wrote
    reads crosses finds lost carries built praised criticised announced delayed""".split()
ADJECTIVES = """old new quiet large expensive green careful public recent difficult famous broken
    small cheap northern warm political""".split()
ADVERBS = "yesterday quickly again often finally together surprisingly today".split()
JOINTS = [", and", ", but", "because", ", while", "after", ", which means that"]


def phrase(rng: random.Random) -> str:
    number = rng.choice(["the", "a", "this", "our", "every", "no"])
    noun = " ".join([number, *rng.sample(ADJECTIVES, rng.randint(0, 1)), rng.choice(NOUNS)])
    return noun + rng.choice(
        ["", "", " of " + rng.choice(["the", "our"]) + " " + rng.choice(NOUNS)]
    )


def clause(rng: random.Random) -> str:
    ending = rng.choice(["", " " + rng.choice(ADVERBS), " in " + phrase(rng)])
    return f"{phrase(rng)} {rng.choice(VERBS)} {phrase(rng)}{ending}"


def sentence(rng: random.Random, tokens: int) -> str:
    text = clause(rng)
    while len(text.split()) < tokens - 4:
        joint = rng.choice(JOINTS)
        text += f"{'' if joint[0] == ',' else ' '}{joint} {clause(rng)}"
    return text[0].upper() + text[1:] + "."


def disturb(rng: random.Random, text: str) -> str:
    words = text.split()
    for _ in range(max(1, len(words) // 5)):
        position = rng.randrange(len(words))
        kind = rng.random()
        if kind < 0.4:
            words[position] = rng.choice(NOUNS + VERBS + ADJECTIVES)
        elif kind < 0.7 and len(words) > 3:
            del words[position]
        else:
            words.insert(position, rng.choice(["the", "of", "very", "also"]))
    return " ".join(words)


def real_pairs(path_h: Path, path_r: Path, tokens: int) -> Iterator[tuple[str, str]]:
    """Pairs of about so many tokens, without end: lines one after another, cut or joined."""
    lines = list(zip(*(p.read_text("utf-8").splitlines() for p in (path_h, path_r)), strict=True))
    hypothesis, reference = list[str](), list[str]()
    for h, r in cycle(lines):
        hypothesis += h.split()
        reference += r.split()
        if len(reference) >= tokens * 0.8:
            yield " ".join(hypothesis[:tokens]), " ".join(reference[:tokens])
            hypothesis, reference = [], []


def made_pairs(tokens: int) -> Iterator[tuple[str, str]]:
    """Pairs of a small grammar, without end."""
    rng = random.Random(tokens)
    while True:
        text = sentence(rng, tokens)
        yield disturb(rng, text), text


def measure(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def bleu(hypotheses: Sequence[str], references: Sequence[str]) -> None:
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        sacrebleu.sentence_bleu(hypothesis, [reference])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--segments", type=int, default=100)
    parser.add_argument("--hyp", type=Path, default=WMT / "systems" / "onlineB.txt")
    parser.add_argument("--ref", type=Path, default=WMT / "ref.A.txt")
    args = parser.parse_args()
    real = args.hyp.is_file() and args.ref.is_file()
    print(f"text: {args.hyp.name if real else 'a small grammar'}")
    metric = TeslaM(lang="en")
    metric.score(["Load the tables."], ["Loads the table!"])
    if real:
        files = [path.read_text("utf-8").splitlines() for path in (args.hyp, args.ref)]
        cold = measure(partial(metric.score, *files)), measure(partial(bleu, *files))
        ours, theirs = (seconds / len(files[0]) * 1e6 for seconds in cold)
        print(f"cold: {ours:.0f} µs, sentence_bleu {theirs:.0f} µs, ratio {theirs / ours:.2f}")
    print("tokens  tesla-m µs  sentence_bleu µs  speed of tesla-m / sentence_bleu")
    for tokens in (10, 25, 50, 100):
        own, peer = [], []
        pairs = real_pairs(args.hyp, args.ref, tokens) if real else made_pairs(tokens)
        for round_number in range(args.rounds + 1):
            hypotheses, references = zip(*islice(pairs, args.segments), strict=True)
            Tokenizer13a.__call__.cache_clear()
            TokenizerRegexp.__call__.cache_clear()
            metric.pipeline.forget()
            times = (
                measure(partial(metric.score, hypotheses, references)),
                measure(partial(bleu, hypotheses, references)),
            )
            if round_number:  # the first warms up
                own.append(times[0] / args.segments * 1e6)
                peer.append(times[1] / args.segments * 1e6)
        a, b = median(own), median(peer)
        print(f"{tokens:6}  {a:10.0f}  {b:16.0f}  {b / a:10.2f}")


if __name__ == "__main__":
    main()
