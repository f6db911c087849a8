"""Synonym dictionaries: shipped wordnets, installed thesauri, packages and files."""

from .base import Synonyms
from .load import load_synonyms

__all__ = ["Synonyms", "load_synonyms"]
