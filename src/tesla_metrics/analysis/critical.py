"""What a translation must not get wrong: its numbers, and whether it says yes or no.

Numbers are compared by their digits and points, so that 20th and 20 are the same; a group of three
digits that stands apart belongs to the number of up to three before it (10 000), and words make one
number where their language composes them (two hundred).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from .composing import Kind, Numbers, Part, compose
from .lemmas import Lemmatizer
from .number_words import number_word
from .numerals import canonical

_NEGATIONS = {
    "en": "not no n't never nothing nobody none neither nor without cannot nowhere",
    "de": "nicht kein keine keinen keinem keiner keines nie niemals nichts niemand niemanden "
    "niemandem ohne weder nirgends nirgendwo keinesfalls keineswegs",
    # ne alone says nothing (avant qu'il ne parte), and pas, jamais, rien stand without it.
    "fr": "pas jamais rien aucun aucune personne sans ni non nul nulle nullement guère",
    "es": "no nunca jamás nada nadie ningún ninguno ninguna ni sin tampoco",
    "cs": "ne není nikdy nikdo nikoho nikomu nic ničeho ničemu ničím žádný žádná žádné žádného "
    "žádnou žádných žádnému žádným ani bez nikde nikam nikoli nikoliv nelze",
}
_MEMO = 65_536
_OTHER = Part(Kind.OTHER)


class Negations:
    """Tells whether a lower-cased word negates; in a language without a list none does."""

    def __init__(self, lang: str) -> None:
        self._listed = frozenset(_NEGATIONS.get(lang, "").split())
        # Czech words are negated by ne-, and their lemma is that of the word without it.
        self._lemmatizer = Lemmatizer(lang) if lang == "cs" else None
        self._known = lru_cache(_MEMO)(self._negates)

    def __call__(self, form: str) -> bool:
        return form in self._listed or (
            self._lemmatizer is not None and form.startswith("ne") and self._known(form)
        )

    def _negates(self, form: str) -> bool:
        assert self._lemmatizer is not None
        lemma = self._lemmatizer.base(form)
        if form.startswith("nej"):
            # The superlative, unless a verb or adjective with j- is negated: nejsem, nejde.
            return not form.startswith("nejj") and (lemma[:1] == "j" or lemma == "být")
        return not lemma.startswith("ne")


@lru_cache(maxsize=8)
def load_negations(lang: str) -> Negations:
    """One for a language."""
    return Negations(lang)


def knows_negations(lang: str) -> bool:
    """Whether there is a list of negating words."""
    return lang in _NEGATIONS


def digits_of(form: str) -> str:
    """The digits of a word, one after another, in ASCII; a decimal number keeps its points."""
    if form.isascii() and form.replace(".", "").isdecimal():
        return form
    return "".join(str(int(char)) for char in form if char.isdecimal())


def numbers(forms: Iterable[str], lang: str) -> Numbers:
    """Those of words in lower case."""
    return compose(_part(form, lang) for form in forms)


def _part(form: str, lang: str) -> Part:
    part = number_word(form, lang)
    if part is not None:
        return part
    written = canonical(form, lang)
    digits = digits_of(written)
    if not digits:
        return _OTHER
    return Part(Kind.DIGITS if digits == written else Kind.FIXED, digits=digits)


def changed_numbers(reference: Numbers, candidate: Numbers) -> float:
    """The share of numbers that have become other ones; one that is only missing has not.

    Numbers that are cut otherwise (9:30, 9 30) have not changed either. Those of several words
    count as one (two hundred, 200), but have not changed where only a thousand, million or the like
    is missing (20 to 30 million, 20 million to 30 million).
    """
    share = _changed(reference.together, candidate.together)
    return share if share and _changed(reference.apart, candidate.apart) else 0.0


def _changed(reference: Sequence[str], candidate: Sequence[str]) -> float:
    missing, strange = _without(reference, candidate), _without(candidate, reference)
    if not missing or not strange:
        return 0.0
    if len(missing) != len(strange) and _joined(missing) == _joined(strange):
        return 0.0
    return min(len(missing), len(strange)) / max(len(reference), len(candidate))


def _joined(numbers: Sequence[str]) -> str:
    return "".join(numbers).replace(".", "")


def _without(numbers: Sequence[str], others: Sequence[str]) -> list[str]:
    left = Counter(others)
    kept = []
    for number in numbers:
        if left[number]:
            left[number] -= 1
        else:
            kept.append(number)
    return kept


def changed_negations(reference: int, candidate: int) -> float:
    """The share of negating words that one side has and the other lacks."""
    most = max(reference, candidate)
    return abs(reference - candidate) / most if most else 0.0
