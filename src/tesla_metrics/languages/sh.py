"""Serbo-Croatian by its old code."""

from .base import Language
from .lemmas import Lemmas

LANGUAGE = Language(code="sh", lemmas=Lemmas(dictionary="hbs"), synonyms="hr")
