"""Slips in the characters, casing and tokens of segments."""

import re
import unicodedata
from pathlib import Path

from slip_corpus import CASED, Corpus, change_share, score, slip

LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}
LATIN_FOR_CYRILLIC = str.maketrans("аеорсхАЕОРСХ", "aeopcxAEOPCX")
RADICALS = {ord(unicodedata.normalize("NFKC", chr(i))): chr(i) for i in range(0x2F00, 0x2FD6)}


@slip()
def mojibake(corpus: Corpus, folder: Path) -> list[str]:
    """The output was read as Windows-1252 although it is UTF-8, and then saved as UTF-8."""

    def misread(byte: int) -> str:
        # Programs on Windows read the five bytes that are not assigned as control characters.
        return bytes([byte]).decode("cp1252", "ignore") or chr(byte)

    outputs = ["".join(map(misread, text.encode())) for text in corpus.outputs]
    return score(corpus, folder, outputs)


@slip()
def question_marks(corpus: Corpus, folder: Path) -> list[str]:
    """From the middle on, all characters of the output that are not ASCII became question marks."""
    middle = len(corpus.outputs) // 2
    lost = [text.encode("ascii", "replace").decode() for text in corpus.outputs[middle:]]
    return score(corpus, folder, [*corpus.outputs[:middle], *lost])


@slip()
def other_normal_form(corpus: Corpus, folder: Path) -> list[str]:
    """The output is in another Unicode normal form: NFD from macOS, for Chinese NFKC."""
    if corpus.spaced:
        outputs = [unicodedata.normalize("NFD", text) for text in corpus.outputs]
    else:
        outputs = [unicodedata.normalize("NFKC", text) for text in corpus.outputs]
    return score(corpus, folder, outputs)


@slip()
def zero_width_spaces(corpus: Corpus, folder: Path) -> list[str]:
    """30 % of the references come from web pages with zero width spaces inside of words."""

    def add_spaces(position: int, text: str) -> str:
        if not corpus.spaced:
            return "\u200b".join(corpus.words(text))
        return re.sub(r"(\w{4})(?=\w{3})", "\\1\u200b", text)

    references = change_share(corpus, corpus.references, 0.3, "zero width", add_spaces)
    return score(corpus, folder, references=references)


@slip()
def pdf_letters(corpus: Corpus, folder: Path) -> list[str]:
    """The references come from a PDF file: ligatures, lookalike Latin letters, radicals."""

    def convert(text: str) -> str:
        if corpus.language == "zh":
            return text.translate(RADICALS)
        if corpus.language == "ru":
            words = text.split()
            return " ".join(
                word.translate(LATIN_FOR_CYRILLIC) if i % 3 == 1 else word
                for i, word in enumerate(words)
            )
        for letters, ligature in LIGATURES.items():
            text = text.replace(letters, ligature)
        return text

    return score(corpus, folder, references=map(convert, corpus.references))


@slip()
def tokenised_output(corpus: Corpus, folder: Path) -> list[str]:
    """The output is still tokenised as by Moses, and segmented into words in Chinese."""

    def tokenise(text: str) -> str:
        if not corpus.spaced:
            text = re.sub(r"(\w\w)(?=\w)", r"\1 ", text)
        text = re.sub(r"([^\w\s'’.,-])", r" \1 ", text)
        text = re.sub(r"([.,])(?=\s|$)", r" \1", text)
        text = re.sub(r"(?<=\w)(['’])(?=\w)", r" \1", text)
        return " ".join(text.replace("'", "&apos;").replace('"', "&quot;").split())

    return score(corpus, folder, map(tokenise, corpus.outputs))


@slip()
def subwords_left(corpus: Corpus, folder: Path) -> list[str]:
    """The subwords of longer words in the output were not joined: trans@@ lation."""

    def split(text: str) -> str:
        if not corpus.spaced:
            return re.sub(r"(\w\w)(\w)(?=\w)", r"\1@@ \2 ", text)
        return re.sub(r"\b(\w{5})(?=\w{4})", r"\1@@ ", text)

    return score(corpus, folder, map(split, corpus.outputs))


@slip(languages=CASED)
def lowercased_output(corpus: Corpus, folder: Path) -> list[str]:
    """The output was lower-cased, the reference was not."""
    return score(corpus, folder, map(str.lower, corpus.outputs))


@slip(languages=CASED)
def truecased_output(corpus: Corpus, folder: Path) -> list[str]:
    """The output is truecased: the first word of each sentence begins with a small letter."""
    return score(corpus, folder, (text[:1].lower() + text[1:] for text in corpus.outputs))


@slip()
def placeholders_left(corpus: Corpus, folder: Path) -> list[str]:
    """25 % of the outputs have a placeholder such as __PH0__ in place of a word."""

    def mask(position: int, text: str) -> str:
        words = corpus.words(text)
        words[position % (len(words) - 1)] = f"__PH{position % 2}__"
        return corpus.join(words)

    outputs = change_share(corpus, corpus.outputs, 0.25, "placeholders", mask)
    return score(corpus, folder, outputs)
