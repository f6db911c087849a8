"""Lemmas by simplemma, which does not know parts of speech; small tables mend what that costs."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

_MEMO = 65_536
_RECENT = 16
_APOSTROPHES = str.maketrans("’‘ʼ", "'''")

# What our tokenisers split off, and frequent words whose lemma hangs on the part of speech:
# "form lemma" pairs by language and part of speech (empty: any).
_EXCEPTIONS = {
    "en": {
        "": "n't not nt not 'm be 're be 'll will 've have sha shall an a",
        "AUX": "'s be s be 'd would d would ca can wo will r be m be ai be",
        "VERB": "'s be left leave thought think felt feel born bear broke break means mean "
        "remains remain won win shot shoot found find lay lay gone go thinking think "
        "playing play growing grow developed develop attached attach fixed fix mixed mix",
        "PART": "' 's s 's na to ta to",
        "PRON": "'s we u you",
        "ADV": "better well best well",
        "ADJ": "least least worse bad worst bad bigger big biggest big",
        "NOUN": "am a.m. pm p.m. lives life media media troops troops sales sale",
    },
    "de": {
        "": "anders anders",
        "ADJ": "letzte letzt letzten letzt letzter letzt letztes letzt weitere weiter "
        "weiteren weiter weiterer weiter weiteres weiter",
        "PRON": "ihnen sie ihm er ihn er",
    },
    "fr": {
        "": "l' le le le la le les le d' de qu' que j' je je je n' ne c' ce m' me t' te "
        "ils il elles elle quelques quelque certains certain certaines certain",
        "PRON": "s' se -il il -t-il il -elle elle -t-elle elle -ils il -on on -t-on on -je je "
        "-vous vous -nous nous eux eux leur leur",
        "SCONJ": "s' si",
        "AUX": "sommes être",
        "ADP": "a à",
        "NOUN": "est est été été fait fait vue vue mise mise moyenne moyenne",
        "CCONJ": "soit soit",
        "ADV": "soit soit",
        "VERB": "mis mettre mise mettre mises mettre pris prendre prise prendre prises prendre "
        "permis permettre fait faire faits faire mort mourir suivi suivre connu connaître "
        "connue connaître ouvert ouvrir ouverte ouvrir devant devoir puis pouvoir",
        "ADJ": "nouvelles nouveau différentes différent active actif",
    },
    "es": {
        "PRON": "la él las él lo él los él le él les él",
        "NOUN": "estado estado estados estado chica chica",
        "ADV": "muy muy fuera fuera acerca acerca",
        "AUX": "esta estar",
        "VERB": "puesto poner escrito escribir muerto morir hecho hacer dicho decir visto ver "
        "dado dar compuesto componer cuenta contar muestra mostrar esta estar",
        "NUM": "un uno una uno",
    },
    "cs": {
        "ADP": "se s ve v ke k ze z pomocí pomocí prostřednictvím prostřednictvím",
        "PART": "to to",
        "PRON": "je on ho on jím on",
        "NUM": "dvě dva dvou dva dvěma dva jedna jeden jedno jeden jednoho jeden jedné jeden "
        "jedním jeden jednu jeden tří tři čtyř čtyři pěti pět šesti šest sedmi sedm deseti deset",
        "ADJ": "lepší dobrý nejlepší dobrý",
    },
}

# Languages in which a name's inflection is so rare that its form is the better lemma.
_NAMES_KEPT = frozenset({"en", "es", "fr"})

# Endings of verb forms that simplemma takes for nouns or adjectives, with the infinitive's ending;
# the first that makes a verb of the dictionary wins.
_VERB_ENDINGS = {
    "en": "ing:e ing: ed:e ed:",
    "fr": "ées:er és:er ée:er é:er ent:er ant:er es:er e:er ies:ir ie:ir is:ir i:ir it:ir "
    "ites:ire its:ire ite:ire it:ire is:ire it:re ant:re ue:oir u:oir",
    "es": "ados:ar adas:ar ado:ar ada:ar idos:er idas:er ido:er ida:er idos:ir idas:ir ido:ir "
    "ida:ir an:ar as:ar a:ar o:ar e:ar en:er e:er o:er e:ir o:ir",
}
_SHORTEST_STEM = 3
# English infinitives look like any word: a verb is what has a third person.
_PROBE = {"en": "s"}
_INFINITIVES = {"en": (), "fr": ("er", "ir", "re", "oir"), "es": ("ar", "er", "ir", "rse", "ír")}

# Endings that keep their form in these classes: an English "meeting" is no "meet".
_KEPT_ENDINGS = {"en": {"NOUN": ("ing",), "ADJ": ("ing", "ed", "en")}}

_UNINFLECTED = frozenset({"PUNCT", "SYM", "X"})


# Languages that simplemma has under another code.
_SIMPLEMMA = {"no": "nb", "hr": "hbs", "sr": "hbs", "bs": "hbs", "sh": "hbs", "fil": "tl"}


def has_lemmas(lang: str) -> bool:
    """Whether simplemma has a dictionary for the language."""
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    return _SIMPLEMMA.get(lang, lang) in SUPPORTED_LANGUAGES


class Lemmatizer:
    """Form and part of speech to lemma, always in lower case."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._code = _SIMPLEMMA.get(lang, lang)
        self._exceptions = _by_form_and_class(_EXCEPTIONS.get(lang, {}))
        self._kept = _KEPT_ENDINGS.get(lang, {})
        self._endings = [pair.split(":") for pair in _VERB_ENDINGS.get(lang, "").split()]
        self._infinitives: tuple[str, ...] = _INFINITIVES.get(lang, ())
        self._simplemma: Any = None
        self.name = "lower"
        if has_lemmas(lang):
            import simplemma

            self._simplemma = simplemma
            self.name = f"simplemma-{simplemma.__version__}"
        # Caches are attributes, since one on the method would outlive the object.
        self.lemma: Callable[[str, str], str] = lru_cache(_MEMO)(self._lemma)  # form and UPOS
        # The lemma as far as it can be told without the part of speech; asked for by each UPOS.
        self.base: Callable[[str], str] = lru_cache(_RECENT)(self._base)

    def _lemma(self, form: str, upos: str) -> str:
        plain = form.translate(_APOSTROPHES)
        low = plain.lower()
        exception = self._exceptions.get((low, upos)) or self._exceptions.get((low, ""))
        if exception:
            return exception
        if upos in _UNINFLECTED or (upos == "PROPN" and self._lang in _NAMES_KEPT):
            return low
        if low.endswith(self._kept.get(upos, ())):
            return low
        # German nouns are listed with a capital; elsewhere a capital only marks a position.
        lemma = self.base(plain if self._lang == "de" and upos in ("NOUN", "PROPN") else low)
        return self._verb(low, lemma) if upos == "VERB" else lemma

    def _verb(self, form: str, lemma: str) -> str:
        if lemma.endswith(self._infinitives) or (lemma != form and self._is_verb(lemma)):
            return lemma
        for ending, infinitive in self._endings:
            stem = form.removesuffix(ending)
            if _SHORTEST_STEM <= len(stem) < len(form) and self._is_verb(stem + infinitive):
                return stem + infinitive
        return lemma

    def _is_verb(self, lemma: str) -> bool:
        probe = lemma + _PROBE.get(self._lang, "")
        return self.knows(probe) and self.base(probe) == lemma

    def _base(self, form: str) -> str:
        if self._simplemma is None or not form:
            return form.lower()
        try:
            return str(self._simplemma.lemmatize(form, lang=self._code)).lower()
        except UnicodeEncodeError:  # a lone surrogate: no dictionary has it
            return form.lower()

    def knows(self, form: str) -> bool:
        """Whether the dictionary lists the form."""
        if self._simplemma is None or not form:
            return False
        try:
            return bool(self._simplemma.is_known(form, lang=self._code))
        except UnicodeEncodeError:
            return False


def _by_form_and_class(tables: dict[str, str]) -> dict[tuple[str, str], str]:
    exceptions = {}
    for upos, table in tables.items():
        words = table.split()
        for form, lemma in zip(words[::2], words[1::2], strict=True):
            exceptions[form, upos] = lemma
    return exceptions
