"""Random texts, and texts made of others as translations of one sentence are alike."""

import random
from collections.abc import Sequence

from .damage import damaged
from .words import BY_LANGUAGE, ODD, SPACES

UNSPACED = ("zh", "ja", "th")
LENGTHS = (0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12)


def random_text(rng: random.Random, lang: str = "en", longest: int = 40) -> str:
    """Mostly a short sentence of the language, now and then anything at all."""
    kind = rng.randrange(16)
    if kind == 0:
        return rng.randbytes(rng.choice(LENGTHS)).decode("utf-8", "replace")
    if kind == 1:
        codes = (rng.choice((0x80, 0x800, 0x3000, 0xD800, 0x110000)) for _ in range(8))
        text = "".join(chr(rng.randrange(code)) for code in codes)
        return text if rng.random() < 0.05 else without_surrogates(text)
    if kind == 2:  # runs
        parts = [rng.choice((*ODD, *SPACES, "a", ".")) * rng.randint(1, longest) for _ in "ab"]
        return "".join(parts)[: 4 * longest]
    text = _sentence(rng, lang, min(longest, rng.choice(LENGTHS)))
    if kind == 3:
        return "".join(rng.choice(SPACES) if char == " " else char for char in text)
    if kind == 4 and text:
        return damaged(rng, text.encode()).decode("utf-8", rng.choice(("replace", "ignore")))
    if kind == 5:
        return rng.choice((str.upper, str.lower, str.title, str.swapcase))(text)
    return text


def _sentence(rng: random.Random, lang: str, length: int) -> str:
    own = BY_LANGUAGE[lang] if lang in BY_LANGUAGE else BY_LANGUAGE["und"]
    words = [rng.choice(own if rng.random() < 0.85 else ODD) for _ in range(length)]
    between = "" if lang in UNSPACED and rng.random() < 0.8 else " "
    return between.join(words) + rng.choice(("", "", ".", "!", " .", "。"))


def changed_text(rng: random.Random, text: str, lang: str) -> str:
    """Another sentence like it: words left out, doubled, moved, replaced, written otherwise."""
    words = text.split(" ")
    own = BY_LANGUAGE[lang] if lang in BY_LANGUAGE else BY_LANGUAGE["und"]
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        place = rng.randrange(len(words)) if words else 0
        what = rng.randrange(6)
        if what == 0:
            words[place : place + 1] = []
        elif what == 1:
            words[place:place] = words[place : place + 2]
        elif what == 2:
            words = words[place:] + words[:place]
        elif what == 3:
            words[place : place + 1] = [rng.choice(own)]
        elif what == 4:
            words[place : place + 1] = [word.swapcase() for word in words[place : place + 1]]
        else:
            rng.shuffle(words)
    return " ".join(words)


def random_pairs(rng: random.Random, lang: str, size: int) -> tuple[list[str], list[str]]:
    """Hypotheses and references: equal, alike, or nothing of the kind."""
    references = [random_text(rng, lang) for _ in range(size)]
    hypotheses = []
    for text in references:
        chance = rng.random()
        if chance < 0.1:
            hypotheses.append(text)
        elif chance < 0.7:
            hypotheses.append(changed_text(rng, text, lang))
        else:
            hypotheses.append(random_text(rng, lang))
    return hypotheses, references


def long_text(rng: random.Random, lang: str, words: int) -> str:
    """As many words, or a few of them again and again."""
    own = BY_LANGUAGE[lang]
    between = "" if lang in UNSPACED else " "
    if rng.random() < 0.5:
        few = rng.choices(own, k=rng.randint(1, 7))
        return between.join(few[number % len(few)] for number in range(words))
    return between.join(rng.choices(own, k=words))


def without_surrogates(text: str) -> str:
    """As a text that was read from a file is."""
    return text.encode("utf-8", "replace").decode()


def shuffled(rng: random.Random, size: int) -> list[int]:
    """The places of a list in another order."""
    order = list(range(size))
    rng.shuffle(order)
    return order


def pick(texts: Sequence[str], order: Sequence[int]) -> list[str]:
    """These, in this order."""
    return [texts[place] for place in order]
