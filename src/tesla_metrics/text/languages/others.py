"""Languages with short descriptions."""

from .base import Language, LemmaCorrections, NumberWords

LANGUAGES = (
    # Tibetan: marks between syllables, no spaces between words.
    Language(code="bo", spaces=False),
    # Bosnian: uses the lemma dictionary of Serbo-Croatian.
    Language(code="bs", lemmas=LemmaCorrections(dictionary="hbs"), synonyms="hr"),
    # Dzongkha: marks between syllables, no spaces between words.
    Language(code="dz", spaces=False),
    # Filipino: uses the lemma dictionary of Tagalog.
    Language(code="fil", lemmas=LemmaCorrections(dictionary="tl")),
    # Croatian: uses the lemma dictionary of Serbo-Croatian.
    Language(code="hr", lemmas=LemmaCorrections(dictionary="hbs")),
    # Yi: a syllabic script without spaces.
    Language(code="ii", spaces=False),
    # Japanese.
    Language(code="ja", spaces=False, analyzers=("fugashi",)),
    # Khmer: no spaces between words.
    Language(code="km", spaces=False),
    # Lao: no spaces between words.
    Language(code="lo", spaces=False),
    # Burmese: no spaces between words.
    Language(code="my", spaces=False),
    # Norwegian: treated as Bokmål.
    Language(code="no", lemmas=LemmaCorrections(dictionary="nb"), synonyms="nb"),
    # Russian: words for times of the day.
    Language(
        code="ru",
        numbers=NumberWords(morning="?утра", afternoon="?дня", evening="?вечера", night="?ночи"),
    ),
    # Serbo-Croatian: the old code of ISO 639-1.
    Language(code="sh", lemmas=LemmaCorrections(dictionary="hbs"), synonyms="hr"),
    # Shan: no spaces between words.
    Language(code="shn", spaces=False),
    # Serbian: uses the lemma dictionary of Serbo-Croatian.
    Language(code="sr", lemmas=LemmaCorrections(dictionary="hbs"), synonyms="hr"),
    # Thai: no spaces between words.
    Language(code="th", spaces=False),
    # Ukrainian: words for times of the day.
    Language(
        code="uk",
        numbers=NumberWords(morning="?ранку", afternoon="?дня", evening="?вечора", night="?ночі"),
    ),
)
