"""How good is this translation, and why? The TESLA family of metrics.

>>> from tesla_metrics import TeslaM
>>> score = TeslaM(lang="en").score(["a cat sat there"], ["the cat sat there"])
>>> 0 < score.value < 1
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._version import __version__
from .errors import InputError, ResourceError, TeslaError, TeslaWarning, UsageError

if TYPE_CHECKING:
    from .analysis.analyzer import Analyzer
    from .analysis.loading import load_analyzer
    from .analysis.sentence import Sentence, Token
    from .judging.comparison import Comparison, compare
    from .judging.judgments import Track
    from .judging.meta import Evaluation, evaluate
    from .judging.scored import Scored, score_track
    from .judging.tracks import read_tracks
    from .metrics.base import Metric, Score
    from .metrics.maxsim import MaxSim
    from .metrics.peers import Bleu, Chrf, ChrfPlusPlus, Ter
    from .metrics.registry import make_metric, metric_names
    from .metrics.signature import Signature
    from .metrics.tesla_b import TeslaB
    from .metrics.tesla_celab import TeslaCelab, TeslaCelabMinus
    from .metrics.tesla_f import TeslaF
    from .metrics.tesla_m import TeslaM
    from .metrics.tesla_x import TeslaX
    from .training.tesla_f import train_tesla_f
    from .training.tesla_x import train_tesla_x

# Imported when first used, so that `import tesla_metrics` and `tesla --help` are quick.
_HOMES = {
    "Analyzer": "analysis.analyzer",
    "load_analyzer": "analysis.loading",
    "Sentence": "analysis.sentence",
    "Token": "analysis.sentence",
    "Comparison": "judging.comparison",
    "compare": "judging.comparison",
    "Track": "judging.judgments",
    "read_tracks": "judging.tracks",
    "Scored": "judging.scored",
    "score_track": "judging.scored",
    "Evaluation": "judging.meta",
    "evaluate": "judging.meta",
    "Metric": "metrics.base",
    "Score": "metrics.base",
    "Signature": "metrics.signature",
    "TeslaB": "metrics.tesla_b",
    "TeslaM": "metrics.tesla_m",
    "TeslaF": "metrics.tesla_f",
    "TeslaX": "metrics.tesla_x",
    "TeslaCelab": "metrics.tesla_celab",
    "TeslaCelabMinus": "metrics.tesla_celab",
    "MaxSim": "metrics.maxsim",
    "Bleu": "metrics.peers",
    "Chrf": "metrics.peers",
    "ChrfPlusPlus": "metrics.peers",
    "Ter": "metrics.peers",
    "train_tesla_f": "training.tesla_f",
    "train_tesla_x": "training.tesla_x",
    "make_metric": "metrics.registry",
    "metric_names": "metrics.registry",
}

__all__ = [
    "Analyzer",
    "Bleu",
    "Chrf",
    "ChrfPlusPlus",
    "Comparison",
    "Evaluation",
    "InputError",
    "MaxSim",
    "Metric",
    "ResourceError",
    "Score",
    "Scored",
    "Sentence",
    "Signature",
    "Ter",
    "TeslaB",
    "TeslaCelab",
    "TeslaCelabMinus",
    "TeslaError",
    "TeslaF",
    "TeslaM",
    "TeslaWarning",
    "TeslaX",
    "Token",
    "Track",
    "UsageError",
    "__version__",
    "compare",
    "evaluate",
    "load_analyzer",
    "make_metric",
    "metric_names",
    "read_tracks",
    "score_track",
    "train_tesla_f",
    "train_tesla_x",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value
