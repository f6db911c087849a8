"""What the golden scores are scores of: shared corpora, and texts written for these tests."""

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from tesla_metrics import Sentence, load_analyzer
from tesla_metrics.files.conllu import read_conllu

FILES = Path(__file__).parent / "files"
WRITTEN = Path(__file__).parent / "written"

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


class WrittenSegment(NamedTuple):
    """A segment of the own texts: two references and the outputs of two systems."""

    reference: str
    second: str | None
    careful: str
    hasty: str


class Texts(NamedTuple):
    """Hypotheses, and one or more sets of references, in which None is a gap."""

    hypotheses: list[str]
    references: list[list[str | None]]

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
    """By name.

    corpus, references (all that there are), documents (a few lines of the corpus each), paragraphs;
    written, written-references, written-documents; odd, surrogates or long.
    """
    if data.startswith("written"):
        return _written_texts(data, lang)
    if data == "documents":
        return _documents(texts(shared, "corpus", lang))
    if data in ("corpus", "references", "paragraphs"):
        track, system = (PARAGRAPHS if data == "paragraphs" else CORPORA)[lang]
        folder = shared / "mt" / track
        files = sorted(folder.glob("ref.*.txt")) if data == "references" else [folder / "ref.A.txt"]
        hypotheses = folder / "systems" / f"{system}.txt"
        return Texts(_lines(hypotheses), [list(_lines(file)) for file in files])
    pairs = {"odd": ODD, "surrogates": SURROGATES, "long": LONG}[data]
    return Texts([one for one, _ in pairs], [[other for _, other in pairs]])


@lru_cache
def written(lang: str) -> tuple[WrittenSegment, ...]:
    """The segments of the own texts in a language."""
    content = json.loads((WRITTEN / f"{lang}.json").read_text(encoding="utf-8"))
    return tuple(WrittenSegment(**segment) for segment in content)


def _written_texts(data: str, lang: str) -> Texts:
    """Each segment twice: as the careful system has it, and as the hasty one."""
    segments = written(lang)
    if data == "written-documents":
        careful = _joined([one.careful for one in segments])
        hasty = _joined([one.hasty for one in segments])
        return Texts([*careful, *hasty], [[*_joined([one.reference for one in segments])] * 2])
    twice = [one for segment in segments for one in (segment, segment)]
    hypotheses = [text for one in segments for text in (one.careful, one.hasty)]
    first: list[str | None] = [one.reference for one in twice]
    second = [[one.second for one in twice]] if data == "written-references" else []
    return Texts(hypotheses, [first, *second])


def given(shared: Path, data: str, lang: str, size: int) -> list[list[Sentence | None]]:
    """Hypotheses and reference sets as analyses; `conllu` are those of two files."""
    if data == "conllu":
        names = ("given.hyp.conllu", "given.ref.conllu")
        return [list(read_conllu(_lines(FILES / name), name)) for name in names]
    own = texts(shared, data, lang).first(size)
    columns: list[Sequence[str | None]] = [own.hypotheses, *own.references]
    return [_analysed(lang, column) for column in columns]


def _analysed(lang: str, column: Sequence[str | None]) -> list[Sentence | None]:
    there = dict.fromkeys(text for text in column if text is not None)
    new = [text for text in there if (lang, text) not in _ANALYSED]
    for text, sentence in zip(new, load_analyzer(lang).analyze(new) if new else (), strict=True):
        _ANALYSED[lang, text] = sentence
    return [None if text is None else _ANALYSED[lang, text] for text in column]


def _documents(own: Texts) -> Texts:
    """A few lines each."""
    return Texts(_joined(own.hypotheses), [list(_joined(column)) for column in own.references])


def _joined(lines: Sequence[str | None]) -> list[str]:
    starts = range(0, len(lines), _SENTENCES)
    parts = (lines[start : start + _SENTENCES] for start in starts)
    return ["\n".join(line or "" for line in part) for part in parts]


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")
