"""Language models: modified Kneser-Ney from text, ARPA files, and the probability of sentences."""

from .arpa import read_arpa, write_arpa
from .backoff import BackoffModel
from .corpus import count_files
from .counts import NgramCounter, NgramCounts
from .discounts import FALLBACK, Discounts
from .kneser_ney import estimate_model
from .model import LanguageModel, load_language_model
from .scorer import make_scorer
from .text import TextSettings

__all__ = [
    "FALLBACK",
    "BackoffModel",
    "Discounts",
    "LanguageModel",
    "NgramCounter",
    "NgramCounts",
    "TextSettings",
    "count_files",
    "estimate_model",
    "load_language_model",
    "make_scorer",
    "read_arpa",
    "write_arpa",
]
