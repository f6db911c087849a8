"""simplemma's rules for English, as its version 2.0.0 has them; tests hold the two equal.

simplemma itself imports the rules of all languages, which takes long.
"""

from collections.abc import Mapping
from unicodedata import combining, normalize

_TO_STRAIGHT = str.maketrans("’ʼ", "''")
_CURLY = ("’", "ʼ")
_CLITICS = ("n't", "'re", "'ve", "'ll", "'m", "'s", "'d")
_MOST_CLITICS = 2
_IRREGULAR = frozenset({"can't", "won't", "shan't"})
_HYPHENS = str.maketrans("_", "-")
_PLURALS = ("doms", "isms", "ists", "ments", "nces", "ships", "tions", "ums", "erves")


class EnglishRules:
    """Lemmas by a dictionary, and by rules for what it does not list."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = words

    def lemma(self, form: str) -> str:
        """Of any form."""
        form = normalize("NFC", form)
        if form.isnumeric():
            return form
        found = self.listed(form) or self._clitics(form) or self._hyphens(form)
        return found or _endings(form) or form

    def listed(self, form: str) -> str | None:
        """What the dictionary has for it, for its other case, or with another apostrophe."""
        straight = form.translate(_TO_STRAIGHT)
        variants = [form]
        if "'" in straight:
            variants += straight, *(straight.replace("'", curly) for curly in _CURLY)
        for variant in variants:
            found = self._words.get(variant)
            if found is None:
                upper = variant[:1].isupper()
                found = self._words.get(variant.lower() if upper else variant.capitalize())
            if found is not None:
                return found
        return None

    def _clitics(self, form: str) -> str | None:
        stem = form.translate(_TO_STRAIGHT)
        if "'" not in stem or stem.lower() in _IRREGULAR:
            return None
        for _ in range(_MOST_CLITICS):
            clitic = next((end for end in _CLITICS if stem.endswith(end) and stem != end), None)
            if clitic is None:
                return None
            stem = stem.removesuffix(clitic)
            found = self.listed(stem)
            if found is None and (bare := _without_marks(stem)) != stem:
                found = self.listed(bare)
            if found is not None:
                return found
        return None

    def _hyphens(self, form: str) -> str | None:
        before, _, last = form.translate(_HYPHENS).rpartition("-")
        if not last or len(last) == len(form):
            return None
        joined = (before + last).replace("-", "").lower()
        found = self.listed(joined.capitalize() if form[0].isupper() else joined)
        if found is not None:
            return found
        lemma = self.listed(last)
        return None if lemma is None else form.removesuffix(last) + lemma


def _endings(form: str) -> str | None:
    if len(form) > 7 and form.endswith("cies"):
        return form[:-3] + "y"
    if form.endswith(_PLURALS):
        return form[:-1]
    return form[:-1] if form.endswith("ized") else None


def _without_marks(word: str) -> str:
    bare = "".join(char for char in normalize("NFD", word) if not combining(char))
    return normalize("NFC", bare)
