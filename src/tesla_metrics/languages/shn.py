"""Shan: no spaces between words."""

from .base import Language

LANGUAGE = Language(code="shn", spaces=False)
