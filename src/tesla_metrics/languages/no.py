"""Norwegian, which is taken for Bokmål."""

from .base import Language
from .lemmas import Lemmas

LANGUAGE = Language(code="no", lemmas=Lemmas(dictionary="nb"), synonyms="nb")
