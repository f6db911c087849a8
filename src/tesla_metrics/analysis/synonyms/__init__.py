"""Which words mean the same: shipped wordnets; by name thesauri of the system and files."""

from .base import Synonyms
from .load import load_synonyms

__all__ = ["Synonyms", "load_synonyms"]
