"""Which words mean the same: WordNet, thesauri of the system, users' own files."""

from .base import Synonyms
from .compiled import compile_synonyms
from .load import load_synonyms

__all__ = ["Synonyms", "compile_synonyms", "load_synonyms"]
