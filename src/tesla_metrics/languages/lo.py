"""Lao: no spaces between words."""

from .base import Language

LANGUAGE = Language(code="lo", spaces=False)
