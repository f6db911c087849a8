"""How good is this translation, and why? The TESLA family of metrics.

>>> from tesla_metrics import TeslaM
>>> score = TeslaM(lang="en").score(["a cat sat there"], ["the cat sat there"])
>>> 0 < score.score < 1
True
"""

# Nothing at all is imported here: the command heeds Ctrl-C only when this is done.
TYPE_CHECKING = False

if TYPE_CHECKING:
    import typing

    from ._version import __version__
    from .analysis.analyzer import Analyzer
    from .analysis.loading import load_analyzer
    from .analysis.sentence import Sentence, Token
    from .discourse.parser import DiscourseParser, Parsed, load_discourse, parse_discourse
    from .discourse.relation import Relation
    from .encoding.session import Session
    from .errors import InputError, ResourceError, TeslaError, TeslaWarning, UsageError
    from .explaining.explanation import Explanation
    from .frames.batches import score_batches
    from .judging.comparison import Comparison, compare
    from .judging.judgments import Track
    from .judging.meta import Evaluation, evaluate
    from .judging.scored import Scored, score_track
    from .judging.tracks import read_tracks
    from .metrics.base import Metric
    from .metrics.cremer.metric import Cremer
    from .metrics.dicomer.metric import Dicomer
    from .metrics.maxsim import MaxSim
    from .metrics.peers.bleu import Bleu
    from .metrics.peers.chrf import Chrf, ChrfPlusPlus
    from .metrics.peers.rouge import Rouge1, Rouge2, RougeL, RougeSu4
    from .metrics.peers.ter import Ter
    from .metrics.pem.metric import Pem
    from .metrics.registry import make_metric, metric_names, score
    from .metrics.score import Score
    from .metrics.signature import Signature
    from .metrics.tesla_b import TeslaB
    from .metrics.tesla_celab import TeslaCelab, TeslaCelabMinus
    from .metrics.tesla_f import TeslaF
    from .metrics.tesla_m import TeslaM
    from .metrics.tesla_n.metric import TeslaN
    from .metrics.tesla_s import TeslaS
    from .metrics.tesla_x import TeslaX
    from .nbest.mbr import mbr
    from .nbest.nbest import Nbest, pool, read_nbest, write_nbest
    from .nbest.rerank import rerank
    from .nbest.weighed import rerank_nbest
    from .nbest.weights import Weights, read_weights, write_weights
    from .reports.page.write import write_report
    from .resampling import Confidence
    from .srl.frame import Argument, Frame
    from .srl.labeler import RoleLabeler
    from .srl.records import LabelledSentence, read_frames
    from .tasks import Item
    from .testsets.read import read_testset
    from .testsets.testset import Testset
    from .training.cremer import train_cremer
    from .training.dicomer import train_dicomer, train_on_order
    from .training.pem import train_pem
    from .training.srl import train_srl
    from .training.srl_settings import RoleTraining
    from .training.tesla_f import train_tesla_f
    from .training.tesla_n import train_tesla_n
    from .training.tesla_x import train_tesla_x
    from .tuning.loop.run import LoopResult, tune_decoder
    from .tuning.loop.translate import translate
    from .tuning.smt.train import train_smt
    from .tuning.tune import tune
    from .tuning.tuned import Tuned

