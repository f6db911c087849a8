"""Translation memories: TMX, whatever its version, read a unit at a time."""

from collections.abc import Iterator, Mapping

from ..errors import UsageError
from ..files.limits import max_line
from ..files.lines import display_name, open_lines
from ..files.segment_text import SegmentText
from ..files.xml_reader import XmlReader

_LANGUAGES = ("xml:lang", "lang")
# Codes of the document's format stand in these, no words.
_CODES = frozenset(("bpt", "ept", "it", "ph", "ut"))


def iterate_tmx(path: str, target: str, pivot: str) -> Iterator[tuple[str, str]]:
    """The units that have both languages; of several texts in one language the first counts."""
    return _pairs(path, _Units(display_name(path), (target, pivot)), target, pivot)


def _pairs(path: str, units: "_Units", target: str, pivot: str) -> Iterator[tuple[str, str]]:
    with open_lines(path) as stream:
        for _ in units.reader.read(stream):
            for texts in units.taken():
                if target in texts and pivot in texts:
                    yield texts[target], texts[pivot]


class _Units:
    """Texts by language, as their elements come: the first in each of the languages asked for."""

    def __init__(self, name: str, wanted: tuple[str, str]) -> None:
        self._wanted = wanted
        self._most = max_line()
        self.reader = XmlReader(name, self._most, self._start, self._end, self._add)
        self._done: list[dict[str, str]] = []
        self._unit: dict[str, str] = {}
        self._language: str | None = None
        self._segment: SegmentText | None = None
        self._codes = 0  # how many of them are open

    def taken(self) -> list[dict[str, str]]:
        """Those that ended since the last call."""
        done, self._done = self._done, []
        return done

    def _start(self, tag: str, facts: Mapping[str, str]) -> None:
        if tag == "tu":
            self._unit = {}
        elif tag == "tuv":
            code = next((facts[name] for name in _LANGUAGES if facts.get(name)), "")
            language = _language(code)
            # A unit may have any number of others, which fill no memory here.
            wanted = language in self._wanted and language not in self._unit
            self._language = language if wanted else None
        elif tag == "seg" and self._language is not None:
            self._segment = SegmentText(self._most)
        elif self._segment is not None:
            self._codes += tag in _CODES

    def _end(self, tag: str) -> None:
        if tag == "tu":
            self._done.append(self._unit)
        elif tag == "seg" and self._segment is not None and self._language is not None:
            text = " ".join(self._segment.whole().split())
            self._unit[self._language] = text
            self._segment, self._language = None, None  # a further one of the variant is none
        elif tag == "tuv":
            self._language = None
        elif self._segment is not None:
            self._codes -= tag in _CODES

    def _add(self, text: str) -> None:
        if self._segment is not None and not self._codes:
            self._segment.add(text, self.reader.where)


def _language(code: str) -> str:
    from ..languages import parse_tag

    try:
        return parse_tag(code)
    except UsageError:
        return code  # a language we were not asked for
