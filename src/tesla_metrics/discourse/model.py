"""The discourse model: linear classifiers and lists of strings, each by its name, in one file.

The body of the file is text, a part behind the other, each ended by an empty line:

    list TAB name
    string                                          (one a line, in their order)

    classifier TAB name TAB scale TAB label TAB label ...
    feature TAB letter weight letter weight ...     (sorted by feature; A is the first label)
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from pathlib import Path
from typing import Any

from ..errors import ResourceError
from ..files.header import malformed
from ..files.resource import Resource, read_resource, write_resource
from ..files.schema import LANGUAGE, MisfitError, anything, decode_utf8, demand, record
from .linear import LinearClassifier

KIND = "discourse"
VERSION = 1
SETTINGS = record({"language": LANGUAGE}, others=anything())
_FIRST = 65
# Letters, and what follows them: no digit and no sign is among these.
_MOST_LABELS = 50
_SHIPPED = Path(__file__).resolve().parents[1] / "data" / "discourse"


@dataclass(frozen=True)
class DiscourseModel:
    """What the parser learnt: classifiers and lists by name, and how they were made."""

    language: str
    classifiers: Mapping[str, LinearClassifier]
    lists: Mapping[str, tuple[str, ...]]
    settings: Mapping[str, Any] = field(default_factory=dict)
    short_hash: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """What signatures call it."""
        return f"discourse-{self.language}"

    def classifier(self, name: str) -> LinearClassifier:
        """One that must be there."""
        if name not in self.classifiers:
            raise ResourceError(
                f"the discourse model has no {name} classifier: make it anew with "
                "tools/make_discourse.py"
            )
        return self.classifiers[name]

    def strings(self, name: str) -> tuple[str, ...]:
        """A list that must be there."""
        if name not in self.lists:
            raise ResourceError(
                f"the discourse model has no list of {name}: make it anew with "
                "tools/make_discourse.py"
            )
        return self.lists[name]

    def joined(self, other: "DiscourseModel") -> "DiscourseModel":
        """With what another one has beside; what both have is the other's."""
        return replace(
            self,
            classifiers={**self.classifiers, **other.classifiers},
            lists={**self.lists, **other.lists},
            settings={**self.settings, **other.settings},
        )

    @classmethod
    def load(cls, path: Path) -> "DiscourseModel":
        """Read a file; a damaged one, or one of another version, is refused."""
        resource = read_resource(path, KIND, VERSION, SETTINGS)
        try:
            lists, classifiers = _decode(resource.body)
        except MisfitError as error:
            raise malformed(path, error, KIND) from error
        settings = resource.settings
        return cls(settings["language"], classifiers, lists, settings, resource.short_hash)

    def write(self, path: Path) -> None:
        """Whole or not at all; the same model gives the same bytes."""
        settings = {**self.settings, "language": self.language}
        write_resource(path, Resource(KIND, VERSION, settings, _encode(self)))


def shipped_discourse(lang: str) -> Path | None:
    """The file that comes with the package, if there is one for the language."""
    path = _SHIPPED / f"{lang}.discourse"
    return path if path.is_file() else None


def _encode(model: DiscourseModel) -> bytes:
    lines: list[str] = []
    for name in sorted(model.lists):
        lines += (f"list\t{name}", *model.lists[name], "")
    for name in sorted(model.classifiers):
        one = model.classifiers[name]
        lines.append("\t".join(("classifier", name, repr(float(one.scale)), *one.labels)))
        lines += (f"{feature}\t{_letters(one.weights[feature])}" for feature in sorted(one.weights))
        lines.append("")
    return "".join(f"{line}\n" for line in lines).encode()


def _letters(weights: Iterable[int]) -> str:
    return "".join(
        f"{chr(_FIRST + label)}{weight}" for label, weight in enumerate(weights) if weight
    )


def _decode(
    content: bytes,
) -> tuple[dict[str, tuple[str, ...]], dict[str, LinearClassifier]]:
    text = decode_utf8(content)
    demand(not text or text.endswith("\n\n"), "its last part does not end")
    lists: dict[str, tuple[str, ...]] = {}
    classifiers: dict[str, LinearClassifier] = {}
    for part in text.split("\n\n")[:-1]:
        head, _, rest = part.partition("\n")
        kind, *facts = head.split("\t")
        demand(facts and facts[0] not in lists | classifiers, "it has a part twice, or of no name")
        if kind == "list":
            demand(len(facts) == 1, "a list has more than a name")
            lists[facts[0]] = tuple(rest.split("\n")) if rest else ()
        else:
            demand(kind == "classifier", "it has a part that is no list and no classifier")
            classifiers[facts[0]] = _classifier(facts, rest)
    return lists, classifiers


def _classifier(facts: list[str], rest: str) -> LinearClassifier:
    name, *more = facts
    labels = tuple(more[1:])
    demand(
        labels and len(set(labels)) == len(labels) <= _MOST_LABELS and all(labels),
        f"{name} has no labels, too many, or one twice",
    )
    try:
        scale = float(more[0])
    except ValueError as error:
        raise MisfitError(f"{name} has no scale") from error
    demand(isfinite(scale) and scale > 0, f"{name} has no scale")
    last = re.escape(chr(_FIRST + len(labels) - 1))
    weight = rf"[A-{last}]-?[0-9]{{1,4}}+"
    demand(
        re.fullmatch(rf"(?:[^\t\n]++\t(?:{weight})++(?:\n|\Z))*+", rest),
        f"{name} has malformed weights",
    )
    lines = rest.split("\n") if rest else []
    rows = dict(line.split("\t") for line in lines)
    demand(len(rows) == len(lines), f"{name} has a feature twice")
    return LinearClassifier(labels, _Weights(rows, len(labels)), scale)


_PAIR = re.compile(r"(.)(-?\d+)")


class _Weights(Mapping[str, tuple[int, ...]]):
    """Rows that stay text until one is asked for, so that loading is cheap."""

    def __init__(self, rows: dict[str, str], labels: int) -> None:
        self._rows, self._labels = rows, labels
        self._known: dict[str, tuple[int, ...]] = {}

    def get(self, feature: str, default: Any = None) -> Any:
        """As of any mapping; most features are in no row, so this must not raise to say so."""
        known = self._known.get(feature)
        if known is None:
            text = self._rows.get(feature)
            if text is None:
                return default
            row = [0] * self._labels
            for letter, weight in _PAIR.findall(text):
                row[ord(letter) - _FIRST] = int(weight)
            known = self._known[feature] = tuple(row)
        return known

    def __getitem__(self, feature: str) -> tuple[int, ...]:
        known: tuple[int, ...] | None = self.get(feature)
        if known is None:
            raise KeyError(feature)
        return known

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)