# Imported when first used, so that `import tesla_metrics` and `tesla --help` are quick. The same
# names stand above for type checkers and below for `import *`: a test holds all three equal.
_HOMES = {
    "_version": "__version__",
    "analysis.analyzer": "Analyzer",
    "analysis.loading": "load_analyzer",
    "analysis.sentence": "Sentence Token",
    "discourse.parser": "DiscourseParser Parsed load_discourse parse_discourse",
    "discourse.relation": "Relation",
    "encoding.session": "Session",
    "errors": "InputError ResourceError TeslaError TeslaWarning UsageError",
    "explaining.explanation": "Explanation",
    "frames.batches": "score_batches",
    "judging.comparison": "Comparison compare",
    "judging.judgments": "Track",
    "judging.meta": "Evaluation evaluate",
    "judging.scored": "Scored score_track",
    "judging.tracks": "read_tracks",
    "metrics.base": "Metric",
    "metrics.cremer.metric": "Cremer",
    "metrics.dicomer.metric": "Dicomer",
    "metrics.maxsim": "MaxSim",
    "metrics.peers.bleu": "Bleu",
    "metrics.peers.chrf": "Chrf ChrfPlusPlus",
    "metrics.peers.rouge": "Rouge1 Rouge2 RougeL RougeSu4",
    "metrics.peers.ter": "Ter",
    "metrics.pem.metric": "Pem",
    "metrics.registry": "make_metric metric_names score",
    "metrics.score": "Score",
    "metrics.signature": "Signature",
    "metrics.tesla_b": "TeslaB",
    "metrics.tesla_celab": "TeslaCelab TeslaCelabMinus",
    "metrics.tesla_f": "TeslaF",
    "metrics.tesla_m": "TeslaM",
    "metrics.tesla_n.metric": "TeslaN",
    "metrics.tesla_s": "TeslaS",
    "metrics.tesla_x": "TeslaX",
    "nbest.mbr": "mbr",
    "nbest.nbest": "Nbest pool read_nbest write_nbest",
    "nbest.rerank": "rerank",
    "nbest.weighed": "rerank_nbest",
    "nbest.weights": "Weights read_weights write_weights",
    "reports.page.write": "write_report",
    "resampling": "Confidence",
    "srl.frame": "Argument Frame",
    "srl.labeler": "RoleLabeler",
    "srl.records": "LabelledSentence read_frames",
    "tasks": "Item",
    "testsets.read": "read_testset",
    "testsets.testset": "Testset",
    "training.cremer": "train_cremer",
    "training.dicomer": "train_dicomer train_on_order",
    "training.pem": "train_pem",
    "training.srl": "train_srl",
    "training.srl_settings": "RoleTraining",
    "training.tesla_f": "train_tesla_f",
    "training.tesla_n": "train_tesla_n",
    "training.tesla_x": "train_tesla_x",
    "tuning.loop.run": "LoopResult tune_decoder",
    "tuning.loop.translate": "translate",
    "tuning.smt.train": "train_smt",
    "tuning.tune": "tune",
    "tuning.tuned": "Tuned",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "Analyzer",
    "Argument",
    "Bleu",
    "Chrf",
    "ChrfPlusPlus",
    "Comparison",
    "Confidence",
    "Cremer",
    "Dicomer",
    "DiscourseParser",
    "Evaluation",
    "Explanation",
    "Frame",
    "InputError",
    "Item",
    "LabelledSentence",
    "LoopResult",
    "MaxSim",
    "Metric",
    "Nbest",
    "Parsed",
    "Pem",
    "Relation",
    "ResourceError",
    "RoleLabeler",
    "RoleTraining",
    "Rouge1",
    "Rouge2",
    "RougeL",
    "RougeSu4",
    "Score",
    "Scored",
    "Sentence",
    "Session",
    "Signature",
    "Ter",
    "TeslaB",
    "TeslaCelab",
    "TeslaCelabMinus",
    "TeslaError",
    "TeslaF",
    "TeslaM",
    "TeslaN",
    "TeslaS",
    "TeslaWarning",
    "TeslaX",
    "Testset",
    "Token",
    "Track",
    "Tuned",
    "UsageError",
    "Weights",
    "__version__",
    "compare",
    "evaluate",
    "load_analyzer",
    "load_discourse",
    "make_metric",
    "mbr",
    "metric_names",
    "parse_discourse",
    "pool",
    "read_frames",
    "read_nbest",
    "read_testset",
    "read_tracks",
    "read_weights",
    "rerank",
    "rerank_nbest",
    "score",
    "score_batches",
    "score_track",
    "train_cremer",
    "train_dicomer",
    "train_on_order",
    "train_pem",
    "train_smt",
    "train_srl",
    "train_tesla_f",
    "train_tesla_n",
    "train_tesla_x",
    "translate",
    "tune",
    "tune_decoder",
    "write_nbest",
    "write_report",
    "write_weights",
]


# Packages that users import from by themselves.
_PACKAGES = ("integrations", "languages")


def __getattr__(name: str) -> "typing.Any":
    from importlib import import_module

    if name in _PACKAGES:
        return import_module(f".{name}", __name__)
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, *_PACKAGES])
