"""Texts that stand alone: relations are found in them, and DICOMER says how they read."""

import random
from math import fsum
from typing import Any

from tesla_metrics import Dicomer, InputError

from .faults import check, check_equal, check_range, refusal
from .place import Place
from .texts import random_text

# Between sentences: some end there, and some not.
_BETWEEN = (" ", ". ", "\n", "\n\n", " because ", "; but ", "? ", " ... ", ", if ", '." ')


def fuzz_coherence(rng: random.Random, place: Place) -> None:
    """Refused for what it is, or scored the same by either core, and explained."""
    place.ready("en")
    metric = Dicomer(lang="en")
    texts = [_text(rng) for _ in range(rng.choice((1, 2, 5)))]
    place.watchdog.again(3)
    score, _ = refusal(lambda: metric.score(texts, session=place.native), InputError)
    if score is None:
        for text in texts:  # one by one each of them is refused, or right
            refusal(lambda text=text: _check_one(place, metric, text), InputError)  # type: ignore[misc]
    else:
        place.watchdog.again(3)
        plain = metric.score(texts, session=place.python).segments
        check_equal("dicomer in plain Python", score.segments, plain, 0)
        check_range("dicomer", score.segments)
        alone = _check_one(place, metric, texts[0])
        check(alone == score.segments[0], f"another score by itself: {texts[0]!r}")
    place.count(f"coherence/{'refused' if score is None else 'scored'}", len(texts))


def _text(rng: random.Random) -> str:
    """Few sentences, or many."""
    count = rng.choice((1, 2, 3, 5, 8, 30))
    parts = (random_text(rng, "en" if rng.random() < 0.9 else "zh", 20) for _ in range(count))
    return "".join(part + rng.choice(_BETWEEN) for part in parts)


def _check_one(place: Place, metric: Dicomer, text: str) -> float:
    place.watchdog.again(3)
    told: Any = metric.explain(text, session=place.native)
    own = told.coherence
    check(own.score == told.score, f"{own.score} is not {told.score}: {text!r}")
    cells = fsum(cell.share for term in own.terms for cell in term.cells)
    apart = abs(own.of_nil + cells - own.margin)
    check(apart <= 1e-6, f"{apart} of the margin is nobody's: {text!r}")
    given = abs(fsum(one.share for one in own.relations) - cells)
    check(given <= 1e-6, f"{given} comes from no relation: {text!r}")
    return float(told.score)
