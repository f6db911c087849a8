"""Which words mean the same: shipped wordnets; by name thesauri of the system and files."""

from .base import Synonyms
from .compiled import compile_synonyms
from .load import load_synonyms

__all__ = ["Synonyms", "compile_synonyms", "load_synonyms"]
