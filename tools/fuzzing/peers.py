"""sacreBLEU's metrics: its numbers to the last digit."""

import random
from typing import Any

from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

from tesla_metrics import make_metric

from .choices import random_peer
from .faults import check_equal, check_range
from .place import Place
from .texts import random_pairs, random_text


def fuzz_peers(rng: random.Random, place: Place) -> None:
    """Segments and systems against sacreBLEU itself."""
    lang = rng.choice(place.languages)
    name, options = random_peer(rng, lang)
    size = rng.choice((1, 3, 8))
    hypotheses, references = random_pairs(rng, lang, size)
    columns = [references, *([[random_text(rng, lang) for _ in range(size)]] * rng.randint(0, 1))]
    place.watchdog.again()
    metric: Any = make_metric(name, **options)
    found = metric.score(hypotheses, columns, references_by="set")
    system, segment = (_sacrebleu(name, options, whole) for whole in (True, False))
    expected = system.corpus_score(hypotheses, columns).score
    check_equal(f"{metric}", [found.score], [expected], 0)
    rows = zip(hypotheses, *columns, strict=True)
    single = [segment.sentence_score(text, others).score for text, *others in rows]
    check_equal(f"segments of {metric}", found.segments, single, 0)
    # Smoothing by more than 1 takes BLEU beyond it, in sacreBLEU as well.
    if name != "ter" and options.get("smooth_value", 0) <= 1:
        check_range(str(metric), found.segments, 0, 100 + 1e-9)
    place.count(f"peers/{name}", size)


def _sacrebleu(name: str, options: dict[str, Any], whole: bool) -> Any:
    if name == "bleu":
        return BLEU(**options, effective_order=not whole)
    if name == "ter":
        return TER(**options)
    return CHRF(word_order=2 if name == "chrf++" else 0, **options)
