"""Japanese."""

from .base import Language

LANGUAGE = Language(code="ja", spaces=False, analyzers=("fugashi",))
