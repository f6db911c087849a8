"""Language models: modified Kneser-Ney estimation, ARPA files and sentence probabilities."""

from .arpa import read_arpa, write_arpa
from .backoff import BackoffModel, make_scorer
from .counts import NgramCounter, NgramCounts, count_files
from .kneser_ney import FALLBACK, Discounts, estimate_model
from .loading import LanguageModel, load_language_model
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
