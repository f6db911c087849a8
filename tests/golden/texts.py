"""What the golden scores are scores of: shared corpora, and odd texts written for this."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from tesla_metrics import Sentence, load_analyzer
from tesla_metrics.analysis.conllu import read_conllu

FILES = Path(__file__).parent / "files"

# A track and one of its systems for each language; paragraphs are long lines of a later year.
CORPORA = {
    "en": ("wmt12/de-en", "onlineA"),
    "de": ("wmt21mqm/en-de", "Nemo"),
    "fr": ("wmt12/en-fr", "onlineA"),
    "es": ("wmt12/en-es", "onlineA"),
    "cs": ("wmt12/en-cs", "cu-bojar_2012"),
    "ru": ("wmt16da/en-ru", "mixed"),
    "zh": ("wmt18/en-zh", "GTCOM-Primary.5762"),
}
# Analysing takes longer than scoring, and cases share texts.
_ANALYSED: dict[tuple[str, str], Sentence] = {}
_SENTENCES = 6  # lines of a document
PARAGRAPHS = {"cs": ("wmt24esa/en-cs", "Aya23"), "zh": ("wmt24esa/en-zh", "Aya23")}


class Texts(NamedTuple):
    """Hypotheses, and one or more sets of references."""

    hypotheses: list[str]
    references: list[list[str]]

    def first(self, size: int) -> "Texts":
        """That many segments of each."""
        return Texts(self.hypotheses[:size], [column[:size] for column in self.references])


# Pairs of hypothesis and reference.
ODD = [
    ("", ""),
    ("", "nobody said a word"),
    ("Nobody said a word.", "   "),
    ("...", "!?"),
    ("—", "a dash, and nothing else"),
    ("\t the\u00a0 cat \u2003sat\u3000 ", "The cat sat."),
    ("THE CAT SAT", "the cat sat"),
    ("the the the the cat", "the cat the cat the"),
    ("It's not 3.5 % but 1,200.50 dollars", "It is 3,5 % and 1200.5 dollars"),
    ("twenty-three hundred and two", "2302"),
    ("He never said no to nobody.", "He always said yes to everybody."),
    ("cat a sat mat the on", "a cat sat on the mat"),
    ("colour centre theatre", "color center theater"),
    ("http://a.b/c?d=e @me #tag x|y a_b", "see http://a.b/c?d=f #tag"),
    ("👩‍👩‍👧 e\u0301 ﬁn ß İstanbul", "é fin ss istanbul 👩"),
    ("l'homme d'aujourd'hui n'est pas là", "L’homme d’aujourd’hui n’est pas ici"),
    ("Die Weihnachtsgeldzahlung der Milchkühe", "die Zahlung von Weihnachtsgeld an Kühe"),
    ("Vlak nepřijel včas, abychom odjeli", "Vlak přijel pozdě, abychom mohli odjet"),
    ("Поезд не пришёл вовремя", "Поезд пришел поздно"),
    ("农民卖了三头牛。", "這個農民賣了3頭牛！"),
    ("牛を３頭買った。", "牛を三頭も買いました"),
    ("ชาวนาขายวัวสามตัว", "ชาวนาซื้อวัว ๓ ตัว"),
    ("باع المزارع ثلاث بقرات", "اشترى المزارع ٣ بقرات"),
    ("한국의 농부가 소를 팔았다", "농부가 소 세 마리를 팔았다"),
    ("किसान ने तीन गायें बेचीं", "किसान ने ३ गायें खरीदीं"),
    ("one", "two"),
    ("The firm bought an old vehicle.", "The company purchased a former car."),
    ("a" * 300, "a" * 299 + "b"),
]
# Half a character can neither be encoded nor reach the native core.
SURROGATES = [
    ("the \ud800 cat sat", "the cat \udfff sat"),
    ("\ud83d", "\ud83d"),
    ("\udc80", "nothing of the kind"),
    ("the cat\udc80sat on 3 mats", "the cat\udc80sat on three mats"),
    ("a whole line among them", "one whole line among these"),
]
_SUBJECTS = "the farmer|an old doctor|my neighbour|the bank|a small company|nobody".split("|")
_VERBS = "sold|did not buy|has seen|announced|lost|repaired".split("|")
_OBJECTS = "3 cows|the red house|a new car|its results|the last train|12.5 tons of wheat".split("|")


def long_line(words: int, step: int) -> str:
    """Sentences that come again now and then, at least so many words of them."""
    parts: list[str] = []
    n = 0
    while len(" ".join(parts).split()) < words:
        n += step
        subject, verb = _SUBJECTS[n % 6], _VERBS[(n // 2) % 6]
        parts.append(f"{subject} {verb} {_OBJECTS[(n // 3) % 6]} in {1950 + n % 60}.")
    return " ".join(parts)


LONG = [(long_line(300, 1), long_line(290, 2)), (long_line(120, 5), long_line(270, 3))]


@lru_cache
def texts(shared: Path, data: str, lang: str) -> Texts:
    """By name: corpus, references (all that there are), documents (a few lines of the corpus each),
    paragraphs, odd, surrogates or long.
    """
    if data == "documents":
        own = texts(shared, "corpus", lang)
        return Texts(_joined(own.hypotheses), list(map(_joined, own.references)))
    if data in ("corpus", "references", "paragraphs"):
        track, system = (PARAGRAPHS if data == "paragraphs" else CORPORA)[lang]
        folder = shared / "mt" / track
        files = sorted(folder.glob("ref.*.txt")) if data == "references" else [folder / "ref.A.txt"]
        hypotheses = folder / "systems" / f"{system}.txt"
        return Texts(_lines(hypotheses), [_lines(file) for file in files])
    pairs = {"odd": ODD, "surrogates": SURROGATES, "long": LONG}[data]
    return Texts([one for one, _ in pairs], [[other for _, other in pairs]])


def given(shared: Path, data: str, lang: str, size: int) -> list[list[Sentence]]:
    """Hypotheses and reference sets as analyses; `conllu` are those of two files."""
    if data == "conllu":
        names = ("given.hyp.conllu", "given.ref.conllu")
        return [read_conllu(_lines(FILES / name), name) for name in names]
    own = texts(shared, data, lang).first(size)
    return [_analysed(lang, column) for column in (own.hypotheses, *own.references)]


def _analysed(lang: str, column: Sequence[str]) -> list[Sentence]:
    new = [text for text in dict.fromkeys(column) if (lang, text) not in _ANALYSED]
    for text, sentence in zip(new, load_analyzer(lang).analyze(new) if new else (), strict=True):
        _ANALYSED[lang, text] = sentence
    return [_ANALYSED[lang, text] for text in column]


def _joined(lines: Sequence[str]) -> list[str]:
    starts = range(0, len(lines), _SENTENCES)
    return ["\n".join(lines[start : start + _SENTENCES]) for start in starts]


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")
