"""Burmese: no spaces between words."""

from .base import Language

LANGUAGE = Language(code="my", spaces=False)
