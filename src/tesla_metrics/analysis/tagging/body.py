"""The content of a tagger file, as text.

    labels TAB label TAB label ...
    open TAB kind TAB label-letters                 (one line a kind of unlisted word)
    word TAB form TAB label-letters                 (one line a listed word)
    <an empty line>
    feature TAB letter weight letter weight ...     (sorted by feature)

A label's letter is chr(65 + its index); weights are small integers, `A12B-4` gives label 0 twelve
and takes four from label 1. The weights stay text until a word needs them, so that loading is
cheap; their form is checked all the same.
"""

import re
from dataclasses import dataclass

from ...errors import ResourceError

KIND = "tagger"
VERSION = 1
_FIRST = 65
_PAIR = re.compile(r"(.)(-?\d+)")


@dataclass(frozen=True)
class Body:
    """Labels, candidates by kind and by word, and the weights as text."""

    labels: tuple[str, ...]
    open: dict[str, tuple[int, ...]]
    words: dict[str, tuple[int, ...]]
    weights: dict[str, str]


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


def decode_body(content: bytes, name: str) -> Body:
    """Read and check; `name` is what the error message calls the file."""
    try:
        head, _, tail = content.decode().partition("\n\n")
        rows = [line.split("\t") for line in head.split("\n")]
        labels = tuple(rows[0][1:])
        _check(rows[0][0] == "labels" and labels and all(labels), "has no labels")
        tables: dict[str, dict[str, tuple[int, ...]]] = {"open": {}, "word": {}}
        for what, key, letters in rows[1:]:
            tables[what][key] = _indices(letters, len(labels))
        last = re.escape(chr(_FIRST + len(labels) - 1))
        form = re.compile(rf"(?:[^\t\n]++\t(?:[A-{last}]-?[0-9]++)++\n)*+")
        _check(form.fullmatch(tail), "has malformed weights")
        weights = dict(line.split("\t") for line in tail.split("\n")[:-1])
    except (ValueError, KeyError) as error:
        reason = str(error) if isinstance(error, _MalformedError) else "does not follow the format"
        raise ResourceError(f"tagger {name} {reason}; build or fetch it again") from error
    return Body(labels, tables["open"], tables["word"], weights)


class _MalformedError(ValueError):
    pass


def _check(good: object, otherwise: str) -> None:
    if not good:
        raise _MalformedError(otherwise)


def _letters(indices: tuple[int, ...]) -> str:
    return "".join(chr(_FIRST + index) for index in indices)


def _indices(letters: str, count: int) -> tuple[int, ...]:
    indices = tuple(ord(letter) - _FIRST for letter in letters)
    _check(all(0 <= index < count for index in indices), "names a label it does not list")
    _check(list(indices) == sorted(set(indices)), "has candidates out of order")
    return indices
