"""Tibetan: marks between syllables, no spaces between words."""

from .base import Language

LANGUAGE = Language(code="bo", spaces=False)
