"""Detect tokenised text, damaged characters, markup, the wrong script and missing spaces."""

import re
from functools import cache
from typing import NamedTuple

from ..languages.scripts import get_letter_pattern, get_scripts
from .sampled_text import MatchCount, SampledText

# Scripts written without spaces. Khmer, Burmese and Tibetan have some spaces.
_UNSPACED_SCRIPTS = frozenset(("Chinese", "Kana", "Thai", "Lao"))
# Scripts in which splitting at spaces alone would return only few words per line.
_UNSEGMENTED_SCRIPTS = (*sorted(_UNSPACED_SCRIPTS), "Khmer", "Burmese", "Tibetan", "Yi")
# Minimum share of the gaps between characters that are spaces in segmented text. It is low because
# Thai words have four or more characters.
_MIN_SPACE_SHARE = 0.15
# Minimum share of lines in another script; names and titles are often not transliterated.
_MIN_FOREIGN_TEXT_SHARE = 0.8
# Lines in another script that are reported: the minimum number, and share of a text.
_MIN_FOREIGN_LINES = 4
_MIN_FOREIGN_SHARE = 0.05
_MIN_OCCURRENCES = 5  # of detached commas and full stops, or of spaces between characters


def find_tokenised(sample: SampledText, language: str) -> MatchCount | None:
    """Detect text that was tokenised.

    In tokenised text, most commas and final full stops have a space before them (no language
    writes ` ,` or ` .`; French has spaces only before other marks), or there are spaces between
    characters of a script that is written without spaces.
    """
    text = sample.text
    detached = text.count(" , ") + text.count(" .\n")
    if detached >= _MIN_OCCURRENCES:
        total = text.count(", ") + text.count(".\n")
        if detached * 2 > total:
            return MatchCount(detached, total, "commas and full stops stand apart")
    scripts = tuple(script for script in get_scripts(language) if script in _UNSPACED_SCRIPTS)
    if not scripts or text.count(" ") < _MIN_SPACE_SHARE * len(text) / 2:
        return None
    n_spaces, n_gaps = _count_spaces(text, scripts)
    if n_spaces < _MIN_OCCURRENCES or n_spaces <= _MIN_SPACE_SHARE * n_gaps:
        return None
    return MatchCount(n_spaces, n_gaps, "gaps between characters are spaces")


def find_unsegmented(sample: SampledText) -> MatchCount | None:
    """Detect text that is written without spaces between words and was not segmented.

    Most lines of such text consist mainly of letters of `_UNSEGMENTED_SCRIPTS`.
    """
    find_letters = get_letter_pattern(_UNSEGMENTED_SCRIPTS).findall
    n_lines = 0
    for line in sample.lines:
        n_characters = len("".join(line.split()))
        n_lines += len(find_letters(line)) * 2 > n_characters
    if n_lines * 2 <= len(sample.lines):
        return None
    n_spaces, n_gaps = _count_spaces(sample.text, _UNSEGMENTED_SCRIPTS)
    if n_spaces > _MIN_SPACE_SHARE * n_gaps:
        return None
    return MatchCount(n_lines, len(sample.lines), "lines")


def find_foreign_script(sample: SampledText, language: str) -> MatchCount | None:
    """Detect text in another script: nearly all lines have letters, but none of the language."""
    n_foreign = _count_foreign_lines(sample, language)
    if not n_foreign or n_foreign < len(sample.lines) * _MIN_FOREIGN_TEXT_SHARE:
        return None
    return _describe_foreign_lines(n_foreign, sample, language)


def find_foreign_lines(
    sample: SampledText, counterpart: SampledText, language: str
) -> MatchCount | None:
    """Detect some lines in another script while the counterpart has hardly any."""
    n_foreign = _count_foreign_lines(sample, language)
    if n_foreign < max(_MIN_FOREIGN_LINES, len(sample.lines) * _MIN_FOREIGN_SHARE):
        return None
    if _count_foreign_lines(counterpart, language) > n_foreign * _MAX_COUNTERPART_SHARE:
        return None
    return _describe_foreign_lines(n_foreign, sample, language)


def _describe_foreign_lines(n_foreign: int, sample: SampledText, language: str) -> MatchCount:
    names = " or ".join(get_scripts(language))
    return MatchCount(n_foreign, len(sample.lines), f"lines have no {names} letter")


def _count_foreign_lines(sample: SampledText, language: str) -> int:
    """Count the lines that have letters, but none of the scripts of a language."""
    scripts = get_scripts(language)
    if not scripts or (scripts[0] == "Latin" and sample.text.isascii()):
        return 0
    search_letter = get_letter_pattern(scripts).search
    return sum(not search_letter(line) and any(map(str.isalpha, line)) for line in sample.lines)


def _count_spaces(text: str, scripts: tuple[str, ...]) -> tuple[int, int]:
    """Count the gaps between two letters of these scripts that are spaces, and all gaps."""
    spaced_letters, adjacent_letters = _gap_patterns(scripts)
    n_spaces = len(spaced_letters.findall(text))
    return n_spaces, n_spaces + len(adjacent_letters.findall(text))


