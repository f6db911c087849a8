"""Filipino, whose lemmas are those of Tagalog."""

from .base import Language
from .lemmas import Lemmas

LANGUAGE = Language(code="fil", lemmas=Lemmas(dictionary="tl"))
