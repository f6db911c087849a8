"""Dzongkha: marks between syllables, no spaces between words."""

from .base import Language

LANGUAGE = Language(code="dz", spaces=False)
