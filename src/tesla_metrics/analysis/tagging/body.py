"""The content of a tagger file, as text.

    labels TAB label TAB label ...
    open TAB kind TAB label-letters                 (one line a kind of unlisted word)
    word TAB form TAB label-letters                 (one line a listed word)
    <an empty line>
    feature TAB letter weight letter weight ...     (sorted by feature)

A label's letter is chr(65 + its index); weights are small integers, `A12B-4` gives label 0 twelve
and takes four from label 1. The weights stay text until a word needs them, so that loading is
cheap; their form is checked all the same. Nor are they looked up before plain Python needs one:
the native core reads them by itself.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ...files.schema import LANGUAGE, anything, decode_utf8, demand, number, one_of, record, text
from ..lazy import LazyTable

KIND = "tagger"
VERSION = 1
# Training writes nothing larger: sums of a few dozen fit the core's 16 bits.
LARGEST = 1_000
_PER_CENT = number(0, 100)
SETTINGS = record(
    {"language": LANGUAGE},
    {
        "labels": one_of("upos", "joint"),
        "lemmas": text(),
        "held_out": record({"upos": _PER_CENT, "function": _PER_CENT}, others=anything()),
    },
    others=anything(),
)
_FIRST = 65
_MOST_LABELS = 10_000
_PAIR = re.compile(r"(.)(-?\d+)")


@dataclass(frozen=True)
class Body:
    """Labels, candidates by kind and by word, and the weights as text."""

    labels: tuple[str, ...]
    open: dict[str, tuple[int, ...]]
    words: dict[str, tuple[int, ...]]
    weights: Mapping[str, str]


def encode_weights(pairs: dict[int, int]) -> str:
    """A feature's weights as text: a letter for each label, then its weight."""
    return "".join(f"{chr(_FIRST + label)}{pairs[label]}" for label in sorted(pairs))


def decode_weights(text: str) -> list[tuple[int, int]]:
    """The weights of such a text, each after the index of its label."""
    return [(ord(letter) - _FIRST, int(weight)) for letter, weight in _PAIR.findall(text)]


def encode_body(body: Body) -> bytes:
    """The body as a file holds it; the same content gives the same bytes."""
    lines = ["\t".join(("labels", *body.labels))]
    lines += (f"open\t{kind}\t{_letters(body.open[kind])}" for kind in sorted(body.open))
    lines += (f"word\t{form}\t{_letters(body.words[form])}" for form in sorted(body.words))
    lines.append("")
    lines += (f"{feature}\t{body.weights[feature]}" for feature in sorted(body.weights))
    return ("\n".join(lines) + "\n").encode()


def decode_body(content: bytes, checked: bool = False) -> Body:
    """Read and check; MisfitError where it does not follow the format.

    `checked`: the weights were looked at before.
    """
    head, between, tail = decode_utf8(content).partition("\n\n")
    demand(between, "it has no line between words and weights")
    first, *rows = (line.split("\t") for line in head.split("\n"))
    labels = tuple(first[1:])
    demand(first[0] == "labels" and labels and all(labels), "it has no labels")
    demand(len(set(labels)) == len(labels) <= _MOST_LABELS, "it has labels twice, or too many")
    if not checked:
        _check_weights(tail, len(labels))
    tables: dict[str, dict[str, tuple[int, ...]]] = {"open": {}, "word": {}}
    indices: dict[str, tuple[int, ...]] = {}
    for row in rows:
        demand(len(row) == 3 and row[0] in tables, "it does not follow the format")
        if row[2] not in indices:
            indices[row[2]] = _indices(row[2], len(labels))
        tables[row[0]][row[1]] = indices[row[2]]
    return Body(labels, tables["open"], tables["word"], LazyTable(lambda: _lines(tail)))


def _lines(text: str) -> dict[str, str]:
    return dict(line.split("\t") for line in text.split("\n")[:-1])


def _check_weights(text: str, labels: int) -> None:
    last = re.escape(chr(_FIRST + labels - 1))
    weight = rf"[A-{last}]-?(?:{LARGEST}|[0-9]{{1,3}}+)"
    form = re.compile(rf"(?>(?:[^\t\n]++\t(?>(?:{weight})+)\n)*)")
    demand(form.fullmatch(text), "it has malformed weights")
    # The core keeps them in order, and would not find what is there twice.
    demand(len(_lines(text)) == text.count("\n"), "it has weights of a feature twice")


def _letters(indices: tuple[int, ...]) -> str:
    return "".join(chr(_FIRST + index) for index in indices)


def _indices(letters: str, count: int) -> tuple[int, ...]:
    indices = tuple(ord(letter) - _FIRST for letter in letters)
    demand(all(0 <= index < count for index in indices), "it names a label it does not list")
    demand(list(indices) == sorted(set(indices)), "it has candidates out of order")
    return indices
