"""Clean test sets written from templates and word lists, in many domains and 20 languages."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

import segments
import typography
from clean_sets import STRENGTHS, CleanSet, different, length, weakened_all
from phrases import Language, Segment, languages, render, wording

# Share of second wordings in an output of each strength.
_SECOND = {"equal": 0.1, "strong": 0.2, "medium": 0.5, "weak": 0.8}
OTHER_SCRIPTS = frozenset("ar el hi ja ko ru uk zh".split())
_CLOSE = (
    ("pt", "es"),
    ("es", "pt"),
    ("sk", "cs"),
    ("cs", "sk"),
    ("uk", "ru"),
    ("ru", "uk"),
    ("hr", "sk"),
    ("pl", "sk"),
    ("nb", "de"),
)


@dataclass(frozen=True)
class Domain:
    """How segments are made, from which sections, and how many lines a set has at most.

    latin   only languages of the Latin script, because most of the text is in it
    styles  outputs and references may have other quotes, dashes, digits or hard spaces
    """

    make: Callable[[Random], Segment]
    sections: tuple[str, ...] = ()
    most: int = 3000
    close: bool = False
    latin: bool = False
    styles: bool = False
    systems: int = 1


DOMAINS = {
    "general": Domain(segments.general),
    "general, two systems": Domain(segments.general, most=1000, systems=2),
    "one to three lines": Domain(segments.general, most=3),
    "close languages": Domain(segments.general, most=1500, close=True),
    "close subtitles": Domain(segments.subtitle, most=300, close=True),
    "long lines": Domain(segments.long, most=150),
    "lower case": Domain(segments.lowered, most=1500),
    "capitals": Domain(segments.capitals, most=300),
    "news": Domain(segments.news, most=800),
    "user interface": Domain(segments.interface, most=60),
    "subtitles": Domain(segments.subtitle, most=2000),
    "ellipses": Domain(segments.ellipsis, most=300),
    "links": Domain(segments.link, most=400),
    "hashtags": Domain(segments.hashtag, most=400),
    "two languages": Domain(segments.switching, most=400),
    "entities": Domain(segments.entity, most=300, latin=True),
    "entities and text": Domain(segments.entity_or_text, most=600),
    "addresses": Domain(segments.address, most=500, latin=True),
    "numbers": Domain(segments.number, most=500),
    "typography": Domain(segments.typographic, most=600, styles=True),
    "table": Domain(segments.table, ("label",), 500),
    "chat": Domain(segments.chat, ("chat",), 300),
    "products": Domain(segments.product, ("product",), 2000),
    "documentation": Domain(segments.documentation, ("doc",), 600),
    "legal": Domain(segments.legal, ("legal",), 800),
    "poem": Domain(segments.poem, ("poem",), 32),
    "recipe": Domain(segments.recipe, ("recipe",), 400),
    "sports": Domain(segments.sport, ("sport",), 400),
    "medicine": Domain(segments.medicine, ("med",), 300),
    "religion": Domain(segments.religion, ("rel",), 120),
    "quotations": Domain(segments.quotation, ("quote",), 300),
}


def domains() -> Iterator[tuple[str, Callable[[Random], CleanSet]]]:
    """Names of the domains, and what makes one set of them."""
    for name in DOMAINS:
        yield name, partial(make, name)


def make(name: str, rng: Random) -> CleanSet:
    """One set of a domain, in a random language."""
    domain = DOMAINS[name]
    target, source = _languages(domain, rng)
    count = length(rng, domain.most)
    lines = _lines(domain, target, count, rng)
    salt = str(rng.random())
    first = tuple(render(line, target, wording(0, salt)) for line in lines)
    references = [first]
    if rng.random() < 0.25:
        share = rng.uniform(0.3, 1)
        second = tuple(render(line, target, wording(share, salt)) for line in lines)
        references += [second] if second != first else []
    original = tuple(render(line, source, wording(0, salt)) for line in lines)
    outputs = [_output(lines, target, original, rng) for _ in range(domain.systems)]
    outputs = [different(output, references, target.code) for output in outputs]
    outputs = [_reworded(output, references, lines, target) for output in outputs]
    if domain.styles:
        outputs = [typography.styled(output, target.code, rng) for output in outputs]
        references = [typography.styled(side, target.code, rng) for side in references]
    given = original if domain.close or rng.random() < 0.5 else None
    return CleanSet("written", name, target.code, tuple(outputs), tuple(references), given)


def _reworded(
    output: tuple[str, ...],
    references: list[tuple[str, ...]],
    lines: list[Segment],
    target: Language,
) -> tuple[str, ...]:
    """With another wording of one line where all lines, of a word or two, are the reference's."""
    for second in (1, 0):
        for at, line in enumerate(lines):
            if output not in references:
                return output
            text = render(line, target, wording(second, ""))
            output = (*output[:at], text, *output[at + 1 :])
    return output


def _lines(domain: Domain, target: Language, count: int, rng: Random) -> list[Segment]:
    """Segments, at least one in the script of the language, and at most one of a rare kind."""
    lines = [domain.make(rng) for _ in range(count)]
    rare = [at for at, line in enumerate(lines) if segments.is_rare(line)]
    for at in rare[1:]:
        lines[at] = segments.general(rng)
    if target.code in OTHER_SCRIPTS:
        text = "".join(render(line, target, wording(0, "")) for line in lines)
        letters = {char.isascii() for char in text if char.isalpha()}
        if letters == {True}:
            lines[0] = segments.general(rng)
    return lines


def _languages(domain: Domain, rng: Random) -> tuple[Language, Language]:
    """Target and source."""
    every = languages()
    if domain.close:
        pair = rng.choice(_CLOSE)
        return every[pair[0]], every[pair[1]]
    able = [language for language in every.values() if language.has(*domain.sections)]
    if domain.latin:
        able = [language for language in able if language.code not in OTHER_SCRIPTS]
    target, other = rng.sample(able, 2)
    english = every["en"]
    return target, other if target is english or rng.random() < 0.5 else english


def _output(
    lines: list[Segment], target: Language, source: tuple[str, ...], rng: Random
) -> tuple[str, ...]:
    strength = rng.choice(STRENGTHS)
    chosen = wording(_SECOND[strength], str(rng.random()))
    texts = [render(line, target, chosen) for line in lines]
    return weakened_all(texts, target.code, strength, rng, source)
