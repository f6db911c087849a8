"""Translation memories: TMX, whatever its version, read a unit at a time."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError, iterparse

from ..errors import InputError, UsageError
from ..files.lines import display_name, open_lines

_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
# Codes of the document's format stand in these, no words.
_CODES = frozenset(("bpt", "ept", "it", "ph", "ut"))


def iterate_tmx(path: str, target: str, pivot: str) -> Iterator[tuple[str, str]]:
    """The units that have both languages; of several texts in one language the first counts."""
    name = display_name(path)
    try:
        with open_lines(path) as stream:
            depth: list[Element] = []
            for event, element in iterparse(stream, ("start", "end")):
                if event == "start":
                    depth.append(element)
                    continue
                depth.pop()
                if element.tag == "tu":
                    texts = _texts(element)
                    if target in texts and pivot in texts:
                        yield texts[target], texts[pivot]
                    if depth:  # the memory would otherwise be kept whole
                        depth[-1].remove(element)
    except ParseError as error:
        line, column = error.position
        raise InputError(
            f"{name}, line {line}: no well-formed TMX at column {column + 1} "
            f"({str(error).partition(':')[0]}); mend or export it again"
        ) from error


def _texts(unit: Element) -> dict[str, str]:
    texts: dict[str, str] = {}
    for variant in unit.iter("tuv"):
        segment = variant.find("seg")
        if segment is not None:
            code = variant.get(_LANGUAGE) or variant.get("lang") or ""
            texts.setdefault(_language(code), " ".join("".join(_words(segment)).split()))
    return texts


def _language(code: str) -> str:
    from ..languages import parse_tag

    try:
        return parse_tag(code)
    except UsageError:
        return code  # a language we were not asked for


def _words(element: Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if child.tag not in _CODES:
            yield from _words(child)
        yield child.tail or ""
