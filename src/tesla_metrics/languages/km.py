"""Khmer: no spaces between words."""

from .base import Language

LANGUAGE = Language(code="km", spaces=False)
