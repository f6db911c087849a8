"""Takes object pronouns off the end of Spanish infinitives, gerunds and some imperatives."""

import re

from .casing import cut
from .rules import listed

_PRONOUNS = "(?:(se|me|te|nos)(l[ao]s?)|(se|me|te|l[aeo]s?))"
# Two pronouns put an accent on the verb that it does not have alone; oír has its own.
_INFINITIVE = re.compile(rf"(\w*(?:[aei]|[aeo]í|[áéí](?=r\w{{4}}))r){_PRONOUNS}")
_OWN_ACCENT = ("aír", "eír", "oír")
_GERUND = re.compile(rf"(\w+(?:[áa]|[ií][ée]|y[ée])ndo){_PRONOUNS}")
_PLAIN = str.maketrans("áéí", "aei")
# Nouns, adjectives and finite verbs that end as an infinitive with a pronoun would.
_FINITE = re.compile(r"\w*[iu]er[mt]e|(?:a|con|rea|recon)?firme|(?:com|de|im|re|a)?parte")
_NOT_VERBS = listed(
    "arte marte estandarte baluarte descarte inerte arme desarme alarme perla perlas charla "
    "charlas parla parlas cartela cartelas mirlo mirlos terse disperse converse inverse"
)
_IMPERATIVES = {
    "dame": ("da", "me"),
    "dime": ("di", "me"),
    "dale": ("da", "le"),
    "dámelo": ("da", "me", "lo"),
    "dímelo": ("di", "me", "lo"),
    "hazlo": ("haz", "lo"),
    "hazte": ("haz", "te"),
    "ponte": ("pon", "te"),
}


def verb_clitics(word: str) -> tuple[str, ...] | None:
    """The verb and its pronouns, or nothing where word is not surely a verb with one."""
    lower = word.lower()
    if lower in _IMPERATIVES:
        return cut(word, _IMPERATIVES[lower])
    if lower[-1:] not in "aeos":
        return None
    if match := _GERUND.fullmatch(lower):
        verb = match[1].translate(_PLAIN)
        return cut(word, (verb, *filter(None, match.groups()[1:])))
    # A capital mostly means a name: Carlos, Ugarte, Charles.
    if word != lower and not lower.endswith("se"):
        return None
    if lower in _NOT_VERBS or _FINITE.fullmatch(lower):
        return None
    match = _INFINITIVE.fullmatch(lower)
    if match is None:
        return None
    verb = match[1] if match[1].endswith(_OWN_ACCENT) else match[1].translate(_PLAIN)
    return cut(word, (verb, *filter(None, match.groups()[1:])))
