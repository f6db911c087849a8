"""Yi, written in syllables without spaces."""

from .base import Language

LANGUAGE = Language(code="ii", spaces=False)