@cache
def _gap_patterns(scripts: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return patterns of two letters with and without a space between them."""
    letter = get_letter_pattern(scripts).pattern
    return re.compile(f"{letter} (?={letter})"), re.compile(f"{letter}(?={letter})")


class Artefact(NamedTuple):
    """Traces of a processing step, which texts for scoring should not have."""

    problem: str  # for the warning: "looks wrongly decoded"
    # Pairs of triggers and pattern. A text without any of the triggers, which are characters, is
    # not searched, and the pattern is not compiled, which takes longer than most searches.
    searches: tuple[tuple[str, str], ...]
    description: str  # what the lines have, with an example
    hint: str  # what the user can do
    # Minimum share of the lines if the other text has the traces, too.
    min_share: float
    # Minimum number and share of the lines if the other text has hardly any traces.
    min_lines: int = 3
    min_share_alone: float = 0.05


# UTF-8 that was decoded as Latin-1, Windows-1252 or Windows-1251: the first byte of a character has
# become one of the triggers, the other bytes have become symbols and rare letters. Triggers that
# ordinary text has, too, must occur twice in a row.
_MOJIBAKE = (
    # Letters that are followed by quotation marks in ordinary text are left out.
    ("ÃÅ", "[ÃÄÅ][\u0080-\u00aa\u00ac-\u00ba\u00bc-\u00bfŒœŠšŸŽžƒˆ˜†‡•‰‹›€™]"),
    ("Â", "Â[\u0080-\u00bf]"),
    ("â", "â(?:€[^\\sA-Za-z]|\u0080[\u0080-\u00bf])"),
    ("ÎÏÐÑØÙ×", r"[ÎÏÐÑØÙ×][^\sA-Za-z][ÎÏÐÑØÙ×][^\sA-Za-z]"),
    ("àãæì", r"[à-ï][^\sA-Za-z]{2}[à-ï][^\sA-Za-z]{2}"),
    ("Ѓѓ‚†‡Ђ‰Љ‹ЊЌЋЏђ‘љњќћџЎўЈҐ", r"(?:[РС][^\sА-Яа-яA-Za-z\d]){3}"),
    ("\ufffd", "\ufffd"),
)
_CONTROL_CHARACTERS = "".join(
    map(chr, (*range(9), *range(0x0E, 0x1C), *range(0x7F, 0x85), *range(0x86, 0xA0)))
)
_INVISIBLE = "\u00ad\u200b\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff"
_JOINERS = "\u200c\u200d"
_SPACED_LETTERS = "A-Za-zÀ-ɏͰ-ԯ"
# Letters of scripts in which joiners inside a word are not part of the spelling.
_UNJOINED_LETTERS = f"{_SPACED_LETTERS}\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af"
_ACCENTS = "".join(map(chr, (*range(0x300, 0x370), *range(0x1161, 0x1176), 0x3099, 0x309A)))
_COMPATIBILITY = "".join(map(chr, (*range(0xFB00, 0xFB07), *range(0x2E80, 0x2FD6))))
_TAGS = "br|p|b|i|u|em|strong|span|div|li|ul|td|tr|font"
ARTEFACTS = (
    Artefact(
        "looks wrongly decoded",
        _MOJIBAKE,
        "lines have characters such as 'Ã¼' or '\ufffd'",
        "the text was read in the wrong encoding; convert it again from the original",
        0.02,
        1,
        0.02,
    ),
    Artefact(
        "has control characters",
        ((_CONTROL_CHARACTERS, f"[{_CONTROL_CHARACTERS}]"),),
        "lines have control characters",
        "remove them; they often come from a wrong encoding",
        0.02,
        1,
        0.02,
    ),
    Artefact(
        "has HTML entities",
        (("&", "&(?:[A-Za-z]{2,8}|#[0-9]{2,6}|#x[0-9A-Fa-f]{2,5});"),),
        "lines have entities such as '&amp;' or '&quot;'",
        "unescape the text first",
        0.1,
    ),
    Artefact(
        "has special tokens",
        (
            (
                "<",
                r"</?(?:s|unk|pad|eos|bos|mask|sep|seg)>|<\|[a-z_]+\|>|<extra_id_\d+>|<2[a-z]{2,3}>",
            ),
            ("[", r"\[(?:CLS|SEP|PAD|UNK|MASK|EOS|BOS)\]"),
            ("_", r"__[a-z]{2,3}(?:_[A-Z]\w+)?__"),
            ("|", r"\|\|\|"),
        ),
        "lines have tokens such as '</s>' or '|||'",
        "remove them first",
        1.1,
    ),
    Artefact(
        "has markup",
        (("<", rf"</?(?:{_TAGS})(?: [^<>]*)?/?>"),),
        "lines have tags such as '<br>'",
        "remove them first",
        1.1,
        3,
        0.15,
    ),
    Artefact(
        "has escape sequences",
        (
            ("\\", r"\\(?:[nrt\"']|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})"),
            ("%", "%20|%[CDE][0-9A-F]%[89AB][0-9A-F]"),
        ),
        r"lines have sequences such as '\n' or '\u00e9'",
        "unescape the text first",
        1.1,
        4,
        0.15,
    ),
    Artefact(
        # BPE, Moses, WordPiece, SentencePiece, GPT-2, OpenNMT
        "looks cut into subword pieces",
        (
            ("@", "@@(?: |$)|@-@"),
            ("#", r" ##\w"),
            ("<", "</w>"),
            ("▁", "▁"),
            ("Ġ", "Ġ"),
            ("￭", "￭"),
        ),
        "lines have marks such as '@@' or '▁'",
        "join them first",
        0.5,
    ),
    Artefact(
        "has invisible characters inside words",
        (
            (
                _INVISIBLE + _JOINERS,
                rf"[{_INVISIBLE}{_JOINERS}](?:(?<=\w[{_INVISIBLE}])(?=\w)"
                f"|(?<=[{_UNJOINED_LETTERS}][{_JOINERS}])(?=[{_UNJOINED_LETTERS}]))",
            ),
        ),
        "lines have zero-width characters or soft hyphens",
        "remove them first",
        0.3,
    ),
    Artefact(
        "has words of mixed scripts",
        (("аеорсухк", "[A-Za-z](?:[а-яё]|(?<=[а-яё].))"),),
        "lines have words with Latin and Cyrillic letters",
        "replace the look-alike letters",
        1.1,
        3,
        0.1,
    ),
    Artefact(
        "is in another Unicode normal form",
        ((_ACCENTS, rf"[{_ACCENTS}](?<=[^\W\d_].)"),),
        "lines have letters with separate accents",
        "normalise all texts to NFC",
        1.1,
        2,
        0.02,
    ),
    Artefact(
        "has question marks instead of letters",
        (
            (
                "?",
                rf"\?{{2,}} \?{{2,}}|\?{{8}}|(?<=[{_SPACED_LETTERS}])\?+[{_SPACED_LETTERS}]",
            ),
        ),
        "lines have question marks inside words",
        "the text was converted to an encoding without these letters; use UTF-8",
        1.1,
    ),
    Artefact(
        "has compatibility characters",
        ((_COMPATIBILITY, f"[{_COMPATIBILITY}]"),),
        "lines have ligatures such as 'ﬁ' or radicals",
        "normalise all texts to NFKC",
        1.1,
    ),
    Artefact(
        "has placeholders",
        (
            ("_", r"__[A-Z]+_?\d*__"),
            ("{", r"\{\{?\w*\}"),
            ("$", r"\$\{\w+\}"),
            ("%", r"%(?:\d\$)?[sd]\b"),
        ),
        "lines have placeholders such as '__NUM__' or '{0}'",
        "replace them by the text that they stand for",
        1.1,
    ),
    Artefact(
        "has remarks of a language model",
        (
            (
                ":",
                r"^\W*(?i:sure|certainly|of course|okay|absolutely|here(?:[’']s| is| are))\b"
                r"[^:]{0,80}:|[Tt]ranslat(?:ion|ed|es?)\b[^:]{0,40}:",
            ),
        ),
        "lines have a remark such as 'Here is the translation:'",
        "keep the translation only",
        1.1,
    ),
    Artefact(
        "has tabs",
        (("\t", r"\t(?<=\S\t)\s*\S"),),
        "lines have a tab",
        "give one column, or read the file as a table (--input tsv)",
        1.1,
    ),
)
_MAX_COUNTERPART_SHARE = 0.25  # of the lines of this text


def count_artefact(sample: SampledText, artefact: Artefact) -> int:
    """Return the number of lines that have an artefact."""
    matching_lines: set[int] = set()
    for triggers, pattern in artefact.searches:
        if any(map(sample.characters.__contains__, triggers)):
            search = re.compile(pattern).search
            if len(triggers) > 1 and search(sample.text) is None:
                continue
            matching_lines.update(
                index
                for index, line in enumerate(sample.lines)
                if (len(triggers) > 1 or triggers in line) and search(line)
            )
    return len(matching_lines)


def find_artefact(
    sample: SampledText, counterpart: SampledText | None, artefact: Artefact
) -> MatchCount | None:
    """Detect an artefact in many lines, or in some lines if the counterpart hardly has any."""
    n_lines = len(sample.lines)
    count = count_artefact(sample, artefact)
    if count < max(artefact.min_lines, n_lines * artefact.min_share_alone):
        return None
    if count < n_lines * artefact.min_share:
        if counterpart is None or not counterpart.lines:
            return None
        share = count_artefact(counterpart, artefact) / len(counterpart.lines)
        if share * n_lines > count * _MAX_COUNTERPART_SHARE:
            return None
    return MatchCount(count, n_lines, artefact.description)
