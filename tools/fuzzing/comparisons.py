"""Systems compared: identical ones are alike, ranks follow scores, p-values are probabilities."""

import random

from tesla_metrics import compare, make_metric

from .faults import check
from .place import Place
from .texts import changed_text, random_pairs


def fuzz_comparisons(rng: random.Random, place: Place) -> None:
    """Two systems and a copy of the first."""
    lang = rng.choice(place.languages)
    place.ready(lang)
    size = rng.choice((1, 2, 10, 25))
    first, references = random_pairs(rng, lang, size)
    other = [changed_text(rng, text, lang) for text in references]
    systems = {"first": first, "other": other, "copy": list(first)}
    metric = make_metric(rng.choice(("tesla-m", "tesla-x", "chrf", "ter")), lang=lang)
    test = rng.choice(("bootstrap", "randomisation", "sign"))
    place.watchdog.again()
    found = compare(
        systems, references, metric, tests=[test], samples=rng.choice((1, 20, 100)), seed=7
    )
    for pair in found.pairs:
        check(0 < pair.p_value <= pair.p_holm <= 1, f"{test}: p {pair.p_value}, {pair.p_holm}")
        check(pair.wins + pair.losses + pair.ties == size, f"{test}: wins and losses of {size}")
        check(pair.interval.low <= pair.interval.high, f"{test}: {pair.interval}")
        if {pair.a, pair.b} == {"first", "copy"}:
            check(pair.p_value == 1, f"{test}: p {pair.p_value} of identical systems")
            check(pair.difference == 0, f"{test}: {pair.difference} of identical systems")
    place.count(f"comparisons/{metric.name}", 3 * size)
