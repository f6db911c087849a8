"""English pairs of about so many tokens, for the benchmarks: real ones or those of a grammar."""

import random
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

WMT = Path(__file__).parents[2] / "shared" / "data" / "mt" / "wmt12" / "de-en"
HYPOTHESES, REFERENCES = WMT / "systems" / "onlineB.txt", WMT / "ref.A.txt"
SOURCE = "WMT 2012 de-en" if WMT.is_dir() else "a small grammar of few words"
NOUNS = """committee minister river market umbrella engine teacher garden proposal village winter
    doctor window letter agreement harbour budget forest machine question answer election reader
    bridge painter story kitchen museum engineer decision result mountain company""".split()
VERBS = """accepts rejected opened closes repaired described sells bought painted discusses wrote
    reads crosses finds lost carries built praised criticised announced delayed""".split()
ADJECTIVES = """old new quiet large expensive green careful public recent difficult famous broken
    small cheap northern warm political""".split()
ADVERBS = "yesterday quickly again often finally together surprisingly today".split()
JOINTS = [", and", ", but", " because", ", while", " after", ", which means that"]

Pairs = Iterator[tuple[str, str]]


def pairs(tokens: int) -> Pairs:
    """(hypothesis, reference) without end: real text where it is beside the checkout."""
    return real_pairs(tokens) if WMT.is_dir() else made_pairs(tokens)


def real_pairs(tokens: int) -> Pairs:
    """Lines of a WMT 2012 system and its reference, one after another, joined and cut."""
    files = (path.read_text("utf-8").splitlines() for path in (HYPOTHESES, REFERENCES))
    hypothesis, reference = list[str](), list[str]()
    for h, r in cycle(list(zip(*files, strict=True))):
        hypothesis += h.split()
        reference += r.split()
        if len(reference) >= tokens * 0.8:
            yield " ".join(hypothesis[:tokens]), " ".join(reference[:tokens])
            hypothesis, reference = [], []


def made_pairs(tokens: int) -> Pairs:
    """Sentences of a small grammar, and the same disturbed."""
    rng = random.Random(tokens)
    while True:
        text = _clause(rng)
        while len(text.split()) < tokens - 4:
            text += f"{rng.choice(JOINTS)} {_clause(rng)}"
        yield disturb(rng, text), f"{text[0].upper()}{text[1:]}."


def _phrase(rng: random.Random) -> str:
    start = rng.choice(["the", "a", "this", "our", "every", "no"])
    words = [start, *rng.sample(ADJECTIVES, rng.randint(0, 1)), rng.choice(NOUNS)]
    return " ".join([*words, *rng.choice([[], [], ["of", "our", rng.choice(NOUNS)]])])


def _clause(rng: random.Random) -> str:
    ending = rng.choice(["", f" {rng.choice(ADVERBS)}", f" in {_phrase(rng)}"])
    return f"{_phrase(rng)} {rng.choice(VERBS)} {_phrase(rng)}{ending}"


def disturb(rng: random.Random, text: str) -> str:
    """As a system may write it that is not very good."""
    words = text.split()
    for _ in range(max(1, len(words) // 5)):
        position, kind = rng.randrange(len(words)), rng.random()
        if kind < 0.4:
            words[position] = rng.choice(NOUNS + VERBS + ADJECTIVES)
        elif kind < 0.7 and len(words) > 3:
            del words[position]
        else:
            words.insert(position, rng.choice(["the", "of", "very", "also"]))
    return " ".join(words)
