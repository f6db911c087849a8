"""Clean test sets sampled from real data: judged MT outputs, parallel and bilingual text.

Odd seeds use the first half of every file, even seeds the second half.
"""

import gzip
import lzma
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random

from clean_sets import STRENGTHS, CleanSet, different, is_clean, length, weakened_all

Rows = list[dict[str, list[str]]]
# Their texts are tokenised, and deserve a warning: a whole set, and a system of another one.
TOKENISED = frozenset({"wmt17", "dfki-berlin"})
_MOST = 2000
_ENTITY = re.compile(r"&(?:#\d+|[a-z]+);")
_LANGUAGES = ("en", "de", "fr", "es", "cs", "ru", "zh")


def half(count: int, seed: int) -> range:
    """Numbers of the lines that a seed may use."""
    middle = count // 2
    return range(middle) if seed % 2 else range(middle, count)


def domains(data: Path, seed: int) -> Iterator[tuple[str, Callable[[Random], CleanSet]]]:
    """Names of the domains, and what makes one set of them."""
    for pair in sorted(path.parent for path in data.glob("mt/*/*/ref.A.txt")):
        if pair.parent.name in TOKENISED:
            continue
        yield f"mt {pair.parent.name}", partial(judged, pair, seed)
    for path in sorted(data.glob("parallel/*.txt.xz")):
        name = f"parallel {path.name.partition('.')[0]}"
        yield name, partial(parallel, path, seed)
    for path in sorted(data.glob("bitext/*.tsv.gz")):
        name = f"bitext {path.name.partition('.')[0]}"
        yield name, partial(parallel, path, seed)


@cache
def _lines(path: Path) -> tuple[str, ...]:
    return tuple(path.read_text("utf-8").removesuffix("\n").split("\n"))


def _is_clean(line: str) -> bool:
    """Whether a line is clean and without HTML entities, which some outputs have for &."""
    return is_clean(line.strip()) and not _ENTITY.search(line)


def judged(pair: Path, seed: int, rng: Random) -> CleanSet:
    """A range of lines of one to three systems of a judged set."""
    source = _lines(pair / "src.txt")
    references = [_lines(path) for path in sorted(pair.glob("ref.*.txt"))]
    systems = sorted(path for path in pair.glob("systems/*.txt") if path.stem not in TOKENISED)
    outputs = [_lines(path) for path in rng.sample(systems, min(len(systems), rng.randint(1, 3)))]
    references = rng.sample(references, rng.randint(1, len(references)))
    allowed = half(len(source), seed)
    count = min(len(allowed), max(5, length(rng, _MOST)))
    start = allowed.start + rng.randint(0, len(allowed) - count)
    sides = [source, *outputs, *references]
    kept = [at for at in range(start, start + count) if all(_is_clean(side[at]) for side in sides)]

    def pick(side: Sequence[str]) -> tuple[str, ...]:
        return tuple(side[at].strip() for at in kept)

    return CleanSet(
        "sampled",
        f"mt {pair.parent.name}",
        pair.name.partition("-")[2],
        tuple(map(pick, outputs)),
        tuple(map(pick, references)),
        pick(source) if rng.random() < 0.6 else None,
    )


@cache
def rows(path: Path) -> Rows:
    """Texts of the same meaning by language."""
    if path.suffix == ".xz":
        return _groups(path)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        names, *texts = (line.rstrip("\n").split("\t") for line in lines)
    return [
        {name: [text] for name, text in zip(names, row, strict=True) if name in _LANGUAGES}
        for row in texts
    ]


def _groups(path: Path) -> Rows:
    found: Rows = []
    with lzma.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            lang, _, text = line.rstrip("\n").partition("\t")
            if lang == "en":
                found.append({})
            found[-1].setdefault(lang, []).append(text)
    return found


@cache
def _with(path: Path, seed: int, lang: str, origin: str) -> Rows:
    """Rows of a half that have both languages."""
    every = rows(path)
    own = (every[at] for at in half(len(every), seed))
    return [row for row in own if lang in row and origin in row]


@cache
def _languages(path: Path) -> list[str]:
    return sorted({lang for row in rows(path) for lang in row})


def _range(path: Path, seed: int, rng: Random) -> tuple[str, str, Rows]:
    """Target, source language, and clean rows from a random place."""
    langs = _languages(path)
    while True:
        lang, origin = rng.sample(langs, 2)
        both = _with(path, seed, lang, origin)
        count = min(len(both), max(5, length(rng, _MOST)))
        start = rng.randint(0, len(both) - count)
        chosen = [
            row
            for row in both[start : start + count]
            if all(map(_is_clean, [*row[lang], *row[origin]]))
        ]
        if len(chosen) >= 5:
            return lang, origin, chosen


def parallel(path: Path, seed: int, rng: Random) -> CleanSet:
    """A range of lines in a random language: one text is the reference, another the output.

    Where there is only one text, a weakened copy of it is the output.
    """
    lang, origin, chosen = _range(path, seed, rng)
    source = tuple(rng.choice(row[origin]) for row in chosen)
    texts = [rng.sample(row[lang], len(row[lang])) for row in chosen]
    output = tuple(own[1] if len(own) > 1 else own[0] for own in texts)
    strength = rng.choice(STRENGTHS)
    outputs = [weakened_all(output, lang, strength, rng, source)]
    references = [tuple(own[0] for own in texts)]
    if min(map(len, texts)) > 2:
        references.append(tuple(own[2] for own in texts))
    outputs = [different(one, references, lang) for one in outputs]
    domain = f"{path.parent.name} {path.name.partition('.')[0]}"
    given = source if rng.random() < 0.6 else None
    return CleanSet("sampled", domain, lang, tuple(outputs), tuple(references), given)
