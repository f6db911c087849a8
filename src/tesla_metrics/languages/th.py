"""Thai: no spaces between words."""

from .base import Language

LANGUAGE = Language(code="th", spaces=False)
