"""Serbian; its lemmas are among those of Serbo-Croatian."""

from .base import Language
from .lemmas import Lemmas

LANGUAGE = Language(code="sr", lemmas=Lemmas(dictionary="hbs"), synonyms="hr")
