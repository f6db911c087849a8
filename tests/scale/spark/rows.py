"""Rows for the tests of Spark."""

from random import Random

WORDS = "the a cat dog bird sat barked flew on under mat tree old young late train left".split()


def drawn(rows: int, seed: int = 7) -> tuple[list[str], list[str]]:
    """Hypotheses, and references that are somewhat like them."""
    random = Random(seed)
    texts = [[random.choice(WORDS) for _ in range(random.randint(3, 9))] for _ in range(rows)]
    others = [[w if random.random() < 0.7 else random.choice(WORDS) for w in x] for x in texts]
    return [" ".join(x) for x in texts], [" ".join(x) for x in others]
